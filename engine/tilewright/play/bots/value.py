"""The value of a state for a player: the goal of the game, the lead if the game ended now, and features that will score
soon."""

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
"""The weight of a point, in units of the measure."""


def points_and_measure(game: Game, cards: Iterable[Card]) -> core.Expr:
    """The points of a player, plus the measure of the game file, which breaks ties."""
    assert game.play_rules is not None, "games that are played have a course"
    points = core.Add(tuple(scoring_rules(game, tuple(cards)).values()))
    return core.Add((core.Mul(core.Const(POINT), points), *(number for _, number in game.play_rules.measures[:1])))


class FinalTotals:
    """The totals after the statements of the course that follow its rounds, such as paying for what is not complete.

    The rounds are left immediately, and the statements after them are executed. If somebody would have to choose there,
    or if there are none, these are the current totals.
    """

    def __init__(self, match: Match | View) -> None:
        self._machine, self._totals = match.machine, Totals(match)

    def __call__(self, state: GameState) -> list[int]:
        """The points of every player, in turn order."""
        return self._totals(self._machine.finished(state))

    def lead(self, state: GameState, player: int) -> int:
        """The lead of a player over the best of the others; alone, their points."""
        return self._totals.lead(self._machine.finished(state), player)


class ValueFunction:
    """The lead of a player, where the value of the features is added to the total of each player.

    `weights` are points per unit of each feature (`names_of`), by name. When a game is over only totals count.
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
        """The lead of a player over the best of the others; alone, their value."""
        if state.over or not (self._features or self._later):
            return self._totals.lead(state, player)
        totals = self._totals(state)
        found = [total + promise for total, promise in zip(totals, self.promises(state, totals), strict=True)]
        own = found.pop(player)
        return own - max(found, default=0.0)

    def promises(self, state: GameState, totals: list[int] | None = None) -> list[float]:
        """The value of the features of each player, in turn order; `totals` are those of the state, if known."""
        found = [self._promise(state, seat) for seat in range(len(self._places))]
        if not self._later:
            return found
        now, final = totals or self._totals(state), self._final(state)
        return [worth + self._later * (then - own) for worth, own, then in zip(found, now, final, strict=True)]

    def _promise(self, state: GameState, seat: int) -> float:
        """The value of a player's features that are expressions."""
        grids, counters, places = state.table.grids, state.table.counters, self._places[seat]
        worth = (weight * int(asked(grids, counters, places, seat, {}, ())) for weight, asked in self._features)
        return sum(worth, 0.0)


def weights_for(game: Game) -> Mapping[str, float] | None:
    """The weights of a game; None if there are none, or if they were found for other rules or features."""
    found = game.weights
    fits = found is not None and found.rules == digest_of(game) and found.values.keys() <= set(names_of(game))
    return found.values if found is not None and fits else None


def value_of(view: View, weights: Mapping[str, float] | None) -> ValueFunction | None:
    """The value function for some weights, by default those of the game; None if there are none."""
    found = weights_for(view.game) if weights is None else weights
    return None if found is None else ValueFunction(view, found)
