"""`tilewright bounds`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.completion import complete_scoring_card
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.sizes import BoardCommand, size_of
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.errors import asking
from tilewright.cli.loaded import LoadedRule
from tilewright.cli.progress import Status
from tilewright.cli.terminal import colored
from tilewright.draw import Picture, svg, terminal
from tilewright.draw.picture import of_position
from tilewright.draw.styles import beside
from tilewright.outputs.output import ABSENT
from tilewright.outputs.solving import BoundsOutput, ScoreRange
from tilewright.stopping import STOP
from tilewright.table.geometry import Geometry

if TYPE_CHECKING:
    from tilewright.solver.bounds import Extreme, ScoreBounds
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


# ------------------------------------------------------------------ what is printed


def bounds_output(name: str, board: str, found: Sequence[ScoreBounds], show: bool) -> BoundsOutput:
    """The same as a line of JSON: over all numbers of players, and apart where there are several."""
    output = BoundsOutput(card=name, **_both(found), **(_boards(board, best(found)) if show else {}))
    if any(known.players > 1 for known in found):
        output.players = [
            ScoreRange(players=known.players, **_both([known]), **(_boards(board, known) if show else {}))
            for known in found
        ]
    return output


def _both(found: Sequence[ScoreBounds]) -> dict[str, Any]:
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


def best(found: Sequence[ScoreBounds]) -> ScoreBounds:
    """The number of players for which the most was found; of equal ones the least number."""
    return max(found, key=lambda known: known.most.value)


def _boards(board: str, known: ScoreBounds) -> dict[str, Any]:
    """The boards that attain the most: the player's, and those of the others."""
    own, *others = (repr(player.board) for player in known.most.table.players)
    return {"board": {board: own}, "others": others or ABSENT}


def bounds_lines(name: str, found: Sequence[ScoreBounds], show: bool) -> Iterator[str]:
    """What was found for a card: over all numbers of players, for each of them, and the boards that attain it."""
    yield f"{click.style(name, bold=True)}: {_span(found)} ({sum(known.seconds for known in found):.2f} s)"
    if any(known.players > 1 for known in found):
        yield from (f"  {players_of(known)}: {_span([known])}" for known in found)
    if show:
        color, width = colored(sys.stdout), shutil.get_terminal_size().columns
        for side, which in (
            (min(found, key=lambda known: known.least.value).least, "least"),
            (best(found).most, "most"),
        ):
            blocks = [terminal(picture, color=color).split("\n") for picture in pictures_of(side, which)]
            yield from ("", *beside(blocks, width)) if blocks else ()


def players_of(known: ScoreBounds) -> str:
    """For how many players, in words."""
    return f"{known.players} player{'s' if known.players > 1 else ''}"


def _span(found: Sequence[ScoreBounds]) -> str:
    """``0 to 22, proved``, or how far the proof has come."""
    both = _both(found)
    low, high = both["min"], both["max"]
    span = f"{low} to {high}"
    if both["status"] == "optimal":
        return f"{span}, proved"
    open_ends = [
        f"{words} {limit}"
        for words, limit, end in zip(("at least", "at most"), both["limits"], (low, high), strict=True)
        if limit is not None and limit != end
    ]
    return f"{span} found, not proved" + "".join(f"; {words}" for words in open_ends)


def pictures_of(side: Extreme, which: str) -> Iterator[Picture]:
    """The boards that attain an end; none for the least when nothing lies there."""
    if which == "least" and not any(player.board.height for player in side.table.players):
        return
    for i, picture in enumerate(of_position(side.table)):
        own = f"{picture.title}: {side.value}, the {which}" + ("" if side.status == "optimal" else " found")
        yield picture if i else replace(picture, title=own)
