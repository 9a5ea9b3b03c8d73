"""`tilewright bounds`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.cards import CardArguments
from tilewright.cli.args.given import BoardCommand, complete_scoring_card
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.terminal import ProgressLine, Status, asking, colored, echo, echo_answer
from tilewright.draw import Picture, svg, terminal
from tilewright.draw.picture import of_position
from tilewright.draw.text import beside
from tilewright.packs.tables import LoadedRule
from tilewright.questions.bounds import BoundsAnswer, BoundsQuestion
from tilewright.stopping import STOP
from tilewright.table.board import MAX_HEIGHT

if TYPE_CHECKING:
    from tilewright.solver.bounds import Extreme


class BoundsOptions(given.Options):
    cards: tuple[str, ...] = given.argument(
        nargs=-1, required=True, metavar="CARD...", shell_complete=complete_scoring_card
    )
    question = given.question(BoundsQuestion)
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
        found = _answer(loaded, options)
        inputs.good = inputs.good and found.proved
        echo_answer(found.output(loaded.name, options.show), _lines(loaded.name, found, options.show), options.as_json)
        if options.output:
            echo(write_picture(options.output, svg(list(_pictures(found.most, "most")))), err=options.as_json)
    return inputs.exit_code


def _answer(loaded: LoadedRule, options: BoundsOptions) -> BoundsAnswer:
    """The bounds for each number of players. Raises `CannotRun` if they cannot be computed."""
    question = options.question(loaded.pack.game, loaded.rule, light=options.show or options.output is not None)
    with asking(f"bounds does not support {loaded.name}"), STOP.heeded(), Status(loaded.name) as status:
        return question.run(ProgressLine(loaded.name, status.say))


def _lines(name: str, found: BoundsAnswer, show: bool) -> Iterator[str]:
    """The lines for a card: bounds for all numbers of players and for each, and boards that attain them."""
    yield f"{click.style(name, bold=True)}: {found.words} ({found.seconds:.2f} s)"
    yield from (f"  {one.players}: {one.words}" for one in found.apart)
    if any(stack.height >= MAX_HEIGHT for player in found.most.table.players for stack in player.board.stacks):
        yield f"  The most needs a stack of {MAX_HEIGHT}, the tallest that tilewright counts; --height sets another limit."
    if show:
        color, width = colored(sys.stdout), shutil.get_terminal_size().columns
        for side, which in ((found.least, "least"), (found.most, "most")):
            blocks = [terminal(picture, color=color).split("\n") for picture in _pictures(side, which)]
            yield from ("", *beside(blocks, width)) if blocks else ()


def _pictures(side: Extreme, which: str) -> Iterator[Picture]:
    """The boards that attain a bound; none for the minimum of an empty board."""
    if which == "least" and not any(player.board.height for player in side.table.players):
        return
    for i, picture in enumerate(of_position(side.table)):
        own = f"{picture.title}: {side.value}, the {which} {'possible' if side.status == 'optimal' else 'found'}"
        yield picture if i else replace(picture, title=own)
