"""Searches of the tree of a compiled game: positions counted by depth, and bounds of its value (`search.c`)."""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.native import CompiledGame
from tilewright.kernel.wasm.walks import Walks

NO_MOVE = -(1 << 30)
UNKNOWN = 1e18
"""A bound of a value of which nothing is known: no sum of points is as large."""
MEGABYTE = 1 << 20


class _Found(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_double),
        ("searched", ctypes.c_int64),
        ("stored", ctypes.c_int64),
        ("move", ctypes.c_int32),
        ("complete", ctypes.c_int32),
    )
    value: float
    searched: int
    stored: int
    move: int
    complete: int


@dataclass(frozen=True)
class FoundValue:
    """A lower bound of the value of a state to a player, and whether it is the value; the code of the best choice, None where nobody chooses."""

    value: float
    is_value: bool
    move: int | None


@dataclass(frozen=True)
class DepthCount:
    """How many positions there are after so many choices, and in how many of them the game is over."""

    depth: int
    positions: int
    over: int


class TreeSearch(Walks):
    """Searches in a compiled game, with a table of positions of so many `megabytes`, which lasts from one search to the next.

    A search ends with `DeadlinePassed` at its `deadline`, and with `KeyboardInterrupt` if it is to stop (`stopping.STOP`). What the table knows stays true.
    """

    def __init__(self, game: CompiledGame, megabytes: int = 64) -> None:
        super().__init__(game)
        self._megabytes, self._has_table = megabytes, False

    def returns(self, state: FlatState, points: bool = False) -> tuple[float, ...]:
        """What a state that is over gives each player: the part of the victory, or the points (of two players the difference)."""
        self.load(state)
        at = self.call("returns", self.at, int(points))
        return tuple(memoryview(bytes(self._memory.read(self._store, at, at + 8 * self.layout.players))).cast("d"))

    def counts(self, state: FlatState, depth: int) -> Sequence[DepthCount]:
        """The positions after each number of choices up to a depth; each answer of chance that is possible makes positions of its own."""
        self.load(state)
        at = self.call("perft", self.at, depth)
        numbers = memoryview(bytes(self._memory.read(self._store, at, at + 16 * (depth + 1)))).cast("Q")
        return [DepthCount(one, numbers[2 * one], numbers[2 * one + 1]) for one in range(depth + 1)]

    def perft(self, state: FlatState, depth: int) -> int:
        """How many ways there are to make so many choices; one that ends the game earlier is one."""
        found = self.counts(state, depth)
        return found[depth].positions + sum(one.over for one in found[:depth])

    def value(
        self, state: FlatState, player: int, depth: int, points: bool = False, open_deal: bool = False
    ) -> FoundValue:
        """What a state is worth to a player of two, or of one, at least, where so many choices are looked ahead.

        With an `open_deal` pieces that lie covered count as seen, else each that they may be is as likely. The table knows one sort of question:
        whoever asks another one makes another search.
        """
        if not self._has_table:
            self.call("search_room", self._megabytes * MEGABYTE)
            self._has_table = True
        self.load(state)
        found = _Found.from_address(
            self.address(self.call("search", self.at, player, depth, int(points), int(open_deal)))
        )
        return FoundValue(found.value, bool(found.complete), None if found.move == NO_MOVE else found.move)

    def begin(self, most: int, bytes_each: int = 96) -> None:
        """Forget all positions, and make a table for searches that visit so many in all, and go no deeper then."""
        self.call("search_room", most * bytes_each)
        self._has_table = True
        self.limit(most)

    def limit(self, most: int) -> None:
        """After so many visits of positions, since the table was made, searches go no deeper."""
        self.call("search_limit", most)

    @property
    def searched(self) -> int:
        """How many positions were visited since the table was made."""
        return _Found.from_address(self.address(self.call("search_found"))).searched

    @property
    def stored(self) -> int:
        """How many positions the table holds."""
        return _Found.from_address(self.address(self.call("search_found"))).stored
