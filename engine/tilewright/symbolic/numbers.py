"""The symbolic arithmetic: numbers and bits that depend on unknowns, folded as far as possible."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.meaning.domain import Entries, SpaceSet
from tilewright.meaning.exact import Exact, ranked
from tilewright.meaning.intervals import INTERVALS, hull
from tilewright.symbolic.graph import by_value, common_part, fold, grid, two_valued
from tilewright.symbolic.logic import Logic
from tilewright.symbolic.nodes import (
    Amount,
    Belongs,
    Bit,
    BitProduct,
    ComponentCount,
    Conjunction,
    HeaviestComponent,
    In,
    IsComponent,
    Linear,
    Maximum,
    Partition,
    Product,
    Quotient,
    as_number,
    combine,
    function,
    invert,
)
from tilewright.table.geometry import Geometry

EXACT = Exact()


class Symbolic(Logic):
    """`meaning.domain.Arithmetic` over `Linear` and `Bit`."""

    # -- numbers

    def add(self, parts: Sequence[Linear]) -> Linear:
        return combine((1, part) for part in parts)

    def times(self, left: Linear, right: Linear) -> Linear:
        for one, other in ((left, right), (right, left)):
            if one.constant:
                return combine([(one.const, other)])
        folded: Linear | None = self._folded(EXACT.times, left, right)
        if folded is not None:
            return folded
        for one, other in ((left, right), (right, left)):
            switch = two_valued(one)
            if switch is not None:
                bit, worth = switch
                return combine([(one.const, other), (worth, self._bit_product(bit, other))])
        first, second = sorted((left, right), key=lambda number: _order(number))
        low, high = INTERVALS.times(left.bounds, right.bounds)
        key = (Product, first.key, second.key)
        return _amount(self._shared(lambda i: Product(i, low, high, first, second), *key))

    def divide(self, left: Linear, right: Linear) -> Linear:
        if right.constant and right.const == 0:
            return right
        folded: Linear | None = self._folded(EXACT.divide, left, right)
        if folded is not None:
            return folded
        low, high = INTERVALS.divide(left.bounds, right.bounds)
        key = (Quotient, left.key, right.key)
        return _amount(self._shared(lambda i: Quotient(i, low, high, left, right), *key))

    def remainder(self, left: Linear, right: Linear) -> Linear:
        """`left` minus the quotient times `right`, so both sides of the quotient are needed; it shares the quotient's
        node."""
        folded: Linear | None = self._folded(EXACT.remainder, left, right)
        if folded is not None:
            return folded
        rest = combine([(1, left), (-1, self.times(right, self.divide(left, right)))])
        zero = self.number(0)
        return self.pick(self.compare("=", right, zero), zero, rest)

    def pick(self, bit: Bit, then: Linear, otherwise: Linear) -> Linear:
        if isinstance(bit, bool):
            return then if bit else otherwise
        folded: Linear | None = self._folded(EXACT.pick, bit, then, otherwise)
        if folded is not None:
            return folded
        common = common_part(then, otherwise)
        parts = [(1, self._bit_product(bit, combine([(1, then), (-1, common)])))]
        parts.append((1, self._bit_product(invert(bit), combine([(1, otherwise), (-1, common)]))))
        return combine([(1, common), *parts])

    def _bit_product(self, bit: Bit, body: Linear) -> Linear:
        """`body` if the bit holds, else 0: decomposed into terms, of which only the last needs a node."""
        if isinstance(bit, bool):
            return body if bit else self.number(0)
        rest = dict(body.terms)
        own = rest.pop(bit.node, (0,) * bit.node.states)
        values = (body.const + v if bit.mask >> i & 1 else 0 for i, v in enumerate(own))
        pieces = [(1, function(bit.node, values))]
        for gate in [
            node for node in rest if isinstance(node, Conjunction) and self.relations.pair([bit, In(node, 1)])
        ]:
            worth = rest.pop(gate)[1]
            if gate.disjoint:
                pieces += [(worth, as_number(bit)), (-worth, as_number(self.every([bit, In(gate, 0b01)])))]
            else:
                pieces.append((worth, as_number(self.every([bit, In(gate, 0b10)]))))
        other = Linear(0, rest, body.coefs)
        switch = two_valued(other)
        if switch is not None:
            pieces.append((1, as_number(self.every([bit, switch[0]]), switch[1])))
        elif not other.constant:
            low, high = hull((0, 0), other.bounds)
            key = (BitProduct, bit, other.key)
            node = self._shared(lambda i: BitProduct(i, low, high, bit, other), *key)
            pieces.append((1, _amount(node)))
        return combine(pieces)

    def table(self, body: Linear, entries: Entries) -> Linear:
        folded: Linear | None = self._folded(lambda value: EXACT.table(value, entries), body)
        if folded is not None:
            return folded
        starts = {low for low, _, _ in entries}
        starts.update(high + 1 for _, high, _ in entries if high is not None)
        value = EXACT.table(body.low, entries)
        steps = []
        for start in sorted(start for start in starts if body.low < start <= body.high):
            after = EXACT.table(start, entries)
            steps.append((1, as_number(self._not_negative(body.plus(-start)), after - value)))
            value = after
        return combine([(1, self.number(EXACT.table(body.low, entries))), *steps])

    def extreme(self, which: str, cases: Sequence[tuple[Bit, Linear]], rank: int = 1) -> Linear:
        sign = 1 if which == "max" else -1
        signed = [(bit, combine([(sign, n)])) for bit, n in cases if bit is not False]
        return combine([(sign, self._largest(signed) if rank == 1 else self._ranked(signed, rank))])

    def _ranked(self, cases: Sequence[tuple[Bit, Linear]], rank: int) -> Linear:
        """The rank-th largest number whose bit holds: it is at least t if `rank` of them are at least t."""
        if len(cases) < rank:
            return self.number(0)
        folded: Linear | None = self._folded(
            lambda *row: EXACT.extreme("max", list(zip(row[::2], row[1::2], strict=True)), rank),
            *(operand for case in cases for operand in case),
        )
        if folded is not None:
            return folded
        lowest = min(number.low for _, number in cases)
        highest = ranked("max", (number.high for _, number in cases), rank)

        def reaches(step: int) -> Bit:
            held = [self.every([bit, self._not_negative(number.plus(-step))]) for bit, number in cases]
            return self._not_negative(combine((1, as_number(bit)) for bit in held).plus(-rank))

        steps = [(1, as_number(reaches(step))) for step in range(lowest + 1, highest + 1)]
        return combine([(1, as_number(reaches(lowest), lowest)), *steps])

    def _largest(self, cases: Sequence[tuple[Bit, Linear]]) -> Linear:
        """The largest number whose bit holds; 0 if none does.

        Constant values become a staircase of steps; other numbers are multiplied by their bits, so that the remainder
        is an unconditional maximum.
        """
        folded = self._folded(
            lambda *row: EXACT.extreme("max", list(zip(row[::2], row[1::2], strict=True))),
            *(operand for case in cases for operand in case),
        )
        if folded is not None:
            return folded  # type: ignore[no-any-return]
        cases = [part for case in cases for part in by_value(case)]
        certain = any(bit is True for bit, _ in cases)
        floor = min([number.low for _, number in cases] + ([] if certain else [0]))
        values: dict[int, list[Bit]] = {}
        numbers = []
        for bit, number in cases:
            if number.constant:
                values.setdefault(number.const, []).append(bit)
            else:
                numbers.append(self._bit_product(bit, number.plus(-floor)).plus(floor))
        value = self._top([self._stairs(floor, values), *numbers])
        none = self.every([invert(bit) for bit, _ in cases])
        return combine([(1, value), (1, as_number(none, -floor))])

    def _stairs(self, floor: int, values: dict[int, list[Bit]]) -> Linear:
        """The largest constant value one of whose bits holds; `floor` if none does."""
        steps, last = [(1, self.number(floor))], floor
        for value in sorted(values):
            reached = [bit for higher in values if higher >= value for bit in values[higher]]
            steps.append((1, as_number(self.some(reached), value - last)))
            last = value
        return combine(steps)

    def _top(self, numbers: Sequence[Linear]) -> Linear:
        """The maximum of the numbers, without those that are dominated."""
        unlike = list({number.key: number for number in numbers}.values())
        best = max(unlike, key=lambda number: (number.low, number.high))
        rivals = [number for number in unlike if number is best or number.high > best.low]
        if len(rivals) == 1:
            return best
        folded: Linear | None = self._folded(max, *rivals)
        if folded is not None:
            return folded
        high = max(number.high for number in rivals)
        key = (Maximum, frozenset(number.key for number in rivals))
        return _amount(self._shared(lambda i: Maximum(i, best.low, high, tuple(rivals)), *key))

    # -- components

    def components(self, geometry: Geometry, members: Sequence[Bit]) -> list[tuple[SpaceSet[Bit], Bit]]:
        if all(isinstance(bit, bool) for bit in members):
            known = EXACT.components(geometry, [bit is True for bit in members])
            return [(SpaceSet(part.root, dict(part.members)), True) for part, _ in known]
        node = self._partition(geometry, members)
        parts: list[tuple[SpaceSet[Bit], Bit]] = []
        for region in fold(grid(geometry), members):
            for i, block in enumerate(region.blocks):
                belongs: dict[int, Bit] = {}
                for j in region.reach(i):
                    first = i == j == 0  # the least node is the root of its own component if it is a member
                    bit = region.member[0] if first else self._belongs(node, block[0], region.blocks[j][0])
                    belongs.update(dict.fromkeys(region.blocks[j], bit))
                parts.append((SpaceSet(block[0], belongs), belongs[block[0]]))
        return sorted(parts, key=lambda part: part[0].root)

    def _belongs(self, partition: Partition, root: int, space: int) -> Bit:
        key = (Belongs, partition, root, space)
        return In(self._shared(lambda i: Belongs(i, partition, root, space), *key), 0b10)

    def is_component(self, geometry: Geometry, members: Sequence[Bit], spaces: tuple[int, ...]) -> Bit:
        """The bit that these spaces are a whole component of the members."""
        partition = self._partition(geometry, members)
        node = IsComponent(len(self._made), partition, spaces)
        inside, outside = [members[s] for s in spaces], [invert(members[s]) for s in node.border]
        if any(bit is False for bit in [*inside, *outside]):
            return False
        if sum(not isinstance(bit, bool) for bit in [*inside, *outside]) < 2:
            return self.every([*inside, *outside])
        return In(self._shared(lambda i: IsComponent(i, partition, spaces), IsComponent, partition, spaces), 0b10)

    def _partition(self, geometry: Geometry, members: Sequence[Bit]) -> Partition:
        key = (Partition, geometry, tuple(members))
        return self._shared(lambda i: Partition(i, geometry, tuple(members)), *key)

    def component_count(self, geometry: Geometry, members: Sequence[Bit]) -> Linear:
        if all(isinstance(bit, bool) for bit in members):
            return self.number(EXACT.component_count(geometry, [bit is True for bit in members]))
        high = sum(_most_apart(region.neighbors) for region in fold(grid(geometry), members))
        low = int(any(bit is True for bit in members))
        key = (ComponentCount, geometry, tuple(members))
        return _amount(self._shared(lambda i: ComponentCount(i, low, high, geometry, tuple(members)), *key))

    def heaviest(self, geometry: Geometry, members: Sequence[Bit], weights: Sequence[Linear]) -> Linear:
        zero = self.number(0)
        own = tuple(self.pick(m, w, zero) for m, w in zip(members, weights, strict=True))
        if all(weight.constant for weight in own) and all(isinstance(m, bool) for m in members):
            known = [bit is True for bit in members]
            return self.number(EXACT.heaviest(geometry, known, [w.const for w in own]))
        regions = fold(grid(geometry), members)
        high = max(sum(own[s].high for b in region.blocks for s in b) for region in regions)
        low = max(weight.low for weight in own)
        key = (HeaviestComponent, geometry, tuple(members), tuple(weight.key for weight in own))
        return _amount(self._shared(lambda i: HeaviestComponent(i, low, high, geometry, tuple(members), own), *key))


def _amount(node: Amount) -> Linear:
    return Linear(0, {}, {node: 1}) if node.low < node.high else Linear(node.low, {}, {})


def _order(number: Linear) -> tuple[int, ...]:
    return tuple(sorted(n.index for n in [*number.terms, *number.coefs]))


def _most_apart(neighbors: Sequence[Sequence[int]]) -> int:
    """An upper bound on the size of an independent set: one node for each pair of a matching."""
    paired: set[int] = set()
    pairs = 0
    for node, around in enumerate(neighbors):
        partner = next((near for near in around if near not in paired and near > node), None)
        if node not in paired and partner is not None:
            paired |= {node, partner}
            pairs += 1
    return len(neighbors) - pairs
