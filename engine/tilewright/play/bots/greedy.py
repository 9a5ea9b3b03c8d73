"""Bots that do not look beyond their own turn: random moves, and greedy turns."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from tilewright.play.bots.beam import WIDTH, Beam, Line
from tilewright.play.bots.value import value_of
from tilewright.play.machine import Machine
from tilewright.play.state import Move
from tilewright.play.view import View


class Uniform:
    """Plays a random move, uniformly."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def choose(self, view: View) -> Move:
        """A move. Raises IndexError if the game is over."""
        return self._random.choice(list(view.moves))


class Greedy:
    """Plays the turn with the highest value at its end: the lead (its own total minus the best of the others), plus the
    trained weights of the features.

    If several turns are best, it plays a random one of those that use the fewest abilities, because these have a cost.
    `weights` replace those of the game. `width` is the width of the beam.
    """

    name = "greedy"

    def __init__(self, seed: int, weights: Mapping[str, float] | None = None, width: int = WIDTH) -> None:
        self._random = Random(seed)
        self._weights, self._width = weights, width
        self._machine: Machine | None = None
        self._plan: Mapping[object, Move] = {}

    def choose(self, view: View) -> Move:
        """A move; the rest of the turn is planned with it. Raises IndexError if the game is over."""
        if view.machine is not self._machine:
            self._machine, self._plan = view.machine, {}
            self._begin(view)
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        planned = self._plan.get(view.machine.key(view.state))
        if planned not in moves:
            best = self._best_turn(view)
            self._plan, planned = best.plan, best.moves[0]
        return next(move for move in moves if move == planned)

    def _begin(self, view: View) -> None:
        """Prepare for another match."""
        self._beam = Beam(view, self._random, self._width)
        self._value = value_of(view, self._weights)

    def _best_turn(self, view: View) -> Line:
        """A whole turn."""
        turns, player = self._beam.turns(view.state), view.state.player
        found = [(self._worth(line, player), -line.uses) for line in turns]
        most = max(found)
        return self._random.choice([line for line, worth in zip(turns, found, strict=True) if worth == most])

    def _worth(self, line: Line, player: int) -> float:
        """The value of a player's turn at its end."""
        return line.lead if self._value is None else self._value.lead(line.state, player)
