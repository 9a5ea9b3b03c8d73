"""The totals of a game at a moment, quickly: what bots weigh moves by."""

from __future__ import annotations

from tilewright.meaning.scoring import scoring_rules
from tilewright.play.match import Match
from tilewright.play.state import State
from tilewright.play.view import View


class Totals:
    """The rules that a match is scored by, ready to be asked of its states.

    They look at the table alone: what a turn has changed of the rules does not count.
    """

    def __init__(self, match: Match | View) -> None:
        compiled = match.machine.referee.functions(match.state)
        rules = scoring_rules(match.game, match.cards)
        self._parts = {name: compiled.function(rule, ()) for name, rule in rules.items()}
        self._rules = list(self._parts.values())
        self._seats = range(len(match.names))

    def __call__(self, state: State) -> list[int]:
        """The points of every player, in turn order, as `Match.scores` would add them up."""
        grids, counters, found = state.table.grids, state.table.counters, []
        for seat in self._seats:
            total = 0
            for rule in self._rules:
                total += rule(grids, counters, {}, seat, {}, ())
            found.append(total)
        return found

    def parts(self, state: State) -> list[dict[str, int]]:
        """The same by the parts of the score."""
        grids, counters = state.table.grids, state.table.counters
        return [
            {name: rule(grids, counters, {}, seat, {}, ()) for name, rule in self._parts.items()}
            for seat in self._seats
        ]

    def lead(self, state: State, player: int) -> int:
        """How far a player is ahead of the best of the others; alone, what they have."""
        found = self(state)
        own = found.pop(player)
        return own - max(found, default=0)


def totals(match: Match | View, state: State) -> list[int]:
    """The points of every player at a state of a match, in turn order."""
    return Totals(match)(state)
