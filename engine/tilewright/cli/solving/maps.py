"""Puzzles about maps."""

from __future__ import annotations

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo_answer
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.laying import laying_lines, laying_output
from tilewright.cli.solving.request import SolveRequest
from tilewright.stopping import STOP
from tilewright.table.map_puzzle import MapPuzzle

MOST_ANSWERS = 1000
"""How many equally good answers are printed when no limit is given."""
UNANSWERED = ("goal", "why", "hint", "workers", "output", "export")


def solve_map(inputs: Inputs, loaded: Loaded[MapPuzzle], request: SolveRequest) -> None:
    """Answer a puzzle about a map and print the answer."""
    from tilewright.areas.laying import most_points
    from tilewright.areas.puzzle import question_of

    puzzle, name = loaded.value, loaded.source.name
    if request.refuses(inputs, loaded, "puzzles about maps", UNANSWERED):
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
