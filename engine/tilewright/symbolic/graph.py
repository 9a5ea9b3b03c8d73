"""Graphs simplified by their known members, and how expressions depend on a single node."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import gcd
from typing import Any, Generic, TypeVar

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
from tilewright.table.geometry import Geometry

M = TypeVar("M")


@dataclass(frozen=True)
class Graph:
    """An undirected graph on the nodes 0 .. n-1, in row-major order if it is a grid."""

    n: int
    edges: tuple[tuple[int, int], ...]

    @cached_property
    def neighbors(self) -> tuple[tuple[int, ...], ...]:
        """The neighbors of each node, in rising order."""
        around: list[set[int]] = [set() for _ in range(self.n)]
        for left, right in self.edges:
            around[left].add(right)
            around[right].add(left)
        return tuple(tuple(sorted(nodes)) for nodes in around)


@dataclass(frozen=True)
class Region(Generic[M]):
    """A part of the graph that can be connected; its nodes are blocks of the graph's nodes.

    A block is one open node or a maximal connected set of certain members; blocks are ordered by their least node. At
    most `room` blocks can be members at once.
    """

    blocks: tuple[tuple[int, ...], ...]
    member: tuple[M, ...]
    neighbors: tuple[tuple[int, ...], ...]
    room: int

    def reach(self, root: int) -> list[int]:
        """The blocks that a path of at most `room` blocks, none below the root, can connect to it."""
        reached, edge = {root}, {root}
        for _ in range(self.room - 1):
            edge = {j for i in edge for j in self.neighbors[i] if j > root} - reached
            reached |= edge
        return sorted(reached)


@lru_cache(maxsize=64)
def grid(geometry: Geometry) -> Graph:
    """The spaces of a board with their orthogonal neighbors as edges."""
    spaces = range(geometry.size)
    return Graph(geometry.size, tuple((s, t) for s in spaces for t in geometry.neighbors(s) if s < t))


def fold(graph: Graph, member: Sequence[M], most_members: int | None = None) -> list[Region[M]]:
    """The regions of the graph, without the nodes that cannot be members.

    A member is True, False or an open bit of any type.
    """
    possible = [node for node in range(graph.n) if member[node] is not False]
    edges = [(i, j) for i, j in graph.edges if member[i] is not False and member[j] is not False]
    certain = [(i, j) for i, j in edges if member[i] is True and member[j] is True]
    blocks = _classes(possible, certain)
    home = {node: block for block, nodes in enumerate(blocks) for node in nodes}
    links = {(home[i], home[j]) for i, j in edges if home[i] != home[j]}
    known = sum(member[node] is True for node in possible)
    spare = graph.n if most_members is None else most_members - known
    regions = _classes(range(len(blocks)), links)
    return [_region([blocks[b] for b in region], home, links, member, spare) for region in regions]


def _classes(nodes: Sequence[int], edges: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """The connected components of the nodes, each sorted, ordered by their least node."""
    around: dict[int, list[int]] = {node: [] for node in nodes}
    for left, right in edges:
        around[left].append(right)
        around[right].append(left)
    unseen, classes = set(nodes), []
    for start in sorted(nodes):
        if start in unseen:
            unseen.discard(start)
            found = [start]
            for node in found:
                found += [near for near in around[node] if near in unseen]
                unseen.difference_update(around[node])
            classes.append(tuple(sorted(set(found))))
    return classes


def _region(
    blocks: list[tuple[int, ...]],
    home: dict[int, int],
    links: set[tuple[int, int]],
    member: Sequence[M],
    spare: int,
) -> Region[M]:
    place = {home[block[0]]: index for index, block in enumerate(blocks)}
    around: list[set[int]] = [set() for _ in blocks]
    for left, right in links:
        if left in place:
            around[place[left]].add(place[right])
            around[place[right]].add(place[left])
    bits = tuple(member[block[0]] for block in blocks)
    room = min(len(blocks), spare + sum(bit is True for bit in bits))
    return Region(tuple(blocks), bits, tuple(tuple(sorted(near)) for near in around), room)


# ------------------------------------------------------------------ how an expression depends on one node

MOST_STEPS = 64  # steps of a function of an `OrderEncoded`; with more, the operation stays a node
MOST_CASES = 12  # values that a case of an extremum is split into


def constant(operand: Bit | Linear) -> bool:
    return operand.constant if isinstance(operand, Linear) else isinstance(operand, bool)


def node_of(operand: Bit | Linear) -> Finite | None:
    """The node that an operand is directly a function of, if any."""
    if isinstance(operand, bool):
        return None
    return operand.only if isinstance(operand, Linear) else operand.node


def values_in(operand: Bit | Linear, node: Finite | None) -> Sequence[Any]:
    """The operand's value in each state of its node; a single value if it has no node."""
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
    """The greatest common divisor of the variable part of a number, with a sign such that opposite numbers share a
    node."""
    nodes: dict[Finite | Amount, Iterable[int]] = {}
    nodes.update(number.terms.items())
    nodes.update((amount, (coef,)) for amount, coef in number.coefs.items())
    first = min(nodes, key=lambda node: node.index)
    size = gcd(*(value for values in nodes.values() for value in values))
    return size if next(value for value in nodes[first] if value) > 0 else -size


def function_of(node: Finite, results: Sequence[int]) -> Linear | None:
    """A function of a node; of an `OrderEncoded`, linear if possible, None if it has too many steps."""
    if isinstance(node, OrderEncoded):
        steps = {after - before for before, after in pairwise(results)}
        if len(steps) == 1:
            slope = steps.pop()
            return combine([(slope, node.linear)]).plus(results[0] - slope * node.low)
        if sum(a != b for a, b in pairwise(results)) > MOST_STEPS:
            return None
    return function(node, results)


def two_valued(number: Linear) -> tuple[Bit, int] | None:
    """A bit and a worth such that the number equals its constant, plus the worth if the bit holds."""
    if number.only is None:
        return None
    values = number.terms[number.only]
    worth = next(value for value in values if value)
    if any(value not in (0, worth) for value in values):
        return None
    return where(number.only, map(bool, values)), worth


def by_value(case: tuple[Bit, Linear]) -> list[tuple[Bit, Linear]]:
    """A case of an extremum split by the values of its number, if one node determines both."""
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
    """The terms that two numbers have in common."""
    terms = {n: values for n, values in left.terms.items() if right.terms.get(n) == values}
    coefs = {n: coef for n, coef in left.coefs.items() if right.coefs.get(n) == coef}
    return Linear(right.const, terms, coefs)
