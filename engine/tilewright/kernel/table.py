"""The changes of the table on a flat state; a change that is not possible changes nothing and returns False. Also the
table before the setup."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from tilewright.kernel import layout as cells
from tilewright.kernel.layout import MOST_IN_CELL, PlaceCells, StateLayout, counted
from tilewright.kernel.state import COVERED, FlatState, lay_terrain, terrain_of
from tilewright.table.board import DOWN, EMPTY
from tilewright.table.game import Game
from tilewright.table.terrain import Terrain

SpaceAt = tuple[int, int]
"""A seat and a space."""


def loose(state: FlatState, at: SpaceAt) -> bool:
    """Whether there is a piece that can be lifted or turned: no piece under a cap can."""
    cell, layout = state.layout.space_at(*at), state.layout
    caps = cell + cells.MARKS + layout.mark_cells
    return state.narrow[cell + cells.PIECE] > 0 and not any(state.narrow[caps : caps + len(layout.caps)])


def top(state: FlatState, at: SpaceAt) -> int:
    """The piece on top: twice its kind, plus 1 if it is face-up."""
    return state.narrow[state.layout.kind.at + state.narrow[state.layout.space_at(*at) + cells.PIECE]]


def _show_top(state: FlatState, cell: int) -> None:
    """Update the cached top of a stack."""
    narrow, piece = state.narrow, state.narrow[cell + cells.PIECE]
    shown = narrow[state.layout.kind.at + piece]
    narrow[cell + cells.TOP] = EMPTY if not piece else shown >> 1 if shown & 1 else DOWN


def lift(state: FlatState, at: SpaceAt) -> int:
    """Remove the top piece of a stack; returns its number."""
    narrow, cell = state.narrow, state.layout.space_at(*at)
    piece = narrow[cell + cells.PIECE]
    if state.layout.piles and narrow[state.layout.kind.at + piece] >= 0:
        state.set(state.layout.dealt, -1, piece)
    narrow[cell + cells.PIECE] = narrow[state.layout.below.at + piece]
    narrow[cell + cells.HEIGHT] -= 1
    _show_top(state, cell)
    set_marks(state, at, [0] * state.layout.mark_cells)
    return piece


def put(state: FlatState, at: SpaceAt, piece: int) -> None:
    """Put a piece on a stack."""
    narrow, cell = state.narrow, state.layout.space_at(*at)
    narrow[state.layout.below.at + piece] = narrow[cell + cells.PIECE]
    narrow[cell + cells.PIECE] = piece
    narrow[cell + cells.HEIGHT] += 1
    _show_top(state, cell)


def _put_under(state: FlatState, at: SpaceAt, piece: int) -> None:
    """Put a piece under a stack."""
    narrow, below = state.narrow, state.layout.below.at
    cell = state.layout.space_at(*at)
    lowest = narrow[cell + cells.PIECE]
    if not lowest:
        put(state, at, piece)
        return
    while narrow[below + lowest]:
        lowest = narrow[below + lowest]
    narrow[below + lowest], narrow[below + piece] = piece, 0
    narrow[cell + cells.HEIGHT] += 1


def _lay(state: FlatState, at: SpaceAt, piece: int, seen: int, under: bool = False) -> None:
    """Put a piece on or under a stack; in a hidden pile it stays known to the players who have `seen` it (a bit mask)."""
    (_put_under if under else put)(state, at, piece)
    if state.layout.place_at(at[0]).board.pile:
        state.set(state.layout.dealt, seen, piece)


def onlookers(state: FlatState, at: SpaceAt) -> int:
    """The players who see the top piece, as a bit mask."""
    layout, place = state.layout, state.layout.place_at(at[0]).board
    if place.pile:
        return state.get(layout.dealt, state.narrow[layout.space_at(*at) + cells.PIECE])
    return onlookers_of(place.hidden, layout.owners[at[0]], layout.players)


def onlookers_of(hidden: str, owner: int | None, players: int) -> int:
    """The players who see into a place that is not a pile, as a bit mask."""
    if not hidden:
        return (1 << players) - 1
    return 0 if hidden == "from all" or owner is None else 1 << owner


def turn_top(state: FlatState, at: SpaceAt, shown: int) -> None:
    """Change the kind or the orientation of the top piece."""
    cell = state.layout.space_at(*at)
    state.narrow[state.layout.kind.at + state.narrow[cell + cells.PIECE]] = shown
    _show_top(state, cell)


def marks(state: FlatState, at: SpaceAt) -> Sequence[int]:
    """The marks of a space."""
    cell = state.layout.space_at(*at) + cells.MARKS
    return state.narrow[cell : cell + state.layout.mark_cells].tolist()


def set_marks(state: FlatState, at: SpaceAt, said: Sequence[int]) -> None:
    """Set the marks of a space."""
    cell = state.layout.space_at(*at) + cells.MARKS
    for i, bits in enumerate(said):
        state.narrow[cell + i] = bits


def new_piece(state: FlatState, shown: int) -> int:
    """Create a piece on the table; returns its number."""
    layout, piece = state.layout, state.get(state.layout.free)
    # free numbers are a linked list in the cells for the piece below
    state.set(layout.free, state.get(layout.below, piece))
    state.set(layout.kind, shown, piece)
    state.set(layout.below, 0, piece)
    state.set(layout.dealt, -1, piece)
    return piece


def drop_piece(state: FlatState, piece: int) -> None:
    """Remove a piece from the table; its number becomes free."""
    layout = state.layout
    for cell, value in ((layout.below, state.get(layout.free)), (layout.kind, 0), (layout.dealt, -1)):
        state.set(cell, value, piece)
    state.set(layout.free, piece)


def add_to_pool(state: FlatState, seat: int, piece: int) -> int:
    """Put a piece on the first free space of a pool; returns that space."""
    layout = state.layout
    size = state.size(seat)
    free = (s for s in range(size) if not state.narrow[layout.space_at(seat, s) + cells.HEIGHT])
    space = next(free, size)
    if space == size:
        state.set(layout.sizes, size + 1, seat)
    put(state, (seat, space), piece)
    return space


def lay_tile(state: FlatState, at: SpaceAt) -> None:
    """Extend a growing board around a tile that was placed."""
    place = state.layout.place_at(at[0])
    if place.board.grows:
        face = state.layout.game.kinds[state.narrow[state.layout.space_at(*at) + cells.TOP]].face
        if face is not None:
            lay_terrain(state, terrain_of(state).with_tile(at[1], face))


# ------------------------------------------------------------------ what statements do


def move_piece(state: FlatState, piece: SpaceAt, to: SpaceAt | None, under: bool = False) -> bool:
    if not loose(state, piece):
        return False
    # read first: lifting the piece changes it
    said, seen, number = marks(state, piece), onlookers(state, piece), lift(state, piece)
    if to is not None:
        _lay(state, to, number, seen, under)
        if not under:
            set_marks(state, to, said)
        lay_tile(state, to)
        return True
    shown = state.get(state.layout.kind, number)
    if shown >= 0:
        state.add(state.layout.gone, 1, state.layout.game.kinds[shown >> 1].first)
    else:
        state.add(state.layout.covered, -1)
    drop_piece(state, number)
    return True


def shuffle(state: FlatState, seat: int, random: Random) -> None:
    """Shuffle a hidden pile; afterwards nobody has seen its pieces."""
    pieces = list(state.stack(seat, 0))
    kinds = [state.get(state.layout.kind, piece) for piece in pieces]
    random.shuffle(kinds)
    for piece in pieces:
        state.set(state.layout.dealt, 0, piece)
    turn_pile(state, seat, pieces, kinds)


def turn_pile(state: FlatState, seat: int, pieces: Sequence[int], shown: Sequence[int]) -> None:
    """Set the kinds of some pieces of a pile."""
    for piece, kind in zip(pieces, shown, strict=True):
        state.set(state.layout.kind, kind, piece)
    _show_top(state, state.layout.space_at(seat, 0))


def has_seen(state: FlatState, piece: int, player: int) -> bool:
    """Whether a player has seen a piece of a hidden pile; -1 (no player): whether all have."""
    seen, everybody = state.get(state.layout.dealt, piece), (1 << state.layout.players) - 1
    return bool(seen >> player & 1) if player >= 0 else seen == everybody


def look_at(state: FlatState, at: SpaceAt, player: int) -> bool:
    if not loose(state, at):
        return False
    piece = state.narrow[state.layout.space_at(*at) + cells.PIECE]
    state.set(state.layout.dealt, onlookers(state, at) | 1 << player, piece)
    return True


def swap_pieces(state: FlatState, one: SpaceAt, other: SpaceAt) -> bool:
    if one == other or not (loose(state, one) and loose(state, other)):
        return False
    said, seen = (marks(state, one), marks(state, other)), (onlookers(state, one), onlookers(state, other))
    pieces = lift(state, one), lift(state, other)
    _lay(state, one, pieces[1], seen[1])
    _lay(state, other, pieces[0], seen[0])
    set_marks(state, one, said[1])
    set_marks(state, other, said[0])
    return True


def keep_piece(state: FlatState, piece: SpaceAt, pool: int) -> int | None:
    """Returns the space of the pool where the piece is; None if it is not possible."""
    if piece[0] == pool or not loose(state, piece):
        return None
    return add_to_pool(state, pool, lift(state, piece))


def turn_piece(state: FlatState, at: SpaceAt, up: bool) -> bool:
    if not loose(state, at):
        return False
    shown, game = top(state, at), state.layout.game
    if shown < 0:
        return not up
    front = game.kinds[shown >> 1].first
    back = game.turned.get(front)
    if back is None:
        turn_top(state, at, shown | 1 if up else shown & ~1)
    else:
        turn_top(state, at, 2 * (front if up else back) + (shown & 1))
    return True


def home_of(game: Game, players: int, stock: int) -> int | None:
    """The seat of the place where the pieces of a stock begin."""
    seats = game.seats(players)
    begun = (place for place in game.boards for kinds, _ in place.begins if stock in kinds)
    place = next(begun, None)
    return None if place is None else seats[place.name][0]


def return_piece(state: FlatState, at: SpaceAt) -> bool:
    if not loose(state, at):
        return False
    game, shown = state.layout.game, top(state, at)
    stock = game.kinds[shown >> 1].first if shown >= 0 else -1
    # of a piece that nobody has seen, not even where it belongs is known
    home = home_of(game, state.layout.players, stock) if stock >= 0 else None
    if home == at[0]:
        return False
    seen, piece = onlookers(state, at), lift(state, at)
    if home is not None:
        state.set(state.layout.kind, 2 * stock + 1, piece)
        if state.layout.place_at(home).board.pile:
            _lay(state, (home, 0), piece, seen)
        else:
            add_to_pool(state, home, piece)
        return True
    if stock >= 0:
        state.add(state.layout.bag, 1, stock)
    else:
        state.add(state.layout.covered, -1)
    drop_piece(state, piece)
    return True


def show_side(state: FlatState, at: SpaceAt, sides: Sequence[int]) -> bool:
    """Turn the top piece to the first of its sides that is one of these kinds."""
    if not loose(state, at):
        return False
    shown = top(state, at)
    side = next((kind for kind in state.layout.game.stocks[shown >> 1] if kind in sides), None)
    if side is None:
        return False
    turn_top(state, at, 2 * side + (shown & 1))
    return True


# ------------------------------------------------------------------ caps and counters


def _cap_cell(state: FlatState, at: SpaceAt, cap: str) -> int:
    layout = state.layout
    return layout.space_at(*at) + cells.MARKS + layout.mark_cells + layout.caps[cap]


def supply(state: FlatState, cap: str) -> int:
    """The number of caps of a kind that are neither on a place nor in a reserve."""
    layout, game = state.layout, state.layout.game
    piece = game.caps_by_name[cap]
    kept = game.reserve_of(cap)
    reserve = sum(state.counter(player, kept.name) for player in range(layout.players)) if kept else 0
    copies = piece.copies * layout.players if piece.of_players else piece.copies
    return copies - state.get(layout.lying, layout.caps[cap]) - reserve


def bank(state: FlatState, counter: str) -> int:
    """The number of tokens of a limited counter that no player has."""
    known = state.layout.game.counters_by_name[counter]
    names = [one.name for one in state.layout.game.counters if one.stock == known.stock]
    assert known.copies is not None
    return known.copies - sum(state.counter(player, name) for player in range(state.layout.players) for name in names)


def put_cap(state: FlatState, at: SpaceAt, cap: str, player: int) -> bool:
    layout, game, cell = state.layout, state.layout.game, _cap_cell(state, at, cap)
    lying = counted(f"the number of '{cap}'", state.get(layout.lying, layout.caps[cap]) + 1, MOST_IN_CELL)
    if cap in game.owned:
        if state.narrow[cell]:
            return False
        state.narrow[cell] = player + 1
    else:
        if game.reserve_of(cap) is None and not supply(state, cap):
            return False
        state.narrow[cell] += 1
    state.set(layout.lying, lying, layout.caps[cap])
    return True


def take_cap(state: FlatState, at: SpaceAt, cap: str, back: bool) -> bool:
    layout, game, cell = state.layout, state.layout.game, _cap_cell(state, at, cap)
    if not state.narrow[cell]:
        return False
    if cap in game.owned:
        owner, state.narrow[cell] = state.narrow[cell] - 1, 0
        kept = game.reserve_of(cap)
        if back and kept is not None:
            state.set_counter(owner, kept.name, state.counter(owner, kept.name) + 1)
    else:
        state.narrow[cell] -= 1
    state.add(layout.lying, -1, layout.caps[cap])
    return True


def change_counter(state: FlatState, counter: str, amount: int, player: int, other: int | None, pay: bool) -> bool:
    amount = max(0, amount)
    giver, taker = (player, other) if pay else (other, player)
    if pay and _had(state, counter, player) < amount:
        return False
    if taker is not None:
        amount = min(amount, *_limits(state, counter, giver, taker), amount)
        state.set_counter(taker, counter, state.counter(taker, counter) + amount)
    if giver is not None:
        state.set_counter(giver, counter, state.counter(giver, counter) - amount)
    return True


def _had(state: FlatState, counter: str, player: int) -> int:
    """How much a player can give away."""
    known = state.layout.game.counters_by_name[counter]
    return state.counter(player, counter) - known.least


def _limits(state: FlatState, counter: str, giver: int | None, taker: int) -> list[int]:
    """The upper limits of an amount: what the giver (or the bank) has, and what the taker may have."""
    known = state.layout.game.counters_by_name[counter]
    found = [] if known.most is None else [known.most - state.counter(taker, counter)]
    if giver is not None:
        found.append(_had(state, counter, giver))
    elif known.cap is not None:
        found.append(supply(state, known.cap))
    elif known.copies is not None:
        found.append(bank(state, counter))
    return found


# ------------------------------------------------------------------ what is revealed


def undrawn(state: FlatState, sort: frozenset[int] | None) -> int:
    """The number of pieces in the bag (of the kinds in `sort`, if given)."""
    layout = state.layout
    bag = state.narrow[layout.bag.at : layout.bag.at + len(layout.game.kinds)]
    if sort is not None:
        return sum(count for kind, count in enumerate(bag) if kind in sort)
    return sum(bag) - state.get(layout.covered)


def draw_piece(state: FlatState, pool: int) -> int:
    """Put a piece that nobody has seen into a pool; returns its space."""
    state.add(state.layout.covered, 1)
    return add_to_pool(state, pool, new_piece(state, COVERED))


def reveal(state: FlatState, at: SpaceAt, kind: int) -> None:
    """Turn the unseen top piece face-up as this kind."""
    turn_top(state, at, 2 * kind + 1)
    state.add(state.layout.bag, -1, kind)
    state.add(state.layout.covered, -1)


def clear_marks(state: FlatState) -> None:
    """Remove all marks at the end of a turn."""
    layout = state.layout
    if not state.get(layout.marked):
        return
    state.set(layout.marked, 0)
    for place in layout.places:
        for seat in range(place.seat, place.seat + _copies(place, layout.players)):
            for space in range(place.size):
                set_marks(state, (seat, space), [0] * layout.mark_cells)


def _copies(place: PlaceCells, players: int) -> int:
    return players if place.board.each_player else 1


# ------------------------------------------------------------------ sets


def sets_of(piles: Sequence[Sequence[int]], least: int, most: int) -> Iterator[list[int]]:
    """All ways to take `least` to `most` things from piles of equal things: the number taken from each pile."""

    def chosen(at: int, left: int) -> Iterator[list[int]]:
        if at == len(piles):
            yield []
            return
        for number in range(min(left, len(piles[at])), -1, -1):
            for others in chosen(at + 1, left - number):
                yield [*piles[at][:number], *others]

    return (one for one in chosen(0, most) if len(one) >= least)


def empty_state(layout: StateLayout) -> FlatState:
    """A state with nothing on the table: all pieces are in the bag."""
    return _emptied(layout).copy()


@lru_cache(maxsize=32)
def _emptied(layout: StateLayout) -> FlatState:
    """A template to copy, as many tables are set up for one layout."""
    state = FlatState(layout)
    for piece in range(1, layout.pieces):
        state.set(layout.below, piece + 1 if piece + 1 < layout.pieces else 0, piece)
        state.set(layout.dealt, -1, piece)
    state.set(layout.free, 1 if layout.pieces > 1 else 0)
    for kind in layout.game.kinds:
        state.set(layout.bag, kind.copies if kind.first == kind.index else 0, kind.index)
    for seat in range(len(layout.owners)):
        place = layout.place_at(seat)
        state.set(layout.sizes, 0 if place.board.pool or place.board.of_patches else place.geometry.size, seat)
        for space in range(place.size):
            state.narrow[layout.space_at(seat, space) + cells.TOP] = EMPTY
    if layout.grown is not None:
        for space in range(layout.grown.size):
            state.narrow[layout.on_map.at + space * cells.OF_GROWN + cells.TILE] = -1
        lay_terrain(state, Terrain(layout.grown.board.rows, layout.grown.board.columns))
    return state


def first_state(layout: StateLayout) -> FlatState:
    """The state before the setup: pieces are where they begin, those with a limited number first."""
    state, game = empty_state(layout), layout.game
    begins = [(place, *line) for place in game.boards for line in place.begins]
    for place, kinds, count in sorted(begins, key=lambda line: line[2] is None):
        seat, left = layout.of_board[place.name].seat, count
        for kind in sorted(kind for kind in kinds if game.kinds[kind].first == kind):
            known = state.get(layout.bag, kind)
            taken = known if left is None else min(left, known)
            for _ in range(taken):
                piece = new_piece(state, 2 * kind + 1)
                if place.grows:
                    put(state, (seat, 0), piece)
                    lay_tile(state, (seat, 0))
                elif place.pile:
                    put(state, (seat, 0), piece)
                else:
                    add_to_pool(state, seat, piece)
            state.add(layout.bag, -taken, kind)
            left = None if left is None else left - taken
    state.set(layout.pc, layout.flow.setup)
    return state
