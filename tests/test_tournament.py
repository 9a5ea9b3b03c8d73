"""The tournament of bots: which games it plays, and what it keeps of them."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

import pytest

from cards import pack as dragon_castle
from tilewright.sim.simulation import AtOnce

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))

import tournament
import tournament_keep
from tilewright.play.bots.halving import Halving
from tilewright.table.game import Weights
from tournament_keep import Keep, setting_of


def options(**others: object) -> Namespace:
    """The options of a small tournament of Herons."""
    found = {"pack": "herons", "played_cards": (), "layout": "", "games": 3, "seed": 5, "keep": None}
    return Namespace(**found | others)


def test_bots_change_seats_from_game_to_game() -> None:
    """Over as many games as there are players each bot sits at each seat, and each game has its own seed."""
    games = tournament.tasks(options(), ["random", "greedy", "uct:5"])
    assert [(task.seed, task.bots.index("greedy")) for task in games] == [(5, 1), (6, 0), (7, 2)]


def test_a_stopped_run_plays_only_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of games is gone on with: what is in it is not played again, and a broken last line is played anew."""
    file = tmp_path / "games.jsonl"
    asked = tournament.tasks(options(), ["random"] * 3)
    first = tournament.results(options(keep=str(file)), asked, AtOnce())
    file.write_bytes(file.read_bytes()[:-10])
    calls: list[int] = []
    played = tournament.played
    monkeypatch.setattr(tournament, "played", lambda task: calls.append(task.seed) or played(task))
    again = tournament.results(options(keep=str(file)), asked, AtOnce())
    assert calls == [7]
    assert [found.totals for found in again] == [found.totals for found in first]
    assert tournament.results(options(keep=str(file)), asked, AtOnce()) == again and calls == [7]


@pytest.mark.parametrize("what", ["game", "cards", "rules", "layouts", "weights", "bots"])
def test_games_of_another_setting_are_not_mixed(tmp_path: Path, what: str) -> None:
    """A file of games that were played with something else is refused and stays as it is, and the message says with what."""
    file, setting = tmp_path / "games.jsonl", setting_of(tournament.pack("herons"), ())
    Keep(str(file), setting).add("a game", {"totals": [1, 2, 3]})
    before = file.read_bytes()
    with pytest.raises(SystemExit, match=f"with other {what}; name another file"):
        Keep(str(file), setting | {what: "something else"})
    assert file.read_bytes() == before


@pytest.mark.parametrize("text", ["no json", "[1, 2]\n", '{"format": "simulation/1"}\n', "\n"])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    """A file that no tournament wrote is refused and stays as it is."""
    file = tmp_path / "notes.txt"
    file.write_text(text)
    with pytest.raises(SystemExit, match="keeps no games of a tournament"):
        Keep(str(file), setting_of(tournament.pack("herons"), ()))
    assert file.read_text() == text


def test_files_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    """A folder, a name that is too long, and a file with a broken line in the middle end the program with a message."""
    setting = setting_of(tournament.pack("herons"), ())
    for path in (str(tmp_path), str(tmp_path / ("n" * 5000))):
        with pytest.raises(SystemExit, match="cannot keep games in"):
            Keep(path, setting)
    file = tmp_path / "games.jsonl"
    Keep(str(file), setting).add("a game", {"totals": [1, 2, 3]})
    for line in (b"no json\n", b"[1]\n", b"3\n", b'["a game", 4]\n'):
        broken = tmp_path / "broken.jsonl"
        broken.write_bytes(file.read_bytes() + line + b"more\n")
        with pytest.raises(SystemExit, match=r"line 3 of .* is broken"):
            Keep(str(broken), setting)


def test_settings_tell_weights_and_bots_apart(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Other weights of a game and other texts of the modules of the bots make another setting; the same ones do not."""
    dragon, setting = dragon_castle(), setting_of(dragon_castle(), ())
    assert setting_of(dragon_castle(), ()) == setting
    assert dragon.game.weights is not None
    other = Weights(dragon.game.weights.rules, {**dragon.game.weights.values, "reserve": 9.0})
    changed = setting_of(replace(dragon, game=replace(dragon.game, weights=other)), ())
    assert [name for name in setting if setting[name] != changed[name]] == ["weights"]
    sources = tournament_keep.bot_modules()
    assert {"greedy.py", "features.py", "bot.py"} <= {path.name for path in sources}
    (tmp_path / "new.py").write_text("# a bot\n")
    monkeypatch.setattr(tournament_keep, "bot_modules", lambda: [*sources, tmp_path / "new.py"])
    found = setting_of(dragon_castle(), ())
    assert [name for name in setting if setting[name] != found[name]] == ["bots"]


def test_layouts_that_training_saw_are_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without named layouts those are played on that fit the number of players and that the weights were not trained on."""
    file = tmp_path / "weights.json"
    file.write_text(json.dumps({"training": {"layouts": ["barracks", "base-2"]}}))
    monkeypatch.setattr(tournament, "WEIGHTS_FILE", str(file))
    two = tournament.layouts_of(options(pack="dragon-castle"), 2)
    assert "pillars-of-creation" in two and not {"barracks", "base-2", "base-4"} & set(two)
    assert "base-4" in tournament.layouts_of(options(pack="dragon-castle"), 4)
    assert tournament.layouts_of(options(layout="base-2"), 2) == ["base-2"]
    assert tournament.layouts_of(options(), 3) == [""]


def test_a_bot_can_be_given_the_weights_of_a_file(tmp_path: Path) -> None:
    """`BOT@FILE` is a bot with the weights of the file, games with it are told apart by what is in the file, others are refused."""
    file = tmp_path / "weights.json"
    file.write_text('{"format": "weights/1", "game": "herons", "rules": "", "weights": {"hand: rank": 2}}')
    assert isinstance(tournament.seated(f"halving:3@{file}", 1), Halving)
    task = tournament.Task(1, (f"greedy@{file}", "random", "random"), (), "", "herons")
    before = tournament.task_text(task)
    assert tournament.played(task).ended
    file.write_text(file.read_text().replace("2", "3"))
    assert tournament.task_text(task) != before
    for text in (f"uct@{file}", f"halving@{file}", f"halving:0.1s@{file}", f"greedy:3@{file}"):
        with pytest.raises(SystemExit, match="is no bot"):
            tournament.seated(text, 1)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("greedy", "herons is for 3 to 4 players, not 1"),
        ("greedy random --all --players 7", "herons is for 3 to 4 players, not 7"),
        ("greedy --all --players 3", "two bots or more with --all"),
        ("random random random --games 0", "name a game or more with --games"),
        ("random random nobody", "there is no bot 'nobody'"),
        ("random random uct:0", "'uct:0' is not a budget"),
        ("random random quick@nowhere.json", "cannot read nowhere.json: No such file"),
        ("random random random --cards nothing", "there is no card 'nothing'"),
        ("random random random --layout base-3", "there is no layout 'base-3' in herons"),
        ("random random --pack dragon-castle --layout small:3", "there is no layout 'small:3' in dragon-castle"),
        ("random random --pack nowhere", "there is no game 'nowhere'"),
    ],
)
def test_slips_are_reported_before_any_game(monkeypatch: pytest.MonkeyPatch, words: str, message: str) -> None:
    """What is not there, or does not fit, ends the program with a line that says so."""
    more = [] if "--pack" in words else ["--pack", "herons"]
    monkeypatch.setattr(sys, "argv", ["tournament.py", *words.split(), *more])
    monkeypatch.setattr(tournament, "results", None)
    with pytest.raises(SystemExit, match=re.escape(message)):
        tournament.main()
