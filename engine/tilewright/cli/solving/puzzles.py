"""Puzzles of every kind solved, or written as models: what is printed while it is done, and what then."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias

from tilewright.cli.args.cards import AnyLoadedPuzzle
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_file, write_picture
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import ProgressLine, Status
from tilewright.cli.report.answer import findings_output, lines_of
from tilewright.cli.solving.request import SolveRequest
from tilewright.cli.terminal import echo, echo_answer
from tilewright.meaning.scoring import scoring_rules
from tilewright.outputs.output import Output
from tilewright.outputs.solving import PlacementOutput, TakeOutput
from tilewright.questions.placement import PlacementAnswer
from tilewright.questions.puzzles import QUESTIONS
from tilewright.questions.question import SolvedPuzzle
from tilewright.questions.turns import turn_texts
from tilewright.source import Source, Span
from tilewright.stopping import STOP, Unsupported
from tilewright.table.board import Board
from tilewright.table.position import Puzzle


def solve_puzzle(inputs: Inputs, loaded: AnyLoadedPuzzle, request: SolveRequest) -> None:
    """Answer a puzzle, print the answer and draw it, or report why that cannot be."""
    name, hint = loaded.source.name, request.hint
    with refusing(inputs, loaded):
        question = request.asked(loaded)
        with STOP.heeded(), Status(name) as status:
            found = question.run(_AnswersLine(loaded, request, status.say))
        output, lines = _answer(loaded, found, request) if hint is None else _hint(loaded, found, request, hint)
        echo_answer(output, lines, request.as_json)
        good = request.judged(name, loaded.value.expect, output, found.found if hint is None else bool(found.hints))
        inputs.good = inputs.good and good and (not request.unique or found.unique is True)
        if request.output and found.drawing is not None:
            echo(write_picture(request.output, found.drawing()), err=request.as_json)


PuzzleFindings: TypeAlias = SolvedPuzzle[Output] | PlacementAnswer


def _answer(loaded: Loaded[Any], found: PuzzleFindings, request: SolveRequest) -> tuple[Output, Iterable[str]]:
    if isinstance(found, SolvedPuzzle):
        return found.output, found.lines
    loaded = replace(loaded, value=found.puzzle)
    return findings_output(loaded, found, request.every), lines_of(loaded, found, request.every)


def _hint(loaded: Loaded[Any], found: PuzzleFindings, request: SolveRequest, level: int) -> tuple[Output, list[str]]:
    """The first hint, and below it that of the level. Raises `Unsupported`."""
    name = loaded.source.name
    lines = [f"{name}: {found.hints[0] if found.hints else f'no hint: {found.no_hint}'}"]
    lines += [f"  {hint}" for hint in found.hints[1:level][-1:]]
    if found.hint_output is not None:
        return found.hint_output(level), lines
    if request.as_json:
        raise Unsupported(f"for {QUESTIONS[type(loaded.value)].kind}, it does not support --hint with --json")
    return found.output, lines


class _AnswersLine(ProgressLine):
    """It also says how many answers were found, and with --all prints them as they come."""

    def __init__(self, loaded: AnyLoadedPuzzle, request: SolveRequest, say: Callable[[str], None]) -> None:
        super().__init__(loaded.source.name, say)
        self.loaded, self.request, self.found = loaded, request, 0

    def another(self, one: Any) -> None:
        """One of several that are as good was found; it is not kept back."""
        self.found += 1
        self.step(f"{self.found} found")
        if self.request.every:
            echo_answer(*self._printed(one), self.request.as_json)
            sys.stdout.flush()

    def _printed(self, one: Any) -> tuple[Output, list[str]]:
        name, number = self.name, self.found
        if isinstance(one, Board):
            own = self.loaded.pack.game.own_place.name
            output = PlacementOutput(file=name, number=number, board={own: repr(one)})
            return output, [f"{name}: placement {number}: {one!r}"]
        turns = turn_texts(one.answer.line)
        lines = [f"  turn {at}: {moves}" for at, moves in enumerate(turns, 1)]
        take = TakeOutput(file=name, number=number, take=one.text, score=one.answer.line.total, turns=turns)
        return take, [f"{name}: first take {number}: {one.text}", *lines]


def export_model(inputs: Inputs, loaded: Loaded[Puzzle], request: SolveRequest, path: str) -> None:
    """Write the model of a puzzle instead of solving it, or report why that cannot be."""
    from tilewright.solver.export import exported

    puzzle = loaded.value if request.goal is None else replace(loaded.value, goal=request.goal)
    with refusing(inputs, loaded):
        echo(write_file(path, exported(puzzle, scoring_rules(puzzle.game, loaded.cards))), err=True)


@contextmanager
def refusing(inputs: Inputs, loaded: Loaded[Any]) -> Iterator[None]:
    """Reports what cannot be asked of a puzzle, where its cause is written."""
    try:
        yield
    except Unsupported as problem:
        inputs.refuse(loaded.source, problem.reason, _written(loaded, problem))


def _written(loaded: Loaded[Any], problem: Unsupported) -> tuple[Source, Span] | None:
    """Where the cause stands: in the file of a card or of the game."""
    sources = {card.id: card.source for card in loaded.cards}
    if problem.card in sources:
        source = sources[problem.card]
        return source, problem.span or source.line_span(1)
    return None if problem.span is None else (loaded.pack.source, problem.span)
