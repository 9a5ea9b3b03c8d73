"""Questions as WebAssembly: the `meaning.domain.Domain` in which numbers and bits are text expressions.

Three optimizations: loop-invariant code is computed lazily, once (`shared`); comparing the values of several tops is
one operation on bit masks (`_agreed`); the cheaper parts of a conjunction are tested first (`every`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import reduce
from typing import TypeVar, cast

from tilewright.core import expr as core
from tilewright.core.walk import free, variables
from tilewright.kernel.layout import MOST_COUNTED
from tilewright.kernel.wasm.code import (
    LEAST,
    MOST,
    WITHIN_LOOP,
    BitSet,
    Code,
    PlaceRef,
    Range,
    Routine,
    S,
    Single,
    bit,
    const,
    either,
    load,
    plus,
    scaled,
    within,
)
from tilewright.kernel.wasm.places import CompiledBoard, Memory, table_bit
from tilewright.kernel.wasm.ranges import HELD_OPEN, CompiledRanges
from tilewright.meaning.domain import Element, Entries, Env, Loop
from tilewright.meaning.exact import look_up
from tilewright.meaning.intervals import INTERVALS, Interval, hull
from tilewright.source import Span

_SIGNS = {"=": "eq", "!=": "ne", "<": "lt_s", "<=": "le_s", ">": "gt_s", ">=": "ge_s"}
_CHEAP = 6
"""Expressions up to this cost are recomputed rather than kept in a local."""
X = TypeVar("X")


def in_common(masks: Sequence[str]) -> str:
    """The text of the bitwise and of masks."""
    return reduce(lambda found, mask: f"(i32.and {found} {mask})", masks)


def size_of(part: BitSet) -> Code:
    """The number of spaces of a group or a line."""
    counts = [f"(i32.popcnt {load(part.address, 4 * word, '')})" for word in range(part.words)]
    text = part.size or reduce(lambda found, count: f"(i32.add {found} {count})", counts)
    return Code(text, 3 * part.words, 0, 32 * part.words)


class CompiledDomain(CompiledRanges):
    """The domain for one function of a module."""

    def __init__(self, memory: Memory, function: Routine) -> None:
        super().__init__(memory, function)
        self.ordered = False
        self._kept: dict[object, Code] = {}
        self._open = 0

    # -- numbers

    def number(self, value: int) -> Code:
        return const(value)

    def add(self, parts: Sequence[Code]) -> Code:
        ordered = sorted(parts, key=lambda part: part.known is None)  # constants first: they become one
        return reduce(lambda found, part: part if found.known == 0 else self._sum(found, part), ordered, const(0))

    def _sum(self, left: Code, right: Code) -> Code:
        return self._operation("add", left, right, INTERVALS.add([left.bounds, right.bounds]))

    def _operation(self, name: str, left: Code, right: Code, bounds: Interval) -> Code:
        """An operation; if the result may not fit into 32 bits it is checked at run time."""
        cost = left.cost + right.cost + 1
        if bounds[0] >= LEAST and bounds[1] <= MOST:
            return within(f"(i32.{name} {left} {right})", cost, bounds)
        wide = f"(i64.{name} (i64.extend_i32_s {left}) (i64.extend_i32_s {right}))"
        return within(f"(call $narrow {wide})", cost + 4, bounds)

    def times(self, left: Code, right: Code) -> Code:
        if 1 in (left.known, right.known):
            return right if left.known == 1 else left
        return self._operation("mul", left, right, INTERVALS.times(left.bounds, right.bounds))

    def divide(self, left: Code, right: Code) -> Code:
        plain = right.known is not None and right.known > 0 and left.low >= 0
        text = f"(i32.div_u {left} {right})" if plain else f"(call $divide {left} {right})"
        return within(text, left.cost + right.cost + 8, INTERVALS.divide(left.bounds, right.bounds))

    def remainder(self, left: Code, right: Code) -> Code:
        plain = right.known is not None and right.known > 0 and left.low >= 0
        text = f"(i32.rem_u {left} {right})" if plain else f"(call $remainder {left} {right})"
        return within(text, left.cost + right.cost + 8, INTERVALS.remainder(left.bounds, right.bounds))

    def extreme_of(self, which: str, parts: Sequence[Code]) -> Code:
        found, sign = parts[0], "gt_s" if which == "max" else "lt_s"
        for part in parts[1:]:
            bounds = INTERVALS.extreme(which, [(True, found.bounds), (True, part.bounds)])
            one, other = self.function.local(), self.function.local()
            test = f"(i32.{sign} (local.get {one}) (local.get {other}))"
            text = f"(select (local.tee {one} {found}) (local.tee {other} {part}) {test})"
            found = within(text, found.cost + part.cost + 3, bounds)
        return found

    def table(self, body: Code, entries: Entries) -> Code:
        bounds, span = INTERVALS.table(body.bounds, entries), body.high - body.low + 1
        if span <= 512:
            found = self.memory.data.numbers([look_up(body.low + i, entries) for i in range(span)], 4)
            return within(load(scaled(plus(body.text, -body.low), 4), found, ""), body.cost + 4, bounds)
        local = self.function.local()
        text = "(i32.const 0)"
        for low, high, value in reversed(entries):
            holds = f"(i32.ge_s (local.get {local}) {const(low)})"
            if high is not None:
                holds = f"(i32.and {holds} (i32.le_s (local.get {local}) {const(high)}))"
            text = f"(select {const(value)} {text} {holds})"
        text = f"(block (result i32) (local.set {local} {body}) {text})"
        return within(text, body.cost + 3 * len(entries), bounds)

    def if_else(self, condition: Callable[[], Code], then: Callable[[], Code], otherwise: Callable[[], Code]) -> Code:
        holds = condition()
        if holds.known is not None:
            return then() if holds.known else otherwise()
        one, other = then(), otherwise()
        cost = holds.cost + max(one.cost, other.cost) + 1
        return within(either(holds.text, one.text, other.text), cost, hull(one.bounds, other.bounds))

    def award(self, amount: Callable[[], Code], span: Span) -> Code:
        return amount()

    # -- bits

    def truth(self, value: bool) -> Code:
        return const(int(value))

    def compare(self, operator: str, left: Code, right: Code) -> Code:
        certain = INTERVALS.compare(operator, left.bounds, right.bounds)
        if certain is not None:
            return self.truth(certain)
        return bit(f"(i32.{_SIGNS[operator]} {left} {right})", left.cost + right.cost + 1)

    def every(self, parts: Sequence[Callable[[], Code]]) -> Code:
        asked = [inner for part in parts for holds in (part(),) for inner in (holds.parts or (holds,))]
        if any(holds.known == 0 for holds in asked):
            return const(0)
        asked = [holds for holds in asked if holds.known is None]
        ordered = list(dict.fromkeys(sorted(asked, key=lambda holds: holds.cost)))
        if not ordered:
            return const(1)
        text = ordered[-1].text
        for holds in reversed(ordered[:-1]):
            text = either(holds.text, text, "(i32.const 0)")
        return Code(text, sum(holds.cost for holds in ordered), 0, 1, tuple(ordered))

    def some(self, parts: Sequence[Callable[[], Code]]) -> Code:
        asked = [part() for part in parts]
        if any(holds.known == 1 for holds in asked):
            return const(1)
        ordered = list(dict.fromkeys(sorted((one for one in asked if one.known is None), key=lambda one: one.cost)))
        if not ordered:
            return const(0)
        text = ordered[-1].text
        for holds in reversed(ordered[:-1]):
            text = either(holds.text, "(i32.const 1)", text)
        return bit(text, sum(holds.cost for holds in ordered))

    def invert(self, holds: Code) -> Code:
        return const(1 - holds.known) if holds.known is not None else bit(f"(i32.eqz {holds})", holds.cost + 1)

    # -- loops

    def rounds(self, each: Loop[Code], body: Callable[[Env, Element], str], ordered: bool = False) -> str:
        """A loop over the elements that satisfy the guard."""

        def inside(element: Element) -> str:
            inner = each.bind(element)
            holds = None if each.guard is None else each.guard(inner)
            if holds is not None and holds.known == 0:
                return ""
            text = body(inner, element)
            return text if holds is None or holds.known else f"(if {holds} (then {text}))"

        outer, self.ordered = self.ordered, ordered
        found: Range = each.range
        text = found.write(self.deep(inside), ordered)
        self.ordered = outer
        return text

    def total(self, each: Loop[Code], body: Callable[[Env], Code], alike: bool) -> Code:
        if alike and each.guard is not None and (masks := self._agreed(each, each.guard)) is not None:
            return self.times(Code(f"(i32.popcnt {in_common(masks)})", 8, 0, each.range.most), body(each.env))
        if alike and each.guard is None and each.range.part is not None:
            return self.times(size_of(each.range.part), body(each.env))
        guard = each.guard if alike and body(each.env).known is not None else None
        found, of = self.function.local(), const(0)

        def step(inner: Env, element: Element) -> str:
            nonlocal of
            of = body(inner)
            if guard is not None:  # without a branch, which would often be mispredicted
                of = self.times(guard(inner), of)
            sum_so_far = within(f"(local.get {found})", 0, INTERVALS.times((0, each.range.most), of.bounds))
            return f"(local.set {found} {self._sum(sum_so_far, of)})"

        loop = self.rounds(each if guard is None else replace(each, guard=None), step)
        if not loop:
            return const(0)
        text = f"(block (result i32) (local.set {found} (i32.const 0)) {loop} (local.get {found}))"
        cost = WITHIN_LOOP * (of.cost + 4) + len(loop) // 40
        return within(text, cost, INTERVALS.times((0, each.range.most), of.bounds))

    def best(
        self,
        which: str,
        each: Loop[Code],
        body: Callable[[Env], Code],
        weight: Callable[[Element], Code] | None,
        rank: int,
    ) -> Code:
        if rank > 1:
            return self._ranked(which, each, body, rank)
        found, any_yet, new = (self.function.local() for _ in range(3))
        sign, of = "gt_s" if which == "max" else "lt_s", const(0)

        def step(inner: Env, element: Element) -> str:
            nonlocal of
            of = body(inner)
            better = f"(i32.or (i32.eqz (local.get {any_yet})) (i32.{sign} (local.get {new}) (local.get {found})))"
            take = f"(local.set {found} (local.get {new}))(local.set {any_yet} (i32.const 1))"
            return f"(local.set {new} {of})(if {better} (then {take}))"

        loop = self.rounds(each, step)
        clear = f"(local.set {found} (i32.const 0))(local.set {any_yet} (i32.const 0))"
        text = f"(block (result i32) {clear} {loop} (local.get {found}))"
        return within(text, WITHIN_LOOP * (of.cost + 4) + len(loop) // 40, hull((0, 0), of.bounds))

    def _ranked(self, which: str, each: Loop[Code], body: Callable[[Env], Code], rank: int) -> Code:
        numbers, count, of = (
            self.memory.scratch.reserve(4 * max(1, each.range.most)),
            self.function.local("n"),
            const(0),
        )

        def step(inner: Env, element: Element) -> str:
            nonlocal of
            of = body(inner)
            put = f"(i32.store offset={numbers} {scaled(f'(local.get {count})', 4)} {of})"
            return put + f"(local.set {count} {plus(f'(local.get {count})', 1)})"

        loop = self.rounds(each, step)
        sign = 1 if which == "max" else -1
        found = f"(call $ranked (i32.const {numbers}) (local.get {count}) (i32.const {rank}) (i32.const {sign}))"
        text = f"(block (result i32) (local.set {count} (i32.const 0)) {loop} {found})"
        return within(text, WITHIN_LOOP * (of.cost + 9), hull((0, 0), of.bounds))

    def _agreed(self, each: Loop[Code], condition: Callable[[Env], Code]) -> tuple[str, ...] | None:
        """If a condition on the value of a loop tests only which tops show it: for each top the bit mask of the values
        that it shows. Else None."""
        values: tuple[int, ...] = each.range.values
        if not 0 < len(values) <= 32:
            return None
        self._open += 1
        value = f"{HELD_OPEN}{self._open}"
        holds = condition(each.bind(Single(value, len(self.loops) + 1)))
        parts = holds.parts or (holds,)
        if not all(part.value == value and HELD_OPEN not in part.shown for part in parts):
            return None
        layout = self.memory.layout
        known = [self.memory.values.known[index].kinds or frozenset() for index in values]
        masks = [
            sum(1 << i for i, kinds in enumerate(known) if kind in kinds) for kind in range(len(layout.game.kinds))
        ]
        table = self.memory.data.numbers((0, 0, *masks), 4)
        return tuple(load(scaled(plus(top, 2), 4), table, "") for top in dict.fromkeys(part.shown for part in parts))

    def exists(self, each: Loop[Code], condition: Callable[[Env], Code]) -> Code:
        if (masks := self._agreed(each, lambda inner: self._both(each, inner, condition))) is not None:
            return replace(bit(f"(i32.ne {in_common(masks)} (i32.const 0))", 8), agreed=masks)
        return self._any(each, condition, True)

    def forall(self, each: Loop[Code], condition: Callable[[Env], Code]) -> Code:
        return self._any(each, lambda inner: self.invert(condition(inner)), False)

    def _both(self, each: Loop[Code], inner: Env, condition: Callable[[Env], Code]) -> Code:
        """The guard of a loop and a condition, the cheaper one first."""
        guard = each.guard
        return condition(inner) if guard is None else self.every([lambda: guard(inner), lambda: condition(inner)])

    def _any(self, each: Loop[Code], condition: Callable[[Env], Code], found: bool) -> Code:
        """`found` if the condition holds for some element, else the opposite."""
        local, out = self.function.local(), self.function.label()
        cost, done = 0, f"(local.set {local} (i32.const {int(found)}))(br {out})"

        def step(inner: Env, element: Element) -> str:
            nonlocal cost
            holds = self._both(each, inner, condition)
            cost += holds.cost
            return done if holds.known == 1 else "" if holds.known == 0 else f"(if {holds} (then {done}))"

        loop = self.rounds(replace(each, guard=None), step)
        if done not in loop:
            return self.truth(not found)
        begin = f"(local.set {local} (i32.const {int(not found)}))"
        text = f"(block (result i32) {begin}(block {out} {loop}) (local.get {local}))"
        return bit(text, WITHIN_LOOP * (cost + 4) + len(loop) // 40)

    # -- elements

    def elsewhere(self, player: Element, body: Callable[[Element], X]) -> X:
        return body(player)

    def same(self, left: Element, right: Element, sort: str) -> Code:
        if isinstance(left, PlaceRef):
            return bit(f"(i32.eq {left.seat} {right.seat})", 2)
        if not isinstance(left, BitSet):
            return self.truth(True) if left.text == right.text else bit(f"(i32.eq {left.text} {right.text})", 2)
        text = f"(i32.eq {left.root} {right.root})"
        for word in range(max(left.words, right.words)):
            ends = [
                load(part.address, 4 * word, "") if word < part.words else "(i32.const 0)" for part in (left, right)
            ]
            text = either(text, f"(i32.eq {ends[0]} {ends[1]})", "(i32.const 0)")
        return bit(text, 6)

    def inside(self, space: Single, part: BitSet) -> Code:
        if part.spaces is not None:
            flags = [space in part.spaces for space in range(32 * part.words)]
            if part.words < self.memory.layout.set_words:
                flags += [False] * 32 * (self.memory.layout.set_words - part.words)
            return table_bit(self.memory, flags, space.text)
        word = f"(i32.shr_u {space.text} (i32.const 5))"
        bits = load(f"(i32.add {part.address} {scaled(word, 4)})", 0, "")
        text = f"(i32.and (i32.shr_u {bits} (i32.and {space.text} (i32.const 31))) (i32.const 1))"
        if part.words < self.memory.layout.set_words:
            text = either(f"(i32.lt_u {word} (i32.const {part.words}))", text, "(i32.const 0)")
        return bit(text, 6)

    def in_region(self, seat: PlaceRef, space: Single, region: str) -> Code:
        known = self.geometry(seat.place).region(region)
        return table_bit(self.memory, [space in known for space in range(seat.place.size)], space.text)

    def one_of(self, value: Single, kinds: frozenset[int]) -> Code:
        known = self.memory.values.known
        if value.kinds is False or not known:
            return const(0)
        index = f"(i32.shr_u {value.text} (i32.const 1))"
        has = table_bit(self.memory, [bool(one.kinds and one.kinds & kinds) for one in known], index)
        if value.kinds or has.known == 0:
            return has
        return bit(either(f"(i32.and {value.text} (i32.const 1))", has.text, "(i32.const 0)"), 5)

    def number_of(self, value: Single) -> Code:
        numbers = [known.number or 0 for known in self.memory.values.known] or [0]
        index = f"(i32.shr_s {value.text} (i32.const 1))"
        of_kinds = load(scaled(index, 4), self.memory.data.numbers(numbers, 4), "")
        if value.kinds:
            return Code(of_kinds, 4, min(numbers), max(numbers))
        plain = Code(index, 2, -MOST_COUNTED, MOST_COUNTED)
        if value.kinds is False:
            return plain
        return replace(plain, text=either(f"(i32.and {value.text} (i32.const 1))", of_kinds, index), cost=6)

    def board(self, seat: PlaceRef) -> CompiledBoard:
        return CompiledBoard(self.memory, seat)

    def seat_number(self, seat: PlaceRef) -> Code:
        if not seat.place.board.each_player:
            return const(1)
        return Code(plus(seat.seat, 1 - seat.place.seat), 1, 1, self.memory.layout.players)

    def counter(self, seat: PlaceRef, name: str) -> Code:
        layout = self.memory.layout
        if seat.place.seat or name not in layout.counters:
            return const(0)
        own = f"(i32.add {S} {scaled(seat.seat, 4 * len(layout.counters))})"
        return Code(load(own, layout.count.offset + 4 * layout.counters[name], ""), 3, -MOST_COUNTED, MOST_COUNTED)

    # -- sharing

    def shared(self, expr: core.Expr, env: Env, seat: Element, make: Callable[[], X]) -> X:
        """Loop-invariant code motion: computed at most once in the innermost loop that it depends on, at its first use."""
        level = max([seat.depth, *(env[var.id].depth for var in variables(expr) if var.id in env)])
        if level >= len(self.loops):
            return make()
        key = (expr, seat, level, *(env[var.id] for var in free(expr) if var.id in env))
        if key not in self._kept:
            made = cast(Code, make())
            if made.cost <= _CHEAP or made.known is not None:
                return cast(X, made)
            kept = self.function.keep(made.text, level)
            if level:
                self.loops[level - 1].append(f"(local.set {kept.is_known} (i32.const 0))")
            self._kept[key] = Code(kept.token, 3, made.low, made.high)
        return cast(X, self._kept[key])
