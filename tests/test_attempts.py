"""Attempts and hints: what a placement of one's own comes to, and what of the best is told."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from command_line import run, valid
from cpsat_random import arrangements, random_puzzle, random_rule
from tilewright.files.printing import print_puzzle
from tilewright.meaning.exact import evaluate
from tilewright.packs.workspace import Workspace
from tilewright.solver.attempts import attempt, placed_on
from tilewright.solver.hints import Hint, best_hint
from tilewright.solver.solve import Solution, solve
from tilewright.source import Source
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

STEPS = """\
tilewright: puzzle/1
title: Steps
game: dragon-castle
cards: [humility]
kind: arrange
realm: |
  3 1
  1 .
tiles: [M3, S1]
shrines: 1
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small puzzle."""
    monkeypatch.chdir(tmp_path)
    Path("steps.puzzle.yaml").write_text(STEPS, "utf-8")
    return tmp_path


def small(seed: int) -> Iterator[tuple[Puzzle, list[Board]]]:
    """Random puzzles with all of their arrangements."""
    rng = Random(seed)
    for _ in range(40):
        task = random_puzzle(rng)
        boards = list(arrangements(task))
        if 1 < len(boards) <= 200:
            yield task, boards


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_what_can_be_placed_is_without_faults(seed: int) -> None:
    """Each arrangement, taken apart and placed again, is that board, and nothing is wrong with it."""
    for task, boards in small(seed):
        for board in boards:
            placed = placed_on(task, board)
            assert not isinstance(placed, str)
            tried = attempt(task, [], placed)
            assert (tried.board, tried.faults) == (board, ())


def test_faults_are_reported(here: Path) -> None:
    """What is not given, may not lie there or is left over is told, and the exit code is 1."""
    result = run("try", "steps.puzzle.yaml", "--place", "1,1=M3^", "--place", "1,2=M3", "--place", "1,2=W1")
    assert result.exit_code == 1
    for fault in (
        "there is no other tile M3 to place",
        "there is no tile W1 to place",
        "no shrine may be placed at (1,1), on 3M3",
        "not placed: S1",
    ):
        assert f"  {fault}\n" in result.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--place", "1,9=M3"], "--place 1,9=M3: write ROW,COLUMN=WHAT"),
        (["--place", "M3"], "--place M3: write ROW,COLUMN=WHAT"),
        (["--board", "3 1"], "--board: the board is 1 x 2"),
        (["--board", "3 1 | 2 ."], "--board: (2,1) has 1, and 2 cannot result from it"),
        (["--board", "3 1 | 1 .", "--place", "1,1=M3"], "--place (once or more) or with --board"),
    ],
)
def test_what_cannot_be_read_is_refused(here: Path, arguments: list[str], told: str) -> None:
    """Slips in the options are told, with exit code 2."""
    result = run("try", "steps.puzzle.yaml", *arguments)
    assert result.exit_code == 2
    assert told in result.output


def test_the_distance_is_reported_and_not_the_best(here: Path) -> None:
    """`--far` says how many points are missing, as solve has it; the board of the best is nowhere."""
    best = json.loads(run("solve", "steps.puzzle.yaml", "--json").output)
    good = run("try", "steps.puzzle.yaml", "--board", best["realm"], "--far")
    assert good.exit_code == 0
    assert "optimal" in good.output
    tried = run("try", "steps.puzzle.yaml", "--place", "1,1=M3", "--place", "2,2=S1", "--far", "--json")
    answer = valid(tried.output, "attempt-1")
    assert isinstance(answer["score"], int)
    assert answer["short"] == best["score"] - answer["score"] > 0
    assert best["realm"] not in tried.output


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_the_hint_is_where_most_is_lost(seed: int) -> None:
    """The loss is that found by trying all arrangements, and no other space of the answer loses more."""
    rng = Random(seed)
    for task, boards in small(seed):
        rule = random_rule(rng)
        answer, hint = solve(task, {"rule": rule}, workers=1), best_hint(task, {"rule": rule}, workers=1)
        if not isinstance(answer, Solution) or answer.board is None:
            continue
        worths = {board: evaluate(rule, task.end(board)) for board in boards}
        losses = [loss_of(space, answer.board, worths) for space in used(task, answer.board)]
        assert isinstance(hint, Hint) if losses else hint is None
        if isinstance(hint, Hint):
            assert hint.stack == answer.board.stacks[hint.space]
            assert hint.loss == loss_of(hint.space, answer.board, worths)
            known = [loss for loss in losses if loss is not None]
            assert hint.loss is None if None in losses else hint.loss == max(known)


def used(task: Puzzle, board: Board) -> list[int]:
    """The spaces on which something was placed."""
    return [s for s, stack in enumerate(board.stacks) if stack != task.board.stacks[s]]


def loss_of(space: int, best: Board, worths: dict[Board, int]) -> int | None:
    """What is lost when a space is not as in the best; None when it always is."""
    others = [worth for board, worth in worths.items() if board.stacks[space] != best.stacks[space]]
    return worths[best] - max(others) if others else None


@pytest.mark.slow
def test_hints_tell_little_by_little(here: Path) -> None:
    """The row first, then the space, then what it becomes; the number may be left out before a file."""
    told = [run("solve", "--hint", *level, "steps.puzzle.yaml").output for level in ([], ["2"], ["3"])]
    assert [len(text.splitlines()) for text in told] == [1, 2, 3]
    assert told[0] == run("solve", "steps.puzzle.yaml", "--hint").output
    assert all(later.startswith(earlier) for earlier, later in pairwise(told))
    answers = [valid(run("solve", "steps.puzzle.yaml", "--json", "--hint", n).output, "hint-1") for n in "123"]
    assert [set(answer) - {"format", "file", "row", "loss"} for answer in answers] == [
        set(),
        {"column"},
        {"column", "what"},
    ]
    assert run("solve", "steps.puzzle.yaml", "--hint", "--why").exit_code == 2


FILLED = STEPS + "attempt: |\n  3^ 1M3\n  1S1 .\n"


def test_a_puzzle_with_a_realm_filled_in(here: Path) -> None:
    """Without options it is the board under 'attempt' that is scored; it may be half done, and stays when printed."""
    Path("filled.puzzle.yaml").write_text(FILLED, "utf-8")
    told, same = run("try", "filled.puzzle.yaml"), run("try", "filled.puzzle.yaml", "--board", "3^ 1M3 | 1S1 .")
    assert (told.exit_code, told.output) == (0, same.output) and "points" in told.output
    Path("half.puzzle.yaml").write_text(FILLED.replace("1S1", "1"), "utf-8")
    half = run("try", "half.puzzle.yaml")
    assert half.exit_code == 1 and "  not placed: S1\n" in half.output
    puzzle = Workspace().check(Source("filled.puzzle.yaml", FILLED)).tables[0]
    assert isinstance(puzzle, Puzzle) and puzzle.attempt is not None
    again = Workspace().check(Source("again.puzzle.yaml", print_puzzle(puzzle))).tables[0]
    assert again == puzzle


@pytest.mark.parametrize(
    ("attempt", "told", "code"),
    [
        ("", "or the completed board under 'attempt:' in the puzzle", 2),
        ("attempt: 3 2 | 1 .\n", "'attempt': (1,2) has 1, and 2 cannot result from it", 2),
        ("attempt: 3 1\n", "'attempt': the board is 1 x 2", 2),
        ("attempt: 3 M9 | 1 .\n", "there is no tile 'M9'", 1),
    ],
)
def test_a_realm_that_is_filled_in_wrongly(here: Path, attempt: str, told: str, code: int) -> None:
    """What cannot come of the puzzle's realm is told; what cannot be read is a problem of the file."""
    Path("wrong.puzzle.yaml").write_text(STEPS + attempt, "utf-8")
    found = run("try", "wrong.puzzle.yaml")
    assert (found.exit_code, told in found.output) == (code, True), found.output
