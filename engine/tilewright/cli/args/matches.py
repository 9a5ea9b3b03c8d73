"""Games that files hold: those that begin with a position, and those that records have come to."""

from __future__ import annotations

import click

from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.positions import checked, load
from tilewright.cli.errors import CannotRun
from tilewright.diagnostics import Diagnostic
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import POSITION_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.play.match import Match
from tilewright.table.position import Position
from tilewright.table.record import Record


def set_up(file: str, seed: int, as_json: bool) -> tuple[Pack, Match]:
    """A game that begins with a position; ends the command when that has problems. Raises `CannotRun`."""
    inputs = Inputs([file], (POSITION_SUFFIX,), as_json)
    for loaded in load(inputs, Position):
        position, game = loaded.value, loaded.pack.game
        low, high = game.players
        if game.course is None:
            raise CannotRun(f"{game.id} can be scored, not played: its game file says nothing of turns")
        if not low <= len(position.players) <= high:
            raise CannotRun(f"{game.id} is for {low} to {high} players; the position has {len(position.players)}")
        for layout in game.layouts:
            if layout.name not in position.boards:
                raise CannotRun(f"{file} does not say what lies on the {layout.name}: write '{layout.name}:' in it")
        return loaded.pack, Match.at(position, loaded.cards, seed=seed)
    raise click.exceptions.Exit(inputs.exit_code)


def resumed(file: str, as_json: bool) -> tuple[Pack, Match]:
    """The game of a record; ends the command when it has problems."""
    inputs = Inputs([file], as_json=as_json)
    for source in inputs.sources():
        report = checked(source, (Record,), "record")
        problems: list[Diagnostic] = list(report.diagnostics)
        if report.match is not None:
            problems += overwork(report.match.position(), report.match.cards)
        if inputs.sound(source, problems) and report.pack and report.match:
            return report.pack, report.match
    raise click.exceptions.Exit(inputs.exit_code)
