"""A state in a turn of a game, to ask about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.kernel.state import FlatState
from tilewright.play.flat.machine import FlatMachine
from tilewright.play.flat.match import FlatMatch
from tilewright.play.flat.state import GameState
from tilewright.play.match import Match
from tilewright.play.positions import position_of
from tilewright.play.standing import standing_of
from tilewright.play.view import View
from tilewright.play.words import Unsayable
from tilewright.table.game import Game
from tilewright.table.standing import Misplaced

USED_UP = 100
"""An ability that was used so often in a turn cannot be used any more."""


class NoOdds(Exception):
    """What is asked cannot be answered here; the text says why."""


@dataclass(frozen=True)
class Moment:
    """A state in a turn of a game, to ask about; nothing of it is changed."""

    machine: FlatMachine
    state: GameState

    @classmethod
    def of(cls, match: Match | View | FlatMatch) -> Moment:
        """The moment at which a match is, as the player who chooses may know it."""
        if isinstance(match, FlatMatch):
            return cls(match.machine, match.state.seen_by(match.turn))
        if isinstance(match, View) and isinstance(match.state, GameState):
            return cls(match.machine, match.state)
        return cls.of(flat_of(match))

    @property
    def game(self) -> Game:
        return self.machine.game

    @property
    def uses(self) -> tuple[int, ...]:
        """The abilities of what lies before the player whose turn it is, by their numbers."""
        cells, seats = self.state.cells, self.machine.referee.card_seats[self.state.mover]
        shown = {
            cells.pile(seat, space)[-1] >> 1
            for seat in seats
            for space in range(cells.size(seat))
            if cells.pile(seat, space)
        }
        kinds = [use.ability.kind for use in self.machine.flow.uses]
        return tuple(number for number, kind in enumerate(kinds) if kind < 0 or kind in shown)

    def without(self, uses: tuple[int, ...]) -> Moment:
        """The same without some abilities."""
        state = self.state.copy()
        leave_out(state.cells, uses)
        return replace(self, state=state)


def leave_out(cells: FlatState, uses: tuple[int, ...]) -> None:
    """Let some abilities be used up."""
    for number in uses:
        cells.set(cells.layout.used, USED_UP, number)


def flat_of(match: Match | View) -> FlatMatch:
    """The same moment on flat states. Raises `NoOdds` where it cannot be carried over."""
    state = match.state
    if state.over:
        raise NoOdds("the game is over")
    cards = tuple(card.id for card in match.cards)
    try:
        standing = standing_of(match.machine, state, match.names)
        position = replace(position_of(state.table, match.names, cards), game=match.game, standing=standing)
        return FlatMatch.at(position, match.cards)
    except (Unsayable, Misplaced) as problem:
        if isinstance(match, View):
            raise NoOdds(str(problem)) from None
        return _played_again(match)


def _played_again(match: Match) -> FlatMatch:
    """A match on flat states in which the same moves were made."""
    if match.start is None:
        again = FlatMatch(match.game, match.names, match.cards, match.layouts, match.seed)
    else:
        again = FlatMatch.at(match.start, match.cards, match.states[0].mover, match.seed)
    for move in match.played:
        again.play(str(move))
    return again
