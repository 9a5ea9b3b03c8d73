"""The bot that compares whole turns, and drops the worse half of them again and again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random

from tilewright.play.bots.beam import Beam, Line
from tilewright.play.bots.plans import Planner, TurnPlan
from tilewright.play.bots.value import ValueFunction, value_of
from tilewright.play.machine import Machine
from tilewright.play.state import Move
from tilewright.play.totals import Totals
from tilewright.play.view import View

CANDIDATES = 32
"""Turns that are compared, those with the largest value at their end."""
SHORT = 2
"""Turns of its own that a plan covers, at whose end a value says what is to come."""


class Halving:
    """Plays the best of many whole turns, by what can follow each of them.

    Each turn that the beam finds has a plan for what the player does after it; the plan is changed, and a change is
    kept if it is no worse, as in `search`. In rounds of as many plans each the half of the turns goes on whose plans
    are worth most (sequential halving: Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits",
    ICML 2013). The budget of a turn is a time in seconds, or a number of plans: then the same seed gives the same
    moves. Without weights for the game leads count alone. `weights` are others than those of the game.
    """

    name = "halving"

    def __init__(
        self, seed: int, seconds: float = 1.0, plans: int | None = None, weights: Mapping[str, float] | None = None
    ) -> None:
        self._random = Random(seed)
        self._seconds = seconds
        self._plans = plans
        self._weights = weights
        self._machine: Machine | None = None
        self._rest: Mapping[object, Move] = {}

    def choose(self, view: View) -> Move:
        """A move; the rest of the turn is planned with it. Raises IndexError when the game is over."""
        begin = time.perf_counter()
        if view.machine is not self._machine:
            self._machine, self._rest = view.machine, {}
            self._beam = Beam(view, self._random)
            self._value = value_of(view, self._weights)
            self._worth: ValueFunction | Totals = self._value or Totals(view)
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        planned = self._rest.get(view.state.key)
        if planned not in moves:
            best = self._best(view, begin)
            self._rest, planned = best.plan, best.moves[0]
        return next(move for move in moves if move == planned)

    def _best(self, view: View, begin: float) -> Line:
        """A whole turn."""
        player = view.state.player
        turns = self._beam.turns(view.state)
        self._random.shuffle(turns)
        turns.sort(key=lambda line: self._worth.lead(line.state, player), reverse=True)
        left = turns[:CANDIDATES]
        until = float("inf") if self._plans else begin + self._seconds
        planner = Planner(view, self._random, until, self._value, SHORT)
        plans: dict[object, TurnPlan] = {}
        rounds = max(1, (len(left) - 1).bit_length())
        for number in range(rounds):
            ends = begin + (until - begin) * (number + 1) / rounds
            self._look(planner, left, plans, rounds, ends)
            left.sort(key=lambda line: plans[line.key].worth if line.key in plans else float("-inf"), reverse=True)
            left = left[: (len(left) + 1) // 2]
        return left[0]

    def _look(
        self, planner: Planner, left: list[Line], plans: dict[object, TurnPlan], rounds: int, ends: float
    ) -> None:
        """A round: plans for the turns that are left, as many for each, until the round `ends`."""
        most = max(1, self._plans // (rounds * len(left))) if self._plans else None
        made = 0
        while made != most and not planner.late and (self._plans or made == 0 or time.perf_counter() < ends):
            for line in left:
                known = plans.get(line.key)
                plan = _next(planner, line, known)
                if planner.late:
                    break
                if known is None or plan.worth >= known.worth:
                    plans[line.key] = plan
            made += 1


def _next(planner: Planner, line: Line, known: TurnPlan | None) -> TurnPlan:
    """Another plan that begins with a turn."""
    if known is None or len(known.decisions) <= len(line.moves):
        return planner.plan([move.text for move in line.moves])
    return planner.changed(known, len(line.moves))
