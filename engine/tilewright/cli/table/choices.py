"""What a player can type at a choice, and what a typed text means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core import play
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.play.machine import Machine
from tilewright.play.match import IllegalMove, Match
from tilewright.play.naming import without_board
from tilewright.play.state import Move, State
from tilewright.play.view import view

MOST_NAMED = 6
"""So many of the moves that a text can mean are named."""
_SPACE = re.compile(r"(\d{1,4}),(\d{1,4})$")


@dataclass(frozen=True)
class Way:
    """A move that can be made now, after those that go without saying."""

    moves: tuple[Move, ...]

    @property
    def move(self) -> Move:
        """The move that is meant."""
        return self.moves[-1]

    @property
    def text(self) -> str:
        """Its notation."""
        return self.move.text


@dataclass(frozen=True)
class Asked:
    """What a player is asked: the ways there are, and the state at which most of them begin."""

    state: State
    ways: tuple[Way, ...]

    @property
    def texts(self) -> list[str]:
        """What can be typed, in order; numbers count from 1."""
        return [way.text for way in self.ways]


def asked(machine: Machine, state: State) -> Asked:
    """The choice that a game has come to, which must not be over.

    A single option goes without saying: what it leads to is asked at once.
    """
    moves = machine.moves_at(state)
    own = [move for move in moves if move.kind != "use"]
    after = _after(machine, state, own[0]) if len(own) == 1 and _is_option(state, own[0]) else None
    if after is None or after.table.bag != state.table.bag:  # something has come to light
        return Asked(state, tuple(Way((move,)) for move in moves))
    inner = asked(machine, after)
    led = [Way((own[0], *way.moves)) for way in inner.ways if way.move.kind != "use"]
    used = [Way((move,)) for move in moves if move.kind == "use"]
    return Asked(inner.state, (*led, *used))


def _is_option(state: State, move: Move) -> bool:
    """Whether a move only says what is done next; the others show something of their own."""
    step = state.choice.step if state.choice else None
    return move.kind == "option" or (move.kind == "pick" and isinstance(step, play.InAnyOrder))


def _after(machine: Machine, state: State, move: Move) -> State | None:
    """The state after a move; None when the turn does not go on."""
    after = view(state, state.player)
    machine.apply(after, move)
    return None if after.over or after.turn != state.turn or after.choice is None else after


def read(match: Match, text: str) -> tuple[Move, ...]:
    """The moves that a text means: a notation, its end, a number, or how one of them begins.

    After an option its first move may be typed at once. Raises `IllegalMove`.
    """
    words = " ".join(without_board(match.machine, match.names, match.state, text).lower().split())
    here = asked(match.machine, match.state)
    at_once = [move for move in match.moves if move.text.lower() == words]
    found = [Way((move,)) for move in at_once] or _meant(here.ways, words)
    if not found:
        found = [way for option in here.ways for way in _ahead(match, option, words)]
    if not found and words.isdecimal() and 0 < int(words) <= len(here.ways):
        found = [here.ways[int(words) - 1]]
    if not found:
        found = _beginning(here.ways, words)
    if len(found) != 1:
        raise IllegalMove(_refused(text, here, found))
    return found[0].moves


def _meant(ways: Sequence[Way], words: str) -> list[Way]:
    exact = [way for way in ways if way.text.lower() == words]
    return exact or [way for way in ways if way.text.lower().split()[-1] == words]


def _beginning(ways: Sequence[Way], words: str) -> list[Way]:
    whole = [way for way in ways if way.text.lower().startswith(words)]
    return whole or [way for way in ways if way.text.lower().split()[-1].startswith(words)]


def _ahead(match: Match, option: Way, words: str) -> list[Way]:
    """What a text means right after an option; what chance brings is not looked at."""
    if option.move.kind != "option":
        return []
    state: State | None = match.state
    for move in option.moves:
        state = _after(match.machine, state, move) if state else None
    if state is None or state.table.bag != match.state.table.bag:
        return []
    found = _meant(asked(match.machine, state).ways, words)
    return [Way((*option.moves, *way.moves)) for way in found if way.move.kind != "use"]


def _refused(text: str, here: Asked, found: Sequence[Way]) -> str:
    shown = f"'{text[:40]}'"
    if found:
        meant = list(dict.fromkeys(way.text for way in found))
        if len(meant) < len(found):
            meant = ["; ".join(map(str, way.moves)) for way in found]
        more = ", ..." if len(meant) > MOST_NAMED else ""
        return f"{shown} can be {len(meant)} moves: {', '.join(meant[:MOST_NAMED])}{more}"
    if text.isdecimal():
        return f"there is no move {text[:9]}; they are 1 to {len(here.ways)}"
    return f"{shown} is not a move now; {_near(text, here.texts) or 'moves lists them, help tells more'}"


def _near(text: str, known: Sequence[str]) -> str:
    """The move that is nearest: of spaces, by the way between them."""
    wanted = _SPACE.search(text)
    spaces = [(found, move) for move in known if (found := _SPACE.search(move))]
    if not wanted or not spaces:
        return did_you_mean(text.lower(), [*known, *(move.split()[-1] for move in known)])
    return f"the nearest is {min(spaces, key=lambda space: _way_between(wanted, space[0]))[1]}"


def _way_between(one: re.Match[str], other: re.Match[str]) -> int:
    return sum(abs(int(a) - int(b)) for a, b in zip(one.groups(), other.groups(), strict=True))
