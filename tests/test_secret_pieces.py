"""Pieces that are chosen in secret: by hand, compiled, what others see, equilibria, files, and what is refused."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from native_lockstep import play_natively
from small_games import bidding, cards_of, game_of, moves, played_however_dealt
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_position
from tilewright.files.printing import print_position
from tilewright.play.log import turn_lines
from tilewright.play.match import Match
from tilewright.play.view import information, view
from tilewright.source import Source
from tilewright.table.position import Position

GAME = """\
game auction
  name en "Auction"
  players 2 to 3

  piece lot
    suit plain L1 to L5 worth 1 to 5 copies 2
    identity face

  pool deck
    of the table
    holds lots
    begins with every lot
    hidden

  pool hand
    of each player
    holds lots
    hidden

  pool shown
    of each player
    holds lots

  counter points

  part points
    score points

  setup
    for each player
      3 times
        move a random lot in the deck to the hand

  turn
{turn}

  end after a turn if there is no lot in the hand
"""
BID = """\
    for each player secretly
      choose a lot in the hand called bid
    for each player
      if worth of the bid > worth of the bid of the left player
        gain (worth of the bid) points
    for each player
      move the bid to the shown"""


def auction(turn: str = BID, seed: int = 0, players: int = 2) -> Match:
    return Match(game_of(GAME.format(turn=turn)), ["Ada", "Bo", "Cy"][:players], (), {}, seed)


def pieces_in(match: Match, place: str, player: int | None) -> list[str]:
    """What lies in the pool of a player, in order."""
    game = match.game
    seats = [
        seat
        for seat, (board, owner) in enumerate(game.places(len(match.names)))
        if board.name == place and owner == player
    ]
    (grid,) = (match.state.table.grids[seat] for seat in seats)
    return sorted(game.kinds[pile[-1] >> 1].code for pile in grid.piles if pile)


@pytest.mark.parametrize("seed", range(20))
def test_bids_by_hand(seed: int) -> None:
    """Each player may choose every card of their own hand; the higher one wins what it is worth, and all of them are moved."""
    match, random = auction(seed=seed), Random(seed)
    hands, points, shown = [pieces_in(match, "hand", seat) for seat in (0, 1)], [0, 0], [[], []]
    for turn in range(3):
        said = [own[0] for own in hands]
        for seat in (turn % 2, 1 - turn % 2):
            if len({*hands[seat]}) > 1:  # who has one sort of card is not asked
                assert match.state.player == seat
                assert [pieces_in(match, "hand", one) for one in (0, 1)] == hands
                assert [pieces_in(match, "shown", one) for one in (0, 1)] == shown
                assert sorted(moves(match)) == [f"bid {code}" for code in sorted({*hands[seat]})]
                move = random.choice(sorted(moves(match)))
                said[seat] = move.split()[1]
                match.play(move)
        for seat, code in enumerate(said):
            points[seat] += int(code[1:]) if code[1:] > said[1 - seat][1:] else 0
            hands[seat].remove(code)
            shown[seat] = sorted([*shown[seat], code])
    assert match.over
    assert [own["points"] for own in match.state.table.counters] == points
    assert [pieces_in(match, "shown", one) for one in (0, 1)] == shown


SHOWN = """\
  pool shown
    of each player
    holds lots

"""
SHOWN_FIRST = GAME.replace(SHOWN, "").replace("  pool deck\n", f"{SHOWN}  pool deck\n")


@pytest.mark.parametrize("seed", range(6))
def test_cards_of_a_pool_that_is_not_the_first(seed: int) -> None:
    """What is chosen is what lies in the pool that the statement names, not in the main place of the player."""
    match = Match(game_of(SHOWN_FIRST.format(turn=BID)), ["Ada", "Bo"], seed=seed)
    random, chosen = Random(seed), list[str]()
    while match.state.turn == 0:
        move = random.choice(moves(match))
        chosen.append(move.split()[1])
        match.play(move)
    assert len(chosen) == 2
    assert [pieces_in(match, "shown", player) for player in (0, 1)] == [[code] for code in chosen]
    play_natively(Match(match.game, ["Ada", "Bo"], seed=seed), seed, 60)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("players", [2, 3])
def test_the_compiled_game_is_the_same(seed: int, players: int) -> None:
    """The compiled game and the interpreter agree in every choice and every byte."""
    play_natively(auction(seed=seed, players=players), seed, 60)


def test_nobody_sees_a_card_before_all_have_chosen() -> None:
    """Whatever the first player chooses, the second one knows the same, and sees who has chosen; then all see all."""
    seen, first = [], information(auction(seed=3).state, 1)
    for code in ("L2", "L4", "L5"):
        match = auction(seed=3)
        match.play(f"bid {code}")
        seen.append(information(match.state, 1))
        assert view(match.state, 0).table.counters[0]["bid"] == int(
            code[1]
        )  # the kinds stand in the order of their worth
        assert not any(own["bid"] for own in view(match.state, 1).table.counters)
        assert turn_lines(match, 0) == ["Ada so far: Ada has chosen"]
        match.play("bid L3")
        assert turn_lines(match, 0)[0].startswith(f"Ada: bid {code}; Bo: bid L3")
    assert seen[0] == seen[1] == seen[2] != first


def test_what_is_hidden_makes_no_difference() -> None:
    """However the hands of others and what they chose are dealt: the same information, the same moves."""
    random = Random(7)
    assert sum(played_however_dealt(auction(seed=seed, players=3), random) for seed in range(12)) > 30


def test_a_position_says_what_was_chosen() -> None:
    """The code of the card, in the middle of the block; read again it is the same, and another word is reported."""
    match = auction(seed=3)
    match.play("bid L4")
    written = print_position(match.position())
    assert "\n    bid: L4\n" in written
    again = read(match, written)
    assert again is not None and print_position(again) == written
    assert read(match, written.replace("bid: L4", "bid: L9")) is None


def read(match: Match, text: str) -> Position | None:
    """A position of the game of a match, None if there is something wrong with it."""
    diagnostics = Diagnostics(Source("a.position.yaml", text))
    return read_position(diagnostics.source, match.game, diagnostics)


# ------------------------------------------------------------------ cards that lie in pools

PRINTED = f"""\
game stalls
  name en "Stalls"
  players 2

  piece coin
    metal gold G copies 20
    identity face

  pool purse
    of each player
    holds coins

  counter points

  part points
    score points

  cards stall with abilities
    rank 0 to 9
    copies 2

  pool deck
    of the table
    holds stalls
    begins with every stall
    hidden

  pool hand
    of each player
    holds stalls
    hidden

  pool sold
    of the table
    holds stalls

{bidding("stall", "deck", 2, "rank", "move the bid to the sold", "move a random stall in the deck to the hand")}
  end after a turn if there is no stall in the deck
"""
STALLS = "".join(f'stall stall-{n}\n  name en "Stall {n}"\n  its rank is {n}\n\n' for n in range(1, 6))


@pytest.mark.parametrize("seed", range(3))
def test_printed_cards_are_chosen_in_secret(seed: int) -> None:
    """Cards that the game file does not know are chosen, measured and moved; a position names them, and the compiled game is the same."""
    game = game_of(PRINTED)
    cards = cards_of(STALLS, game)
    match, random, said, written = Match(game, ["Ada", "Bo"], cards, {}, seed), Random(seed), Counter[str](), 0
    for _ in range(50):
        if match.over:
            break
        turn, move = match.state.turn, random.choice(moves(match))
        said[move.split()[1]] += 1
        match.play(move)
        sold = pieces_in(match, "sold", None)
        assert sum(own["points"] for own in match.state.table.counters) == sum(int(code[-1]) for code in sold)
        if match.state.turn == turn and not match.over:
            text = print_position(match.position())
            written += f"\n    bid: {move.split()[1]}\n" in text
        else:
            assert said <= Counter(sold)
    assert match.over
    assert written > 0
    play_natively(Match(game, ["Ada", "Bo"], cards, {}, seed), seed, 60)


# ------------------------------------------------------------------ equal pieces

AGAIN = """\
    for each player secretly
      choose a lot in the {pool} called bid
    for each player
      move the bid to the shown
    for each player
      gain (worth of the bid) points
    for each player
      if worth of the bid > 0
        move the bid to the shown"""
MARKET = GAME[: GAME.index("  setup")].replace("pool deck", "pool market").replace("    hidden\n", "", 1)
MARKET += "  turn\n{turn}\n\n  end after a turn if count of lots in the market <= 4\n"


@pytest.mark.parametrize("seed", range(12))
def test_of_equal_pieces_one_is_chosen(seed: int) -> None:
    """After it has moved away nothing is chosen any more, however many equal pieces lie there."""
    match, random, twice = auction(AGAIN.format(pool="hand"), seed=seed), Random(seed), 0
    equal = any(len({*pieces_in(match, "hand", seat)}) < 3 for seat in (0, 1))
    while not match.over:
        turn, hands = match.state.turn, [pieces_in(match, "hand", seat) for seat in (0, 1)]
        match.play(random.choice(moves(match)))
        if match.state.turn > turn:
            moved = [Counter(hand) - Counter(pieces_in(match, "hand", seat)) for seat, hand in enumerate(hands)]
            twice += sum(hand.count(code) > 1 for hand, own in zip(hands, moved, strict=True) for code in own)
            assert all(own.total() == match.state.turn - turn for own in moved)
    assert [own["points"] for own in match.state.table.counters] == [0, 0]
    assert bool(twice) == equal
    play_natively(Match(match.game, ["Ada", "Bo"], seed=seed), seed, 60)


@pytest.mark.parametrize("seed", range(3))
def test_of_equal_pieces_on_the_table_each_player_chooses_one(seed: int) -> None:
    """Both choose the same sort; each gets one piece, and what the other chose still counts while the first one is moved."""
    match = Match(game_of(MARKET.format(turn=AGAIN.format(pool="market"))), ["Ada", "Bo"], seed=seed)
    for number in (1, 2, 3):
        match.play(f"bid L{number}")
        match.play(f"bid L{number}")
        assert all(pieces_in(match, "shown", seat) == [f"L{n}" for n in range(1, number + 1)] for seat in (0, 1))
    play_natively(Match(match.game, ["Ada", "Bo"], seed=seed), seed, 60)


def test_what_has_moved_away_is_no_longer_written() -> None:
    """After the move a position has no bid, and the position is the same when it is read again; the log still tells it."""
    turn = f"{BID}\n    for each player in turn\n      choose a number from 0 to 1"
    match = auction(turn, seed=3)
    match.play("bid L4")
    match.play("bid L3")
    assert pieces_in(match, "shown", 0) == ["L4"]
    assert turn_lines(match, 0)[0].startswith("Ada so far: bid L4; Bo: bid L3")
    written = print_position(match.position())
    assert "bid:" not in written
    again = read(match, written)
    assert again is not None and print_position(again) == written
