"""CP-SAT encodings of the connected components of a chosen set of nodes.

Constants are folded first: nodes that cannot be members vanish, adjacent nodes that certainly
are members become one block, and each region that can be connected at all is modelled alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from ortools.sat.python import cp_model

from tilewright.cpsat.frontier import Bit, Polarity, frontier_merges, negate

__all__ = ["Bit", "Graph", "Polarity", "component_count", "components", "heaviest"]

Linear: TypeAlias = cp_model.LinearExprT


@dataclass(frozen=True)
class Graph:
    """An undirected graph on the nodes 0 .. n-1, in row-major order if it is a grid."""

    n: int
    edges: tuple[tuple[int, int], ...]

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each node, in rising order."""
        around: list[set[int]] = [set() for _ in range(self.n)]
        for left, right in self.edges:
            around[left].add(right)
            around[right].add(left)
        return tuple(tuple(sorted(nodes)) for nodes in around)


@dataclass(frozen=True)
class Region:
    """A part of the graph that can be connected; its nodes are blocks of nodes.

    A block is one open node or a maximal connected set of certain members; blocks are in order
    of their least node.
    """

    blocks: tuple[tuple[int, ...], ...]
    member: tuple[Bit, ...]
    neighbours: tuple[tuple[int, ...], ...]


def fold(graph: Graph, member: Sequence[Bit]) -> list[Region]:
    """The regions of the graph, without the nodes that cannot be members."""
    possible = [node for node in range(graph.n) if member[node] is not False]
    edges = [(i, j) for i, j in graph.edges if member[i] is not False and member[j] is not False]
    blocks = _classes(possible, [e for e in edges if member[e[0]] is True is member[e[1]]])
    home = {node: block for block, nodes in enumerate(blocks) for node in nodes}
    links = {(home[i], home[j]) for i, j in edges if home[i] != home[j]}
    regions = _classes(list(range(len(blocks))), list(links))
    return [_region(region, blocks, links, member) for region in regions]


def _classes(nodes: list[int], edges: list[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Connected components of known nodes, each sorted, in order of their least node."""
    label = {node: node for node in nodes}
    for left, right in edges:
        old, new = sorted((label[left], label[right]), reverse=True)
        if old != new:
            label = {node: new if root == old else root for node, root in label.items()}
    roots = sorted(set(label.values()))
    return [tuple(node for node in nodes if label[node] == root) for root in roots]


def _region(
    region: tuple[int, ...],
    blocks: list[tuple[int, ...]],
    links: set[tuple[int, int]],
    member: Sequence[Bit],
) -> Region:
    place = {block: index for index, block in enumerate(region)}
    around: list[set[int]] = [set() for _ in region]
    for left, right in links:
        if left in place:
            around[place[left]].add(place[right])
            around[place[right]].add(place[left])
    return Region(
        tuple(blocks[block] for block in region),
        tuple(member[blocks[block][0]] for block in region),
        tuple(tuple(sorted(near)) for near in around),
    )


def component_count(
    model: cp_model.CpModel, graph: Graph, member: Sequence[Bit], *, polarity: int
) -> Linear:
    """How many connected components the members have."""
    total: list[Linear] = []
    for region in fold(graph, member):
        merges = frontier_merges(model, region.neighbours, region.member, Polarity(polarity))
        total.extend(region.member)
        total.extend(-1 * bit for bit in merges)
    return cp_model.LinearExpr.sum(total)


def components(
    model: cp_model.CpModel, graph: Graph, member: Sequence[Bit]
) -> tuple[list[Bit], dict[tuple[int, int], Bit]]:
    """Which nodes are the least of their component, and which nodes belong to them.

    A pair that is missing from the second answer can never be.  Labels: each member has one
    label, a node not above itself, the same over adjacent members, and a label that labels
    itself.  So a component has at most one root; that the roots are as many as the exact count
    makes each component's least node its root and leaves nothing free.
    """
    roots: list[Bit] = [False] * graph.n
    belongs: dict[tuple[int, int], Bit] = {}
    for region in fold(graph, member):
        label = _labels(model, region)
        heads: list[Linear] = [label[i, i] for i in range(len(region.blocks))]
        merges = frontier_merges(model, region.neighbours, region.member, Polarity.EXACT)
        if len(region.blocks) > 1:
            model.add(sum(heads) == sum(region.member) - sum(merges))
        for (i, j), bit in label.items():
            least = region.blocks[i][0]
            belongs.update({(least, node): bit for node in region.blocks[j]})
            if i == j:
                roots[least] = bit
    return roots, belongs


def _labels(model: cp_model.CpModel, region: Region) -> dict[tuple[int, int], Bit]:
    """One label a member, equal over adjacent members, each label its own."""
    size = len(region.blocks)
    label: dict[tuple[int, int], Bit] = {
        (i, j): model.new_bool_var("") for j in range(size) for i in range(j + 1)
    }
    if size == 1:
        return {(0, 0): region.member[0]}
    for j in range(size):
        model.add(sum(label[i, j] for i in range(j + 1)) == region.member[j])
        for i in range(j):
            model.add_implication(label[i, j], label[i, i])
        for k in region.neighbours[j]:
            for i in range(j + 1):
                ok = [label[i, k]] if i <= k else []
                model.add_bool_or([negate(label[i, j]), negate(region.member[k]), *ok])
    return label


def heaviest(
    model: cp_model.CpModel,
    graph: Graph,
    member: Sequence[Bit],
    weight: Sequence[Linear],
    upper: Sequence[int],
    *,
    polarity: int,
    most_members: int | None = None,
    most_weight: int | None = None,
) -> cp_model.IntVar:
    """The largest total weight of a component; 0 if there is none.

    upper[i] bounds weight[i] from above.  most_members and most_weight, if given, bound the
    number and the total weight of all members that any solution can have.
    """
    regions = fold(graph, member)
    top = max((_total(region, upper) for region in regions), default=0)
    value = model.new_int_var(0, top if most_weight is None else min(top, most_weight), "")
    if polarity == Polarity.UP:
        _one_connected(model, regions, weight, upper, value, most_members)
    else:
        _every_component(model, graph, member, weight, upper, value, polarity)
    return value


def _total(region: Region, upper: Sequence[int]) -> int:
    return sum(upper[node] for block in region.blocks for node in block)


def _every_component(
    model: cp_model.CpModel,
    graph: Graph,
    member: Sequence[Bit],
    weight: Sequence[Linear],
    upper: Sequence[int],
    value: cp_model.IntVar,
    polarity: int,
) -> None:
    """The value is the maximum (or not below it) of the weights of the labelled groups."""
    sums: dict[int, list[Linear]] = {}
    _, belongs = components(model, graph, member)
    for (root, node), bit in belongs.items():
        sums.setdefault(root, []).append(_gated(model, bit, weight[node], upper[node]))
    groups = [cp_model.LinearExpr.sum(parts) for parts in sums.values()]
    if polarity == Polarity.EXACT:
        model.add_max_equality(value, [0, *groups])
    else:
        for group in groups:
            model.add(value >= group)


def _gated(model: cp_model.CpModel, bit: Bit, weight: Linear, upper: int) -> Linear:
    """The weight if the bit is true, else 0."""
    if isinstance(bit, bool):
        return weight if bit else 0
    if isinstance(weight, int) or upper == 0:
        return weight * bit if upper else 0
    part = model.new_int_var(0, upper, "")
    model.add(part == weight).only_enforce_if(bit)
    model.add(part == 0).only_enforce_if(bit.negated())
    return part


def _one_connected(
    model: cp_model.CpModel,
    regions: Sequence[Region],
    weight: Sequence[Linear],
    upper: Sequence[int],
    value: cp_model.IntVar,
    most_members: int | None,
) -> None:
    """The value is at most the weight of one chosen connected set of members, by layers.

    Layers: layer 0 is one chosen node, a node is in layer d if it or a neighbour is in layer
    d-1.  A tree on k nodes has a node within k // 2 steps of all others, so that many layers
    are enough.  Size: layers * (nodes + edges).
    """
    starts: list[cp_model.BoolVarT] = []
    worth: list[Linear] = []
    for region in regions:
        size = len(region.blocks) if most_members is None else min(len(region.blocks), most_members)
        layer = [model.new_bool_var("") for _ in region.blocks]
        starts.extend(layer)
        for _ in range(size // 2):
            layer = _next_layer(model, region, layer)
        for block, chosen, bit in zip(region.blocks, layer, region.member, strict=True):
            if not isinstance(bit, bool):
                model.add_implication(chosen, bit)
            worth.extend(_capped(model, chosen, weight[node], upper[node]) for node in block)
    model.add_at_most_one(starts)
    model.add(value <= cp_model.LinearExpr.sum(worth))


def _next_layer(
    model: cp_model.CpModel, region: Region, layer: list[cp_model.BoolVarT]
) -> list[cp_model.BoolVarT]:
    wider = [model.new_bool_var("") for _ in layer]
    for node, bit in enumerate(wider):
        near = [layer[other] for other in region.neighbours[node]]
        model.add_bool_or([bit.negated(), layer[node], *near])
        model.add_implication(layer[node], bit)
    return wider


def _capped(model: cp_model.CpModel, bit: cp_model.BoolVarT, weight: Linear, upper: int) -> Linear:
    """Not above the weight, and 0 unless the bit is true."""
    if isinstance(weight, int):
        return weight * bit
    part = model.new_int_var(0, upper, "")
    model.add(part <= weight)
    model.add(part <= upper * bit)
    return part
