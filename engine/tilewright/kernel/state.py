"""A flat state, and its boards as the exact arithmetic reads them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tilewright.core import expr as core
from tilewright.kernel import layout as cells
from tilewright.kernel.flow import Slot
from tilewright.kernel.layout import Cells, StateLayout, counted
from tilewright.meaning.domain import Element, SpaceSet
from tilewright.meaning.exact import number_of_kind
from tilewright.table.board import DOWN, EMPTY
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry, PoolGeometry
from tilewright.table.terrain import ROUND, Location, Patchwork, Terrain, beyond

COVERED = -2
"""A piece in a pile that nobody has seen; any other is twice its kind, plus 1 if it is face-up."""


class FlatState:
    """The cells of a game at one moment; `narrow` and `wide` are views by cell width."""

    __slots__ = ("buffer", "layout", "narrow", "wide")

    def __init__(self, layout: StateLayout, buffer: bytearray | None = None) -> None:
        self.layout = layout
        self.buffer = bytearray(layout.size) if buffer is None else buffer
        view = memoryview(self.buffer)
        self.narrow, self.wide = view.cast("h"), view.cast("i")

    def copy(self) -> FlatState:
        """An independent copy."""
        return FlatState(self.layout, self.buffer[:])

    def get(self, cell: Cells, index: int = 0) -> int:
        return (self.wide if cell.wide else self.narrow)[cell.at + index]

    def set(self, cell: Cells, value: int, index: int = 0) -> None:
        (self.wide if cell.wide else self.narrow)[cell.at + index] = value

    def add(self, cell: Cells, value: int, index: int = 0) -> None:
        self.set(cell, self.get(cell, index) + value, index)

    # -- variables

    def number(self, slot: Slot) -> int:
        """The number, or the code of the element, in a slot."""
        return self.wide[self.layout.slots[slot.index].at]

    def put_number(self, slot: Slot, value: int) -> None:
        self.wide[self.layout.slots[slot.index].at] = value

    def element(self, slot: Slot, index: int = 0) -> Element:
        """The value of a variable, as the exact arithmetic represents it; of a list, the element at an index."""
        return self.decoded(slot.sort, self.layout.slots[slot.index].at + index * self.layout.words(slot.sort))

    def bind(self, slot: Slot, element: Element, index: int = 0) -> None:
        """Bind a slot to an element, or write an element of a list."""
        self.encode(slot.sort, self.layout.slots[slot.index].at + index * self.layout.words(slot.sort), element)

    def decoded(self, sort: str, at: int) -> Element:
        """Decode the element of a sort at the wide cell `at`."""
        if sort == core.VALUE:
            return self.layout.values.value(self.wide[at])
        if sort not in (core.GROUP, core.LINE):
            return self.wide[at]
        words = self.wide[at : at + self.layout.set_words]
        members = [32 * i + bit for i, word in enumerate(words) for bit in range(32) if word >> bit & 1]
        return SpaceSet(self.wide[at + self.layout.set_words], dict.fromkeys(members, True))

    def encode(self, sort: str, at: int, element: Element) -> None:
        """Encode an element of a sort at the wide cell `at`."""
        if sort == core.VALUE:
            self.wide[at] = self.layout.values.code(element)
        elif sort not in (core.GROUP, core.LINE):
            self.wide[at] = element
        else:
            words = [0] * self.layout.set_words
            for space in element.members:
                words[space >> 5] |= 1 << (space & 31)
            for i, word in enumerate(words):
                self.wide[at + i] = word - (1 << 32) if word >> 31 else word
            self.wide[at + self.layout.set_words] = element.root

    # -- pieces

    def pile(self, seat: int, space: int) -> tuple[int, ...]:
        """The pieces of a stack, bottom to top (`COVERED`, or twice the kind plus 1 if face-up)."""
        return tuple(self.narrow[self.layout.kind.at + piece] for piece in self.stack(seat, space))

    def stack(self, seat: int, space: int) -> tuple[int, ...]:
        """The numbers (records) of the pieces of a stack, bottom to top."""
        layout, found = self.layout, list[int]()
        piece = self.narrow[layout.space_at(seat, space) + cells.PIECE]
        while piece:
            found.append(piece)
            piece = self.narrow[layout.below.at + piece]
        return tuple(reversed(found))

    def size(self, seat: int) -> int:
        """The current number of spaces of a place."""
        return self.narrow[self.layout.sizes.at + seat]

    def counter(self, player: int, name: str) -> int:
        layout = self.layout
        return self.wide[layout.count.at + player * len(layout.counters) + layout.counters[name]]

    def set_counter(self, player: int, name: str, value: int) -> None:
        layout = self.layout
        at = layout.count.at + player * len(layout.counters) + layout.counters[name]
        self.wide[at] = counted(f"the counter '{name}'", value)


class Counters(Mapping[str, int]):
    """The counters of a player, as a mapping."""

    def __init__(self, state: FlatState, player: int) -> None:
        self._state, self._player = state, player

    def __getitem__(self, name: str) -> int:
        return self._state.counter(self._player, name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._state.layout.counters)

    def __len__(self) -> int:
        return len(self._state.layout.counters)


@dataclass(frozen=True)
class FlatBoard:
    """`meaning.unrolled.KnownBoard` and `MapBoard` of a place in a flat state."""

    state: FlatState
    seat: int

    @property
    def game(self) -> Game:
        return self.state.layout.game

    def _cell(self, space: int, which: int) -> int:
        return self.state.narrow[self.state.layout.space_at(self.seat, space) + which]

    @property
    def geometry(self) -> Geometry:
        place = self.state.layout.place_at(self.seat)
        if place.board.of_patches:
            return terrain_of(self.state).patchwork
        if place.board.grows:
            return terrain_of(self.state)
        return PoolGeometry(1, self.state.size(self.seat)) if place.board.pool else place.geometry

    @property
    def tallest(self) -> int:
        return max((self.height(space) for space in range(self.state.size(self.seat))), default=0)

    def top(self, space: int) -> int:
        return self._cell(space, cells.TOP)

    def height(self, space: int) -> int:
        return self._cell(space, cells.HEIGHT)

    def attribute(self, space: int, numbers: tuple[tuple[int, int], ...]) -> int:
        return number_of_kind(self.top(space), numbers)

    def shows(self, space: int, kinds: frozenset[int]) -> bool:
        return self.top(space) in kinds

    def face_down(self, space: int) -> bool:
        return self.top(space) == DOWN

    def _caps(self, space: int, cap: str) -> int:
        layout = self.state.layout
        return self._cell(space, cells.MARKS + layout.mark_cells + layout.caps[cap])

    def capped(self, space: int, cap: str) -> bool:
        return self._caps(space, cap) > 0

    def capped_by(self, space: int, cap: str, player: int) -> bool:
        return self._caps(space, cap) == player + 1

    def flagged(self, space: int, mark: str) -> bool:
        cell, bit = divmod(self.state.layout.marks[mark], cells.MARKS_A_CELL)
        return bool(self._cell(space, cells.MARKS + cell) >> bit & 1)

    def turns(self, space: int) -> tuple[core.Value, ...]:
        return self.game.turns[self.top(space)]

    def fits(self, space: int, face: core.Value) -> bool:
        known = self.game.kinds[min(face.kinds or ())].face
        geometry = self.geometry
        return isinstance(geometry, Terrain) and known is not None and geometry.fits(space, known)


# ------------------------------------------------------------------ growing boards


def location_of(state: FlatState, space: int) -> Location:
    """The location of a space of the growing board, without reading the whole `terrain_of` the state."""
    at = state.layout.on_map.at + space * cells.OF_GROWN
    return state.narrow[at + cells.ROW], state.narrow[at + cells.COLUMN]


def terrain_of(state: FlatState) -> Terrain:
    """The geometry of the growing board, read from its cells."""
    layout = state.layout
    assert layout.grown is not None and layout.of_patches is not None
    size, patches = state.size(layout.grown.seat), state.size(layout.of_patches.seat)
    grown = tuple(state.narrow[layout.on_map.at : layout.on_map.at + size * cells.OF_GROWN])
    patched = tuple(state.narrow[layout.patched.at : layout.patched.at + patches * cells.OF_PATCH])
    return _terrain(layout, grown, patched)


@lru_cache(maxsize=256)
def _terrain(layout: StateLayout, grown: tuple[int, ...], patched: tuple[int, ...]) -> Terrain:
    game, board = layout.game, layout.grown.board if layout.grown else None
    assert board is not None
    spaces = [grown[i : i + cells.OF_GROWN] for i in range(0, len(grown), cells.OF_GROWN)]
    patches = [patched[i : i + cells.OF_PATCH] for i in range(0, len(patched), cells.OF_PATCH)]
    where = tuple((space[cells.ROW], space[cells.COLUMN]) for space in spaces)
    at_place = {place: space for space, place in enumerate(where)}
    tiles = ((i, game.kinds[space[cells.TILE]].face) for i, space in enumerate(spaces) if space[cells.TILE] >= 0)
    faces = {i: face for i, face in tiles if face is not None}
    roots = tuple(patch[cells.ROOT] for patch in patches)
    areas: dict[int, tuple[int, ...]] = dict.fromkeys(sorted(set(roots)), ())
    for patch, root in enumerate(roots):
        areas[root] += (patch,)
    on, beside = dict[int, tuple[int, ...]](), [tuple[int, ...]()] * len(patches)
    for space, face in faces.items():
        first = spaces[space][cells.PATCH]
        on[space] = tuple(range(first, first + len(face.patches)))
        for own, others in enumerate(face.beside):
            beside[first + own] = tuple(first + other for other in others)
    loose = tuple(patch[cells.LOOSE] for patch in patches)
    patchwork = Patchwork(0, 0, tuple(patch[cells.ON] for patch in patches), roots, areas, loose, tuple(beside), on)
    wanted = {}
    for space, place in enumerate(where):
        if space not in faces:
            around = (at_place.get(beyond(place, edge)) for edge in range(len(ROUND)))
            wanted[space] = tuple(faces[o].edges[e - 2] if o in faces else None for e, o in enumerate(around))
    return Terrain(board.rows, board.columns, where, at_place, faces, patchwork, wanted)


def lay_terrain(state: FlatState, terrain: Terrain) -> None:
    """Write the geometry of a growing board to its cells."""
    layout, narrow = state.layout, state.narrow
    assert layout.grown is not None and layout.of_patches is not None
    patchwork, known = terrain.patchwork, state.size(layout.of_patches.seat)
    state.set(layout.sizes, terrain.size, layout.grown.seat)
    state.set(layout.sizes, patchwork.size, layout.of_patches.seat)
    for space, place in enumerate(terrain.where):
        at = layout.on_map.at + space * cells.OF_GROWN
        narrow[at : at + 2] = memoryview(_narrow(place)).cast("h")
        around = [terrain.at_place.get(beyond(place, edge), -1) for edge in range(len(ROUND))]
        narrow[at + cells.BESIDE : at + cells.BESIDE + 4] = memoryview(_narrow(around)).cast("h")
        if space not in terrain.faces:
            narrow[at + cells.TILE], narrow[at + cells.PATCH] = -1, -1
        elif narrow[at + cells.TILE] < 0:
            narrow[at + cells.TILE] = narrow[layout.space_at(layout.grown.seat, space) + cells.TOP]
            narrow[at + cells.PATCH] = (patchwork.on[space] or (0,))[0]
    for space in range(terrain.size):
        at = layout.space_at(layout.grown.seat, space)
        if not narrow[at + cells.HEIGHT]:
            narrow[at + cells.TOP] = EMPTY
    for patch in range(patchwork.size):
        at = layout.patched.at + patch * cells.OF_PATCH
        narrow[at + cells.ON], narrow[at + cells.ROOT] = patchwork.spaces[patch], patchwork.roots[patch]
        narrow[at + cells.LOOSE] = patchwork.loose[patch]
        if patch >= known:
            what = terrain.faces[patchwork.spaces[patch]].patches[patch - patchwork.on[patchwork.spaces[patch]][0]]
            at = layout.space_at(layout.of_patches.seat, patch)
            narrow[at + cells.HEIGHT], narrow[at + cells.TOP] = 1, layout.game.by_code[what].index


def _narrow(numbers: Iterator[int] | list[int] | tuple[int, ...]) -> bytearray:
    return bytearray(b"".join(n.to_bytes(2, "little", signed=True) for n in numbers))
