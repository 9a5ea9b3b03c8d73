"""`tilewright balance`: what is asked in error is told, and few games are not told as if they were many."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import run
from executors import AtOnce
from tilewright.cli.args import series as playing
from tilewright.cli.args.games import Finder, playable
from tilewright.cli.args.workspace import workspace

FEW = ("--players", "greedy,random", "--games", "4")


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in a folder of their own, and play in this process."""
    monkeypatch.setattr(playing, "processes", lambda workers: AtOnce())
    monkeypatch.chdir(tmp_path)


def sight(name: str, rule: str, id: str = "mine") -> None:
    """A file with a card of Cairns."""
    Path(name).write_text(f'sight {id}\n  name en "Mine"\n  {rule}\n', "utf-8")


@pytest.mark.parametrize(
    ("words", "first", "second"),
    [
        ("balance {} {}", "mine.tw", "other.tw"),
        ("balance {} --cards {}", "other.tw", "mine.tw"),
        ("simulate cairns --cards {},{}", "mine.tw", "other.tw"),
    ],
)
def test_two_cards_of_one_id_are_not_taken_for_one(words: str, first: str, second: str) -> None:
    """Cards that say something else under one id are refused, with where they are; one card named twice is one."""
    for name, rule in (("mine.tw", "score 2"), ("other.tw", "score 7"), ("again.tw", "score 2")):
        sight(name, rule)
    result = run(*words.format("mine.tw", "other.tw").split(), *FEW)
    assert result.exit_code == 2
    assert f"there are two cards 'mine', in {first} and {second}; give one of them an id of its own" in result.stderr
    resolver = workspace().resolver()
    assert len(Finder(playable("cairns", resolver), resolver).cards("mine.tw,again.tw")) == 1
