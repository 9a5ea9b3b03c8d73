"""A match and the reference interpreter of its flow, which follows it."""

from __future__ import annotations

from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.stops import Pause
from tilewright.play.match import Match
from tilewright.play.state import Move


def interpreter_of(match: Match) -> Interpreter:
    """The interpreter of the game of a match."""
    return Interpreter(match.machine.layout)


class Lockstep:
    """A match with the cells of its state."""

    def __init__(self, match: Match) -> None:
        self.match, self.interpreter, self.chance = match, interpreter_of(match), match.state.chance
        self._follow()

    def _follow(self) -> None:
        self.state, self.stop = (
            self.match.state.cells.copy(),
            Pause(self.match.state.stop.status, self.match.state.stop.codes),
        )

    def play(self, move: Move) -> None:
        """Play a move."""
        self.match.play(move)
        self._follow()
