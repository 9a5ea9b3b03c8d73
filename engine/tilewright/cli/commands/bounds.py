"""`tilewright bounds`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.completion import complete_scoring_card
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import picture_file, write_picture
from tilewright.cli.args.sizes import SECONDS, BoardCommand, size_of
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.errors import asking
from tilewright.cli.loaded import LoadedRule
from tilewright.cli.progress import Status
from tilewright.cli.report.bounds import best, bounds_lines, bounds_output, pictures_of
from tilewright.draw import svg
from tilewright.stopping import STOP
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.solver.bounds import ScoreBounds
    from tilewright.solver.proof import TableScope
    from tilewright.solver.solve import Progress

TIME_LIMIT = 60.0


@click.command(cls=BoardCommand, epilog="Example: tilewright bounds CARD --show -o most.svg")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...", shell_complete=complete_scoring_card)
@click.option("--size", callback=size_of, metavar="RxC", help="Use boards of this size instead of the usual one.")
@click.option("--players", type=click.IntRange(1, 12), metavar="N", help="Only for N players.")
@click.option("--height", type=click.IntRange(1), metavar="H", help="Allow stacks of at most H pieces.")
@click.option(
    "--time-limit",
    type=SECONDS,
    default=TIME_LIMIT,
    show_default=True,
    metavar="S",
    help="Stop after S seconds for each card.",
)
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option("--show", is_flag=True, help="Print boards that reach the bounds.")
@click.option(
    "-o", "--output", callback=picture_file, metavar="FILE.svg", help="Draw the boards that reach the upper bounds."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object per card, one per line.")
@click.pass_context
def command(
    ctx: click.Context,
    cards: tuple[str, ...],
    size: Geometry | None,
    players: int | None,
    height: int | None,
    time_limit: float,
    workers: int | None,
    show: bool,
    output: str | None,
    as_json: bool,
) -> None:
    """Prove the least and the most that a card can pay on any boards that the pieces allow.

    CARD is the id of a card, a file or a folder. The boards need not be reachable in play. Cards
    that look at other players have bounds for each number of players. Exit code 1 if a bound is not proved.
    """
    inputs = Inputs((), as_json=as_json)
    arguments = list(CardArguments(inputs).cards(cards))
    if output and len(arguments) > 1:
        raise click.BadParameter("one card is drawn as one file", param_hint="-o")
    for loaded in arguments:
        found = _bounds(loaded, size, players, height, show or output is not None, time_limit, workers)
        inputs.good = inputs.good and all(known.status == "optimal" for known in found)
        answer = bounds_output(loaded.name, loaded.pack.game.own_place.name, found, show)
        echo_answer(answer, bounds_lines(loaded.name, found, show), as_json)
        _draw(loaded, found, output, as_json)
    ctx.exit(inputs.exit_code)


def _bounds(
    loaded: LoadedRule,
    size: Geometry | None,
    players: int | None,
    height: int | None,
    light: bool,
    time_limit: float,
    workers: int | None,
) -> list[ScoreBounds]:
    """The bounds for each number of players. Raises `CannotRun` when they cannot be worked out."""
    from tilewright.solver.bounds import bounds
    from tilewright.solver.scopes import scopes_at

    game, rule = loaded.pack.game, loaded.rule
    with asking(f"bounds does not support {loaded.name}"), STOP.heeded(), Status(loaded.name) as status:
        scopes, progress = scopes_at(game, [rule], size, players, height), _progress(loaded.name, status)
        return bounds(game, rule, scopes, light=light, time_limit=time_limit, workers=workers, on_progress=progress)


def _progress(name: str, status: Status) -> Callable[[TableScope, str], Progress]:
    """Says what is asked, the best found and the bound."""

    def asked(scope: TableScope, which: str) -> Progress:
        what = {"min": "the least", "max": "the most"}[which]
        limit = {"min": "at least", "max": "at most"}[which]
        players = f", {scope.players} players" if scope.players > 1 else ""

        def report(seconds: float, value: int | None, bound: int) -> None:
            found = "nothing found yet" if value is None else str(value)
            status.say(f"{name}{players}: {what} {found}, {limit} {bound}")

        return report

    return asked


def _draw(loaded: LoadedRule, found: Sequence[ScoreBounds], output: str | None, as_json: bool) -> None:
    if output:
        echo(write_picture(output, svg(list(pictures_of(best(found).most, "most")))), err=as_json)
