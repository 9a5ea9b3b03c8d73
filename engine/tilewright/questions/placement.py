"""Questions about placement puzzles: the best placement, all equally good ones, conflicting goals, explanations."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from tilewright.core import expr as core
from tilewright.draw import svg
from tilewright.meaning.scoring import scoring_rules
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import HintOutput
from tilewright.questions import question
from tilewright.questions.question import NoProgress, ProgressListener
from tilewright.solver.wordings import hint_texts, picture
from tilewright.stopping import Deadline
from tilewright.table.card import Card
from tilewright.table.goal import Goal
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.enumerate import Solutions
    from tilewright.solver.hints import Hint
    from tilewright.solver.solve import Solution
    from tilewright.solver.why import MinimalSubsets, Sensitivity


@dataclass(frozen=True)
class PlacementQuestion:
    """The best placement of a puzzle: `every` one or `several` of them, a `hint`, and with `why` an explanation."""

    kind = "puzzles about placing"
    unanswered = ()

    puzzle: Puzzle
    cards: Sequence[Card]
    file: str = ""
    goal: Goal | None = None
    every: bool = False
    several: int | None = None
    hint: bool = False
    why: bool = question.flag("Show where the points come from, and why there are not more.")
    time_limit: float | None = question.time_limit("Stop after S seconds for each file.")
    workers: int | None = question.workers()

    def run(self, watcher: ProgressListener | None = None) -> PlacementAnswer:
        """The answer. Raises `Unsupported`."""
        from tilewright.solver.hints import best_hint
        from tilewright.solver.why import Reasons, minimal_subsets

        puzzle = self.puzzle if self.goal is None else replace(self.puzzle, goal=self.goal)
        rules = scoring_rules(puzzle.game, self.cards)
        deadline = Deadline(None if self.time_limit is None else time.monotonic() + self.time_limit)
        heard = watcher or NoProgress()
        found = self._placements(puzzle, rules, heard)
        if self.hint:
            hint = best_hint(puzzle, rules, answer=found.answer, time_limit=deadline.left, workers=self.workers)
            return replace(found, hint=hint)
        if puzzle.goal.kind == "meet" and found.answer.status == "optimal":
            heard.step("what clashes")
            clashes = minimal_subsets(puzzle, rules, found.answer, deadline, self.workers)
            found = replace(found, clashes=clashes)
        if self.why:
            reasons = Reasons(puzzle, rules, deadline, self.workers, heard.step)
            found = replace(found, why=reasons.why(found.answer))
        return found

    def _placements(self, puzzle: Puzzle, rules: Mapping[str, core.Expr], heard: ProgressListener) -> PlacementAnswer:
        from tilewright.solver.enumerate import solutions
        from tilewright.solver.solve import solve

        if not self.every and self.several is None:
            answer = solve(
                puzzle,
                rules,
                time_limit=self.time_limit,
                workers=self.workers,
                on_progress=heard.progress,
                on_board=heard.better,
            )
            return PlacementAnswer(self.file, puzzle, answer)
        every = solutions(
            puzzle,
            rules,
            limit=self.several,
            time_limit=self.time_limit,
            workers=self.workers,
            on_progress=heard.progress,
            on_found=heard.another,
        )
        return PlacementAnswer(self.file, puzzle, every.answer, every)


@dataclass(frozen=True)
class PlacementAnswer:
    """The results for a puzzle, with its goal; None for what was not asked."""

    file: str
    puzzle: Puzzle
    answer: Solution
    solutions: Solutions | None = None
    clashes: MinimalSubsets | None = None
    why: Sensitivity | None = None
    hint: Hint | None = None
    no_hint = "there is no placement, or the best one is not known in the time given"

    @property
    def found(self) -> bool:
        """Whether there is a placement; for several cards to be met, one that meets any of them."""
        return self.answer.board is not None and (self.puzzle.goal.kind != "meet" or bool(self.answer.met))

    @property
    def unique(self) -> bool | None:
        """Whether it is the only one."""
        return None if self.solutions is None else self.solutions.unique

    @property
    def best(self) -> int | None:
        """The score."""
        return self.answer.score if self.answer.status == "optimal" else None

    @property
    def hints(self) -> Sequence[str]:
        """The most important row, the kind of thing for its space, and the result."""
        return () if self.hint is None else hint_texts(self.hint, self.puzzle)

    def hint_output(self, level: int) -> HintOutput:
        """The hint in the format hint/1; rows and columns are numbered from 1."""
        hint = self.hint
        if hint is None:
            return HintOutput(file=self.file, row=None)
        row, column = divmod(hint.space, self.puzzle.board.geometry.columns)
        return HintOutput(
            file=self.file,
            row=row + 1,
            loss=hint.loss,
            column=column + 1 if level > 1 else ABSENT,
            what=f"{hint.piece or ''}{hint.caps}" if level > 2 else ABSENT,
        )

    @property
    def drawing(self) -> Callable[[], str] | None:
        """A function that draws the final board as SVG."""
        return None if self.answer.board is None else lambda: svg([picture(self.puzzle, self.answer)])
