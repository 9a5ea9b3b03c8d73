"""Beam search over whole turns: all lines of moves to the end of a player's turn in parallel, preferring moves that
bring similar pieces together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.play.table import Grid
from tilewright.play.totals import Totals
from tilewright.play.view import View, sample

MOST = 3
"""The maximum of the similarity."""


class MoveSimilarity:
    """Rates moves by similarity: how many similar pieces they bring together."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        game = machine.evaluator.game
        values = [kind.values.get(game.main_attribute, kind.code) for kind in game.kinds]
        self._group = [values.index(value) for value in values]
        self._board = game.own_place.name
        self._coming: dict[tuple[int, int], play.At | None] = {}

    def of(self, state: GameState, moves: Sequence[Move]) -> list[int]:
        """A similarity from 0 to `MOST` for each of the moves at a choice.

        Where a piece is placed: the number of neighbors similar to it. Where one is picked: the number of the mover's
        pieces similar to it. Moves that pick no space get the maximum of the others.
        """
        frame, choice = state.frame, state.choice
        step = None if choice is None else choice.step
        if frame is None or not isinstance(step, play.Pick) or step.binder.var.sort != core.SPACE:
            return [0] * len(moves)
        grid = state.table.grids[self._machine.evaluator.seat(step.home, frame.env)]
        piece = self._comes(frame, step)
        likes = self._owned(state, grid) if piece is None else self._near(state, frame, piece, grid)
        best = max((likes[move.value] for move in moves if move.kind == "pick"), default=0)
        return [likes[move.value] if move.kind == "pick" else best for move in moves]

    def _owned(self, state: GameState, grid: Grid) -> list[int]:
        """For each space, the number of tops of the mover that are similar to its own."""
        count = [0] * len(self._group)
        for top in state.table.grids[state.table.seat_of(self._board, state.player)].tops:
            if top >= 0:
                count[self._group[top]] += 1
        return [min(count[self._group[top]], MOST) if top >= 0 else 0 for top in grid.tops]

    def _near(self, state: GameState, frame: Frame, piece: play.At, grid: Grid) -> list[int]:
        """For each space, the number of its neighbors that are similar to the piece to be placed there."""
        likes = [0] * len(grid.tops)
        source = state.table.grids[self._machine.evaluator.seat(piece.home, frame.env)]
        kind = source.tops[frame.env[piece.space.id]]
        if kind >= 0:
            group, wanted = self._group, self._group[kind]
            for space, top in enumerate(grid.tops):
                if top >= 0 and group[top] == wanted:
                    for near in grid.geometry.neighbors(space):
                        if likes[near] < MOST:
                            likes[near] += 1
        return likes

    def _comes(self, frame: Frame, step: play.Pick) -> play.At | None:
        """The piece that the next statements move to the picked space."""
        key = (frame.number, frame.at)
        if key not in self._coming:
            rest = frame.steps[frame.at + 1 :]
            shifts = (later for later in rest if isinstance(later, play.MovePiece) and later.to)
            found = (shift.piece for shift in shifts if shift.to and shift.to.space.id == step.binder.var.id)
            self._coming[key] = next(found, None)
        return self._coming[key]


WIDTH = 60
"""The default beam width: the number of states kept after each decision of a turn."""


@dataclass(frozen=True, slots=True)
class Line:
    """Consecutive moves of one turn, the state they lead to, and the lead there.

    `key` is that of the state, `keys` are those of the states at which the moves are chosen, `likes` is the sum of
    their similarities.
    """

    state: GameState
    key: object
    lead: int
    likes: int = 0
    moves: tuple[Move, ...] = ()
    keys: tuple[object, ...] = ()

    @property
    def plan(self) -> Mapping[object, Move]:
        """The move at each state of the line, by key."""
        return dict(zip(self.keys, self.moves, strict=True))

    @property
    def uses(self) -> int:
        """The number of abilities used."""
        return sum(move.kind == "use" for move in self.moves)


Extension = tuple[Line, Move, int]
"""A line, a move that extends it, and the similarity of both together."""


class Beam:
    """Finds turns in one match.

    Outside turns, a turn is what one player chooses. All lines are extended in parallel, one decision at a time. If
    there are more than the width, half of the beam goes to the lines with the best gain or similarity, and the other
    half is random.
    """

    def __init__(self, view: View, random: Random, width: int = WIDTH) -> None:
        self._width = width
        self._machine = view.machine
        self._random = random
        self._likeness, self._totals = MoveSimilarity(view.machine), Totals(view)

    def turns(self, start: GameState) -> list[Line]:
        """The turns from a state, as far as it is known; one for each final state."""
        state = sample(start, self._random)
        open_, ended = [Line(state, self._machine.key(state), 0)], list[Line]()
        while open_:
            lines = self._grown(open_, start)
            open_ = [line for line in lines if self._machine.goes_on(start, line.state)]
            ended += [line for line in lines if not self._machine.goes_on(start, line.state)]
        return ended

    def _grown(self, lines: list[Line], start: GameState) -> list[Line]:
        """The lines extended by one move, one for each state reached."""
        found: dict[object, Line] = {}
        for line, move, likes in self._chosen(lines):
            state = self._machine.applied(line.state, move)
            # After the turn, the key of the table is enough, and faster.
            key = self._machine.key(state) if state.turn == start.turn else state.table.key
            if key not in found:
                moves, keys = (*line.moves, move), (*line.keys, line.key)
                found[key] = Line(state, key, self._totals.lead(state, start.player), likes, moves, keys)
        return list(found.values())

    def _chosen(self, lines: list[Line]) -> list[Extension]:
        """The extensions to keep, up to the width; if there are enough, half of them use no ability."""
        plain, using = list[Extension](), list[Extension]()
        for line in lines:
            moves, used = self._machine.moves_at(line.state), line.uses > 0
            for like, move in zip(self._likeness.of(line.state, moves), moves, strict=True):
                (using if used or move.kind == "use" else plain).append((line, move, line.likes + like))
        found = self._beam(plain, self._width - min(len(using), self._width // 2))
        return found + self._beam(using, self._width - len(found))

    def _beam(self, ways: list[Extension], width: int) -> list[Extension]:
        """A selection of some extensions, of a given size."""
        if len(ways) <= width:
            return ways
        self._random.shuffle(ways)
        ways.sort(key=lambda way: way[0].lead + way[2], reverse=True)
        half = width // 2
        return ways[:half] + self._random.sample(ways[half:], width - half)
