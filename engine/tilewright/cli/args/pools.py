"""Puzzles over pools, solved for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.contest import contest_misses
from tilewright.cli.report.pools import pool_json, pool_lines
from tilewright.stopping import STOP
from tilewright.table.pool_puzzle import PoolPuzzle


@dataclass(frozen=True)
class PoolRequest:
    """What is asked of puzzles over pools."""

    unique: bool = False
    check: bool = False
    time_limit: float | None = None
    workers: int | None = None
    as_json: bool = False


def solve_pool_puzzle(
    inputs: Inputs, loaded: Loaded[PoolPuzzle], request: PoolRequest, refused: Sequence[str] = ()
) -> None:
    """Answer a puzzle over a pool and print the answer, or say why that cannot be; `refused` are options of other kinds."""
    from tilewright.turns.lines import Disallowed
    from tilewright.turns.open_pool import PoolSearch
    from tilewright.turns.unsupported import NotExecutable

    puzzle, name = loaded.value, loaded.source.name
    if refused:
        inputs.refuse(loaded.source, f"of puzzles over pools it does not answer {refused[0]}")
        return
    try:
        with STOP.heeded(), Status(name):
            search = PoolSearch(puzzle, loaded.cards, time_limit=request.time_limit, workers=request.workers)
            found = search.solve(unique=request.unique or (request.check and "unique" in puzzle.expect))
    except (NotExecutable, Disallowed) as problem:
        inputs.refuse(loaded.source, f"solve cannot answer this: {problem}")
        return
    told = pool_json(name, puzzle, found)
    if request.as_json:
        echo_json(told)
    else:
        echo("\n".join(pool_lines(name, puzzle, found)))
    missed = contest_misses(puzzle.expect, told) if request.check else []
    for line in missed:
        echo(f"{name}: {line}", err=True)
    if request.check and not missed and not request.as_json:
        echo("  as expected" if puzzle.expect else "  nothing is expected of it")
    expected = request.check and bool(puzzle.expect)
    good = not missed if expected else found.content is not None
    inputs.good = inputs.good and good and (found.unique is True or not request.unique)
