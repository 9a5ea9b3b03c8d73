"""Which parts of a score cannot be met together."""

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
class Clashes:
    """The smallest sets of a goal's parts that cannot be met together, small ones first.

    ``complete``: every other clash contains one of these; else the time ran out before.
    """

    sets: tuple[tuple[str, ...], ...]
    complete: bool


def clashes(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    answer: Solution,
    deadline: Deadline,
    workers: int | None = None,
) -> Clashes:
    """What of the goal of a puzzle (``meet``) clashes; `answer` is its answer."""
    parts = dict(puzzle.goal.parts)
    met: list[set[str]] = [set(answer.met)]
    found: list[set[str]] = []
    for size in range(1, len(parts) + 1):
        for names in combinations(parts, size):
            if any(set(names) <= known for known in met) or any(known <= set(names) for known in found):
                continue
            left = deadline.left
            if left is not None and left <= 0:
                return Clashes(_in_order(parts, found), False)
            goal = Goal("meet", parts=tuple((name, parts[name]) for name in names))
            tried = solve(replace(puzzle, goal=goal), rules, time_limit=left, workers=workers)
            if not isinstance(tried, Solution) or tried.bound is None or tried.status != "optimal":
                return Clashes(_in_order(parts, found), False)
            if tried.bound < size:
                found.append(set(names))
            else:
                met.append(set(tried.met))
    return Clashes(_in_order(parts, found), True)


def _in_order(parts: Mapping[str, int], found: list[set[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name for name in parts if name in names) for names in found)
