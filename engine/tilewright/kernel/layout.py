"""The layout of a flat state: where each part of the state of a game is.

A state is a fixed-size row of 16-bit cells, some of them 32-bit (`wide`): pieces are numbered records in linked stacks,
pools have a space for each piece that can be in them, lists of loops have room for all elements.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from tilewright.core import expr as core
from tilewright.core.walk import find
from tilewright.kernel.flow import Flow, Level, Slot
from tilewright.stopping import PlayError
from tilewright.table.game import PATCHES, BoardDef, Game
from tilewright.table.geometry import Geometry

MOST_RULINGS = 16
"""The maximum number of overrides in force at once."""
MARKS_A_CELL = 15
HEIGHT, TOP, PIECE, MARKS = range(4)
"""The cells of a space: the height, the kind on top (`EMPTY`, `DOWN`), the number of the top piece, the marks; then one
cell per kind of cap."""
ROW, COLUMN, BESIDE, TILE, PATCH = 0, 1, 2, 6, 7
"""The cells of a space of a growing board: its row and column, the four spaces around it (-1: none), its tile, the
first patch of the tile."""
OF_GROWN = 8
ON, ROOT, LOOSE = range(3)
"""The cells of a patch: its space, the root of its area, the number of its open edges."""
OF_PATCH = 3


MOST_COUNTED = 1 << 24
"""The limit of counters and of numbers bound to variables, so that sums and products of a few of them fit into 32 bits."""
MOST_IN_CELL = (1 << 15) - 1
"""The maximum number of caps of one kind on the table (the largest number in a 16-bit cell)."""


class TooLarge(PlayError):
    """The game does not fit into a flat state."""


class TooLargeNumber(PlayError):
    """A number exceeds the room in a state. `what`: its name (empty: a number computed by a rule); `level`: the
    statement."""

    def __init__(self, what: str, value: int, most: int = MOST_COUNTED, level: Level | None = None) -> None:
        subject = what or "a number that a rule computes"
        where = "" if level is None else f" ({level.place})"
        super().__init__(f"{subject} would become {value:,}; the most that a game can count is {most:,}{where}")
        self.what, self.value, self.most = what, value, most

    def at(self, level: Level | None) -> TooLargeNumber:
        """The same error, located at a statement."""
        return TooLargeNumber(self.what, self.value, self.most, level)


def counted(what: str, value: int, most: int = MOST_COUNTED) -> int:
    """A number, checked before it is written to a state. Raises `TooLargeNumber`."""
    if not -most <= value <= most:
        raise TooLargeNumber(what, value, most)
    return value


@dataclass(frozen=True, slots=True)
class Cells:
    """A range of cells of one width; `at` counts in cells of that width."""

    at: int
    wide: bool = False

    @property
    def offset(self) -> int:
        """The offset in bytes from the beginning of a state."""
        return self.at * (4 if self.wide else 2)


class ValueCodes:
    """Codes of the values that variables can be bound to: a number n is 2n, a value of pieces is odd."""

    def __init__(self, known: Iterable[core.Value]) -> None:
        self.known = list(dict.fromkeys(value for value in known if value.kinds is not None))
        self._codes = {value: 2 * index + 1 for index, value in enumerate(self.known)}

    def with_more(self, values: Iterable[core.Value]) -> ValueCodes:
        """A copy that also has codes for other values, after the known ones."""
        return ValueCodes(chain(self.known, values))

    def code(self, value: core.Value) -> int:
        """The code of a value."""
        return 2 * (value.number or 0) if value.kinds is None else self._codes[value]

    def value(self, code: int) -> core.Value:
        """The value of a code."""
        return self.known[code >> 1] if code & 1 else core.Value(str(code >> 1), None, code >> 1)


@dataclass(frozen=True, slots=True)
class PlaceCells:
    """The seats of one place (one, or one per player): from `seat` on, `size` spaces each, from the cell `spaces` on."""

    board: BoardDef
    seat: int
    size: int
    geometry: Geometry
    spaces: int


class StateLayout:
    """The positions of all cells in the states of one game with its cards, number of players and sizes of boards.

    `sizes`: the geometries of boards with a fixed one, by name. Raises `TooLarge`.
    """

    def __init__(self, flow: Flow, game: Game, players: int, sizes: Mapping[str, Geometry]) -> None:
        self.flow, self.game, self.players = flow, game, players
        self.values = ValueCodes(_values(flow, game))
        self._wide = self._narrow = 0
        self.counters = {name: number for number, name in enumerate(game.numbers)}
        self.marks = {mark: number for number, mark in enumerate(game.marks)}
        self.caps = {cap.name: number for number, cap in enumerate(game.caps)}
        self.mark_cells = max(1, -(-len(self.marks) // MARKS_A_CELL))
        self.space_cells = MARKS + self.mark_cells + len(self.caps)
        seats = game.places(players)
        self.owners = [owner for _, owner in seats]
        self.single = [ability.ability for ability in flow.uses if ability.ability.once]
        self._geometries(seats, sizes)
        self._lay_out(len(game.kinds), len(seats))

    # -- cells

    def wide(self, count: int = 1) -> Cells:
        self._wide += count
        return Cells(self._wide - count, wide=True)

    def narrow(self, count: int = 1) -> Cells:
        self._narrow += count
        return Cells(self._narrow - count)

    def _geometries(self, seats: Sequence[tuple[BoardDef, int | None]], sizes: Mapping[str, Geometry]) -> None:
        """Set the maximum number of spaces of each place."""
        game, self.places = self.game, list[PlaceCells]()
        self.pieces = 1 + sum(kind.copies for kind in game.kinds if kind.first == kind.index)
        tiles = [kind for kind in game.kinds if kind.face is not None and kind.first == kind.index]
        self.patches = sum(kind.copies * len(kind.face.patches) for kind in tiles if kind.face is not None)
        grown = 2 + 3 * sum(kind.copies for kind in tiles)
        for seat, (board, _) in enumerate(seats):
            if any(known.board == board for known in self.places):
                continue
            geometry = sizes.get(board.name, board.geometry)
            if board.of_patches:
                size = self.patches
            elif board.grows:
                size = min(grown, board.rows * board.columns)
            elif board.pool:
                size = self._room(board)
            else:
                size = geometry.size
            self.places.append(PlaceCells(board, seat, size, geometry, 0))
        self.most_spaces = max(place.size for place in self.places)
        self.set_words = -(-self.most_spaces // 32)

    def _room(self, pool: BoardDef) -> int:
        """The maximum number of pieces in a pool."""
        game = self.game
        kept = frozenset().union(*(sort.kinds for sort in game.sorts if pool.keeps(sort.name)))
        return sum(kind.copies for kind in game.kinds if kind.first == kind.index and kind.index in kept)

    def _lay_out(self, kinds: int, seats: int) -> None:
        game, flow = self.game, self.flow
        # Wide cells come first, so that they are aligned.
        self.turn, self.draws, self.idle, self.picked = (self.wide() for _ in range(4))
        self.count = self.wide(self.players * max(1, len(self.counters)))
        self.slots = {slot.index: self.wide(self.words(slot.sort)) for slot in flow.slots if not slot.many}
        self.mover = self.slots[flow.mover.index]
        self.ruling_cells = 3 + max((sum(map(self._captured, one.captured)) for one in flow.rulings), default=0)
        self.rulings = self.wide(self.ruling_cells * MOST_RULINGS if flow.rulings else 0)
        self._narrow = 2 * self._wide
        self.pc, self.whole, self.trial, self.over = (self.narrow() for _ in range(4))
        self.closing, self.ability, self.under, self.ruled = (self.narrow() for _ in range(4))
        self.asked, self.asked_seat, self.asked_space, self.asked_sort = (self.narrow() for _ in range(4))
        self.free, self.covered, self.marked = (self.narrow() for _ in range(3))
        self.inside = self.narrow(len(flow.names))
        self.bound = self.narrow(len(flow.lasting))
        self.lasting = {var: number for number, var in enumerate(flow.lasting)}
        self.used = self.narrow(len(flow.uses))
        self.spent = self.narrow(self.players * len(self.single))
        self.bag, self.gone = self.narrow(kinds), self.narrow(kinds)
        self.lying = self.narrow(len(self.caps))
        self.sizes = self.narrow(seats)
        self.kind, self.below, self.dealt = (self.narrow(self.pieces) for _ in range(3))
        for number, place in enumerate(self.places):
            copies = self.players if place.board.each_player else 1
            spaces = self.narrow(place.size * copies * self.space_cells).at
            self.places[number] = PlaceCells(place.board, place.seat, place.size, place.geometry, spaces)
        self._by_seat = [next(one for one in reversed(self.places) if one.seat <= seat) for seat in range(seats)]
        self.of_board = {place.board.name: place for place in self.places}
        self.deals = any(place.board.hides_covered for place in self.places)
        self.piles = any(place.board.pile for place in self.places)
        self.grown = next((place for place in self.places if place.board.grows), None)
        self.on_map = self.narrow(self.grown.size * OF_GROWN if self.grown else 0)
        self.of_patches = self.of_board.get(PATCHES)
        self.patched = self.narrow(self.of_patches.size * OF_PATCH if self.of_patches else 0)
        # Lists come last: those that are no longer live need not be copied.
        self._wide = -(-self._narrow // 2)
        self.lists = self.wide(0)
        self.slots |= {
            slot.index: self.wide(self.room(slot) * self.words(slot.sort)) for slot in flow.slots if slot.many
        }
        self._narrow = 2 * self._wide
        self.size = -(-self._narrow * 2 // 8) * 8
        numbered = max(self.pieces, 2 * kinds + 1, self.most_spaces, len(flow.blocks))
        if (
            self._narrow > 1 << 20 or numbered > MOST_IN_CELL
        ):  # the numbers of pieces, kinds, spaces and blocks are stored in 16-bit cells
            raise TooLarge(f"'{game.id}' is too large to be played: its state takes {self.size:,} bytes")

    def room(self, slot: Slot) -> int:
        """The number of elements that a slot has room for: groups of values can overlap, so a space may count several
        times; areas cannot."""
        if not slot.many:
            return 1
        if slot.sort == core.PLAYER:
            return self.players
        place = None if slot.board is None else self.of_board[slot.board.name]
        if place is None or slot.sort not in (core.SPACE, core.GROUP):
            return max(self.most_spaces, len(self.values.known), 24)
        return place.size if slot.sort == core.SPACE or place.board.of_patches else max(2 * place.size, 24)

    def words(self, sort: str) -> int:
        """The number of wide cells of an element; of a group, its bits and its root."""
        return self.set_words + 1 if sort in (core.GROUP, core.LINE) else 1

    def _captured(self, captured: tuple[int, Slot]) -> int:
        return self.words(captured[1].sort)

    def place_at(self, seat: int) -> PlaceCells:
        """The place that a seat belongs to."""
        return self._by_seat[seat]

    def space_at(self, seat: int, space: int) -> int:
        """The first cell of a space."""
        place = self._by_seat[seat]
        return place.spaces + ((seat - place.seat) * place.size + space) * self.space_cells


def _values(flow: Flow, game: Game) -> Iterable[core.Value]:
    """All values that variables of a game can be bound to."""
    assert game.play_rules is not None
    roots = (game.play_rules, *(use.ability for use in flow.uses), *(part.rule for part in game.parts))
    yield from find(core.Value, *roots, *(play_rule for play_rule in game.tie_breaks))
    for turns in game.turns:
        yield from turns
