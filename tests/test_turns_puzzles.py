"""Puzzles about turns as files: read, checked with their solutions, and solved from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import run, valid
from line_search import as_file, random_ending

ENDING = random_ending(3)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path, more: str = "", turns: int = 1, cards: tuple[str, ...] = ()) -> str:
    """A file of the puzzle."""
    (folder / "a.puzzle.yaml").write_text(as_file(ENDING, turns, cards=cards, more=more), "utf-8")
    return "a.puzzle.yaml"


def test_the_most_is_found_and_told(folder: Path) -> None:
    """The line, the total and that it is proved; exit code 0."""
    result = run("solve", written(folder), "--workers", "1")
    assert result.exit_code == 0
    assert "5 points in 1 turn, the most there is" in result.stdout
    assert "  turn 1: take 2,2; pair; place" in result.stdout


def test_the_answer_as_json_obeys_its_schema(folder: Path) -> None:
    """And its moves are a solution that `check` takes."""
    found = valid(run("solve", written(folder), "--workers", "1", "--json").stdout, "line-1")
    assert (found["status"], found["score"], found["bound"]) == ("optimal", 5, 5)
    solution = "".join(f"  - {turn}\n" for turn in found["turns"])
    file = written(folder, f"expect: {{status: optimal, score: 5}}\nsolution:\n{solution}")
    assert run("check", file).exit_code == 0
    assert "as expected" in run("solve", file, "--check", "--workers", "1").stdout


@pytest.mark.parametrize(
    ("more", "code", "message"),
    [
        ("solution: ['take 9,9']\n", "TW426", "'take 9,9' cannot be played here"),
        ("solution: ['take 2,2; shrine']\n", "TW426", "the turn is not over yet"),
        ("expect: {score: 9}\nsolution: ['take 2,2; discard']\n", "TW429", "not 9"),
        ("others: answer\n", "TW410", "'answer' is not supported yet"),
        ("solution: ['discard', 'discard']\n", "TW404", "more than 1 turns"),
        ("reealm: 1\n", "TW403", "unknown key"),
    ],
)
def test_what_is_wrong_is_said(folder: Path, more: str, code: str, message: str) -> None:
    """Each with the place in the file."""
    result = run("check", written(folder, more))
    assert result.exit_code == 1
    assert code in result.output and message in result.output


def test_a_castle_that_is_not_known_is_refused(folder: Path) -> None:
    """Of every stack all pieces have to be written."""
    text = as_file(ENDING, 1)
    row = next(line for line in text.split("\n") if line.startswith("  ") and "/" in line)
    (folder / "a.puzzle.yaml").write_text(
        text.replace(row, row.replace("/", "x", 0).replace(row.split()[0], "1S1")), "utf-8"
    )
    result = run("check", "a.puzzle.yaml")
    assert "TW420" in result.output and "not known" in result.output


@pytest.mark.parametrize("option", ["--all", "--unique", "--why", "--hint"])
def test_options_of_another_kind_are_refused(folder: Path, option: str) -> None:
    """What is not answered for such puzzles is said, not passed over."""
    result = run("solve", option, written(folder))
    assert result.exit_code != 0 and "TW421" in result.output and option in result.output


def test_cards_with_abilities_are_refused(folder: Path) -> None:
    """With the reason."""
    result = run("solve", written(folder, cards=("faith",)))
    assert "TW421" in result.output and "abilities" in result.output


def test_a_miss_is_told(folder: Path) -> None:
    """With --check, what is expected and not so is said, and the exit code is 1."""
    result = run("solve", written(folder, "expect: {score: 6}\n"), "--check", "--workers", "1")
    assert result.exit_code == 1
    assert "expected score 6, found 5" in result.output


def test_no_time_gives_no_claim(folder: Path) -> None:
    """Without time there is neither a line nor a bound."""
    found = json.loads(run("solve", written(folder), "--time-limit", "0.000001", "--json").stdout)
    assert (found["status"], found["bound"]) == ("unknown", None) and "score" not in found
