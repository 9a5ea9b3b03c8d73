"""What can be asked of one puzzle, all in one go: the best placement, every one as good, clashing goals, reasons."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from tilewright.core import expr as core
from tilewright.solver.enumerate import Solutions, solutions
from tilewright.solver.solve import Solution, solve
from tilewright.solver.subsets import MinimalSubsets, minimal_subsets
from tilewright.solver.why import Reasons, Sensitivity
from tilewright.symbolic.deadline import Deadline
from tilewright.table.board import Board
from tilewright.table.position import Puzzle


@dataclass(frozen=True)
class Question:
    """What is asked of a puzzle: `every` answer or `several` of them, and with `why` the reasons.

    `time_limit` is in seconds, for all of it; `workers` is the number of threads that search.
    """

    every: bool = False
    several: int | None = None
    why: bool = False
    time_limit: float | None = None
    workers: int | None = None


@dataclass(frozen=True)
class Findings:
    """What was found out about a puzzle; None is what was not asked."""

    puzzle: Puzzle
    answer: Solution
    solutions: Solutions | None = None
    clashes: MinimalSubsets | None = None
    why: Sensitivity | None = None


class ProgressListener(Protocol):
    """Follows the work while it is done."""

    def progress(self, seconds: float, best: int | None, bound: int) -> None:
        """The best worth found so far (None: none yet), and the proved bound."""

    def better(self, board: Board) -> None:
        """A placement that is better than those before."""

    def placement(self, board: Board) -> None:
        """One of several answers that are as good."""

    def step(self, words: str) -> None:
        """What is done now."""


class NoProgress:
    """Follows nothing."""

    def progress(self, seconds: float, best: int | None, bound: int) -> None: ...

    def better(self, board: Board) -> None: ...

    def placement(self, board: Board) -> None: ...

    def step(self, words: str) -> None: ...


def ask(
    puzzle: Puzzle, rules: Mapping[str, core.Expr], question: Question, watcher: ProgressListener | None = None
) -> Findings:
    """What is asked of a puzzle with these scoring rules, or why it is beyond the model."""
    limit = question.time_limit
    deadline = Deadline(None if limit is None else time.monotonic() + limit)
    watcher = watcher or NoProgress()
    found = _placements(puzzle, rules, question, watcher)
    if puzzle.goal.kind == "meet" and found.answer.status == "optimal":
        watcher.step("what clashes")
        found = replace(found, clashes=minimal_subsets(puzzle, rules, found.answer, deadline, question.workers))
    if question.why:
        reasons = Reasons(puzzle, rules, deadline, question.workers, watcher.step)
        found = replace(found, why=reasons.why(found.answer))
    return found


def _placements(
    puzzle: Puzzle, rules: Mapping[str, core.Expr], question: Question, watcher: ProgressListener
) -> Findings:
    limit, workers = question.time_limit, question.workers
    if not question.every and question.several is None:
        answer = solve(
            puzzle,
            rules,
            time_limit=limit,
            workers=workers,
            on_progress=watcher.progress,
            on_board=watcher.better,
        )
        return Findings(puzzle, answer)
    every = solutions(
        puzzle,
        rules,
        limit=question.several,
        time_limit=limit,
        workers=workers,
        on_progress=watcher.progress,
        on_found=watcher.placement,
    )
    return Findings(puzzle, every.answer, every)
