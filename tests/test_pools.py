"""Pools and dice: places without spaces, things that go home, sides, and several things at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from small_games import begin, cards_of, game_of, moves, play, problems_of
from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import read_position
from tilewright.files.printing import print_position
from tilewright.meaning.scoring import points
from tilewright.play.match import Match
from tilewright.source import Source

GAME = """\
game throws
  name en "Throws"
  players 1 to 3

  piece die
    sides pip 1 to 6
    copies 8
    plural die dice

  piece token
    color red R copies 3
    color blue B1 to B2 number 1 to 2 copies 1
    identity face

  pool bank
    of the table
    holds dice, tokens
    begins with every die
    begins with 2 red tokens

  pool kept
    of each player
    holds dice

  pool thrown
    of each player
    holds dice

  pool hand
    of each player
    holds tokens

  counter points

  part points
    score points

  part kept
    score total pip of dice

  part best
    score 1 if (count of tokens) > largest (their count of tokens) of opponents

{body}

  end after a round if points > 5
"""


def throws(*lines: str, seed: int = 1, players: int = 1) -> Match:
    """The first turn of a game of these lines."""
    body = "\n".join(f"  {line}" for line in lines)
    return begin(game_of(GAME.format(body=body)), players, seed=seed)


def pieces_in(match: Match, place: str, player: int = 0) -> list[str]:
    """What lies in a pool, by what it shows."""
    grid = match.state.table.grids[match.state.table.seat_of(place, player)]
    return sorted(match.game.kinds[pile[-1] >> 1].code for pile in grid.piles if pile)


STOP = ("  choose one", "    option stop", "      gain 1 point", "    option rest", "      gain 0 points")


def test_things_begin_in_their_pool_or_in_the_bag() -> None:
    """What a pool begins with lies there, the rest is in the bag."""
    match = throws("turn", *STOP)
    assert pieces_in(match, "bank") == ["1"] * 8 + ["R", "R"]
    names = [kind.code for kind in match.game.kinds]
    assert {names[i]: count for i, count in enumerate(match.state.table.bag) if count} == {"R": 1, "B1": 1, "B2": 1}


def test_return_brings_a_thing_to_where_it_began() -> None:
    """A die goes back to the bank, and a token that was drawn into the bag or the bank; what is there stays there."""
    match = throws(
        "turn",
        "  move 2 dice in the bank to the thrown",
        "  take a token in the bank",
        *STOP,
        "  return every thrown die",
        "  return every token",
        *STOP,
    )
    assert (len(pieces_in(match, "bank")), pieces_in(match, "hand")) == (7, ["R"])
    play(match, "rest")
    assert (len(pieces_in(match, "bank")), pieces_in(match, "hand"), pieces_in(match, "thrown")) == (10, [], [])


def test_words_mean_the_main_place_of_their_sort() -> None:
    """Dice are the kept ones, tokens those of the hand, wherever else such things lie; others' are theirs."""
    match = throws(
        "turn",
        "  move 3 dice in the bank to the kept",
        "  take a token in the bank",
        "  gain (10 * count of dice + count of tokens + 100 * count of tokens of the left player) points",
        *STOP,
        players=2,
    )
    assert match.state.table.counters[0]["points"] == 31
    scores = match.scores()
    assert [score.parts["kept"] for score in scores] == [3, 0]
    assert [score.parts["best"] for score in scores] == [1, 0]


def test_equal_things_are_one_choice() -> None:
    """Of dice that show the same one may be picked; a named one is none of the others."""
    match = throws(
        "turn",
        "  move 3 dice in the bank to the thrown",
        "  choose a thrown die called one",
        "  choose a thrown die where it is not the one called other",
        "  turn the other to 5",
        *STOP,
    )
    assert pieces_in(match, "thrown") == ["1", "1", "5"]


def test_states_that_differ_in_the_order_of_a_pool_are_one() -> None:
    """Whichever die came first, the key tells what lies there and what the names mean."""
    lines = (
        "turn",
        "  move 3 dice in the bank to the thrown",
        "  turn 1 or more thrown dice to 4",
        "  for each thrown die in any order",
        "    move it to the kept",
        *STOP,
    )
    ends = set()
    for first in ("4", "1"):
        match = play(throws(*lines), "turn 1")
        play(match, f"die {first}")
        while "stop" not in moves(match):
            play(match, moves(match)[0])
        ends.add(match.state.key)
    assert len(ends) == 1


@pytest.mark.parametrize("seed", range(5))
def test_a_roll_turns_to_a_side(seed: int) -> None:
    """All dice that are rolled show sides of a die; those that are not stay as they are."""
    match = throws("turn", "  move 4 dice in the bank to the thrown", "  roll every thrown die", *STOP, seed=seed)
    assert len(pieces_in(match, "thrown")) == 4 and set(pieces_in(match, "thrown")) <= set("123456")
    assert pieces_in(match, "bank").count("1") == 4


@pytest.mark.slow
def test_every_side_comes_up() -> None:
    """In many rolls each of the six sides is about as frequent as the others."""
    shown = [
        pieces_in(
            throws("turn", "  move 8 dice in the bank to the thrown", "  roll every thrown die", *STOP, seed=seed),
            "thrown",
        )
        for seed in range(60)
    ]
    counts = [sum(codes.count(side) for codes in shown) for side in "123456"]
    assert sum(counts) == 480 and min(counts) > 50 and max(counts) < 115


def test_a_side_that_there_is_not_is_not_offered() -> None:
    """Sets with a die that cannot be turned so far are no moves."""
    match = throws(
        "turn",
        "  move 2 dice in the bank to the thrown",
        "  turn 1 thrown die to 6",
        "  turn 1 or more thrown dice to (its pip + 1)",
        *STOP,
    )
    assert pieces_in(match, "thrown") == ["2", "6"]


def test_a_joint_condition_holds_at_the_end() -> None:
    """Only sides with which the condition can be met are offered; without any the line is passed over."""
    match = throws(
        "turn",
        "  move 2 dice in the bank to the thrown",
        "  turn every thrown die to a pip so that total pip of thrown dice = 11",
        *STOP,
    )
    assert moves(match) == ["to 5", "to 6"]
    play(match, "to 5")
    assert pieces_in(match, "thrown") == ["5", "6"]
    none = throws(
        "turn",
        "  move 2 dice in the bank to the thrown",
        "  turn every thrown die to a pip so that total pip of thrown dice = 13",
        *STOP,
    )
    assert none.state.turn > 0 or "stop" not in moves(none)


def test_several_things_with_a_condition() -> None:
    """A choice of some offers each set that differs once, and those alone of which the condition holds."""
    match = throws(
        "turn",
        "  move 4 dice in the bank to the thrown",
        "  turn 2 thrown dice to 3",
        "  choose 2 to 3 thrown dice called some so that total pip of the some > 4",
        "  move every die in the some to the kept",
        *STOP,
    )
    assert moves(match) == ["choose 1 1 3", "choose 1 3 3", "choose 3 3"]
    play(match, "choose 1 3 3")
    assert pieces_in(match, "kept") == ["1", "3", "3"]


def test_fewer_than_asked_for_cannot_be_done() -> None:
    """So many, or the line is not done; `up to` takes what there is."""
    many = ("    option many", "      move (count of dice in the bank + 1) dice in the bank to the thrown")
    match = throws("turn", STOP[0], *many, *STOP[1:])
    assert moves(match) == ["stop", "rest"]
    match = throws("turn", "  move up to 9 dice in the bank to the thrown", *STOP)
    assert moves(match)[0] == "move " + "1 " * 7 + "1" and moves(match)[-1] == "move none"


def test_a_number_is_chosen_and_counted_with() -> None:
    """The name is the number; an empty range cannot be chosen from."""
    match = throws(
        "turn",
        "  choose a number from 2 to (count of dice in the bank) called pay-off",
        "  gain (pay-off * 2) points",
        *STOP,
    )
    assert moves(match) == [f"choose {n}" for n in range(2, 9)]
    assert play(match, "choose 5").state.table.counters[0]["points"] == 10


def test_positions_say_what_lies_in_pools() -> None:
    """A position with pools is printed and read again; the dice it does not name lie in the bank."""
    match = throws(
        "turn",
        "  move 2 dice in the bank to the thrown",
        "  turn 1 thrown die to 6",
        "  take a token in the bank",
        *STOP,
    )
    text = print_position(match.position())
    assert "thrown: 1 6\n" in text and "hand: R\n" in text
    diagnostics = Diagnostics(Source("p.yaml", text))
    position = read_position(diagnostics.source, match.game, diagnostics)
    assert position is not None and position == match.position()
    again = Match.at(position)
    assert pieces_in(again, "bank") == ["1"] * 4 + ["R"] or pieces_in(again, "bank").count("1") >= 4


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("  pool hand\n    of each player\n", "  pool hand\n", "40 TW112 'hand' needs an owner"),
        ("holds tokens\n\n", "holds tokns\n\n", "38 TW101 no pieces 'tokns' are declared"),
        ("begins with 2 red tokens", "begins with every die", "20 TW109 these already start in the 'bank'"),
        ("begins with 2 red tokens", "begins with 2 to 3 tokens", "20 TW113 this is not one number"),
        (
            "    of each player\n    holds tokens\n",
            "    of each player\n    holds tokens\n    begins with every token\n",
            "39 TW113 a pool 'of each player' starts empty",
        ),
        ("    copies 8\n", "", "5 TW112 'die' needs 'copies'"),
        ("sides pip 1 to 6", "sides pip 1 to 1", "6 TW113 a piece has 2 to 100 sides"),
    ],
)
def test_problems_of_declarations(old: str, new: str, problem: str) -> None:
    """What cannot be declared of pools and sides."""
    text = GAME.format(body="  turn\n    gain 1 point")
    assert old in text
    found = problems_of(text.replace(old, new, 1))
    assert problem.split(" ", 1)[1] in [one.split(" ", 1)[1] for one in found]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("choose a space in the hand", "TW202 a pool has no spaces"),
        ("choose a die in the hand", "TW202 the hand holds no dice"),
        ("roll a token", "TW202 tokens have only one side"),
        ("turn a die to a color", "TW202 this is not a side of a die"),
        ("choose every die", "TW102 'every' picks all of them, so there is nothing to choose"),
        ("choose a die from 1 to 3", "TW202 only numbers can be chosen from a range"),
        ("mark 2 dice as seen", "TW001 did not expect '2' here"),
        ("place 2 dice", "TW202 this can be done to only one thing"),
    ],
)
def test_problems_of_statements(line: str, problem: str) -> None:
    """What cannot be said of pools, sides and several things."""
    found = problems_of(GAME.format(body=f"  turn\n    {line}"))
    assert problem in [one.split(" ", 1)[1] for one in found]


def test_a_number_noted_now_stays() -> None:
    """`let ... now` keeps the number, `let` alone comes to what the words come to later; `until` is asked each time."""
    match = throws(
        "to fetch",
        "  move a die in the bank to the kept",
        "turn",
        "  let few be count of dice now",
        "  let many be count of dice",
        "  9 times until many = 4",
        "    do fetch",
        "  gain (10 * few + many) points",
        *STOP,
    )
    assert match.state.table.counters[0]["points"] == 4


def test_until_shortens_what_may_be_done() -> None:
    """Where the player may stop, `until` stops as well; what holds at once is not begun."""
    match = throws("turn", "  up to 3 times until count of dice > 1", "    move a die in the bank to the kept", *STOP)
    play(match, "move 1", "move 1")
    assert moves(match) == ["stop", "rest"]
    match = throws("turn", "  1 to 3 times until count of dice = 0", "    move a die in the bank to the kept", *STOP)
    assert moves(match) == ["stop", "rest"]


def test_an_ability_during_a_verb() -> None:
    """`during` may name a verb of the game: only while it is done the ability may be used."""
    body = """\
  cards pilot with abilities

  to cast
    choose one
      option on
      option off

  turn
    do cast
    choose one
      option stop
      option rest
        gain 1 point
"""
    game = game_of(GAME.format(body=body))
    own = cards_of("pilot quick\n  ability during cast\n    gain 3 points\n", game)
    match = begin(game, 1, own)
    assert moves(match) == ["on", "off", "use quick"]
    play(match, "use quick", "off")
    assert moves(match) == ["stop", "rest"] and match.state.table.counters[0]["points"] == 3


MEADOW = (Path(__file__).parent.parent / "examples" / "herd" / "game.tw").read_text("utf-8")


def test_a_part_that_counts_a_shared_board_is_reported() -> None:
    """What lies on a board of the table is the same for every player; what lies in a player's own pool is named."""
    shared = MEADOW.replace("    score -(count of cows in the barn)", "    score -1 for each cow")
    assert [problem.split(" ", 1)[1] for problem in problems_of(shared)] == [
        "TW212 the meadow is shared, so this is the same for every player"
    ]
    game = game_of(MEADOW.replace("    score -(count of cows in the barn)", "    score -1 for each cow in the barn"))
    table = "tilewright: position/2\ngame: herd\ncards: []\nplayers:\n  - name: A\n    barn: C1 C2 C3\n  - name: B\n    barn: C9\n"
    diagnostics = Diagnostics(
        Source("a.position.yaml", f"{table}meadow: |\n" + "  C5 . . . .\n" * 1 + "  . . . . .\n" * 3)
    )
    position = read_position(diagnostics.source, game, diagnostics)
    assert position is not None, [str(problem) for problem in diagnostics]
    assert [found["barn"] for found in points(position, {"barn": game.parts[0].rule})] == [-3, -1]
