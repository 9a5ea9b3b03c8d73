"""How far can a measure of the game go over layouts, or over fillings of one?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.draw import Picture, svg
from tilewright.files.layout_puzzles import heights_row
from tilewright.outputs.solving import MeasureOutput
from tilewright.questions import question
from tilewright.questions.question import ProgressListener
from tilewright.questions.solved import SolvedPuzzle
from tilewright.stopping import Unsupported
from tilewright.table.board import Board
from tilewright.table.card import Card
from tilewright.table.goal import LAYOUT_FORMS, Goal
from tilewright.table.puzzles import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.measured import MeasuredLayout


@dataclass(frozen=True)
class LayoutQuestion:
    """How far the measure of a puzzle goes, or whether it reaches another goal."""

    kind = "puzzles about layouts"
    unanswered = ("every", "unique", "why", "hint", "export")

    puzzle: LayoutPuzzle
    cards: Sequence[Card] = ()
    file: str = ""
    goal: Goal | None = None
    time_limit: float | None = question.time_limit("Stop after S seconds for each number.", 60.0)
    workers: int | None = question.workers()

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[MeasureOutput]:
        """The answer. Raises `Unsupported`."""
        from tilewright.design.layouts.measured import answered

        goal = self.goal or self.puzzle.goal
        if goal.kind not in ("most", "least", "at least", "at most"):
            raise Unsupported(f"goals of puzzles about layouts are: {LAYOUT_FORMS}")
        found = answered(self.puzzle, goal, time_limit=self.time_limit, workers=self.workers)
        best, puzzle, board = found.value if found.status == "optimal" else None, self.puzzle, found.board
        hints = [] if best is None else [f"it is from {max(0, best - 2)} to {best + 2}", f"it is {best}"]
        lines = [*self._lines(goal, found)]

        def drawing() -> str:
            assert board is not None
            return svg([Picture(board, puzzle.game, puzzle.title, f"{puzzle.measure}: {found.value} ({goal})")])

        return SolvedPuzzle(
            self._output(goal, found),
            lines,
            board is not None,
            best=best,
            hints=hints,
            drawing=None if board is None else drawing,
        )

    def _lines(self, goal: Goal, found: MeasuredLayout) -> Iterator[str]:
        """The value of the measure, what is proved of it, and the board; of a whole layout its filling."""
        puzzle, file = self.puzzle, self.file
        over = "fillings" if puzzle.given else f"{puzzle.game.plural(puzzle.definition.name)} within the guidelines"
        if found.board is None:
            none = {"infeasible": "there is none", "unknown": "none was found in the time given, and nothing is proved"}
            yield f"{file}: {puzzle.measure}, {goal}: of all {over} {none[found.status]}"
            if found.bound is not None:
                yield f"  {limit_text(str(goal), found.bound)}"
            return
        if goal.kind in ("at least", "at most"):
            proof = f"{goal} is possible"
        elif found.status == "optimal":
            proof = f"the {goal} over all {over}, proved"
        else:
            proof = f"not proved: of all {over} {limit_text(str(goal), found.bound)}"
        yield f"{file}: {puzzle.measure}: {found.value} ({proof})"
        yield from (f"  {row}" for row in (_rows(repr(found.board)) if puzzle.given else _heights(found.board)))

    def _output(self, goal: Goal, found: MeasuredLayout) -> MeasureOutput:
        return MeasureOutput(
            file=self.file,
            measure=self.puzzle.measure,
            goal=str(goal),
            over="fillings" if self.puzzle.given else "guidelines",
            status=found.status,
            value=found.value,
            bound=found.bound,
            board={self.puzzle.definition.name: None if found.board is None else repr(found.board)},
            seconds=round(found.seconds, 3),
        )


def limit_text(goal: str, bound: int | None) -> str:
    """What is proved of a measure that has no least or most yet."""
    return f"none has {'less' if goal == 'least' else 'more'} than {bound}"


def _heights(board: Board) -> list[str]:
    columns, heights = board.geometry.columns, [stack.height for stack in board.stacks]
    return [heights_row(heights[at : at + columns]) for at in range(0, len(heights), columns)]


def _rows(notation: str) -> list[str]:
    """The rows of a board, its columns below one another."""
    rows = [row.split() for row in notation.split("|")]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [" ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows]
