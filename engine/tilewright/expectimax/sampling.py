"""Turns that are too large to go through: a policy that plays them, and what it reaches in games that are sampled.

What any policy reaches is no more than the best can, and may be far less: so its games bound the odds from below, with
some confidence, and say nothing of how much greater they are. Moves are the best as
far as values are known, and elsewhere those of a small graph that is made on the spot (planning from the present state,
Kearns, Mansour and Ng 2002). How much is done is counted in stops and games, never in time.
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
"""The size of a graph that is made for one decision about which nothing is known."""
MOST_LOCAL = 100
"""So many of them are made at most; after that such a decision is made by the little that is sure."""
TRIED = 5
"""The share of the games by which a policy is chosen."""
CONFIDENCE = 0.95
"""The share of estimates whose bound holds at least: of one side, for nothing is known of the other."""
DEVIATIONS = 1.644854
"""A normal distribution lies to 95% above so many standard deviations below its mean."""
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
        """What is reached in one game from the first stop on."""
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
        """What is known of the moves at the first decision, by their texts: each is worth that at least."""
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
            text: str | None = forced[0]  # no choice in a turn without abilities, which is why nothing knows it
        else:
            text = _greatest(known) or self._on_the_spot(state, stop) or _greatest(sure)
        return stop.codes[texts.index(text)] if text in texts else stop.codes[0]

    def _exact(self, state: FlatState, stop: Pause) -> dict[str, Fraction]:
        """What the moves are worth, if nothing is left open; else nothing."""
        assert self._most is not None
        least = _values(self._known[0], self._turn, state, stop)
        return least if least == _values(self._most, self._turn, state, stop) else {}

    def _on_the_spot(self, state: FlatState, stop: Pause) -> str | None:
        """The best move in a small graph from a state on; None if there is none, or too many were made."""
        key = self._turn.walks.key(state, stop.status)
        if key not in self._made and len(self._made) < MOST_LOCAL:
            self._made[key] = self._found(state, stop)
        return self._made.get(key)

    def _found(self, state: FlatState, stop: Pause) -> str | None:
        turn, texts = self._turn, self._turn.texts(state, stop)
        moment = replace(turn.moment, state=turn.moment.state.at(state, stop))
        local = TurnGraph(moment, turn.reach, turn.at_end, LOCAL_STOPS, cut=True, walks=turn.walks)
        sums = [Fraction(0)] * len(texts)
        for unknown in (0, 1):  # in the middle between the bounds of a chance
            for index, value in Induction(local, unknown).moves():
                sums[index] += value
        return texts[sums.index(max(sums))] if any(sums) else None


def estimate(policies: Sequence[Policy], games: int, seed: int, of_chance: bool) -> Estimate:
    """What the better of some policies reaches in so many games; the same seed gives the same games.

    A fifth as many games of each say which is the better; they do not count.
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
    """The smallest chance with which so many games or more reach something in 5% of all cases.

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


def _greatest(values: Mapping[str, Fraction]) -> str | None:
    """The move with the greatest value; None if nothing is worth anything."""
    return max(values, key=values.__getitem__) if any(values.values()) else None


def _values(known: Induction, turn: TurnGraph[int], state: FlatState, stop: Pause) -> dict[str, Fraction]:
    """What an induction knows of the moves at a decision; its turn may have fewer of them."""
    node = known.turn.find(state, stop.status)
    if node is None or stop.status != Status.CHOICE:
        return {}
    graph, texts = known.graph, turn.texts(state, stop)
    values: dict[str, Fraction] = {}
    for edge in graph.edges(node):
        if code_of(graph.values[edge]) in stop.codes:
            values.setdefault(texts[stop.codes.index(code_of(graph.values[edge]))], known.value(graph.targets[edge]))
    return values
