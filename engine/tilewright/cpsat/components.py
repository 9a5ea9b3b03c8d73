"""CP-SAT encodings of the connected components of a chosen set of nodes.

Constants are folded first: nodes that cannot be members are removed, adjacent nodes that are certainly members are
contracted to one block, and each region that can be connected is modeled separately.

The bound `most_members` determines the size of the model, so callers pass the best one they know.

Sources: for the layers, "Boolean constraints for a connected component of a graph",
cs.stackexchange.com/questions/159983 (a bit for each node and number of steps from a start); for the frontier, see the
section below; the labels with cuts were chosen by measurement (docs/benchmarks.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import Expression, Literal, negate
from tilewright.symbolic.graph import Graph, Region, fold
from tilewright.symbolic.polarity import BOTH, NEGATIVE, POSITIVE, swapped


def component_count(
    model: cp_model.CpModel,
    graph: Graph,
    member: Sequence[Literal],
    *,
    polarity: int,
    most_members: int | None = None,
) -> Expression:
    """The number of connected components of the members.

    If the objective only pushes it up: one integer label per node (`_one_sided_heads`). Otherwise the number of roots
    of exact labels, whose proofs are much faster than with the sum over the frontier alone.
    """
    heads: list[Expression] = []
    for region in fold(graph, member, most_members):
        if len(region.blocks) == 1:
            heads.extend(region.member)
        elif polarity == POSITIVE:
            heads.extend(_one_sided_heads(model, region))
        else:
            label = _labels(model, region, polarity)
            heads.extend(label[i, i] for i in range(len(region.blocks)))
    return cp_model.LinearExpr.sum(heads)


def _one_sided_heads(model: cp_model.CpModel, region: Region[Literal]) -> list[cp_model.IntVar]:
    """Bits of which at most one per component can be true, and one can.

    A label is at most the index of its node, and equal on adjacent members; a head has its own index as label and no
    smaller member next to it. So all members of a component share the label of its head. Size: n integers, n bits,
    O(edges) rows.
    """
    heads = [model.new_bool_var("") for _ in region.blocks]
    label = [model.new_int_var(0, node, "") for node in range(len(heads))]
    for node, head in enumerate(heads):
        _imply(model, head, region.member[node])
        model.add(label[node] == node).only_enforce_if(head)
        for near in region.neighbors[node]:
            if near < node:
                _imply(model, head, negate(region.member[near]))
                both = [region.member[node], region.member[near]]
                model.add(label[node] == label[near]).only_enforce_if(both)
    return heads


def components(
    model: cp_model.CpModel,
    graph: Graph,
    member: Sequence[Literal],
    *,
    polarity: int = BOTH,
    most_members: int | None = None,
) -> tuple[list[Literal], dict[tuple[int, int], Literal]]:
    """Which nodes are the least of their component, and which nodes belong to which of them.

    A pair missing from the second result cannot occur. Both results are exact under every polarity; with BOTH, also no
    auxiliary variable is free, so that solutions can be counted.
    """
    roots: list[Literal] = [False] * graph.n
    belongs: dict[tuple[int, int], Literal] = {}
    for region in fold(graph, member, most_members):
        for (i, j), bit in _labels(model, region, polarity).items():
            least = region.blocks[i][0]
            belongs.update({(least, node): bit for node in region.blocks[j]})
            if i == j:
                roots[least] = bit
    return roots, belongs


def _labels(model: cp_model.CpModel, region: Region[Literal], polarity: int) -> dict[tuple[int, int], Literal]:
    """The pairs (i, j): block j belongs to the component whose least block is i.

    Each member has one label, not greater than its index, equal on adjacent members, and the block of a label labels
    itself. So a component has at most one head; that there are as many heads as the frontier circuit counts components
    gives each component one, and leaves nothing free. Pairs that `room` members cannot connect are omitted. Size: n * n
    / 2 bits, n * edges clauses, and the circuit.
    """
    size = len(region.blocks)
    if size == 1:
        return {(0, 0): region.member[0]}
    near = [(i, j) for i in range(size) for j in region.reach(i)]
    label: dict[tuple[int, int], Literal] = {pair: model.new_bool_var("") for pair in near}
    for j in range(size):
        own = [label[i, j] for i in range(j + 1) if (i, j) in label]
        model.add(cp_model.LinearExpr.sum(own) == region.member[j])
    for (i, j), bit in label.items():
        if i != j:
            _imply(model, bit, label[i, i])
        for k in region.neighbors[j]:
            model.add_bool_or([negate(bit), negate(region.member[k]), label.get((i, k), False)])
    merges = frontier_merges(model, region, polarity)
    heads = cp_model.LinearExpr.sum([label[i, i] for i in range(size)])
    total = cp_model.LinearExpr.sum(list(region.member))
    model.add(heads == total - cp_model.LinearExpr.sum(merges))
    return label


def heaviest(
    model: cp_model.CpModel,
    graph: Graph,
    member: Sequence[Literal],
    weight: Sequence[Expression],
    upper: Sequence[int],
    *,
    polarity: int,
    most_members: int | None = None,
    most_weight: int | None = None,
) -> cp_model.IntVar:
    """The largest total weight of a component; 0 if there is none.

    weight[i] must be 0 when node i is not a member; upper[i] is its upper bound. most_members and most_weight, if
    given, bound the number and the total weight of the members (known ones included) in every solution; they are not
    checked, and the first determines the size of the model.
    """
    regions = fold(graph, member, most_members)
    top = max((sum(upper[v] for block in r.blocks for v in block) for r in regions), default=0)
    value = model.new_int_var(0, top if most_weight is None else min(top, most_weight), "")
    if polarity == POSITIVE:
        model.add(value <= _one_connected(model, regions, weight, upper))
        return value
    groups = _group_weights(model, regions, weight, upper, polarity)
    for node in range(graph.n):
        model.add(value >= weight[node])
    if polarity == BOTH:
        model.add_max_equality(value, [0, *groups])
    else:
        for group in groups:
            model.add(value >= group)
    return value


def _group_weights(
    model: cp_model.CpModel,
    regions: Sequence[Region[Literal]],
    weight: Sequence[Expression],
    upper: Sequence[int],
    polarity: int,
) -> list[Expression]:
    """The weight of each possible component: the sum of the weights gated by its label."""
    groups: list[Expression] = []
    for region in regions:
        parts: list[list[Expression]] = [[] for _ in region.blocks]
        for (i, j), bit in _labels(model, region, polarity).items():
            parts[i] += [_gated(model, bit, weight[v], upper[v]) for v in region.blocks[j]]
        groups += [cp_model.LinearExpr.sum(part) for part in parts]
    return groups


def _one_connected(
    model: cp_model.CpModel,
    regions: Sequence[Region[Literal]],
    weight: Sequence[Expression],
    upper: Sequence[int],
) -> Expression:
    """A number at most the weight of one connected set of members that the solver chooses.

    Layers: layer 0 is one chosen block, and a block of layer d has a neighbor in layer d-1. The start can be assumed to
    be a center: a tree on k nodes has a node within k // 2 steps of all others, so k // 2 layers are enough. Size:
    layers * blocks bits, layers * edges literals.
    """
    starts: list[cp_model.IntVar] = []
    worth: list[Expression] = []
    for region in regions:
        layers = [[model.new_bool_var("") for _ in region.blocks]]
        starts.extend(layers[0])
        for _ in range(region.room // 2):
            layers.append(_next_layer(model, region, layers[-1]))
        for block, nodes in enumerate(region.blocks):
            chosen = model.new_bool_var("")
            model.add(cp_model.LinearExpr.sum([layer[block] for layer in layers]) == chosen)
            _imply(model, chosen, region.member[block])
            worth += [_capped(model, chosen, weight[node], upper[node]) for node in nodes]
    model.add_at_most_one(starts)
    return cp_model.LinearExpr.sum(worth)


def _next_layer(
    model: cp_model.CpModel, region: Region[Literal], layer: list[cp_model.IntVar]
) -> list[cp_model.IntVar]:
    further = [model.new_bool_var("") for _ in layer]
    for bit, near in zip(further, region.neighbors, strict=True):
        model.add_bool_or([bit.negated(), *(layer[other] for other in near)])
    return further


def _imply(model: cp_model.CpModel, cause: Literal, effect: Literal) -> None:
    if effect is not True and cause is not False:
        model.add_implication(cause, effect)


def _gated(model: cp_model.CpModel, bit: Literal, weight: Expression, upper: int) -> Expression:
    """The weight if the bit is true, else 0."""
    if bit is True:
        return weight
    if bit is False or upper == 0:
        return 0
    if isinstance(weight, int):
        return weight * bit
    part = model.new_int_var(0, upper, "")
    model.add(part == weight).only_enforce_if(bit)
    model.add(part == 0).only_enforce_if(bit.negated())
    return part


def _capped(model: cp_model.CpModel, bit: cp_model.IntVar, weight: Expression, upper: int) -> Expression:
    """A number at most the weight, and 0 unless the bit is true."""
    if isinstance(weight, int):
        return weight * bit
    part = model.new_int_var(0, upper, "")
    model.add(part <= weight)
    model.add(part <= upper * bit)
    return part


# ------------------------------------------------------------------ frontiers

# Source of the idea: frontier-based search (Kawahara, Inoue, Iwashita and Minato,
# "Frontier-Based Search for Enumerating All Constrained Subgraphs with Compressed
# Representation", IEICE Trans. Fundamentals E100-A(9), 1773-1784, 2017).  There a decision
# diagram is built over the states of the frontier; here the state itself is a handful of
# CP-SAT literals.


Pair: TypeAlias = tuple[int, int]


@dataclass
class Gates:
    """And/or gates over literals, with constant folding and sharing of equal gates.

    Of each definition "gate == formula" the half "gate implies formula" is posted for a positive polarity, and the half
    "formula implies gate" for a negative one (see `symbolic.polarity`).
    """

    model: cp_model.CpModel
    polarity: int
    _made: dict[tuple[bool, frozenset[int]], cp_model.BoolVarT] = field(default_factory=dict)

    def conj(self, bits: Iterable[Literal]) -> Literal:
        """The conjunction of the bits."""
        return self._gate(bits, conjunction=True)

    def disj(self, bits: Iterable[Literal]) -> Literal:
        """The disjunction of the bits."""
        return self._gate(bits, conjunction=False)

    def _gate(self, bits: Iterable[Literal], *, conjunction: bool) -> Literal:
        inputs: dict[int, cp_model.BoolVarT] = {}
        for bit in bits:
            if not isinstance(bit, bool):
                inputs[bit.index] = bit
            elif bit != conjunction:
                return bit
        if any(-index - 1 in inputs for index in inputs):
            return not conjunction
        if len(inputs) <= 1:
            return next(iter(inputs.values()), conjunction)
        key = (conjunction, frozenset(inputs))
        if key not in self._made:
            self._made[key] = self._define(list(inputs.values()), conjunction)
        return self._made[key]

    def _define(self, inputs: list[cp_model.BoolVarT], conjunction: bool) -> cp_model.BoolVarT:
        gate = self.model.new_bool_var("")
        up, down = bool(self.polarity & POSITIVE), bool(self.polarity & NEGATIVE)
        for bit in inputs if (up if conjunction else down) else ():
            self.model.add_implication(*((gate, bit) if conjunction else (bit, gate)))
        if conjunction and down:
            self.model.add_bool_or([gate, *(bit.negated() for bit in inputs)])
        if not conjunction and up:
            self.model.add_bool_or([gate.negated(), *inputs])
        return gate


def frontier_merges(model: cp_model.CpModel, region: Region[Literal], polarity: int) -> list[Literal]:
    """Bits whose sum is the number of merges of components in a scan of the nodes.

    components = members - merges. The scan takes the nodes in order of index and keeps, for each pair of nodes of the
    frontier (seen, with an unseen neighbor), a bit "connected through members already seen". A new member merges one
    component for each earlier neighbor that is not connected to a previous one in the list. Size: about n * w * w / 2
    gates, w the width of the frontier (the columns of a grid). Every bit is a function of the members.
    """
    member = region.member
    joins = Gates(model, polarity)
    counts = Gates(model, swapped(polarity))
    joined: dict[Pair, Literal] = {}
    frontier: list[int] = []
    merges: list[Literal] = []
    for node, around in enumerate(region.neighbors):
        earlier = [other for other in frontier if other in around]
        for place, other in enumerate(earlier):
            apart = [negate(joined[before, other]) for before in earlier[:place]]
            merges.append(counts.conj([member[node], member[other], *apart]))
        frontier = _advance(joins, joined, frontier, node, region)
    return merges


def _advance(
    gates: Gates,
    joined: dict[Pair, Literal],
    frontier: list[int],
    node: int,
    region: Region[Literal],
) -> list[int]:
    """Add a node to the frontier, remove those without unseen neighbors, and update the connections."""
    member, neighbors = region.member, region.neighbors
    reach: dict[int, Literal] = {}
    for other in frontier:
        ways = [_link(joined, member, other, near) for near in neighbors[node] if near in frontier]
        reach[other] = gates.conj([member[node], gates.disj(ways)])
    kept = [other for other in frontier if max(neighbors[other]) > node]
    for place, left in enumerate(kept):
        for right in kept[place + 1 :]:
            through = gates.conj([reach[left], reach[right]])
            joined[left, right] = gates.disj([joined[left, right], through])
    if not neighbors[node] or max(neighbors[node]) < node:
        return kept
    joined.update({(other, node): reach[other] for other in kept})
    return [*kept, node]


def _link(joined: dict[Pair, Literal], member: Sequence[Literal], left: int, right: int) -> Literal:
    """Whether two frontier nodes are connected; a node is connected to itself if it is a member."""
    return member[left] if left == right else joined[min(left, right), max(left, right)]
