"""Games from positions and records, and their players."""

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
    """A game that begins with a position. Exits if the position has problems. Raises `CannotRun`."""
    inputs = Inputs([file], (POSITION_SUFFIX,), as_json)
    for loaded in load(inputs, Position):
        position, game = loaded.value, loaded.pack.game
        low, high = game.players
        if game.play_rules is None:
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
    """The game of a record. Exits if the record has problems."""
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
    """The table of a position or record, without drawing or moving anything. Exits if the file has problems.

    Raises `CannotRun`.
    """
    if not file.endswith(POSITION_SUFFIX):
        match = resumed(file, as_json)[1]
        return match.machine, match.state
    inputs = Inputs([file], (POSITION_SUFFIX,), as_json)
    for loaded in load(inputs, Position):
        if loaded.pack.game.play_rules is None:
            raise CannotRun(f"{loaded.pack.game.id} can be scored, not played: its game file has no turns")
        return Match.laid_out(loaded.value, loaded.cards)
    raise click.exceptions.Exit(inputs.exit_code)


def names_match(name: str) -> bool:
    """Whether an argument is a file with a match (a record or a position) instead of a game."""
    return name == "-" or name.endswith((RECORD_SUFFIX, POSITION_SUFFIX))


def match_to_ask(
    name: str, players: int | None, cards: str | None, as_json: bool, seed: int = 0, least: int = 1
) -> Match:
    """The match of a file, or a new one; by default with the fewest players, but at least `least`.

    Raises `CannotRun`; exits if the file has problems.
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
"""The longest name of a player: more does not fit next to a board."""


@dataclass(frozen=True)
class Participant:
    """A player: the name, and the specification of the bot, if it is one."""

    name: str
    bot: str | None = None


def seats_of(players: str) -> list[Participant]:
    """The players in a comma-separated list of NAME, BOT or NAME=BOT; equal bots are numbered.

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
    """The default players: one person and as many bots as needed, at least one if the game allows it."""
    low, high = game.players
    return seats_of(",".join(["you", *[usual_bot(game)] * min(max(1, low - 1), high - 1)]))


def seats_of_names(names: Sequence[str], players: str | None) -> list[Participant]:
    """The players of a file with names: the bots are given by `players`, or else by the names.

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
    """The bots by player index, each with its own seed."""
    return {i: bot(seat.bot, seed + i) for i, seat in enumerate(seats) if seat.bot is not None}


def _is_bot(text: str) -> bool:
    return named(text).partition(":")[0] in BOTS


def _bot(text: str) -> str:
    bot(text, 0)  # raises `UnknownBot`
    return text


def _person(name: str) -> Participant:
    """A person. Raises `CannotRun` for a lowercase name similar to that of a bot, which is probably a typo."""
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
