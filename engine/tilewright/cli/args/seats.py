"""Who plays: people and bots, as the command line names them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cli.errors import CannotRun
from tilewright.diagnostics.nearest import nearest
from tilewright.draw.scene import clean
from tilewright.play.bots import BOTS, Bot, UnknownBot, bot, usual_bot
from tilewright.table.game import Game

LONGEST = 40
"""Longer names would not fit beside a board."""


@dataclass(frozen=True)
class Participant:
    """A player: the name, and for a bot the text that says which one."""

    name: str
    bot: str | None = None


def seats_of(players: str) -> list[Participant]:
    """The seats of a list parted by commas: NAME, BOT or NAME=BOT; bots of one name are numbered.

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
    return text.partition(":")[0] in BOTS


def _bot(text: str) -> str:
    try:
        bot(text, 0)
    except UnknownBot as problem:
        raise CannotRun(str(problem)) from None
    return text


def _person(name: str) -> Participant:
    """Somebody who plays; a name that looks like that of a bot is a slip, unless it begins with a capital."""
    close = nearest(name.partition(":")[0], BOTS)
    if close is not None and name.islower():
        raise CannotRun(f"did you mean the bot '{close}'? A person of this name is written {_name(name).capitalize()}")
    return Participant(_name(name))


def _name(text: str) -> str:
    if not text or text != clean(text) or len(text) > LONGEST:
        raise CannotRun(
            f"'{clean(text)[:LONGEST]}' cannot be the name of a player; names have 1 to {LONGEST} characters"
        )
    return text
