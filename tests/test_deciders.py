"""Who decides: players one after another, or one alone, inside of somebody's turn."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from small_games import begin, game_of, moves, play, problems_of
from tilewright.files.records import print_record
from tilewright.play.log import transcript
from tilewright.play.match import Match
from tilewright.play.record import record_of, replay

GAME = """\
game tolls
  name en "Tolls"
  players 2 to 3

  piece stone
    color grey G copies 12
    identity face
    place where it is empty

  board road
    of each player
    size 1 by 3
    sizes 1 to 3

  counter coins

  part coins
    score coins

  setup
    for each player
      gain 5 coins

  turn
{body}

  end after a round if total coins of players > 30
"""
BID = ("  choose one", "    option pay", "      pay 1 coin", "    option pass", "      gain 0 coins")

TAX = """\
choose one
  option tax
    as the left player
      choose one
        option now
          pay 6 coins
  option none
    gain 1 coin
  option rest
    gain 0 coins"""


def tolls(*lines: str, players: int = 3) -> Match:
    """The first turn of a game whose turns are these lines."""
    return begin(game_of(GAME.format(body="\n".join(f"    {line}" for line in lines))), players)


def coins(match: Match) -> list[int]:
    """What each player has."""
    return [own["coins"] for own in match.state.table.counters]


def test_each_player_decides_in_turn() -> None:
    """Those who are gone through choose for themselves and pay with their own, from the player of the turn on."""
    match = tolls(
        "for each player in turn",
        *BID,
        "choose one",
        "  option end",
        "    gain 1 coin",
        "  option rest",
        "    gain 0 coins",
    )
    asked = []
    for move in ("pay", "pass", "pay", "end"):
        asked.append(match.turn)
        play(match, move)
    assert asked == [0, 1, 2, 0] and coins(match) == [5, 5, 4]
    assert match.state.mover == 1 == match.turn


def test_without_in_turn_the_player_of_the_turn_decides() -> None:
    """`for each player` alone does the block for each, and who decides stays the same."""
    match = tolls("for each player", *BID)
    asked = []
    for _ in range(3):
        asked.append(match.turn)
        play(match, "pay")
    assert asked == [0, 0, 0] and coins(match) == [4, 4, 4]


def test_from_another_player_on() -> None:
    """The order begins with the player that is named."""
    match = tolls("for each player in turn from the left player", *BID)
    asked = []
    for _ in range(3):
        asked.append(match.turn)
        play(match, "pass")
    assert asked == [1, 2, 0]


def test_a_player_may_be_named_by_another_ones_side() -> None:
    """`the right player of the chief` and the like are who begins, or who decides alone."""
    for words, first in (("right player of the chief", 0), ("left player of the chief", 2)):
        game = game_of(
            GAME.format(
                body="\n".join(
                    f"    {line}"
                    for line in (
                        "let the chief be the left player",
                        f"for each player in turn from the {words}",
                        *BID,
                        f"as the {words}",
                        *BID,
                    )
                )
            ).replace("  counter coins\n", "  counter coins\n\n  role chief\n")
        )
        match, asked = begin(game, 3), []
        for _ in range(4):
            asked.append(match.turn)
            play(match, "pass")
        assert asked == [first, (first + 1) % 3, (first + 2) % 3, first]


def test_as_one_player() -> None:
    """`as` lets one player do a block; alone at the table there is no such player."""
    match = tolls("as the right player", *BID, "gain 1 coin")
    assert match.turn == 2
    play(match, "pay")
    assert coins(match) == [6, 5, 4] and match.turn == 0 and match.state.mover == 1


def test_records_and_transcripts_say_who_chose() -> None:
    """A move of somebody else bears the name; the record replays to the same moment."""
    match = play(
        tolls(
            "as the left player",
            *BID,
            "choose one",
            "  option end",
            "    gain 1 coin",
            "  option rest",
            "    gain 0 coins",
        ),
        "pay",
        "end",
        "pass",
    )
    record = record_of(match)
    assert [turn.moves for turn in record.turns] == [("Bo: pay", "end"), ("Cy: pass",)]
    assert "  - Ada: 'Bo: pay; end'\n" in print_record(record).replace('"', "'")
    assert replay(record, match.game, (), {}) == match
    assert "1 Ada: Bo: pay; end" in list(transcript(match))


def test_undo_and_view_know_who_chooses() -> None:
    """Taking back a move asks the same player again, and the view of the moment is that player's."""
    match = tolls("for each player in turn", *BID)
    play(match, "pay")
    assert match.turn == 1 and match.view().state.player == 1
    match.undo()
    assert match.turn == 0


def test_what_must_be_done_wholly_is_tried_for_others_too() -> None:
    """An option in which another player has to pay is offered when that can be done, whoever decides."""
    lines = [*TAX.splitlines()]
    assert moves(tolls(*lines)) == ["none", "rest"]
    assert moves(tolls(*[line.replace("6 coins", "5 coins") for line in lines])) == ["tax", "none", "rest"]


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("for each color in turn", "TW202 a color cannot make decisions"),
        ("as the stone", "TW106 there is nothing here that 'the stone' could refer to"),
        ("for each player in turn from the stone", "TW106 there is nothing here that 'the stone' could refer to"),
    ],
)
def test_only_players_decide(line: str, problem: str) -> None:
    """What is no player cannot be asked."""
    found = problems_of(GAME.format(body=f"    {line}\n      gain 1 coin"))
    assert problem in [one.split(" ", 1)[1] for one in found]


def test_who_chooses_is_asked_in_one_way() -> None:
    """Bots and screens ask who chooses (`player`), not whose turn it is; that is for the machine and for accounts of turns."""
    engine = Path(__file__).parents[1] / "engine" / "tilewright"
    allowed = {"play/state.py", "play/record.py", "sim/simulation.py", "play/log.py", "play/tracing.py"}
    allowed |= {
        "play/standing.py",
        "turns/run.py",
        "turns/last_round.py",
    }  # where a turn stands, its beginning and its end
    allowed |= {"areas/layable.py", "cli/commands/complete.py"}  # whose turn is tried
    allowed |= {"play/machine.py", "equilibria/question.py"}  # a turn with which a game begins; whose turn is valued
    allowed |= {"design/endings.py", "design/contests.py"}  # puzzles about the turn of one player
    allowed |= {"sim/holding.py"}  # who draws at random, where nobody chooses
    allowed |= {
        f"expectimax/{name}.py"
        for name in (
            "beginning",
            "contest",
            "graph",
            "moment",
            "prospects",
            "question",
            "repeated",
            "results",
            "sampling",
        )
    }  # whose turn is valued
    users = {
        str(path.relative_to(engine))
        for path in engine.rglob("*.py")
        if re.search(r"\.mover\b", path.read_text("utf-8")) and "kernel" not in path.parts
    }
    assert users <= allowed


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("for each opponent", "  gain 1 coin from the opponent"), [7, 4, 4]),
        (("if coins >= 2", "  for each opponent", "    pay 1 coin to the opponent"), [3, 6, 6]),
        (("for each opponent", "  gain 9 coins from the opponent"), [15, 0, 0]),
        (("for each opponent", "  gain (coins - 3) coins from the opponent", "  gain 1 coin"), [9, 4, 4]),
        (("for each player", "  gain 1 coin from the player"), [7, 4, 4]),
        (("for each opponent in turn", "  gain 1 coin from the opponent"), [7, 4, 4]),
        (("as the left player", "  for each opponent", "    gain 2 coins from the opponent"), [3, 9, 3]),
    ],
)
def test_gains_from_those_that_are_gone_through(lines: tuple[str, ...], expected: list[int]) -> None:
    """F77: nobody gains from themselves; in a block for each opponent the player before the block does."""
    assert coins(tolls(*lines, "choose one", "  option one", "  option other")) == expected


def test_each_in_any_order_is_done_once() -> None:
    """Each thing has its turn once, though nothing changes by it; a player's block is done on that player's board."""
    match = tolls("for each player in any order", "  gain 1 coin", "choose one", "  option end", "  option rest")
    assert moves(match) == ["player 1", "player 2", "player 3"]
    play(match, "player 2")
    assert (moves(match), coins(match)) == (["player 1", "player 3"], [5, 6, 5])
    play(match, "player 3")
    assert (moves(match), coins(match)) == (["end", "rest"], [6, 6, 6])


def test_as_long_as_asks_again_each_time() -> None:
    """What there is then can be picked again; without any the block is over."""
    match = tolls(
        "as long as there is a player where coins of the player < 7",
        "  gain 1 coin",
        "choose one",
        "  option end",
        "  option rest",
        players=2,
    )
    for _ in range(2):
        play(match, "player 1")
    assert coins(match) == [7, 7]  # the last two have nothing to choose
    assert moves(match) == ["end", "rest"]


def test_a_thing_that_is_gone_has_no_turn() -> None:
    """`in any order` goes through the things of the beginning that are still there."""
    body = (
        "2 times",
        "  place a stone in the cup",
        "for each stone in any order",
        "  discard a stone where it is not the stone",
        "  gain 1 coin",
        "choose one",
        "  option end",
        "  option rest",
    )
    game = GAME.replace("  counter coins", "  pool cup\n    of each player\n\n  counter coins").replace(
        "      gain 5 coins", "      draw 3 stones"
    )
    match = begin(game_of(game.format(body="\n".join(f"    {line}" for line in body))), 2)
    play(match, "place 1,1", "place 1,2")
    assert moves(match) == ["stone 1,1", "stone 1,2"]
    play(match, "stone 1,1")  # the other one alone can be discarded
    assert (moves(match), coins(match)) == (["end", "rest"], [1, 0])
