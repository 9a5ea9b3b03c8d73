"""The bot that looks several of its turns ahead."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from tilewright.play.bots.plans import Plan, Planner
from tilewright.play.match import Match
from tilewright.play.state import Move

FRESH = 0.3
"""The part of a budget that goes into new plans, before the best is changed."""
FUTURES = 4
"""Where chance has a say: in how many futures the best move is looked for."""
CHANGES = 4
"""And how often a plan is changed, when such moves are compared in further futures."""


class Search:
    """Plays the first move of the best plan for its next turns that it can find.

    It is a local search: plans are made by chance, then the best is changed in one decision after
    another, and a change is kept if it is no worse. The rest of the plan is where the search for
    the next move begins. A plan knows what chance will bring, so where that matters the moves that
    are best in a few futures are compared in many others.

    The budget of a move is a time in seconds, or a number of plans: then the same seed gives the
    same moves.
    """

    name = "search"

    def __init__(self, seed: int, seconds: float = 1.0, plans: int | None = None) -> None:
        self._random = Random(seed)
        self._seconds = seconds
        self._plans = plans
        self._rest: list[str] = []
        self._begin = 0.0
        self._made = 0

    def choose(self, match: Match) -> Move:
        """A move. Raises IndexError when the game is over."""
        self._begin, self._made = time.perf_counter(), 0
        moves, rest = list(match.moves), self._rest
        if len(moves) < 2:
            self._rest = rest[1:] if rest[:1] == [moves[0].text] else rest
            return moves[0]
        planner = self._planner(match, 1)
        plan = planner.plan(rest)
        if planner.chancy:
            best, self._rest = self._on_average(match), []
        else:
            plan = self._improved(planner, plan, 1)
            best = plan.decisions[0].move
            self._rest = [decision.move.text for decision in plan.decisions[1:]]
        return next(move for move in moves if move == best)

    def _planner(self, match: Match, end: float) -> Planner:
        """A planner of a new future; its plans break off at a part of the time."""
        until = float("inf") if self._plans else self._begin + end * self._seconds
        return Planner(match, self._random, until)

    def _spent(self, end: float) -> Iterator[float]:
        """How much is spent of the budget up to a part of it, until all is; each time one plan is made."""
        begin = spent = self._part()
        while spent < end:
            yield (spent - begin) / (end - begin)
            self._made += 1
            spent = self._part()

    def _part(self) -> float:
        """The part of the budget that is spent."""
        if self._plans:
            return self._made / self._plans
        return (time.perf_counter() - self._begin) / self._seconds

    def _improved(self, planner: Planner, best: Plan, end: float) -> Plan:
        """The best plan of one future that is found up to a part of the budget."""
        self._made += 1
        for spent in self._spent(end):
            plan = planner.plan() if spent < FRESH else planner.changed(best)
            if planner.late:
                break
            if plan.worth > best.worth or (plan.worth == best.worth and spent >= FRESH):
                best = plan
        return best

    def _on_average(self, match: Match) -> Move:
        """One of the moves that are best in a future: the best one in the mean of other futures."""
        found: dict[Move, float] = {}
        for i in range(FUTURES):
            end = (i + 1) / FUTURES / 2
            planner = self._planner(match, end)
            found[self._improved(planner, planner.plan(), end).decisions[0].move] = 0.0
        for _ in self._spent(1 if len(found) > 1 else 0):
            planner = self._planner(match, 1)
            worths = {move: self._worth(planner, move) for move in found}
            if planner.late:
                break
            found = {move: worth + worths[move] for move, worth in found.items()}
        return max(found, key=lambda move: found[move])

    def _worth(self, planner: Planner, move: Move) -> float:
        """What the best plan that begins with a move is worth in a future, as far as a few changes find it."""
        best = planner.plan([move.text])
        for _ in range(CHANGES if len(best.decisions) > 1 else 0):
            plan = planner.changed(best, least=1)
            if plan.worth >= best.worth and not planner.late:
                best = plan
        self._made += 1 + CHANGES
        return best.worth
