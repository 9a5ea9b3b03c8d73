"""Puzzles about layouts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.measured import measured_lines, measured_output, picture_of_board
from tilewright.cli.solving.request import SolveRequest
from tilewright.draw import svg
from tilewright.stopping import STOP
from tilewright.table.goal import LAYOUT_FORMS, Goal
from tilewright.table.layout_puzzle import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.measured import MeasuredLayout

UNANSWERED = ("every", "unique", "why", "hint", "export")


def solve_layout(inputs: Inputs, loaded: Loaded[LayoutPuzzle], request: SolveRequest) -> None:
    """Answer a puzzle about layouts and print the answer, or say why that cannot be."""
    from tilewright.design.layouts.measured import answered
    from tilewright.solver.places import Unsupported

    puzzle = loaded.value
    goal = request.goal or puzzle.goal
    if request.refuses(inputs, loaded, "puzzles about layouts", UNANSWERED):
        return
    if goal.kind not in ("most", "least", "at least", "at most"):
        inputs.refuse(loaded.source, f"goals of puzzles about layouts are: {LAYOUT_FORMS}")
        return
    with STOP.heeded(), Status(loaded.source.name):
        found = answered(puzzle, goal, time_limit=request.time_limit, workers=request.workers)
    if isinstance(found, Unsupported):
        inputs.refuse(loaded.source, found.reason)
        return
    _print(inputs, loaded, goal, found, request)


def _print(
    inputs: Inputs, loaded: Loaded[LayoutPuzzle], goal: Goal, found: MeasuredLayout, request: SolveRequest
) -> None:
    puzzle, name = loaded.value, loaded.source.name
    report = measured_output(name, puzzle, goal, found)
    echo_answer(report, measured_lines(name, puzzle, goal, found), request.as_json)
    good = request.judged(name, puzzle.expect, report, found.board is not None)
    inputs.good = inputs.good and good
    if request.output and found.board is not None:
        echo(write_picture(request.output, svg([picture_of_board(puzzle, goal, found)])), err=request.as_json)
