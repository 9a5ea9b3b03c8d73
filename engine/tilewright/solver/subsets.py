"""Which parts of a goal cannot be met together: all of its minimal unsatisfiable subsets.

They are enumerated by size; what a satisfied set contains, or what contains an unsatisfiable one,
need not be asked (the map of MARCO: Liffiton, Previti, Malik and Marques-Silva, "Fast, Flexible MUS
Enumeration", Constraints 21(2), 223-250, 2016).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from tilewright.core import expr as core
from tilewright.solver.solve import Solution, solve
from tilewright.symbolic.deadline import Deadline
from tilewright.table.goal import Goal
from tilewright.table.position import Puzzle


@dataclass(frozen=True)
class MinimalSubsets:
    """The minimal sets of a goal's parts that cannot be met together, small ones first.

    ``complete``: these are all of them; else the time ran out first.
    """

    sets: tuple[tuple[str, ...], ...]
    complete: bool


def minimal_subsets(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    answer: Solution,
    deadline: Deadline,
    workers: int | None = None,
) -> MinimalSubsets:
    """Those of the goal of a puzzle (``meet``); `answer` is its answer."""
    parts = dict(puzzle.goal.parts)
    met: list[set[str]] = [set(answer.met)]
    found: list[set[str]] = []
    for size in range(1, len(parts) + 1):
        for names in combinations(parts, size):
            if any(set(names) <= known for known in met) or any(known <= set(names) for known in found):
                continue
            left = deadline.left
            if left is not None and left <= 0:
                return MinimalSubsets(_in_order(parts, found), False)
            goal = Goal("meet", parts=tuple((name, parts[name]) for name in names))
            tried = solve(replace(puzzle, goal=goal), rules, time_limit=left, workers=workers)
            if tried.bound is None or tried.status != "optimal":
                return MinimalSubsets(_in_order(parts, found), False)
            if tried.bound < size:
                found.append(set(names))
            else:
                met.append(set(tried.met))
    return MinimalSubsets(_in_order(parts, found), True)


def _in_order(parts: Mapping[str, int], found: list[set[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name for name in parts if name in names) for names in found)
