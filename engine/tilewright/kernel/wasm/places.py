"""How compiled questions read the places at the table: addresses, boards and maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.kernel import layout as cells
from tilewright.kernel.layout import PlaceCells, StateLayout, ValueCodes
from tilewright.kernel.wasm.code import (
    BitSet,
    Body,
    Code,
    Data,
    PlaceRef,
    Range,
    Routine,
    S,
    Single,
    bit,
    const,
    load,
    plus,
    scaled,
)
from tilewright.meaning.emit import tables
from tilewright.table.board import DOWN

SIDES_IN_ORDER = (3, 1, 0, 2)
"""The edges of a tile (indices into `table.terrain.ROUND`) in the order of the steps of `table.geometry`: left, right,
top, bottom."""


@dataclass(eq=False)
class Memory:
    """What all functions of a module share: the layout of states, the tables, and scratch memory."""

    layout: StateLayout
    data: Data
    scratch: Data
    values: ValueCodes
    """The values of pieces: those of the layout, then others that occur only in the rules of the score."""
    _shown: tuple[int, int] = (-1, 0)

    def value_code(self, value: core.Value) -> int:
        """The code of a value."""
        return self.values.code(value)

    def shown_values(self) -> int:
        """The address of a table with one row per value: whether the tops `DOWN` and `EMPTY` show it, then each kind."""
        known = self.values.known
        if self._shown[0] != len(known):
            kinds = len(self.layout.game.kinds)
            rows = bytearray((kinds + 2) * len(known))
            for number, value in enumerate(known):
                for kind in value.kinds or ():
                    rows[(kinds + 2) * number + 2 + kind] = 1
            self._shown = len(known), self.data.row(bytes(rows) or b"\0")
        return self._shown[1]

    @property
    def space_bytes(self) -> int:
        """The size of a space in bytes."""
        return 2 * self.layout.space_cells

    def by_top(self, values: Iterable[int], width: int = 1) -> int:
        """The address of a table indexed by the top: one entry per kind, before it those of `DOWN` and `EMPTY`."""
        *kinds, down, empty = values
        return self.data.numbers((down, empty, *kinds), width) + 2 * width


def place_ref(memory: Memory, function: Routine, seat: str, place: PlaceCells, key: object, depth: int = 0) -> PlaceRef:
    """A place by its seat. With a `key` its address is computed once, in the prologue."""
    start = 2 * place.spaces
    if place.board.each_player:
        each = place.size * memory.space_bytes
        text = plus(f"(i32.add {S} {scaled(plus(seat, -place.seat), each)})", start)
    else:
        text, seat = plus(S, start), f"(i32.const {place.seat})"
    return PlaceRef(seat, place, text if key is None else function.once(key, text), depth)


def at(memory: Memory, seat: PlaceRef, space: Single) -> str:
    """The address of a space."""
    if space.address and space.base == seat.base:
        return space.address
    return f"(i32.add {seat.base} {scaled(space.text, memory.space_bytes)})"


def table_bit(memory: Memory, flags: Sequence[bool], index: str) -> Code:
    """An entry of a constant array of bits."""
    if not any(flags):
        return const(0)
    if all(flags):
        return const(1)
    mask = sum(1 << i for i, flag in enumerate(flags) if flag)
    if len(flags) <= 32:
        signed = mask - (1 << 32) if mask >> 31 else mask
        return bit(f"(i32.and (i32.shr_u (i32.const {signed}) {index}) (i32.const 1))", 3)
    if len(flags) <= 64:
        signed = mask - (1 << 64) if mask >> 63 else mask
        wide = f"(i64.shr_u (i64.const {signed}) (i64.extend_i32_u {index}))"
        return bit(f"(i32.and (i32.wrap_i64 {wide}) (i32.const 1))", 4)
    return bit(load(index, memory.data.numbers(map(int, flags), 1), "8_u"), 3)


@dataclass(frozen=True)
class CompiledBoard:
    """`meaning.domain.BoardView` of a place."""

    memory: Memory
    seat: PlaceRef

    def _cell(self, space: Single, which: int) -> str:
        return load(at(self.memory, self.seat, space), 2 * which)

    def top(self, space: Single) -> str:
        return self._cell(space, cells.TOP)

    def height(self, space: Single) -> Code:
        return Code(self._cell(space, cells.HEIGHT), 2, 0, self.memory.layout.pieces)

    def attribute(self, space: Single, numbers: tuple[tuple[int, int], ...]) -> Code:
        found = tables.numbers(numbers, len(self.memory.layout.game.kinds))
        table = self.memory.by_top((*found[:-2], *found[-2:]), 4)
        text = load(scaled(plus(self.top(space), 2), 4), table - 8, "")
        return Code(text, 4, min(found), max(found))

    def shows(self, space: Single, kinds: frozenset[int]) -> Code:
        every, top = len(self.memory.layout.game.kinds), self.top(space)
        if len(kinds) == every:
            return bit(f"(i32.ge_s {top} (i32.const 0))", 3)
        if len(kinds) == 1:
            return bit(f"(i32.eq {top} (i32.const {min(kinds)}))", 3)
        flags = [False, False, *(kind in kinds for kind in range(every))]  # DOWN, EMPTY, then the kinds
        return table_bit(self.memory, flags, plus(top, 2))

    def face_down(self, space: Single) -> Code:
        return bit(f"(i32.eq {self.top(space)} (i32.const {DOWN}))", 3)

    def caps(self, space: Single, cap: str) -> str:
        """The number of caps, or the player who owns the cap, counted from 1."""
        layout = self.memory.layout
        return self._cell(space, cells.MARKS + layout.mark_cells + layout.caps[cap])

    def capped(self, space: Single, cap: str) -> Code:
        return bit(f"(i32.gt_s {self.caps(space, cap)} (i32.const 0))", 3)

    def flagged(self, space: Single, mark: str) -> Code:
        cell, place = divmod(self.memory.layout.marks[mark], cells.MARKS_A_CELL)
        mark_bit = f"(i32.shr_u {self._cell(space, cells.MARKS + cell)} (i32.const {place}))"
        return bit(f"(i32.and {mark_bit} (i32.const 1))", 4)


@dataclass(frozen=True)
class CompiledMaps:
    """`meaning.domain.Maps` over the cells of the growing board and of its patches."""

    memory: Memory
    function: Routine
    count: Callable[[str, str, Callable[[str], str]], str]
    """A loop over the numbers from `first` up to, not including, `bound`."""
    listed: Callable[[str, int, Body], str]
    """A loop over the spaces that a runtime call writes to an address."""
    members: Callable[[BitSet], Range]
    address: Callable[[PlaceRef, Single], str]

    def _grown(self, space: str, which: int) -> str:
        layout = self.memory.layout
        cell = f"(i32.add {S} {scaled(space, 2 * cells.OF_GROWN)})"
        return load(cell, layout.on_map.offset + 2 * which)

    def _patch(self, patch: str, which: int) -> str:
        return load(f"(i32.add {S} {scaled(patch, 2 * cells.OF_PATCH)})", self.memory.layout.patched.offset + 2 * which)

    def _patch_count(self) -> str:
        layout = self.memory.layout
        assert layout.of_patches is not None
        return load(S, layout.sizes.offset + 2 * layout.of_patches.seat)

    def areas(self, seat: PlaceRef, patch: Single | None) -> Range:
        layout = self.memory.layout
        words, most = -(-layout.patches // 32), layout.patches
        bits = self.memory.scratch.reserve(4 * words)

        def area(call: str, root: str, body: Body) -> str:
            least = self.function.local("r")
            found = f"({call} {root} (i32.const {bits}) (i32.const {words}))"
            return f"(local.set {least} {found}){body(BitSet(f'(i32.const {bits})', f'(local.get {least})', words))}"

        def write(body: Body, ordered: bool) -> str:
            if patch is not None:
                return area(f"call $area {S}", self._patch(patch.text, cells.ROOT), body)

            def one(root: str) -> str:
                found = area("call $indexed_area", root, body)
                return f"(if (i32.eq {self._patch(root, cells.ROOT)} {root}) (then {found}))"

            return f"(call $index_areas {S}){self.count('(i32.const 0)', self._patch_count(), one)}"

        return Range(write, 1 if patch is not None else most)

    def patches(self, seat: PlaceRef, space: Single) -> Range:
        kinds = self.memory.layout.game.kinds
        sizes = [0 if kind.face is None else len(kind.face.patches) for kind in kinds]
        table = self.memory.data.numbers((0, *sizes), 1) + 1  # entry -1: no tile

        def write(body: Body, ordered: bool) -> str:
            first, end = self.function.local("p"), self.function.local("e")
            size = load(plus(self._grown(space.text, cells.TILE), 1), table - 1, "8_u")
            begin = f"(local.set {first} {self._grown(space.text, cells.PATCH)})"
            begin += f"(local.set {end} (i32.add (local.get {first}) {size}))"
            return begin + self.count(f"(local.get {first})", f"(local.get {end})", lambda patch: body(Single(patch)))

        return Range(write, max(sizes))

    def tiles_of(self, seat: PlaceRef, part: Single | BitSet, sort: str) -> Range:
        if isinstance(part, Single):
            patch = part.text

            def one(body: Body, ordered: bool) -> str:
                on = self.function.local("o")
                return f"(local.set {on} {self._patch(patch, cells.ON)}){body(Single(f'(local.get {on})'))}"

            return Range(one, 1)
        most = self.memory.layout.patches
        found = self.memory.scratch.reserve(2 * most)
        call = f"(call $tiles {S} {part.address} (i32.const {part.words}) (i32.const {found}))"
        return Range(lambda body, ordered: self.listed(call, found, body), most)

    def turns(self, seat: PlaceRef, space: Single) -> Range:
        layout = self.memory.layout
        lists = [[self.memory.value_code(value) for value in turns] for turns in layout.game.turns]
        starts = [0]
        for codes in lists:
            starts.append(starts[-1] + len(codes))
        kinds = len(layout.game.kinds)
        end = starts[kinds]
        ends = (
            end,
            end,
            end,
            *starts[1 : kinds + 1],
        )  # DOWN and EMPTY get an empty range at the end, then each kind its own
        first = (end, end, *starts[:kinds])
        begins = self.memory.data.numbers(first, 2)
        stops = self.memory.data.numbers(ends[1:], 2)
        listed = self.memory.data.numbers([code for known in lists[:kinds] for code in known], 4)

        def write(body: Body, ordered: bool) -> str:
            value, top = self.function.local("v"), self.function.local("n")
            shown = scaled(plus(load(self.address(seat, space), 2 * cells.TOP), 2), 2)
            element = Single(f"(local.get {value})", kinds=True)

            def one(index: str) -> str:
                return f"(local.set {value} {load(scaled(index, 4), listed, '')}){body(element)}"

            loop = self.count(
                load(f"(local.get {top})", begins, "16_u"), load(f"(local.get {top})", stops, "16_u"), one
            )
            return f"(local.set {top} {shown}){loop}"

        return Range(write, max(map(len, lists), default=0))

    def fits(self, seat: PlaceRef, space: Single, face: Single) -> Code:
        if not seat.place.board.grows:
            return const(0)
        kinds = self.memory.data.numbers([min(value.kinds or (-1,)) for value in self.memory.values.known], 2)
        kind = load(scaled(f"(i32.shr_u {face.text} (i32.const 1))", 2), kinds)
        return bit(f"(call $fits {S} {space.text} {kind})", 30)

    def loose(self, seat: PlaceRef, patch: Single) -> Code:
        return bit(f"(i32.gt_s {self._patch(patch.text, cells.LOOSE)} (i32.const 0))", 4)

    def capped_by(self, seat: PlaceRef, space: Single, cap: str, player: PlaceRef) -> Code:
        owner = CompiledBoard(self.memory, seat).caps(space, cap)
        return bit(f"(i32.eq {owner} {plus(player.seat, 1)})", 4)

    def beside(self, seat: PlaceRef, space: Single, around: core.Neighbors) -> Range:
        """The neighbors on a growing board, or of patches."""
        if seat.place.board.of_patches:
            return self._patches_beside(space) if around.shape == "beside" else Range(lambda body, ordered: "", 0)
        if (around.shape, around.distance, around.nearest) == ("orthogonal", 1, 1):
            return Range(lambda body, ordered: self._touching(space, body), 4)
        from tilewright.table.geometry import steps_of

        steps = steps_of(around.shape)
        address = self.memory.data.numbers([part for step in steps for part in step], 1)
        most = seat.place.size
        found = self.memory.scratch.reserve(2 * most)
        distance = -1 if around.distance is None else around.distance
        numbers = " ".join(f"(i32.const {n})" for n in (address, len(steps), around.nearest, distance, found))
        call = f"(call $reach {S} {space.text} {numbers})"
        return Range(lambda body, ordered: self.listed(call, found, body), most)

    def _touching(self, space: Single, body: Body) -> str:
        edges = self.memory.data.row(bytes(SIDES_IN_ORDER))
        other = self.function.local("o")

        def one(index: str) -> str:
            edge = load(index, edges, "8_u")
            cell = f"(i32.add {S} (i32.add {scaled(space.text, 2 * cells.OF_GROWN)} {scaled(edge, 2)}))"
            beside = load(cell, self.memory.layout.on_map.offset + 2 * cells.BESIDE)
            is_there = f"(i32.ge_s (local.tee {other} {beside}) (i32.const 0))"
            return f"(if {is_there} (then {body(Single(f'(local.get {other})'))}))"

        return self.count("(i32.const 0)", "(i32.const 4)", one)

    def _patches_beside(self, patch: Single) -> Range:
        """Adjacent patches on the same tile: the first patch of the tile plus the entries of a list for each kind of
        patch."""
        kinds = self.memory.layout.game.kinds
        faces = [kind.face for kind in kinds]
        most = max((len(face.patches) for face in faces if face is not None), default=0)
        rows = [face.beside[i] if face and i < len(face.patches) else () for face in faces for i in range(most)]
        starts, flat = [0], list[int]()
        for row in rows:
            flat += row
            starts.append(len(flat))
        index, others = self.memory.data.numbers(starts, 2), self.memory.data.numbers(flat or (0,), 1)

        def write(body: Body, ordered: bool) -> str:
            on, first, row = self.function.local("o"), self.function.local("p"), self.function.local("w")
            other = self.function.local("q")
            begin = f"(local.set {on} {self._patch(patch.text, cells.ON)})"
            begin += f"(local.set {first} {self._grown(f'(local.get {on})', cells.PATCH)})"
            own = f"(i32.sub {patch.text} (local.get {first}))"
            tile = scaled(self._grown(f"(local.get {on})", cells.TILE), most)
            begin += f"(local.set {row} {scaled(f'(i32.add {tile} {own})', 2)})"

            def one(at: str) -> str:
                number = f"(i32.add (local.get {first}) {load(at, others, '8_u')})"
                return f"(local.set {other} {number}){body(Single(f'(local.get {other})'))}"

            return begin + self.count(
                load(f"(local.get {row})", index, "16_u"), load(f"(local.get {row})", index + 2, "16_u"), one
            )

        return Range(write, max(map(len, rows), default=0))
