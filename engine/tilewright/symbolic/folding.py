"""How an expression depends on one node: its values state by state, and back."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd
from typing import Any

from tilewright.symbolic.nodes import (
    Amount,
    Bit,
    Finite,
    In,
    Linear,
    OrderEncoded,
    combine,
    full,
    function,
    where,
    within,
)

MOST_STEPS = 64  # of a function of a `OrderEncoded`; one with more is left to its operation
MOST_CASES = 12  # values that a case of an extreme is split into


def constant(operand: Bit | Linear) -> bool:
    return operand.constant if isinstance(operand, Linear) else isinstance(operand, bool)


def node_of(operand: Bit | Linear) -> Finite | None:
    """The node that an operand plainly is a function of."""
    if isinstance(operand, bool):
        return None
    return operand.only if isinstance(operand, Linear) else operand.node


def values_in(operand: Bit | Linear, node: Finite | None) -> Sequence[Any]:
    """The operand in each state of a node it is a function of; once for no node."""
    states = range(node.states if node else 1)
    if isinstance(operand, bool):
        return [operand for _ in states]
    if isinstance(operand, In):
        return [bool(operand.mask >> i & 1) for i in states]
    if operand.constant:
        return [operand.const for _ in states]
    if node in operand.terms:
        return [operand.const + value for value in operand.terms[node]]
    assert isinstance(node, OrderEncoded)
    scale = scale_of(operand)
    return [operand.const + scale * (node.low + i) for i in states]


def scale_of(number: Linear) -> int:
    """The greatest common divisor of what a number depends on, signed so that equals match."""
    nodes: dict[Finite | Amount, Iterable[int]] = {}
    nodes.update(number.terms.items())
    nodes.update((amount, (coef,)) for amount, coef in number.coefs.items())
    first = min(nodes, key=lambda node: node.index)
    size = gcd(*(value for values in nodes.values() for value in values))
    return size if next(value for value in nodes[first] if value) > 0 else -size


def function_of(node: Finite, results: Sequence[int]) -> Linear | None:
    """A function of a node; of a reading, plainly linear if it is, None if it has many steps."""
    if isinstance(node, OrderEncoded):
        steps = {after - before for before, after in pairwise(results)}
        if len(steps) == 1:
            slope = steps.pop()
            return combine([(slope, node.linear)]).plus(results[0] - slope * node.low)
        if sum(a != b for a, b in pairwise(results)) > MOST_STEPS:
            return None
    return function(node, results)


def two_valued(number: Linear) -> tuple[Bit, int] | None:
    """A bit and a worth such that the number is its constant + the worth if the bit holds."""
    if number.only is None:
        return None
    values = number.terms[number.only]
    worth = next(value for value in values if value)
    if any(value not in (0, worth) for value in values):
        return None
    return where(number.only, map(bool, values)), worth


def by_value(case: tuple[Bit, Linear]) -> list[tuple[Bit, Linear]]:
    """A case of an extreme split by the values of its number, if one node decides both."""
    bit, number = case
    node = number.only
    if node is None or not (bit is True or (isinstance(bit, In) and bit.node is node)):
        return [case]
    values = [number.const + value for value in number.terms[node]]
    if len(set(values)) > MOST_CASES:
        return [case]
    allowed = full(node) if isinstance(bit, bool) else bit.mask
    split = []
    for value in sorted(set(values)):
        mask = sum(1 << i for i, found in enumerate(values) if found == value) & allowed
        if mask:
            split.append((within(node, mask), Linear(value, {}, {})))
    return split


def common_part(left: Linear, right: Linear) -> Linear:
    """What two numbers plainly share."""
    terms = {n: values for n, values in left.terms.items() if right.terms.get(n) == values}
    coefs = {n: coef for n, coef in left.coefs.items() if right.coefs.get(n) == coef}
    return Linear(right.const, terms, coefs)
