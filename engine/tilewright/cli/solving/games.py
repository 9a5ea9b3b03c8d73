"""Games solved from where they are: positions, records, and games at their beginning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.args.matches import match_to_ask, names_match
from tilewright.cli.errors import CannotRun
from tilewright.cli.progress import Status
from tilewright.cli.solving.request import SolveRequest
from tilewright.cli.terminal import echo_answer
from tilewright.disk import is_file, is_folder
from tilewright.outputs.chances import GameValueOutput
from tilewright.outputs.output import PlayedMove
from tilewright.packs.documents import PACK_FILE
from tilewright.packs.pack import Pack
from tilewright.play.match import Match
from tilewright.source import Source, read_source
from tilewright.stopping import STOP
from tilewright.tree.search import GameValue

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


# ------------------------------------------------------------------ what is printed


_STOPPED = {"depth": "the depth limit is reached", "time": "the time limit is reached", "interrupt": "interrupted"}
_RESULTS = {-1: "a loss", 0: "a draw", 1: "a win"}


def value_lines(name: str, players: Sequence[str], found: GameValue) -> Iterator[str]:
    """The value, the line by player, and how large the search was."""
    if found.is_proved:
        yield f"{name}: {_proved(players, found)}, proved"
    else:
        yield f"{name}: not proved; {_bounds(players[found.player], found)}"
    for player, moves in groupby(found.line, key=lambda one: one.player):
        yield f"  {players[player]}: {'; '.join(one.move for one in moves)}"
    if found.line and found.is_proved and not found.to_end:
        yield "  then chance decides"
    ahead = f", {found.depth} choices ahead" if found.depth else ""
    stopped = f" ({_STOPPED[found.stopped]})" if found.stopped else ""
    yield f"  {found.positions} positions{ahead}{stopped}"


def _proved(players: Sequence[str], found: GameValue) -> str:
    player, value = players[found.player], found.low
    assert value is not None
    if found.result:
        other = players[1 - found.player]
        return {"win": f"{player} wins", "draw": "a draw", "loss": f"{other} wins"}[found.result]
    if len(players) == 1:
        return f"{_number(value)} points"
    if len(players) == 2 and found.points:
        return f"{player} is ahead by {_number(value)}" if value >= 0 else f"{player} is behind by {_number(-value)}"
    if len(players) == 2:
        return f"{player} gets {_number(value)} on average (1 is a win, 0 a draw, -1 a loss)"
    return ", ".join(f"{name} {_number(own)}" for name, own in zip(players, found.values, strict=True))


def _bounds(player: str, found: GameValue) -> str:
    low, high = found.low, found.high
    if (low is None and high is None) or (not found.points and (low, high) == (-1, 1)):
        return "nothing is known about the value"
    whole = not found.points and all(isinstance(bound, Fraction) for bound in (low, high))
    if whole:
        results = [text for value, text in _RESULTS.items() if (low or 0) <= value <= (high or 0)]
        return f"for {player} it is {', '.join(results[:-1])} or {results[-1]}"
    least = f"at least {_number(low)}" if low is not None else ""
    most = f"at most {_number(high)}" if high is not None else ""
    return f"{player} gets {' and '.join(filter(None, [least, most]))}"


def _number(value: Fraction | float) -> str:
    """A whole number, or one with six digits."""
    return str(int(value)) if value == int(value) else f"{float(value):.6g}"


def value_output(name: str, players: Sequence[str], found: GameValue) -> GameValueOutput:
    """The same as a line of JSON."""
    return GameValueOutput(
        file=name,
        players=players,
        player=players[found.player],
        payoff="points" if found.points else "win",
        proved=found.is_proved,
        result=found.result or None,
        low=_rounded(found.low),
        high=_rounded(found.high),
        values=[_rounded(value) for value in found.values],
        line=[PlayedMove(player=players[one.player], move=one.move) for one in found.line],
        end=found.to_end,
        depth=found.depth,
        positions=found.positions,
        stored=found.stored,
        stopped=found.stopped or None,
    )


def _rounded(value: Fraction | float | None) -> int | float | None:
    return None if value is None else int(value) if value == int(value) else float(value)
