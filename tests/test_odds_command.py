"""`tilewright odds`: what it prints, what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run, valid
from test_files_doc import follow_page

GUARD = ("odds", "court-the-king", "--goal", "the price of the guard is met")


@pytest.mark.slow
def test_the_page_of_odds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands of docs/odds.md print what it shows."""
    (tmp_path / "examples").symlink_to(Path(__file__).parents[1] / "examples")
    follow_page("odds.md", tmp_path, monkeypatch)


@pytest.mark.slow
def test_json() -> None:
    """The object obeys its schema, and says what a card more changes."""
    answer = valid(run(*GUARD, "--with", "farmer", "--json").output, "odds-1")
    assert answer["value"] == {"fraction": "269/1944", "decimal": 269 / 1944}
    assert answer["exact"] is True and answer["moves"] == []
    changed = answer["with"]
    assert isinstance(changed, dict) and changed["card"] == "farmer"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--having", "nobody"), "no card 'nobody' is in play"),
        (("--having", "farmer,farmer,farmer"), "there are not that many cards 'farmer' in this game"),
        (("--having", "farmer/down"), "there is nothing on the back of 'farmer'"),
        (("--with", "nobody"), "no card 'nobody' is in play"),
        (("--players", "9"), "court-the-king is for 2 to 5 players, not 9"),
    ],
)
def test_refusals(more: tuple[str, ...], told: str) -> None:
    """What cannot be asked is said in a line."""
    result = run(*GUARD, *more)
    assert result.exit_code == 2 and told in result.output


@pytest.mark.slow
def test_goals_with_problems_in_json() -> None:
    """A goal with problems ends the command with their places, in JSON too."""
    result = run(*GUARD[:3], "3 >", "--json")
    assert result.exit_code == 2 and '"TW001"' in result.output


@pytest.mark.slow
def test_a_hint_in_a_turn_of_chance() -> None:
    """A hint tells how likely the cards are that can still be had, and the moves for each up to the next throw."""
    told = run("play", "court-the-king", "--players", "Ada,Bo", "--seed", "28", input="hint\nquit\n").output
    assert "chances in this turn, with best play:" in told
    assert "  16.67%  guard: move 5 5; done\n" in told and "  certain: fool, farmer, artisan\n" in told


@pytest.mark.slow
def test_odds_in_play() -> None:
    """While a game is played the odds of a goal are told, with the moves that have them."""
    typed = "odds the price of the guard is met\nodds the gaurd\nodds\nquit\n"
    told = run("play", "court-the-king", "--players", "Ada,Bo", "--seed", "28", input=typed).output
    assert "the price of the guard is met: 16.67% (1/6)" in told
    assert "16.67%  move 5 5; done" in told
    assert "'gaurd' is not a known word" in told and "write a goal after it" in told


@pytest.mark.slow
def test_the_first_turn_has_the_boards_of_the_set_up() -> None:
    """A board that has a layout is filled before the first turn: there is something to take."""
    told = run("odds", "dragon-castle", "--goal", "points > 0", "--at-end", "--stops", "20", "--games", "10").output
    assert "% to 100.00%  take " in told
