"""`tilewright solve`, as its users meet it."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from command_line import PUZZLE, ROOT, run, valid, write_both

SWAPPED = """\
tilewright: puzzle/1
title: Two of a height
game: dragon-castle
cards: [humility]
kind: arrange
realm: 3 1 | 1 .
tiles: [M3, S1]
shrines: 1
expect: {score: 3, unique: true}
"""
GOLDEN = ROOT / "tests" / "golden" / "not-unique.txt"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a position and a puzzle, outside of any pack."""
    monkeypatch.chdir(tmp_path)
    write_both()
    return tmp_path


def test_solve_json_and_check(here: Path) -> None:
    """`solve --json` is the solution/1 of the contract; --check compares with the expectation."""
    result = run("solve", "--json", "--check", "steps.puzzle.yaml")
    answer = valid(result.output, "solution-1")
    assert (answer["status"], answer["score"], answer["bound"]) == ("optimal", 7, 7)
    assert str(answer["realm"]).count("^") == 2
    assert result.exit_code == 0
    missed = run("solve", "--check", "-", input=PUZZLE.replace("score: 7", "score: 9"))
    assert missed.exit_code == 1
    assert "expected score 9, found 7" in missed.stderr


def test_solve_draws_the_answer(here: Path) -> None:
    """`solve -o` writes the final board, with what was placed marked."""
    assert run("solve", "steps.puzzle.yaml", "-o", "answer.svg").exit_code == 0
    text = Path("answer.svg").read_text(encoding="utf-8")
    assert "7 points, proved best" in text
    assert "Placed: (" in text


def test_solve_tells_the_verdict_once(here: Path) -> None:
    """The first line tells it; under the board is what the marks mean."""
    output = run("solve", "steps.puzzle.yaml").output
    assert output.count("proved best") == 1
    assert "\n* placed\n" in output


def test_a_puzzle_beyond_solve_does_not_stop_the_others(here: Path) -> None:
    """It is a problem with a code and a help line; the next file is solved, and the exit code is 2."""
    Path("huge.tw").write_text("dragon huge\n  score 999 * 999 * 999 * 999 for each shrine\n", encoding="utf-8")
    Path("huge.puzzle.yaml").write_text(PUZZLE.replace("humility", "huge"), encoding="utf-8")
    result = run("solve", "huge.puzzle.yaml", "steps.puzzle.yaml")
    assert result.exit_code == 2
    assert "huge.puzzle.yaml:1:1: error TW421: " in result.stderr and "help: " in result.stderr
    assert "steps.puzzle.yaml: 7 points" in result.stdout
    first, second = run("solve", "--json", "huge.puzzle.yaml", "steps.puzzle.yaml").stdout.splitlines()
    assert valid(first, "check-1")["file"] == "huge.puzzle.yaml"
    assert valid(second, "solution-1")["score"] == 7


def test_an_infeasible_puzzle_says_why(here: Path) -> None:
    """A puzzle that cannot be filled is infeasible, exit code 1, with a reason in the game's words."""
    text = PUZZLE.replace("tiles: [M3]", "tiles: [M3, M3, S1, S1, F1]")
    result = run("solve", "-", input=text)
    assert result.exit_code == 1
    assert "tiles" in result.output
    assert "no placement is possible" in result.output
    answer = valid(run("solve", "--json", "-", input=text).output, "solution-1")
    assert (answer["status"], answer["score"], answer["realm"]) == ("infeasible", None, None)
    assert answer["reasons"] == ["5 tiles to place, but only 4 spaces can hold one"]


def test_an_expected_infeasibility_is_good(here: Path) -> None:
    """With --check the answer is good when it is the one expected, and only then."""
    text = PUZZLE.replace("tiles: [M3]", "tiles: [M3, M3, S1, S1, F1]").split("expect")[0]
    infeasible, optimal = text + "expect: {status: infeasible}\n", text + "expect: {status: optimal}\n"
    for puzzle, code in [(infeasible, 0), (optimal, 1), (text, 1)]:
        assert run("solve", "--check", "-", input=puzzle).exit_code == code
    assert run("solve", "-", input=infeasible).exit_code == 1


def test_a_puzzle_that_is_not_unique_shows_two_answers(here: Path) -> None:
    """Two different placements stand side by side, the difference marked; the exit code is 1."""
    result = run("solve", "--unique", "--workers", "1", "-", input=SWAPPED)
    assert result.exit_code == 1
    shown = re.sub(r"\d+\.\d+ s", "0.02 s", result.output)
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(shown, encoding="utf-8")
    assert shown == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.slow
def test_uniqueness_is_checked_when_expected(here: Path) -> None:
    """`unique` and `solutions` under `expect` are proved by --check, without other options."""
    missed = run("solve", "--check", "-", input=SWAPPED)
    assert missed.exit_code == 1
    assert "expected unique true, found false" in missed.stderr
    one = SWAPPED.replace("[M3, S1]", "[M3, M3]").replace("3 1 | 1 .", "3 1 | . 1^").replace("score: 3", "score: 5")
    assert run("solve", "--check", "-", input=one).exit_code == 0
    for found, expected, code in [("3 1 | 1 .", 6, 0), ("3 1 | 1 .", 5, 1), ("3 1 | 1 .", 7, 1)]:
        text = SWAPPED.replace("3 1 | 1 .", found).replace("unique: true", f"solutions: {expected}")
        assert run("solve", "--check", "-", input=text).exit_code == code


@pytest.mark.slow
def test_all_answers_as_json(here: Path) -> None:
    """`--all --json` has each as it is found, then their number, whether they are all, and the boards; --limit stops."""
    *placements, last = run("solve", "--all", "--json", "-", input=SWAPPED).output.splitlines()
    answer = valid(last, "solution-1")
    boards = answer["boards"]
    assert isinstance(boards, list)
    assert (answer["solutions"], answer["complete"], answer["unique"]) == (6, True, False)
    assert boards[0] == answer["realm"]
    assert len(set(boards)) == 6
    told = [valid(line, "placement-1") for line in placements]
    assert [placement["number"] for placement in told] == [1, 2, 3, 4, 5, 6]
    assert {placement["realm"] for placement in told} == set(boards)
    limited = run("solve", "--all", "--limit", "4", "--json", "-", input=SWAPPED).output.splitlines()
    some = valid(limited[-1], "solution-1")
    assert len(limited) == 5
    assert (some["solutions"], some["complete"]) == (4, False)
    assert "at least 4 placements have this score" in run("solve", "--all", "--limit", "4", "-", input=SWAPPED).output
    plain = valid(run("solve", "--json", "-", input=SWAPPED).output, "solution-1")
    assert {"solutions", "complete", "unique", "boards", "goal", "why"}.isdisjoint(plain)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "code", "wanted"),
    [
        (("--exactly", "2"), 0, {"goal": "exactly 2", "status": "optimal", "score": 2, "bound": None}),
        (("--exactly", "40"), 1, {"status": "infeasible", "reasons": ["no placement scores 40 points"]}),
        (("--at-least", "3"), 0, {"goal": "at least 3", "score": 3}),
        (("--fewest", "3"), 0, {"goal": "fewest 3", "pieces": 0, "bound": 0}),
        (("--meet", "shrines=3,humility=1"), 0, {"goal": "meet shrines=3, humility=1", "bound": 1}),
    ],
)
def test_goals_of_the_command_line(here: Path, options: tuple[str, ...], code: int, wanted: dict[str, object]) -> None:
    """Each goal is solved and told; one that cannot be reached ends with exit code 1."""
    result = run("solve", *options, "--json", "-", input=SWAPPED)
    answer = valid(result.output, "solution-1")
    assert wanted.items() <= answer.items()
    assert result.exit_code == code
    assert run("solve", *options, "-", input=SWAPPED).exit_code == code


@pytest.mark.slow
def test_a_goal_stands_in_the_puzzle(here: Path) -> None:
    """The goal of the file counts unless the command line has another; what clashes is told."""
    text = SWAPPED.replace("expect", "goal: meet shrines=3, humility=1\nexpect")
    answer = valid(run("solve", "--json", "-", input=text).output, "solution-1")
    assert answer["clashes"] == {"sets": [["shrines", "humility"]], "complete": True}
    assert "shrines 3 and humility 1: not possible together" in run("solve", "-", input=text).output
    assert "goal" in valid(run("solve", "--fewest", "2", "--json", "-", input=text).output, "solution-1")
    assert "goal: meet shrines=3, humility=1" in run("show", "-", input=text).output


@pytest.mark.parametrize(
    ("goal", "problem"),
    [
        ("exactly", "TW404: 'goal' is not in the right form"),
        ("meet shrimps=3", "TW403: the score has no part 'shrimps'"),
    ],
)
def test_a_goal_that_is_none_is_a_problem(here: Path, goal: str, problem: str) -> None:
    """What is no goal, or names what does not score, is told with its place and help."""
    result = run("solve", "-", input=SWAPPED.replace("expect", f"goal: {goal}\nexpect"))
    assert result.exit_code == 1
    assert problem in result.stderr
    assert "help: " in result.stderr


def test_options_that_do_not_go_together(here: Path) -> None:
    """Two goals, a limit without --all, and a card without a number are refused with a plain message."""
    for options, message in [
        (("--exactly", "3", "--fewest", "3"), "use only one goal"),
        (("--limit", "3"), "--limit needs --all"),
        (("--meet", "humility"), "write NAME=POINTS"),
    ]:
        result = run("solve", *options, "steps.puzzle.yaml")
        assert result.exit_code == 2
        assert message in result.stderr


@pytest.mark.slow
def test_why_tells_points_changes_and_parts(here: Path) -> None:
    """`--why` has the reasons of the points by line, what would be better, and each part by itself."""
    output = run("solve", "--why", "-", input=SWAPPED).output
    for words in (
        "by height: 1 point for 1",
        "+3  at (1,1)",
        "if the puzzle were changed",
        "one more shrine",
        "each part by itself",
        "Humility: at most 1, for a total of 2 points with shrines 1",
    ):
        assert words in output, words
    answer = valid(run("solve", "--why", "--json", "-", input=SWAPPED).output, "solution-1")
    why = answer["why"]
    assert isinstance(why, dict)
    assert why["points"]["shrines"][0]["spaces"] == ["(1,1)"]
    assert {"part": "shrines", "most": 3}.items() <= why["alone"][0].items()


@pytest.mark.slow
def test_why_a_goal_is_out_of_reach(here: Path) -> None:
    """`--why` names what clashes in the words of the game, and what would be enough."""
    result = run("solve", "--why", "--at-least", "4", "-", input=SWAPPED)
    assert result.exit_code == 1
    assert "no more than 1 shrine (without this one" in result.output
    answer = valid(run("solve", "--why", "--at-least", "4", "--json", "-", input=SWAPPED).output, "solution-1")
    why = answer["why"]
    assert isinstance(why, dict)
    assert (why["limits"], why["enough"], why["best"]) == (["no more than 1 shrine"], ["no more than 1 shrine"], 3)
    far = run("solve", "--why", "--at-least", "900", "-", input=SWAPPED).output
    assert "900 points would be out of reach even with more tiles, more shrines and an empty board" in far


def test_none_met(here: Path) -> None:
    """When none of the cards to be met can be met, the answer is no."""
    assert run("solve", "steps.puzzle.yaml", "--meet", "humility=99").exit_code == 1


def test_two_that_differ_are_in_the_object(here: Path) -> None:
    """`--unique --json` has the boards of two answers that differ."""
    Path("swapped.puzzle.yaml").write_text(SWAPPED, encoding="utf-8")
    answer = valid(run("solve", "--unique", "--json", "swapped.puzzle.yaml").output, "solution-1")
    boards = answer["boards"]
    assert answer["unique"] is False and isinstance(boards, list) and len(set(boards)) == 2


@pytest.mark.parametrize("limit", ["nan", "inf", "0", "-1"])
def test_time_limits_are_numbers(here: Path, limit: str) -> None:
    """A time limit is a number of seconds above 0."""
    result = run("solve", "steps.puzzle.yaml", "--time-limit", limit)
    assert result.exit_code == 2 and "above 0" in result.stderr


def test_numbers_too_large_are_not_supported(here: Path) -> None:
    """A puzzle of a card whose numbers no solver takes is refused with the reason and exit code 2."""
    shares = "score (99999 * 99999 * count of shrines) / (99999 * 9999 * (count of face-up tiles - 2))"
    Path("big.tw").write_text(f"dragon big\n  {shares}\n", "utf-8")
    puzzle = SWAPPED.replace("[humility]", "[big]").replace("expect: {score: 3, unique: true}\n", "")
    Path("big.puzzle.yaml").write_text(puzzle, "utf-8")
    result = run("solve", "big.puzzle.yaml")
    assert result.exit_code == 2
    assert "the numbers of the rules are too large to solve with" in result.stderr
