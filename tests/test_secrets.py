"""What is chosen in secret and what is hidden: how a game file says it, what is done, and who sees what."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from relaid import relaid
from small_games import game_of, moves, play, played_however_dealt, problems_of
from test_play_command import typed
from tilewright.play.match import Match, NotExpressible
from tilewright.play.table import Table
from tilewright.play.view import BYSTANDER, information, view

GAME = """\
game lots
  name en "Lots"
  players 2 to 4

  piece gem
    color red R copies 6
    color blue B copies 6
    identity face

  pool mine
    of the table
    holds gems
    begins with every gem
    hidden

  pool purse
    of each player
    holds gems
    hidden

  counter coins copies 10 hidden
  counter spent for coins
  counter points

  part points
    score points

  setup
    for each player
      gain 3 coins
      take a random gem in the mine

  turn
{turn}

  end after a turn if points > 20
"""
BID = """\
    for each player secretly
      choose a number from 0 to (coins) called bid
      if bid > 1
        choose a number from 0 to 1 called bluff
    for each player
      pay (bid) coins
      gain (bid) spent"""


def lots(turn: str, players: int = 3, seed: int = 0) -> Match:
    """A game in which these lines are a turn."""
    lines = "\n".join(f"    {line}" for line in turn.splitlines()) if not turn.startswith("    ") else turn
    return Match(game_of(GAME.format(turn=lines)), ["Ada", "Bo", "Cy", "Di"][:players], (), {}, seed)


def counted(match: Match, name: str) -> list[int]:
    """A counter of each player."""
    return [own[name] for own in match.state.table.counters]


# ------------------------------------------------------------------ supplies


def test_nobody_gains_more_than_there_is() -> None:
    """Of a counter with copies no more is gained than nobody has, what is spent of it counted too."""
    match = lots("choose one\n  option some\n    pay 2 coins\n    gain 2 spent\n    gain 9 coins\n  option none")
    match.play("some")
    assert counted(match, "coins") == [2, 3, 3] and counted(match, "spent") == [2, 0, 0]


def test_coins_go_from_player_to_player() -> None:
    """`from` another player as far as that one has them, `to` another one if they are there."""
    match = lots("choose one\n  option some\n    gain 5 coins from the left player\n  option none")
    match.play("some")
    assert counted(match, "coins") == [6, 0, 3]
    match = lots("choose one\n  option give\n    pay 2 coins to the left player\n  option none")
    match.play("give")
    assert counted(match, "coins") == [1, 5, 3]
    match = lots("choose one\n  option give\n    pay 4 coins to the left player\n  option none\n  option nothing")
    assert moves(match) == ["none", "nothing"]


# ------------------------------------------------------------------ secrets


def test_all_choose_before_anything_is_done() -> None:
    """The players choose one after the other; what they chose is known of each afterwards."""
    match = lots(BID)
    for player, text in enumerate(["bid 2", "bluff 1", "bid 0", "bid 3", "bluff 0"]):
        assert counted(match, "coins") == [3, 3, 3]
        assert match.turn == [0, 0, 1, 2, 2][player]
        match.play(text)
    assert counted(match, "coins") == [1, 3, 0] and counted(match, "spent") == [2, 0, 3]


def test_answers_begin_at_nothing() -> None:
    """Who is not asked has chosen 0, whatever was chosen before."""
    match = lots(
        "for each player secretly\n  choose a number from 0 to (coins) called bid\n  if bid = 3\n"
        "    choose a number from 1 to 5 called bluff\ngain (total (their bluff) of players) points"
    )
    for text in ("bid 3", "bluff 4", "bid 0", "bid 0"):
        match.play(text)
    assert counted(match, "points") == [4, 0, 0]
    for text in ("bid 0", "bid 0", "bid 0"):
        match.play(text)
    assert counted(match, "points") == [4, 0, 0]


def test_nobody_sees_what_was_chosen_before_all_have() -> None:
    """For each who chooses, all others are still to choose; who has chosen knows the own answer."""
    first = information(lots(BID).state, 1)
    seen = []
    for text in ("bid 0", "bid 1"):
        match = lots(BID)
        match.play(text)
        seen.append(information(match.state, 1))
        assert view(match.state, 0).table.counters[0]["bid"] == int(text[-1])
        assert view(match.state, 1).table.counters[0]["bid"] == view(match.state, 2).table.counters[0]["bid"] == 0
    assert seen[0] == seen[1] != first
    going_on = match.machine.applied(view(match.state, 1), match.moves[0])
    assert going_on.player == 0, "the others choose afterwards"


@pytest.mark.slow
@pytest.mark.parametrize("turn", [BID, "move a gem to the mine\nmay gain 1 coin", "up to (coins) times\n  pay 1 coin"])
def test_what_is_hidden_makes_no_difference(turn: str) -> None:
    """However what is hidden is dealt: the same information, the same moves."""
    random = Random(7)
    assert sum(played_however_dealt(lots(turn, players=4, seed=seed), random, 30) for seed in range(10)) > 30


def test_a_view_has_what_its_player_knows() -> None:
    """Own coins and gems, how many all others have together, and nothing of how they are shared."""
    match = lots("choose one\n  option some\n    gain 2 coins from the left player\n  option none")
    match.play("some")
    tables: Sequence[Table] = [view(match.state, player).table for player in range(3)]
    assert [table.counters[player]["coins"] for player, table in enumerate(tables)] == [5, 1, 3]
    assert all(sum(own["coins"] for own in table.counters) == 9 for table in tables)
    own = match.state.table.seat_of("purse", 1)
    assert tables[1].grids[own].key == match.state.table.grids[own].key
    assert all(len([pile for pile in table.grids[own].piles if pile]) == 1 for table in tables)


# ------------------------------------------------------------------ what is refused

SHOWING = {
    "an option": "choose one\n  option a if largest (their coins) of opponents > 3\n    gain 1 point\n  option b",
    "a pick": "choose an opponent where their coins > 2\ngain 1 point",
    "a number": "choose a number from 0 to (largest (their coins) of opponents) called much\ngain (much) points",
    "how often": "up to (total (their coins) of opponents) times\n  gain 1 point",
    "who else pays": "may\n  for each opponent\n    pay 1 coin",
    "a place of another": "choose an opponent called rival\nmove a gem in the purse of the rival to the purse",
    "for each": "for each opponent\n  move a gem to the mine",
    "a name": "let most be largest-of now",
    "what nobody sees": "take a gem in the mine",
    "answers": "for each player secretly\n  choose a number from 0 to (largest (their bid) of players) called bid",
}


@pytest.mark.parametrize("what", SHOWING)
def test_a_choice_that_would_show_something_is_refused(what: str) -> None:
    """What can be chosen does not depend on what others hide."""
    turn = SHOWING[what].replace("let most be largest-of now", "let much be coins now\ngain (much) points")
    lines = "\n".join(f"    {line}" for line in turn.splitlines())
    problems = problems_of(GAME.format(turn=lines))
    assert [problem.split()[1] for problem in problems] == ["TW225"], problems


ALLOWED = {
    "own": "up to (coins) times\n  pay 1 coin",
    "done": "if largest (their coins) of opponents > 2\n  gain 1 point",
    "chance": "take a random gem in the mine",
    "one after another": "for each opponent in turn\n  move a gem to the mine",
    "from another": "choose an opponent called rival\ngain (coins of the rival) coins from the rival",
}


@pytest.mark.parametrize("what", ALLOWED)
def test_what_shows_nothing_is_allowed(what: str) -> None:
    """One's own, what is done, what chance picks."""
    assert lots(ALLOWED[what]).moves is not None


def test_in_secret_one_only_chooses() -> None:
    """Changes, picks of things and orders in a secret block are refused."""
    for line in ("gain 1 point", "choose a gem called gift", "choose a number from 0 to 3", "roll a gem"):
        text = GAME.format(turn=f"    for each player secretly\n      {line}")
        assert [problem.split()[1] for problem in problems_of(text)] == ["TW224"], line


# ------------------------------------------------------------------ at one table


def test_people_at_one_screen_do_not_see_what_others_chose() -> None:
    """Each is asked alone; what was chosen is told when all have chosen, and undo goes to before that."""
    match = lots(BID)
    out = typed(match, "", "bid 2", "bluff 1", "", "turns", "bid 1", "", "bid 0", "", "undo", "", "undo", "moves")
    ada, bo, cy, after, again, *_ = out.split(". The others look away.")[1:]
    assert "bid 2" in ada and "coins 3" in ada and "coins ?" in ada
    assert (
        "Ada has chosen" in bo
        and "bluff" not in bo
        and "bid 2\n" not in bo.partition("Bo> turns")[0].partition("Bo, ")[0]
    )
    assert "bluff" not in cy.partition("Ada: bid 2")[0]
    assert "Ada: bid 2, bluff 1; Bo: bid 1; Cy: nothing\n" in cy
    assert "undone: 4 moves" in after + again and match.turn == 0 and not match.played


def test_hints_and_positions_keep_secrets() -> None:
    """A position is not saved in the middle of a secret; afterwards it has the answers."""
    match = play(lots(f"{BID}\n    may gain 1 point"), "bid 2")
    with pytest.raises(NotExpressible):
        match.full_position()
    play(match, "bluff 1", "bid 1", "bid 0")
    assert match.position().players[0].counters["bid"] == 2
    assert Match.at(match.full_position(), ()) == match


def test_a_position_as_a_player_sees_it() -> None:
    """What others hide is left out of it, and of hidden pools only the number of things is there."""
    match = lots(BID)
    seen = match.view(1).position().players
    assert [player.counters.get("coins") for player in seen] == [None, 3, None]
    assert [player.board.stacks[0].down for player in seen] == [1, 0, 1]
    assert {player.counters.get("coins") for player in match.view(BYSTANDER).position().players} == {None}


def purses(match: Match, *coins: int) -> Match:
    """The match with so many coins of each player."""
    for own, number in zip(match.state.table.counters, coins, strict=True):
        own["coins"] = number
    relaid(match)
    return match


def test_who_can_choose_nothing_is_asked_too() -> None:
    """Else all would know who has no coins: in the middle of a secret and at its end, and in what is told of it."""
    for coins, empty, lines in (
        ((3, 0, 2), "Bo", ("", "bid 0", "", "")),
        ((3, 2, 0), "Cy", ("", "bid 0", "", "bid 1")),
    ):
        out = typed(purses(lots(BID), *coins), *lines, "", "", "", "", "", "")
        sealed = out.partition("Ada: nothing")[0]
        assert f"Next: {empty}. The others look away." in sealed
        assert f"{empty}: there is nothing for you to choose here." in sealed
    out = typed(purses(lots(BID), 3, 0, 2), "", "bid 0", "", "", "", "turns", "bid 1", "turns")
    assert "Ada so far: Ada has chosen; Bo has chosen\n" in out
    assert "Ada: nothing; Bo: nothing; Cy: bid 1\n" in out


def test_what_is_reported_a_secret_says_nothing_of_what_was_possible() -> None:
    """Answers that are 0 are left out, whether another one could have been given or not."""
    told = {}
    for coins in (1, 3):
        match = purses(lots(BID), coins, 3, 3)
        told[coins] = typed(match, "", "bid 1", "", "bid 0", "", "bid 0").splitlines()
    lines = [next(line for line in said if line.startswith("Ada: bid 1")) for said in told.values()]
    assert lines == ["Ada: bid 1; Bo: nothing; Cy: nothing"] * 2


@pytest.mark.parametrize("hidden", [True, False])
def test_what_is_picked_and_stays_hidden_is_not_reported(hidden: bool) -> None:
    """A piece of a hidden hand is named in what was played only where all see it then."""
    text = GAME.replace("      take a random gem", "      4 times\n        take a random gem")
    text = text if hidden else text.replace("begins with every gem\n    hidden", "begins with every gem")
    match = Match(game_of(text.format(turn="    move a gem in the purse to the mine")), ["Ada", "Bo"], (), {}, 1)
    assert moves(match) == ["move R", "move B"]
    match.play("move B")
    assert ("Ada: move ?, +0\n" if hidden else "Ada: move B, +0\n") in typed(match, "", "turns")


def test_points_for_what_is_hidden_are_hidden() -> None:
    """A score that depends on what others hide is a question mark to them, on the screen, in `score` and in gains, until the end."""
    text = GAME.replace("    score points\n", "    score coins\n").replace("points > 20", "points > 0")
    turn = "    choose one\n      option more\n        gain 1 coin\n      option end\n        gain 1 point"
    match = Match(game_of(text.format(turn=turn)), ["Ada", "Bo", "Cy"], (), {}, 0)
    out = typed(match, "", "more", "", "score", "turns", "end")
    first, _, later = out.partition("Next: Bo")
    assert "Ada (total 3)" in first and "Bo (total ?)" in first
    assert "Ada: more\n" in first and "+1" not in out
    shown, _, ended = later.partition("Bo> end")
    assert "Ada (total ?)" in shown and "Bo (total 3)" in shown
    assert "Ada  ?\n     ?  points\nBo  3\n     3  points\n" in shown
    assert "total" in ended and "Winner: Ada" in ended


def test_a_hint_is_of_the_moves_of_one_player() -> None:
    """It says nothing of what others will choose, who have not been asked."""
    out = typed(lots(BID), "", "hint random")
    assert (
        "then another player chooses" in out and len(out.partition("suggests: ")[2].partition("\n")[0].split(";")) <= 3
    )
