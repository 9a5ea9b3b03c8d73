"""The best move where what is left of the game is so small that it is searched to its end (`kernel/wasm/search.c`)."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tilewright.kernel.wasm.native import CompiledGame, NativeFault
from tilewright.kernel.wasm.walks import TreeSearch
from tilewright.play.view import View

FIRST = 256
"""So many positions are visited before the clock is looked at, then twice as many, and so on."""
DEEPEST = 200
"""Choices ahead, at most."""


@dataclass(frozen=True)
class ProvedMove:
    """The code of a move that no other one is better than, and what it is worth to who makes it: 1 is a win, 0 a draw, -1 a loss, and with
    chance it is the mean; alone it is the points."""

    code: int
    value: float
    players: int

    @property
    def is_lost(self) -> bool:
        """Whether all moves lose."""
        return self.players > 1 and self.value <= -1


class EndgameSearch:
    """Searches of what is left of a game, with a table of positions of its own."""

    def __init__(self, game: CompiledGame) -> None:
        self._search = TreeSearch(game)

    def proved(self, view: View, most: int, seconds: float | None = None) -> ProvedMove | None:
        """The best move, if that takes no more visits of positions than `most` (within so many `seconds`: about as many as go by in these).

        With a number of visits the answer is the same on every machine. None where players know different things, choose at the same
        time, or are more than two.
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
