"""What is chosen in secret in games between bots: noted as it was, added up by card, told by simulate and balance."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import pytest

from command_line import valid
from executors import AtOnce
from fists import characters, fist, of_our_own
from tilewright.cli.report.balance import text
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.unseen import secret_block
from tilewright.sim.balance import Balance, BalanceQuestion
from tilewright.sim.journal import game_of as game_of_line
from tilewright.sim.journal import line_of
from tilewright.sim.looks import Looks
from tilewright.sim.secret_sums import SecretsTally, about_card, sums
from tilewright.sim.secrets import SecretsWatch
from tilewright.sim.simulation import PreparedStart, Series, Start, play_game

GAME = [
    {"about": "a", "answers": {"bid": [0, 3, 1], "mark": [0, 1, 0]}},
    {"about": "a", "answers": {"bid": [0, 0, 0], "mark": [0, 0, 0]}},
    {"about": "a", "answers": {"offer": [None, 2, 4]}},
    {"about": "b", "answers": {"bid": [1, 1, 1], "mark": [0, 0, 0]}},
]


def test_what_is_given_is_added_up_by_card_and_sort() -> None:
    """The numbers of a player in a block are one sum; who was not asked does not count."""
    first, tied, other = sums(GAME)
    assert (first.about, first.given, first.unwanted) == ("a", ((0, 4, 1), (0, 0, 0)), 1)
    assert (tied.names, tied.given, tied.mean) == (("offer",), ((2, 4),), 3)
    assert other.mean == 1
    tally = SecretsTally()
    tally.add(GAME)
    tally.add(GAME)
    found = tally.summary()
    assert [(one["about"], one["blocks"], one["mean"]) for one in found] == [
        ("b", 2, 1.0),
        ("a", 4, 0.8333),
        ("a", 2, 3.0),
    ]
    assert found[1]["unwanted"]["share"] == 0.5  # type: ignore[index]


def test_a_card_has_its_place_by_what_is_given() -> None:
    """More is given for one card than for the others in all games, so it is the first; of a card without any nothing is told."""
    games = [
        [{"about": name, "answers": {"bid": [most + turn % 2, most]}} for name, most in (("a", 5), ("b", 0), ("c", 1))]
        for turn in range(12)
    ]
    found = about_card("a", games, 2.0)
    assert found is not None and found["rank"] == {"best": 1, "worst": 1, "of": 3} and found["blocks"] == 12
    low = about_card("b", games, 2.0)
    assert low is not None and low["rank"] == {"best": 3, "worst": 3, "of": 3}
    assert low["unwanted"]["share"] == 0.5  # type: ignore[index]
    assert about_card("d", games, 2.0) is None


def test_what_is_noted_is_what_was_answered() -> None:
    """The answers of a whole block, also those that left no choice, by seat; and the card that it was about."""
    match = Match(fist().game, ["1", "2", "3"], characters(), seed=1)
    for own in match.state.table.counters:
        own["common-gold"] = 0
    watch, player = SecretsWatch(match), bot("random", 3)
    while not watch.found:
        watch.play(player.choose(match.view()))
    (found,) = watch.found
    spent = [own["tired"] for own in match.state.table.counters]
    assert found == {
        "about": "witch",
        "answers": {"magic": spent, "plain": [0] * 3, "doubling": [0] * 3, "curse": [0] * 3},
    }
    assert any(spent) and (match.over or secret_block(match.state) is not None)


@pytest.mark.slow
def test_a_game_is_kept_with_what_was_secret() -> None:
    """A line of the file gives the game back; a line whose answers are no numbers is broken."""
    series = Series(PreparedStart("fists", Start(fist().game, characters())), ("random",) * 3, cap=60)
    game = play_game(series, 1)
    assert game.secrets and all(one["about"] for one in game.secrets)
    line = line_of(asdict(game) | {"aside": None})
    assert game_of_line(line, 1, 3) == game
    broken = json.loads(line)
    broken["secrets"][0]["answers"] = {"magic": ["much"]}
    assert game_of_line(line_of(broken), 1, 3) is None


@pytest.mark.slow
def test_balance_tells_what_is_given_for_a_character() -> None:
    """Of a character of one's own: what players give for it, how often nobody does, and its place among the printed ones."""
    own = next(card for card in of_our_own() if card.id == "fortune-teller")
    recipe = PreparedStart("fists", Start(fist().game, (*characters(), own)))
    beside = tuple(card.id for card in characters())
    asked = Balance(BalanceQuestion(recipe, (own.id,), ("random",) * 3, Looks(1, 3, 3), beside, cap=600), fist().source)
    with AtOnce() as here:
        asked.run(here)
    report: dict[str, Any] = asked.report()
    (card,) = report["cards"]
    valid(json.dumps(report), "balance-1")
    assert card["secrets"]["blocks"] > 0 and card["bots"][0]["touched"]["share"] > 0
    assert "In secret (magic + plain + doubling + curse)" in text(report)
