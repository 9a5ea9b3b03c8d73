"""What players play for, learned from games."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import tilewright
from command_line import run, valid
from small_games import game_of
from tilewright.sim import stakes
from tilewright.sim.simulation import AtOnce, EndlessGame, PreparedStart, Start
from tilewright.sim.stakes import LEAST, LearningGame, ObservedGame, fitted, learn, noted, texts_of

GOOFSPIEL = Path(__file__).parent.parent / "examples" / "goofspiel"
TEXTS = ("gold", "silver", "dust")


def games(count: int, worth: tuple[float, ...], seed: int = 0, players: int = 3) -> list[ObservedGame]:
    """Games whose ends are a sum of the numbers at some moment, and of chance."""
    random, found = Random(seed), []
    for _ in range(count):
        numbers = [[tuple(random.randint(0, 9) for _ in TEXTS) for _ in range(players)] for _ in range(4)]
        totals = [
            round(10 * sum(w * n for w, n in zip(worth, numbers[-1][seat], strict=True)) + random.gauss(0, 20))
            for seat in range(players)
        ]
        found.append(ObservedGame(tuple(map(tuple, numbers[-1:] * 3)), tuple(totals)))
    return found


def test_worths_are_found_again() -> None:
    """Of numbers that make the end of games the worths lie in their intervals; what makes no difference is left out."""
    found = fitted(TEXTS, games(200, (3, 1, 0)))
    assert [term.text for term in found.terms] == ["gold", "silver"] and found.left == ("dust",)
    for term, worth in zip(found.terms, (30, 10), strict=True):
        assert term.low < worth < term.high and term.high - term.low < 4
    assert 0.5 < found.explained < 1 and found.moments == 600
    factors = [int(part.split(" * ")[0]) for part in found.text.split(" + ")]
    assert factors == [round(100 * term.worth) for term in found.terms]


def test_intervals_hold_what_they_promise() -> None:
    """In most of many series of games, whose ends chance has a part in, the worth lies in its interval."""
    held = 0
    for seed in range(60):
        (gold, *_) = (term for term in fitted(TEXTS, games(40, (3, 1, 0), seed)).terms if term.text == "gold")
        held += gold.low <= 30 <= gold.high
    assert 50 <= held <= 60


def test_numbers_that_always_go_together_do_not_hide_one_another() -> None:
    """Of two that are equal one is left."""
    doubled = [
        ObservedGame(tuple(tuple((a, a, c) for a, _, c in moment) for moment in game.numbers), game.totals)
        for game in games(100, (3, 0, 0))
    ]
    found = fitted(TEXTS, doubled)
    assert len(found.terms) == 1 and found.terms[0].text in ("gold", "silver")


def test_where_nothing_tells_the_end_nothing_is_learned() -> None:
    """Neither of games that chance decides, nor of none, nor of so few with anything to tell that they may be alike."""
    assert fitted(TEXTS, games(100, (0, 0, 0))).text == ""
    assert fitted(TEXTS, []).left == TEXTS
    untold = ObservedGame((), (1, 2, 3))
    assert fitted(TEXTS, [*games(LEAST - 1, (3, 1, 0)), *[untold] * 100]).left == TEXTS
    assert fitted(TEXTS, games(LEAST, (3, 1, 0))).text


BIDDING = """\
game bidding
  players 2

  counter coins
  counter points

  part points
    score points

  setup
    for each player
      gain 9 coins

  turn
    3 times
      for each player secretly
        choose a number from 0 to (coins) called bid
      for each player
        pay (bid) coins
        gain (bid) points

  end after a turn if total coins of players < 2
"""


def test_every_secret_block_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that begins right after another of its kind, too; a game that does not end tells nothing."""
    start = PreparedStart("bidding", Start(game_of(BIDDING.replace("total coins of players < 2", "points >= 0"))))
    game = LearningGame(start, ("random", "random"), 1, ("coins", "points"))
    told = noted(game)
    assert 1 < len(told.numbers) <= 3 and told.numbers[0] == ((9, 0), (9, 0)) != told.numbers[1]
    assert [own + points for own, points in told.numbers[-1]] == [9, 9]
    monkeypatch.setattr(stakes, "CAP", 2)
    with pytest.raises(EndlessGame, match="has not ended after 2 decisions"):
        noted(game)


def test_the_numbers_of_a_game_are_its_words() -> None:
    """Counters, and how many pieces and what in total lie in the pools of a player."""
    fist = tilewright.load_pack("fist-of-dragonstones").game
    found = list(texts_of(fist))
    assert {"points", "fairy-gold", "black-coins", "tired", "count of stones in the hoard"} <= set(found)
    assert "total worth of lots in the hand" in texts_of(tilewright.load_pack(str(GOOFSPIEL)).game)


@pytest.mark.slow
def test_a_learned_value_is_read_again(tmp_path: Path) -> None:
    """What is learned of Goofspiel counts prizes won and cards in hand; the same on any executor, and as a value of its own."""
    start = Start(tilewright.load_pack(str(GOOFSPIEL)).game)
    learned = learn(PreparedStart("goofspiel", start), 2, ["random"], 80, 0, AtOnce())
    assert [term.text for term in learned.terms] == ["points", "total worth of lots in the hand"]
    assert all(term.worth > 0.5 for term in learned.terms)
    told = valid(
        run("equilibrium", str(GOOFSPIEL), "--learn", "random", "--games", "80", "--until", "turn", "--json").output,
        "equilibrium-1",
    )
    assert told["value"] == learned.text
    again = valid(
        run("equilibrium", str(GOOFSPIEL), "--value", learned.text, "--until", "turn", "--json").output, "equilibrium-1"
    )
    assert again["mixes"] == told["mixes"]


@pytest.mark.slow
def test_one_game_is_not_taken_for_another() -> None:
    """What is learned of a game after another one, in the same process, is told in its own words."""
    for game, text in ((str(GOOFSPIEL), "lots in the hand"), ("fist-of-dragonstones", "fairy-gold")):
        result = run("equilibrium", game, "--learn", "random", "--games", "20", "--until", "turn", "--workers", "1")
        assert result.exit_code == 0 and text in result.output


@pytest.mark.slow
def test_what_was_learned_is_reported_though_nothing_is_solved_for_it() -> None:
    """The games have taken their time: their sum is printed before a word that is wrong is complained of."""
    result = run("equilibrium", str(GOOFSPIEL), "--learn", "random", "--games", "20", "--until", "nonsense")
    assert (
        result.exit_code == 2
        and "learned from 20 games" in result.output
        and "'nonsense' is not a verb" in result.output
    )


def test_what_cannot_be_learned_is_refused() -> None:
    """A value besides, bots that are none, and a game without secrets."""
    for more, said in (
        (("--value", "points"), "use only one of them"),
        (("--learn", "nobody"), "there is no bot 'nobody'"),
        (("--exploit", "nobody"), "there is no bot 'nobody'"),
    ):
        result = run("equilibrium", str(GOOFSPIEL), "--learn", "random", *more)
        assert result.exit_code == 2 and said in result.output and "learned" not in result.output
    result = run("equilibrium", "dragon-castle", "--learn", "random")
    assert result.exit_code == 2 and "nothing is chosen in secret" in result.output
