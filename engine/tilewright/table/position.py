"""Positions, puzzles about one board, and records of games: the table a game began with, and every move of every turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from tilewright.struct import Struct, struct
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.continuation import Continuation
from tilewright.table.game import BoardDef, Game, spanned
from tilewright.table.goal import MOST, Goal
from tilewright.table.notebook import Displayed


@dataclass(frozen=True)
class Player:
    """A player: a name, the main place, the counters by name (0 if absent), and the contents of pools by name."""

    name: str
    board: Board
    counters: Mapping[str, int] = field(default_factory=dict)
    pools: Mapping[str, Board] = field(default_factory=dict)


@struct
class FigureStanding(Struct):
    """A figure on a patch: its name, its owner (None: nobody), and the patch in the notation of moves.

    A patch is named by its tile, its sort of area, and its number among those of the tile: ``0,1 city.2``. Rows and
    columns are relative to the first tile.
    """

    name: str
    player: int | None
    patch: str


DRAWS = "draws"
"""The key of the pieces that chance will draw."""


@dataclass(frozen=True)
class Position(Displayed):
    """Players in turn order, the boards and pools of the table by name, and the ids of the cards.

    Counters of the table and roles (1 for the owner) are among those of each player. With a `standing` it also has the
    point at which the game continues. For a growing board, `first` is the row and column of the tile that is the
    origin, by default the first one in reading order; `figures` are on patches of its tiles. `draws` are the codes of
    the pieces that chance will draw, in order, if known: no others are left to draw.
    """

    game: Game = field(repr=False)
    players: tuple[Player, ...]
    cards: tuple[str, ...] = ()
    boards: Mapping[str, Board] = field(default_factory=dict)
    standing: Continuation | None = None
    figures: tuple[FigureStanding, ...] = ()
    first: tuple[int, int] | None = None
    draws: tuple[str, ...] | None = None

    def holding(self, pool: str, codes: Iterable[str]) -> Position:
        """A copy with these pieces in a pool of the first player."""
        first, *others = self.players
        board = pool_of(Stack(0, (code,)) for code in codes)
        main = pool == self.game.own_place.name
        own = replace(first, board=board) if main else replace(first, pools={**first.pools, pool: board})
        return replace(self, players=(own, *others))

    def status(self) -> list[Invalid]:
        """Every reason why the position is not valid; empty if it is.

        One player is enough for cards that need no neighbor. The face-up pieces of each kind, all pieces, and the caps
        are counted, on all boards and in reserve.
        """
        game = self.game
        reasons = list(_player_count_reasons(game, len(self.players)))
        reasons += _name_reasons(self.players)
        for i, player in enumerate(self.players):
            reasons += _player_reasons(game, i, player, f"{player.name}: ")
        reasons += _size_reasons(game, self.players)
        boards = [(Spot(None, name), board) for name, board in self.boards.items()]
        boards += [
            (Spot(i, name), pool) for i, player in enumerate(self.players) for name, pool in player.pools.items()
        ]
        for spot, board in boards:
            definition = game.boards_by_name[spot.key]
            if not definition.pool:
                reasons += _board_reasons(game, definition, spot, board, "")
                reasons += _table_reasons(game, definition, spot, board)
        drawn = [(Spot(None, DRAWS, i), code) for i, code in enumerate(self.draws or ())]
        return reasons + _copies_reasons(game, self.players, boards, drawn, standing=self.figures)


class PositionPuzzle:
    """A puzzle that asks what a position can lead to."""

    position: Position

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards in play."""
        return self.position.cards


@dataclass(frozen=True)
class Puzzle(Displayed):
    """Place every piece of `pieces` and up to `caps[name]` caps, for the highest score.

    `pieces` are codes; `counters` are added to the player's. `others` are the other players in turn order, for cards
    that read neighbors. `goal` is the goal, by default the most points. `own_cards` is the text of the cards included
    in the puzzle, `attempt` a board filled in by a user.
    """

    game: Game = field(repr=False)
    title: str
    board: Board
    cards: tuple[str, ...]
    pieces: tuple[str, ...]
    caps: Mapping[str, int] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    expect: Mapping[str, object] = field(default_factory=dict)
    others: tuple[Player, ...] = ()
    goal: Goal = MOST
    own_cards: str = ""
    attempt: Board | None = None

    def start(self) -> Position:
        """The position before anything is placed (caps to place are not in reserve)."""
        player = Player("you", self.board, self.counters)
        return Position(self.game, (player, *self.others), self.cards)

    def end(self, board: Board) -> Position:
        """The position after everything is placed, with this board."""
        start = self.start()
        return replace(start, players=(replace(start.players[0], board=board), *self.others))

    def status(self) -> list[Invalid]:
        """Every reason why the puzzle's boards, pieces and caps are impossible."""
        game, players = self.game, self.start().players
        reasons = list(_player_count_reasons(game, len(players)))
        reasons += _name_reasons(players)
        for i, player in enumerate(players):
            reasons += _player_reasons(game, i, player, f"{player.name}: " if i else "")
        reasons += _size_reasons(game, players)
        to_place = [(Spot(0, game.plural(game.piece), i), code) for i, code in enumerate(self.pieces)]
        return reasons + _copies_reasons(game, players, [], to_place, self.caps)


class Spot(NamedTuple):
    """The subject of a reason: a player (from 0; None is the table), a key and a part of it.

    The key is that of the file: ``players``, ``name``, the name of a board, the key of a counter, or the plural of the
    pieces or caps to place. The part is a space of the board or an index in the list.
    """

    player: int | None
    key: str
    part: int | None = None


@struct
class Invalid(Struct):
    """A reason: its code, what is wrong and where, and what to do about it."""

    code: str
    message: str
    spot: Spot
    help: str = ""


Uses = list[tuple[Spot, int]]


def _player_count_reasons(game: Game, count: int) -> Iterator[Invalid]:
    low, high = game.players
    if not low <= count <= high and count != 1:
        message = f"{count} players; the game is for {spanned(low, high)}"
        help = "add a player" if count < low else "remove a player"
        yield Invalid("TW411", message, Spot(None, "players"), help)


def _name_reasons(players: Sequence[Player]) -> Iterator[Invalid]:
    seen: set[str] = set()
    for i, player in enumerate(players):
        if player.name in seen:
            message = f"two players are named {player.name}"
            yield Invalid("TW411", message, Spot(i, "name"), "give each a different name")
        seen.add(player.name)


def _player_reasons(game: Game, index: int, player: Player, who: str) -> Iterator[Invalid]:
    definition = game.own_place
    if not definition.pool:
        yield from _board_reasons(game, definition, Spot(index, definition.name), player.board, who)
    for counter in game.counters:
        value = player.counters.get(counter.name, 0)
        if value < counter.least or (counter.most is not None and value > counter.most):
            bounds = f"{counter.least} or more" if counter.most is None else f"{counter.least} to {counter.most}"
            message = f"{who}{counter.written} is {value}; it can be {bounds}"
            yield Invalid("TW417", message, Spot(index, counter.written), "correct the number")


def _size_reasons(game: Game, players: Sequence[Player]) -> Iterator[Invalid]:
    """Boards whose size differs from that of the first player."""
    name = game.own_place.name
    for i, player in enumerate(() if game.own_place.pool else players[1:], 1):
        if player.board.geometry != players[0].board.geometry:
            sizes = f"{_size(player.board)}; the first one is {_size(players[0].board)}"
            message = f"{player.name}: the {name} is {sizes}"
            yield Invalid("TW412", message, Spot(i, name), "all players' boards must have the same size")


def _size(board: Board) -> str:
    return f"{board.geometry.rows} x {board.geometry.columns}"


def _board_reasons(game: Game, definition: BoardDef, spot: Spot, board: Board, who: str) -> Iterator[Invalid]:
    if not definition.allows(board.geometry.rows, board.geometry.columns):
        message = f"{who}a {definition.name} of {_size(board)}; allowed: {definition.sizes}"
        yield Invalid("TW412", message, spot, "add or remove rows or columns")
    for space, stack in enumerate(board.stacks):
        at, where = spot._replace(part=space), f"{who}space {board.geometry.name(space)}"
        if stack.caps:
            yield from _cap_places(game, stack, at, where)


def _cap_places(game: Game, stack: Stack, at: Spot, where: str) -> Iterator[Invalid]:
    """Caps where no placing rule would have allowed them, whatever the surroundings."""
    caps = [game.by_mark[mark] for mark in stack.caps]
    ground = "face-down" if stack.face_down else "face-up" if stack.up else "empty"
    wrong = next((cap for cap in caps if ground not in cap.ground), None)
    if wrong is not None:
        said = f"a {ground} {game.piece}" if stack.height else "an empty space"
        known = [f"an {one} space" if one == "empty" else f"a {one} {game.piece}" for one in wrong.ground]
        example = f", as in '2{wrong.mark}'" if wrong.ground == ("face-down",) else ""
        help = f"a {wrong.name} must be on {' or '.join(known)}{example}" if known else "it is not allowed anywhere"
        yield Invalid("TW413", f"{where} has a {wrong.name} on {said}", at, help)
    if len(caps) > 1 and not all(cap.beside_others for cap in caps[1:]):
        help = f"at most one, as in '2{stack.caps[0]}'"
        yield Invalid("TW414", f"{where} has more than one piece on top", at, help)


def _table_reasons(game: Game, definition: BoardDef, spot: Spot, board: Board) -> Iterator[Invalid]:
    """Stacks that are not allowed on a board of the table or in a pile, where all pieces are face-up.

    Pieces under others may be left unknown if they are hidden. The heights are those of the layouts of that board,
    which have its name.
    """
    most = next((layout.high for layout in game.layouts if layout.name == definition.name), None)
    name = definition.name
    known_below = not definition.hides_covered
    down = [space for space, stack in enumerate(board.stacks) if stack.down and (known_below or not stack.up)]
    if down:
        message = f"the {name} has face-down {game.plural(game.piece)}, but all of them must be face-up there"
        help = f"write the codes, as in '{game.kinds[0].code}'"
        if definition.pile:
            message = f"which {game.plural(game.piece)} lie in the {name} is not given"
            help = f"write their codes from the bottom to the top, as in '{'/'.join(k.code for k in game.kinds[:2])}'"
        yield Invalid("TW420", message, spot._replace(part=down[0]), help)
    for space, stack in enumerate(board.stacks):
        if most is not None and stack.height > most:
            message = f"space {board.geometry.name(space)} of the {name} has a stack of {stack.height}"
            yield Invalid("TW420", message, spot._replace(part=space), f"at most {most} there")


def _copies_reasons(
    game: Game,
    players: Sequence[Player],
    boards: Sequence[tuple[Spot, Board]],
    pieces: Sequence[tuple[Spot, str]] = (),
    caps: Mapping[str, int] | None = None,
    standing: Sequence[FigureStanding] = (),
) -> list[Invalid]:
    """Too many copies of a kind, too many pieces or too many caps, on boards or to be placed."""
    own = [(Spot(i, game.own_place.name), player.board) for i, player in enumerate(players)]
    stacks = [
        (spot._replace(part=space), stack)
        for spot, board in (*own, *boards)
        for space, stack in enumerate(board.stacks)
    ]
    return [
        *_piece_reasons(game, stacks, pieces),
        *_cap_reasons(game, stacks, players, caps or {}, standing),
    ]


def _piece_reasons(
    game: Game, stacks: Iterable[tuple[Spot, Stack]], to_place: Iterable[tuple[Spot, str]]
) -> Iterator[Invalid]:
    uses: dict[str, Uses] = {}
    heights: Uses = []
    for spot, stack in stacks:
        heights.append((spot, stack.height))
        for code in stack.up:
            uses.setdefault(code, []).append((spot, 1))
    for spot, code in to_place:
        heights.append((spot, 1))
        uses.setdefault(code, []).append((spot, 1))
    sided = frozenset().union(*(sort.kinds for sort in game.sorts if sort.sides))
    stocks: dict[str, Uses] = {}
    for code, found in sorted(uses.items()):
        kind = game.by_code.get(code)
        if kind is None or kind.index not in sided:  # a face-up or face-down card is one of its stock
            stocks.setdefault(game.kinds[kind.first].code if kind else code, []).extend(found)
    for code, found in stocks.items():
        yield from _excess("TW415", code, found, game.by_code[code].copies if code in game.by_code else 0)
    yield from _sides_reasons(game, uses)
    yield from _excess("TW415", game.plural(game.piece), heights, game.pieces)


def _sides_reasons(game: Game, uses: Mapping[str, Uses]) -> Iterator[Invalid]:
    """Pieces that can show several kinds are counted together."""
    for sort in game.sorts:
        if sort.sides:
            shown = [use for code, found in uses.items() if game.by_code[code].index in sort.kinds for use in found]
            copies = sum(game.kinds[kind].copies for kind in sort.kinds if game.kinds[kind].first == kind)
            yield from _excess("TW415", game.plural(sort.name), shown, copies)


def _cap_reasons(
    game: Game,
    stacks: Sequence[tuple[Spot, Stack]],
    players: Sequence[Player],
    to_place: Mapping[str, int],
    standing: Sequence[FigureStanding] = (),
) -> Iterator[Invalid]:
    for cap in game.caps:
        plural, reserve = game.plural(cap.name), game.reserve_of(cap.name)
        uses = [(spot, stack.caps.count(cap.mark)) for spot, stack in stacks]
        uses += [(Spot(None, "figures", i), one.name == cap.name) for i, one in enumerate(standing)]
        if reserve:
            kept = [player.counters.get(reserve.name, 0) for player in players]
            if reserve.most is not None and max(kept, default=0) > reserve.most:
                continue  # a counter out of range is reported elsewhere
            uses += [(Spot(i, reserve.written), count) for i, count in enumerate(kept)]
        uses.append((Spot(0, plural), to_place.get(cap.name, 0)))
        most = cap.copies * len(players) if cap.of_players else cap.copies
        yield from _excess("TW416", plural, uses, most)


def _excess(code: str, what: str, uses: Uses, limit: int) -> Iterator[Invalid]:
    """A reason, located at the first excess one, if there are more than `limit`."""
    total = sum(count for _, count in uses)
    before = 0
    for spot, count in uses:
        before += count
        if before > limit:
            help = f"remove {total - limit}; everything on all boards counts, and what is still to come"
            yield Invalid(code, f"{total} {what} in all; there are {limit}", spot, help)
            return


@dataclass(frozen=True)
class Turn:
    """A turn: the index of its player, and the moves in notation.

    It has no moves if there was nothing to choose.
    """

    player: int
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """The result of a game: the score of each player by index, and the names of the winners."""

    scores: tuple[int, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A game as it was played, from the setup on, or from the position `start`.

    `game` and `cards` are ids; `players` are names in turn order; `layouts` are the ids of the layouts by board (empty
    if the game began with a position); the `seed` determines all chance. The last turn may be unfinished; without a
    `result` the game may be.
    """

    game: str
    cards: tuple[str, ...]
    players: tuple[str, ...]
    layouts: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    turns: tuple[Turn, ...] = ()
    result: Result | None = None
    start: Position | None = None


def moves_of(text: str) -> tuple[str, ...]:
    """The moves of a turn, separated by semicolons."""
    moves = (" ".join(move.split()) for move in text.split(";"))
    return tuple(move for move in moves if move)
