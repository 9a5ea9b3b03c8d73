"""Loops over unknown boards: unrolled, with small groups enumerated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright.meaning.domain import Env, Loop, SpaceSet
from tilewright.meaning.unrolled import GroupRange, Seat, Unrolled
from tilewright.symbolic.graph import Graph, grid
from tilewright.symbolic.nodes import Bit, Linear, as_number, combine
from tilewright.symbolic.numbers import Symbolic

MOST_GROUPS = 1000
"""So many connected sets of spaces are taken one by one; of more, it is asked who belongs to whom."""


class Unknowns(Unrolled[Linear, Bit]):
    """`meaning.domain.Domain` over a symbolic arithmetic.

    Groups that can only have few spaces, by the guard of the loop or because there is not more to
    place, are the connected sets of so many spaces (fixed polyominoes). Loops raise `OutOfTime`: much can
    be evaluated that makes no node.
    """

    arithmetic: Symbolic

    def __init__(self, arithmetic: Symbolic, seats: Sequence[Seat[Linear, Bit]]) -> None:
        super().__init__(arithmetic, seats, remember=True)

    def satisfying(self, each: Loop[Bit]) -> Iterator[tuple[Env, Bit]]:
        self.arithmetic.deadline.check()
        if isinstance(each.range, GroupRange):
            each = replace(each, range=self._groups(each.range, each.most))
        return super().satisfying(each)

    def _groups(self, groups: GroupRange[Linear, Bit], most: int | None) -> Iterator[tuple[SpaceSet[Bit], Bit]]:
        graph = grid(groups.geometry)
        for members in groups.memberships():
            _, size = self.arithmetic.ends(combine((1, as_number(member)) for member in members))
            size = size if most is None else min(most, size)
            sets = connected_sets(graph, [member is not False for member in members], size)
            if sets is None:
                yield from self.arithmetic.components(groups.geometry, members)
            else:
                for spaces in sets:
                    there = self.arithmetic.is_component(groups.geometry, members, spaces)
                    yield SpaceSet(spaces[0], dict.fromkeys(spaces, True)), there


def connected_sets(graph: Graph, open_: Sequence[bool], size: int) -> list[tuple[int, ...]] | None:
    """All connected sets of up to `size` open nodes, each sorted, in order; None if they are too many.

    Source: Redelmeier, "Counting Polyominoes: Yet Another Attack", Discrete Mathematics 36(2), 191-203, 1981.
    """
    found: list[tuple[int, ...]] = []

    def grow(inside: list[int], untried: list[int], seen: set[int]) -> bool:
        while untried:
            node = untried.pop()
            found.append(tuple(sorted([*inside, node])))
            if len(found) > MOST_GROUPS:
                return False
            if len(inside) + 1 < size:
                fresh = [n for n in graph.neighbors[node] if n > least and open_[n] and n not in seen]
                if not grow([*inside, node], [*untried, *fresh], seen.union(fresh)):
                    return False
        return True

    for least in range(graph.n):
        if size > 0 and open_[least] and not grow([], [least], {least}):
            return None
    return sorted(found)
