"""Puzzles about moves, solved for the command line."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.contest import contest_json, contest_lines, contest_misses
from tilewright.stopping import STOP
from tilewright.table.moves_puzzle import MovesPuzzle


def solve_moves_puzzle(
    inputs: Inputs,
    loaded: Loaded[MovesPuzzle],
    every: bool,
    unique: bool,
    check: bool,
    as_json: bool,
    refused: Sequence[str] = (),
) -> None:
    """Answer a puzzle about moves and print the answer, or say why that cannot be; `refused` are options of other kinds."""
    from tilewright.expectimax.contest import contest_of
    from tilewright.expectimax.graph import TooManyStates
    from tilewright.expectimax.question import NoOdds

    puzzle, name = loaded.value, loaded.source.name
    if refused:
        inputs.refuse(loaded.source, f"of puzzles about moves it does not answer {refused[0]}")
        return
    try:
        with STOP.heeded(), Status(name):
            found = contest_of(puzzle, loaded.cards).solve(count=every or "lines" in puzzle.expect)
    except NoOdds as problem:
        inputs.refuse(loaded.source, str(problem))
        return
    except TooManyStates:
        inputs.refuse(loaded.source, "the turn has too many lines to go through; let more moves be played before it")
        return
    players = [player.name for player in puzzle.position.players]
    told = contest_json(name, puzzle.worth, players, found)
    if as_json:
        echo_json(told)
    else:
        echo("\n".join(contest_lines(name, players, found, every)))
    missed = contest_misses(puzzle.expect, told) if check else []
    for line in missed:
        echo(f"{name}: {line}", err=True)
    if check and not missed and not as_json:
        echo("  as expected" if puzzle.expect else "  nothing is expected of it")
    inputs.good = inputs.good and not missed and (found.is_unique or not unique)
