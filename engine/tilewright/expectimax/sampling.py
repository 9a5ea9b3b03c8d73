"""Turns that are too large to go through: a policy that plays them, and what it reaches in games that are sampled.

What any policy reaches is no more than the best can, so its mean is a lower estimate of the odds. Moves are the best as
far as values are known, and elsewhere those of a small graph that is made on the spot (planning from the present state,
Kearns, Mansour and Ng 2002). How much is done is counted in stops and games, never in time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from random import Random

from tilewright.expectimax.graph import CannotAbstract, NotAlone, TurnGraph
from tilewright.expectimax.induction import Induction
from tilewright.expectimax.results import Results
from tilewright.expectimax.walker import SETTLED, Walker, is_chance
from tilewright.play.state import Move, State

LOCAL_STOPS, LOCAL_STATES = 300, 20_000
"""The size of a graph that is made for one decision about which nothing is known."""
MOST_LOCAL = 100
"""So many of them are made at most; after that such a decision is made by the little that is sure."""
TRIED = 5
"""The share of the games by which a policy is chosen."""
DEVIATIONS = 1.959964
"""So many standard deviations around the mean of a normal distribution are 95 % of it."""


@dataclass(frozen=True)
class Estimate:
    """The mean of what a policy reached in sampled games, its interval of 95 %, and the move it begins with."""

    mean: Fraction
    low: float
    high: float
    games: int
    move: str | None


class Policy:
    """Plays a turn by the greatest value that one of several inductions is sure of.

    Each of them may know other states: of a graph that was cut, or of turns without some abilities. With `most`, upper
    bounds of the first of them, only values that are exact count; all other decisions are made on the spot.
    """

    def __init__(
        self, walker: Walker, known: Sequence[Induction], results: Results, most: Induction | None = None
    ) -> None:
        self._walker = walker
        self._known = tuple(known)
        self._results = results
        self._most = most
        self._made: dict[object, str | None] = {}

    def play(self, state: State, random: Random) -> int:
        """What is reached in one game from a stop on. Raises `NotAlone`."""
        state = _copy(state)
        player = state.player
        while state.choice is not SETTLED and not state.over:
            if is_chance(state):
                state = self._walker.sampled(state, random)
            else:
                if state.player != player:
                    raise NotAlone
                self._walker.apply(state, self.move(state))
        return self._results.of(state)

    def values(self, state: State) -> dict[str, Fraction]:
        """What is known of the moves at a decision, by their texts: each is worth that at least."""
        best: dict[str, Fraction] = {}
        for known in self._known:
            for text, value in _values(known, state).items():
                best[text] = max(value, best.get(text, value))
        return best

    def move(self, state: State) -> Move:
        """What is played at a decision."""
        moves = list(self._walker.moves_at(state))
        if len(moves) == 1:
            return moves[0]
        sure = self.values(state)
        known = sure if self._most is None else self._exact(state)
        forced = [one for one in moves if one.kind != "use"]
        if not known and self._most is None and len(forced) == 1:
            return forced[0]  # no choice in a turn without abilities, which is why nothing knows it
        text = _best(known) or self._on_the_spot(state) or _best(sure)
        return next((move for move in moves if move.text == text), moves[0])

    def _exact(self, state: State) -> dict[str, Fraction]:
        """What the moves are worth, if nothing is left open; else nothing."""
        assert self._most is not None
        least = _values(self._known[0], state)
        return least if least == _values(self._most, state) else {}

    def _on_the_spot(self, state: State) -> str | None:
        """The best move in a small graph from a state on; None if there is none, or too many were made."""
        key = state.key
        if key not in self._made and len(self._made) < MOST_LOCAL:
            self._made[key] = self._found(state)
        return self._made.get(key)

    def _found(self, state: State) -> str | None:
        try:
            graph = TurnGraph(self._walker, _copy(state), LOCAL_STOPS, cut=True)
        except CannotAbstract:
            return None
        result = Results(graph, self._results.goal, self._results.at_end)
        sums: dict[str, Fraction] = {}
        for unknown in (0, 1):  # in the middle between the bounds of a chance
            for edge, value in Induction(graph, result, LOCAL_STATES, unknown).moves():
                sums[edge.text] = sums.get(edge.text, Fraction(0)) + value
        return max(sums, key=sums.__getitem__) if sums else None


def estimate(policies: Sequence[Policy], state: State, games: int, seed: int, of_chance: bool) -> Estimate:
    """What the better of some policies reaches in so many games; the same seed gives the same games. Raises `NotAlone`.

    A fifth as many games of each say which is the better; they do not count.
    """
    random = Random(seed)
    tried = [sum(policy.play(state, random) for _ in range(games // TRIED)) for policy in policies]
    better = policies[tried.index(max(tried))]
    reached = [better.play(state, random) for _ in range(games)]
    mean = Fraction(sum(reached), games)
    low, high = _wilson(mean, games) if of_chance else _normal(reached)
    decides = not (is_chance(state) or state.over or state.choice is SETTLED)
    return Estimate(mean, low, high, games, better.move(state).text if decides else None)


def _wilson(share: Fraction, games: int) -> tuple[float, float]:
    """The interval of a share by Wilson's score (1927), which holds near 0 and 1, too."""
    square = DEVIATIONS**2 / games
    middle = (float(share) + square / 2) / (1 + square)
    width = DEVIATIONS * sqrt(float(share * (1 - share)) / games + square / games / 4) / (1 + square)
    return max(0.0, middle - width), min(1.0, middle + width)


def _normal(numbers: Sequence[int]) -> tuple[float, float]:
    """The interval of a mean by the normal distribution."""
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    width = DEVIATIONS * sqrt(variance / len(numbers))
    return mean - width, mean + width


def _best(values: Mapping[str, Fraction]) -> str | None:
    """The move with the greatest value; None if nothing is worth anything."""
    return max(values, key=values.__getitem__) if any(values.values()) else None


def _values(known: Induction, state: State) -> dict[str, Fraction]:
    place = known.graph.find(state)
    if place is None:
        return {}
    return {edge.text: value for edge, value in known.moves(*place)}


def _copy(state: State) -> State:
    copy = state.copy()
    copy.choice = state.choice
    return copy
