"""What a bot that knows no game can see in a move: whether it brings like to like.

Every game of the language has boards with neighbors and pieces that are alike in the attribute
the game declares first. Bots look first at moves that bring like pieces together; whether that is
good, the totals say.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.play.frames import Frame
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.play.table import Grid

MOST = 3
"""Likenesses are counted up to this."""


class Likeness:
    """Tells of the moves of a game how much of the like they come to."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        game = machine.evaluator.game
        values = [kind.values.get(game.main_attribute, kind.code) for kind in game.kinds]
        self._group = [values.index(value) for value in values]
        self._board = game.own_place.name
        self._coming: dict[tuple[int, int], play.At | None] = {}

    def of(self, state: GameState, moves: Sequence[Move]) -> list[int]:
        """A number from 0 to `MOST` for each of the moves at a choice.

        Where a piece is to be placed: how many neighbors are like it. Where one is picked: how
        many like it the mover has. Moves that pick no space are as good as the best that do.
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
        """For each space, how many tops of the mover are like its own."""
        count = [0] * len(self._group)
        for top in state.table.grids[state.table.seat_of(self._board, state.player)].tops:
            if top >= 0:
                count[self._group[top]] += 1
        return [min(count[self._group[top]], MOST) if top >= 0 else 0 for top in grid.tops]

    def _near(self, state: GameState, frame: Frame, piece: play.At, grid: Grid) -> list[int]:
        """For each space, how many of its neighbors are like a piece that is to come there."""
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
        """The piece that the next statements bring to the space that is picked."""
        key = (frame.number, frame.at)
        if key not in self._coming:
            rest = frame.steps[frame.at + 1 :]
            shifts = (later for later in rest if isinstance(later, play.MovePiece) and later.to)
            found = (shift.piece for shift in shifts if shift.to and shift.to.space.id == step.binder.var.id)
            self._coming[key] = next(found, None)
        return self._coming[key]
