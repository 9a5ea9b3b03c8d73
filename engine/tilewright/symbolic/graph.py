"""Graphs folded by their known members."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

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

    A block is one open node or a maximal connected set of certain members; blocks are in order
    of their least node.  At most `room` blocks can be members at once.
    """

    blocks: tuple[tuple[int, ...], ...]
    member: tuple[M, ...]
    neighbors: tuple[tuple[int, ...], ...]
    room: int

    def reach(self, root: int) -> list[int]:
        """The blocks that a path of at most `room` blocks, none below the root, can join to it."""
        reached, edge = {root}, {root}
        for _ in range(self.room - 1):
            edge = {j for i in edge for j in self.neighbors[i] if j > root} - reached
            reached |= edge
        return sorted(reached)


@lru_cache(maxsize=64)
def grid(geometry: Geometry) -> Graph:
    """The spaces of a board, joined to their orthogonal neighbors."""
    spaces = range(geometry.size)
    return Graph(geometry.size, tuple((s, t) for s in spaces for t in geometry.neighbors(s) if s < t))


def fold(graph: Graph, member: Sequence[M], most_members: int | None = None) -> list[Region[M]]:
    """The regions of the graph, without the nodes that cannot be members.

    A member is True, False or whatever stands for an open bit.
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
    """Connected components of known nodes, each sorted, in order of their least node."""
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
