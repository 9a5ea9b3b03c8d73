"""Games that files hold: those that begin with a position, and those that records have come to."""

from __future__ import annotations

import click

from tilewright.cli.args.games import game_setup, note_missing_cards, playable
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.positions import checked, load
from tilewright.cli.args.workspace import workspace
from tilewright.cli.errors import CannotRun
from tilewright.diagnostics import Diagnostic
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import POSITION_SUFFIX, RECORD_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.table.game import spanned
from tilewright.table.position import Position
from tilewright.table.record import Record


def set_up(file: str, seed: int, as_json: bool) -> tuple[Pack, Match]:
    """A game that begins with a position; ends the command when that has problems. Raises `CannotRun`."""
    inputs = Inputs([file], (POSITION_SUFFIX,), as_json)
    for loaded in load(inputs, Position):
        position, game = loaded.value, loaded.pack.game
        low, high = game.players
        if game.course is None:
            raise CannotRun(f"{game.id} can be scored, not played: its game file has no turns")
        if not low <= len(position.players) <= high:
            raise CannotRun(f"{game.id} is for {spanned(low, high)} players; the position has {len(position.players)}")
        for layout in game.layouts:
            if layout.name not in position.boards:
                raise CannotRun(f"{file} does not say what is on the {layout.name}: write '{layout.name}:' in it")
        note_missing_cards(loaded.pack, loaded.cards)
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


def as_it_stands(file: str, as_json: bool) -> tuple[Machine, GameState]:
    """What lies on the table of a position or a record, with nothing drawn or moved; ends the command when the file has problems.

    Raises `CannotRun`.
    """
    if not file.endswith(POSITION_SUFFIX):
        match = resumed(file, as_json)[1]
        return match.machine, match.state
    inputs = Inputs([file], (POSITION_SUFFIX,), as_json)
    for loaded in load(inputs, Position):
        if loaded.pack.game.course is None:
            raise CannotRun(f"{loaded.pack.game.id} can be scored, not played: its game file has no turns")
        return Match.laid_out(loaded.value, loaded.cards)
    raise click.exceptions.Exit(inputs.exit_code)


def names_match(name: str) -> bool:
    """Whether what is asked about is a file that holds a match, a record or a position, and not a game."""
    return name == "-" or name.endswith((RECORD_SUFFIX, POSITION_SUFFIX))


def match_to_ask(
    name: str, players: int | None, cards: str | None, as_json: bool, seed: int = 0, least: int = 1
) -> Match:
    """The match of a file, or a new one of a game, for as few as it allows (or the `least`) if it is not said for how many.

    Raises `CannotRun`; ends the command when the file has problems.
    """
    if names_match(name):
        if cards is not None or players is not None:
            raise click.UsageError("--cards and --players come from the file")
        return (set_up(name, seed, as_json) if name.endswith(POSITION_SUFFIX) else resumed(name, as_json))[1]
    number = max(least, playable(name, workspace().resolver()).game.players[0]) if players is None else players
    found = game_setup(name, number, cards, None, seed)
    names = [f"player {seat}" for seat in range(1, number + 1)]
    return Match(found.pack.game, names, found.cards, found.layouts, seed)
