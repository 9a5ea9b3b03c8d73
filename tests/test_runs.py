"""Runs and consecutive numbers against their definition, read off the rows and columns of random realms."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

import tilewright
from cards import card, position
from realms import pack, random_board
from tilewright.check.phrases import whole_conditions
from tilewright.meaning.batch import score_positions
from tilewright.meaning.exact import evaluate
from tilewright.table.board import Board, Stack

Link = Callable[[Stack, Stack], bool]


def sizes(board: Board, member: Callable[[Stack], bool], link: Link) -> Iterator[int]:
    """The sizes of the stretches of two or more members of each row and column, each linked to the next."""
    rows = [board.stacks[i : i + 6] for i in range(0, 36, 6)]
    for line in [*rows, *zip(*rows, strict=True)]:
        length = 0
        for i, stack in enumerate(line):
            length = length + 1 if length and member(stack) and link(line[i - 1], stack) else int(member(stack))
            ends = i == 5 or not (member(line[i + 1]) and link(stack, line[i + 1]))
            if length > 1 and ends:
                yield length


def number(stack: Stack) -> int:
    """The number of the face-up top, 0 without."""
    kind = pack().game.by_code[stack.top] if stack.top else None
    return kind.numbers.get("number", 0) if kind else 0


def kind_of(stack: Stack) -> str:
    """The type of the face-up top."""
    return pack().game.by_code[stack.top].values["type"] if stack.top else ""


def rising(one: Stack, other: Stack) -> bool:
    """The second number is one more; neither is missing."""
    return 0 < number(one) == number(other) - 1


EXPECTED: dict[str, Callable[[Board], Iterator[int]]] = {
    "runs of stacks": lambda board: sizes(board, lambda s: s.height > 0, lambda one, other: True),
    "runs of face-up tiles with the same type": lambda board: sizes(
        board, lambda s: bool(s.top), lambda one, other: kind_of(one) == kind_of(other)
    ),
    "runs of stacks with the same height": lambda board: sizes(
        board, lambda s: s.height > 0, lambda one, other: one.height == other.height
    ),
    "runs of tiles with consecutive numbers": lambda board: (
        size
        for link in (rising, lambda one, other: rising(other, one))
        for size in sizes(board, lambda s: s.height > 0, link)
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("phrase", EXPECTED)
def test_runs_are_as_defined(phrase: str) -> None:
    """Each size is counted as often as going along the rows and columns finds it, exactly and in batches."""
    total = f"score total (size * size) of {phrase}"
    rule = card(f"dragon runs\n  {total}\n").rule
    assert rule is not None
    rng = Random(phrase)
    positions = [tilewright.position(pack(), random_board(rng)) for _ in range(40)]
    found = [evaluate(rule, one) for one in positions]
    expected = [sum(n * n for n in EXPECTED[phrase](one.players[0].board)) for one in positions]
    assert found == expected and max(expected) > 0
    assert score_positions([rule], positions)[:, 0, 0].tolist() == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("realm", "points"),
    [
        ("M1 M2 M3 . . .", 1),
        ("M3 M1 . M2 . .", 1),  # in any order, and empty spaces are passed over
        ("M1 M2 M2 . . .", 0),  # one twice
        ("M1 M3 . . . .", 0),  # one left out
        ("M1 M2 1 . . .", 0),  # a stack that shows none
        ("M1 M2 D1 . . .", 0),
        ("M1 . . . . .", 0),  # one alone
        (". . . . . .", 0),
    ],
)
@pytest.mark.parametrize("few", [0, 12])
def test_consecutive_numbers_of_a_line(realm: str, points: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """All stacks of the line show numbers, none twice, none left out, two at least; however it is said in the core."""
    monkeypatch.setattr(whole_conditions, "_FEW", few)
    rule = card("dragon runs\n  score 1 for each row with consecutive numbers\n").rule
    assert rule is not None
    rows = " | ".join([realm, *[". . . . . ."] * 5])
    assert evaluate(rule, position(rows)) == points
