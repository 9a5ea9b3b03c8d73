"""Games solved from where they are: positions, records, and games at their beginning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.matches import match_to_ask, names_match
from tilewright.cli.args.workspace import workspace
from tilewright.cli.echo import echo_answer
from tilewright.cli.errors import CannotRun
from tilewright.cli.progress import Status
from tilewright.cli.report.game_value import value_lines, value_output
from tilewright.cli.solving.request import SolveRequest
from tilewright.disk import is_file, is_folder
from tilewright.packs.documents import PACK_FILE
from tilewright.packs.pack import Pack
from tilewright.play.match import Match
from tilewright.source import Source, read_source
from tilewright.stopping import STOP

if TYPE_CHECKING:
    from tilewright.tree.search import GameValue


def is_game(name: str) -> bool:
    """Whether a name is that of a game, a position or a record, and not of puzzles: a folder with puzzles is none."""
    if name == "-":
        return False
    if names_match(name):
        return True
    path = Path(name)
    if is_folder(name):
        return is_file(path / PACK_FILE) and not any(path.rglob("*.puzzle.yaml"))
    return not is_file(path) and isinstance(workspace().resolver().pack(name), Pack)


def solve_game(inputs: Inputs, name: str, request: SolveRequest) -> None:
    """Find what a game is worth to who decides first, and print it. Raises `CannotRun` for a game that is no file."""
    from tilewright.tree.search import CannotSolve

    try:
        match = match_to_ask(name, request.players, request.cards, request.as_json, request.seed)
        found = _solved(name, match, request)
    except click.exceptions.Exit as left:  # the problems of the file are reported
        inputs.failed, inputs.good = inputs.failed or left.exit_code == 2, False
        return
    except (CannotRun, CannotSolve) as problem:
        help = problem.help if isinstance(problem, CannotSolve) else ""
        source = read_source(name) if names_match(name) else None
        if not isinstance(source, Source):
            raise CannotRun(f"{name}: {'; '.join(filter(None, [str(problem), help]))}") from None
        inputs.refuse(source, str(problem), what="game", help=help)
        return
    echo_answer(value_output(name, match.names, found), value_lines(name, match.names, found), request.as_json)
    inputs.good = inputs.good and found.is_proved


def _solved(name: str, match: Match, request: SolveRequest) -> GameValue:
    """The value of a match, with the depth on a line of the terminal. Raises `CannotSolve`."""
    from tilewright.tree.search import SolveLimits, solve_match

    limits = SolveLimits(request.depth, request.time_limit, request.memory or SolveLimits.megabytes)
    with STOP.heeded(), Status(name) as status:
        return solve_match(
            match,
            points=request.points,
            open_information=request.open_information,
            limits=limits,
            on_depth=lambda known: status.say(f"{name}: {known.depth} choices ahead"),
        )
