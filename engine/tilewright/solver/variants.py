"""Answers that differ only by pieces that pay nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.meaning.scoring import score
from tilewright.stopping import STOP
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.position import Puzzle

MOST_COMPARED = 1000
"""Boards up to which the reasons of each are looked at."""


def variants(puzzle: Puzzle, cards: Iterable[Card], boards: Sequence[Board]) -> list[list[int]] | None:
    """The numbers of the boards, those together whose paying pieces and caps lie alike; None if they are too many."""
    if len(boards) > MOST_COMPARED or STOP.asked:
        return None
    cards, groups = list(cards), dict[frozenset[tuple[int, Stack]], list[int]]()
    for number, board in enumerate(boards):
        groups.setdefault(_paying(puzzle, cards, board), []).append(number)
    return list(groups.values())


def _paying(puzzle: Puzzle, cards: Sequence[Card], board: Board) -> frozenset[tuple[int, Stack]]:
    """What was placed where it earned points; all of it where points are due to no single space."""
    given = score(puzzle.end(board), cards)[0].reasons.values()
    reasons = [reason for of_part in given for reason in of_part if reason.points]
    whole = any(not reason.spaces for reason in reasons)
    earning = {space for reason in reasons for space in reason.spaces}
    changed = (s for s, stack in enumerate(board.stacks) if stack != puzzle.board.stacks[s])
    return frozenset((s, board.stacks[s]) for s in changed if whole or s in earning)
