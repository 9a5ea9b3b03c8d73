"""`tilewright bounds`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from tilewright.cli import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.completion import complete_scoring_card
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.sizes import BoardCommand, size_of
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


class BoundsOptions(given.Options):
    cards: tuple[str, ...] = given.argument(
        nargs=-1, required=True, metavar="CARD...", shell_complete=complete_scoring_card
    )
    size: Geometry | None = given.option(
        "--size", callback=size_of, metavar="RxC", help="Use boards of this size instead of the usual one."
    )
    players: int | None = given.count("--players", 12, help="Only for N players.")
    height: int | None = given.count("--height", metavar="H", help="Allow stacks of at most H pieces.")
    time_limit: float = given.time_limit("Stop after S seconds for each card.", default=TIME_LIMIT)
    workers: int | None = given.solver_workers()
    show: bool = given.flag("--show", help="Print boards that reach the bounds.")
    output: str | None = given.picture("Draw the boards that reach the upper bounds.")
    as_json: bool = given.json("One JSON object per card, one per line.")


@given.command(BoundsOptions, cls=BoardCommand, epilog="Example: tilewright bounds CARD --show -o most.svg")
def command(options: BoundsOptions) -> int:
    """Prove the least and the most that a card can pay on any boards that the pieces allow.

    CARD is the id of a card, a file or a folder. The boards need not be reachable in play. Cards
    that look at other players have bounds for each number of players. Exit code 1 if a bound is not proved.
    """
    inputs = Inputs((), as_json=options.as_json)
    arguments = list(CardArguments(inputs).cards(options.cards))
    if options.output and len(arguments) > 1:
        raise click.BadParameter("one card is drawn as one file", param_hint="-o")
    for loaded in arguments:
        found = _bounds(loaded, options)
        inputs.good = inputs.good and all(known.status == "optimal" for known in found)
        answer = bounds_output(loaded.name, loaded.pack.game.own_place.name, found, options.show)
        echo_answer(answer, bounds_lines(loaded.name, found, options.show), options.as_json)
        if options.output:
            drawn = svg(list(pictures_of(best(found).most, "most")))
            echo(write_picture(options.output, drawn), err=options.as_json)
    return inputs.exit_code


def _bounds(loaded: LoadedRule, options: BoundsOptions) -> list[ScoreBounds]:
    """The bounds for each number of players. Raises `CannotRun` when they cannot be worked out."""
    from tilewright.solver.bounds import bounds
    from tilewright.solver.scopes import scopes_at

    game, rule = loaded.pack.game, loaded.rule
    with asking(f"bounds does not support {loaded.name}"), STOP.heeded(), Status(loaded.name) as status:
        return bounds(
            game,
            rule,
            scopes_at(game, [rule], options.size, options.players, options.height),
            light=options.show or options.output is not None,
            time_limit=options.time_limit,
            workers=options.workers,
            on_progress=_progress(loaded.name, status),
        )


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
