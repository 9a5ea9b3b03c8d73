"""The bot that looks as far as the end of its own turn."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilewright.play.bots.likeness import Likeness
from tilewright.play.machine import Machine
from tilewright.play.state import Move, State
from tilewright.play.totals import Totals
from tilewright.play.view import View, sample

WIDTH = 60
"""States that are looked at after each further decision of a turn."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves of one turn one after another, the state they lead to and the lead there.

    `key` is that of the state, `keys` are those of the states at which the moves are chosen, `likes` what they bring together.
    """

    state: State
    key: object
    lead: int
    likes: int = 0
    moves: tuple[Move, ...] = ()
    keys: tuple[object, ...] = ()


class Greedy:
    """Plays the turn with the largest lead at its end: its own total less the best of the others.

    Where it is nobody's turn, it looks as far as it chooses itself.

    A turn is several moves. Their lines are followed all together, one decision after another;
    when there are more of them than `WIDTH`, those go on that gain at once or bring like to like,
    and for the other half chance decides. Of several best turns any may be played.
    """

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._machine: Machine | None = None
        self._plan: dict[object, Move] = {}

    def choose(self, view: View) -> Move:
        """A move; the rest of the turn is planned with it. Raises IndexError when the game is over."""
        if view.machine is not self._machine:
            self._machine, self._plan = view.machine, {}
            self._likeness, self._totals = Likeness(view.machine), Totals(view)
        moves = list(view.moves)
        if len(moves) < 2:
            return moves[0]
        planned = self._plan.get(view.state.key)
        if planned not in moves:
            best = self._best(view.machine, view.state)
            self._plan = dict(zip(best.keys, best.moves, strict=True))
            planned = best.moves[0]
        return next(move for move in moves if move == planned)

    def _best(self, machine: Machine, start: State) -> Line:
        """A whole turn from a state on."""
        open_, ended = [self._begun(start)], list[Line]()
        while open_:
            lines = self._grown(machine, open_, start.player)
            open_ = [line for line in lines if machine.goes_on(start, line.state)]
            ended += [line for line in lines if not machine.goes_on(start, line.state)]
        most = max(line.lead for line in ended)
        return self._random.choice([line for line in ended if line.lead == most])

    def _begun(self, start: State) -> Line:
        state = sample(start, self._random)
        return Line(state, state.key, 0)

    def _grown(self, machine: Machine, lines: list[Line], player: int) -> list[Line]:
        """The lines with one more move, of those that lead to the same state one."""
        found: dict[object, Line] = {}
        for line, move, likes in self._chosen(machine, lines):
            state = line.state.copy()
            machine.apply(state, move)
            key = state.key
            if key not in found:
                moves, keys = (*line.moves, move), (*line.keys, line.key)
                found[key] = Line(state, key, self._totals.lead(state, player), likes, moves, keys)
        return list(found.values())

    def _chosen(self, machine: Machine, lines: list[Line]) -> list[tuple[Line, Move, int]]:
        """Lines, moves that go on with them, and what they then bring together: `WIDTH` of them."""
        ways = []
        for line in lines:
            moves = machine.moves_at(line.state)
            for like, move in zip(self._likeness.of(line.state, moves), moves, strict=True):
                ways.append((line, move, line.likes + like))
        if len(ways) <= WIDTH:
            return ways
        self._random.shuffle(ways)
        ways.sort(key=lambda way: way[0].lead + way[2], reverse=True)
        half = WIDTH // 2
        return ways[:half] + self._random.sample(ways[half:], WIDTH - half)
