"""Puzzles about placing."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_file, write_picture
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.answer import findings_output, lines_of
from tilewright.cli.solving.request import SolveRequest
from tilewright.draw import svg
from tilewright.meaning.scoring import scoring_rules
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import HintOutput, PlacementOutput
from tilewright.solver.hints import Hint
from tilewright.solver.wordings import picture
from tilewright.stopping import STOP, Unsupported
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

if TYPE_CHECKING:
    from tilewright.solver.questions import Findings


def solve_placement(inputs: Inputs, loaded: Loaded[Puzzle], request: SolveRequest) -> None:
    """Answer what is asked of a puzzle about placing, give a hint or write its model; report what is beyond the solver."""
    if request.goal is not None:
        loaded = replace(loaded, value=replace(loaded.value, goal=request.goal))
    try:
        if request.export is not None:
            _export(loaded, request.export)
        elif request.hint is not None:
            _hint(inputs, loaded, request, request.hint)
        else:
            _solve(inputs, loaded, request)
    except Unsupported as problem:
        inputs.refuse(loaded.source, problem.reason)


def _solve(inputs: Inputs, loaded: Loaded[Puzzle], request: SolveRequest) -> None:
    """Answer the puzzle, and print and draw the answer."""
    found = _ask(loaded, request)
    name, answer = loaded.source.name, findings_output(loaded, found, request.every)
    echo_answer(answer, lines_of(loaded, found, request.every), request.as_json)
    good = request.judged(name, loaded.value.expect, answer, _has_answer(found))
    certain = not request.unique or (found.solutions is not None and found.solutions.unique is True)
    inputs.good = inputs.good and good and certain
    _draw(found, request.output, request.as_json)


def _ask(loaded: Loaded[Puzzle], request: SolveRequest) -> Findings:
    """What is found out about a puzzle."""
    from tilewright.solver.questions import Question, ask

    puzzle = loaded.value
    question = Question(
        every=request.every,
        several=request.limit if request.every else request.answers(puzzle.expect),
        why=request.why,
        time_limit=request.time_limit,
        workers=request.workers,
    )
    news = _News(loaded, request.as_json) if request.every else None
    with STOP.heeded(), Status(loaded.source.name) as status:
        watcher = _ProgressLine(loaded.source.name, status, news)
        return ask(puzzle, scoring_rules(puzzle.game, loaded.cards), question, watcher)


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


class _ProgressLine:
    """Says on a status line how far the solver has come."""

    def __init__(self, name: str, status: Status, news: _News | None) -> None:
        self.name, self.status, self.news, self.found = name, status, news, 0

    def progress(self, seconds: float, best: int | None, bound: int) -> None:
        """The best found so far, and how good it can be."""
        found = "nothing found yet" if best is None else str(best)
        self.step(f"{found}, bound {bound}")

    def better(self, board: Board) -> None:
        """It is reported at the end."""

    def placement(self, board: Board) -> None:
        """One of several that are as good was found."""
        self.found += 1
        self.step(f"{self.found} found")
        if self.news is not None:
            self.news.tell(self.found, board)

    def step(self, words: str) -> None:
        """What is done now."""
        self.status.say(f"{self.name}: {words}")


def _hint(inputs: Inputs, loaded: Loaded[Puzzle], request: SolveRequest, level: int) -> None:
    """Print a hint, or say that there is none to give."""
    from tilewright.solver.hints import best_hint

    puzzle, name = loaded.value, loaded.source.name
    with STOP.heeded(), Status(name):
        rules = scoring_rules(puzzle.game, loaded.cards)
        found = best_hint(puzzle, rules, time_limit=request.time_limit, workers=request.workers)
    if found is None:
        inputs.good = False
        nothing = "no hint: there is no placement, or the best one is not known in the time given"
        echo_answer(HintOutput(file=name, row=None), [f"{name}: {nothing}"], request.as_json)
    else:
        echo_answer(hint_output(name, puzzle, found, level), hint_lines(name, puzzle, found, level), request.as_json)


def _export(loaded: Loaded[Puzzle], path: str) -> None:
    from tilewright.solver.export import exported

    echo(write_file(path, exported(loaded.value, scoring_rules(loaded.value.game, loaded.cards))), err=True)


def _has_answer(found: Findings) -> bool:
    """Whether there is a placement; of cards to be met together, one that meets any."""
    return found.answer.board is not None and (found.puzzle.goal.kind != "meet" or bool(found.answer.met))


def _draw(found: Findings, output: str | None, as_json: bool) -> None:
    if output and found.answer.board is not None:
        echo(write_picture(output, svg([picture(found.puzzle, found.answer)])), err=as_json)


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
