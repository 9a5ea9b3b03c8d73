"""Games that files hold, from a position or from a record, and who sits at the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import click

from tilewright.cli.args.cards import checked, load
from tilewright.cli.args.games import game_setup, note_missing_cards, playable
from tilewright.cli.args.inputs import Inputs, workspace
from tilewright.cli.terminal import CannotRun
from tilewright.diagnostics import Diagnostic, nearest
from tilewright.draw.scene import clean
from tilewright.meaning.scoring import overwork
from tilewright.packs.documents import POSITION_SUFFIX, RECORD_SUFFIX
from tilewright.packs.pack import Pack
from tilewright.play.bots import BOTS, Bot, bot, named, usual_bot
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.table.game import Game, spanned
from tilewright.table.position import Position, Record


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
                raise CannotRun(
                    f"{file} does not say what is in the {layout.name}: add '{layout.name}:' and its stacks, row by row"
                )
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


LONGEST = 40
"""Longer names would not fit beside a board."""


@dataclass(frozen=True)
class Participant:
    """A player: the name, and for a bot the text that says which one."""

    name: str
    bot: str | None = None


def seats_of(players: str) -> list[Participant]:
    """The seats of a list separated by commas: NAME, BOT or NAME=BOT; bots of one name are numbered.

    Raises `CannotRun`.
    """
    found: list[Participant] = []
    for word in players.split(","):
        name, given, text = (part.strip() for part in word.partition("="))
        if given:
            seat = Participant(_name(name), _bot(text))
        else:
            seat = Participant(name.partition(":")[0], _bot(name)) if _is_bot(name) else _person(name)
        alike = sum(seat.bot is not None and other.name.partition("-")[0] == seat.name for other in found)
        found.append(Participant(f"{seat.name}-{alike + 1}", seat.bot) if alike and not given else seat)
    for name, count in Counter(seat.name for seat in found).items():
        if count > 1:
            raise CannotRun(f"{count} players are named {name}")
    return found


def usual_seats(game: Game) -> list[Participant]:
    """One person, and as many bots as the game needs, at least one where it can have one."""
    low, high = game.players
    return seats_of(",".join(["you", *[usual_bot(game)] * min(max(1, low - 1), high - 1)]))


def seats_of_names(names: Sequence[str], players: str | None) -> list[Participant]:
    """The seats of players whose names a file gives: `players` says who is a bot, else the names do.

    Raises `CannotRun`.
    """
    if players is None:
        texts = [(name, re.sub(r"-\d+$", "", name)) for name in names]
        return [Participant(name, _bot(text) if _is_bot(text) else None) for name, text in texts]
    found = seats_of(players)
    if [seat.name for seat in found] != list(names):
        raise CannotRun(
            f"the players of the file are {','.join(names)}; write which ones are bots as in {names[0]}=search"
        )
    return found


def bots_of(seats: Sequence[Participant], seed: int) -> dict[int, Bot]:
    """The bots by the index of their player; each has chances of its own."""
    return {i: bot(seat.bot, seed + i) for i, seat in enumerate(seats) if seat.bot is not None}


def _is_bot(text: str) -> bool:
    return named(text).partition(":")[0] in BOTS


def _bot(text: str) -> str:
    bot(text, 0)  # it raises `UnknownBot`
    return text


def _person(name: str) -> Participant:
    """Somebody who plays; a name that looks like that of a bot is a slip, unless it begins with a capital."""
    close = nearest(name.partition(":")[0], BOTS)
    if close is not None and name.islower():
        raise CannotRun(
            f"did you mean the bot '{close}'? To name a person this, capitalize it: {_name(name).capitalize()}"
        )
    return Participant(_name(name))


def _name(text: str) -> str:
    if not text or text != clean(text) or len(text) > LONGEST:
        raise CannotRun(
            f"'{clean(text)[:LONGEST]}' cannot be the name of a player; names have 1 to {LONGEST} characters"
        )
    return text
