"""`tilewright bounds`."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.cards import CardArgument, CardArguments
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import svg_file, write_file
from tilewright.cli.args.sizes import SECONDS, BoardCommand, size_of
from tilewright.cli.errors import CannotRun
from tilewright.cli.progress import Status
from tilewright.cli.terminal import colored
from tilewright.draw import Picture, svg, terminal
from tilewright.draw.compact import beside
from tilewright.draw.picture import of_position
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.solver.allowed import TableScope
    from tilewright.solver.bounds import Extreme, ScoreBounds
    from tilewright.solver.closing import Progress

TIME_LIMIT = 60.0


@click.command(cls=BoardCommand, epilog="Example: tilewright bounds CARD --show -o most.svg")
@click.argument("cards", nargs=-1, required=True, metavar="CARD...")
@click.option("--size", callback=size_of, metavar="RxC", help="Boards of another size than that of the game.")
@click.option("--players", type=click.IntRange(1, 12), metavar="N", help="For N players alone.")
@click.option("--height", type=click.IntRange(1), metavar="H", help="Stacks of at most H pieces.")
@click.option(
    "--time-limit",
    type=SECONDS,
    default=TIME_LIMIT,
    show_default=True,
    metavar="S",
    help="Stop after S seconds for each card.",
)
@click.option("--workers", type=click.IntRange(1, 64), metavar="N", help="Search with N threads.")
@click.option("--show", is_flag=True, help="Print boards that attain the bounds.")
@click.option("-o", "--output", callback=svg_file, metavar="FILE.svg", help="Draw the boards that attain the most.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line for each card.")
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
    """The least and the most that a card can pay on any boards that the pieces allow, proved.

    CARD is the id of a card, a file or a folder. Boards need not be reached by play. Cards that
    look at other players are bounded for each number of players. Exit code 1 when a bound is not proved.
    """
    inputs = Inputs((), as_json=as_json)
    arguments = list(CardArguments(inputs).cards(cards))
    if output and len(arguments) > 1:
        raise click.BadParameter("one card is drawn as one .svg file", param_hint="-o")
    for argument in arguments:
        found = _bounds(argument, size, players, height, show or output is not None, time_limit, workers)
        inputs.good = inputs.good and all(known.status == "optimal" for known in found)
        if as_json:
            click.echo(json.dumps(as_bounds(argument, found, show), ensure_ascii=False))
        else:
            for line in _lines(argument, found, show):
                click.echo(line)
        _draw(argument, found, output, as_json)
    ctx.exit(inputs.exit_code)


def _bounds(
    argument: CardArgument,
    size: Geometry | None,
    players: int | None,
    height: int | None,
    light: bool,
    time_limit: float,
    workers: int | None,
) -> list[ScoreBounds]:
    """The bounds for each number of players. Raises `CannotRun` when they cannot be worked out."""
    from tilewright.solver.bounds import bounds
    from tilewright.solver.scopes import NoScope, scopes_at

    game, rule = argument.pack.game, argument.rule
    try:
        scopes = scopes_at(game, [rule], size, players, height)
    except NoScope as problem:
        raise CannotRun(str(problem)) from None
    with Status(argument.name) as status:
        progress = _progress(argument.name, status)
        found = bounds(game, rule, scopes, light=light, time_limit=time_limit, workers=workers, on_progress=progress)
    if isinstance(found, list):
        return found
    raise CannotRun(f"bounds cannot take {argument.name}: {found.reason}")


def _progress(name: str, status: Status) -> Callable[[TableScope, str], Progress]:
    """Tells what is asked, the best found and the bound."""

    def asked(scope: TableScope, which: str) -> Progress:
        what = {"min": "the least", "max": "the most"}[which]
        limit = {"min": "at least", "max": "at most"}[which]
        players = f", {scope.players} players" if scope.players > 1 else ""

        def tell(seconds: float, value: int | None, bound: int) -> None:
            found = "nothing yet" if value is None else str(value)
            status.say(f"{name}{players}: {what} {found}, {limit} {bound}")

        return tell

    return asked


# ------------------------------------------------------------------ JSON


def as_bounds(argument: CardArgument, found: Sequence[ScoreBounds], show: bool) -> dict[str, object]:
    """The object of ``bounds/1``: over all numbers of players, and apart where there are several."""
    told = {"format": "bounds/1", "card": argument.name} | _both(found)
    if show:
        told |= _boards(argument, _best(found))
    if any(known.players > 1 for known in found):
        told["players"] = [
            {"players": known.players} | _both([known]) | (_boards(argument, known) if show else {}) for known in found
        ]
    return told


def _both(found: Sequence[ScoreBounds]) -> dict[str, object]:
    """What is attained, the status, and the limits that are proved (null: none is)."""
    low, high = [known.least.bound for known in found], [known.most.bound for known in found]
    return {
        "min": min(known.least.value for known in found),
        "max": max(known.most.value for known in found),
        "status": "optimal" if all(known.status == "optimal" for known in found) else "feasible",
        "limits": [_limit(low, min), _limit(high, max)],
        "seconds": round(sum(known.seconds for known in found), 3),
    }


def _limit(bounds: Sequence[int | None], which: Callable[[list[int]], int]) -> int | None:
    known = [bound for bound in bounds if bound is not None]
    return which(known) if len(known) == len(bounds) else None


def _best(found: Sequence[ScoreBounds]) -> ScoreBounds:
    """The number of players for which the most was found; of equal ones the least number."""
    return max(found, key=lambda known: known.most.value)


def _boards(argument: CardArgument, known: ScoreBounds) -> dict[str, object]:
    """The boards that attain the most: the player's, and those of the others."""
    own, *others = (repr(player.board) for player in known.most.table.players)
    return {argument.pack.game.player_board.name: own} | ({"others": others} if others else {})


# ------------------------------------------------------------------ text


def _lines(argument: CardArgument, found: Sequence[ScoreBounds], show: bool) -> Iterator[str]:
    name = click.style(argument.name, bold=True)
    yield f"{name}: {_told(found)} ({sum(known.seconds for known in found):.2f} s)"
    if any(known.players > 1 for known in found):
        yield from (f"  {players_of(known)}: {_told([known])}" for known in found)
    if show:
        color, width = colored(sys.stdout), shutil.get_terminal_size().columns
        for side, which in (
            (min(found, key=lambda known: known.least.value).least, "least"),
            (_best(found).most, "most"),
        ):
            blocks = [terminal(picture, color=color).split("\n") for picture in _pictures(side, which)]
            yield from ("", *beside(blocks, width)) if blocks else ()


def players_of(known: ScoreBounds) -> str:
    """For how many players, in words."""
    return f"{known.players} player{'s' if known.players > 1 else ''}"


def _told(found: Sequence[ScoreBounds]) -> str:
    """``0 to 22, proved``, or how far the proof has come."""
    both = _both(found)
    low, high = both["min"], both["max"]
    span = f"{low} to {high}"
    if both["status"] == "optimal":
        return f"{span}, proved"
    limits = both["limits"]
    assert isinstance(limits, list)
    open_ends = [
        f"{words} {limit}"
        for words, limit, end in zip(("at least", "at most"), limits, (low, high), strict=True)
        if limit is not None and limit != end
    ]
    return f"{span} found, not proved" + "".join(f"; {words}" for words in open_ends)


def _pictures(side: Extreme, which: str) -> Iterator[Picture]:
    """The boards that attain an end; none for the least when nothing lies there."""
    if which == "least" and not any(player.board.height for player in side.table.players):
        return
    for i, picture in enumerate(of_position(side.table)):
        own = f"{picture.title}: {side.value}, the {which}" + ("" if side.status == "optimal" else " found")
        yield picture if i else replace(picture, title=own)


def _draw(argument: CardArgument, found: Sequence[ScoreBounds], output: str | None, as_json: bool) -> None:
    if output:
        write_file(output, svg(list(_pictures(_best(found).most, "most"))))
        click.echo(f"wrote {output}", err=as_json)
