"""The best move by exhaustive search, where the rest of the game is small enough (`kernel/wasm/search.c`)."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tilewright.kernel.wasm.native import CompiledGame, NativeFault
from tilewright.kernel.wasm.walks import TreeSearch
from tilewright.play.view import View

FIRST = 256
"""The number of positions visited before the clock is checked; then twice as many, and so on."""
DEEPEST = 200
"""The maximum depth in choices."""


@dataclass(frozen=True)
class ProvedMove:
    """The code of an optimal move, and its value for the player who makes it: 1 a win, 0 a draw, -1 a loss, the mean if
    there is chance; for a single player, the points."""

    code: int
    value: float
    players: int

    @property
    def is_lost(self) -> bool:
        """Whether all moves lose."""
        return self.players > 1 and self.value <= -1


class EndgameSearch:
    """Searches for the rest of a game, with a transposition table of its own."""

    def __init__(self, game: CompiledGame) -> None:
        self._search = TreeSearch(game)

    def proved(self, view: View, most: int, seconds: float | None = None) -> ProvedMove | None:
        """The best move, if it takes at most `most` visits of positions (with `seconds`: about as many as fit into this
        time).

        With a number of visits the answer is the same on every machine. None if players have different information,
        choose simultaneously, or are more than two.
        """
        players = len(view.names)
        if players > 2 or view.game.hides:
            return None
        until = None if seconds is None else time.perf_counter() + seconds
        allowed = most if until is None else min(FIRST, most)
        search, cells = self._search, view.state.cells
        search.begin(allowed if until is None else most)
        for depth in range(1, DEEPEST):
            search.limit(allowed)
            try:
                found = search.value(cells, view.player, depth, players == 1)
            except NativeFault:
                return None
            if found.move is not None and (found.is_value or (players == 2 and found.value >= 1)):
                return ProvedMove(found.move, found.value, players)
            if search.searched < allowed:
                continue
            if until is None or allowed >= most or time.perf_counter() > until:
                return None
            allowed = min(most, 2 * allowed)
        return None
