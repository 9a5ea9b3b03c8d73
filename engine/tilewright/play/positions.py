"""Conversion between positions (as in files) and tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import partial
from typing import cast

from tilewright.diagnostics import did_you_mean
from tilewright.play.table import COVERED, POOL, UNKNOWN, Grid, Pile, Table
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.continuation import Continuation, FaceDownPieces, InvalidStanding, KeyPath, Marked, SeenInPile
from tilewright.table.game import PATCH, PATCHES, Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import FigureStanding, Player, Position
from tilewright.table.terrain import Patchwork, Terrain


def board_of(grid: Grid, game: Game, pile_at: Callable[[int], Pile] | None = None) -> Board:
    """A grid as a board; face-down pieces are not shown. `pile_at` gives the piles, if not those of the grid."""

    def stack(pile: Pile, caps: str) -> Stack:
        down = max((i + 1 for i, piece in enumerate(pile) if not piece & 1), default=0)
        up = tuple(game.kinds[piece >> 1].code for piece in pile[down:])
        return Stack(down, up, caps)

    if isinstance(grid.geometry, Terrain):
        return _map_board(grid.geometry, [stack(pile, caps) for pile, caps in zip(grid.piles, grid.caps, strict=True)])
    if grid.geometry == POOL:
        return pool_of(stack(pile, "") for pile in sorted(grid.piles) if pile)
    piles = grid.piles if pile_at is None else [pile_at(space) for space in range(grid.geometry.size)]
    return Board(grid.geometry, tuple(map(stack, piles, grid.caps)))


def _map_board(terrain: Terrain, stacks: Sequence[Stack]) -> Board:
    """A growing board, as far as tiles are on it."""
    rows, columns = zip(*(terrain.where[space] for space in terrain.faces or (0,)), strict=True)
    places = [
        terrain.at(row, column)
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    ]
    geometry = Geometry(max(rows) - min(rows) + 1, max(columns) - min(columns) + 1)
    return Board(geometry, tuple(Stack() if space is None else stacks[space] for space in places))


def unseen_of(grid: Grid, game: Game) -> Board:
    """A pool of which only the number of pieces is known."""
    return pool_of(Stack(1) for pile in grid.piles if pile)


def table_of(position: Position) -> tuple[Table, dict[tuple[int, int], list[int]]]:
    """The table of a position, and what is known of face-down pieces (a deal, see `play.table.Deal`).

    Face-down pieces have the kind `UNKNOWN` unless the continuation in the position gives it. Raises `InvalidStanding`
    if that mentions things that do not exist.
    """
    game, players = position.game, position.players
    sizes = {board.name: board.geometry for board in game.boards}
    sizes[game.own_place.name] = players[0].board.geometry
    sizes |= {name: board.geometry for name, board in position.boards.items()}
    table = Table(game, len(players), sizes)
    deal: dict[tuple[int, int], list[int]] = {}
    known = game.places(len(players))
    laid = dict(enumerate(player.board for player in players))
    laid |= {table.seat_of(name, i): pool for i, player in enumerate(players) for name, pool in player.pools.items()}
    laid |= {table.seat_of(name, 0): board for name, board in position.boards.items()}
    for seat, board in laid.items():
        if known[seat][0].grows:
            _lay_map(table, seat, board, position.first)
            continue
        if known[seat][0].pool:
            _lay_pool(table, table.grids[seat], board)
            continue
        for space, stack in enumerate(board.stacks):
            _lay(table, seat, space, stack, deal if known[seat][0].hides_covered else None)
    for i, player in enumerate(players):
        table.counters[i].update(player.counters)
    for index, figure in enumerate(position.figures):
        _put_figure(table, figure, ("figures", index))
    if position.standing is not None:
        _lay_standing(table, position.standing)
        for index, seen in enumerate(position.standing.seen):
            _note_seen(table, seen, deal, ("seen", index))
    if any(board.name in position.boards for board in game.maps):
        _end_beginning(table)
    else:
        table.begin(position.boards)
    return table, deal


def _end_beginning(table: Table) -> None:
    """If there is a map, the game has begun: pieces that begin on a place, and are not named, have left the game."""
    for place in table.game.boards:
        for kinds, _ in place.begins:
            for kind in sorted(kinds):
                left, table.bag[kind] = table.bag[kind], 0
                table.gone[kind] += left


def _lay_map(table: Table, seat: int, board: Board, known: tuple[int, int] | None) -> None:
    """Lay the tiles of a growing board, the first one at ``0,0``, each adjacent to an earlier one. Raises
    `InvalidStanding`."""
    game, columns, name = table.game, board.geometry.columns, table.game.places(table.players)[seat][0].name
    tiles = {divmod(at, columns): stack for at, stack in enumerate(board.stacks) if stack.height or stack.caps}
    first = next(iter(tiles), (0, 0)) if known is None else (known[0] - 1, known[1] - 1)
    if tiles and first not in tiles:
        raise InvalidStanding(
            ("first-tile",), "no tile lies there", "write ROW,COLUMN of a tile, from the top left space 1,1"
        )
    waiting = {(row - first[0], column - first[1]): stack for (row, column), stack in tiles.items()}
    while waiting:
        grid = table.changing(seat)
        terrain = cast(Terrain, grid.geometry)
        place = next((place for place in waiting if place in terrain.at_place), None)
        (row, column), stack = next(iter(waiting.items())) if place is None else (place, waiting.pop(place))
        where = name, (row + first[0]) * columns + column + first[1]
        if place is None:
            raise InvalidStanding(where, "this tile does not touch any other", "tiles lie edge to edge")
        space = terrain.at_place[place]
        kind = game.by_code[stack.up[0]] if len(stack.up) == 1 and not stack.down else None
        if kind is None or kind.face is None:
            raise InvalidStanding(
                where, f"no tile lies at {terrain.spoken(space)}", "write the code of one tile per space"
            )
        if not terrain.fits(space, kind.face):
            raise InvalidStanding(
                where, f"{kind.code} does not fit at {terrain.spoken(space)}", "edges that touch must match"
            )
        grid.put(space, 2 * kind.index + 1)
        grid.caps[space] = stack.caps
        table.bag[kind.first] -= 1
        table.tile_placed(seat, space)


def _put_figure(table: Table, figure: FigureStanding, where: KeyPath) -> None:
    """Put a figure on a patch. Raises `InvalidStanding`."""
    game = table.game
    cap = next((cap for cap in game.caps if cap.name == figure.name and cap.stands_on == PATCH), None)
    seat = table.seat_of(PATCHES, 0) if cap is not None else 0
    patchwork = table.grids[seat].geometry
    if cap is None or not isinstance(patchwork, Patchwork) or cap.of_players != (figure.player is not None):
        raise InvalidStanding(
            where,
            f"there is no figure on a patch like this: '{figure.name[:40]}'",
            _known_names(c.name for c in game.caps),
        )
    named = {patch_word(table, patch): patch for patch in range(patchwork.size)}
    if figure.patch not in named:
        help = did_you_mean(figure.patch, named) or "a patch is written ROW,COLUMN AREA, as in '0,1 road'"
        raise InvalidStanding(where, f"there is no patch '{figure.patch[:40]}'", help)
    owner = "" if figure.player is None else str(figure.player)
    table.changing(seat).caps[named[figure.patch]] += cap.mark + owner


def patch_word(table: Table, patch: int) -> str:
    """The notation of a patch: its space, its kind, and its number among those of the tile if there are several."""
    seat = table.seat_of(PATCHES, 0)
    patchwork = cast(Patchwork, table.grids[seat].geometry)
    terrain = next(grid.geometry for grid in table.grids if isinstance(grid.geometry, Terrain))
    own = patchwork.on[patchwork.spaces[patch]]
    areas = [table.game.kinds[table.grids[seat].tops[one]].values["area"] for one in own]
    at = patch - own[0]
    number = f".{areas[: at + 1].count(areas[at])}" if areas.count(areas[at]) > 1 else ""
    return f"{terrain.spoken(patchwork.spaces[patch])} {areas[at]}{number}"


def _figures_of(table: Table) -> tuple[FigureStanding, ...]:
    """The figures on patches, by tile."""
    found = []
    for patch, caps in enumerate(table.grids[table.seat_of(PATCHES, 0)].caps if table.game.areas else ()):
        for mark, owner in re.findall(r"(\D)(\d*)", caps):
            figure = FigureStanding(
                table.game.by_mark[mark].name, int(owner) if owner else None, patch_word(table, patch)
            )
            found.append(figure)
    return tuple(sorted(found, key=lambda figure: figure.patch))


def _first_of(table: Table) -> tuple[int, int] | None:
    """The row and column of the first tile in the position's board, if it is not the first one read."""
    terrain = next((grid.geometry for grid in table.grids if isinstance(grid.geometry, Terrain)), None)
    if terrain is None or not terrain.faces or min(terrain.where[space] for space in terrain.faces) == (0, 0):
        return None
    rows, columns = zip(*(terrain.where[space] for space in terrain.faces), strict=True)
    return 1 - min(rows), 1 - min(columns)


def _lay_pool(table: Table, grid: Grid, pool: Board) -> None:
    """Put the pieces of a pool there, from the bag."""
    for stack in pool.stacks:
        kind = table.game.by_code[stack.up[0]].index if stack.up else UNKNOWN
        grid.add(2 * kind + bool(stack.up))
        if stack.up:
            table.bag[table.game.kinds[kind].first] -= 1


def _lay(table: Table, seat: int, space: int, stack: Stack, deal: dict[tuple[int, int], list[int]] | None) -> None:
    """Build a stack from pieces of the bag; where covered pieces are hidden, their kinds go to the deal."""
    grid = table.grids[seat]
    kinds = [table.game.by_code[code].index for code in stack.up]
    covered = max(0, len(kinds) - 1) if deal is not None and not stack.down else 0
    if deal is not None and covered:
        deal[seat, space] = kinds[:covered]
    for _ in range(stack.down + covered):
        grid.put(space, COVERED)
    for kind in kinds[covered:]:
        table.bag[table.game.kinds[kind].first] -= 1
        grid.put(space, 2 * kind + 1)
    grid.caps[space] = stack.caps


def position_of(
    table: Table,
    names: Sequence[str],
    cards: tuple[str, ...],
    pile_at: Callable[[Table, int, int], Pile] | None = None,
    concealed: Container[int] = (),
) -> Position:
    """The position of a table; `pile_at` gives the pile of a seat and space, if not that of the table.

    Of pools at `concealed` seats only the number of pieces is given.
    """
    game, places = table.game, table.game.places(len(names))

    def board(seat: int) -> Board:
        if seat in concealed and places[seat][0].pool:
            return unseen_of(table.grids[seat], game)
        return board_of(table.grids[seat], game, partial(pile_at, table, seat) if pile_at else None)

    own, boards = [dict[str, Board]() for _ in names], dict[str, Board]()
    for seat, (place, player) in enumerate(places):
        if place.of_patches:
            continue
        if place is not game.own_place and (not place.pool or any(table.grids[seat].piles)):
            (boards if player is None else own[player])[place.name] = board(seat)
    counted = [_counted(game, counters, table.counters) for counters in table.counters]
    players = tuple(Player(name, board(i), counted[i], own[i]) for i, name in enumerate(names))
    return Position(game, players, cards, boards, figures=_figures_of(table), first=_first_of(table))


def _counted(game: Game, counters: Mapping[str, int], everybody: Sequence[Mapping[str, int]]) -> dict[str, int]:
    """The counters of a player; of the table's counters, roles and answers only those that are not 0 for everybody."""
    others = (*game.table_counters, *game.roles, *game.answers)
    shared = [name for name in others if any(own[name] for own in everybody)]
    return {name: counters[name] for name in (*(counter.name for counter in game.counters), *shared)}


# ------------------------------------------------------------------ the continuation of a position


def space_word(table: Table, seat: int, space: int) -> str:
    """The notation of a space in files: ``row,column``, or in a pool the code and number of the piece, as a position
    lists them."""
    grid = table.grids[seat]
    return str(slots(grid).index(space) + 1) if grid.geometry == POOL else grid.geometry.spoken(space)


def _note_seen(table: Table, seen: SeenInPile, deal: dict[tuple[int, int], list[int]], where: KeyPath) -> None:
    """Record in a deal what a player has seen of a hidden pile. Raises `InvalidStanding`."""
    piles = [board.name for board in table.game.boards if board.pile]
    if seen.place not in piles:
        help = did_you_mean(seen.place, piles) or _known_names(piles)
        raise InvalidStanding((*where, "place"), f"there is no hidden pile '{seen.place[:40]}'", help)
    seat = _seat(table, seen.place, seen.owner, where)
    height = table.grids[seat].heights[0]
    if any(not 0 < piece <= height for piece in seen.pieces):
        raise InvalidStanding(
            (*where, "pieces"), "the pile does not have these pieces", f"1 to {height}, from the bottom"
        )
    known = deal.setdefault((seat, 0), [0] * height)
    for piece in seen.pieces:
        known[piece - 1] |= 1 << seen.player


def slots(grid: Grid) -> list[int]:
    """The occupied spaces of a pool, in the order in which a position lists them."""
    return sorted(
        (space for space, pile in enumerate(grid.piles) if pile), key=lambda space: (grid.piles[space], space)
    )


def space_named(table: Table, seat: int, word: str, where: KeyPath) -> int:
    """The space that a word in a file names, on a table made from a position. Raises `InvalidStanding`."""
    grid, found = table.grids[seat], None
    if grid.geometry != POOL:
        found = next((space for space in range(grid.geometry.size) if grid.geometry.spoken(space) == word), None)
    elif word.isdecimal() and 0 < int(word) <= len(grid.tops):
        found = int(word) - 1
    if found is None:
        help = "spaces are written ROW,COLUMN; in a pool, which of its pieces"
        raise InvalidStanding(where, f"there is no space '{word[:40]}'", help)
    return found


def marks_of(table: Table) -> tuple[Marked, ...]:
    """The marks of the turn."""
    found = []
    for seat, (place, owner) in enumerate(table.game.places(table.players)):
        marks = table.grids[seat].marks
        for bit, mark in enumerate(table.game.marks):
            spaces = tuple(space_word(table, seat, s) for s, known in enumerate(marks) if known >> bit & 1)
            if spaces:
                found.append(Marked(place.name, owner, mark, spaces))
    return tuple(found)


def face_down_of(table: Table) -> tuple[FaceDownPieces, ...]:
    """What is known of pieces that are face-down, or under face-down ones."""
    found = []
    for seat, (place, owner) in enumerate(table.game.places(table.players)):
        stacks = {}
        for space, pile in enumerate(table.grids[seat].piles):
            down = max((i + 1 for i, piece in enumerate(pile) if not piece & 1), default=0)
            if any(piece != COVERED for piece in pile[:down]):
                words = tuple(_piece_word(table.game, piece) for piece in pile[:down])
                stacks[space_word(table, seat, space)] = words
        if stacks:
            found.append(FaceDownPieces(place.name, owner, stacks))
    return tuple(found)


def gone_of(table: Table) -> tuple[str, ...]:
    """The codes of the pieces that have left the game."""
    return tuple(table.game.kinds[kind].code for kind, count in enumerate(table.gone) for _ in range(count))


def _piece_word(game: Game, piece: int) -> str:
    return "?" if piece == COVERED else game.kinds[piece >> 1].code + ("/up" if piece & 1 else "")


def _lay_standing(table: Table, standing: Continuation) -> None:
    """Apply a continuation to a table that has the boards and pools of its position."""
    for index, known in enumerate(standing.face_down):
        seat = _seat(table, known.place, known.owner, ("face-down", index))
        for word, pieces in known.stacks.items():
            _turn_known(table, seat, word, pieces, ("face-down", index, "stacks", word))
    for index, marked in enumerate(standing.marks):
        seat = _seat(table, marked.place, marked.owner, ("marks", index))
        if marked.mark not in table.game.marks:
            raise InvalidStanding(
                ("marks", index, "mark"), f"the game has no mark '{marked.mark}'", _known_names(table.game.marks)
            )
        for word in marked.spaces:
            space = space_named(table, seat, word, ("marks", index, "spaces"))
            table.grids[seat].marks[space] |= 1 << table.game.marks.index(marked.mark)
    for code in standing.gone:
        kind = table.game.by_code[code].index
        table.gone[kind] += 1
        _take(table, kind, ("gone",))


def _turn_known(table: Table, seat: int, word: str, pieces: Sequence[str], where: KeyPath) -> None:
    """Set the lower pieces of a stack to those that are known."""
    grid, space = table.grids[seat], space_named(table, seat, word, where)
    pile, below = grid.piles[space], []
    if grid.heights[space] < len(pieces) or any(piece & 1 for piece in pile[: len(pieces)]):
        raise InvalidStanding(
            where, f"{len(pieces)} pieces are named, but there are not that many face-down there", "correct the number"
        )
    for piece in pieces:
        code = piece.removesuffix("/up") if piece not in table.game.by_code else piece
        if piece != "?" and code not in table.game.by_code:
            raise InvalidStanding(where, f"there is no piece '{code[:40]}'", "write codes, CODE/up or ?")
        below.append(COVERED if piece == "?" else 2 * table.game.by_code[code].index + (code != piece))
        if piece != "?":
            _take(table, below[-1] >> 1, where)
    grid.lay(space, (*below, *pile[len(below) :]))


def _take(table: Table, kind: int, where: KeyPath) -> None:
    """Take a piece out of the bag."""
    first = table.game.kinds[kind].first
    if not table.bag[first]:
        raise InvalidStanding(where, f"there are not that many '{table.game.kinds[kind].code}'", "remove some")
    table.bag[first] -= 1


def _seat(table: Table, place: str, owner: int | None, where: KeyPath) -> int:
    for seat, (known, player) in enumerate(table.game.places(table.players)):
        if known.name == place and player == owner:
            return seat
    names = _known_names(board.name for board in table.game.boards)
    raise InvalidStanding(
        (*where, "place"), f"no such place: '{place}'", f"{names}; add 'of PLAYER' if it is not the table's"
    )


def _known_names(names: Iterable[str]) -> str:
    return "known: " + ", ".join(names)
