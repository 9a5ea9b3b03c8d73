"""Positions and puzzles with their cards: what the commands say when the two do not go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import POSITION, PUZZLE, run, write_both


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a position and a puzzle, outside of any pack."""
    monkeypatch.chdir(tmp_path)
    write_both()
    return tmp_path


@pytest.mark.slow
def test_two_cards_of_one_id_in_a_folder(here: Path) -> None:
    """The second of two files checked together is warned of, and so is a position that uses the id."""
    for name in ("one.tw", "two.tw"):
        Path(name).write_text("dragon mine\n  score 1\n", encoding="utf-8")
    Path("game.position.yaml").write_text(POSITION.replace("humility", "mine"), encoding="utf-8")
    assert "two.tw:1:8: warning TW424: one.tw has a card 'mine' too" in run("check", "one.tw", "two.tw").output
    assert "no problems" in run("check", "one.tw").output
    output = run("check", "game.position.yaml").output
    assert "warning TW424: 'mine' is the card in one.tw; two.tw has one too" in output


def test_a_card_with_errors_is_an_error_where_it_is_in_play(here: Path) -> None:
    """`check` of a position says no less than `score` does, which tells the card's problem too."""
    Path("mine.tw").write_text("dragon mine\n  score 1 for each xyzzy\n", encoding="utf-8")
    text = POSITION.replace("humility", "mine")
    found = run("check", "-", input=text)
    assert (found.exit_code, found.output.count(": error")) == (1, 1)
    assert "-:3:9: error TW405: the card 'mine' has errors" in found.output
    assert "mine.tw:2:20: error TW101" in run("score", "-", input=text).stderr


def test_a_card_that_does_not_score(here: Path) -> None:
    """A puzzle is warned of it; `score` says so of a position, in which it may be in play."""
    assert "warning TW425: the card 'wind'" in run("check", "-", input=PUZZLE.replace("humility", "wind")).output
    text = POSITION.replace("humility", "wind")
    assert "no problems" in run("check", "-", input=text).output
    assert "  without points: wind, destruction\n" in run("score", "-", input=text).output


def test_a_position_of_an_unknown_game(here: Path) -> None:
    """Its other slips are told too, with the words of the game that is meant."""
    text = POSITION.replace("dragon-castle", "dragon castle").replace("cards:", "card:")
    output = run("check", "-", input=text).output
    assert "error TW406: there is no game 'dragon castle'" in output
    assert "error TW403: unknown key 'card'" in output
    assert output.endswith("2 errors\n")


def test_another_command_is_named(here: Path) -> None:
    """`score` of a puzzle says what takes it; `show` marks one card and refuses two."""
    assert "it contains a puzzle; use solve or show" in run("score", "steps.puzzle.yaml").stderr
    two = run("show", "game.position.yaml", "--card", "humility", "--card", "knowledge")
    assert (two.exit_code, "only one card can be marked at a time" in two.stderr) == (2, True)
