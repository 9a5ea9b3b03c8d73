"""What rules see of a board, in lists: one entry a space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tilewright.table.board import Board
from tilewright.table.game import Game

EMPTY, DOWN = -1, -2
"""What `tops` says of a space without a piece, and of a face-down top."""


class Columns(Protocol):
    """The lists that compiled rules read.

    `heights[s]`: pieces of the stack; `tops[s]`: the kind of a face-up top, else `EMPTY` or `DOWN`;
    `caps[s]`: the marks of the caps on it; `marks[s]`: a bit for each mark of the turn.
    """

    heights: Sequence[int]
    tops: Sequence[int]
    caps: Sequence[str]
    marks: Sequence[int]


class BoardColumns:
    """`Columns` of a board outside of play."""

    __slots__ = ("caps", "heights", "marks", "tops")

    def __init__(self, board: Board, game: Game) -> None:
        stacks = board.stacks
        self.heights: Sequence[int] = [stack.height for stack in stacks]
        self.caps: Sequence[str] = [stack.caps for stack in stacks]
        self.marks: Sequence[int] = [0] * len(stacks)
        self.tops: Sequence[int] = [
            DOWN if stack.face_down else EMPTY if stack.top is None else game.by_code[stack.top].index
            for stack in stacks
        ]
