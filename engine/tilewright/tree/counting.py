"""How many ways there are to go on from a moment of a game, counted by the compiled game ("perft")."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.play.match import Match
from tilewright.tree.search import search_of


@dataclass(frozen=True)
class LineCount:
    """The ways to make so many `decisions`: `positions` after exactly so many, in `over` of which the game is over; and `ended`, those that ended
    the game with fewer.

    A decision is a choice between two moves or more: a move that is forced is made without being counted. Each answer of chance that is
    possible makes ways of its own.
    """

    decisions: int
    positions: int
    over: int
    ended: int

    @property
    def lines(self) -> int:
        """All ways, those that ended the game earlier among them."""
        return self.positions + self.ended

    @property
    def is_complete(self) -> bool:
        """Whether all ways have ended the game: these are all its lines."""
        return self.over == self.positions


def count_lines(match: Match, decisions: int) -> Iterator[LineCount]:
    """The counts for one decision, two, and so on, as far as is asked or to the end of all games.

    Each is exact: positions are visited one by one, and counted in 64 bits, which no machine fills. Raises `PlayError` where the compiled game
    has no room, or chance is to fill a whole place, and `KeyboardInterrupt` if it is to stop (`stopping.STOP`).
    """
    search = search_of(match)
    for depth in range(1, decisions + 1):
        counts = search.counts(match.state.cells, depth)
        ended = sum(one.over for one in counts[:depth])
        found = LineCount(depth, counts[depth].positions, counts[depth].over, ended)
        yield found
        if found.is_complete:
            return
