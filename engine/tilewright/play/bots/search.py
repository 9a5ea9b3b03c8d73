"""The bot that looks several of its turns ahead."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from random import Random

from tilewright.play.bots.plans import Planner, TurnPlan
from tilewright.play.bots.value import ValueFunction, value_of
from tilewright.play.machine import Machine
from tilewright.play.state import Move
from tilewright.play.view import View

SHORT = 2
"""Turns of its own that a plan covers at whose end a value says what is to come."""
FRESH = 0.3
"""The part of a budget that goes into new plans, before the best is changed."""


class Search:
    """Plays the first move of the best plan for its next turns that it can find.

    It is a local search: plans are made by chance, then the best is changed in one decision after
    another, and a change is kept if it is no worse. The rest of the plan is where the search for
    the next move begins. The budget of a move is a time in seconds, or a number of plans: then the
    same seed gives the same moves.
    """

    name = "search"

    def __init__(self, seed: int, seconds: float = 1.0, plans: int | None = None) -> None:
        self._random = Random(seed)
        self._seconds = seconds
        self._plans = plans
        self._rest: list[str] = []

    def choose(self, view: View) -> Move:
        """A move. Raises IndexError when the game is over."""
        begin = time.perf_counter()
        moves, rest = list(view.moves), self._rest
        if len(moves) < 2:
            self._rest = rest[1:] if rest[:1] == [moves[0].text] else rest
            return moves[0]
        decisions = self._best(view, begin).decisions
        self._rest = [decision.move.text for decision in decisions[1:]]
        return next(move for move in moves if move == decisions[0].move)

    def _best(self, view: View, begin: float) -> TurnPlan:
        until = float("inf") if self._plans else begin + self._seconds
        planner = self._planner(view, until)
        best = planner.plan(self._rest)
        for spent in self._spent(begin):
            plan = planner.plan() if spent < FRESH else planner.changed(best)
            if planner.late:
                break
            if plan.worth > best.worth or (plan.worth == best.worth and spent >= FRESH):
                best = plan
        return best

    def _planner(self, view: View, until: float) -> Planner:
        return Planner(view, self._random, until)

    def _spent(self, begin: float) -> Iterator[float]:
        """The part of the budget that is spent, until all is; each time one more plan is made."""
        made = 1
        while (spent := made / self._plans if self._plans else (time.perf_counter() - begin) / self._seconds) < 1:
            yield spent
            made += 1


class Valued(Search):
    """A search at the end of whose plans not the lead counts alone, but the value that training found.

    Its plans are shorter, for the value says what is to come. Without weights for the game it is `Search`. `weights`
    are others than those of the game.
    """

    name = "valued"

    def __init__(
        self, seed: int, seconds: float = 1.0, plans: int | None = None, weights: Mapping[str, float] | None = None
    ) -> None:
        super().__init__(seed, seconds, plans)
        self._weights = weights
        self._machine: Machine | None = None
        self._value: ValueFunction | None = None

    def _planner(self, view: View, until: float) -> Planner:
        if view.machine is not self._machine:
            self._machine, self._value = view.machine, value_of(view, self._weights)
        if self._value is None:
            return super()._planner(view, until)
        return Planner(view, self._random, until, self._value, SHORT)
