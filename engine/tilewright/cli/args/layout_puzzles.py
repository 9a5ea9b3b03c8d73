"""Puzzles about layouts, solved for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.measured import measured_json, measured_lines, measured_misses, picture_of_board
from tilewright.draw import svg
from tilewright.stopping import STOP
from tilewright.table.goal import LAYOUT_FORMS, Goal
from tilewright.table.layout_puzzle import LayoutPuzzle

if TYPE_CHECKING:
    from tilewright.design.layouts.measured import MeasuredLayout


@dataclass(frozen=True)
class LayoutRequest:
    """What is asked of puzzles about layouts; `goal` is another one than that of the puzzle."""

    goal: Goal | None = None
    check: bool = False
    time_limit: float | None = None
    workers: int | None = None
    output: str | None = None
    as_json: bool = False


def solve_layout_puzzle(
    inputs: Inputs, loaded: Loaded[LayoutPuzzle], request: LayoutRequest, refused: Sequence[str] = ()
) -> None:
    """Answer a puzzle about layouts and print the answer, or say why that cannot be; `refused` are options of other kinds."""
    from tilewright.design.layouts.measured import answered
    from tilewright.solver.places import Unsupported

    puzzle, name = loaded.value, loaded.source.name
    goal = request.goal or puzzle.goal
    if refused:
        inputs.refuse(loaded.source, f"of puzzles about layouts it does not answer {refused[0]}")
        return
    if goal.kind not in ("most", "least", "at least", "at most"):
        inputs.refuse(loaded.source, f"goals of puzzles about layouts are: {LAYOUT_FORMS}")
        return
    with STOP.heeded(), Status(name):
        found = answered(puzzle, goal, time_limit=request.time_limit, workers=request.workers)
    if isinstance(found, Unsupported):
        inputs.refuse(loaded.source, found.reason)
        return
    _print(inputs, loaded, goal, found, request)


def _print(
    inputs: Inputs, loaded: Loaded[LayoutPuzzle], goal: Goal, found: MeasuredLayout, request: LayoutRequest
) -> None:
    """Print and draw the answer; whether it is good is whether it is as expected or, if that is not asked, there is one."""
    puzzle, name = loaded.value, loaded.source.name
    told = measured_json(name, puzzle, goal, found)
    if request.as_json:
        echo_json(told)
    else:
        echo("\n".join(measured_lines(name, puzzle, goal, found)))
    missed = measured_misses(puzzle, told) if request.check else []
    for line in missed:
        echo(f"{name}: {line}", err=True)
    if request.check and not missed and not request.as_json:
        echo("  as expected" if puzzle.expect else "  nothing is expected of it")
    expected = request.check and bool(puzzle.expect)
    inputs.good = inputs.good and (not missed if expected else found.board is not None)
    if request.output and found.board is not None:
        echo(write_picture(request.output, svg([picture_of_board(puzzle, goal, found)])), err=request.as_json)
