"""Valid inequalities that follow from the limited supply, but not from the linear relaxation.

Each holds in every solution in which all literals are equal to what they stand for, so no solution is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, combinations, count
from math import isqrt, prod
from typing import NamedTuple, TypeAlias

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import Literal
from tilewright.cpsat.post import Post
from tilewright.symbolic.nodes import (
    Belongs,
    Conjunction,
    Finite,
    In,
    IsComponent,
    Linear,
    OrderEncoded,
    Partition,
    Variable,
    as_number,
    combine,
    full,
)
from tilewright.symbolic.polarity import POSITIVE, Polarities

MOST_KINDS = 8
"""For up to this many kinds, the adjacent pairs are bounded for every subset of kinds."""

Supplies: TypeAlias = frozenset[str | None]
"""Things to place that states can take: codes of pieces, or None for a cap."""


class Taken(NamedTuple):
    """The supplies that a set of states takes, and the maximum number of spaces that can be in such a state."""

    kind: Supplies
    most: int


_Taking: TypeAlias = Callable[[Variable, int], Taken | None]


def add_cuts(
    post: Post,
    polarities: Polarities,
    taken: _Taking,
    adjacent: Callable[[Variable, Variable], bool],
) -> None:
    """Add all cuts.

    `taken` returns the supplies taken by the states of a mask, None if some take nothing; `adjacent` tells whether two
    variables are neighbors on a square grid.
    """
    _threshold_cuts(post, polarities)
    _component_cuts(post, polarities)
    _variety_cuts(post, polarities, taken)
    _pair_cuts(post, polarities, taken, adjacent)


def _most_that_fit(sizes: Iterable[int], room: int) -> int:
    """The maximum number of items that fit into a capacity: the smallest first."""
    return sum(1 for used in accumulate(sorted(sizes)) if used <= room)


def _at_most(post: Post, literals: Iterable[Literal], count: int) -> None:
    several = list(literals)
    if count < len(several):
        post.model.add(cp_model.LinearExpr.sum(several) <= count)


# ------------------------------------------------------------------ thresholds


@dataclass(frozen=True)
class _Threshold:
    """A non-negative number, a threshold that the objective wants it to reach, and the literal of that."""

    number: Linear
    value: int
    reached: Literal


def _threshold_cuts(post: Post, polarities: Polarities) -> None:
    """The maximum number of numbers with a bounded sum that can be large at once.

    Such are the sizes of the groups of one partition, or the counts of several rows: of numbers with sum at most M,
    only as many reach their thresholds as the smallest thresholds fit into M (a cover inequality: Balas, "Facets of the
    Knapsack Polytope", Mathematical Programming 8, 1975).
    """
    for family in _families(sorted(_thresholds(post, polarities), key=lambda threshold: threshold.value)):
        room = post.most(combine((1, threshold.number) for threshold in family))
        count = _most_that_fit((threshold.value for threshold in family), room)
        _at_most(post, (threshold.reached for threshold in family), count)


def _families(thresholds: Iterable[_Threshold]) -> list[list[_Threshold]]:
    """Thresholds grouped so that their numbers share no node, and belong to the same partition if to any."""
    families: dict[frozenset[Partition], list[tuple[set[Finite], list[_Threshold]]]] = {}
    for threshold in thresholds:
        terms = threshold.number.terms
        partitions = frozenset(term.partition for term in terms if isinstance(term, Belongs))
        own = families.setdefault(partitions, [])
        family = next((known for known in own if known[0].isdisjoint(terms)), None)
        if family is None:
            own.append(family := (set(), []))
        family[0].update(terms)
        family[1].append(threshold)
    return [family for _, family in chain(*families.values())]


def _thresholds(post: Post, polarities: Polarities) -> Iterator[_Threshold]:
    for node, steps in polarities.of.items():
        if not isinstance(node, OrderEncoded) or node.linear.coefs or node.low < 0:
            continue
        if all(min(values) >= 0 for values in node.linear.terms.values()):
            for step, polarity in steps.items():
                if polarity & POSITIVE and node.low + step > 1:
                    yield _Threshold(node.linear, node.low + step, post.step(node, step))


# ------------------------------------------------------------------ components


def _component_cuts(post: Post, polarities: Polarities) -> None:
    """A space is in at most one component, and only as many components fit as there can be members."""
    components: dict[Partition, list[IsComponent]] = {}
    for node, steps in polarities.of.items():
        if isinstance(node, IsComponent) and steps[1] & POSITIVE:
            components.setdefault(node.partition, []).append(node)
    for partition, nodes in components.items():
        holds = {node: post.step(node, 1) for node in nodes}
        for space, member in enumerate(partition.members):
            here = [holds[node] for node in nodes if space in node.spaces]
            if len(here) > 1:
                post.model.add(cp_model.LinearExpr.sum(here) <= post.bit(member))
        room = post.most(combine((1, as_number(member)) for member in partition.members))
        _at_most(post, holds.values(), _most_that_fit((len(node.spaces) for node in nodes), room))


# ------------------------------------------------------------------ components that show several things


class _Variety(NamedTuple):
    """The claim that a component shows at least `least` of some things, no two of which are of one kind."""

    partition: Partition
    least: int
    things: frozenset[Taken]

    @property
    def most(self) -> int:
        """The maximum number of components with this variety.

        K components have at most min(c, K) of a thing with c copies, one each, so these must add up to K times what a
        component shows: the condition for 0-1 matrices with given margins (Gale and Ryser 1957).
        """
        enough = (k for k in count(1) if sum(min(thing.most, k) for thing in self.things) < self.least * k)
        return next(enough) - 1


def _variety_cuts(post: Post, polarities: Polarities, taken: _Taking) -> None:
    """The maximum number of components that each show several different things, given the number of copies of each."""
    families: dict[_Variety, list[Literal]] = {}
    for node, steps in polarities.of.items():
        if isinstance(node, Conjunction) and steps.get(1, 0) & POSITIVE:
            variety = _variety(node, taken)
            if variety is not None:
                families.setdefault(variety, []).append(post.step(node, 1))
    for variety, literals in families.items():
        _at_most(post, literals, variety.most)


def _variety(node: Conjunction, taken: _Taking) -> _Variety | None:
    """The variety of a component that a conjunction requires; None if it requires none of things in limited supply."""
    component = next((part.node for part in node.parts if isinstance(part.node, IsComponent)), None)
    if component is None:
        return None
    members = (component.partition.members[space] for space in component.spaces)
    own = frozenset(member.node for member in members if not isinstance(member, bool))
    counts = [part for part in node.parts if isinstance(part.node, OrderEncoded)]
    alone = [part.node for part in node.parts if isinstance(part.node, Conjunction) and part.mask == 0b01]
    claims: list[tuple[int, Sequence[Finite]]] = [*map(_least_present, counts), (len(alone), alone)]
    for least, missing in claims:
        found = [_missed(term, own, taken) for term in missing]
        things = frozenset(thing for thing in found if thing is not None)
        kinds = frozenset(chain(*(thing.kind for thing in things)))
        if least > 1 and len(found) == len(things) and len(kinds) == sum(len(thing.kind) for thing in things):
            return _Variety(component.partition, least, things)
    return None


def _least_present(part: In) -> tuple[int, Sequence[Finite]]:
    """The terms of a count, if each says that something is missing, and the minimum number of them that are false."""
    node, mask = part
    assert isinstance(node, OrderEncoded)
    terms = node.linear.terms
    if node.linear.coefs or any(values != (0, 1) for values in terms.values()):
        return 0, []
    most_missing = node.low + mask.bit_length() - 1 - node.linear.const
    return len(terms) - most_missing, list(terms)


def _missed(term: Finite, own: Container[Finite], taken: _Taking) -> Taken | None:
    """The thing that a term says none of a component's spaces has; None if it says something else."""
    if not isinstance(term, Conjunction) or any(part.node not in own for part in term.parts):
        return None
    found = {
        taken(part.node, full(part.node) ^ part.mask) if isinstance(part.node, Variable) else None
        for part in term.parts
    }
    return found.pop() if len(found) == 1 else None


# ------------------------------------------------------------------ pairs


def _pair_cuts(
    post: Post,
    polarities: Polarities,
    taken: _Taking,
    adjacent: Callable[[Variable, Variable], bool],
) -> None:
    """The maximum number of adjacent pairs that show two kinds of things in limited supply."""
    counts: dict[Supplies, int] = {}
    pairs: dict[frozenset[Supplies], dict[object, Literal]] = {}
    for node, steps in polarities.of.items():
        if not isinstance(node, Conjunction) or len(node.parts) != 2 or not steps.get(1, 0) & POSITIVE:
            continue
        (one, of_one), (other, of_other) = node.parts
        if isinstance(one, Variable) and isinstance(other, Variable) and adjacent(one, other):
            first, second = taken(one, of_one), taken(other, of_other)
            if first is not None and second is not None:
                counts |= {first.kind: first.most, second.kind: second.most}
                place = one, other, first.kind, second.kind
                pairs.setdefault(frozenset((first.kind, second.kind)), {})[place] = post.step(node, 1)
    for some in _linked(list(pairs)):
        inside = [both for both in pairs if both <= some]
        most = _most_neighbors(sum(counts[kind] for kind in some))
        if inside == [some] and len(some) == 2:  # no pair of a kind with itself: at most the product of both counts
            most = min(most, prod(counts[kind] for kind in some))
        _at_most(post, chain(*(pairs[both].values() for both in inside)), most)


def _linked(pairs: list[frozenset[Supplies]]) -> list[frozenset[Supplies]]:
    """Subsets of kinds that are connected by pairs and share no thing; if there are many kinds, the pairs only."""
    kinds = sorted(frozenset(chain(*pairs)), key=lambda kind: sorted(map(str, kind)))
    sets = [frozenset(pair) for pair in pairs]
    if len(kinds) <= MOST_KINDS:
        larger = (frozenset(some) for size in range(3, len(kinds) + 1) for some in combinations(kinds, size))
        sets += [some for some in larger if _connected(some, pairs)]
    return [some for some in sets if len(frozenset(chain(*some))) == sum(map(len, some))]


def _connected(kinds: frozenset[Supplies], pairs: list[frozenset[Supplies]]) -> bool:
    reached = {next(iter(kinds))}
    inside = [pair for pair in pairs if pair <= kinds]
    while more := [pair for pair in inside if pair & reached and not pair <= reached]:
        reached.update(*more)
    return reached == kinds


def _most_neighbors(cells: int) -> int:
    """The maximum number of adjacent pairs among n cells of a square grid: 2 n - 2 sqrt n, rounded down.

    Source: Harary and Harborth, "Extremal Animals", Journal of Combinatorics, Information and System Sciences 1(1),
    1-8, 1976.
    """
    return 2 * cells - (1 + isqrt(4 * cells - 1)) if cells else 0
