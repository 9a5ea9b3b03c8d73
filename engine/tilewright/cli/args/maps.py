"""Puzzles about maps, solved for the command line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.loaded import Loaded
from tilewright.cli.progress import Status
from tilewright.cli.report.laying import laying_json, laying_lines, laying_misses
from tilewright.stopping import STOP
from tilewright.table.map_puzzle import MapPuzzle

MOST_ANSWERS = 1000
"""So many answers that are as good are told, if no limit is given."""


@dataclass(frozen=True)
class MapRequest:
    """What is asked of a puzzle about a map."""

    every: bool
    limit: int | None
    unique: bool
    check: bool
    time_limit: float | None
    as_json: bool

    def answers(self, puzzle: MapPuzzle) -> int:
        """As many answers as it takes."""
        expected = puzzle.expect.get("solutions") if self.check else None
        wanted = [expected + 1] if isinstance(expected, int) else []
        wanted += [2] if self.unique or (self.check and "unique" in puzzle.expect) else []
        wanted += [self.limit or MOST_ANSWERS] if self.every else []
        return max(wanted, default=1)


def solve_map_puzzle(inputs: Inputs, loaded: Loaded[MapPuzzle], asked: MapRequest, refused: Sequence[str] = ()) -> None:
    """Answer a puzzle about a map and print the answer; `refused` are options of other kinds."""
    from tilewright.areas.laying import most_points
    from tilewright.areas.puzzle import question_of

    puzzle, name = loaded.value, loaded.source.name
    if refused:
        inputs.refuse(loaded.source, f"of puzzles about maps it does not answer {refused[0]}")
        return
    with STOP.heeded(), Status(name):
        question = question_of(puzzle, loaded.cards)
        found = most_points(question, answers=asked.answers(puzzle), time_limit=asked.time_limit)
    told = laying_json(name, puzzle.worth, question, found)
    if asked.as_json:
        echo_json(told)
    else:
        echo("\n".join(laying_lines(name, question, found, asked.every)))
    missed = laying_misses(puzzle.expect, told) if asked.check else []
    for line in missed:
        echo(f"{name}: {line}", err=True)
    if asked.check and not missed and not asked.as_json:
        echo("  as expected" if puzzle.expect else "  nothing is expected of it")
    good = bool(puzzle.expect) if asked.check else found.score is not None
    inputs.good = inputs.good and not missed and (good or found.score is not None)
    inputs.good = inputs.good and (not asked.unique or found.unique is True)
