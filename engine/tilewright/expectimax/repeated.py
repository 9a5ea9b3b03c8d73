"""The minimum expected number of turns to reach a goal, for a player whose turns repeat with what was gained in them.

The end of a turn is the beginning of the next one, and nothing else changes, so this is a stochastic shortest path
problem (Bertsekas and Tsitsiklis 1991) over the reachable ends of turns. A turn may leave the state unchanged;
otherwise no turn leads back to an earlier state, so each beginning is solved once, after all its successors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tilewright.expectimax.induction import Induction
from tilewright.expectimax.moment import Moment, NoOdds, TooManyStates, TurnGraph, asking, starting
from tilewright.expectimax.question import Effort, OddsGoal, goal_of_turn
from tilewright.kernel import table
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import SearchExtent
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.kept import name_of
from tilewright.kernel.wasm.native import compiled_once
from tilewright.kernel.wasm.walks import Walks

MOST_BEGINNINGS = 300
"""The maximum number of different beginnings of turns."""
MOST_ENDS = 10_000
"""The maximum number of states after the last chance node of one result."""
GRAIN = 1 << 40
"""The fixed-point unit of expected numbers, so that values are integers."""
NEVER = 1_000_000
"""A goal with this expected number of turns counts as unreachable."""
WRITTEN_AFTER = 2_000_000
"""After this many choices and throws what was solved is written: a quarter of a minute of work."""
CLOSE = 1e-7
"""Expected numbers that differ by less count as equal."""


@dataclass(frozen=True)
class TurnsNeeded:
    """The minimum expected number of turns, including this one, and the number of beginnings of turns visited."""

    goal: OddsGoal
    value: float
    beginnings: int


@dataclass
class _Turn:
    """One turn: its graph, and for each end None if the goal is reached there, else the possible next beginnings."""

    graph: TurnGraph[FlatState]
    ends: list[frozenset[bytes] | None]


class Repetition:
    """Consecutive turns of one player. Raises `NoOdds`, `OtherPlayerDecides` and `TooManyStates`."""

    def __init__(self, first: Moment, goal: OddsGoal, effort: Effort) -> None:
        self._first = first
        self._goal = goal_of_turn(first, goal)
        self._asked = asking(first, goal.asked)
        self._walks = Walks(compiled_once(first.machine.layout))
        self._effort = effort
        self._kept, self._name = effort.kept, name_of(first.state.cells, "turns")
        self._unwritten = 0
        self._solved: dict[bytes, float] = dict(self._earlier())
        self._begun: dict[bytes, Moment] = {}
        self._open: set[bytes] = set()

    def __call__(self) -> TurnsNeeded:
        """The expected number of turns from the first one on."""
        key = self._begin(self._first)
        if key not in self._solved:
            try:
                self._solve(key)
            finally:
                self._keep()
        return TurnsNeeded(self._goal, self._solved[key], len(self._solved))

    def _begin(self, moment: Moment) -> bytes:
        """The key of a beginning of a turn; its graph is cut at once, because only its keys are used."""
        TurnGraph(moment, SearchExtent(turn=True), lambda end: None, 1, cut=True, contested=True, walks=self._walks)
        key = self._walks.key(moment.state.cells, Status.DONE)
        self._begun.setdefault(key, moment)
        return key

    def _solve(self, here: bytes) -> None:
        """The expected number of turns from a beginning, after those of all its successors."""
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
        self._unwritten += turn.graph.size
        if self._unwritten >= WRITTEN_AFTER:
            self._keep()

    def _keep(self) -> None:
        """Write what was solved since it was last written."""
        if self._kept is not None and self._unwritten:
            self._kept.add(self._name, {key.hex(): value for key, value in self._solved.items()})
        self._unwritten = 0

    def _earlier(self) -> Iterator[tuple[bytes, float]]:
        """The expected numbers that an earlier run kept."""
        found = None if self._kept is None else self._kept.restore(self._name)
        for key, value in (found or {}).items():
            yield bytes.fromhex(key), value

    # -- successors

    def _turn(self, moment: Moment) -> _Turn:
        reach = SearchExtent(settled=not self._goal.end, turn=True, kept=True)
        graph = TurnGraph(moment, reach, lambda end: end, self._effort.stops, walks=self._walks)
        return _Turn(graph, [self._led_to(moment, end) for end in graph.results])

    def _led_to(self, moment: Moment, settled: FlatState) -> frozenset[bytes] | None:
        """The possible next beginnings after an end of the graph; None if the goal is reached."""
        if not self._goal.end and self._asked(settled):
            return None
        ends = [settled]
        if not self._goal.end:
            further = Moment(moment.machine, moment.state.at(settled, moment.state.stop))
            reach = SearchExtent(turn=True, kept=True)
            ends = TurnGraph(further, reach, lambda end: end, MOST_ENDS, walks=self._walks).results
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

    # -- values

    def _fixed_point(self, turn: _Turn, here: bytes) -> float:
        """The fixed point of the expected number as a function of its value for an unchanged state, by the secant
        method on a concave function.

        It starts far above: with a small value, leaving the state unchanged would look best.
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
        """The expected number of turns, assuming this value for a turn that leaves the state unchanged."""
        known = {**self._solved, here: value}
        worths = [0 if ends is None else max(-int(known[end] * GRAIN) for end in ends) for ends in turn.ends]
        return 1 - float(Induction(turn.graph, worths=worths)() / Fraction(GRAIN))


def expected_turns(moment: Moment, goal: OddsGoal, effort: Effort | None = None) -> TurnsNeeded:
    """The minimum expected number of turns until a goal is met, from the beginning of a turn.

    Raises `NoOdds` if the goal is not a condition or is unreachable, `OtherPlayerDecides`, and `TooManyStates`.
    """
    if not goal.is_chance:
        raise NoOdds("turns are counted until a condition is true, but this is a number")
    found = Repetition(moment, goal, effort or Effort())()
    if found.value >= NEVER:
        raise NoOdds("the goal is never reached, in any number of turns")
    return found
