"""A state in a turn of a game, to ask about."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tilewright.kernel.state import FlatState
from tilewright.play.machine import Machine
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.view import View
from tilewright.stopping import Unsupported
from tilewright.table.game import Game

USED_UP = 100
"""An ability that was used so often in a turn cannot be used any more."""


class NoOdds(Unsupported):
    """What is asked cannot be answered here; the text says why."""


@dataclass(frozen=True)
class Moment:
    """A state in a turn of a game, to ask about; nothing of it is changed."""

    machine: Machine
    state: GameState

    @classmethod
    def of(cls, match: Match | View) -> Moment:
        """The moment at which a match is, as the player who chooses may know it. Raises `NoOdds`."""
        if match.state.over:
            raise NoOdds("the game is over")
        seen = match if isinstance(match, View) else match.view()
        return cls(seen.machine, seen.state)

    @property
    def game(self) -> Game:
        return self.machine.game

    @property
    def uses(self) -> tuple[int, ...]:
        """The abilities of what lies before the player whose turn it is, by their numbers."""
        cells, seats = self.state.cells, self.machine.evaluator.card_seats[self.state.mover]
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
