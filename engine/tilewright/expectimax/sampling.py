"""Turns that are too large to go through: a policy that plays them, and what it reaches in games that are sampled.

What any policy reaches is no more than the best can, and may be far less: so its games bound the odds from below, with
some confidence, and say nothing of how much greater they are. Moves are the best as
far as values are known, and elsewhere those of a small graph that is made on the spot (planning from the present state,
Kearns, Mansour and Ng 2002). How much is done is counted in stops and games, never in time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, floor, lgamma, log, sqrt
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
CONFIDENCE = 0.95
"""The share of estimates whose bound holds at least: of one side, for nothing is known of the other."""
DEVIATIONS = 1.644854
"""A normal distribution lies to 95 % above so many standard deviations below its mean."""
GRAIN = {True: 10_000, False: 100}
"""Bounds are rounded down to hundredths: of a percent for a chance, else of the number."""


@dataclass(frozen=True)
class Estimate:
    """What a policy reached in sampled games on average, and the move it begins with.

    Best play is worth `least` at least: a bound of one side, which holds with the `confidence`.
    """

    mean: Fraction
    least: Fraction
    games: int
    move: str | None
    confidence: float = CONFIDENCE


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
    bound = least_share(sum(reached), games) if of_chance else _least_mean(reached)
    least = Fraction(floor(bound * GRAIN[of_chance]), GRAIN[of_chance])
    decides = not (is_chance(state) or state.over or state.choice is SETTLED)
    return Estimate(mean, least, games, better.move(state).text if decides else None)


def least_share(reached: int, games: int) -> float:
    """The smallest chance with which so many games or more reach something in 5 % of all cases.

    The lower bound of Clopper and Pearson (1934), which holds with the confidence or more for every chance.
    """
    low, high = 0.0, reached / games
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _at_least(reached, games, middle) <= 1 - CONFIDENCE else (low, middle)
    return low


def _at_least(reached: int, games: int, chance: float) -> float:
    """The probability that so many of some games or more reach what each reaches with a chance between 0 and 1."""
    ways = lgamma(games + 1)
    return sum(
        exp(ways - lgamma(k + 1) - lgamma(games - k + 1) + k * log(chance) + (games - k) * log(1 - chance))
        for k in range(reached, games + 1)
    )


def _least_mean(numbers: Sequence[int]) -> float:
    """The lower bound of a mean by the normal distribution."""
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return mean - DEVIATIONS * sqrt(variance / len(numbers))


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
