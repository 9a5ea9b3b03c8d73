"""Puzzles about turns, solved for the command line."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo, in_json
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.turns import turns_json, turns_lines, turns_misses
from tilewright.diagnostics import Diagnostic, Severity
from tilewright.stopping import STOP
from tilewright.table.turns_puzzle import TurnsPuzzle


def solve_turns_puzzle(
    inputs: Inputs,
    loaded: Loaded[TurnsPuzzle],
    given: Sequence[str],
    time_limit: float | None,
    workers: int | None,
    check: bool,
    as_json: bool,
) -> None:
    """Find the best line of play and print it, or say why that cannot be; `given` are options that need another kind."""
    from tilewright.turns.solve import solve_turns
    from tilewright.turns.unsupported import NotExecutable

    puzzle, name = loaded.value, loaded.source.name
    if given:
        _refuse(inputs, loaded, f"of puzzles about turns it answers what the most is alone, without {given[0]}")
        return
    if puzzle.game.course is None:
        _refuse(inputs, loaded, "the game is scored, not played")
        return
    try:
        with STOP.heeded(), Status(name):
            answer = solve_turns(puzzle.position, loaded.cards, puzzle.turns, time_limit=time_limit, workers=workers)
    except NotExecutable as problem:
        _refuse(inputs, loaded, problem.reason)
        return
    told = turns_json(name, answer)
    echo(in_json(told) if as_json else "\n".join(turns_lines(name, puzzle, answer)))
    missed = turns_misses(puzzle, told) if check else []
    for line in missed:
        echo(f"{name}: {line}", err=True)
    if check and not missed and not as_json:
        echo("  as expected" if puzzle.expect else "  nothing is expected of it")
    inputs.good = inputs.good and answer.line is not None and not missed


def _refuse(inputs: Inputs, loaded: Loaded[TurnsPuzzle], reason: str) -> None:
    """Say that a valid puzzle is beyond what solve can do (TW421)."""
    message, where = f"solve cannot take this puzzle: {reason}", loaded.source.line_span(1)
    help = "the puzzle is valid; this is a limit of solve"
    inputs.sound(loaded.source, [Diagnostic("TW421", Severity.ERROR, message, loaded.source, where, help)])
    inputs.failed = True
