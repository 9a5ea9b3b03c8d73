"""`tilewright balance`: what is asked in error is told, and few games are not told as if they were many."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import tilewright
from command_line import ROOT, run, valid
from executors import stopped_after
from filled import filled
from tilewright.cli.args import series as playing
from tilewright.cli.args.games import Finder, playable
from tilewright.cli.args.inputs import workspace
from tilewright.outputs.games import BalanceOutput, CardBalance, SettingOutput
from tilewright.sim import estimates, outcomes
from tilewright.sim.estimates import CONSTANTS, InterimAnalyses, shares
from tilewright.sim.simulation import AtOnce
from tilewright.sim.verdict import CardStats, verdict

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
    assert f"there are two cards 'mine', in {first} and {second}; give one of them another id" in result.stderr
    cards = [value for name in ("mine.tw", "other.tw") for value in tilewright.check_file(name).values]
    with pytest.raises(tilewright.Problems, match="there are two cards 'mine'"):
        tilewright.balance(tilewright.load_pack("cairns"), cards[1:], players=["random", "greedy"], beside=cards[:1])
    resolver = workspace().resolver()
    assert len(Finder(playable("cairns", resolver), resolver).cards("mine.tw,again.tw")) == 1


@pytest.mark.parametrize(
    ("number", "most", "unit", "sizes"),
    [
        (4, 17, 2, (8, 16)),
        (4, 9, 2, (8,)),
        (4, 200, 3, (24, 48, 99, 198)),
        (4, 3, 1, (3,)),
        (4, 3, 2, (4,)),
        (4, 3, 4, (4,)),
    ],
)
def test_no_more_games_are_played_than_were_asked_for(
    number: int, most: int, unit: int, sizes: tuple[int, ...]
) -> None:
    """But for those without which nothing is known; with fewer looks the bounds are those of so many."""
    looks = InterimAnalyses(number, most, unit)
    assert looks.sizes == sizes
    assert looks.critical == CONSTANTS[len(sizes)]


def test_few_wins_prove_little() -> None:
    """Where every game goes the same way the intervals are not of no width, and no share is beyond 100%."""
    shifted = shares([(0.0, 1.0)] * 4)
    assert shifted.difference.mean == shifted.difference.high == 1
    # 6 pairs with the two that are added: 5 and 1 of them, 4/6 and its error by hand
    middle, error = 4 / 6, (((5 + 1) / 6 - (4 / 6) ** 2) / 6) ** 0.5
    assert shifted.difference.low == pytest.approx(middle - 1.96 * error, abs=1e-3)
    assert shifted.without.low == 0 and 0.4 < shifted.without.high < 0.6
    same = shares([(1.0, 1.0)] * 4)
    assert -1 < same.difference.low < 0 < same.difference.high < 1
    mixed = shares([(0.0, 1.0), (1.0, 0.5), (0.0, 0.0)], 4.0)
    assert (mixed.difference.low, mixed.difference.high) == (-1, 1)


def unranked(table: dict[str, Any], *gains: tuple[float, float]) -> Any:
    """The verdict of a card of the class sight that adds so much for each bot, by a table of Cairns."""
    setting = {"game": "cairns", "layouts": {}, "rules": "now"}
    bots = [
        {"bot": f"bot{i}", "known": True, "points": {"difference": {"mean": 0.0, "low": low, "high": high, "error": 1}}}
        for i, (low, high) in enumerate(gains)
    ]
    card = filled(CardBalance, {"card": "mine", "class": "sight", "games": 9, "bots": bots})
    found = verdict(CardStats(card, filled(SettingOutput, setting), 2.0), filled(BalanceOutput, table))
    assert found.words == "not ranked"
    return found.reason


def test_without_a_rank_it_is_reported_whether_the_card_adds_points() -> None:
    """For each bot; and a table without cards of the class is called that."""
    table = {"setting": {"game": "cairns", "layouts": {}, "rules": "now"}, "cards": []}
    none = "the table of printed cards has no sight cards"
    assert unranked(table, (1, 3), (2, 3)) == f"{none}; with it bot0 and bot1 certainly scored more points"
    assert unranked(table, (-1, 3), (-2, 3)) == (
        f"{none}; the games do not show whether it adds points for bot0 and bot1"
    )
    assert unranked(table, (-1, 3), (-4, -3)) == (
        f"{none}; with it bot1 certainly scored fewer points, the games do not show whether it adds points for bot0"
    )


def test_other_layouts_are_not_called_other_rules() -> None:
    """The texts of layouts are among those of the rules: what is told is what was asked for otherwise."""
    table = {"setting": {"game": "cairns", "layouts": {"field": "wide"}, "rules": "then"}, "cards": []}
    assert unranked(table, (1, 3), (1, 3)).startswith("the table of printed cards was made with different layouts;")
    table["setting"] = {"game": "cairns", "layouts": {}, "rules": "then"}
    assert unranked(table, (1, 3), (1, 3)).startswith("the table of printed cards was made with different rules;")


def test_a_folder_of_other_games_asks_for_another_folder() -> None:
    """Games kept without other cards say which those were."""
    sight("mine.tw", "score 2")
    sight("other.tw", "score 7", "other")
    more = ("--players", "random,greedy", "--games", "3", "--cap", "5", "--keep", "games")
    assert run("balance", "mine.tw", *more).exit_code == 0
    assert run("balance", "mine.tw", "other.tw", *more).stderr.endswith(
        " was made with different settings (asked about mine, not mine,other); name another folder\n"
    )


def test_a_file_without_cards_asks_for_one_that_does_something() -> None:
    """Cards that act can be asked about too."""
    told = run("balance", str(ROOT / "cards" / "cairns" / "game.tw")).stderr
    assert "this file has no card that does anything" in told and "name a card that gives points or acts" in told


def test_a_stop_before_the_first_examination_says_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the games so far say is reported, with games of both kinds, as wide as at the first examination; there is no verdict."""
    sight("mine.tw", "score 2")
    monkeypatch.setattr(outcomes, "simulate", stopped_after(18))
    asked = ("balance", "mine.tw", "--players", "random,uct:5", "--games", "200", "--workers", "1", "--keep", "kept")
    found = run(*asked, "--json")
    (card,) = json.loads(found.stdout)["cards"]
    assert valid(found.stdout, "balance-1") and (card["look"], card["verdict"], card["rank"]) == (0, "unknown", None)
    assert card["games"] == 8 and all(own["points"]["difference"]["low"] == 2 for own in card["bots"])
    monkeypatch.setattr(outcomes, "simulate", stopped_after(0))
    told = run(*asked).stdout
    assert "mine (sight): not known\n  stopped before the first check: the numbers so far are no verdict.\n" in told
    assert "8 games with it and 8 without." in told


def test_too_few_games_are_called_too_few(monkeypatch: pytest.MonkeyPatch) -> None:
    """If two games are looked at that is why nothing is known, however often the card has paid."""
    sight("mine.tw", "score 2")
    monkeypatch.setattr(estimates, "FIRST", 2)
    monkeypatch.setattr(outcomes, "simulate", stopped_after(4))
    told = run("balance", "mine.tw", "--players", "random,uct:5", "--games", "8").stdout
    assert "mine (sight): not known\n  2 games with it are too few for a result.\n" in told
