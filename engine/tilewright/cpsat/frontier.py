"""Boolean gates over literals, and the frontier circuit.

Source of the idea: frontier-based search (Kawahara, Inoue, Iwashita and Minato,
"Frontier-Based Search for Enumerating All Constrained Subgraphs with Compressed
Representation", IEICE Trans. Fundamentals E100-A(9), 1773-1784, 2017).  There a decision
diagram is built over the states of the frontier; here the state itself is a handful of
CP-SAT literals.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import Literal, negate
from tilewright.symbolic.graph import Region
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, swapped

Pair: TypeAlias = tuple[int, int]


@dataclass
class Gates:
    """And/or gates over literals: constants folded, equal gates shared.

    Of each definition "gate == formula" the half "gate implies formula" is posted for a positive
    polarity, and the half "formula implies gate" for a negative one (see `symbolic.polarity`).
    """

    model: cp_model.CpModel
    polarity: int
    _made: dict[tuple[bool, frozenset[int]], cp_model.BoolVarT] = field(default_factory=dict)

    def conj(self, bits: Iterable[Literal]) -> Literal:
        """All of them."""
        return self._gate(bits, conjunction=True)

    def disj(self, bits: Iterable[Literal]) -> Literal:
        """At least one of them."""
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
    """Bits whose number is how many components are joined by others in a scan of the nodes.

    components = members - merges.  The scan takes the nodes in order of index and carries,
    for each two nodes of the frontier (seen, with a neighbor not yet seen), a bit "joined
    through members already seen".  A new member merges one component for each earlier
    neighbor not joined to one before it in the list.  Size: about n * w * w / 2 gates, w the
    width of the frontier (the columns of a grid).  Everything is a function of the members.
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
    """Add a node to the frontier, drop those with no neighbor to come, update the joins."""
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
    """Whether two frontier nodes are joined; a node is joined to itself if it is a member."""
    return member[left] if left == right else joined[min(left, right), max(left, right)]
