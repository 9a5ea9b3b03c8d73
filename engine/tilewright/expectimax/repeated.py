"""How many turns it takes to reach a goal, with best play, by a player whose turns repeat with what was gained in them.

What a turn leaves is what the next one begins with; all else stands still, so that it is a stochastic shortest path
(Bertsekas and Tsitsiklis 1991) over the ends of turns that can be reached. A turn may leave things as they were; else no
turn leads back to an earlier one, so that each beginning is solved once, after all that it may lead to.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from tilewright.expectimax.induction import Induction
from tilewright.expectimax.moment import Moment, NoOdds, TooManyStates, TurnGraph, asking, starting
from tilewright.expectimax.question import Effort, OddsGoal, goal_of_turn
from tilewright.kernel import table
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import SearchExtent
from tilewright.kernel.state import FlatState

MOST_BEGINNINGS = 300
"""So many different beginnings of turns are looked at."""
MOST_ENDS = 10_000
"""So many states are looked at after the last throw of chance of one result."""
GRAIN = 1 << 40
"""Turns are counted in parts of this size, so that values are whole numbers."""
NEVER = 1_000_000
"""A goal that takes so many turns is out of reach."""
CLOSE = 1e-7
"""Numbers of turns that differ by less are equal."""


@dataclass(frozen=True)
class TurnsNeeded:
    """The least expected number of turns, this one among them, and how many beginnings of turns were looked at."""

    goal: OddsGoal
    value: float
    beginnings: int


@dataclass
class _Turn:
    """One turn: its graph, and for each end whether the goal is reached there (None), else the beginnings it may lead to."""

    graph: TurnGraph[FlatState]
    ends: list[frozenset[bytes] | None]


class Repetition:
    """Turns of one player, one after another. Raises `NoOdds`, `OtherPlayerDecides` and `TooManyStates`."""

    def __init__(self, first: Moment, goal: OddsGoal, effort: Effort) -> None:
        self._first = first
        self._goal = goal_of_turn(first, goal)
        self._asked = asking(first, goal.asked)
        self._effort = effort
        self._solved: dict[bytes, float] = {}
        self._begun: dict[bytes, Moment] = {}
        self._open: set[bytes] = set()

    def __call__(self) -> TurnsNeeded:
        """The expected number of turns from the first on."""
        key = self._begin(self._first)
        self._solve(key)
        return TurnsNeeded(self._goal, self._solved[key], len(self._solved))

    def _begin(self, moment: Moment) -> bytes:
        """The key of a beginning of a turn."""
        graph = TurnGraph(moment, SearchExtent(turn=True), lambda end: None, 1, cut=True, contested=True)
        key = graph.walks.key(moment.state.cells, Status.DONE)
        self._begun.setdefault(key, moment)
        return key

    def _solve(self, here: bytes) -> None:
        """The number of turns from a beginning on, after those of all that it leads to."""
        turn = self._turn(self._begun[here])
        self._open.add(here)
        following = {end for ends in turn.ends if ends is not None for end in ends} - {here}
        for end in sorted(following):
            if end in self._open:
                raise NoOdds("a turn may lead back to where an earlier one began; such turns are not counted")
            if end not in self._solved:
                if len(self._begun) > MOST_BEGINNINGS:
                    raise TooManyStates
                self._solve(end)
        self._open.remove(here)
        self._solved[here] = self._fixed_point(turn, here)

    # -- what a turn leads to

    def _turn(self, moment: Moment) -> _Turn:
        reach = SearchExtent(settled=not self._goal.end, turn=True, kept=True)
        graph = TurnGraph(moment, reach, lambda end: end, self._effort.stops)
        return _Turn(graph, [self._led_to(moment, end) for end in graph.results])

    def _led_to(self, moment: Moment, settled: FlatState) -> frozenset[bytes] | None:
        """The beginnings of turns to which an end of the graph may lead; None where the goal is reached."""
        if not self._goal.end and self._asked(settled):
            return None
        ends = [settled]
        if not self._goal.end:
            further = Moment(moment.machine, moment.state.at(settled, moment.state.stop))
            ends = TurnGraph(further, SearchExtent(turn=True, kept=True), lambda end: end, MOST_ENDS).results
        elif self._asked(settled):
            return None
        return frozenset(self._beginning(moment, end) for end in ends)

    def _beginning(self, moment: Moment, end: FlatState) -> bytes:
        """The beginning of the next turn after the end of one."""
        layout = moment.machine.layout
        following = starting(moment.machine, end, end.get(layout.mover))
        for index in range(layout.players * len(layout.single)):
            following.state.cells.set(layout.spent, end.get(layout.spent, index), index)
        table.clear_marks(following.state.cells)
        return self._begin(following)

    # -- how long it takes

    def _fixed_point(self, turn: _Turn, here: bytes) -> float:
        """The number of turns that is one more than what follows on the turn, by secants of a concave function.

        They begin far above: a small value would make it look best to wait for other turns.
        """
        before, value = float(NEVER), NEVER / 2
        result = self._once(turn, here, before)
        while True:
            after = self._once(turn, here, value)
            if abs(after - value) < CLOSE:
                return after
            slope = (result - after) / (before - value)
            if slope > 1 - 1 / NEVER:
                return float(NEVER)
            before, value, result = value, (after - slope * value) / (1 - slope), after

    def _once(self, turn: _Turn, here: bytes, value: float) -> float:
        """The number of turns if one that leads to no other beginning has this value."""
        known = {**self._solved, here: value}
        worths = [0 if ends is None else max(-int(known[end] * GRAIN) for end in ends) for ends in turn.ends]
        return 1 - float(Induction(turn.graph, worths=worths)() / Fraction(GRAIN))


def expected_turns(moment: Moment, goal: OddsGoal, effort: Effort | None = None) -> TurnsNeeded:
    """The least expected number of turns until a goal is met, from the beginning of a turn on.

    Raises `NoOdds` if the goal is no condition or out of reach, `OtherPlayerDecides`, and `TooManyStates`.
    """
    if not goal.is_chance:
        raise NoOdds("turns are counted until a condition is true, but this is a number")
    found = Repetition(moment, goal, effort or Effort())()
    if found.value >= NEVER:
        raise NoOdds("the goal is never reached, in any number of turns")
    return found
