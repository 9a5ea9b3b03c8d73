"""The distance of a pair, and the two things that are farthest apart: against a count of steps of our own."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from cards import card, checked, pack
from realms import random_board
from tilewright.meaning.exact import evaluate
from tilewright.table.board import Board
from tilewright.table.position import Player, Position


def shrines(board: Board) -> list[tuple[int, int]]:
    """The rows and columns of the shrines."""
    return [divmod(space, board.geometry.columns) for space in range(board.geometry.size) if board.stacks[space].caps]


def steps(board: Board) -> list[int]:
    """The steps between any two shrines, from the smallest."""
    return sorted(abs(a - c) + abs(b - d) for (a, b), (c, d) in combinations(shrines(board), 2))


RULES = {
    "largest distance of pairs of shrines": lambda known: known[-1] if known else 0,
    "smallest distance of pairs of shrines": lambda known: known[0] if known else 0,
    "second largest distance of pairs of shrines": lambda known: known[-2] if len(known) > 1 else 0,
    "1 for each pair of shrines where distance >= 4": lambda known: sum(one >= 4 for one in known),
    "1 for each pair of shrines where its distance is 2 or 3": lambda known: sum(one in (2, 3) for one in known),
    "total distance of pairs of shrines": sum,
}


@pytest.mark.parametrize("rule", RULES)
def test_distances_are_steps_along_rows_and_columns(rule: str) -> None:
    """On random boards of many sizes."""
    found, rng = card(f"dragon m\n  score {rule}\n"), random.Random(3)
    assert found.rule is not None
    scored = set()
    for _ in range(60):
        board = random_board(rng, rng.choice((2, 4, 6)), rng.choice((2, 4, 6)))
        value = evaluate(found.rule, Position(pack().game, (Player("Ada", board),)))
        assert value == RULES[rule](steps(board))
        scored.add(value)
    assert len(scored) > 2


def test_what_has_no_distance() -> None:
    """A single thing has none; the help says what has."""
    for line in ("score largest distance of shrines", "score 1 for each shrine where distance > 2"):
        (problem,) = checked(f"dragon m\n  {line}\n")[1]
        assert problem.help == "the two of a pair have a distance, as in 'largest distance of pairs of stacks'"
