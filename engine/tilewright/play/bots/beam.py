"""Whole turns: lines of moves to the end of a player's turn, followed all together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from tilewright.play.bots.likeness import Likeness
from tilewright.play.state import GameState, Move
from tilewright.play.totals import Totals
from tilewright.play.view import View, sample

WIDTH = 60
"""States that are examined after each further decision of a turn, by default."""


@dataclass(frozen=True, slots=True)
class Line:
    """Moves of one turn one after another, the state they lead to and the lead there.

    `key` is that of the state, `keys` are those of the states at which the moves are chosen, `likes` what they bring
    together.
    """

    state: GameState
    key: object
    lead: int
    likes: int = 0
    moves: tuple[Move, ...] = ()
    keys: tuple[object, ...] = ()

    @property
    def plan(self) -> Mapping[object, Move]:
        """The move at each state on its way, by key."""
        return dict(zip(self.keys, self.moves, strict=True))

    @property
    def uses(self) -> int:
        """How many abilities are used."""
        return sum(move.kind == "use" for move in self.moves)


Extension = tuple[Line, Move, int]
"""A line, a move that goes on with it, and what both bring together."""


class Beam:
    """Finds turns in one match.

    Where it is nobody's turn, a turn is what one player chooses. A turn is several moves. Their lines are followed all
    together, one decision after another; when there are more of them than its width, those go on that gain at once or
    bring like to like, and for the other half chance decides.
    """

    def __init__(self, view: View, random: Random, width: int = WIDTH) -> None:
        self._width = width
        self._machine = view.machine
        self._random = random
        self._likeness, self._totals = Likeness(view.machine), Totals(view)

    def turns(self, start: GameState) -> list[Line]:
        """Turns from a state on, as far as it is known; of those that lead to one state one."""
        state = sample(start, self._random)
        open_, ended = [Line(state, state.key, 0)], list[Line]()
        while open_:
            lines = self._grown(open_, start)
            open_ = [line for line in lines if self._machine.goes_on(start, line.state)]
            ended += [line for line in lines if not self._machine.goes_on(start, line.state)]
        return ended

    def _grown(self, lines: list[Line], start: GameState) -> list[Line]:
        """The lines with one more move, of those that lead to the same state one."""
        found: dict[object, Line] = {}
        for line, move, likes in self._chosen(lines):
            state = self._machine.applied(line.state, move)
            key = state.key if state.turn == start.turn else state.table.key  # the latter is quick, and says all there
            if key not in found:
                moves, keys = (*line.moves, move), (*line.keys, line.key)
                found[key] = Line(state, key, self._totals.lead(state, start.player), likes, moves, keys)
        return list(found.values())

    def _chosen(self, lines: list[Line]) -> list[Extension]:
        """As many ways to go on as the beam is wide, of those that use no ability half if there are so many."""
        plain, using = list[Extension](), list[Extension]()
        for line in lines:
            moves, used = self._machine.moves_at(line.state), line.uses > 0
            for like, move in zip(self._likeness.of(line.state, moves), moves, strict=True):
                (using if used or move.kind == "use" else plain).append((line, move, line.likes + like))
        found = self._beam(plain, self._width - min(len(using), self._width // 2))
        return found + self._beam(using, self._width - len(found))

    def _beam(self, ways: list[Extension], width: int) -> list[Extension]:
        """So many of some ways to go on."""
        if len(ways) <= width:
            return ways
        self._random.shuffle(ways)
        ways.sort(key=lambda way: way[0].lead + way[2], reverse=True)
        half = width // 2
        return ways[:half] + self._random.sample(ways[half:], width - half)
