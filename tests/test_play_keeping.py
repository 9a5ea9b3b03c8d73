"""Records that `play` keeps: where they can be gone on with, how long they may be; games without an end."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cards import pack
from command_line import run
from tilewright.cli.table import session
from tilewright.files import records
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, read_source
from toy import GAME, write_toy

BOTS = ("--players", "random,random", "--seed", "1")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, the current one, with an empty folder `other` in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").mkdir()
    return tmp_path


def sound(file: str) -> bool:
    """Whether a record can be read and gone on with."""
    source = read_source(file)
    assert isinstance(source, Source)
    return not Workspace().check(source).has_errors


# ------------------------------------------------------------------ where


def refused(*arguments: str, file: str) -> str:
    """The message of a game that cannot be kept in a file; nothing was played."""
    result = run("play", *arguments, "--save", file, input="")
    assert result.exit_code == 2, result.output
    assert not Path(file).exists()
    assert result.stdout == ""
    return result.stderr


@pytest.mark.slow
def test_cards_of_another_folder(here: Path) -> None:
    """A record finds the cards of its own folder; with those of the current one it has to lie there."""
    Path("two.tw").write_text("sight two\n  score 2\n", "utf-8")
    game = ("cairns", "--players", "random", "--cards", "two")
    assert refused(*game, file="other/a.record.yaml") == (
        "tilewright: other/a.record.yaml would not find the card 'two'; save it in the folder of two.tw\n"
    )
    assert run("play", *game, "--save", "a.record.yaml").exit_code == 0
    assert sound("a.record.yaml")
    Path("other/two.tw").write_text("sight two\n  score 3\n", "utf-8")
    assert "would not find the card 'two'" in refused(*game, file="other/a.record.yaml")
    game = ("cairns", "--players", "random", "--cards", "other/two.tw")
    assert "would not find the card 'two'" in refused(*game, file="b.record.yaml")
    assert run("play", *game, "--save", "other/a.record.yaml").exit_code == 0
    assert sound("other/a.record.yaml")


def test_a_layout_of_another_folder(here: Path) -> None:
    """As with cards."""
    layout = (pack().folder / "castles" / "base-2.tw").read_text("utf-8").replace("base-2", "mine")
    Path("mine.tw").write_text(layout, "utf-8")
    message = refused("dragon-castle", "--layout", "mine", file="other/a.record.yaml")
    assert "would not find the castle 'mine'; save it in the folder of mine.tw" in message


def test_a_game_of_another_folder(here: Path) -> None:
    """A game that did not come with tilewright is found from its folder and those in it."""
    Path("toys/games").mkdir(parents=True)
    toy = write_toy(here / "toys")
    assert f"would not find the game 'toy'; save it in the folder {toy}" in refused(toy, file="a.record.yaml")
    assert run("play", toy, *BOTS, "--save", "toys/games/a.record.yaml").exit_code == 0
    assert sound("toys/games/a.record.yaml")
    result = run("play", "toys/games/a.record.yaml", "--save", "b.record.yaml", input="undo\n")
    assert (result.exit_code, Path("b.record.yaml").exists()) == (2, False)
    shutil.copy("toys/games/a.record.yaml", "a.record.yaml")
    assert not sound("a.record.yaml")


def test_saving_elsewhere_in_a_game(here: Path) -> None:
    """The command save is refused as well, and the game goes on."""
    Path("toys").mkdir()
    toy = write_toy(here / "toys")
    result = run("play", toy, "--players", "Ada,random", input="save other/a\nsave toys/a\n")
    assert result.exit_code == 0
    words = " ".join(result.output.split())
    assert "would not find the game 'toy'" in words
    assert "saved in toys/a.record.yaml" in words
    assert not Path("other/a.record.yaml").exists()
    assert sound("toys/a.record.yaml")


# ------------------------------------------------------------------ how long


def endless(folder: Path) -> str:
    """The toy without its end."""
    toy = write_toy(folder)
    (folder / "game.tw").write_text(GAME.replace(">= 8", ">= 99999").replace("< 2", "< 99999"), "utf-8")
    return toy


def test_bots_that_find_no_end(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After very many moves the command stops and says so; the record is that of the last turn."""
    monkeypatch.setattr(session, "LONGEST", 30)
    result = run("play", endless(here), *BOTS, "--save", "a.record.yaml")
    assert (result.exit_code, result.stderr) == (2, "tilewright: the game has not ended after 30 moves\n")
    assert sound("a.record.yaml")
    assert Path("a.record.yaml").read_text("utf-8").count("\n  - ") == 30


@pytest.mark.slow
@pytest.mark.parametrize(("bound", "value"), [("MOST_TURNS", 12), ("MOST_MOVES", 12), ("MAX_BYTES", 400)])
def test_a_record_does_not_become_too_long(here: Path, monkeypatch: pytest.MonkeyPatch, bound: str, value: int) -> None:
    """Beyond what can be read again nothing is written, and that is told once."""
    monkeypatch.setattr(session, "LONGEST", 30)
    monkeypatch.setattr(records, bound, value)
    result = run("play", endless(here), *BOTS, "--save", "a.record.yaml")
    assert result.stdout.count("the game is too long to be recorded") == 1
    turns = Path("a.record.yaml").read_text("utf-8").count("\n  - ")
    assert turns == 12 if value == 12 else 12 < turns < 30
    assert sound("a.record.yaml")


def test_a_turn_of_very_many_moves_is_not_recorded(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The moves of a turn have a bound of their own."""
    monkeypatch.setattr(records, "MOST_LETTERS", 3)
    result = run("play", write_toy(here), "--players", "Ada,Bo", "--save", "a.record.yaml", input="step\n")
    assert "the game is too long to be recorded" in " ".join(result.output.split())
    assert "turns: []" in Path("a.record.yaml").read_text("utf-8")


@pytest.mark.slow
def test_cards_at_places_are_there_from_the_beginning(here: Path) -> None:
    """Without `--cards` the printed cards lie in the pool, counted where they are alike, and the record names them."""
    result = run(
        "play", "court-the-king", "--players", "Ada,Bo", "--seed", "1", "--save", "a.record.yaml", input="1\nquit\n"
    )
    assert result.exit_code == 0, result.output
    assert " 1 2 farmer  2 maid  2 philosopher  2 artisan  2 guard\n" in result.stdout
    assert "cards: [fool, farmer" in Path("a.record.yaml").read_text("utf-8")
    assert sound("a.record.yaml")
