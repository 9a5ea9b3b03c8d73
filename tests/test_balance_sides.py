"""`tilewright balance` of a layout and of two versions of the rules: differences by construction are found, and only these."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from shutil import copy
from typing import Any

import pytest

from command_line import ROOT, run, valid
from filled import filled
from tilewright.cli.args import series as playing
from tilewright.cli.args.series import SeriesRecipe, carried
from tilewright.outputs.games import PairedDifference, SideOutput
from tilewright.sim.sides import LEAD, layout_verdict, rules_verdict
from tilewright.sim.simulation import AtOnce
from toy import GAME, write_toy

BOTS = ("--players", "random,greedy")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the toy game in ``toy``; commands play in this process."""
    (tmp_path / "toy").mkdir()
    write_toy(tmp_path / "toy")
    monkeypatch.setattr(playing, "processes", lambda workers: AtOnce())
    monkeypatch.chdir(tmp_path)
    yield tmp_path


def version(folder: Path, *changes: tuple[str, str]) -> Path:
    """Another version of the toy game, its text changed so; the path of its game file."""
    folder.mkdir()
    write_toy(folder)
    text = GAME
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (folder / "game.tw").write_text(text, "utf-8")
    return folder / "game.tw"


def compare(*words: str) -> dict[str, Any]:
    """The answer of a small run as an object that obeys its schema."""
    found = run("balance", *words, *BOTS, "--games", "12", "--json")
    assert found.exit_code == 0, found.stderr
    return valid(found.stdout, "balance-sides-1")


def test_rules_that_say_the_same_are_alike(here: Path) -> None:
    """Where only a comment differs every difference is nothing, and the verdict is that the games are alike."""
    other = version(here / "other", ("# Who has", "# Whoever has"))
    report = compare("toy", "--against", str(other))
    assert (report["verdict"], report["about"]) == ("alike", "rules")
    assert all(
        own["mean"] == own["low"] == own["high"] == 0 for found in report["compared"].values() for own in found.values()
    )
    assert [side["side"] for side in report["sides"]] == ["toy", "other"]


def test_rules_that_differ_are_reported(here: Path) -> None:
    """An end that comes later makes games longer and gives more points, for both bots; the words say so."""
    other = version(here / "other", ("players >= 8", "players >= 16"))
    report = compare("toy", "--against", str(other))
    assert report["verdict"] == "different"
    assert "points more" in report["reason"]
    assert "turns more" in report["reason"]
    text = run("balance", "toy", "--against", str(other), *BOTS, "--games", "12").stdout
    assert text.startswith(
        "toy against other (rules): the games differ\n  with other, with statistical certainty for every bot: "
    )
    assert "wins of seat 2" in text


def test_what_is_never_used_is_reported(here: Path) -> None:
    """An option that is never open, the verb in it, and cards without effect are named; what was used is not."""
    option = "        option wait\n"
    other = version(
        here / "other",
        (
            "  turn\n",
            "  rule a stone is great if its height > 3\n\n  to jump a space\n    gain 5 points\n\n  turn\n",
        ),
        (option, "        option leap if points > 90\n          gain 7 points\n" + option),
    )
    (here / "other" / "more.tw").write_text('goal far\n  name en "Far"\n  score 5 if points >= 90\n', "utf-8")
    found = run("check", str(other))
    assert found.exit_code == 0, found.stdout
    report = compare(str(other), "--against", "toy")
    assert report["sides"][0]["unused"] == {"rules": ["great", "jump"], "options": ["leap"], "cards": [], "parts": []}
    assert report["sides"][1]["unused"]["options"] == []
    numbers = report["sides"][0]["bots"][0]["numbers"]
    assert (numbers["leap: open"]["mean"], numbers["leap: taken"]["mean"]) == (0, 0)
    assert numbers["step: open"]["mean"] == 1
    assert numbers["step: taken"]["mean"] + numbers["wait: taken"]["mean"] == pytest.approx(1, abs=2e-4)


def test_games_are_kept_and_gone_on_with(here: Path) -> None:
    """With `--keep` the second run plays nothing anew and gives the same answer; the files obey their schema."""
    other = version(here / "other", ("players >= 8", "players >= 10"))
    first = compare("toy", "--against", str(other), "--keep", "kept")
    files = {file.name: file.read_bytes() for file in Path("kept").iterdir()}
    assert len(files) == 4
    assert compare("toy", "--against", str(other), "--keep", "kept") == first
    assert {file.name: file.read_bytes() for file in Path("kept").iterdir()} == files
    assert all(valid(line, "simulation-1") for line in next(iter(files.values())).decode().splitlines())


@pytest.mark.slow
def test_a_layout_among_those_of_its_pack(here: Path) -> None:
    """The lead of the first player, choice by turn, length and places among the other layouts of the pack are told."""
    whole = ROOT / "cards" / "dragon-castle"
    copy(whole / "pack.yaml", here)
    lines = (whole / "game.tw").read_text("utf-8").splitlines(keepends=True)
    free = [line for line in lines if not line.startswith(("    total 116", "    ground ", "    rows of 6"))]
    (here / "game.tw").write_text("".join(free), "utf-8")
    for id, row in (("flat", "1 1 1 1 1 1"), ("steep", "1 2 3 3 2 1")):
        heights = f"    {row}\n" * 4
        (here / f"{id}.tw").write_text(f'castle {id}\n  name en "{id}"\n  players 2\n  heights\n{heights}', "utf-8")
    found = run("balance", "steep", *BOTS, "--games", "3", "--json")
    report: Any = valid(found.stdout, "balance-sides-1")
    assert [side["side"] for side in report["sides"]] == ["steep", "flat"]
    own = report["sides"][0]["bots"][0]
    assert own["numbers"].keys() >= {LEAD, "turns", "openings, least", "take / discard: taken"}
    assert len(own["measures"]["openings"]) > 8
    assert report["compared"]["random"]["turns"]["of"] == 2


def _side(*leads: tuple[float, float]) -> SideOutput:
    """A side on which bots have such intervals of the lead in 100 games, with a standard deviation of 5."""
    bots = [
        {"bot": f"bot{i}", "games": 100, "numbers": {LEAD: {"mean": (a + b) / 2, "low": a, "high": b, "error": 0.5}}}
        for i, (a, b) in enumerate(leads)
    ]
    side: SideOutput = filled(SideOutput, {"side": "mine", "bots": bots})
    return side


@pytest.mark.parametrize(
    ("leads", "word"),
    [
        (((1, 3), (0.5, 2)), "first"),
        (((-3, -1), (-4, -2)), "others"),
        (((-1, 1), (-2, 2)), "even"),
        (((1, 3), (-3, -1)), "unknown"),
        (((1, 3), (-1, 1)), "unknown"),
        (((-4, 4), (1, 3)), "unknown"),
    ],
)
def test_a_layout_in_words(leads: tuple[tuple[float, float], ...], word: str) -> None:
    """Both bots have to say the same of the first player; where they do not, it is not known."""
    found = layout_verdict([_side(*leads)], {"bot0": {}, "bot1": {}})
    assert found[0] == word
    if word == "unknown":
        assert "disagree" in found[1] or "too few" in found[1]


def test_bots_that_disagree_about_rules() -> None:
    """A number that grows for one bot and shrinks for the other is no difference of the rules."""
    up, down = ({"turns": PairedDifference(mean=m, low=m - 1, high=m + 1, error=0.1, games=100)} for m in (3, -3))
    found = rules_verdict([_side((0, 1), (0, 1))] * 2, {"bot0": up, "bot1": down})
    assert found == ("unknown", "the bots disagree about turns")


def test_what_is_certain_for_one_bot_alone_is_not_denied() -> None:
    """A difference that not every bot bears out decides nothing; where there is one, it is not said that there is none."""
    up, open_ = ({"turns": PairedDifference(mean=3.0, low=3.0 - w, high=3.0 + w, error=0.1, games=100)} for w in (1, 9))
    both = [_side((0, 1), (0, 1))] * 2
    rest = ", and there are too few games to show that any difference is small"
    assert rules_verdict(both, {"bot0": up, "bot1": open_})[1] == f"no difference is certain for every bot{rest}"
    assert rules_verdict(both, {"bot0": open_, "bot1": open_})[1] == f"no difference is certain for any bot{rest}"


def test_games_that_end_on_one_side_alone_say_nothing() -> None:
    """Versions are compared by games that ended on both; without any they are not alike."""
    compared = {"bot0": {"turns": PairedDifference(mean=0.0, games=2)}, "bot1": {}}
    found = rules_verdict([_side((0, 1), (0, 1))] * 2, compared)
    assert found == ("unknown", "too few games ended on both sides: bot0; bot1")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["toy", "--against", "toy/game.tw"], "these two files have the same rules"),
        (["toy", "--against", "nowhere"], "there is no game 'nowhere'"),
        (["toy", "--against", "toy/cards.tw"], "is not the game file of the pack"),
        (["mine.tw", "--against", "toy"], "mine.tw is not the game file of a pack: there is no pack.yaml next to it"),
        (["toy", "cairns", "--against", "cairns"], "name one game"),
        (["toy", "--against", "cairns", "--players", "greedy,greedy"], "name at least two different bots"),
        (["toy", "--against", "cairns", "--bounds"], "--bounds, --plot and --unpaired are only for cards"),
        (["keep", "--layout", "base-2"], "leave --layout out"),
        (["keep", "humility"], "name one layout at a time"),
        (["base-4"], "players, not 2"),
    ],
)
def test_what_cannot_be_asked(here: Path, words: list[str], message: str) -> None:
    """Slips are told in a line, before any game is played."""
    result = run("balance", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert not json.dumps(result.stdout).strip('"')


def test_what_workers_are_sent_follows_the_files(here: Path) -> None:
    """What goes to a cluster is another thing after an edit, also for workers that have had it under the same name."""
    recipe = SeriesRecipe("toy", 2, None, None, 0)
    before, again = carried(recipe), carried(recipe)
    (here / "toy" / "game.tw").write_text(GAME.replace("gain 0 points", "pay 0 points", 1), "utf-8")
    assert before == again != carried(recipe)
