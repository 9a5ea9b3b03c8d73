"""Places: where things lie, and that what is done to a thing is done where it lies."""

from __future__ import annotations

import pytest

from small_games import begin, game_of, moves, play, problems_of
from tilewright import parse_board
from tilewright.check.fragments import read_question
from tilewright.play.match import Match
from tilewright.table.position import Player, Position

MARKET = """\
game market
  name en "Market"
  players 1 to 2

  piece crate
    color red R1 to R3 number 1 to 3 copies 2
    color blue B1 to B3 number 1 to 3 copies 2
    identity face
    place where it is empty or it is a crate

  board shelf
    of each player
    size 1 by 3
    sizes 1 to 6

  board wagon
    of each player
    pool

  counter coins

  part coins
    score coins

  to drop a crate
    discard the crate
    gain 1 coin

  to sell a group counted as a color
    gain (size of the group) coins
    for each crate in the group
      turn face-down it

{body}

  end after a round if coins > 9
"""


def market(*lines: str) -> Match:
    """The first turn of a game of these lines, for two players."""
    body = "\n".join(f"  {line}" for line in lines)
    return begin(game_of(MARKET.format(body=body)))


def stored(match: Match, place: str, player: int = 0) -> list[str]:
    """The codes of the pieces on a place of a player, `?` for one that lies face-down."""
    grid = match.state.table.grids[match.state.table.seat_of(place, player)]
    return [match.game.kinds[pile[-1] >> 1].code if pile[-1] & 1 else "?" for pile in grid.piles if pile]


def test_a_verb_does_its_block_to_a_thing_of_another_place() -> None:
    """A verb of the game that is done to a crate of the wagon discards that one, not the one of the shelf."""
    match = market(
        "turn",
        "  2 times",
        "    draw a crate called one",
        "    place the one",
        "  draw a crate",
        "  choose one",
        "    option keep",
        "      gain 1 coin",
        "    option sell",
        "      choose a crate in the wagon",
        "      do drop it",
    )
    play(match, "place 1,1", "place 1,2")
    shelf = stored(match, "shelf")
    assert len(shelf) == 2 and len(stored(match, "wagon")) == 1
    play(match, "sell")
    assert stored(match, "shelf") == shelf and stored(match, "wagon") == []


def test_a_verb_done_to_a_group_of_another_player() -> None:
    """What a verb does to a group is done on the board on which the group lies."""
    match = market(
        "turn",
        "  for each player",
        "    3 times",
        "      draw a crate",
        "      place it",
        "  for each group of face-up crates of the left player",
        "    do sell it counted as red",
        "  choose one",
        "    option stop",
        "      gain 1 coin",
        "    option rest",
        "      gain 0 coins",
    )
    while "stop" not in moves(match):
        play(match, moves(match)[0])
    mine, theirs = stored(match, "shelf", 0), stored(match, "shelf", 1)
    assert "?" not in mine and mine and theirs[-1] == "?"


def test_a_move_to_another_place_may_be_to_the_space_of_the_same_number() -> None:
    """A piece of the wagon may go to every space of the shelf; a piece of the shelf not to its own."""
    match = market("turn", "  draw a crate", "  move it to a space", "  move a crate to a space")
    assert moves(match) == ["to 1,1", "to 1,2", "to 1,3"]
    play(match, "to 1,1")
    assert moves(match) == ["to 1,2", "to 1,3"]


NEAR = {
    "count of crates in the wagon where any neighbor is a crate": 0,
    "count of crates in the wagon where no neighbor is a crate": 2,
    "count of crates in the wagon where it is on the border": 0,
    "count of rows in the wagon where any crate in it is face-up": 0,
    "count of groups of face-up crates in the wagon": 2,
}


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("text", NEAR)
def test_nothing_is_near_a_thing_of_a_pool(text: str, compiled: bool) -> None:
    """It has no neighbors and lies on no line, and a group is one thing; whether rules are compiled or not."""
    match = market("turn", "  2 times", "    draw a crate", "  choose one", "    option stay", "    option go")
    asked, evaluator = read_question(text, match.game), match.machine.evaluator
    assert not isinstance(asked, list), [problem.message for problem in asked]
    evaluator.compiled = compiled
    assert evaluator.answer(match.state, asked, evaluator.places_of(match.state.table, 0)) == NEAR[text]


def test_a_value_that_is_gone_through_is_handed_to_a_verb() -> None:
    """`it` may be the value that a verb of the game is done to."""
    text = MARKET.format(
        body="  to praise a color\n    if the color is red\n      gain 2 coins\n\n"
        "  turn\n    for each color\n      do praise it\n    choose one\n      option on\n        gain 1 coin\n"
        "      option off\n        gain 0 coins"
    )
    match = begin(game_of(text))
    assert match.state.table.counters[0]["coins"] == 2


def test_positions_allow_caps_where_the_game_does() -> None:
    """A cap may lie on what its `place` line can allow, and beside another one where the line does not forbid it."""
    text = MARKET.format(
        body="  cap flag\n    mark !\n    copies 9\n    place where it is a red or any neighbor is taller\n\n"
        "  turn\n    gain 1 coin"
    )
    game = game_of(text)
    assert game.caps[0].ground == ("face-down", "face-up", "empty") and game.caps[0].beside_others
    strict = game_of(text.replace("a red or any", "face-up and it has no flag and any"))
    assert strict.caps[0].ground == ("face-up",) and not strict.caps[0].beside_others
    for known, expected in ((game, []), (strict, ["TW413", "TW414"])):
        shelf = parse_board("R1! 2!! .", known)
        assert [reason.code for reason in Position(known, (Player("Ada", shelf),)).status()] == expected


def test_a_game_whose_first_piece_fits_nowhere_is_warned_of() -> None:
    """A `place` line that holds nowhere on an empty board is a warning; one that can is not."""
    text = MARKET.format(body="  turn\n    gain 1 coin")
    assert problems_of(text) == []
    nowhere = text.replace("it is empty or it is a crate", "any neighbor is a crate")
    assert problems_of(nowhere) == [
        "9 TW203 on an empty shelf no space meets this, so the first crate can never be placed"
    ]
