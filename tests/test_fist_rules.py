"""The rules of Fist of Dragonstones, each test named after the ruling that it holds; random games under watch."""

from __future__ import annotations

from random import Random

import pytest

from cases import GAMES, mostly_slow
from fists import (
    auction,
    characters,
    check_components,
    coins,
    fist,
    match_of,
    of_our_own,
    offered,
    pieces_in,
    texts,
)
from small_games import dealt_anew
from tilewright.expectimax.moment import Moment
from tilewright.expectimax.question import OddsGoal, read_goal
from tilewright.expectimax.question import solve as solve_odds
from tilewright.play.bots import bot
from tilewright.play.match import Match
from tilewright.play.record import record_of, replay
from tilewright.play.view import information

SET_UP = {3: (36, 9, 25, 24), 4: (28, 7, 20, 20), 5: (20, 5, 15, 16), 6: (12, 3, 10, 12)}


@pytest.mark.slow
@pytest.mark.parametrize("players", SET_UP)
def test_the_set_up(players: int) -> None:
    """What is left in the bank, as the table of the rulebook has it."""
    match = match_of(players)
    bank = [
        match.state.table.bank(match.machine.evaluator.game.counters_by_name[c])
        for c in ("fairy-gold", "common-gold", "silver")
    ]
    assert (*bank, len(pieces_in(match, "bank"))) == SET_UP[players]
    assert coins(match, "black-coins") == coins(match, "amulets") == coins(match, "points") == [0] * players
    assert (
        pieces_in(match, "past") == ["witch"]
        and len(pieces_in(match, "crowd")) == 9
        and len(pieces_in(match, "deck")) == 23
    )


# ------------------------------------------------------------------ an auction


def test_all_that_is_offered_is_spent() -> None:
    """By winners and losers alike; common gold goes for good, fairy gold lies before the screen."""
    match = offered(auction("gnome"), {"magic": 3, "plain": 1, "offer": 1}, {"magic": 2, "plain": 2}, 1)
    assert match.over and coins(match, "tired") == [3, 2, 1]
    assert coins(match, "common-gold") == [1 + 2, 0, 2] and coins(match, "silver") == [5 - 1 + 2, 5, 5]


def test_nobody_offers_anything() -> None:
    """Then the character is passed over."""
    match = offered(auction("gnome"), 0, 0, 0)
    assert match.over and coins(match, "silver") == [5, 5, 5]


def test_a_tie_that_is_not_broken_has_no_winner() -> None:
    """Also at 0; the silver is spent all the same."""
    match = offered(auction("gnome"), {"magic": 2, "offer": 1}, {"magic": 2, "offer": 1}, 1)
    assert match.over and coins(match, "silver") == [4, 4, 5] and coins(match, "common-gold") == [2, 2, 2]


def test_only_who_is_tied_offers_silver() -> None:
    """The others are not asked."""
    match = offered(auction("alchemist"), 2, 1, {"magic": 2, "offer": 3})
    assert match.over and coins(match, "silver") == [5, 5, 2] and coins(match, "common-gold") == [2, 2, 5]


# ------------------------------------------------------------------ rulings 1 to 12


def test_or_1_one_dwarf_has_four_and_one_has_five() -> None:
    """Two cards of that name, one each."""
    dwarfs = [card for card in characters() if card.name() == "Dwarf"]
    assert len(dwarfs) == 2
    assert [coins(offered(auction(card), 1), "silver")[0] for card in ("dwarf", "rich-dwarf")] == [9, 10]
    kinds = {kind.code: kind.copies for kind in match_of().game.kinds}
    assert kinds["dwarf"] == kinds["rich-dwarf"] == 1


def test_there_are_33_characters() -> None:
    """Eight standard ones and 25 special cards, as the rulebook lists them; four and a blank one of our own."""
    kinds = {kind.code: kind.copies for kind in match_of().game.kinds if kind.first == kind.index}
    counts = {card.id: kinds[card.id] for card in characters()}
    rare = {card.id for card in characters() if card.numbers.get("rarity")}
    assert sum(counts.values()) == 33 and sum(counts[card] for card in rare) == 25 and len(rare) == 20
    twice = {"ancient-dragon", "fairy-queen", "quack-wizard", "sorcerers-apprentice", "two-headed-dragon"}
    assert {card for card, count in counts.items() if count == 2} == twice
    assert len(of_our_own()) == 5
    for card in (*characters(), *of_our_own()):
        assert card.names.keys() == card.texts.keys() == {"en", "fr", "it"}, card.id


def test_or_2_there_is_no_more_than_the_bank_has() -> None:
    """Three silver out of a bank of two are two."""
    match = offered(auction("magician", hoards=["R"], silver=[10, 14, 14]), 1)
    assert match.over and coins(match, "silver") == [12, 14, 14]


def rounds(match: Match, number: int) -> list[int]:
    """How many characters the deck has after so many rounds in which nobody offers anything."""
    found, before = list[int](), 0
    while len(found) < number:
        been = len(pieces_in(match, "past"))
        if been == 1 and before != 1:
            found.append(len(pieces_in(match, "deck")))
        before = been
        match.play(match.moves[0])
    return found


@pytest.mark.slow
def test_or_3_the_last_card_is_taken_before_the_discards_are_shuffled() -> None:
    """25 cards come in pairs: 23 to 1, then the last one and one of the 24 others."""
    assert rounds(match_of(), 14) == [*range(23, 0, -2), 23, 21]


def test_or_4_a_doppelganger_is_kept_over_rounds() -> None:
    """It is not among the discards, so it is in no new deck; it copies a Witch."""
    match = offered(auction("doppelganger"), 1)
    assert match.over, "it cannot be used on itself"
    assert pieces_in(match, "keep") == ["doppelganger"] and pieces_in(match, "past") == []
    match = offered(auction("witch", keep={0: "doppelganger"}), 1)
    assert texts(match) == ["doppelganger", "done"]
    match.play("doppelganger")
    assert coins(match, "black-coins") == [2, 0, 0] and pieces_in(match, "discards") == ["doppelganger"]


def test_or_5_the_order_is_that_of_the_seats() -> None:
    """Where one is needed: who is asked first in secret is of no account."""
    match = auction("gnome", players=4)
    order = []
    while not match.over and len(order) < 12:
        order.append(match.turn)
        match.play(match.moves[0])
    assert order == sorted(order) and set(order) == {0, 1, 2, 3}


def test_or_6_an_amulet_doubles_and_is_worth_nothing_alone() -> None:
    """Four common gold and the amulet are worth eight; it goes to the bank, whether its owner wins or not."""
    fours = {"plain": 4, "doubling": 1}
    match = offered(auction("gnome", amulets=[1, 0, 0], common_gold=[4, 2, 2]), fours, {"magic": 7})
    assert coins(match, "silver") == [7, 5, 5] and coins(match, "amulets") == [0, 0, 0]
    match = offered(auction("gnome", amulets=[1, 0, 0]), {"doubling": 1})
    assert match.over and coins(match, "silver") == [5, 5, 5] and coins(match, "amulets") == [0, 0, 0]
    match = offered(
        auction("gnome", amulets=[1, 0, 0]), {"magic": 1, "redoubling": 1, "offer": 1}, {"magic": 1, "offer": 1}
    )
    assert coins(match, "silver") == [6, 4, 5], "an amulet doubles silver, too"


def test_or_7_a_cursed_character_has_no_winner_and_no_tie_break() -> None:
    """What was offered is spent, no silver is; a Ghost may still copy the character."""
    match = offered(auction("gnome", black_coins=[0, 0, 1]), 3, 3, {"curse": 1})
    assert match.over and coins(match, "silver") == [5, 5, 5] and coins(match, "tired") == [3, 3, 0]
    match = offered(auction("ghost", past="gnome"), 1)
    assert coins(match, "silver") == [7, 5, 5]


def test_or_8_a_black_coin_that_was_used_is_in_the_bank() -> None:
    """There are only two."""
    match = offered(auction("gnome", black_coins=[0, 0, 2]), 3, 0, {"curse": 1})
    assert coins(match, "black-coins") == [0, 0, 1]


def test_or_9_no_curse_in_a_tie_break() -> None:
    """There only silver is offered, and an amulet."""
    match = auction("gnome", black_coins=[1, 0, 0], amulets=[1, 0, 0])
    asked = set()
    while not match.over:
        word = str(match.moves[0]).split()[0]
        asked.add((word, match.turn))
        match.play(f"{word} {int(word == 'magic')}" if match.turn < 2 else f"{word} 0")
    assert {word for word, player in asked if player == 0} == {
        "magic",
        "plain",
        "doubling",
        "curse",
        "offer",
        "redoubling",
    }
    assert {word for word, player in asked if player == 1} == {"magic", "plain", "offer"}


def test_or_10_what_cannot_be_done_is_not_offered() -> None:
    """A Magician with three stones takes silver; with none in the bank, nothing."""
    match = offered(auction("magician", hoards=["R B Y"]), 1)
    assert match.over and coins(match, "silver") == [8, 5, 5]
    match = offered(auction("magician", hoards=["R B Y"], silver=[10, 15, 15]), 1)
    assert match.over and coins(match, "silver") == [10, 15, 15] and coins(match, "points") == [0, 0, 0]


def test_or_11_more_than_three_points_are_three() -> None:
    """Two points at two points; the game ends at once."""
    match = offered(auction("sorcerer", hoards=["R R R R"], points=[2, 0, 0]), 1)
    match.play("enchant")
    assert match.over and coins(match, "points") == [3, 0, 0] and match.winners() == ["Ada"]


@pytest.mark.slow
def test_or_12_after_twenty_rounds_most_points_and_then_most_stones_win() -> None:
    """A game in which nobody ever offers anything ends, and is shared where all is equal."""
    match = match_of()
    while not match.over:
        match.play(match.moves[0])
    assert len(set(match.winners())) == 3 and [score.total for score in match.scores()] == [0, 0, 0]


# ------------------------------------------------------------------ rulings 13 to 24


def test_or_13_a_thief_takes_common_gold_then_fairy_gold() -> None:
    """Of who has no stone; an unspent fairy coin first, else one before the screen, or nothing."""
    none = ["R", "", ""]
    match = offered(auction("thief", hoards=none), 3, 2)
    assert coins(match, "common-gold") == [3, 1, 2]
    match = offered(auction("thief", hoards=none, common_gold=[0, 0, 0]), 3, 2)
    assert coins(match, "fairy-gold") == [6, 5, 8]
    match = offered(auction("thief", hoards=none, common_gold=[0, 0, 0], fairy_gold=[8, 2, 8]), 3, 2)
    assert coins(match, "tired") == [4, 1, 0] and coins(match, "fairy-gold") == [5, 0, 8]


def test_or_14_second_is_who_has_offered_something() -> None:
    """Unless only one has; then all others are, and one who has a stone is robbed."""
    match = offered(auction("thief", hoards=["", "R", "B"]), 3, 1, 0)
    assert pieces_in(match, "hoard", 0) == ["R"]
    match = offered(auction("thief", hoards=["", "R", "B"]), 3, 0, 0)
    assert texts(match) == ["choose player 2", "choose player 3"]
    match = offered(auction("thief", hoards=["", "", "B"]), 3, 0, 0)
    assert pieces_in(match, "hoard", 0) == ["B"]


def test_the_second_of_a_tie_break_is_robbed() -> None:
    """Not the third, whose offer was smaller than that of the tied ones."""
    match = offered(
        auction("thief", hoards=["", "R", "B"]), {"magic": 2, "offer": 2}, {"magic": 2, "offer": 1}, {"magic": 1}
    )
    assert pieces_in(match, "hoard", 0) == ["R"]


def test_or_15_a_thief_in_a_ghost_robs_the_second_of_the_ghost() -> None:
    """The offers are those of the auction that was held."""
    match = offered(auction("ghost", past="thief", hoards=["", "R", "B"]), 1, 0, 3)
    assert match.over and pieces_in(match, "hoard", 2) == ["B"], "the second has no stone"
    assert coins(match, "common-gold") == [1, 2, 3]


def test_or_16_a_brigand_takes_common_gold_and_silver() -> None:
    """No fairy gold, black coins or amulets."""
    match = offered(auction("brigand", black_coins=[0, 1, 0], amulets=[0, 1, 0]), 1)
    match.play("choose player 2")
    assert coins(match, "common-gold") == [4, 0, 2] and coins(match, "silver") == [10, 0, 5]
    assert coins(match, "black-coins") == coins(match, "amulets") == [0, 1, 0] and coins(match, "fairy-gold")[1] == 8


def test_or_17_a_fairy_is_gold_behind_the_screen() -> None:
    """So it can be used at once."""
    match = offered(auction("fairy-queen"), 8)
    assert coins(match, "fairy-gold") == [1, 8, 8]


def test_or_18_each_stone_of_a_merchant_has_its_price() -> None:
    """One gold or three silver each; fairy gold is gone for good."""
    match = offered(auction("merchant"), 1)
    for text in ("fairy", "take R", "common", "take R", "silver", "take B", "done"):
        match.play(text)
    assert pieces_in(match, "hoard") == sorted("RBYY" + "RRB")
    assert (coins(match, "fairy-gold")[0], coins(match, "common-gold")[0], coins(match, "silver")[0]) == (6, 1, 2)
    assert coins(match, "tired")[0] == 1
    assert "silver" not in texts(offered(auction("merchant", silver=[2, 0, 0]), 1))


def test_or_19_a_quack_wizard_is_compulsory() -> None:
    """All stones for a point, or no stone."""
    for stones in ("R B Y Y", ""):
        match = offered(auction("quack-wizard", hoards=[stones]), 1)
        assert match.over and coins(match, "points") == [1, 0, 0] and pieces_in(match, "hoard") == []


def test_or_20_an_apprentice_needs_two_alike() -> None:
    """Without them nothing; the color is the winner's choice."""
    match = offered(auction("sorcerers-apprentice", hoards=["R B Y"]), 1)
    assert match.over and coins(match, "points") == [0, 0, 0] and len(pieces_in(match, "hoard")) == 3
    match = offered(auction("sorcerers-apprentice", hoards=["R R B B"]), 1)
    assert texts(match) == ["choose red", "choose blue"]


def test_or_21_a_card_under_way_is_not_reached_again() -> None:
    """F70: a Ghost cannot choose itself, nor the Imp that led to it: another one is chosen, or there is an end of it."""
    match = offered(auction("ghost", past="witch gnome"), 1)
    assert texts(match) == ["choose witch", "choose gnome"]
    match = offered(auction("imp", crowd="ghost goblin", past="witch gnome"), 1)
    match.play("choose ghost")
    assert texts(match) == ["choose witch", "choose gnome"]
    match.play("choose gnome")
    assert match.over and coins(match, "silver") == [7, 5, 5]
    match = offered(auction("imp", crowd="ghost", past="gnome"), 1)  # the only ones there are
    assert match.over and coins(match, "silver") == [7, 5, 5]
    match = offered(auction("imp", crowd="ghost"), 1)
    assert match.over and coins(match, "silver") == [5, 5, 5]
    match = offered(auction("ghost", crowd="gnome goblin", past="imp witch"), 1)  # an imp that is over is reached
    assert texts(match) == ["choose witch", "choose imp"] or texts(match) == ["choose imp", "choose witch"]


@pytest.mark.parametrize(("stones", "offers"), [(2, False), (3, True), (4, True)])
def test_f70_a_doppelganger_doubles_a_two_headed_dragon_with_one_stone_left(stones: int, offers: bool) -> None:
    """F70: the dragon takes as many of two stones as there are, so a last one is worth a second use; none is not."""
    hoards = ["R " * 12, "B " * 12, "Y " * (12 - stones)]
    match = offered(auction("two-headed-dragon", hoards=hoards, keep={0: "doppelganger"}), 1)
    assert len(pieces_in(match, "hoard")) == 14 and len(pieces_in(match, "bank")) == stones - 2
    assert ("doppelganger" in texts(match)) == offers
    if offers:
        match.play("doppelganger")
        assert len(pieces_in(match, "hoard")) == 12 + min(stones, 4) and pieces_in(match, "pouch") == []


def test_f70_a_merchant_buys_every_stone_of_the_bank() -> None:
    """F70: how many stones may be bought is fixed when the first one is: 4 of 4, not 2."""
    hoards = ["R " * 12, "B " * 12, "Y " * 8]
    match = offered(auction("merchant", hoards=hoards, silver=[20, 0, 0]), 1)
    for _ in range(4):
        assert "silver" in texts(match)
        match.play("silver")
    assert match.over and pieces_in(match, "bank") == [] and coins(match, "silver") == [8, 0, 0]


def test_f70_a_rainbow_dragon_draws_every_stone_but_the_peril() -> None:
    """F70: as many draws as there were stones: the 5 of another color can all be drawn before the one of the color that was named."""
    hoards = ["R " * 11, "B " * 12, "Y " * 7]
    most = 0
    for seed in range(40):
        match = offered(auction("rainbow-dragon", hoards=hoards, seed=seed), 1)
        match.play("choose red")
        while "more" in texts(match):
            most = max(most, len(pieces_in(match, "pouch")))
            match.play("more")
    assert most == 5


def test_or_21_a_goblin_that_draws_a_doppelganger_keeps_it() -> None:
    """And one that somebody holds is not among those that a Ghost can choose."""
    match = offered(auction("goblin", crowd="doppelganger"), 1)
    assert pieces_in(match, "keep") == ["doppelganger"] and pieces_in(match, "past") == ["goblin"]
    match = offered(auction("ghost", past="gnome", keep={1: "doppelganger"}), 1)
    assert match.over and coins(match, "silver") == [7, 5, 5]


def test_or_22_a_doppelganger_doubles_ghosts_and_pays_a_necromancer_twice() -> None:
    """It is decided when the first use is over; what was offered is paid each time."""
    match = offered(
        auction("ghost", past="necromancer gnome", keep={0: "doppelganger"}, points=[1, 0, 0], tired=[3, 0, 0]), 2
    )
    match.play("choose gnome")
    assert texts(match) == ["doppelganger", "done"] and coins(match, "silver") == [7, 5, 5]
    match.play("doppelganger")
    assert "choose gnome" in texts(match)
    match.play("choose necromancer")
    match.play("yes")
    assert coins(match, "points") == [2, 0, 0] and coins(match, "tired") == [3, 0, 0]
    match = offered(auction("necromancer", keep={0: "doppelganger"}), 2)
    assert texts(match) == ["yes", "done"], "not offered with the Necromancer itself"
    match.play("done")
    assert match.over


def test_or_23_a_necromancer_with_common_gold_only() -> None:
    """It costs nothing more than what was offered."""
    match = offered(auction("necromancer"), {"plain": 2})
    match.play("yes")
    assert coins(match, "points") == [1, 0, 0] and coins(match, "fairy-gold") == [8, 8, 8]


def test_or_24_a_rainbow_dragon_in_an_empty_bank() -> None:
    """No color can be named, and nothing happens; else the first draw is compulsory."""
    match = auction("rainbow-dragon", hoards=["R " * 12, "B " * 12, "Y " * 12])
    assert offered(match, 1).over and len(pieces_in(match, "hoard")) == 12
    match = offered(auction("rainbow-dragon", hoards=["", "", ""]), 1)
    match.play("choose red")
    assert match.over or len(pieces_in(match, "pouch")) == 1


# ------------------------------------------------------------------ random games


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(GAMES or 4), quick=2))
def test_what_looks_alike_is_played_alike(seed: int) -> None:
    """In random games: equal information has equal moves, and equal moves of the bots; nothing is lost on the way."""
    random, different, pairs = Random(seed), 0, 0
    cards = (*characters(), *of_our_own()) if seed % 2 else characters()
    match = match_of(3 + seed % 4, seed, cards)
    while not match.over:
        other = Match.__new__(Match)
        other.__dict__ |= match.__dict__ | {"state": dealt_anew(match, random)}
        assert information(other.state, match.turn) == information(match.state, match.turn)
        assert texts(other) == texts(match)
        pairs, different = pairs + 1, different + (other.state.table.counters != match.state.table.counters)
        for name in ("random", "greedy") if pairs % 20 == 0 else ("random",):
            assert bot(name, seed).choose(match.view()) == bot(name, seed).choose(other.view())
        check_components(match)
        match.play(random.choice(list(match.moves)))
    assert different > 0.8 * pairs > 50


@pytest.mark.slow
@pytest.mark.parametrize("players", range(3, 7))
def test_records_are_played_again(players: int) -> None:
    """A random game is the same from its record."""
    match = match_of(players, seed=players)
    random = bot("random", players)
    while not match.over:
        match.play(random.choose(match.view()))
    assert replay(record_of(match), fist().game, characters(), {}) == match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hoards", "kept"),
    [
        (["R " * 11, "B " * 9, "Y " * 8], 2),
        (["R " * 11, "B " * 4, "Y " * 5], 4),
    ],
)
def test_the_rainbow_dragon_is_stopped_in_time(hoards: list[str], kept: int) -> None:
    """With one stone of the named color and n others k stones come with chance 1 - k/(n + 1): stop at 4 of 7, at 8 of 15."""
    match = offered(auction("rainbow-dragon", hoards=hoards), 1)
    goal = read_goal("count of stones", match.game)
    assert isinstance(goal, OddsGoal)
    found = solve_odds(Moment.of(match), goal)
    assert found.value == hoards[0].count("R") + kept and found.best is not None and found.best.move == "choose red"


def test_an_enchantress_has_five_stones_for_two_points() -> None:
    """Any five stones are paid for two points; with four there is fairy gold alone."""
    match = offered(auction("enchantress", hoards=["R R B Y Y"]), 1)
    assert texts(match) == ["charm", "gold"]
    match.play("charm")
    assert match.over and coins(match, "points") == [2, 0, 0] and pieces_in(match, "hoard") == []
    match = offered(auction("enchantress", hoards=["R R B Y"]), 1)
    assert match.over and coins(match, "points") == [0, 0, 0] and coins(match, "fairy-gold") == [8, 8, 8]


def test_a_goldsmith_has_two_amulets() -> None:
    """The winner has an amulet, as long as there is one in the bank."""
    assert coins(offered(auction("goldsmith"), 1), "amulets") == [1, 0, 0]
    assert coins(offered(auction("goldsmith", amulets=[0, 1, 1]), 1), "amulets") == [0, 1, 1]


@pytest.mark.parametrize("color", ["red", "blue", "yellow"])
def test_a_dragon_brings_a_stone_of_its_color(color: str) -> None:
    """One stone of the color comes from the bank, if it has any."""
    match = offered(auction(f"{color}-dragon", hoards=["", "", ""]), 1)
    assert match.over and pieces_in(match, "hoard") == [color[0].upper()]
