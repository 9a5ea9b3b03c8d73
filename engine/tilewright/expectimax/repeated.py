"""How many turns it takes to reach a goal, with best play, by a player whose turns repeat with what was gained in them.

What a turn leaves is what the next one begins with; all else stands still, so that it is a stochastic shortest path
(Bertsekas and Tsitsiklis 1991) over the ends of turns that can be reached. A turn may leave things as they were; else no
turn leads back to an earlier one, so that each beginning is solved once, after all that it may lead to.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from tilewright.expectimax.graph import Stop, TooManyStates, TurnGraph
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.question import Effort, Moment, NoOdds, OddsGoal, goal_of_turn, graph_of
from tilewright.expectimax.results import Results
from tilewright.play.match import Match
from tilewright.play.state import State

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
    """One turn: its graph, and for each result whether the goal is reached there, else the beginnings it may lead to."""

    graph: TurnGraph
    results: Results
    ends: dict[tuple[int, int], frozenset[object] | None]


class Repetition:
    """Turns of one player, one after another. Raises `NoOdds`, `NotAlone` and `TooManyStates`."""

    def __init__(self, match: Match, first: Moment, goal: OddsGoal, effort: Effort) -> None:
        self._match = match
        self._first = first
        self._goal = goal_of_turn(first, goal)
        self._effort = effort
        self._solved: dict[object, float] = {}
        self._begun: dict[object, Moment] = {}
        self._open: set[object] = set()

    def __call__(self) -> TurnsNeeded:
        """The expected number of turns from the first on."""
        key = self._first.state.key
        self._begun[key] = self._first
        self._solve(key)
        return TurnsNeeded(self._goal, self._solved[key], len(self._solved))

    def _solve(self, here: object) -> None:
        """The number of turns from a beginning on, after those of all that it leads to."""
        moment, turn = self._begun[here], self._turn(self._begun[here])
        Induction(turn.graph, lambda stop, held: self._look(moment, turn, stop, held), self._effort.states)()
        self._open.add(here)
        following = {end for ends in turn.ends.values() if ends is not None for end in ends} - {here}
        for end in sorted(following, key=repr):
            if end in self._open:
                raise NoOdds("a turn may lead back to where an earlier one began; such turns are not counted")
            if end not in self._solved:
                if len(self._begun) > MOST_BEGINNINGS:
                    raise TooManyStates
                self._solve(end)
        self._open.remove(here)
        self._solved[here] = self._fixed_point(turn, here)

    def _turn(self, moment: Moment) -> _Turn:
        graph = graph_of(moment, self._effort.stops, self._goal.end)
        return _Turn(graph, Results(graph, self._goal.asked, self._goal.end), {})

    # -- what a turn leads to

    def _look(self, moment: Moment, turn: _Turn, stop: Stop, held: int) -> int:
        """Note what a result leads to; it counts nothing yet."""
        state = turn.results.state_of(stop, held)
        if not self._goal.end and turn.results.asked(state):
            turn.ends[stop.number, held] = None
        else:
            ends = list(turn.results.ends(state, MOST_ENDS))
            reached = self._goal.end and any(map(turn.results.asked, ends))
            found = None if reached else frozenset(self._beginning(moment, end) for end in ends)
            turn.ends[stop.number, held] = found
        return 0

    def _beginning(self, moment: Moment, end: State) -> object:
        """The beginning of the next turn after the end of one."""
        state = State(end.table.copy(), end.chance, end.keys)
        state.env = self._match.machine.referee.deciding_player(state.table, end.mover)
        state.spent = end.spent
        state.table.clear_flags()
        following = Moment.starting(self._match, state, end.mover)
        key = following.state.key
        self._begun.setdefault(key, replace(following, referee=moment.referee))
        return key

    # -- how long it takes

    def _fixed_point(self, turn: _Turn, here: object) -> float:
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

    def _once(self, turn: _Turn, here: object, value: float) -> float:
        """The number of turns if one that leads to no other beginning has this value."""
        known = {**self._solved, here: value}
        worth = {end: -int(known[end] * GRAIN) for ends in turn.ends.values() if ends for end in ends}

        def of(stop: Stop, held: int) -> int:
            ends = turn.ends[stop.number, held]
            return 0 if ends is None else max(worth[end] for end in ends)

        return 1 - float(Induction(turn.graph, of, self._effort.states)() / Fraction(GRAIN))


def expected_turns(match: Match, moment: Moment, goal: OddsGoal, effort: Effort | None = None) -> TurnsNeeded:
    """The least expected number of turns until a goal is met, from the beginning of a turn on.

    Raises `NoOdds` if the goal is no condition or out of reach, `NotAlone`, and `TooManyStates`.
    """
    if not goal.is_chance:
        raise NoOdds("turns are counted until a condition holds, but this is a number")
    found = Repetition(match, moment, goal, effort or Effort())()
    if found.value >= NEVER:
        raise NoOdds("the goal is never reached, in any number of turns")
    return found
