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

from tilewright.symbolic.nodes import Conjunction, Finite, In, OrderEncoded, Reified, Variable, full

MOST_PAIRS = 1024
"""Pairs of states up to which a relation is written out."""

Rows: TypeAlias = tuple[int, ...]
"""For each state of the first variable the mask of the states of the second that go with it."""


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
            self._variables[node] = self._parts(node)
        return self._variables[node]

    def _parts(self, node: Finite) -> frozenset[Variable] | None:
        match node:
            case Variable():
                return frozenset([node])
            case Conjunction():
                return self._union(part.node for part in node.parts)
            case OrderEncoded() | Reified():
                plain = not node.linear.coefs and all(isinstance(term, Variable) for term in node.linear.terms)
                return self._union(node.linear.terms) if plain else None
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
                    terms, none = node.linear.terms, (0,)
                    ends = terms.get(first, none * first.states), terms.get(second, none * second.states)
                    low = node.low if isinstance(node, OrderEncoded) else None
                    self._rows[bit] = _compared(node.linear.const, *ends, low, mask)
        return self._rows[bit]


@lru_cache(maxsize=4096)
def _compared(const: int, left: Sequence[int], right: Sequence[int], low: int | None, mask: int) -> Rows:
    """The pairs whose sum is `low` + one of the states of the mask; without `low`, has the sign that it says."""

    def holds(value: int) -> bool:
        return bool(mask >> (int(value >= 0) if low is None else value - low) & 1)

    return tuple(sum(1 << j for j, b in enumerate(right) if holds(const + a + b)) for a in left)


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
