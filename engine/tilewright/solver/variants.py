"""Answers that differ only in pieces that pay nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.meaning.scoring import score
from tilewright.stopping import STOP
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.position import Puzzle

MOST_COMPARED = 1000
"""The maximum number of boards whose reasons are compared."""


def variants(puzzle: Puzzle, cards: Iterable[Card], boards: Sequence[Board]) -> list[list[int]] | None:
    """Groups of indices of the boards: those that agree in all paying pieces and caps; None if there are too many
    boards."""
    if len(boards) > MOST_COMPARED or STOP.asked:
        return None
    cards, groups = list(cards), dict[frozenset[tuple[int, Stack]], list[int]]()
    for number, board in enumerate(boards):
        groups.setdefault(_paying(puzzle, cards, board), []).append(number)
    return list(groups.values())


def _paying(puzzle: Puzzle, cards: Sequence[Card], board: Board) -> frozenset[tuple[int, Stack]]:
    """What was placed where it earned points; everything if points are not due to a single space."""
    given = score(puzzle.end(board), cards)[0].reasons.values()
    reasons = [reason for of_part in given for reason in of_part if reason.points]
    whole = any(not reason.spaces for reason in reasons)
    earning = {space for reason in reasons for space in reason.spaces}
    changed = (s for s, stack in enumerate(board.stacks) if stack != puzzle.board.stacks[s])
    return frozenset((s, board.stacks[s]) for s in changed if whole or s in earning)
