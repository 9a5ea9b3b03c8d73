"""What a state is worth to a player: the lead, and the features that will score soon."""

from __future__ import annotations

from collections.abc import Mapping

from tilewright.play.bots.features import digest_of, features_of
from tilewright.play.match import Match
from tilewright.play.state import State
from tilewright.play.totals import Totals
from tilewright.play.view import View
from tilewright.table.game import Game


class ValueFunction:
    """The lead of a player when to the total of each what its features are worth is added.

    `weights` are points for one of each feature (`features_of`), by name. When a game is over only totals count.
    """

    def __init__(self, match: Match | View, weights: Mapping[str, float]) -> None:
        self._totals = Totals(match)
        referee, state = match.machine.referee, match.state
        compiled = referee.functions(state)
        worth = ((weights.get(feature.name, 0.0), feature.rule) for feature in features_of(match.game, match.cards))
        self._features = [(weight, compiled.function(rule)) for weight, rule in worth if weight]
        self._places = [referee.places_of(state.table, seat) for seat in range(len(match.names))]

    def lead(self, state: State, player: int) -> float:
        """How far a player is ahead of the best of the others; alone, what they have."""
        if state.over or not self._features:
            return self._totals.lead(state, player)
        found = [total + self.promise(state, seat) for seat, total in enumerate(self._totals(state))]
        own = found.pop(player)
        return own - max(found, default=0.0)

    def promise(self, state: State, seat: int) -> float:
        """What the features of a player are worth."""
        grids, counters, places = state.table.grids, state.table.counters, self._places[seat]
        worth = (weight * int(asked(grids, counters, places, seat, {}, ())) for weight, asked in self._features)
        return sum(worth, 0.0)


def weights_for(game: Game) -> Mapping[str, float] | None:
    """The weights that were found for a game; None when there are none, or those of other rules."""
    found = game.weights
    return None if found is None or found.rules != digest_of(game) else found.values


def value_of(view: View, weights: Mapping[str, float] | None) -> ValueFunction | None:
    """The value by some weights, or without them by those of the game; None where there are none."""
    found = weights_for(view.game) if weights is None else weights
    return None if found is None else ValueFunction(view, found)
