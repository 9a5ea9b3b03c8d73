"""What a game would come to if it ended now."""

from __future__ import annotations

from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.totals import Totals
from tilewright.play.view import View


class FinalTotals:
    """The totals after what the course of a game does when its rounds are over, such as paying for what is not completed.

    The rounds are left at once, and the statements after them are done. Where somebody would have to choose there, or
    nothing comes after them, the totals are those of the moment.
    """

    def __init__(self, match: Match | View) -> None:
        self._machine, self._totals = match.machine, Totals(match)

    def __call__(self, state: GameState) -> list[int]:
        """The points of every player, in turn order."""
        return self._totals(self._machine.finished(state))

    def lead(self, state: GameState, player: int) -> int:
        """How far a player would be ahead of the best of the others; alone, what they would have."""
        return self._totals.lead(self._machine.finished(state), player)
