"""The bot that plays its turns by the odds."""

from __future__ import annotations

from tilewright.diagnostics import Problems
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.moment import Moment
from tilewright.expectimax.question import OddsGoal, induction_of, is_settled, read_goal
from tilewright.kernel.layout import StateLayout
from tilewright.play.bots.aim import points_and_measure
from tilewright.play.bots.greedy import Greedy
from tilewright.play.state import Move
from tilewright.play.view import View
from tilewright.stopping import Unsupported

MOST_STOPS = 400_000
"""Turns with more states are left to the bot that plays what gains at once: a few seconds."""


class OddsBot:
    """Plays what has the best odds: to reach a goal in its turn, or else to end it with most points and most of the measure.

    With a goal it is that which it plays for as long as anything of the turn is left to chance. `seed` is of the bot
    that plays turns with too many states.
    """

    name = "odds"

    def __init__(self, seed: int = 0, goal: str | None = None) -> None:
        self._goal = goal
        self._other = Greedy(seed)
        self._known: tuple[StateLayout, int, Induction] | None = None

    def choose(self, view: View) -> Move:
        """One of the moves there are. Raises `Problems` where the goal cannot be read."""
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        text = self._best_move(view)
        return next((move for move in moves if move.text == text), None) or self._other.choose(view)

    def _best_move(self, view: View) -> str | None:
        """The move with the best odds; None where they are not found out."""
        try:
            moment = Moment.of(view)
            known = self._known
            if known is not None and known[:2] == (moment.machine.layout, view.state.turn):
                best = known[2].best_at(moment.state.cells)
                if best is not None:
                    return best
            found = induction_of(moment, self._goal_at(view, moment), MOST_STOPS)
        except Unsupported:
            return None
        self._known = moment.machine.layout, view.state.turn, found
        return next(iter(found.texts()), None)

    def _goal_at(self, view: View, moment: Moment) -> OddsGoal:
        """The goal; when nothing is left to chance, or without one, the points and the measure at the end of the turn."""
        if self._goal is not None and not is_settled(moment):
            read = read_goal(self._goal, view.game)
            if isinstance(read, list):
                raise Problems(diagnostics=read)
            return read
        return OddsGoal("points", points_and_measure(view.game, view.cards), end=True)
