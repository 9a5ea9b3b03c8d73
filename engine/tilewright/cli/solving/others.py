"""Puzzles about maps, moves and layouts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.layout import measured_lines, measured_output, picture_of_board
from tilewright.cli.report.maps import laying_lines, laying_output
from tilewright.cli.solving.request import SolveRequest
from tilewright.draw import svg
from tilewright.expectimax.contest import ContestAnswer, ContestLine
from tilewright.outputs.output import PlayedMove
from tilewright.outputs.solving import ContestOutput, FirstMove
from tilewright.stopping import STOP, Unsupported
from tilewright.table.goal import LAYOUT_FORMS
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle

if TYPE_CHECKING:
    pass


MOST_ANSWERS = 1000
"""How many equally good answers are printed when no limit is given."""
UNANSWERED_OF_MAPS = ("goal", "why", "hint", "workers", "output", "export")


def solve_map(inputs: Inputs, loaded: Loaded[MapPuzzle], request: SolveRequest) -> None:
    """Answer a puzzle about a map and print the answer."""
    from tilewright.areas.laying import most_points
    from tilewright.areas.puzzle import question_of

    puzzle, name = loaded.value, loaded.source.name
    if request.refuses(inputs, loaded, "puzzles about maps", UNANSWERED_OF_MAPS):
        return
    answers = request.answers(puzzle.expect) or 1
    if request.every:
        answers = max(answers, request.limit or MOST_ANSWERS)
    with STOP.heeded(), Status(name):
        question = question_of(puzzle, loaded.cards)
        found = most_points(question, answers=answers, time_limit=request.time_limit)
    report = laying_output(name, puzzle.worth, question, found)
    echo_answer(report, laying_lines(name, question, found, request.every), request.as_json)
    good = request.judged(name, puzzle.expect, report, found.score is not None)
    inputs.good = inputs.good and good and (not request.unique or found.unique is True)


UNANSWERED_OF_MOVES = ("goal", "why", "hint", "limit", "time_limit", "workers", "output", "export")


def solve_moves(inputs: Inputs, loaded: Loaded[MovesPuzzle], request: SolveRequest) -> None:
    """Answer a puzzle about moves and print the answer, or say why that cannot be."""
    from tilewright.expectimax.contest import contest_of
    from tilewright.expectimax.graph import TooManyStates
    from tilewright.expectimax.moment import NoOdds

    puzzle, name = loaded.value, loaded.source.name
    if request.refuses(inputs, loaded, "puzzles about moves", UNANSWERED_OF_MOVES):
        return
    try:
        with STOP.heeded(), Status(name):
            found = contest_of(puzzle, loaded.cards).solve(count=request.every or "lines" in puzzle.expect)
    except NoOdds as problem:
        inputs.refuse(loaded.source, str(problem))
        return
    except TooManyStates:
        inputs.refuse(loaded.source, "the turn has too many lines to search; play more moves first")
        return
    players = [player.name for player in puzzle.position.players]
    report = contest_output(name, puzzle.worth, players, found)
    echo_answer(report, contest_lines(name, players, found, request.every), request.as_json)
    good = request.judged(name, puzzle.expect, report, True)
    inputs.good = inputs.good and good and (not request.unique or found.is_unique)


UNANSWERED_OF_LAYOUTS = ("every", "unique", "why", "hint", "export")


def solve_layout(inputs: Inputs, loaded: Loaded[LayoutPuzzle], request: SolveRequest) -> None:
    """Answer a puzzle about layouts and print the answer, or say why that cannot be."""
    from tilewright.design.layouts.measured import answered

    puzzle = loaded.value
    goal = request.goal or puzzle.goal
    if request.refuses(inputs, loaded, "puzzles about layouts", UNANSWERED_OF_LAYOUTS):
        return
    if goal.kind not in ("most", "least", "at least", "at most"):
        inputs.refuse(loaded.source, f"goals of puzzles about layouts are: {LAYOUT_FORMS}")
        return
    name = loaded.source.name
    try:
        with STOP.heeded(), Status(name):
            found = answered(puzzle, goal, time_limit=request.time_limit, workers=request.workers)
    except Unsupported as problem:
        inputs.refuse(loaded.source, problem.reason)
        return
    report = measured_output(name, puzzle, goal, found)
    echo_answer(report, measured_lines(name, puzzle, goal, found), request.as_json)
    good = request.judged(name, puzzle.expect, report, found.board is not None)
    inputs.good = inputs.good and good
    if request.output and found.board is not None:
        echo(write_picture(request.output, svg([picture_of_board(puzzle, goal, found)])), err=request.as_json)


# ------------------------------------------------------------------ what is printed of moves


def contest_lines(name: str, players: Sequence[str], found: ContestAnswer, every: bool) -> Iterator[str]:
    """The best line by player, what it is worth to each, and whether another first move is equally good."""
    best = found.best
    yield f"{name}: {_worths(players, best)} with best play"
    for player, moves in _moves_by_player(best):
        yield f"  {players[player]}: {'; '.join(moves)}"
    if every:
        for line in found.firsts:
            yield f"  {line.moves[0]}: {_worths(players, line)}"
    alike = "the only best first move" if found.is_unique else "another first move is equally good"
    counted = "" if found.lines is None else f"; {found.lines} lines in all"
    yield f"  {alike}: {best.moves[0]}{counted}" if found.is_unique else f"  {alike}{counted}"


def _worths(players: Sequence[str], line: ContestLine) -> str:
    return ", ".join(f"{player} {worth}" for player, worth in zip(players, line.worths, strict=True))


def _moves_by_player(line: ContestLine) -> Iterator[tuple[int, list[str]]]:
    """The moves that one player makes in a row."""
    for player, pairs in groupby(zip(line.players, line.moves, strict=True), key=lambda pair: pair[0]):
        yield player, [move for _, move in pairs]


def contest_output(name: str, worth: str, players: Sequence[str], found: ContestAnswer) -> ContestOutput:
    """The same as a line of JSON."""
    best = found.best
    return ContestOutput(
        file=name,
        worth=worth,
        players=players,
        worths=best.worths,
        line=[PlayedMove(player=players[of], move=move) for of, move in zip(best.players, best.moves, strict=True)],
        unique=found.is_unique,
        lines=found.lines,
        states=found.states,
        firsts=[FirstMove(move=line.moves[0], worths=line.worths) for line in found.firsts],
    )
