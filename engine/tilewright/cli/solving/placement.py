"""Puzzles about placing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_file
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import ProgressLine
from tilewright.cli.report.answer import findings_output, lines_of
from tilewright.cli.solving.request import PuzzleAnswer, PuzzleSolver, SolveRequest, refusing
from tilewright.draw import svg
from tilewright.meaning.scoring import scoring_rules
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import HintOutput, PlacementOutput
from tilewright.solver.hints import Hint
from tilewright.solver.wordings import picture
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.questions.placement import PlacementAnswer


def _solve_placement(loaded: Loaded[Puzzle], request: SolveRequest, say: Callable[[str], None]) -> PuzzleAnswer:
    if request.goal is not None:
        loaded = replace(loaded, value=replace(loaded.value, goal=request.goal))
    if request.hint is not None:
        return _hint(loaded, request, request.hint)
    found = _ask(loaded, request, say)
    answer, board = found.answer, found.answer.board
    # of cards to be met together an answer is one that meets any
    good = board is not None and (found.puzzle.goal.kind != "meet" or bool(answer.met))
    unique = None if found.solutions is None else found.solutions.unique
    drawn = None if board is None else lambda: svg([picture(found.puzzle, answer)])
    output = findings_output(loaded, found, request.every)
    return PuzzleAnswer(output, lines_of(loaded, found, request.every), good, unique, drawn)


PLACEMENTS = PuzzleSolver("puzzles about placing", (), _solve_placement)


def _ask(loaded: Loaded[Puzzle], request: SolveRequest, say: Callable[[str], None]) -> PlacementAnswer:
    """What is found out about a puzzle."""
    puzzle = loaded.value
    several = request.limit if request.every else request.answers(puzzle.expect)
    question = request.question(puzzle, scoring_rules(puzzle.game, loaded.cards), request.every, several)
    news = _News(loaded, request.as_json) if request.every else None
    return question.run(_PlacementLine(loaded.source.name, say, news))


class _News:
    """Prints placements that are as good while others are sought."""

    def __init__(self, loaded: Loaded[Puzzle], as_json: bool) -> None:
        self.file, self.as_json = loaded.source.name, as_json
        self.board = loaded.value.game.own_place.name

    def tell(self, number: int, board: Board) -> None:
        """One more, on a line of its own that is not kept back."""
        output = PlacementOutput(file=self.file, number=number, board={self.board: repr(board)})
        echo_answer(output, [f"{self.file}: placement {number}: {board!r}"], self.as_json)
        sys.stdout.flush()


class _PlacementLine(ProgressLine):
    """It also says how many placements were found, and prints them as they come."""

    def __init__(self, name: str, say: Callable[[str], None], news: _News | None) -> None:
        super().__init__(name, say)
        self.news, self.found = news, 0

    def placement(self, board: Board) -> None:
        """One of several that are as good was found."""
        self.found += 1
        self.step(f"{self.found} found")
        if self.news is not None:
            self.news.tell(self.found, board)


def _hint(loaded: Loaded[Puzzle], request: SolveRequest, level: int) -> PuzzleAnswer:
    """A hint, or that there is none to give."""
    from tilewright.solver.hints import best_hint

    puzzle, name = loaded.value, loaded.source.name
    rules = scoring_rules(puzzle.game, loaded.cards)
    found = best_hint(puzzle, rules, time_limit=request.time_limit, workers=request.workers)
    if found is None:
        nothing = "no hint: there is no placement, or the best one is not known in the time given"
        return PuzzleAnswer(HintOutput(file=name, row=None), [f"{name}: {nothing}"], False)
    return PuzzleAnswer(hint_output(name, puzzle, found, level), hint_lines(name, puzzle, found, level), True)


def export_model(inputs: Inputs, loaded: Loaded[Puzzle], request: SolveRequest, path: str) -> None:
    """Write the model of a puzzle instead of solving it, or report why that cannot be."""
    from tilewright.solver.export import exported

    puzzle = loaded.value if request.goal is None else replace(loaded.value, goal=request.goal)
    with refusing(inputs, loaded):
        echo(write_file(path, exported(puzzle, scoring_rules(puzzle.game, loaded.cards))), err=True)


# ------------------------------------------------------------------ hints


def hint_lines(name: str, puzzle: Puzzle, hint: Hint, level: int) -> Iterator[str]:
    """A line for each level up to the one that is asked for."""
    yield f"{name}: {_row(puzzle, hint)}"
    where = puzzle.board.geometry.name(hint.space)
    if level > 1:
        yield f"  {_sorts(puzzle, hint)} to {where}"
    if level > 2:
        yield f"  which becomes {hint.stack!r}"


def hint_output(name: str, puzzle: Puzzle, hint: Hint, level: int) -> HintOutput:
    """The same as a line of JSON; rows and columns count from 1."""
    row, column = divmod(hint.space, puzzle.board.geometry.columns)
    return HintOutput(
        file=name,
        row=row + 1,
        loss=hint.loss,
        column=column + 1 if level > 1 else ABSENT,
        what=f"{hint.piece or ''}{hint.caps}" if level > 2 else ABSENT,
    )


def _row(puzzle: Puzzle, hint: Hint) -> str:
    row = hint.space // puzzle.board.geometry.columns + 1
    if hint.loss is None:
        return f"row {row} matters most: every solution uses one of its spaces"
    if hint.loss == 0:
        return f"nothing is required: several placements are equally good; one of them uses row {row}"
    return f"row {row} matters most: one of its spaces makes a difference of {hint.loss}"


def _sorts(puzzle: Puzzle, hint: Hint) -> str:
    """What sort of thing goes somewhere, not which."""
    names = [puzzle.game.piece] if hint.piece else []
    names += [puzzle.game.by_mark[mark].name for mark in hint.caps]
    return " and ".join(f"a {name}" for name in names) + (" go" if len(names) > 1 else " goes")
