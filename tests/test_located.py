"""Cards that lie at places: owners, copies, what they say of themselves, backs, moments, and what they always change."""

from __future__ import annotations

import pytest

from small_games import begin, cards_of, game_of, moves, play, problems_of, problems_of_cards
from tilewright.play.match import Match

GAME = """\
game bazaar
  name en "Bazaar"
  players 1 to 4

  piece coin
    color gold G copies 9
    identity face

  pool mint
    of the table
    holds coins
    begins with every coin

  pool purse
    of each player
    holds coins

  cards stall with abilities
    rank 1 to 3
    condition price
    copies count of players if rank = 1, otherwise 1
    named lantern

  pool market
    of the table
    holds stalls
    begins with every stall

  pool street
    of each player
    holds stalls

  counter points

  part points
    score points

  part light
    score 3 if there is a face-up lantern in the street

  part ranks
    score 10 * (total rank of stalls in the street)

  rule a stall in the market is open if its price is met and no stall in the street has the same name
  rule the yield of a stall is rank

  to reward
    gain 1 point

  moment opening

  to haggle
    choose one
      option sell
        gain (largest yield of stalls in the street) points
      option wait

  turn
    take a coin in the mint
    do opening
    do haggle
    choose one
      option buy
        move an open stall in the market to the street
      option cover
        turn face-down a face-up lantern in the street
      option uncover
        turn face-up a face-down lantern in the street
      option rest

  end after a round if largest points of players > 50
"""

CARDS = """\
stall lantern
  its rank is 1
  its price is met if count of coins >= 1

  ability during haggle
    gain 1 point

  face-down
    name en "Dark lantern"
    at opening
      do reward
      do reward

stall mill
  its rank is 2
  its price is met if count of coins >= 2

  at opening
    gain 5 points

  always the yield of a stall is 1 more

stall inn
  its rank is 3

  always a stall in the market is also open if its rank is 3
"""


def bazaar(players: int = 2, cards: str = CARDS) -> Match:
    """A match with these cards."""
    game = game_of(GAME)
    return begin(game, players, cards_of(cards, game) if cards else [])


def pieces_in(match: Match, place: str, player: int = 0) -> list[str]:
    """What lies in a pool, by what it shows."""
    grid = match.state.table.grids[match.state.table.seat_of(place, player)]
    return sorted(match.game.kinds[pile[-1] >> 1].code for pile in grid.piles if pile)


def points(match: Match) -> list[int]:
    """The points of each player."""
    return [own["points"] for own in match.state.table.counters]


def buy(match: Match, card: str) -> None:
    """Wait in the haggling, and buy a card."""
    play(match, "wait")
    play(match, "buy")
    if f"move {card}" in moves(match):
        play(match, f"move {card}")


@pytest.mark.parametrize("players", [1, 2, 4])
def test_copies_depend_on_the_players_and_the_card(players: int) -> None:
    """As many of each as the class says; all begin where the pool says."""
    assert pieces_in(bazaar(players), "market") == sorted(["inn", *["lantern"] * players, "mill"])


def test_without_cards_there_is_nothing() -> None:
    """A game that is played without its cards has none of them."""
    match = bazaar(2, "")
    assert pieces_in(match, "market") == [] and "buy" not in moves(match)


def test_a_price_is_met_by_what_the_player_has() -> None:
    """What can be bought is what the card says of the player who asks; without a price it is not met."""
    match = bazaar(1)
    play(match, "wait")
    assert match.game.play_rules is not None
    buy_moves = bazaar(1, CARDS.replace("  always a stall in the market is also open if its rank is 3\n", ""))
    play(buy_moves, "wait")
    play(buy_moves, "buy")
    assert pieces_in(buy_moves, "street") == ["lantern"], "with one coin the mill is too dear, and the inn has no price"
    play(buy_moves, "wait")
    play(buy_moves, "buy")
    assert pieces_in(buy_moves, "street") == ["lantern", "mill"], "of the lantern there is one already"


def test_an_ability_is_its_owner_s() -> None:
    """Who has the card may use it, once a turn; others may not."""
    match = bazaar(2)
    assert "use lantern" not in moves(match)
    buy(match, "lantern")
    assert match.turn == 1 and "use lantern" not in moves(match)
    play(match, "wait")
    play(match, "rest")
    assert match.turn == 0
    play(match, "use lantern")
    assert points(match) == [1, 0] and "use lantern" not in moves(match)


def test_each_copy_is_used_once() -> None:
    """Of two copies each is one use."""
    cards = CARDS.replace("its rank is 1", "its rank is 1")
    game = game_of(GAME.replace(" and no stall in the street has the same name", ""))
    match = begin(game, 2, cards_of(cards, game))
    for _ in range(2):
        buy(match, "lantern")
        play(match, "wait")
        play(match, "rest")
    assert pieces_in(match, "street") == ["lantern", "lantern"]
    play(match, "use lantern")
    play(match, "use lantern")
    assert "use lantern" not in moves(match) and points(match)[0] == 2


def test_a_back_is_another_card() -> None:
    """Turned over the card no longer has the ability of its front, and does what stands on its back; it has another name."""
    match = bazaar(2)
    buy(match, "lantern")
    play(match, "wait")
    play(match, "rest")
    play(match, "wait")
    play(match, "cover")
    assert pieces_in(match, "street") == ["lantern/down"]
    play(match, "wait")
    play(match, "rest")
    assert points(match) == [2, 0] and "use lantern" not in moves(match)
    play(match, "wait")
    assert {"uncover", "buy"} <= set(moves(match)) and "cover" not in moves(match)
    play(match, "buy")
    play(match, "move lantern")
    assert pieces_in(match, "street") == ["lantern", "lantern/down"]
    assert match.scores()[0].total == points(match)[0] + 3 + 10


def test_moments_come_for_each_card_of_the_player() -> None:
    """What stands at a moment is done once for each copy, for the player who has it."""
    match = bazaar(2)
    for card in ("lantern", "mill"):
        buy(match, card)
        play(match, "wait")
        play(match, "rest")
    assert points(match) == [5, 0]


def test_always_holds_for_those_who_have_it() -> None:
    """A changed number counts for who has the card alone; a changed condition makes the card itself be had."""
    cards = CARDS.replace(
        "  always a stall in the market is also open if its rank is 3\n", "  its price is met if points >= 0\n"
    )
    match = bazaar(2, cards)
    buy(match, "inn")
    play(match, "sell") if "sell" in moves(match) else None
    assert points(match) == [0, 0]
    play(match, "rest")
    play(match, "sell")
    assert points(match)[0] == 3
    buy_now = "move mill" if "move mill" in moves(match) else "buy"
    play(match, buy_now)
    if "move mill" in moves(match):
        play(match, "move mill")
    play(match, "wait")
    play(match, "rest")
    before = points(match)[0]
    play(match, "sell")
    assert points(match)[0] == before + 4


def test_states_and_records_are_of_the_linked_game() -> None:
    """Taking back leads to equal states."""
    match = bazaar(2)
    digests = [match.digest]
    for move in ("wait", "buy", "move lantern" if False else "", "wait"):
        if move:
            play(match, move)
            digests.append(match.digest)
    for known in reversed(digests[:-1]):
        match.undo()
        assert match.digest == known


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("  its size is 3", "TW110 a stall has no 'size'"),
        ("  its cost is met if points > 3", "TW110 a stall has no 'cost'"),
        ("  its rank is 3\n  its rank is 2", "TW109 the rank is already given above"),
        ("  its price is met if any stall in the market is open", "TW214 the price of the card depends on"),
        ("  at midnight\n    gain 1 point", "TW101 'midnight' is not a moment of the game"),
        ("  at opening\n    do haggle", "TW101 'haggle' is not a known verb"),
        ("  at opening\n    do opening", "TW101 'opening' is not a known verb"),
        ("  face-down\n    its rank is 2", "TW110 this belongs on the front of a card"),
        ("  gain 1 point", "TW110 a stall does nothing by itself"),
    ],
)
def test_what_cards_may_not_say(lines: str, problem: str) -> None:
    """Each with its place; what a card does at a moment speaks of the verbs above it only, so it always ends."""
    found = problems_of_cards(f"stall ghost\n{lines}\n", game_of(GAME))
    assert any(one.split(" ", 1)[1].startswith(problem) for one in found), found


def test_what_a_game_may_not_say() -> None:
    """A class that says how its cards are needs a place for them, and there is one such class."""
    assert "TW112 no place holds a stall" in problems_of(GAME.replace("    holds stalls\n", "    holds coins\n"))[0]
    second = GAME.replace("  counter points\n", "  cards guest with abilities\n    copies 1\n\n  counter points\n")
    assert "TW111 there is already a class of cards that lie in pools" in problems_of(second)[0]
