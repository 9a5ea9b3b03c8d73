"""Bits over two variables, as relations between the states of one and those of the other.

However such a bit was put together, it is a set of pairs of states. Where that set falls into
disjoint *blocks* (some states of one variable times some states of the other, no state in two
blocks), as for "of the same type" or "with the next number", the bit is the sum of one conjunction
a block: one form for whatever means the same, and the one with the tightest linear relaxation
(conjunctions that share no state are a bipartite matching, whose relaxation is integral).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from tilewright.symbolic.nodes import Conjunction, Finite, In, Linear, OrderEncoded, Reified, Variable, full

MOST_PAIRS = 1024
"""Pairs of states up to which a relation is written out."""

Rows: TypeAlias = tuple[int, ...]
"""For each state of the first variable the mask of the states of the second that go with it."""

Matrix: TypeAlias = tuple[tuple[int, ...], ...]
"""A number for each state of the first variable and each of the second."""


class Relations:
    """The relations that bits are, each worked out once."""

    def __init__(self) -> None:
        self._variables: dict[Finite, frozenset[Variable] | None] = {}
        self._rows: dict[In, Rows] = {}

    def pair(self, bits: Iterable[In]) -> tuple[Variable, Variable] | None:
        """The two variables that bits depend on; None if they are fewer or more, or have too many states."""
        found = self._union(bit.node for bit in bits)
        if found is None or len(found) != 2:
            return None
        first, second = sorted(found, key=lambda variable: variable.index)
        return (first, second) if first.states * second.states <= MOST_PAIRS else None

    def variables(self, node: Finite) -> frozenset[Variable] | None:
        """The variables that a node depends on; None if they are more than two."""
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
        """A number for each pair of states."""
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
    """The values with so much added for the pairs of a relation."""
    return tuple(
        tuple(value + worth * (row >> j & 1) for j, value in enumerate(own))
        for own, row in zip(values, rows, strict=True)
    )


@lru_cache(maxsize=4096)
def _where(values: Matrix, low: int | None, mask: int) -> Rows:
    """The pairs whose value is `low` + one of the states of the mask; without `low`, has the sign that it says."""

    def holds(value: int) -> bool:
        state = int(value >= 0) if low is None else value - low
        return state >= 0 and bool(mask >> state & 1)  # with less than `low`, the supply does not allow the pair

    return tuple(sum(1 << j for j, value in enumerate(row) if holds(value)) for row in values)


def complement(rows: Rows, second: Variable) -> Rows:
    """The pairs that are not in a relation."""
    return tuple(full(second) ^ row for row in rows)


@lru_cache(maxsize=4096)
def blocks(rows: Rows) -> tuple[tuple[int, int], ...] | None:
    """Masks of states of the first and the second variable whose products a relation falls into.

    None if it does not fall into products that share no state.
    """
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
    """Masks of states of the first and the second variable whose products a relation falls into.

    No pair of states is in two products; states that go with the same ones are taken together.
    """
    columns: dict[int, int] = {}
    for j in range(max(rows).bit_length()):
        column = sum(1 << i for i, row in enumerate(rows) if row >> j & 1)
        columns[column] = columns.get(column, 0) | 1 << j
    firsts: dict[int, int] = {}
    for i, row in enumerate(rows):
        firsts[row] = firsts.get(row, 0) | 1 << i
    return tuple((mask, one) for row, mask in firsts.items() for one in columns.values() if row & one)
