"""The answer to a puzzle: solved, re-scored by the exact arithmetic, and told honestly."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.arrange import Arrangement, arrangement
from tilewright.cpsat.deadline import Deadline, OutOfTime
from tilewright.cpsat.places import Unsupported, obstacles, possible_states, replayed
from tilewright.meaning.exact import exact_evaluator
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

# In order of worth: the first closes most gaps alone (measured: docs/benchmarks.md).
SEARCHES = ("max_lp", "lb_tree_search", "core")

Progress = Callable[[float, int | None, int], None]


class Refused(Exception):
    """An answer that the rules do not confirm: a fault of this program."""


@dataclass(frozen=True)
class Solution:
    """The answer to a puzzle.

    `status`: ``optimal`` (proved: no arrangement scores more), ``feasible`` (the best found
    in time), ``infeasible`` (`reasons` say why), ``unknown`` (nothing found in time).
    `score` is the sum of `parts`; `bound` is a score that no arrangement passes (None when the
    time did not last to build the model). `placed` is
    the code put on each space, `caps` the spaces that got each cap. `seconds` is the whole
    time, the building of the model included.
    """

    status: str
    score: int | None = None
    bound: int | None = None
    parts: Mapping[str, int] = field(default_factory=dict)
    board: Board | None = None
    placed: Mapping[int, str] = field(default_factory=dict)
    caps: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    seconds: float = 0.0
    reasons: tuple[str, ...] = ()


def solve(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    *,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Progress | None = None,
) -> Solution | Unsupported:
    """The arrangement for which the sum of the rules is largest.

    `rules` are the parts of the score by name. `on_progress` gets the seconds since the
    start, the best score found and the bound, whenever one of the two improves.
    """
    started = time.monotonic()
    states = possible_states(puzzle)
    if isinstance(states, Unsupported):
        return states
    reasons = obstacles(puzzle, states)
    if reasons:
        return Solution("infeasible", seconds=time.monotonic() - started, reasons=reasons)
    deadline = Deadline(None if time_limit is None else started + time_limit)
    try:
        model = arrangement(puzzle, states, rules, deadline=deadline)
    except OutOfTime:
        return Solution("unknown", seconds=time.monotonic() - started)
    if isinstance(model, Unsupported):
        return model
    solver = solver_for(deadline.left, workers)
    watcher = _Watcher(started, model.most, on_progress)
    solver.best_bound_callback = watcher.on_bound
    status = solver.solve(model.model, watcher)
    if status == cp_model.UNKNOWN:
        answer = Solution("unknown", bound=watcher.bound)
    else:
        answer = _answer(model, rules, solver, status)
    return replace(answer, seconds=time.monotonic() - started)


def solver_for(
    time_limit: float | None, workers: int | None, searches: Sequence[str] = SEARCHES
) -> cp_model.CpSolver:
    """A solver with the parameters that suit these models."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.random_seed = 0
    parameters.linearization_level = 2
    parameters.subsolvers.extend(searches)
    if time_limit is not None:
        parameters.max_time_in_seconds = time_limit
    if workers is not None:
        parameters.num_workers = workers
    return solver


def _answer(
    model: Arrangement,
    rules: Mapping[str, core.Expr],
    solver: cp_model.CpSolver,
    status: cp_model.CpSolverStatus,
) -> Solution:
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise Refused(
            f"the solver says {solver.status_name(status)} of a puzzle that has an answer"
        )
    placed, caps = model.read(lambda literal: bool(solver.value(literal)))
    board = replayed(model.puzzle, placed, caps)
    if board is None:
        raise Refused("the placing rules do not allow the answer")
    start = model.puzzle.start()
    first, *others = start.players
    final = replace(start, players=(replace(first, board=board), *others))
    evaluator = exact_evaluator(final)
    parts = {name: evaluator.number(rule, {}, 0) for name, rule in rules.items()}
    score, claimed = sum(parts.values()), round(solver.objective_value)
    bound = min(_whole(solver.best_objective_bound), model.most)
    if not claimed <= score <= bound or (status == cp_model.OPTIMAL and score != bound):
        raise Refused(
            f"the solver scores the answer {claimed} (at most {bound}), the rules {score}"
        )
    spaces: dict[str, tuple[int, ...]] = {}
    for space, mark in caps:
        name = model.puzzle.game.by_mark[mark].name
        spaces[name] = (*spaces.get(name, ()), space)
    status_word = "optimal" if score == bound else "feasible"
    return Solution(status_word, score, bound, parts, board, placed, spaces)


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Keeps the best bound and passes on progress."""

    def __init__(self, started: float, bound: int, on_progress: Progress | None) -> None:
        super().__init__()
        self.started = started
        self.bound = bound
        self.on_progress = on_progress
        self.best: int | None = None

    def on_solution_callback(self) -> None:
        """A better arrangement was found."""
        self.best = round(self.objective_value)
        self._tell()

    def on_bound(self, bound: float) -> None:
        """A bound was proved."""
        if bound < self.bound and _whole(bound) < self.bound:
            self.bound = _whole(bound)
            self._tell()

    def _tell(self) -> None:
        if self.on_progress is not None:
            self.on_progress(time.monotonic() - self.started, self.best, self.bound)


def _whole(bound: float) -> int:
    """The largest score that a bound allows."""
    return floor(bound + 1e-6)
