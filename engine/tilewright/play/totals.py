"""The current totals of a game, computed fast: what bots compare moves by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.check.play.secrets import depends_on_hidden
from tilewright.core.node import COUNTERS, reads
from tilewright.core.walk import walk
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.table import Grid, counters_in
from tilewright.play.view import View
from tilewright.table.card import Card
from tilewright.table.game import Game


class Totals:
    """The scoring rules of a match, ready to be evaluated on its states.

    They read only the table: overrides of a turn are ignored.
    """

    def __init__(self, match: Match | View) -> None:
        compiled = match.machine.evaluator.functions(match.state)
        rules = scoring_rules(match.game, match.cards)
        self._parts = {name: compiled.function(rule, ()) for name, rule in rules.items()}
        self._rules = list(self._parts.values())
        self._seats = range(len(match.names))
        self._counted = all(reads(node) <= COUNTERS for node in walk(*rules.values()))

    def __call__(self, state: GameState) -> list[int]:
        """The points of every player, in turn order, equal to the sums of `Match.scores`."""
        grids, counters = self._read(state)
        found = []
        for seat in self._seats:
            total = 0
            for rule in self._rules:
                total += rule(grids, counters, {}, seat, {}, ())
            found.append(total)
        return found

    def parts(self, state: GameState) -> list[dict[str, int]]:
        """The points by part of the score."""
        grids, counters = self._read(state)
        return [
            {name: rule(grids, counters, {}, seat, {}, ()) for name, rule in self._parts.items()}
            for seat in self._seats
        ]

    def _read(self, state: GameState) -> tuple[Sequence[Grid], Sequence[Mapping[str, int]]]:
        """The places and the counters that the rules read; reading places takes most of the time."""
        return ((), counters_in(state.cells)) if self._counted else (state.table.grids, state.table.counters)

    def lead(self, state: GameState, player: int) -> int:
        """The lead of a player over the best of the others; alone, their points."""
        found = self(state)
        own = found.pop(player)
        return own - max(found, default=0)


def totals(match: Match | View, state: GameState) -> list[int]:
    """The points of every player at a state of a match, in turn order."""
    return Totals(match)(state)


def hidden_parts(game: Game, cards: Sequence[Card]) -> frozenset[str]:
    """The parts of the score that depend on hidden information, so that nobody knows those of others."""
    if not game.hides or game.play_rules is None:
        return frozenset()
    play_rules, rules = game.play_rules, scoring_rules(game, cards)
    return frozenset(name for name, rule in rules.items() if depends_on_hidden(rule, play_rules, game))


def known_parts(view: View, state: GameState) -> list[dict[str, int | None]]:
    """The points of every player by part of the score, as a player knows them: None if hidden."""
    unknown = frozenset() if state.over else hidden_parts(view.game, view.cards)
    return [
        {name: None if name in unknown and seat != view.player else points for name, points in own.items()}
        for seat, own in enumerate(Totals(view).parts(state))
    ]


def known_totals(view: View, state: GameState) -> list[int | None]:
    """The points of every player, as a player knows them: None if they depend on hidden information."""
    return [None if None in own.values() else sum(filter(None, own.values())) for own in known_parts(view, state)]
