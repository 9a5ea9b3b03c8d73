"""The table during a game: fast to read, change and copy; converted to and from flat states."""

from __future__ import annotations

import itertools
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.kernel import layout as cells
from tilewright.kernel import table as changes
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState, lay_terrain, terrain_of
from tilewright.kernel.table import empty_state
from tilewright.meaning.exact import number_of_kind
from tilewright.table.board import DOWN, EMPTY
from tilewright.table.game import PATCHES, BoardDef, CounterDef, Game
from tilewright.table.geometry import Geometry, PoolGeometry
from tilewright.table.terrain import Patchwork, Terrain

UNKNOWN = -1
"""The kind of a piece that nobody has seen."""
COVERED = 2 * UNKNOWN
"""Such a piece in a pile: face-down, or under others in a place that hides it."""

POOL = PoolGeometry(1, 0)
"""The geometry of all pools: no grid, whatever their number of pieces."""

Pile = tuple[int, ...]
"""A stack from bottom to top; a piece is twice its kind, plus 1 if it is face-up."""


Deal = Mapping[tuple[int, int], Sequence[int]]
"""By seat and space: the kinds, bottom to top, of the face-down pieces that chance has dealt."""


_VERSIONS = itertools.count()


class Grid:
    """A place: stacks of pieces, with cached heights and tops.

    `tops[s]` is the kind of a face-up top, else `EMPTY` or `DOWN`; `caps[s]` are the symbols of the caps on it;
    `marks[s]` has a bit for each mark of the turn. A pool has as many spaces as it has had pieces at once; they
    identify the pieces. Grids with the same `version` are equal; each change through `Table.changing` gives a new one.
    """

    __slots__ = ("caps", "geometry", "heights", "marks", "piles", "tops", "version")

    def __init__(self, geometry: Geometry) -> None:
        size = geometry.size
        self.geometry = geometry
        self.piles: list[Pile] = [()] * size
        self.caps = [""] * size
        self.marks = [0] * size
        self.heights = [0] * size
        self.tops = [EMPTY] * size
        self.version = next(_VERSIONS)

    def copy(self) -> Grid:
        """An independent copy."""
        other: Grid = Grid.__new__(Grid)
        other.geometry = self.geometry
        other.piles, other.caps, other.marks = self.piles[:], self.caps[:], self.marks[:]
        other.heights, other.tops = self.heights[:], self.tops[:]
        other.version = self.version
        return other

    def add(self, piece: int) -> int:
        """Put a piece on the first free space of a pool; returns that space."""
        if EMPTY not in self.tops:
            self.grow()
        space = self.tops.index(EMPTY)
        self.put(space, piece)
        return space

    def grow(self, spaces: int = 1) -> None:
        """Make room for more pieces in a pool."""
        self.piles += [()] * spaces
        self.caps += [""] * spaces
        self.marks += [0] * spaces
        self.heights += [0] * spaces
        self.tops += [EMPTY] * spaces

    def put(self, space: int, piece: int) -> None:
        """Put a piece on a stack."""
        self.lay(space, (*self.piles[space], piece))

    def lift(self, space: int) -> int:
        """Remove the top piece of a stack."""
        *below, piece = self.piles[space]
        self.lay(space, tuple(below))
        self.marks[space] = 0
        return piece

    def turn(self, space: int, up: bool) -> None:
        """Turn the top piece of a stack face-up or face-down."""
        *below, piece = self.piles[space]
        self.lay(space, (*below, piece | 1 if up else piece & ~1))

    def lay(self, space: int, pile: Pile) -> None:
        """Set the pieces of a stack."""
        self.piles[space] = pile
        self.heights[space] = len(pile)
        top = pile[-1] if pile else -1
        self.tops[space] = EMPTY if not pile else top >> 1 if top & 1 else DOWN

    def show(self, space: int, kind: int) -> None:
        """Turn the unseen top piece face-up as this kind."""
        self.lay(space, (*self.piles[space][:-1], kind * 2 + 1))

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal contents."""
        contents = tuple(self.piles), tuple(self.caps), tuple(self.marks)
        geometry = self.geometry
        if isinstance(geometry, Terrain):
            return *contents, geometry.where
        return (*contents, geometry.spaces) if isinstance(geometry, Patchwork) else contents


@dataclass(frozen=True)
class GridView:
    """`meaning.domain.BoardView` of a grid of the table, for the exact arithmetic."""

    grids: Sequence[Grid]
    seat: int
    marks: Mapping[str, str]
    mark_bits: Mapping[str, int]
    game: Game | None = None

    @property
    def grid(self) -> Grid:
        """The current grid."""
        return self.grids[self.seat]

    @property
    def geometry(self) -> Geometry:
        return PoolGeometry(1, len(self.grid.tops)) if self.grid.geometry == POOL else self.grid.geometry

    @property
    def tallest(self) -> int:
        return max(self.grid.heights, default=0)

    def turns(self, space: int) -> tuple[core.Value, ...]:
        return self.game.turns[self.grid.tops[space]] if self.game is not None else ()

    def fits(self, space: int, face: core.Value) -> bool:
        known = self.game.kinds[min(face.kinds or ())].face if self.game is not None else None
        return isinstance(self.geometry, Terrain) and known is not None and self.geometry.fits(space, known)

    def capped_by(self, space: int, cap: str, player: int) -> bool:
        return f"{self.marks[cap]}{player}" in self.grid.caps[space]

    def height(self, space: int) -> int:
        return self.grid.heights[space]

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> int:
        return number_of_kind(self.grid.tops[space], numbers)

    def shows(self, space: int, kinds: frozenset[int]) -> bool:
        return self.grid.tops[space] in kinds

    def face_down(self, space: int) -> bool:
        return self.grid.tops[space] == DOWN

    def capped(self, space: int, cap: str) -> bool:
        return self.marks[cap] in self.grid.caps[space]

    def flagged(self, space: int, mark: str) -> bool:
        return bool(self.grid.marks[space] >> self.mark_bits[mark] & 1)


def geometry_of(place: BoardDef, size: Geometry | None) -> Geometry:
    """The geometry of a place at the beginning of a game; `size` is that of a board that has its own."""
    if place.grows:
        return Terrain(place.rows, place.columns)
    if place.of_patches:
        return Patchwork(0, 0)
    return POOL if place.pool or size is None else size


class Table:
    """All places, the counters of the players, and the pieces that are not on any place.

    `counters` are those of each player; counters of the table are the same for all, and a role is 1 for its owner.
    `grids` are the players' boards in turn order, then their other places, then those of the table (`seat_of` gives the
    index). `bag` has the number of unseen pieces by the first kind of their stock: those that can be drawn, and those
    that are face-down. `gone` are those that have left the game. Copies share grids until one of them is changed (copy
    on write, `changing`).
    """

    __slots__ = ("_own", "_seats", "bag", "counters", "game", "gone", "grids", "players")

    def __init__(self, game: Game, players: int, sizes: Mapping[str, Geometry]) -> None:
        self.game = game
        self.players = players
        self._seats = game.seats(players)
        self.grids = [Grid(geometry_of(board, sizes.get(board.name))) for board, _ in game.places(players)]
        self.counters = [dict.fromkeys(game.numbers, 0) for _ in range(players)]
        self.bag = [kind.copies if kind.first == kind.index else 0 for kind in game.kinds]
        self.gone = [0] * len(game.kinds)
        self._own = (1 << len(self.grids)) - 1  # a bit for each grid that no copy shares

    def copy(self) -> Table:
        """An independent copy."""
        other: Table = Table.__new__(Table)
        other.game, other.players, other._seats = self.game, self.players, self._seats
        other.grids = self.grids[:]
        other._own = self._own = 0
        other.counters = [counters.copy() for counters in self.counters]
        other.bag, other.gone = self.bag[:], self.gone[:]
        return other

    def changing(self, seat: int) -> Grid:
        """A grid to be changed; not shared with copies from now on."""
        bit = 1 << seat
        if not self._own & bit:
            self._own |= bit
            self.grids[seat] = self.grids[seat].copy()
        grid = self.grids[seat]
        grid.version = next(_VERSIONS)
        return grid

    def empty(self, seat: int) -> None:
        """Clear a place."""
        self.grids[seat] = Grid(self.grids[seat].geometry)
        self._own |= 1 << seat

    def seat_of(self, board: str, player: int) -> int:
        """The index of a place in `grids`: the player's own, or the table's."""
        return self._seats[board][player]

    def begin(self, known: Container[str] = ()) -> None:
        """Put pieces from the bag on the places where they begin; limited numbers before the rest.

        The `known` places are set up already; of pieces that all begin there, the rest has left the game.
        """
        begins = [(place, *line) for place in self.game.boards for line in place.begins]
        for place, kinds, count in sorted(begins, key=lambda line: line[2] is None):
            pool = self.changing(self.seat_of(place.name, 0))
            stocks = [kind for kind in kinds if self.game.kinds[kind].first == kind]
            left = count
            for kind in sorted(stocks):
                taken = self.bag[kind] if left is None else min(left, self.bag[kind])
                if place.name in known:
                    taken = 0 if left is not None else taken
                    self.gone[kind] += taken
                    self.bag[kind] -= taken
                    continue
                for _ in range(taken):
                    if place.grows:
                        pool.put(0, 2 * kind + 1)
                        self.tile_placed(self.seat_of(place.name, 0), 0)
                    elif place.pile:
                        pool.put(0, 2 * kind + 1)
                    else:
                        pool.add(2 * kind + 1)
                self.bag[kind] -= taken
                left = None if left is None else left - taken

    def tile_placed(self, seat: int, space: int) -> None:
        """Extend a growing board around a new tile: spaces around it, and its patches."""
        grid = self.changing(seat)
        face = self.game.kinds[grid.tops[space]].face
        if not isinstance(grid.geometry, Terrain) or face is None:
            return
        grid.geometry = terrain = grid.geometry.with_tile(space, face)
        while len(grid.tops) < terrain.size:
            grid.grow()
        patches = self.changing(self.seat_of(PATCHES, 0))
        patches.geometry = terrain.patchwork
        for what in face.patches:
            patches.grow()
            patches.put(len(patches.tops) - 1, 2 * self.game.by_code[what].index + 1)

    def supply(self, cap: str) -> int:
        """The number of caps of a kind that are neither on a place nor in a reserve."""
        piece = self.game.caps_by_name[cap]
        lying = sum("".join(grid.caps).count(piece.mark) for grid in self.grids)
        kept = self.game.reserve_of(cap)
        copies = piece.copies * self.players if piece.of_players else piece.copies
        return copies - lying - sum(c[kept.name] for c in self.counters if kept)

    def bank(self, counter: CounterDef) -> int:
        """The number of tokens of a limited counter that no player has."""
        assert counter.copies is not None, "without copies there is no end to it"
        names = [known.name for known in self.game.counters if known.stock == counter.stock]
        return counter.copies - sum(own[name] for own in self.counters for name in names)

    def left(self, sort: frozenset[int] | None = None) -> int:
        """The number of pieces in the bag (of the kinds in `sort`, if given)."""
        if sort is not None:
            return sum(count for kind, count in enumerate(self.bag) if kind in sort)
        return sum(self.bag) - sum(pile.count(COVERED) for grid in self.grids for pile in grid.piles)

    @property
    def rest(self) -> tuple[object, ...]:
        """Equal for tables that differ at most in what is on the places."""
        counters = tuple(tuple(own.values()) for own in self.counters)
        return counters, tuple(self.bag), tuple(self.gone)

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for equal tables."""
        return tuple(grid.key for grid in self.grids), *self.rest


def lay_table(layout: StateLayout, table: Table, deal: Deal) -> FlatState:
    """A state with the contents of a table; `deal` has the kinds of face-down pieces known to chance, and who has seen
    the pieces of hidden piles."""
    state = empty_state(layout)
    for player, counters in enumerate(table.counters):
        for name, number in counters.items():
            state.set_counter(player, name, number)
    for kind, (left, gone) in enumerate(zip(table.bag, table.gone, strict=True)):
        state.set(layout.bag, left, kind)
        state.set(layout.gone, gone, kind)
    terrain = next((grid.geometry for grid in table.grids if isinstance(grid.geometry, Terrain)), None)
    for seat, grid in enumerate(table.grids):
        if not layout.place_at(seat).board.of_patches:
            _lay_grid(state, seat, grid, deal)
    if terrain is not None:
        lay_terrain(state, terrain)
    for seat, grid in enumerate(table.grids):
        _lay_caps(state, seat, grid)
    return state


def _lay_grid(state: FlatState, seat: int, grid: Grid, deal: Deal) -> None:
    layout = state.layout
    if layout.place_at(seat).board.pool:
        state.set(layout.sizes, len(grid.tops), seat)
    for space, pile in enumerate(grid.piles):
        known = deal.get((seat, space), ())
        for height, shown in enumerate(pile):
            piece = changes.new_piece(state, shown)
            if shown == COVERED:
                state.add(layout.covered, 1)
                if height < len(known):
                    state.set(layout.dealt, known[height], piece)
            elif layout.place_at(seat).board.pile:
                state.set(layout.dealt, known[height] if height < len(known) else 0, piece)
            changes.put(state, (seat, space), piece)


def _lay_caps(state: FlatState, seat: int, grid: Grid) -> None:
    """Caps and marks; the symbol of a cap with an owner is followed by the owner's index."""
    layout = state.layout
    for space, (caps, bits) in enumerate(zip(grid.caps, grid.marks, strict=True)):
        for mark, owner in re.findall(r"(\D)(\d*)", caps):
            cap = layout.game.by_mark[mark]
            cell = layout.space_at(seat, space) + cells.MARKS + layout.mark_cells + layout.caps[cap.name]
            state.narrow[cell] = int(owner) + 1 if cap.of_players else state.narrow[cell] + 1
            state.add(layout.lying, 1, layout.caps[cap.name])
        if bits:
            state.set(layout.marked, 1)
            words = [bits >> cells.MARKS_A_CELL * i & (1 << cells.MARKS_A_CELL) - 1 for i in range(layout.mark_cells)]
            changes.set_marks(state, (seat, space), words)


def table_in(state: FlatState) -> Table:
    """The table of a state."""
    layout, narrow = state.layout, state.narrow
    table = Table(layout.game, layout.players, {place.board.name: place.geometry for place in layout.places})
    kinds = len(layout.game.kinds)
    table.bag = narrow[layout.bag.at : layout.bag.at + kinds].tolist()
    table.gone = narrow[layout.gone.at : layout.gone.at + kinds].tolist()
    table.counters = counters_in(state)
    shown, below = (narrow[cell.at : cell.at + layout.pieces].tolist() for cell in (layout.kind, layout.below))
    for seat, grid in enumerate(table.grids):
        _read_grid(state, seat, grid, shown, below)
    return table


def counters_in(state: FlatState) -> list[dict[str, int]]:
    """The counters of each player, as in the table of a state."""
    layout = state.layout
    size, first = len(layout.counters), layout.count.at
    return [
        dict(zip(layout.counters, state.wide[at : at + size].tolist(), strict=True))
        for at in (first + size * player for player in range(layout.players))
    ]


def _read_grid(state: FlatState, seat: int, grid: Grid, shown: Sequence[int], below: Sequence[int]) -> None:
    """Read a place; for each piece, `shown` is its code, and `below` the number of the piece under it."""
    layout, size, board = state.layout, state.size(seat), state.layout.place_at(seat).board
    if board.grows:
        grid.geometry = terrain_of(state)
    elif board.of_patches:
        grid.geometry = terrain_of(state).patchwork
    grid.grow(size - len(grid.tops))
    first, step = layout.space_at(seat, 0), layout.space_cells
    row = state.narrow[first : first + size * step].tolist()
    grid.tops[:size] = tops = row[cells.TOP :: step]
    if board.of_patches:
        grid.piles[:size], grid.heights[:size] = [(2 * top + 1,) for top in tops], [1] * size
    else:
        grid.heights[:size] = row[cells.HEIGHT :: step]
        for space, piece in enumerate(row[cells.PIECE :: step]):
            if piece:
                grid.piles[space] = _pile(piece, shown, below) if below[piece] else (shown[piece],)
    if state.get(layout.marked):
        marked = [row[cells.MARKS + cell :: step] for cell in range(layout.mark_cells)]
        grid.marks[:size] = [_mark_bits(marks) for marks in zip(*marked, strict=True)]
    for cap in layout.game.caps:
        number = layout.caps[cap.name]
        if state.get(layout.lying, number):
            for space, count in enumerate(row[cells.MARKS + layout.mark_cells + number :: step]):
                if count:
                    grid.caps[space] += f"{cap.mark}{count - 1}" if cap.of_players else cap.mark * count


def _pile(piece: int, shown: Sequence[int], below: Sequence[int]) -> Pile:
    """The pieces of a stack, bottom to top, given the one on top."""
    found = list[int]()
    while piece:
        found.append(shown[piece])
        piece = below[piece]
    return tuple(found[::-1])


def _mark_bits(marks: Sequence[int]) -> int:
    """The marks of a space as bits."""
    return sum(bits << cells.MARKS_A_CELL * cell for cell, bits in enumerate(marks))


def seen_in(state: FlatState) -> Deal:
    """By seat and space, who has seen the pieces of a hidden pile, bottom to top, as a bit mask of players."""
    layout = state.layout
    seats = [seat for seat in range(len(layout.owners)) if layout.place_at(seat).board.pile]
    return {(seat, 0): [state.get(layout.dealt, piece) for piece in state.stack(seat, 0)] for seat in seats}


def deal_in(state: FlatState) -> Deal:
    """By seat and space, the kinds, bottom to top, of the face-down pieces that have been dealt."""
    layout, found = state.layout, dict[tuple[int, int], list[int]]()
    for seat in range(len(layout.owners)):
        if layout.place_at(seat).board.hides_covered:
            for space in range(state.size(seat)):
                piece, dealt = state.narrow[layout.space_at(seat, space) + cells.PIECE], list[int]()
                while piece:
                    if state.get(layout.kind, piece) == COVERED and state.get(layout.dealt, piece) >= 0:
                        dealt.append(state.get(layout.dealt, piece))
                    piece = state.get(layout.below, piece)
                if dealt:
                    found[seat, space] = dealt[::-1]
    return found
