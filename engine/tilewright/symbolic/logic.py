"""Bits over unknowns, and the constant folding that numbers share with them.

An operation whose operands all depend on one node is computed state by state with the exact arithmetic, which defines
it; gates over one node are sets of its states; equal expressions are one node (hash consing).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeAlias, TypeVar

from tilewright.meaning.exact import COMPARE
from tilewright.stopping import Deadline
from tilewright.symbolic.graph import constant, function_of, node_of, scale_of, values_in
from tilewright.symbolic.nodes import (
    AnyNode,
    Belongs,
    Bit,
    Conjunction,
    Finite,
    In,
    Linear,
    OrderEncoded,
    Reified,
    Variable,
    combine,
    full,
    invert,
    where,
    within,
)

WIDEST = 4096  # states of an `OrderEncoded`; a comparison over a wider range is `Reified`
MOST_BLOCKS = 24  # blocks of a relation that is written as a sum

T = TypeVar("T", bound=AnyNode)


class Logic:
    """The operations of `meaning.domain.Arithmetic` that return bits; raises `OutOfTime`.

    `most`, if given, returns upper bounds of numbers that are tighter than those of their terms, e.g. from the supply.
    """

    def __init__(self, deadline: Deadline | None = None) -> None:
        self.deadline = deadline or Deadline()
        self.most: Callable[[Linear], int] | None = None
        self.relations = Relations()
        self._conjunctions: dict[frozenset[In], Bit] = {}
        self._made: dict[tuple[object, ...], Any] = {}

    def variable(self, states: int) -> Variable:
        """A new unknown with that many states."""
        return self._shared(lambda index: Variable(index, states), Variable, len(self._made))

    def _shared(self, make: Callable[[int], T], *key: object) -> T:
        found: T | None = self._made.get(key)
        if found is None:
            self.deadline.check()
            found = self._made[key] = make(len(self._made))
        return found

    def number(self, value: int) -> Linear:
        return Linear(value, {}, {})

    def truth(self, value: bool) -> Bit:
        return value

    def decided(self, bit: Bit) -> bool | None:
        return bit if isinstance(bit, bool) else None

    # -- folding

    def _folded(self, apply: Callable[..., int | bool], *operands: Bit | Linear) -> Any:
        """The result of an operation on constants and functions of one node, else None."""
        open_ = [operand for operand in operands if not constant(operand)]
        if not open_:
            result = apply(*(values_in(operand, None)[0] for operand in operands))
            return result if isinstance(result, bool) else self.number(result)
        node = self._source(open_)
        if node is None:
            return None
        columns = [values_in(operand, node) for operand in operands]
        results = [apply(*row) for row in zip(*columns, strict=True)]
        if isinstance(results[0], bool):
            return where(node, map(bool, results))
        return function_of(node, results)

    def _source(self, operands: Sequence[Bit | Linear]) -> Finite | None:
        """The single node that all operands are functions of, if there is one."""
        plain = {node_of(operand) for operand in operands} - {None}
        if len(plain) > 1:
            return None
        wide = [o for o in operands if isinstance(o, Linear) and o.only is None]
        if wide and any(not isinstance(node, OrderEncoded) for node in plain):
            return None
        found: set[Finite | None] = plain.union(self._order_encoded(number) for number in wide)
        return next(iter(found)) if len(found) == 1 else None

    def _order_encoded(self, number: Linear) -> OrderEncoded | None:
        """The node that order-encodes a number, up to a factor and a constant; None if its range is too wide."""
        scale = scale_of(number)
        terms = {n: tuple(v // scale for v in values) for n, values in number.terms.items()}
        base = Linear(0, terms, {n: coef // scale for n, coef in number.coefs.items()})
        # one Boolean per value: numbers with a wide range remain sums
        if base.high - base.low >= WIDEST:
            return None
        return self._shared(lambda i: self._order_encoding(i, base), OrderEncoded, base.key)

    def _order_encoding(self, index: int, number: Linear) -> OrderEncoded:
        low, high = self.ends(number)
        return OrderEncoded(index, high - low + 1, low, number)

    def _narrowed(self, number: Linear) -> OrderEncoded | None:
        """The order encoding of a number, with the bounds of `most`."""
        return None if self.most is None or len(number.terms) < 3 else self._order_encoded(number)

    def ends(self, number: Linear) -> tuple[int, int]:
        """The lower and upper bound of a number, with `most` taken into account."""
        if self.most is None or len(number.terms) < 3:
            return number.low, number.high
        # a lower bound of a number is minus an upper bound of its negation
        least = -self.most(combine([(-1, number)]))
        return max(number.low, least), min(number.high, self.most(number))

    # -- bits

    def invert(self, bit: Bit) -> Bit:
        return invert(bit)

    def some(self, bits: Sequence[Bit]) -> Bit:
        # disjunctions are negated conjunctions, so that there is one normal form
        return invert(self.every([invert(bit) for bit in bits]))

    def every(self, bits: Sequence[Bit]) -> Bit:
        masks: dict[Finite, int] = {}
        waiting = list(bits)
        for bit in waiting:
            if isinstance(bit, bool):
                if not bit:
                    return False
            elif isinstance(bit.node, Conjunction) and bit.mask == 0b10:
                # nested conjunctions are flattened, so that equal ones are one node however they were written
                waiting.extend(bit.node.parts)
            else:
                mask = masks.get(bit.node, full(bit.node)) & bit.mask
                if not mask:
                    return False
                masks[bit.node] = mask
        found = [In(node, mask) for node, mask in masks.items()]
        if any(_refuted(part, masks) for part in found):
            return False
        parts = [part for part in found if not _implied(part, masks)]
        if not parts:
            return True
        key = frozenset(parts)
        known = self._conjunctions.get(key)
        if known is None:
            known = self._related(parts)
            if known is None:
                known = parts[0] if len(parts) == 1 else self._conjunction(parts)
            self._conjunctions[key] = known
        return known

    def excludes(self, bit: Bit, other: Bit) -> bool:
        """Whether two bits exclude each other, as far as unfolding the definition of the other one shows."""
        if self.every([bit, other]) is False:
            return True
        masks = {} if isinstance(bit, bool) else {part.node: part.mask for part in _conjuncts_of(bit)}
        return _value(other, masks, {}) is False

    def _conjunction(self, parts: Sequence[In], *, disjoint: bool = False) -> In:
        # in a canonical order, so that equal conjunctions are one node
        ordered = tuple(sorted(parts, key=lambda part: part.node.index))
        return In(self._shared(lambda i: Conjunction(i, ordered, disjoint), Conjunction, ordered), 0b10)

    def _related(self, parts: Sequence[In]) -> Bit | None:
        """A conjunction over two variables as a sum of products, of its relation or of the complement."""
        # a single product gains nothing
        if all(isinstance(part.node, Variable) for part in parts):
            return None
        pair = self.relations.pair(parts)
        if pair is None:
            return None
        rows = self.relations.rows(parts, *pair)
        opposite = complement(rows, pair[1])
        # first a partition into few large blocks; if there is none, into single rows
        finest = sorted([(cells(rows), False), (cells(opposite), True)], key=lambda way: len(way[0]))
        for found, inverted in [(blocks(rows), False), (blocks(opposite), True), *finest]:
            if found is not None and len(found) <= MOST_BLOCKS:
                whole = self._disjoint([self.every([within(pair[0], a), within(pair[1], b)]) for a, b in found])
                return invert(whole) if inverted else whole
        return None

    def _disjoint(self, products: Sequence[Bit]) -> Bit:
        """The disjunction of conjunctions that exclude each other."""
        if len(products) <= 1:
            return products[0] if products else False
        parts = [In(bit.node, full(bit.node) ^ bit.mask) for bit in products if not isinstance(bit, bool)]
        return invert(self._conjunction(parts, disjoint=True))

    def compare(self, operator: str, left: Linear, right: Linear) -> Bit:
        if left.constant and right.constant:
            return bool(COMPARE[operator](left.const, right.const))
        match operator:
            case ">=":
                return self._at_least(left, right, 0)
            case ">":
                return self._at_least(left, right, 1)
            case "<=":
                return self._at_least(right, left, 0)
            case "<":
                return self._at_least(right, left, 1)
        equal = self.every([self._at_least(left, right, 0), self._at_least(right, left, 0)])
        return equal if operator == "=" else invert(equal)

    def _at_least(self, left: Linear, right: Linear, more: int) -> Bit:
        """The bit that `left` >= `right` + `more`."""
        return self._not_negative(combine([(1, left), (-1, right)]).plus(-more))

    def _not_negative(self, number: Linear) -> Bit:
        """The bit that a number is at least 0."""
        if number.low >= 0 or number.high < 0:
            return number.low >= 0
        narrow = self._narrowed(number)
        if narrow is not None:
            bit = where(narrow, (value >= 0 for value in values_in(number, narrow)))
            if isinstance(bit, bool):
                return bit
        if number.only is None:
            simple = self._as_conjunction(number)
            if simple is not None:
                return simple
        node = self._source([number])
        if node is not None:
            return where(node, (value >= 0 for value in values_in(number, node)))
        return In(self._shared(lambda i: Reified(i, number), Reified, number.key), 0b10)

    def _as_conjunction(self, number: Linear) -> Bit | None:
        """`number` >= 0 as a conjunction or disjunction of its terms, if it is equivalent to one."""
        if number.coefs:
            return None
        ranges = [(node, values, sorted(set(values))) for node, values in number.terms.items()]
        sized = any(
            isinstance(node, Belongs) for node in number.terms
        )  # kept as a number, because the cuts on sizes of groups look for sums
        if not sized and all(number.high - span[-1] + span[-2] < 0 for _, _, span in ranges):
            return self.every([where(n, (v == span[-1] for v in vs)) for n, vs, span in ranges])
        if all(number.low - span[0] + span[1] >= 0 for _, _, span in ranges):
            return self.some([where(n, (v > span[0] for v in vs)) for n, vs, span in ranges])
        if len(ranges) == 2 and min(len(span) for _, _, span in ranges) <= 3:
            (a, of_a, span), (b, of_b, _) = sorted(ranges, key=lambda item: len(item[2]))
            return self.some(
                [
                    self.every(
                        [
                            where(a, (v >= step for v in of_a)),
                            where(b, (v >= -number.const - step for v in of_b)),
                        ]
                    )
                    for step in span
                ]
            )
        return None


def _implied(part: In, masks: dict[Finite, int]) -> bool:
    """Whether a negated conjunction is already implied by the other parts."""
    if not isinstance(part.node, Conjunction) or part.mask != 0b01:
        return False
    return any(p.node in masks and not p.mask & masks[p.node] for p in part.node.parts)


def _refuted(part: In, masks: dict[Finite, int]) -> bool:
    """Whether a negated conjunction contradicts the other parts."""
    if not isinstance(part.node, Conjunction) or part.mask != 0b01:
        return False
    return all(p.node in masks and not masks[p.node] & ~p.mask for p in part.node.parts)


def _conjuncts_of(bit: In) -> Iterator[In]:
    """Bits that a bit implies: its conjuncts, transitively."""
    if isinstance(bit.node, Conjunction) and bit.mask == 0b10:
        for part in bit.node.parts:
            yield from _conjuncts_of(part)
    yield bit


def _value(bit: Bit, masks: Mapping[Finite, int], known: dict[Finite, bool | None]) -> bool | None:
    """The value of a bit if nodes are restricted to the states of masks; None if that does not determine it."""
    if isinstance(bit, bool):
        return bit
    node, mask = bit
    if node in masks:
        inside, outside = masks[node] & mask, masks[node] & ~mask
        return None if inside and outside else bool(inside)
    if not isinstance(node, Conjunction):
        return None
    if node not in known:
        values = [_value(part, masks, known) for part in node.parts]
        known[node] = False if False in values else None if None in values else True
    value = known[node]
    return value if value is None or mask == 0b10 else not value


# ------------------------------------------------------------------ relations of bits

# However such a bit was composed, it is a set of pairs of states. If that set is a union of
# disjoint *blocks* (a set of states of one variable times a set of states of the other, no state in two
# blocks), as for "of the same type" or "with the next number", the bit is the sum of one conjunction
# per block: a normal form for equivalent bits, and the one with the tightest linear relaxation
# (conjunctions that share no state form a bipartite matching, whose relaxation is integral).


MOST_PAIRS = 1024
"""The maximum number of pairs of states for which a relation is computed."""

Rows: TypeAlias = tuple[int, ...]
"""For each state of the first variable, the mask of the states of the second that are related to it."""

Matrix: TypeAlias = tuple[tuple[int, ...], ...]
"""A number for each pair of states of two variables."""


class Relations:
    """The relations of bits as sets of pairs, cached."""

    def __init__(self) -> None:
        self._variables: dict[Finite, frozenset[Variable] | None] = {}
        self._rows: dict[In, Rows] = {}

    def pair(self, bits: Iterable[In]) -> tuple[Variable, Variable] | None:
        """The two variables that bits depend on; None if there are fewer or more, or if they have too many states."""
        found = self._union(bit.node for bit in bits)
        if found is None or len(found) != 2:
            return None
        first, second = sorted(found, key=lambda variable: variable.index)
        return (first, second) if first.states * second.states <= MOST_PAIRS else None

    def variables(self, node: Finite) -> frozenset[Variable] | None:
        """The variables that a node depends on; None if there are more than two."""
        if node not in self._variables:
            self._variables[node] = self._variables_of(node)
        return self._variables[node]

    def _variables_of(self, node: Finite) -> frozenset[Variable] | None:
        match node:
            case Variable():
                return frozenset([node])
            case Conjunction():
                return self._union(part.node for part in node.parts)
            case OrderEncoded() | Reified() if not node.linear.coefs:
                return self._union(node.linear.terms)
        return None

    def _union(self, nodes: Iterable[Finite]) -> frozenset[Variable] | None:
        found: frozenset[Variable] = frozenset()
        for node in nodes:
            own = self.variables(node)
            if own is None or len(found := found | own) > 2:
                return None
        return found

    def rows(self, bits: Iterable[In], first: Variable, second: Variable) -> Rows:
        """The pairs of states in which all bits hold."""
        found = [full(second)] * first.states
        for bit in bits:
            found = [row & own for row, own in zip(found, self._of(bit, first, second), strict=True)]
        return tuple(found)

    def _of(self, bit: In, first: Variable, second: Variable) -> Rows:
        node, mask = bit
        if node is second:
            return (mask,) * first.states
        if node is first:
            return tuple(full(second) if mask >> i & 1 else 0 for i in range(first.states))
        if bit not in self._rows:
            match node:
                case Conjunction():
                    rows = self.rows(node.parts, first, second)
                    self._rows[bit] = rows if mask == 0b10 else complement(rows, second)
                case OrderEncoded() | Reified():
                    low = node.low if isinstance(node, OrderEncoded) else None
                    self._rows[bit] = _where(self._values(node.linear, first, second), low, mask)
        return self._rows[bit]

    def _values(self, number: Linear, first: Variable, second: Variable) -> Matrix:
        """The value of a number for each pair of states."""
        terms, none = dict(number.terms), (0,)
        ends = terms.pop(first, none * first.states), terms.pop(second, none * second.states)
        values = _sums(number.const, *ends)
        for node, worths in terms.items():
            for state, worth in enumerate(worths):
                if worth:
                    values = _raised(values, self._of(In(node, 1 << state), first, second), worth)
        return values


@lru_cache(maxsize=4096)
def _sums(const: int, left: Sequence[int], right: Sequence[int]) -> Matrix:
    return tuple(tuple(const + a + b for b in right) for a in left)


@lru_cache(maxsize=4096)
def _raised(values: Matrix, rows: Rows, worth: int) -> Matrix:
    """The values, with `worth` added for the pairs of a relation."""
    return tuple(
        tuple(value + worth * (row >> j & 1) for j, value in enumerate(own))
        for own, row in zip(values, rows, strict=True)
    )


@lru_cache(maxsize=4096)
def _where(values: Matrix, low: int | None, mask: int) -> Rows:
    """The pairs whose value minus `low` is a state in the mask; without `low`, the pairs whose value has the sign in
    the mask."""

    def holds(value: int) -> bool:
        state = int(value >= 0) if low is None else value - low
        return state >= 0 and bool(mask >> state & 1)  # below `low`: the supply rules this pair out

    return tuple(sum(1 << j for j, value in enumerate(row) if holds(value)) for row in values)


def complement(rows: Rows, second: Variable) -> Rows:
    """The complement of a relation."""
    return tuple(full(second) ^ row for row in rows)


@lru_cache(maxsize=4096)
def blocks(rows: Rows) -> tuple[tuple[int, int], ...] | None:
    """The partition of a relation into products of masks of states that share no state; None if there is none."""
    found: dict[int, int] = {}
    for i, row in enumerate(rows):
        if row:
            found[row] = found.get(row, 0) | 1 << i
    taken = 0
    for row in found:
        if row & taken:
            return None
        taken |= row
    return tuple((mask, row) for row, mask in found.items())


@lru_cache(maxsize=4096)
def cells(rows: Rows) -> tuple[tuple[int, int], ...]:
    """The partition of a relation into products of masks of states that share no pair; equal rows are merged."""
    columns: dict[int, int] = {}
    for j in range(max(rows).bit_length()):
        column = sum(1 << i for i, row in enumerate(rows) if row >> j & 1)
        columns[column] = columns.get(column, 0) | 1 << j
    firsts: dict[int, int] = {}
    for i, row in enumerate(rows):
        firsts[row] = firsts.get(row, 0) | 1 << i
    return tuple((mask, one) for row, mask in firsts.items() for one in columns.values() if row & one)
