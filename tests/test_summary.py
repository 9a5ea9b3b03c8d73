"""The summary of a simulation against numbers worked out by hand, and how it is told."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest
from click import unstyle

from command_line import run
from tilewright.cli.args.games import game_setup
from tilewright.cli.commands.simulate import text
from tilewright.outputs.games import Played, SettingOutput, SummaryOutput
from tilewright.outputs.output import plain
from tilewright.resources import data_folder
from tilewright.sim.estimates import distribution, mean_interval, share
from tilewright.sim.simulation import Series, Start
from tilewright.sim.summary import Tally
from tilewright.table.card import Card
from toy import write_toy

FIRST = Played(
    game=1,
    seed=11,
    bots=["random", "greedy"],
    scores=[{"points": 10, "lead": 0}, {"points": 6, "lead": 5}],
    totals=[10, 11],
    winners=[2],
    turns=3,
    decisions=4,
    uses=[{"lift": [1, 1, 3]}, {}],
    movers=[1, 2, 1],
    gains=[4, 11, 6],
    measures={"own": [0, 2, 4]},
    forced=[2, 3],
    idle=[],
)
SECOND = replace(
    FIRST,
    game=2,
    scores=[{"points": 7, "lead": 0}, {"points": 7, "lead": 0}],
    totals=[7, 7],
    winners=[1, 2],
    turns=2,
    decisions=2,
    uses=[{}, {}],
    movers=[1, 2],
    gains=[7, 7],
    measures={"own": [1, 3]},
    forced=[],
    idle=[2],
)


def nothing() -> Start:
    """A recipe that nobody asks."""
    raise AssertionError


@pytest.fixture
def cards(tmp_path: Path) -> tuple[Card, ...]:
    """The cards of the toy game: one with an ability, one that scores."""
    return game_setup(write_toy(tmp_path), 2, "lift,lead", None, 0).cards


def summary(cards: tuple[Card, ...], *games: Played, rotate: bool = False) -> SummaryOutput:
    """The summary of some games."""
    tally = Tally(Series(nothing, ("random", "greedy"), rotate=rotate), cards)
    for game in games:
        tally.add(game)
    return tally.summary(
        SettingOutput(
            game="toy",
            players=["random", "greedy"],
            rotate=rotate,
            cards=["lift", "lead"],
            layouts={},
            seed=0,
            rules="",
            version="",
        )
    )


def test_a_distribution_in_numbers() -> None:
    """1, 2, 2, 3, 7: mean 3, variance (4 + 1 + 1 + 0 + 16) / 4, quartiles at the second to fourth value."""
    found = plain(distribution(Counter([2, 7, 1, 2, 3])))
    assert found == {"mean": 3, "sd": 2.3452, "min": 1, "q1": 2, "median": 2, "q3": 3, "max": 7}
    assert plain(distribution({5: 1})) == {"mean": 5, "sd": 0, "min": 5, "q1": 5, "median": 5, "q3": 5, "max": 5}
    assert plain(distribution({1: 1, 2: 1})) | {"sd": 0} == {
        "mean": 1.5,
        "sd": 0,
        "min": 1,
        "q1": 1.25,
        "median": 1.5,
        "q3": 1.75,
        "max": 2,
    }


@pytest.mark.parametrize(
    ("successes", "number", "low", "high"),
    [
        (5, 10, 0.2366, 0.7634),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (15, 50, 0.1910, 0.4375),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_the_interval_of_a_share(successes: int, number: int, low: float, high: float) -> None:
    """Wilson's intervals as tables and other programs give them."""
    assert plain(share(successes, number)) == {"share": successes / number, "low": low, "high": high}


@pytest.mark.parametrize(("number", "t"), [(3, 4.3027), (5, 2.7764), (11, 2.2281), (31, 2.0423), (1001, 1.9623)])
def test_the_interval_of_a_mean(number: int, t: float) -> None:
    """The half width is t standard errors, t as in the tables, within one in a hundred."""
    values = Counter(dict.fromkeys(range(number), 1))
    found = mean_interval(values, scale=2)
    error = distribution(values).sd / 2 / number**0.5
    assert found.mean == (number - 1) / 4
    assert found.high - found.mean == pytest.approx(t * error, rel=0.01)
    assert found.mean - found.low == pytest.approx(t * error, rel=0.01)


def test_two_values_have_no_interval() -> None:
    """From two values nothing is said of the mean but itself."""
    assert plain(mean_interval({1: 1, 2: 1})) == {"mean": 1.5}


def test_scores_and_wins(cards: tuple[Card, ...]) -> None:
    """A shared win is half a win for each; the lead is the first's score less the other's."""
    found = plain(summary(cards, FIRST, SECOND))
    assert [seat["wins"]["share"] for seat in found["seats"]] == [0.25, 0.75]
    assert [seat["score"]["mean"] for seat in found["seats"]] == [8.5, 9]
    assert found["seats"][1]["counts"] == [[7, 1], [11, 1]]
    assert found["first"]["lead"] == {"mean": -0.5}
    assert found["first"]["even"] == 0.5
    assert found["length"]["turns"]["mean"] == 2.5
    assert found["length"]["decisions"]["max"] == 4


def test_what_pays(cards: tuple[Card, ...]) -> None:
    """Of four players one had points for the card; the ability was used three times in two turns."""
    found = plain(summary(cards, FIRST, SECOND))
    assert found["parts"] == [
        {"name": "points", "card": False, "paid": 1, "mean": 7.5, "most": 10},
        {"name": "lead", "card": True, "paid": 0.25, "mean": 1.25, "most": 5},
    ]
    gain, otherwise = (4 + 6) / 2, (11 + 7 + 7) / 3
    assert found["abilities"] == [
        {"card": "lift", "uses": 1.5, "games": 0.5, "turns": 2, "gain": gain, "otherwise": round(otherwise, 4)}
    ]
    assert summary(cards, SECOND).abilities[0].gain is None


def test_turns(cards: tuple[Card, ...]) -> None:
    """A measure counts the games that came to the turn; forced and idle turns are a game's mean."""
    found = plain(summary(cards, FIRST, SECOND))
    assert found["measures"]["own"] == [
        {"turn": 1, "games": 2, "mean": 0.5, "min": 0},
        {"turn": 2, "games": 2, "mean": 2.5, "min": 2},
        {"turn": 3, "games": 1, "mean": 4, "min": 4},
    ]
    assert found["forced"] == {"turns": 1, "games": 0.5}
    assert found["idle"] == {"turns": 0.5, "games": 0.5}


def test_bots_that_rotate(cards: tuple[Card, ...]) -> None:
    """In the second game the first bot sits at the second seat."""
    found = plain(summary(cards, FIRST, replace(FIRST, game=2, bots=["greedy", "random"]), rotate=True))
    assert [seat["wins"]["share"] for seat in found["seats"]] == [0, 1]
    assert [(bot["bot"], bot["wins"]["share"], bot["score"]["mean"]) for bot in found["bots"]] == [
        ("random", 0.5, 10.5),
        ("greedy", 0.5, 10.5),
    ]
    assert "bot" not in found["seats"][0]


def test_the_text(cards: tuple[Card, ...]) -> None:
    """The numbers on the terminal are those of the object."""
    found = summary(cards, FIRST, SECOND, FIRST)
    lines = [" ".join(line.split()) for line in unstyle(text(found)).splitlines()]
    for line in (
        "toy: 3 games, cards lift lead, seed 0",
        "1 random 9.0 1.7 7 8.5 10 10 10 16.7% 1.8 to 69.0%",
        "seat 1 ▄ █",
        "scores from 7 to 11, 1 point per bar",
        "The first player wins 16.7% (95%: 1.8 to 69.0%; an even share is 50.0%)",
        "and scores -0.7 compared with the others' average (95%: -2.1 to +0.8).",
        "The bots differ, so this measures bots as well as seats; use --rotate to separate them.",
        "Turns per game: mean 2.7, from 2 to 3.",
        "Turns without any choice: 1.33 per game, in 66.7% of the games.",
        "card lead 33.3% 1.67 5",
        "lift 2.00 66.7% +5.00 +9.00",
        "own, mean 0.3 2.3 4.0",
    ):
        assert line in lines, line


def test_numbers_that_mean_nothing_are_not_shown(cards: tuple[Card, ...]) -> None:
    """A part that never paid says so, and a measure that never changed is told in a sentence, not in a table."""
    idle = [
        replace(game, scores=[{"points": 4, "lead": 0}, {"points": 4, "lead": 0}], measures={"own": [0] * game.turns})
        for game in (FIRST, SECOND)
    ]
    lines = [" ".join(line.split()) for line in unstyle(text(summary(cards, *idle))).splitlines()]
    assert "card lead never - -" in lines
    assert "own was 0 in every turn of every game: the bots did nothing that changes it." in lines
    assert not any(line.startswith("own, mean") for line in lines)
    active = [" ".join(line.split()) for line in unstyle(text(summary(cards, FIRST, SECOND))).splitlines()]
    assert any(line.startswith("own, mean") for line in active) and not any("never" in line for line in active)


@pytest.mark.slow
def test_games_without_building_say_so(tmp_path: Path) -> None:
    """Where nobody builds in Dragon Castle, its measure says so: bots without weights do not."""
    game = copytree(data_folder("cards") / "dragon-castle", tmp_path / "game", ignore=ignore_patterns("weights.json"))
    shown = run("simulate", str(game), "--players", "greedy,greedy", "--games", "1", "--workers", "1").output
    assert "built was 0 in every turn of every game" in shown
