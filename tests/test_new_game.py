"""`new game --kind`: each kind is a game that checks without a warning, is played to its end by bots, and is drawn; and its pages, followed."""

from __future__ import annotations

import doctest
import os
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest

import tilewright
from command_line import run
from native_lockstep import play_natively
from test_files_doc import follow_page
from test_game_in_a_page import follow
from tilewright.cli.commands.new import KINDS
from tilewright.cli.commands.show import pictures_of_match
from tilewright.play.bots import bots_of_game
from tilewright.play.match import Match

ROOT = Path(__file__).parents[1]
FIRST = ROOT / "docs" / "a-first-game.md"
LONGEST = 75
"""The most lines of a page."""


@pytest.fixture(params=KINDS)
def kind(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A kind, of which the folder `mine` has a new game."""
    monkeypatch.chdir(tmp_path)
    result = run("new", "game", "mine", "--kind", request.param)
    assert result.stdout == "wrote mine/pack.yaml\nwrote mine/game.tw\n"
    return str(request.param)


def players_of(match_players: tuple[int, int]) -> range:
    """All numbers of players of a game."""
    return range(match_players[0], match_players[1] + 1)


def test_it_is_sound(kind: str) -> None:
    """There is no error and no warning, it is as `fmt` writes it, and as long as a page."""
    assert run("check", "--no-cache", "mine").stdout == "2 files checked: no problems\n"
    assert run("fmt", "--check", "mine").exit_code == 0
    assert len(Path("mine/game.tw").read_text("utf-8").splitlines()) <= LONGEST


def test_it_is_played_to_its_end(kind: str) -> None:
    """Random games end for every number of players, alike in the compiled game and the interpreter, with something to choose; all pieces
    that are shared out are there for the most players too."""
    game = tilewright.load_pack("mine").game
    for players in players_of(game.players):
        for seed in range(3):
            match = Match(game, ["Ada", "Bo", "Cy", "Di"][:players], seed=seed)
            decisions, listed = play_natively(match, seed, 1000)
            assert 3 < decisions < 1000
            assert listed > decisions


def test_bots_play_it_and_no_line_is_idle(kind: str) -> None:
    """Games between bots that look ahead end; every statement has its part in some of them."""
    result = run("verify", "mine", "--games", "12", "--players", "random,random", "--playouts", "0", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "Never done" not in result.output
    assert "Games were stopped" not in result.output
    assert "nothing could be done" not in result.output
    game = tilewright.load_pack("mine").game
    match = Match(game, ["Ada", "Bo"], seed=1)
    bots = bots_of_game(("uct:20", "uct:20"), 1)
    while not match.over:
        match.play(bots[match.turn].choose(match.view()))
    assert match.winners()


def test_it_is_drawn(kind: str) -> None:
    """A moment of it is a picture on which the pieces lie that were played."""
    match, random = Match(tilewright.load_pack("mine").game, ["Ada", "Bo"], seed=2), Random(2)
    for _ in range(6):
        match.play(random.choice(list(match.moves)))
    text = tilewright.svg(pictures_of_match(match, None))
    words = " ".join(ElementTree.fromstring(text).itertext())
    assert "Ada" in words and "Bo" in words
    table = run("play", "mine", "--players", "random,random", "--seed", "2")
    assert table.exit_code == 0, table.output


def test_a_folder_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is there stays, and another kind is refused with those there are; without a kind it is one file as before."""
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    assert run("new", "game", "mine", "--kind", "dice").stderr == "tilewright: mine already exists\n"
    other = run("new", "game", "yours", "--kind", "chess")
    assert other.exit_code == 2 and "'bidding'" in other.stderr
    assert run("new", "game", "yours").stdout == (
        "wrote yours.tw\n"
        "this game has boards and a score but no turns yet; for one that can be played at once, use --kind\n"
    )


@pytest.mark.slow
def test_the_page_of_kinds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its commands print what it shows, and it has a section for each kind."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    follow_page("kinds-of-games.md", tmp_path, monkeypatch)
    text = (ROOT / "docs" / "kinds-of-games.md").read_text("utf-8")
    assert [kind for kind in KINDS if f"\n## {kind}\n" not in text] == []


def test_the_first_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every step leaves a sound pack, the commands print what the page shows, and the end is the game of `examples/`."""
    monkeypatch.chdir(tmp_path)
    followed = follow(FIRST.read_text("utf-8"), 9)
    if os.environ.get("UPDATE_GOLDEN"):
        FIRST.write_text(followed, encoding="utf-8")
    assert followed == FIRST.read_text("utf-8")
    for name in ("pack.yaml", "game.tw"):
        assert Path(name).read_text("utf-8") == (ROOT / "examples" / "tic-tac-toe" / name).read_text("utf-8")
    failed, tried = doctest.testfile(str(FIRST), module_relative=False)
    assert (failed, tried >= 6) == (0, True)
