"""Graphs that the runtime finds (`graph.c`), against the reference interpreter going every way without merging any."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from fractions import Fraction

import pytest

from cases import mostly_slow, samples
from random_throws import GAME, WARNED, RandomThrows
from small_games import begin, game_of
from tilewright.expectimax.moment import beginning
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import Circular, NodeKind, SearchExtent, StateGraph, TooLongLine, TooManyRounds
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause, outcomes
from tilewright.kernel.wasm.native import compiled
from tilewright.kernel.wasm.walks import Walks
from tilewright.play.match import Match
from tilewright.play.table import table_in

GAMES = samples(100, 300) * int(os.environ.get("TILEWRIGHT_GAMES", "1"))
EACH = 20
"""So many games are compared in one test."""
MOST = 1500
"""Games in which the interpreter would come to more stops are passed over."""

Goal = Callable[[FlatState], int]


class TooLong(Exception):
    """The interpreter comes to too many stops."""


def points(state: FlatState) -> int:
    """The points of the first player."""
    return state.counter(0, "points")


def odd(state: FlatState) -> int:
    """Whether what lies there comes to an odd number: of two ways one may be lucky, so that the best way depends on chance."""
    kinds = [kind for pile in table_in(state).grids for tops in pile.piles for kind in tops]
    return (sum(kinds) + points(state)) % 2


def pools_and_counters(state: FlatState) -> object:
    """What lies in each pool, in no order, with the counters and the bag."""
    table = table_in(state)
    pools = [sorted(pile for pile in grid.piles if pile) for grid in table.grids]
    return str((pools, [sorted(own.items()) for own in table.counters], table.bag))


class EveryWay:
    """All that can come of a state, by the interpreter; `ends` are the tables at the horizon, `choices` the stops where a player chooses."""

    def __init__(self, interpreter: Interpreter, goal: Goal, whole: bool) -> None:
        self.interpreter, self.goal, self.whole = interpreter, goal, whole
        self.ends = set[object]()
        self.choices: list[tuple[FlatState, int, Fraction]] = []
        self._known: dict[bytes, Fraction] = {}

    def value(self, state: FlatState, stop: Pause) -> Fraction:
        """What the first player can expect of a state that has stopped; the others want the opposite."""
        key = bytes(state.buffer)
        if key not in self._known:
            if len(self._known) >= MOST:
                raise TooLong
            self._known[key] = self._value(state, stop)
        return self._known[key]

    def _value(self, state: FlatState, stop: Pause) -> Fraction:
        if stop.status in (Status.OVER, Status.DONE):
            self.ends.add(pools_and_counters(state))
            return Fraction(self.goal(state))
        if stop.status == Status.CHOICE:
            after = [
                self._after(state, lambda one, code=code: self.interpreter.step(one, code, self.whole))
                for code in stop.codes
            ]
            found = max(after) if state.get(state.layout.mover) == 0 else min(after)
            self.choices.append((state, len(after), found))
            return found
        weights = outcomes(state)
        total = sum(weights[code] for code in stop.codes)
        return sum(
            (
                Fraction(weights[code], total)
                * self._after(state, lambda one, code=code: self.interpreter.answered(one, code, self.whole))
                for code in stop.codes
            ),
            Fraction(0),
        )

    def _after(self, state: FlatState, going: Callable[[FlatState], Pause]) -> Fraction:
        after = state.copy()
        return self.value(after, going(after))


def found_by(
    walks: Walks, state: FlatState, whole: bool, goal: Goal
) -> tuple[StateGraph, set[object], Mapping[int, Fraction]]:
    """The graph of a state, the tables at its ends, and the value of each node, folded here."""
    walks.reach(SearchExtent(turn=not whole))
    for counting in (False, True):
        walks.count_rounds(counting)
        ends: list[FlatState] = []
        try:
            graph = walks.graph(state, Status.DONE, 100_000, ends.append)
            break
        except (Circular, TooManyRounds):
            assert not counting
    values: dict[int, Fraction] = {}
    for node in graph.order:
        values[node] = _folded(graph, node, values, ends, goal)
    return graph, {pools_and_counters(end) for end in ends}, values


def _folded(
    graph: StateGraph, node: int, values: Mapping[int, Fraction], ends: list[FlatState], goal: Goal
) -> Fraction:
    kind = NodeKind(graph.kinds[node])
    if kind == NodeKind.END:
        return Fraction(goal(ends[graph.first[node]]))
    after = [values[graph.targets[edge]] for edge in graph.edges(node)]
    if kind == NodeKind.CHANCE:
        weights = [graph.values[edge] for edge in graph.edges(node)]
        return sum((weight * value for weight, value in zip(weights, after, strict=True)), Fraction(0)) / sum(weights)
    assert kind == NodeKind.CHOICE or (kind == NodeKind.PASS and len(after) == 1)
    return max(after) if graph.deciders[node] == 0 else min(after)


def compared(seed: int, whole: bool, goal: Goal) -> tuple[int, int] | None:
    """How many stops of the interpreter and nodes were compared in a game; None where the game is no small one."""
    try:
        match = RandomThrows(seed).match()
    except AssertionError as refused:
        assert "TW104" in str(refused)  # a name that is given twice
        return None
    return compared_with(match, whole, goal)


def compared_with(match: Match, whole: bool, goal: Goal) -> tuple[int, int] | None:
    """The same of a game."""
    moment = beginning(match, ())
    interpreter, state = Interpreter(moment.machine.layout), moment.state.cells.copy()
    ways, walks = EveryWay(interpreter, goal, whole), Walks(compiled(interpreter.layout))
    try:
        stop = interpreter.run(state, whole)
        value = ways.value(state, stop)
    except TooLong:
        return None
    graph, ends, values = found_by(walks, moment.state.cells, whole, goal)
    assert values[graph.root] == value and ends == ways.ends
    met = 0
    for one, choices, worth in ways.choices:
        node = graph.by_key.get(walks.key(one, Status.CHOICE))
        if node is not None:  # else a list names the pieces of a pool in another order
            assert (graph.kinds[node], graph.sizes[node], values[node]) == (NodeKind.CHOICE, choices, worth)
            met += 1
    return met, len(graph.order)


@pytest.mark.parametrize("first", mostly_slow(range(0, GAMES, EACH), quick=1))
def test_graphs_of_turns_are_those_of_the_interpreter(first: int) -> None:
    """The ends, the value of each choice, and how much there is to choose, are those of going every way."""
    found = [compared(seed, False, (points, odd)[seed % 2]) for seed in range(first, first + EACH)]
    small = [one for one in found if one is not None]
    assert len(small) > EACH // 2
    assert sum(stops for stops, _ in small) > 0


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, GAMES, EACH))
def test_graphs_of_games_are_those_of_the_interpreter(first: int) -> None:
    """The same to the end of games of two turns, which two players may have."""
    found = [compared(seed, True, (points, odd)[seed % 2]) for seed in range(first, first + EACH)]
    assert any(one is not None and one[0] > 0 for one in found)


COUNTED = """\
    move a die in the bank to the thrown
    3 times
      choose one
        option rest
          gain 1 coin
        option throw
          roll every thrown die
          for each thrown die
            gain (its pip) points"""


def test_rounds_that_always_change_something_end() -> None:
    """A loop of which each round leaves another state has no end where rounds are no part of states: the walk says so at once, and then counts them."""
    text = GAME.format(sides=3, dice=2, turn=COUNTED).replace("counter coins to 9", "counter coins")
    match = begin(game_of(text, *WARNED), 1)
    walks = Walks(compiled(match.machine.layout))
    walks.reach(SearchExtent(turn=True))
    walks.count_rounds(False)
    with pytest.raises(TooManyRounds):
        walks.graph(beginning(match, ()).state.cells, Status.DONE, 100_000, lambda end: None)
    stops, nodes = compared_with(match, False, points) or (0, 0)
    assert 0 < stops < nodes


ENDLESS = """\
    3000 times
      choose one
        option rest
          gain 1 coin
        option sleep
          gain 2 coins"""


def test_a_line_that_is_too_long_is_reported_or_cut() -> None:
    """A line of more choices than there is room for is no fault of blocks: the graph is too large, or open there if it may be cut."""
    text = GAME.format(sides=2, dice=2, turn=ENDLESS).replace("counter coins to 9", "counter coins")
    match = begin(game_of(text, *WARNED), 1)
    walks, state = Walks(compiled(match.machine.layout)), beginning(match, ()).state.cells
    walks.reach(SearchExtent(turn=True))
    walks.count_rounds(True)
    with pytest.raises(TooLongLine):
        walks.graph(state, Status.DONE, 100_000, lambda end: None)
    graph = walks.graph(state, Status.DONE, 5_000, lambda end: None, cut=True)
    assert 0 in graph.targets and len(graph.order) > 2000
