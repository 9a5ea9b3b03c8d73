"""The ranges of loops in compiled questions: each is a function from the text of the body to the text of the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from tilewright.core import expr as core
from tilewright.kernel import layout as cells
from tilewright.kernel.layout import PlaceCells
from tilewright.kernel.wasm.code import (
    BitSet,
    Body,
    Code,
    PlaceRef,
    Range,
    Routine,
    S,
    Single,
    bit,
    const,
    counted,
    either,
    load,
    plus,
    scaled,
    store,
)
from tilewright.kernel.wasm.places import CompiledMaps, Memory, at, place_ref
from tilewright.meaning.emit import tables
from tilewright.meaning.unrolled import near
from tilewright.table.geometry import AXES, Geometry, PoolGeometry

NOTHING = Range(lambda body, ordered: "", 0)
_ANY = core.Var(-1, core.SPACE, "")


class CompiledRanges:
    """The ranges of `meaning.domain.Domain`; `function` is the one under construction."""

    def __init__(self, memory: Memory, function: Routine) -> None:
        self.memory = memory
        self.function = function
        self.loops: list[list[str]] = []

    # -- loops

    def deep(self, body: Body) -> Body:
        """The body of a loop, which first resets what is computed once per iteration."""

        def inside(element: Single | BitSet | PlaceRef) -> str:
            self.loops.append([])
            text = body(replace(element, depth=len(self.loops)))
            return "".join(self.loops.pop()) + text

        return inside

    def count(self, first: str, bound: str, body: Callable[[str], str]) -> str:
        """A loop over the numbers from `first` up to, not including, `bound`."""
        local = self.function.local("i")
        return counted(self.function, first, bound, body(f"(local.get {local})"), local)

    def listed(self, call: str, address: int, body: Body) -> str:
        """A loop over the spaces that a call writes to an address; the call returns their number."""
        size, space = self.function.local("n"), self.function.local("o")

        def one(index: str) -> str:
            return f"(local.set {space} {load(scaled(index, 2), address)}){body(Single(f'(local.get {space})'))}"

        return f"(local.set {size} {call})" + self.count("(i32.const 0)", f"(local.get {size})", one)

    # -- spaces

    def geometry(self, place: PlaceCells) -> Geometry:
        """The grid of a place of fixed size; of others, one without neighbors and lines."""
        board = place.board
        return PoolGeometry(1, place.size) if board.pool or board.grows or board.of_patches else place.geometry

    def size(self, seat: PlaceRef) -> str:
        """The text of the current number of spaces of a place."""
        board = seat.place.board
        if not (board.pool or board.grows or board.of_patches):
            return f"(i32.const {seat.place.size})"
        where = self.memory.layout.sizes.offset
        if not board.each_player:
            return load(S, where + 2 * seat.place.seat)
        return load(f"(i32.add {S} {scaled(seat.seat, 2)})", where)

    def spaces(self, seat: PlaceRef) -> Range:
        def write(body: Body, ordered: bool) -> str:
            space, address = self.function.local("i"), self.function.local("a")
            element = Single(f"(local.get {space})", 0, f"(local.get {address})", seat.base)
            text = body(element)
            if not self.function.mentions(text, address):
                return counted(self.function, "(i32.const 0)", self.size(seat), text, space)
            step = f"(local.set {address} {plus(f'(local.get {address})', self.memory.space_bytes)})"
            loop = counted(self.function, "(i32.const 0)", self.size(seat), text + step, space)
            return f"(local.set {address} {seat.base}){loop}"

        return Range(write, seat.place.size)

    def neighbors(self, seat: PlaceRef, space: Single, around: core.Neighbors) -> Range:
        if around.shape == "itself":
            return Range(lambda body, ordered: body(space), 1)
        if seat.place.board.grows or seat.place.board.of_patches:
            return self.maps.beside(seat, space, around)
        if seat.place.board.pool:
            return NOTHING
        index, others, most = self.near_lists(seat.place, around)
        if most <= 1:
            return self._only(self.near_rows(seat.place, around), space)

        def write(body: Body, ordered: bool) -> str:
            end, row, other = self.function.local("e"), self.function.local("w"), self.function.local("o")

            def one(entry: str) -> str:
                return f"(local.set {other} {load(scaled(entry, 2), others, '16_u')}){body(Single(f'(local.get {other})'))}"

            begin = f"(local.set {row} {scaled(space.text, 2)})"
            begin += f"(local.set {end} {load(f'(local.get {row})', index + 2, '16_u')})"
            return begin + self.count(load(f"(local.get {row})", index, "16_u"), f"(local.get {end})", one)

        return Range(write, most)

    def near_rows(self, place: PlaceCells, around: core.Neighbors) -> list[Sequence[int]]:
        """The neighbors of each space."""
        geometry = self.geometry(place)
        return [near(geometry, space, around) for space in range(place.size)]

    def near_lists(self, place: PlaceCells, around: core.Neighbors) -> tuple[int, int, int]:
        """The neighbors of all spaces as one array: the address of the offsets of each space, the address of the array,
        and the maximum number per space."""
        found = self.near_rows(place, around)
        starts, flat = [0], list[int]()
        for others in found:
            flat += others
            starts.append(len(flat))
        data = self.memory.data
        return data.numbers(starts, 2), data.numbers(flat or (0,), 2), max(map(len, found), default=0)

    def _only(self, rows: Sequence[Sequence[int]], space: Single) -> Range:
        """The range of a relation in which each space has at most one other."""
        if not any(rows):
            return NOTHING
        table = self.memory.data.numbers((row[0] if row else -1 for row in rows), 2)
        found = load(scaled(space.text, 2), table)

        def write(body: Body, ordered: bool) -> str:
            local = self.function.local("o")
            there = f"(i32.ge_s (local.tee {local} {found}) (i32.const 0))"
            return f"(if {there} (then {body(Single(f'(local.get {local})'))}))"

        return Range(write, 1)

    def near(self, seat: PlaceRef, left: Single, right: Single, around: core.Neighbors) -> Code:
        board = seat.place.board
        if board.pool or board.grows or board.of_patches:
            around_right = self.neighbors(seat, right, around)
            found, out = self.function.local("t"), self.function.label()
            loop = around_right.write(
                lambda other: (
                    f"(if (i32.eq {other.text} {left.text}) (then (local.set {found} (i32.const 1))(br {out})))"
                ),
                False,
            )
            return bit(
                f"(block (result i32) (local.set {found} (i32.const 0))(block {out} {loop})(local.get {found}))", 30
            )
        size = seat.place.size
        geometry, around = self.geometry(seat.place), replace_space(around)
        rows = [near(geometry, space, around) for space in range(size)]
        if size <= 64:
            masks = self.memory.data.numbers((sum(1 << other for other in row) for row in rows), 8)
            mask = f"(i64.load offset={masks} {scaled(right.text, 8)})"
            shifted = f"(i64.shr_u {mask} (i64.extend_i32_u {left.text}))"
            return bit(f"(i32.and (i32.wrap_i64 {shifted}) (i32.const 1))", 5)
        flags = self.memory.data.row(bytes(int(other in row) for row in rows for other in range(size)))
        return bit(load(f"(i32.add {scaled(right.text, size)} {left.text})", flags, "8_u"), 4)

    def distance(self, seat: PlaceRef, one: Single, other: Single) -> Code:
        board, size = seat.place.board, seat.place.size
        if board.pool or board.grows or board.of_patches:  # without lines nothing is measured
            return const(0)
        known = tables.distances(self.geometry(seat.place))
        table = self.memory.data.numbers((steps for row in known for steps in row), 1)
        text = load(f"(i32.add {scaled(one.text, size)} {other.text})", table, "8_u")
        return Code(text, 4, 0, max(map(max, known)))

    # -- lines, groups and runs

    def between(self, seat: PlaceRef, first: Single, last: Single) -> Range:
        """Walks from one space to the other by a precomputed step for each pair, which is 0 where nothing is between
        them."""
        geometry = self.geometry(seat.place)
        size, longest = geometry.size, max(geometry.rows, geometry.columns)
        if isinstance(geometry, PoolGeometry) or longest < 3:
            return NOTHING

        def step_of(one: int, other: int) -> int:
            on_the_way = geometry.between(one, other)
            return on_the_way[0] - one if on_the_way else 0

        steps = self.memory.data.numbers((step_of(one, other) for one in range(size) for other in range(size)), 2)

        def write(body: Body, ordered: bool) -> str:
            step, space, end = (self.function.local(prefix) for prefix in "sot")
            out, again = self.function.label(), self.function.label()
            begin = f"(local.set {space} {first.text})(local.set {end} {last.text})"
            row = f"(i32.add {scaled(f'(local.get {space})', size)} (local.get {end}))"
            ends = f"(br_if {out} (i32.eqz (local.tee {step} {load(scaled(row, 2), steps)})))"
            forth = f"(local.set {space} (i32.add (local.get {space}) (local.get {step})))"
            loop = f"(loop {again} {ends}{forth}{body(Single(f'(local.get {space})'))}(br {again}))"
            return f"{begin}(block {out} {loop})"

        return Range(write, longest - 2)

    def lines(self, seat: PlaceRef, which: core.Lines) -> Range:
        found = self.geometry(seat.place).lines(which.kind, which.at)
        words = -(-seat.place.size // 32)
        if not found:
            return NOTHING
        masks = self.memory.data.numbers((sum(1 << space for space in line) for line in found), 4 * words)
        roots = self.memory.data.numbers((line[0] for line in found), 2)
        if len(found) == 1:
            only = BitSet(f"(i32.const {masks})", f"(i32.const {found[0][0]})", words, 0, frozenset(found[0]))
            return Range(lambda body, ordered: body(only), 1)

        def write(body: Body, ordered: bool) -> str:
            def one(index: str) -> str:
                bits = plus(scaled(index, 4 * words), masks)
                return body(BitSet(bits, load(scaled(index, 2), roots), words))

            return self.count("(i32.const 0)", f"(i32.const {len(found)})", one)

        return Range(write, len(found))

    def members(self, part: BitSet) -> Range:
        def write(body: Body, ordered: bool) -> str:
            word, left, space = (self.function.local(prefix) for prefix in "wvo")
            out, again = self.function.label(), self.function.label()

            def one_word(index: str) -> str:
                lowest = f"(i32.ctz (local.get {left}))"
                where = lowest if part.words == 1 else f"(i32.add {scaled(index, 32)} {lowest})"
                one = f"(local.set {space} {where})"
                one += f"(local.set {left} (i32.and (local.get {left}) {plus(f'(local.get {left})', -1)}))"
                one += body(Single(f"(local.get {space})"))
                address = part.address if part.words == 1 else f"(i32.add {part.address} {scaled(index, 4)})"
                loop = f"(loop {again} (br_if {out} (i32.eqz (local.get {left}))){one}(br {again}))"
                return f"(local.set {left} {load(address, 0, '')})(block {out} {loop})"

            if part.words == 1:
                return one_word("(i32.const 0)")
            return counted(
                self.function, "(i32.const 0)", f"(i32.const {part.words})", one_word(f"(local.get {word})"), word
            )

        return Range(write, 32 * part.words, part=part)

    def groups(self, seat: PlaceRef, member: Callable[[Single], Code], same: core.Values | None) -> Range:
        size = seat.place.size
        labels, bits = self.memory.scratch.reserve(size), self.memory.scratch.reserve(4 * -(-size // 32))

        def write(body: Body, ordered: bool) -> str:
            if same is None:
                return self._flooded(seat, member, labels, bits, lambda space: "(i32.const 0)", 1, body, ordered)
            if same.heights:
                most = min(self.memory.layout.pieces, 127)
                height = lambda space: plus(load(at(self.memory, seat, space), 2 * cells.HEIGHT), -1)  # noqa: E731
                return self._flooded(seat, member, labels, bits, height, most, body, ordered)
            by_top = tables.labels(same.values, len(self.memory.layout.game.kinds))
            if by_top is not None and len(same.values) < 128:
                table = self.memory.by_top(by_top)
                label = lambda space: load(  # noqa: E731
                    plus(load(at(self.memory, seat, space), 2 * cells.TOP), 2), table - 2, "8_s"
                )
                return self._flooded(seat, member, labels, bits, label, len(same.values), body, ordered)
            return self.values(same.values).write(
                self.deep(lambda value: self._of_value(seat, member, labels, bits, value, body)), True
            )

        return Range(write, size * (1 if same is None else max(1, len(same.values))))

    def _of_value(
        self, seat: PlaceRef, member: Callable[[Single], Code], labels: int, bits: int, value: Single, body: Body
    ) -> str:
        """The groups of the spaces that show one value, where a space may show several."""

        def shown(space: Single) -> str:
            return either(self.shows_value(seat, space, value).text, "(i32.const 0)", "(i32.const -1)")

        return self._flooded(seat, member, labels, bits, shown, 1, body, True)

    def _flooded(
        self,
        seat: PlaceRef,
        member: Callable[[Single], Code],
        labels: int,
        bits: int,
        label: Callable[[Single], str],
        most: int,
        body: Body,
        ordered: bool,
    ) -> str:
        """The connected components of spaces with equal labels, label by label if the order matters, else in order of
        their first spaces."""
        place, words = seat.place, -(-seat.place.size // 32)

        def mark(space: Single) -> str:
            holds = member(space)
            if holds.known == 0:
                return f"(i32.store8 offset={labels} {space.text} (i32.const -1))"
            text = label(space) if holds.known else either(holds.text, label(space), "(i32.const -1)")
            return f"(i32.store8 offset={labels} {space.text} {text})"

        marked = self.spaces(seat).write(self.deep(mark), False)
        if place.board.grows:
            where = f"(i32.const {labels})"
            flood = f"(call $flood_grown {S} {where} %s (i32.const {bits}) (i32.const {words}))"
        else:
            index, others, _ = self.near_lists(place, core.Neighbors(_ANY))
            tables_of = f"(i32.const {index}) (i32.const {others}) (i32.const {bits}) (i32.const {words})"
            flood = f"(call $flood (i32.const {labels}) %s {tables_of})"

        def start(space: str, test: str) -> str:
            return f"(if {test} (then {flood % space}{body(BitSet(f'(i32.const {bits})', space, words))}))"

        if most == 1 or not ordered:
            walk = lambda space: start(space, f"(i32.ge_s {load(space, labels, '8_s')} (i32.const 0))")  # noqa: E731
            return marked + self.count("(i32.const 0)", self.size(seat), walk)

        def each_label(number: str) -> str:
            walk = lambda space: start(space, f"(i32.eq {load(space, labels, '8_s')} {number})")  # noqa: E731
            return self.count("(i32.const 0)", self.size(seat), walk)

        return marked + self.count("(i32.const 0)", f"(i32.const {most})", each_label)

    def runs(
        self,
        seat: PlaceRef,
        member: Callable[[Single], Code],
        links: Sequence[Callable[[Single, Single], Code]],
        along: str,
    ) -> Range:
        geometry, words = self.geometry(seat.place), -(-seat.place.size // 32)
        lines = [line for line in geometry.lines(along) if len(line) > 1]
        if not lines or not links:
            return NOTHING
        size = seat.place.size
        # All lines in one array, repeated for each link; they are separated by a number beyond the board, which no link joins.
        listed = [(space, number) for line in lines for number in range(len(links)) for space in (*line, size)]
        spaces = self.memory.data.numbers((space for space, _ in listed), 2)
        numbers = self.memory.data.numbers((number for _, number in listed), 2)
        labels, bits = self.memory.scratch.reserve(4 * (size + 1)), self.memory.scratch.reserve(4 * words)
        most = sum(len(line) // 2 for line in lines) * len(links)

        def write(body: Body, ordered: bool) -> str:
            function = self.function
            first, before, space, label, other = (function.local(prefix) for prefix in "fbolo")
            depth = len(self.loops) + 1
            shown = self._shown_of_link(
                links, Single(f"(local.get {before})", depth), Single(f"(local.get {space})", depth)
            )

            def mark(each: Single) -> str:
                mask = shown.replace(f"(local.get {space})", each.text)
                value = either(member(each).text, mask, "(i32.const 0)") if shown else member(each).text
                return store(scaled(each.text, 4), labels, value, "")

            def step(at: str) -> str:
                number = load(scaled(at, 2), numbers, "16_u")
                linked = lambda one: self._linked(one, Single(f"(local.get {space})", depth), number, links)  # noqa: E731
                joined = f"(i32.and (local.get {label}) (local.get {other}))"
                if not shown:
                    link = f"(block (result i32) {self.deep(linked)(Single(f'(local.get {before})'))})"
                    joined = either(joined, link, "(i32.const 0)")
                length = f"(i32.sub {at} (local.get {first}))"
                root = load(scaled(f"(local.get {first})", 2), spaces, "16_u")
                inner = body(BitSet(f"(i32.const {bits})", root, words, size=length))
                if function.mentions(inner, str(bits)):
                    inner = self._bits_of_run(first, at, spaces, bits, words) + inner
                ends = f"(if (i32.gt_u {length} (i32.const 1)) (then {inner}))(local.set {first} {at})"
                text = f"(local.set {space} {load(scaled(at, 2), spaces, '16_u')})"
                text += f"(local.set {other} {load(scaled(f'(local.get {space})', 4), labels, '')})"
                text += f"(if (i32.eqz {joined}) (then {ends}))"
                return text + f"(local.set {label} (local.get {other}))(local.set {before} (local.get {space}))"

            marked = self.spaces(seat).write(self.deep(mark), False)
            begin = "".join(f"(local.set {local} (i32.const 0))" for local in (first, label))
            loop = self.count("(i32.const 0)", f"(i32.const {len(listed)})", step)
            return f"{marked}{store(f'(i32.const {4 * size})', labels, '(i32.const 0)', '')}{begin}{loop}"

        return Range(write, most)

    def _shown_of_link(self, links: Sequence[Callable[[Single, Single], Code]], one: Single, other: Single) -> str:
        """If there is a single link that tests whether two spaces share a value, the text of the values of the second
        space as bits; else empty."""
        found = links[0](one, other).agreed if len(links) == 1 else ()
        if len(found) == 2 and found[0].replace(one.text, other.text) == found[1]:
            return found[1]
        return ""

    def _bits_of_run(self, first: str, end: str, spaces: int, bits: int, words: int) -> str:
        """Sets the bits of the spaces in an array from one index up to, not including, another."""
        clear = "".join(f"(i32.store (i32.const {bits + 4 * word}) (i32.const 0))" for word in range(words))
        member = self.function.local("o")

        def add(place: str) -> str:
            word = f"(i32.and {scaled(f'(i32.shr_u (local.get {member}) (i32.const 5))', 4)} (i32.const -4))"
            bit_of = f"(i32.shl (i32.const 1) (i32.and (local.get {member}) (i32.const 31)))"
            value = f"(i32.or (i32.load offset={bits} {word}) {bit_of})"
            return (
                f"(local.set {member} {load(scaled(place, 2), spaces, '16_u')})(i32.store offset={bits} {word} {value})"
            )

        return clear + self.count(f"(local.get {first})", end, add)

    def _linked(
        self, one: Single, other: Single, number: str, links: Sequence[Callable[[Single, Single], Code]]
    ) -> str:
        """Whether the link of this number joins two spaces."""
        text = links[-1](one, other).text
        for index in range(len(links) - 2, -1, -1):
            test = f"(i32.eq {number} (i32.const {index}))"
            text = either(test, links[index](one, other).text, text)
        return text

    # -- values, players, symmetries

    def values(self, values: Sequence[core.Value]) -> Range:
        codes = [self.memory.value_code(value) for value in values]
        table = self.memory.data.numbers(codes, 4) if codes else 0
        of_pieces = {value.kinds is not None for value in values}

        def write(body: Body, ordered: bool) -> str:
            local = self.function.local("v")
            element = Single(f"(local.get {local})", kinds=of_pieces.pop() if len(of_pieces) == 1 else None)
            of_pieces.update(value.kinds is not None for value in values)
            one = lambda index: f"(local.set {local} {load(scaled(index, 4), table, '')}){body(element)}"  # noqa: E731
            return self.count("(i32.const 0)", f"(i32.const {len(codes)})", one)

        indices = tuple(code >> 1 for code in codes) if of_pieces == {True} else ()
        return Range(write, len(codes), indices)

    def heights(self, seat: PlaceRef) -> Range:
        most = self.memory.layout.pieces
        seen = self.memory.scratch.reserve(most + 1)

        def write(body: Body, ordered: bool) -> str:
            tallest, height = self.function.local("t"), self.function.local("h")

            def note(space: Single) -> str:
                own = f"(local.set {height} {load(at(self.memory, seat, space), 2 * cells.HEIGHT)})"
                own += f"(i32.store8 offset={seen} (local.get {height}) (i32.const 1))"
                higher = f"(i32.gt_s (local.get {height}) (local.get {tallest}))"
                return own + f"(if {higher} (then (local.set {tallest} (local.get {height}))))"

            clear = f"(memory.fill (i32.const {seen}) (i32.const 0) (i32.const {most + 1}))"
            noted = self.spaces(seat).write(note, False)

            def one(number: str) -> str:
                value = Single(scaled(number, 2), kinds=False)
                return f"(if {load(number, seen, '8_u')} (then {body(value)}))"

            loop = self.count("(i32.const 1)", plus(f"(local.get {tallest})", 1), one)
            return f"{clear}(local.set {tallest} (i32.const 0)){noted}{loop}"

        return Range(write, most)

    def players(self, which: str, seat: PlaceRef, place: str) -> Range:
        layout = self.memory.layout
        count = layout.players
        own = plus(seat.seat, -seat.place.seat) if seat.place.board.each_player else "(i32.const 0)"
        target = layout.of_board[place] if place else layout.places[0]
        first, end, step = {
            "player": (0, count, 1),
            "self": (0, 1, 1),
            "left": (1, min(2, count), 1),
            "right": (max(1, count - 1), count, 1),
            "adjacent": (1, count, max(1, count - 2)),
        }.get(which, (1, count, 1))

        def write(body: Body, ordered: bool) -> str:
            steps, player = self.function.local("i"), self.function.local("p")
            base = self.function.local("b")
            number = f"(i32.rem_u (i32.add {own} (local.get {steps})) (i32.const {count}))"
            index = plus(number, target.seat) if target.board.each_player else f"(i32.const {target.seat})"
            found = place_ref(self.memory, self.function, f"(local.get {player})", target, None)
            element = replace(found, base=f"(local.get {base})")
            begin = f"(local.set {player} {index})(local.set {base} {found.base})"
            return counted(
                self.function, f"(i32.const {first})", f"(i32.const {end})", begin + body(element), steps, step
            )

        return Range(write, len(range(first, end, step)))

    def axes(self, names: Sequence[str]) -> Range:
        table = self.memory.data.row(bytes(AXES.index(name) for name in names) or b"\0")
        return Range(
            lambda body, ordered: self.count(
                "(i32.const 0)", f"(i32.const {len(names)})", lambda index: body(Single(load(index, table, "8_u")))
            ),
            len(names),
        )

    def image(self, seat: PlaceRef, axis: Single, space: Single) -> Range:
        board, size = seat.place.board, seat.place.size
        if board.pool or board.grows or board.of_patches:
            return NOTHING
        images = [self.geometry(seat.place).image(name) for name in AXES]
        rows = [[] if image is None else [image] for row in images for image in row]
        return self._only(rows, Single(f"(i32.add {scaled(axis.text, size)} {space.text})"))

    def axis(self, name: str) -> Single:
        """A named symmetry."""
        return Single(f"(i32.const {AXES.index(name)})")

    @property
    def maps(self) -> CompiledMaps:
        """The ranges of growing boards."""
        return CompiledMaps(
            self.memory,
            self.function,
            self.count,
            self.listed,
            self.members,
            lambda seat, space: at(self.memory, seat, space),
        )

    # -- values shown

    def shows_value(self, seat: PlaceRef, space: Single, value: Single) -> Code:
        """Whether the top piece is face-up and has the value, or the stack has that height."""
        layout, address = self.memory.layout, at(self.memory, seat, space)
        top = load(address, 2 * cells.TOP)
        if value.text.startswith(HELD_OPEN):
            return Code(value.text + top, 3, 0, 1, shown=top, value=value.text)
        kinds = len(layout.game.kinds)
        table = self.memory.shown_values()
        row = scaled(f"(i32.shr_u {value.text} (i32.const 1))", kinds + 2)
        by_kind = load(f"(i32.add {row} {plus(top, 2)})", table, "8_u")
        by_height = f"(i32.eq {load(address, 2 * cells.HEIGHT)} (i32.shr_s {value.text} (i32.const 1)))"
        if value.kinds is not None:
            return bit(by_kind if value.kinds else by_height, 5)
        return bit(either(f"(i32.and {value.text} (i32.const 1))", by_kind, by_height), 8)


HELD_OPEN = "?"
"""The prefix of a symbolic value, used to test whether a condition depends only on which tops show the value
(`CompiledDomain._agreed`)."""


def replace_space(around: core.Neighbors) -> core.Neighbors:
    """The same relation for a placeholder space."""
    return replace(around, space=_ANY)


__all__ = ["HELD_OPEN", "NOTHING", "CompiledRanges", "const"]
