"""Expressions over unknowns: the values of the symbolic arithmetic.

A *finite* node takes one of few numbered states; an *amount* is any other unknown integer. A bit is a constant or "this
node is in one of these states"; a number is linear in amounts and in functions of single nodes. So an expression that
depends on a single node, however it was computed, is again a set of its states or a function of them.

Nodes are shared (equal ones are one object) and numbered in order of creation, so the operands of a node always have a
smaller index than the node.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias, Union

from tilewright.table.geometry import Geometry


class In(NamedTuple):
    """The node is in one of the states of `mask` (bit i is state i)."""

    node: Finite
    mask: int


Bit: TypeAlias = Union[bool, In]


@dataclass(frozen=True, eq=False, slots=True)
class Variable:
    """A free unknown."""

    index: int
    states: int


@dataclass(frozen=True, eq=False, slots=True)
class OrderEncoded:
    """The value of a linear expression: state i means that it is `low` + i."""

    index: int
    states: int
    low: int
    linear: Linear


@dataclass(frozen=True, eq=False, slots=True)
class Conjunction:
    """State 1: all parts hold; state 0: not all do.

    `disjoint`: each part is the negation of a conjunction, and no two of these conjunctions hold together (see
    `logic.Relations`).
    """

    index: int
    parts: tuple[In, ...]
    disjoint: bool = False
    states: int = 2


@dataclass(frozen=True, eq=False, slots=True)
class Reified:
    """State 1: the number is at least 0 (for ranges too wide for an `OrderEncoded`)."""

    index: int
    linear: Linear
    states: int = 2


@dataclass(frozen=True, eq=False, slots=True)
class Belongs:
    """State 1: the space is in the component whose least space is `root`."""

    index: int
    partition: Partition
    root: int
    space: int
    states: int = 2


@dataclass(frozen=True, eq=False, slots=True)
class IsComponent:
    """State 1: these spaces are a whole component."""

    index: int
    partition: Partition
    spaces: tuple[int, ...]
    states: int = 2

    @property
    def border(self) -> tuple[int, ...]:
        """The neighbors of these spaces, which then are not members."""
        near = self.partition.geometry.neighbors
        return tuple(sorted({other for space in self.spaces for other in near(space)}.difference(self.spaces)))


@dataclass(frozen=True, eq=False, slots=True)
class Partition:
    """The connected components of the members."""

    index: int
    geometry: Geometry
    members: tuple[Bit, ...]


@dataclass(frozen=True, eq=False, slots=True)
class _Bounded:
    """An unknown integer from `low` to `high`."""

    index: int
    low: int
    high: int


@dataclass(frozen=True, eq=False, slots=True)
class BitProduct(_Bounded):
    """`body` if the bit holds, else 0."""

    bit: In
    body: Linear


@dataclass(frozen=True, eq=False, slots=True)
class Product(_Bounded):
    left: Linear
    right: Linear


@dataclass(frozen=True, eq=False, slots=True)
class Quotient(_Bounded):
    """`left` / `right` rounded down, 0 when `right` is 0."""

    left: Linear
    right: Linear


@dataclass(frozen=True, eq=False, slots=True)
class Maximum(_Bounded):
    numbers: tuple[Linear, ...]


@dataclass(frozen=True, eq=False, slots=True)
class ComponentCount(_Bounded):
    """The number of connected components of the members."""

    geometry: Geometry
    members: tuple[Bit, ...]


@dataclass(frozen=True, eq=False, slots=True)
class HeaviestComponent(_Bounded):
    """The largest sum of weights over a component; the weight of a non-member is 0."""

    geometry: Geometry
    members: tuple[Bit, ...]
    weights: tuple[Linear, ...]


Finite: TypeAlias = Union[Variable, OrderEncoded, Conjunction, Reified, Belongs, IsComponent]
Amount: TypeAlias = Union[BitProduct, Product, Quotient, Maximum, ComponentCount, HeaviestComponent]
AnyNode: TypeAlias = Union[Finite, Amount, Partition]


@dataclass(frozen=True, eq=False)
class Linear:
    """`const` + the functions in `terms` of finite nodes + `coefs` times amounts.

    A function is the tuple of its values by state, with 0 in state 0.
    """

    const: int
    terms: dict[Finite, tuple[int, ...]]
    coefs: dict[Amount, int]

    @cached_property
    def low(self) -> int:
        """A lower bound."""
        ends = [min(values) for values in self.terms.values()]
        ends += [c * (n.low if c > 0 else n.high) for n, c in self.coefs.items()]
        return self.const + sum(ends)

    @cached_property
    def high(self) -> int:
        """An upper bound."""
        ends = [max(values) for values in self.terms.values()]
        ends += [c * (n.high if c > 0 else n.low) for n, c in self.coefs.items()]
        return self.const + sum(ends)

    @property
    def bounds(self) -> tuple[int, int]:
        """The lower and the upper bound."""
        return self.low, self.high

    @cached_property
    def reach(self) -> int:
        """A bound on the absolute value of every partial sum, in any order of its terms."""
        sizes = [max(map(abs, values)) for values in self.terms.values()]
        sizes += [abs(c) * max(abs(n.low), abs(n.high)) for n, c in self.coefs.items()]
        return abs(self.const) + sum(sizes)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """A hashable key, equal for equal expressions."""
        return self.const, frozenset(self.terms.items()), frozenset(self.coefs.items())

    @property
    def constant(self) -> bool:
        """Whether it is a constant."""
        return not self.terms and not self.coefs

    @property
    def only(self) -> Finite | None:
        """The node, if it is a function of a single one."""
        return next(iter(self.terms)) if len(self.terms) == 1 and not self.coefs else None

    def plus(self, value: int) -> Linear:
        """The sum with a constant."""
        return Linear(self.const + value, self.terms, self.coefs) if value else self


def combine(parts: Iterable[tuple[int, Linear]]) -> Linear:
    """The sum of multiples of numbers."""
    const = 0
    terms: dict[Finite, tuple[int, ...]] = {}
    coefs: dict[Amount, int] = {}
    for factor, part in parts:
        const += factor * part.const
        for node, values in part.terms.items():
            scaled = values if factor == 1 else tuple(factor * value for value in values)
            known = terms.get(node)
            if known is not None:
                scaled = tuple(map(int.__add__, known, scaled))
            terms[node] = scaled
        for amount, coef in part.coefs.items():
            coefs[amount] = coefs.get(amount, 0) + factor * coef
    return Linear(
        const,
        {node: values for node, values in terms.items() if any(values)},
        {amount: coef for amount, coef in coefs.items() if coef},
    )


def function(node: Finite, values: Iterable[int]) -> Linear:
    """A function of a node, given by its values in all states."""
    first, *rest = values
    steps = (0, *(value - first for value in rest))
    return Linear(first, {node: steps} if any(steps) else {}, {})


def full(node: Finite) -> int:
    """The mask of all states of a node."""
    return int((1 << node.states) - 1)


def where(node: Finite, states: Iterable[bool]) -> Bit:
    """The bit that holds in the given states of a node."""
    return within(node, sum(1 << i for i, holds in enumerate(states) if holds))


def within(node: Finite, mask: int) -> Bit:
    """The bit that a node is in one of the states of a mask; a constant if that is certain."""
    return bool(mask) if mask in (0, full(node)) else In(node, mask)


def invert(bit: Bit) -> Bit:
    """The negation."""
    return not bit if isinstance(bit, bool) else In(bit.node, full(bit.node) ^ bit.mask)


def as_number(bit: Bit, worth: int = 1) -> Linear:
    """`worth` if the bit holds, else 0."""
    if isinstance(bit, bool):
        return Linear(worth if bit else 0, {}, {})
    return function(bit.node, (worth * (bit.mask >> i & 1) for i in range(bit.node.states)))
