"""Approximation of turns that are too large: a policy, and a lower bound from sampled games.

No policy is better than best play, and it may be far worse: so its games give a statistical lower bound of the odds,
and no upper bound. Moves are the best ones where values are known; elsewhere they come from a small graph computed on
demand (planning from the current state, Kearns, Mansour and Ng 2002). The effort is limited in states and games, never
in time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import exp, floor, lgamma, log, sqrt
from random import Random

from tilewright.expectimax.induction import Induction
from tilewright.expectimax.moment import NoOdds, TurnGraph
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import code_of
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import PICKED, STOP, Pause, outcomes

LOCAL_STOPS = 1_000
"""The size of a graph computed for one decision without known values."""
MOST_LOCAL = 100
"""The maximum number of such graphs; after that, decisions use the known lower bounds."""
TRIED = 5
"""Each policy plays one additional game per this many games of the estimate, to select the best."""
CONFIDENCE = 0.95
"""The confidence level of the bound, which is one-sided, as there is no upper bound."""
DEVIATIONS = 1.644854
"""The one-sided 95% quantile of the standard normal distribution."""
GRAIN = {True: 10_000, False: 100}
"""Bounds are rounded down to hundredths: of a percent for a probability, else of the number."""


@dataclass(frozen=True)
class Estimate:
    """The mean result of a policy in sampled games, and its first move.

    `least` is a one-sided lower bound of best play, with this `confidence`.
    """

    mean: Fraction
    least: Fraction
    games: int
    move: str | None
    confidence: float = CONFIDENCE


class Policy:
    """Plays a turn by the greatest lower bound known from several inductions.

    Each of them may cover other states: a graph that was cut, or turns without some abilities. With `most`, the upper
    bounds of the first one, only exact values are used; all other decisions are computed on demand.
    """

    def __init__(self, turn: TurnGraph[int], known: Sequence[Induction], most: Induction | None = None) -> None:
        self._turn = turn
        self._known = tuple(known)
        self._most = most
        self._made: dict[bytes, str | None] = {}
        self.start = turn.graph.start, turn.graph.stop
        if turn.graph.stop.status == Status.CHANCE:
            picked = turn.graph.start.get(turn.moment.machine.layout.asked) == PICKED
            self.start = turn.walks.on(turn.graph.start, Status.DONE if picked else Status.CHANCE)

    def play(self, random: Random) -> int:
        """The result of one game from the first stop."""
        state, stop = self.start
        while stop.status in (Status.CHOICE, Status.CHANCE):
            code = self._answer(state, stop, random) if stop.status == Status.CHANCE else self._code(state, stop)
            state, stop = self._turn.after(state, stop, code)
        return self._turn.at_end(state)

    def _answer(self, state: FlatState, stop: Pause, random: Random) -> int:
        weights = outcomes(state)
        asked = state.get(state.layout.asked)
        if asked == PICKED:
            return random.choice(stop.codes)
        if not stop.codes:
            raise NoOdds("a pile is shuffled in this turn, in too many ways to compute odds for")
        return random.choices(stop.codes, [weights[code] for code in stop.codes])[0]

    def first(self) -> dict[str, Fraction]:
        """The known lower bounds of the moves at the first decision, by text."""
        return self._values(*self.start)

    def _values(self, state: FlatState, stop: Pause) -> dict[str, Fraction]:
        best: dict[str, Fraction] = {}
        for known in self._known:
            for text, value in _values(known, self._turn, state, stop).items():
                best[text] = max(value, best.get(text, value))
        return best

    def move(self, state: FlatState, stop: Pause) -> str:
        """The best move at a decision, as far as is known."""
        return self._turn.texts(state, stop)[stop.codes.index(self._code(state, stop))]

    def _code(self, state: FlatState, stop: Pause) -> int:
        texts = self._turn.texts(state, stop)
        if len(texts) == 1:
            return stop.codes[0]
        sure = self._values(state, stop)
        known = sure if self._most is None else self._exact(state, stop)
        forced = [text for text, code in zip(texts, stop.codes, strict=True) if code >= STOP]
        if not known and self._most is None and len(forced) == 1:
            text: str | None = forced[0]  # a forced move in a turn without abilities, so no induction has it
        else:
            text = _greatest(known) or self._on_the_spot(state, stop) or _greatest(sure)
        return stop.codes[texts.index(text)] if text in texts else stop.codes[0]

    def _exact(self, state: FlatState, stop: Pause) -> dict[str, Fraction]:
        """The values of the moves, if all are exact; else empty."""
        assert self._most is not None
        least = _values(self._known[0], self._turn, state, stop)
        return least if least == _values(self._most, self._turn, state, stop) else {}

    def _on_the_spot(self, state: FlatState, stop: Pause) -> str | None:
        """The best move in a small graph from a state; None if there is none, or if too many were computed."""
        key = self._turn.walks.key(state, stop.status)
        if key not in self._made and len(self._made) < MOST_LOCAL:
            self._made[key] = self._found(state, stop)
        return self._made.get(key)

    def _found(self, state: FlatState, stop: Pause) -> str | None:
        turn, texts = self._turn, self._turn.texts(state, stop)
        moment = replace(turn.moment, state=turn.moment.state.at(state, stop))
        local = TurnGraph(moment, turn.reach, turn.at_end, LOCAL_STOPS, cut=True, walks=turn.walks)
        sums = [Fraction(0)] * len(texts)
        for unknown in (0, 1):  # the sum of both bounds of a probability ranks the moves like their mean
            for index, value in Induction(local, unknown).moves():
                sums[index] += value
        return texts[sums.index(max(sums))] if any(sums) else None


def estimate(policies: Sequence[Policy], games: int, seed: int, of_chance: bool) -> Estimate:
    """The result of the best of some policies in a number of games; the same seed gives the same games.

    Additional games, a fifth as many for each, select the policy; they are not part of the estimate, so it is unbiased.
    """
    random = Random(seed)
    tried = [sum(policy.play(random) for _ in range(games // TRIED)) for policy in policies]
    better = policies[tried.index(max(tried))]
    reached = [better.play(random) for _ in range(games)]
    mean = Fraction(sum(reached), games)
    bound = least_share(sum(reached), games) if of_chance else _least_mean(reached)
    least = Fraction(floor(bound * GRAIN[of_chance]), GRAIN[of_chance])
    state, stop = better.start
    return Estimate(mean, least, games, better.move(state, stop) if stop.status == Status.CHOICE else None)


def least_share(reached: int, games: int) -> float:
    """The lower confidence bound of a probability, given a number of successes.

    The exact bound of Clopper and Pearson (1934), which has at least the confidence level for every probability.
    """
    low, high = 0.0, reached / games
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if _at_least(reached, games, middle) <= 1 - CONFIDENCE else (low, middle)
    return low


def _at_least(reached: int, games: int, chance: float) -> float:
    """The probability of at least this many successes in some games, for a success probability between 0 and 1."""
    ways = lgamma(games + 1)
    return sum(
        exp(ways - lgamma(k + 1) - lgamma(games - k + 1) + k * log(chance) + (games - k) * log(1 - chance))
        for k in range(reached, games + 1)
    )


def _least_mean(numbers: Sequence[int]) -> float:
    """The lower confidence bound of a mean, by the normal approximation."""
    mean = sum(numbers) / len(numbers)
    variance = sum((number - mean) ** 2 for number in numbers) / max(1, len(numbers) - 1)
    return mean - DEVIATIONS * sqrt(variance / len(numbers))


def _greatest(values: Mapping[str, Fraction]) -> str | None:
    """The move with the greatest value; None if all values are 0."""
    return max(values, key=values.__getitem__) if any(values.values()) else None


def _values(known: Induction, turn: TurnGraph[int], state: FlatState, stop: Pause) -> dict[str, Fraction]:
    """The values of an induction for the moves at a decision; its turn may have fewer of them."""
    node = known.turn.find(state, stop.status)
    if node is None or stop.status != Status.CHOICE:
        return {}
    graph, texts = known.graph, turn.texts(state, stop)
    values: dict[str, Fraction] = {}
    for edge in graph.edges(node):
        if code_of(graph.values[edge]) in stop.codes:
            values.setdefault(texts[stop.codes.index(code_of(graph.values[edge]))], known.value(graph.targets[edge]))
    return values
