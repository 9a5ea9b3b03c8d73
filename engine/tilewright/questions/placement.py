"""What can be asked of one puzzle about placing, all in one go: the best placement, every one as good, clashing goals, reasons."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tilewright.core import expr as core
from tilewright.questions import question
from tilewright.questions.question import NoProgress, ProgressListener
from tilewright.symbolic.deadline import Deadline
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.solve import Solution
    from tilewright.solver.why import MinimalSubsets, Sensitivity


@dataclass(frozen=True)
class PlacementQuestion:
    """The best placement of a puzzle with these scoring rules: `every` one or `several` of them, and with `why` the reasons."""

    puzzle: Puzzle
    rules: Mapping[str, core.Expr]
    every: bool = False
    several: int | None = None
    why: bool = question.flag("Show where the points come from, and why there are not more.")
    time_limit: float | None = question.time_limit("Stop after S seconds for each file.")
    workers: int | None = question.workers()

    def run(self, watcher: ProgressListener | None = None) -> PlacementAnswer:
        """The answer. Raises `Unsupported`."""
        from tilewright.solver.why import Reasons, minimal_subsets

        deadline = Deadline(None if self.time_limit is None else time.monotonic() + self.time_limit)
        heard = watcher or NoProgress()
        found = self._placements(heard)
        if self.puzzle.goal.kind == "meet" and found.answer.status == "optimal":
            heard.step("what clashes")
            clashes = minimal_subsets(self.puzzle, self.rules, found.answer, deadline, self.workers)
            found = replace(found, clashes=clashes)
        if self.why:
            reasons = Reasons(self.puzzle, self.rules, deadline, self.workers, heard.step)
            found = replace(found, why=reasons.why(found.answer))
        return found

    def _placements(self, heard: ProgressListener) -> PlacementAnswer:
        from tilewright.solver.enumerate import solutions
        from tilewright.solver.solve import solve

        if not self.every and self.several is None:
            answer = solve(
                self.puzzle,
                self.rules,
                time_limit=self.time_limit,
                workers=self.workers,
                on_progress=heard.progress,
                on_board=heard.better,
            )
            return PlacementAnswer(self.puzzle, answer)
        every = solutions(
            self.puzzle,
            self.rules,
            limit=self.several,
            time_limit=self.time_limit,
            workers=self.workers,
            on_progress=heard.progress,
            on_found=heard.placement,
        )
        return PlacementAnswer(self.puzzle, every.answer, every)


@dataclass(frozen=True)
class PlacementAnswer:
    """What was found out about a puzzle; None is what was not asked."""

    puzzle: Puzzle
    answer: Solution
    solutions: Solutions | None = None
    clashes: MinimalSubsets | None = None
    why: Sensitivity | None = None
