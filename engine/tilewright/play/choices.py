"""What a player can do at a choice, with forced moves skipped; and the meaning of a typed text."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from tilewright.core import play
from tilewright.diagnostics import did_you_mean
from tilewright.play.machine import Machine
from tilewright.play.match import IllegalMove, Match
from tilewright.play.naming import without_board
from tilewright.play.state import GameState, Move
from tilewright.play.view import secret_began, view

MOST_NAMED = 6
"""The maximum number of moves listed for an ambiguous text."""
_SPACE = re.compile(r"(-?\d{1,4}),(-?\d{1,4})$")


@dataclass(frozen=True)
class OfferedMove:
    """A move that can be made now, after the forced moves before it."""

    moves: tuple[Move, ...]

    @property
    def move(self) -> Move:
        """The last move, the one that is meant."""
        return self.moves[-1]

    @property
    def text(self) -> str:
        """Its notation."""
        return self.move.text


@dataclass(frozen=True)
class ChoiceList:
    """The choice of a player: the offered moves, and the state at which most of them begin."""

    state: GameState
    ways: tuple[OfferedMove, ...]

    @property
    def texts(self) -> list[str]:
        """What can be typed, in order; numbers count from 1."""
        return [way.text for way in self.ways]

    @property
    def numbered(self) -> bool:
        """Whether moves can be selected by number: not if their notation ends in numbers, as with dice."""
        return not any(way.text.split()[-1].isdecimal() and way.move.kind == "pick" for way in self.ways)


def asked(machine: Machine, state: GameState) -> ChoiceList:
    """The current choice of a game, which must not be over.

    A single option is forced: what follows it is offered directly.
    """
    moves = machine.moves_at(state)
    own = [move for move in moves if move.kind != "use"]
    after = _next_state(machine, state, own[0]) if len(own) == 1 and _is_option(state, own[0]) else None
    if after is None or _has_come_to_light(state, after):
        return ChoiceList(state, tuple(OfferedMove((move,)) for move in moves))
    inner = asked(machine, after)
    led = [OfferedMove((own[0], *way.moves)) for way in inner.ways if way.move.kind != "use"]
    used = [OfferedMove((move,)) for move in moves if move.kind == "use"]
    return ChoiceList(inner.state, (*led, *used))


def _is_option(state: GameState, move: Move) -> bool:
    """Whether a move only selects what is done next; others name something of their own."""
    step = state.choice.step if state.choice else None
    return move.kind == "option" or (move.kind == "pick" and isinstance(step, play.ForEachInAnyOrder))


def _has_come_to_light(before: GameState, after: GameState) -> bool:
    """Whether chance was involved between two states."""
    return after.table.bag != before.table.bag or after.draws != before.draws


def _next_state(machine: Machine, state: GameState, move: Move) -> GameState | None:
    """The state after a move; None if the turn does not continue."""
    after = machine.applied(view(state, state.player), move)
    return None if after.over or after.turn != state.turn or after.choice is None else after


def choices_of(match: Match, players: Collection[int]) -> Iterator[int]:
    """The indices of the moves that these players chose, the last first, without forced ones."""
    states = match.states
    for i in reversed(range(len(match.played))):
        if states[i].player in players:
            implied = asked(match.machine, states[i]).state is not states[i]
            if not implied or match.played[i].kind == "use":
                yield i


def take_back(match: Match, players: Collection[int]) -> int:
    """Undo the last choice of these players, and everything after it; returns the number of moves undone.

    If all have seen since what was chosen in secret, undo to before the first choice in that secret.
    """
    back = next(choices_of(match, players), None)
    if back is None:
        return 0
    began = secret_began(match.states, back)
    if began != secret_began(match.states, len(match.states) - 1):
        back = began
    count = len(match.played) - back
    while len(match.played) > back:
        match.undo()
    return count


def read(match: Match, text: str) -> tuple[Move, ...]:
    """The moves that a text means: a notation, the end of one, a number, or a unique prefix.

    After an option its first move may be typed directly, instead of ``done`` the option that follows it, and several
    picks in sequence as ``3 5 5``. Raises `IllegalMove`.
    """
    words = " ".join(without_board(match.machine, match.names, match.state, text).lower().split())
    here = asked(match.machine, match.state)
    at_once = [move for move in match.moves if move.text.lower() == words]
    found = [OfferedMove((move,)) for move in at_once] or _meant(here.ways, words)
    if not found:
        found = [way for option in here.ways for way in _ahead(match, option, words)]
    if not found and len(words.split()) > 1:
        row = _in_a_row(match, words)
        if row:
            return row
    if not found and here.numbered and words.isdecimal() and 0 < int(words) <= len(here.ways):
        found = [here.ways[int(words) - 1]]
    if not found:
        found = _beginning(here.ways, words)
    if len(found) != 1:
        raise IllegalMove(_refused(text, here, found))
    return found[0].moves


def _meant(ways: Sequence[OfferedMove], words: str) -> list[OfferedMove]:
    exact = [way for way in ways if way.text.lower() == words]
    sets = exact or [way for way in ways if _things(way) == sorted(words.removeprefix(_verb(way)).split())]
    return sets or [way for way in ways if way.text.lower().split()[-1] == words]


def _verb(way: OfferedMove) -> str:
    """The first word of a pick with the space after it, which may be omitted."""
    return f"{way.text.lower().split()[0]} "


def _things(way: OfferedMove) -> list[str]:
    """The things that a pick names, in any order; empty for other moves."""
    return sorted(way.text.lower().split()[1:]) if way.move.kind == "pick" else []


def _in_a_row(match: Match, words: str) -> tuple[Move, ...]:
    """Several picks, typed as the things they pick, the first with or without its verb; empty if the text is not of
    this form."""
    state: GameState | None = match.state
    found = list[Move]()
    here = asked(match.machine, match.state).ways
    rest = next((words.removeprefix(_verb(way)) for way in here if words.startswith(_verb(way))), words)
    for word in rest.split():
        ways = [] if state is None else _meant(asked(match.machine, state).ways, word)
        if len(ways) != 1 or ways[0].move.kind != "pick":
            return ()
        for move in ways[0].moves:
            state = _certain_state(match.machine, state, move)
        found += ways[0].moves
    return tuple(found)


def _certain_state(machine: Machine, state: GameState | None, move: Move) -> GameState | None:
    """The state after a move; None if the turn does not continue, or not without chance."""
    after = None if state is None else _next_state(machine, state, move)
    return None if state is None or after is None or _has_come_to_light(state, after) else after


def _beginning(ways: Sequence[OfferedMove], words: str) -> list[OfferedMove]:
    whole = [way for way in ways if way.text.lower().startswith(words)]
    return whole or [way for way in ways if way.text.lower().split()[-1].startswith(words)]


def _ahead(match: Match, way: OfferedMove, words: str) -> list[OfferedMove]:
    """The moves after an option, or the option after ``done``, that match a text; outcomes of chance are not explored."""
    if way.move.kind not in ("option", "stop"):
        return []
    state: GameState | None = match.state
    for move in way.moves:
        state = _certain_state(match.machine, state, move)
    if state is None:
        return []
    found = _meant(asked(match.machine, state).ways, words)
    kinds = ("option",) if way.move.kind == "stop" else ("option", "pick", "stop")
    return [OfferedMove((*way.moves, *then.moves)) for then in found if then.move.kind in kinds]


ADVICE = "type moves to list them, help for more"


def _refused(text: str, here: ChoiceList, found: Sequence[OfferedMove]) -> str:
    shown = f"'{text[:40]}'"
    if found:
        meant = list(dict.fromkeys(way.text for way in found))
        if len(meant) < len(found):
            meant = ["; ".join(map(str, way.moves)) for way in found]
        more = ", ..." if len(meant) > MOST_NAMED else ""
        return f"{shown} can be {len(meant)} moves: {', '.join(meant[:MOST_NAMED])}{more}"
    if text.isdecimal() and here.numbered:
        return f"there is no move {text[:9]}; they are 1 to {len(here.ways)}"
    return f"{shown} is not a move now; {_near(text, here.texts) or ADVICE}"


def _near(text: str, known: Sequence[str]) -> str:
    """The nearest move; for spaces, by distance."""
    wanted = _SPACE.search(text)
    spaces = [(found, move) for move in known if (found := _SPACE.search(move))]
    if not wanted or not spaces:
        return did_you_mean(text.lower(), [*known, *(move.split()[-1] for move in known)])
    return f"the nearest is {min(spaces, key=lambda space: _way_between(wanted, space[0]))[1]}"


def _way_between(one: re.Match[str], other: re.Match[str]) -> int:
    return sum(abs(int(a) - int(b)) for a, b in zip(one.groups(), other.groups(), strict=True))
