"""What a game would come to if it ended now."""

from __future__ import annotations

from tilewright.play.frames import upward
from tilewright.play.match import Match
from tilewright.play.state import State
from tilewright.play.totals import Totals
from tilewright.play.view import View


class FinalTotals:
    """The totals after what the course of a game does when its rounds are over, such as paying for what is not completed.

    The rounds are left at once, and the statements after them are done. Where somebody would have to choose there, or
    nothing comes after them, the totals are those of the moment.
    """

    def __init__(self, match: Match | View) -> None:
        self._machine = match.machine
        self._main = match.machine.referee.program.main
        self._totals = Totals(match)

    def __call__(self, state: State) -> list[int]:
        """The points of every player, in turn order."""
        return self._totals(self._ended(state))

    def lead(self, state: State, player: int) -> int:
        """How far a player would be ahead of the best of the others; alone, what they would have."""
        return self._totals.lead(self._ended(state), player)

    def _ended(self, state: State) -> State:
        """A state after the last statement of the course; that state itself where it is not to be had."""
        around = list(upward(state.under or state.frame))
        if state.over or not around or around[-1].section is not self._main:
            return state
        rounds = around[-1]
        if rounds.at + 1 >= len(self._main.steps):
            return state
        ended = state.copy()
        ended.table.clear_flags()
        ended.changes, ended.obligations, ended.choice, ended.under = (), (), None, None
        ended.frame = rounds.next()
        self._machine.advance(ended)
        return ended if ended.over else state
