"""`tilewright solve`, as its users meet it."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import PUZZLE, run, valid, write_both


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
    assert answer["reasons"] == ["5 tiles to place but only 4 spaces can take one"]


def test_an_expected_infeasibility_is_good(here: Path) -> None:
    """With --check the answer is good when it is the one expected, and only then."""
    text = PUZZLE.replace("tiles: [M3]", "tiles: [M3, M3, S1, S1, F1]").split("expect")[0]
    infeasible, optimal = text + "expect: {status: infeasible}\n", text + "expect: {status: optimal}\n"
    for puzzle, code in [(infeasible, 0), (optimal, 1), (text, 1)]:
        assert run("solve", "--check", "-", input=puzzle).exit_code == code
    assert run("solve", "-", input=infeasible).exit_code == 1
