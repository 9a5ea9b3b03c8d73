"""`tilewright solve`."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby, zip_longest
from typing import Any

import click

from tilewright.cli.args.cards import load_puzzles
from tilewright.cli.args.completion import complete_files
from tilewright.cli.args.games import cards_option
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import picture_file, writable
from tilewright.cli.args.sizes import SECONDS
from tilewright.cli.loaded import Loaded
from tilewright.cli.solving.games import GameRequest, is_game, solve_game
from tilewright.cli.solving.others import solve_layout, solve_map, solve_moves
from tilewright.cli.solving.placement import solve_placement
from tilewright.cli.solving.pools import solve_pool
from tilewright.cli.solving.request import SolveRequest
from tilewright.cli.solving.turns import solve_turns
from tilewright.disk import is_folder
from tilewright.table.goal import Goal, parse_goal
from tilewright.table.position import Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle
from tilewright.table.turns_puzzle import TurnsPuzzle

SOLVERS: dict[type, Callable[[Inputs, Loaded[Any], SolveRequest], None]] = {
    Puzzle: solve_placement,
    TurnsPuzzle: solve_turns,
    MovesPuzzle: solve_moves,
    PoolPuzzle: solve_pool,
    MapPuzzle: solve_map,
    LayoutPuzzle: solve_layout,
}
"""What answers the puzzles of a kind."""


def _meet(ctx: click.Context, option: click.Parameter, value: str | None) -> Goal | None:
    goal = parse_goal(f"meet {value}") if value is not None else None
    if value is not None and goal is None:
        raise click.BadParameter("write NAME=POINTS; separate several with commas")
    return goal


def _xml(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    if path is not None and not path.endswith(".xml"):
        raise click.BadParameter("models are written as .xml files (XCSP3)")
    return writable(path)


class _SolveCommand(click.Command):
    """`--hint` may stand without a number, before a file too."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        full = list[str]()
        for word, after in zip_longest(args, args[1:], fillvalue=""):
            full += [word, "1"] if word == "--hint" and not after.isdecimal() else [word]
        return super().parse_args(ctx, full)


@click.command(cls=_SolveCommand, epilog="Example: tilewright solve roofs.puzzle.yaml --time-limit 60 -o answer.svg")
@click.argument("files", nargs=-1, required=True, metavar="FILE|GAME...", shell_complete=complete_files)
@click.option(
    "--all",
    "every",
    is_flag=True,
    help="Find every best placement; for puzzles about turns, every best first take.",
)
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="With --all: stop at N of them.")
@click.option("--unique", is_flag=True, help="Check whether there is only one; if not, show two.")
@click.option("--exactly", type=int, metavar="N", help="Goal: a score of N.")
@click.option("--at-least", type=int, metavar="N", help="Goal: a score of N or more.")
@click.option("--fewest", type=int, metavar="N", help="Goal: place the fewest tiles for N points or more.")
@click.option(
    "--meet",
    callback=_meet,
    metavar="NAME=N,...",
    help="Goal: as many of these cards as possible with N points or more each.",
)
@click.option("--why", is_flag=True, help="Show where the points come from, and why there are not more.")
@click.option(
    "--hint",
    type=click.IntRange(1, 3),
    metavar="[N]",
    help="Instead of the answer, show the row that matters most; 2: the space, 3: what goes there.",
)
@click.option("--time-limit", type=SECONDS, metavar="S", help="Stop after S seconds for each file.")
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option("--check", "check", is_flag=True, help="Compare the answer with the puzzle's 'expect'.")
@click.option("-o", "--output", callback=picture_file, metavar="FILE.svg", help="Draw the answer: .svg, .png or .pdf.")
@click.option(
    "--export", callback=_xml, metavar="FILE.xml", help="Do not solve; write the model for other solvers (XCSP3)."
)
@click.option("--depth", type=click.IntRange(1, 500), metavar="N", help="Games: look at most N choices ahead.")
@click.option(
    "--memory",
    type=click.IntRange(1, 2000),
    metavar="MB",
    help="Games: memory for positions already searched, in megabytes (256).",
)
@click.option(
    "--points",
    is_flag=True,
    help="Games: players maximize points (with two, the difference) instead of playing to win.",
)
@click.option("--open", "open_information", is_flag=True, help="Games: solve as if all players saw hidden information.")
@click.option("--players", type=click.IntRange(1, 20), metavar="N", help="GAME: the number of players.")
@cards_option
@click.option(
    "--seed",
    type=click.IntRange(0, 999_999_999),
    default=0,
    metavar="S",
    help="GAME: the random seed of the set-up (0).",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per file, one per line.")
@click.pass_context
def command(
    ctx: click.Context,
    files: tuple[str, ...],
    every: bool,
    limit: int | None,
    unique: bool,
    exactly: int | None,
    at_least: int | None,
    fewest: int | None,
    meet: Goal | None,
    why: bool,
    hint: int | None,
    time_limit: float | None,
    workers: int | None,
    check: bool,
    output: str | None,
    export: str | None,
    depth: int | None,
    memory: int | None,
    points: bool,
    open_information: bool,
    players: int | None,
    cards: str | None,
    seed: int,
    as_json: bool,
) -> None:
    """Find the best final placement of a puzzle, or the value of a game, and prove it.

    For a puzzle, the goal is the most points, unless the puzzle or an option gives another. Exit code 1 if there is no
    such placement or none was found in time; with --unique, if it is not the only one; with --check, if
    the answer is not the expected one.

    For a position, a record or a GAME (a pack without puzzles), it finds who wins with best play, and the line of
    play. Exit code 1 if that is not proved within the limits.
    """
    _one_file(files, output, export)
    games = GameRequest(players, cards, seed, points, open_information, depth, time_limit, memory, as_json)
    if limit is not None and not every:
        raise click.UsageError("--limit needs --all")
    if hint is not None and (every or unique or why or check or output or export):
        raise click.UsageError("--hint cannot be used with other questions")
    goal = _goal({"exactly": exactly, "at least": at_least, "fewest": fewest}, meet)
    inputs = Inputs([], (".puzzle.yaml",), as_json)
    request = SolveRequest(goal, every, limit, unique, why, hint, check, time_limit, workers, output, export, as_json)
    for is_one, some in groupby(files, key=is_game):
        inputs.paths = [*some]
        if is_one:
            _solve_games(inputs, request, games)
        elif games.given:
            raise click.UsageError(f"{games.given} is for games, positions and records, not for puzzles")
        else:
            for loaded in load_puzzles(inputs):
                SOLVERS[type(loaded.value)](inputs, loaded, request)
    ctx.exit(inputs.exit_code)


def _solve_games(inputs: Inputs, request: SolveRequest, games: GameRequest) -> None:
    """Solve games, with no option that only puzzles have."""
    if request.given:
        raise click.UsageError(f"{request.given} is for puzzles, not for games, positions and records")
    for name in inputs.paths:
        solve_game(inputs, name, games)


def _one_file(files: tuple[str, ...], output: str | None, export: str | None) -> None:
    """A picture or a model is of one puzzle."""
    several = len(files) > 1 or is_folder(files[0])
    if output and several:
        raise click.BadParameter("one puzzle is drawn as one file", param_hint="-o")
    if export and several:
        raise click.BadParameter("one puzzle is written as one .xml file", param_hint="--export")


def _goal(scores: dict[str, int | None], meet: Goal | None) -> Goal | None:
    goals = [Goal(kind, score) for kind, score in scores.items() if score is not None]
    goals += [meet] if meet is not None else []
    if len(goals) > 1:
        raise click.UsageError("use only one goal: --exactly, --at-least, --fewest or --meet")
    return goals[0] if goals else None
