"""UCT in a compiled game (`uct.c`): which of the moves at a choice wins most often."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import TooMuchWork
from tilewright.kernel.wasm.native import CompiledGame, Native, NativeFault
from tilewright.kernel.wasm.tables import CODES

_BRANCH = struct.Struct("<iIdddiBBxx")
_MOST_FAULTS = 100
"""So many ways down in a row may come to where the game has no room, or takes too much work; then this is reported."""


@dataclass(frozen=True, slots=True)
class TriedChoice:
    """What is known of a choice: in how many games it was tried; the mean of what they were worth to who decides, of their share of the
    win, and of their lead (alone: of their points); the player who surely wins after it, if that is proved; whether the same player
    decides after it in the same turn."""

    code: int
    visits: int
    worth: float
    won: float
    points: float
    winner: int | None
    stays: bool


class UctSettings(Protocol):
    """After how many decisions a rollout is broken off; how much is explored, and how much of the worth is the lead."""

    @property
    def limit(self) -> int: ...

    @property
    def exploration(self) -> float: ...

    @property
    def lead(self) -> float: ...


class UctTree(Native):
    """A compiled game with a tree for the choice of one player. The budget of a turn is spent in `parts`, while the turn goes on after what
    is best."""

    parts: tuple[float, ...] = (0.5, 1.0)
    most_at_once = 64
    """So many games are searched at most between two looks at the clock."""
    by_turns = False

    def __init__(self, game: CompiledGame) -> None:
        super().__init__(game)
        self.size, self._faults = 0, 0
        self.hides = self.layout.game.hides
        self.call("uct_room", self.at + self.layout.size)

    @property
    def least(self) -> int:
        """So many games try each choice at the root."""
        return self.size

    def begin(
        self,
        state: FlatState,
        player: int,
        codes: Sequence[int],
        seed: int,
        settings: UctSettings,
        chosen: int | None = None,
    ) -> int:
        """Let a choice of a player be the root, where a state has stopped that the player can imagine. Nodes of the tree before are kept if
        the code that was `chosen` at its root led here. How many games of the tree went through this choice before."""
        self.size, self._faults = len(codes), 0
        self.call("seed_with", seed & 0xFFFFFFF, seed >> 28 & 0xFFFFFFF)
        self.load(state)
        self._memory.write(self._store, struct.pack(f"<{len(codes)}i", *codes), CODES)
        numbers = round(1000 * settings.exploration), round(1000 * settings.lead), int(chosen is not None)
        kept = self.call("uct_begin", self.at, player, len(codes), settings.limit, *numbers, chosen or 0)
        return self._kept(kept, chosen)

    def _kept(self, games: int, chosen: int | None) -> int:
        """How many games are kept at a new root, by how many went through it."""
        return games

    def search(self, iterations: int) -> int:
        """So many games from the state that is worked on; how many there were: fewer once it is proved who wins. Raises `NativeFault` or
        `TooMuchWork` where no game can be played on."""
        try:
            done = self.call("uct", self.at, iterations)
        except (NativeFault, TooMuchWork):
            self._faults += 1
            if self._faults == _MOST_FAULTS:
                raise
            return iterations
        self._faults = 0
        return done

    def games(self, tried: Sequence[TriedChoice]) -> int:
        """How many games there were, of which some began with each choice that was tried."""
        return sum(one.visits for one in tried)

    def tried(self) -> list[TriedChoice]:
        """What is known of the choices, in the order of their codes."""
        at = self.call("uct_branches")
        rows = _BRANCH.iter_unpack(self._memory.read(self._store, at, at + _BRANCH.size * self.size))
        return [self._tried(*row) for row in rows]

    @staticmethod
    def _tried(
        code: int, visits: int, worth: float, won: float, points: float, _: int, winner: int, stays: int
    ) -> TriedChoice:
        games = max(1, visits)
        certain = winner - 1 if winner else None
        return TriedChoice(code, visits, worth / games, won / games, points / games, certain, bool(stays))


class TurnTree(UctTree):
    """A tree whose choices are whole turns (`whole_turns.c`), for games whose measure is the value of a position."""

    parts = (1.0,)
    most_at_once = 8
    by_turns = True

    def __init__(self, game: CompiledGame, ahead: int, drawn: int) -> None:
        super().__init__(game)
        self.call("turns_room", ahead, drawn)

    @property
    def least(self) -> int:
        return 0

    def _kept(self, games: int, chosen: int | None) -> int:
        """Turns that begin with what was `chosen` are kept; they leave the budget as it is."""
        self.call("begin_turns", int(chosen is not None), chosen or 0)
        return 0

    def games(self, tried: Sequence[TriedChoice]) -> int:
        """The same; a choice has those of one turn with it."""
        return self.call("turn_games")

    def search(self, iterations: int) -> int:
        """So many games, each after one of the turns."""
        return self.call("try_turns", iterations)
