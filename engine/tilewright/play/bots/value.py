"""What a state is worth to a player: what is played for, the lead if the game ended now, and the features that will score soon."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tilewright.core import expr as core
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.bots.features import AT_THE_END, digest_of, features_of, names_of
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.totals import Totals
from tilewright.play.view import View
from tilewright.table.card import Card
from tilewright.table.game import Game

POINT = 100
"""So much more than one of its measure a point is worth."""


def points_and_measure(game: Game, cards: Iterable[Card]) -> core.Expr:
    """The points of a player, and with them what the game file measures first."""
    assert game.course is not None, "games that are played have a course"
    points = core.Add(tuple(scoring_rules(game, tuple(cards)).values()))
    return core.Add((core.Mul(core.Const(POINT), points), *(number for _, number in game.course.measures[:1])))


class FinalTotals:
    """The totals after what the course of a game does when its rounds are over, such as paying for what is not completed.

    The rounds are left at once, and the statements after them are done. Where somebody would have to choose there, or
    nothing comes after them, the totals are those of the moment.
    """

    def __init__(self, match: Match | View) -> None:
        self._machine, self._totals = match.machine, Totals(match)

    def __call__(self, state: GameState) -> list[int]:
        """The points of every player, in turn order."""
        return self._totals(self._machine.finished(state))

    def lead(self, state: GameState, player: int) -> int:
        """How far a player would be ahead of the best of the others; alone, what they would have."""
        return self._totals.lead(self._machine.finished(state), player)


class ValueFunction:
    """The lead of a player when to the total of each what its features are worth is added.

    `weights` are points for one of each feature (`names_of`), by name. When a game is over only totals count.
    """

    def __init__(self, match: Match | View, weights: Mapping[str, float]) -> None:
        self._totals = Totals(match)
        evaluator, state = match.machine.evaluator, match.state
        compiled = evaluator.functions(state)
        worth = ((weights.get(feature.name, 0.0), feature.rule) for feature in features_of(match.game, match.cards))
        self._features = [(weight, compiled.function(rule)) for weight, rule in worth if weight]
        self._final, self._later = FinalTotals(match), weights.get(AT_THE_END, 0.0)
        self._places = [evaluator.places_of(state.table, seat) for seat in range(len(match.names))]

    def lead(self, state: GameState, player: int) -> float:
        """How far a player is ahead of the best of the others; alone, what they have."""
        if state.over or not (self._features or self._later):
            return self._totals.lead(state, player)
        totals = self._totals(state)
        found = [total + promise for total, promise in zip(totals, self.promises(state, totals), strict=True)]
        own = found.pop(player)
        return own - max(found, default=0.0)

    def promises(self, state: GameState, totals: list[int] | None = None) -> list[float]:
        """What the features of each player are worth, in turn order; `totals` are those of the state where they are known."""
        found = [self._promise(state, seat) for seat in range(len(self._places))]
        if not self._later:
            return found
        now, final = totals or self._totals(state), self._final(state)
        return [worth + self._later * (then - own) for worth, own, then in zip(found, now, final, strict=True)]

    def _promise(self, state: GameState, seat: int) -> float:
        """What the rules among the features of a player are worth."""
        grids, counters, places = state.table.grids, state.table.counters, self._places[seat]
        worth = (weight * int(asked(grids, counters, places, seat, {}, ())) for weight, asked in self._features)
        return sum(worth, 0.0)


def weights_for(game: Game) -> Mapping[str, float] | None:
    """The weights that were found for a game; None when there are none, or those of other rules or features."""
    found = game.weights
    fits = found is not None and found.rules == digest_of(game) and found.values.keys() <= set(names_of(game))
    return found.values if found is not None and fits else None


def value_of(view: View, weights: Mapping[str, float] | None) -> ValueFunction | None:
    """The value by some weights, or without them by those of the game; None where there are none."""
    found = weights_for(view.game) if weights is None else weights
    return None if found is None else ValueFunction(view, found)
