"""The bot that plays its turns by the odds."""

from __future__ import annotations

from tilewright.diagnostics import Problems
from tilewright.expectimax.graph import NotAlone, TooManyStates
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.question import Moment, NoOdds, OddsGoal, induction_of, read_goal
from tilewright.play.bots.aim import points_and_measure
from tilewright.play.bots.greedy import Greedy
from tilewright.play.state import Move
from tilewright.play.view import View

MOST_STOPS, MOST_STATES = 8_000, 400_000
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
        self._known: tuple[object, int, Induction] | None = None

    def choose(self, view: View) -> Move:
        """One of the moves there are. Raises `Problems` where the goal cannot be read."""
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        text = self._best(view)
        return next((move for move in moves if move.text == text), None) or self._other.choose(view)

    def _best(self, view: View) -> str | None:
        """The move with the best odds; None where they are not found out."""
        state, known = view.state, self._known
        place = None
        if known is not None and known[0] is view.machine and known[1] == state.turn:
            place = known[2].graph.find(state)
        if known is None or place is None or not place[0].edges:
            try:
                found = induction_of(Moment.of(view), self._asked(view), MOST_STOPS, MOST_STATES)
                known = self._known = view.machine, state.turn, found
                place = found.graph.root, found.graph.held
            except (NoOdds, NotAlone, TooManyStates):
                return None
        try:
            best = known[2].moves(*place)
        except TooManyStates:
            return None
        return best[0][0].text if best else None

    def _asked(self, view: View) -> OddsGoal:
        """The goal; when nothing is left to chance, or without one, the points and the measure at the end of the turn."""
        moment = Moment.of(view)
        frame = view.state.frame
        settled = frame is None or moment.walker().horizon.settled(view.state, frame)
        if self._goal is not None and not settled:
            read = read_goal(self._goal, view.game)
            if isinstance(read, list):
                raise Problems(diagnostics=read)
            return read
        return OddsGoal("points", points_and_measure(view.game, view.cards), end=True)
