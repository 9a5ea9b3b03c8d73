"""Puzzles about moves."""

from __future__ import annotations

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo_answer
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.contest import contest_lines, contest_output
from tilewright.cli.solving.request import SolveRequest
from tilewright.stopping import STOP
from tilewright.table.moves_puzzle import MovesPuzzle

UNANSWERED = ("goal", "why", "hint", "limit", "time_limit", "workers", "output", "export")


def solve_moves(inputs: Inputs, loaded: Loaded[MovesPuzzle], request: SolveRequest) -> None:
    """Answer a puzzle about moves and print the answer, or say why that cannot be."""
    from tilewright.expectimax.contest import contest_of
    from tilewright.expectimax.graph import TooManyStates
    from tilewright.expectimax.moment import NoOdds

    puzzle, name = loaded.value, loaded.source.name
    if request.refuses(inputs, loaded, "puzzles about moves", UNANSWERED):
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
