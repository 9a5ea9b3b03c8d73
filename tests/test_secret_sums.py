"""What is chosen in secret in games between bots: noted as it was, added up by card, ranked, told by simulate and balance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from command_line import run, valid
from filled import filled
from fists import characters, fist, of_our_own
from relaid import relaid
from small_games import bidding, game_of, moves
from tilewright.cli.commands.balance import text
from tilewright.outputs.games import BalanceOutput, Played, Rank, SecretAnswers
from tilewright.outputs.output import plain
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.view import secret_block
from tilewright.sim.balance import Balance, BalanceQuestion
from tilewright.sim.estimates import InterimAnalyses
from tilewright.sim.journal import game_of as game_of_line
from tilewright.sim.journal import line_of
from tilewright.sim.secrets import PiecesTally, SecretsTally, SecretsWatch, about_card, sums
from tilewright.sim.simulation import AtOnce, PreparedStart, Series, Start, begun, play_game

GAME = [
    SecretAnswers(about="a", answers={"bid": [0, 3, 1], "mark": [0, 1, 0]}, most=[8, 8, 4]),
    SecretAnswers(about="a", answers={"bid": [0, 0, 0], "mark": [0, 0, 0]}, most=[8, 4, 0]),
    SecretAnswers(about="a", answers={"offer": [None, 2, 4]}, most=[None, 4, 4]),
    SecretAnswers(about="b", answers={"bid": [1, 1, 1], "mark": [0, 0, 0]}, most=[2, 2, 2]),
]


def test_what_is_given_is_added_up_by_card_and_sort() -> None:
    """The numbers of a player in a block are one sum; who was not asked does not count."""
    first, tied, other = sums(GAME)
    assert (first.about, first.given, first.unwanted) == ("a", ((0, 4, 1), (0, 0, 0)), 1)
    assert (tied.names, tied.given, tied.mean) == (("offer",), ((None, 2, 4),), 3)
    assert (first.of([1, 2]), tied.of([0, 2])) == ([([4, 1], 12), ([0, 0], 4)], [([4], 4)])
    assert other.mean == 1
    tally = SecretsTally()
    tally.add(GAME)
    tally.add(GAME)
    found = tally.summary()
    assert [(one.about, one.blocks, one.mean) for one in found] == [
        ("b", 2, 1.0),
        ("a", 4, 0.8333),
        ("a", 2, 3.0),
    ]
    assert found[1].unwanted.share == 0.5


def games_of(gives: Mapping[str, Callable[[str, Random], float]], number: int = 20) -> list[Played]:
    """Games with a block about each of five cards, in any order; the later ones with less to give."""
    found = []
    for game in range(1, number + 1):
        random, bots = Random(game), list(gives)
        secrets: list[SecretAnswers] = []
        for most, card in zip((16, 8, 4, 2, 2), random.sample("abcde", 5), strict=True):
            bids = [round(most * min(1.0, gives[bot](card, random))) for bot in bots]
            secrets.append(SecretAnswers(about=card, answers={"bid": bids}, most=[most] * len(bots)))
        found.append(filled(Played, {"game": game, "bots": bots, "secrets": secrets}))
    return found


def by_worth(card: str, random: Random) -> float:
    """Gives more for a later letter."""
    return 0.2 * "abcde".index(card) + 0.2 * random.random()


def the_other_way(card: str, random: Random) -> float:
    """Gives less for it."""
    return by_worth("edcba"["abcde".index(card)], random)


def any_part(card: str, random: Random) -> float:
    """Gives any part of what it has for any card."""
    return random.random()


def test_a_card_has_its_place_by_what_is_given() -> None:
    """Two bots that give more for some cards say the place of each; of a card without any block nothing is told."""
    games = games_of({"one": by_worth, "other": by_worth})
    found: Any = about_card("e", "character", games, 2.0)
    assert found.rank == Rank(best=1, worst=1, of=5)
    assert (found.blocks, found.reason) == (20, "")
    assert 0.8 <= found.bots[0].part.mean <= 1
    low: Any = about_card("a", "character", games, 2.0)
    assert low.rank == Rank(best=5, worst=5, of=5)
    assert about_card("f", "character", games, 2.0) is None


@pytest.mark.parametrize(
    ("bots", "reason"),
    [
        (
            {"one": any_part, "other": any_part},
            "bids do not depend on the card in the games of one and of other",
        ),
        (
            {"one": by_worth, "other": any_part},
            "do not depend on the card in the games of other; one bot alone proves nothing",
        ),
        ({"one": by_worth}, "one bot alone proves nothing"),
        ({"one": by_worth, "other": the_other_way}, "the bots disagree"),
    ],
)
def test_what_says_nothing_of_a_card_gives_it_no_place(
    bots: dict[str, Callable[[str, Random], float]], reason: str
) -> None:
    """Bots that give anything for any card say nothing of it, though they give more when they have more; nor does one alone."""
    found: Any = about_card("e", "character", games_of(bots), 2.0)
    assert found.rank is None
    assert reason in found.reason
    assert [own.tells for own in found.bots] == [gives is not any_part for gives in bots.values()]


def test_a_card_is_among_those_that_get_about_as_much() -> None:
    """By half a standard deviation of all that a bot gives, a card may be among others though its place is open; the best of all is not."""
    worth = {"a": 0.0, "b": 0.4, "c": 0.4, "d": 0.4, "e": 1.0}
    even = {bot: lambda card, random: worth[card] * random.uniform(0.8, 1.2) for bot in ("one", "other")}
    games = games_of(even, 60)
    found: Any = {card: about_card(card, "character", games, 2.0) for card in worth}
    assert {card for card in worth if all(own.among for own in found[card].bots)} == set("bcd")
    assert all(0.1 < own.among < 0.25 for own in found["c"].bots)


def test_a_place_among_the_cards_of_a_table() -> None:
    """With a table the other cards are those of it, of the same class; what is given is compared by bot."""
    games = games_of({"one": by_worth, "other": by_worth})
    printed = [
        {"card": f"printed-{card}", "class": "character", "secrets": about_card(card, "character", games, 2.0)}
        for card in "abcd"
    ]
    cards = [*printed, {"card": "x", "class": "spirit"}, {"card": "y", "class": "character"}]
    table = filled(BalanceOutput, {"cards": cards})
    found: Any = about_card("c", "character", games, 2.0, table)
    assert found.rank.of == 5
    assert found.rank.best >= 2


def test_what_is_noted_is_what_was_answered() -> None:
    """The answers of a whole block, also those that left no choice, by seat; and the card that it was about."""
    match = Match(fist().game, ["1", "2", "3"], characters(), seed=1)
    for own in match.state.table.counters:
        own["common-gold"] = 0
    relaid(match)
    watch, player = SecretsWatch(match), bot("random", 3)
    while not watch.found:
        watch.play(player.choose(match.view()))
    (found,) = watch.found
    spent = [own["tired"] for own in match.state.table.counters]
    answers = {"magic": spent, "plain": [0] * 3, "doubling": [0] * 3, "curse": [0] * 3}
    assert found == SecretAnswers(about="witch", answers=answers, most=[8, 8, 8])
    assert any(spent) and (match.over or secret_block(match.state) is not None)


DUEL = f"""\
game duel
  name en "Duel"
  players 2

  piece lot
    suit plain L1 to L3 worth 1 to 3 copies 3
    identity face

  pool stock
    of the table
    holds lots
    begins with every lot
    hidden

  pool hand
    of each player
    holds lots
    hidden

  counter points

  part points
    score points

{bidding("lot", "stock", 4, "worth", "discard the bid")}
  end after a turn if there is no lot in the hand
"""


def test_pieces_are_counted_by_what_was_offered(tmp_path: Path) -> None:
    """Counted by hand from the hands before each choice; kept in a file, added up, and printed."""
    game, counted = game_of(DUEL), Counter[tuple[str, str]]()
    series = Series(PreparedStart("duel", Start(game)), ("random",) * 2)
    games = [play_game(series, number) for number in range(1, 7)]
    for number, played in enumerate(games, 1):
        match, bots = begun(series, number)
        while not match.over:
            move = bots[match.turn].choose(match.view())
            hand = {text.split()[1] for text in moves(match)}
            counted.update(("offered", code) for code in hand if len(hand) > 1)
            counted["chosen", str(move).split()[1]] += len(hand) > 1
            match.play(move)
        assert played.pieces and all((one.answer, one.about) == ("bid", "") for one in played.pieces)
        line = line_of(played)
        assert game_of_line(line, number, 2) == played
        for key, value in (("chosen", played.pieces[0].offered + 1), ("offered", 0), ("piece", 3)):
            broken = json.loads(line)
            broken["pieces"][0][key] = value
            assert game_of_line(f"{json.dumps(broken)}\n".encode(), number, 2) is None
    tally = PiecesTally()
    for played in games:
        tally.add(played.pieces or ())
    found = {one.piece: (one.offered, one.chosen) for one in tally.summary()}
    assert found == {code: (counted["offered", code], counted["chosen", code]) for code in ("L1", "L2", "L3")}
    (tmp_path / "game.tw").write_text(DUEL, "utf-8")
    (tmp_path / "pack.yaml").write_text("tilewright: 1\ngame: duel\nfile: game.tw\ntitle: Duel\n", "utf-8")
    asked = ["simulate", str(tmp_path), "--games", "6", "--players", "random,random"]
    valid(run(*asked, "--json").stdout, "simulation-summary-1")
    share = f"{100 * found['L1'][1] / found['L1'][0]:.1f}%"
    assert [row.split() for row in run(*asked).stdout.splitlines() if " L1 " in row] == [
        ["bid", "L1", str(found["L1"][0]), *share.split()]
    ]


@pytest.mark.slow
def test_a_game_is_kept_with_what_was_secret() -> None:
    """A line of the file gives the game back; a line whose answers are no numbers is broken."""
    series = Series(PreparedStart("fists", Start(fist().game, characters())), ("random",) * 3, cap=60)
    game = play_game(series, 1)
    assert game.secrets and all(one.about for one in game.secrets)
    line = line_of(game)
    assert game_of_line(line, 1, 3) == game
    broken = json.loads(line)
    whole = broken["secrets"][0]
    for key, value in (("answers", {"magic": ["much"] * 3}), ("answers", {}), ("most", [1, 2]), ("most", [None, 1, 1])):
        broken["secrets"][0] = whole | {key: value}
        assert game_of_line(f"{json.dumps(broken)}\n".encode(), 1, 3) is None


@pytest.mark.slow
def test_balance_tells_what_is_given_for_a_character() -> None:
    """Of a character of one's own: what players give for it, how often nobody does, and its place among the printed ones."""
    own = next(card for card in of_our_own() if card.id == "fortune-teller")
    recipe = PreparedStart("fists", Start(fist().game, (*characters(), own)))
    beside = tuple(card.id for card in characters())
    asked = Balance(
        BalanceQuestion(recipe, (own.id,), ("random",) * 3, InterimAnalyses(1, 3, 3), beside, cap=600), fist().source
    )
    with AtOnce() as here:
        asked.run(here)
    found = asked.report()
    report: dict[str, Any] = plain(found)
    (card,) = report["cards"]
    valid(json.dumps(report), "balance-1")
    assert card["secrets"]["blocks"] > 0 and card["bots"][0]["touched"]["share"] > 0
    assert "In secret (magic + plain + doubling + curse)" in text(found)


@pytest.mark.slow
def test_games_without_the_card_need_not_be_played() -> None:
    """Unpaired, only the games with it are played: what is given is told as with pairs, what it adds is not known."""
    own = next(card for card in of_our_own() if card.id == "fortune-teller")
    recipe = PreparedStart("unpaired", Start(fist().game, (*characters(), own)))
    beside = tuple(card.id for card in characters())
    asked = BalanceQuestion(recipe, (own.id,), ("random",) * 3, InterimAnalyses(1, 3, 3), beside, cap=600, paired=False)
    with AtOnce() as here:
        answer = Balance(asked, fist().source)
        games: list[None] = []
        answer.run(here, done=lambda: games.append(None))
    found = answer.report()
    report: dict[str, Any] = plain(found)
    valid(json.dumps(report), "balance-1")
    (card,) = report["cards"]
    assert (len(games), card["games"], card["length"], card["verdict"]) == (3, 3, None, "unknown")
    assert card["secrets"]["blocks"] > 0 and card["secrets"]["rank"] is None
    assert "none were played" in text(found)
