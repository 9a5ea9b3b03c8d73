"""The bot that looks over the next draw: what it is worth to it, what it passes over, and that it sees no more than a player may."""

from __future__ import annotations

import pytest

from small_games import begin, game_of, moves
from tilewright.expectimax.bot import ExpectimaxBot
from tilewright.play.bots import bot
from tilewright.play.bots.features import AT_THE_END, names_of
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.value import FinalTotals, ValueFunction
from tilewright.play.match import Match
from tilewright.play.totals import Totals

FIELDS = """\
game fields
  name en "Fields"
  players 1 to 3

  piece seed
    rock plain P1 to P3 weight 1 to 3 copies 4
    identity face
    place where it is empty

  board garden
    of each player
    size 1 by 1
    sizes 1 to 1

  pool heap
    of the table
    holds seeds
    begins with every seed

  pool hand
    of each player
    holds seeds

  counter sown
  counter luck
  counter points

  part points
    score points

  # A point now, what is paid at the end, or a share of what the next player draws, as long as nobody takes it.
  turn
    move a random seed in the heap to the hand
    gain (luck * total weight of seeds in the hand) points
    discard every seed in the hand
    choose one
      option reap
        gain 1 point
      option sow
        gain 2 sown
      option wish
        gain 1 luck
      option spoil
        for each player
          pay (luck) luck

  course
    repeat until there is no seed in the heap
      for each player in turn
        if there is a seed in the heap
          do turn
    for each player
      gain (its sown) points
"""


def fields(players: int = 2, seed: int = 1) -> Match:
    """A match of a game in which something is drawn each turn, and some of it is paid at the end."""
    return begin(game_of(FIELDS), players, seed=seed)


def counters(match: Match) -> list[tuple[int, int, int]]:
    """What each player has sown, of luck, and of points."""
    return [(own["sown"], own["luck"], own["points"]) for own in match.state.table.counters]


def test_what_the_course_pays_at_its_end_counts() -> None:
    """A lead is that of a game that ended now; nothing of the game itself is changed by it."""
    match = fields()
    before = match.state.key
    match.play("sow")
    assert counters(match)[0] == (2, 0, 0)
    final = FinalTotals(match)
    assert (final.lead(match.state, 0), final.lead(match.state, 1)) == (2, -2)
    assert counters(match)[0] == (2, 0, 0) and match.state.key != before


def test_where_nothing_is_paid_at_the_end_the_lead_is_that_of_the_moment() -> None:
    """A game whose course is its rounds alone, and one that is over."""
    match = begin(game_of(FIELDS.replace("    for each player\n      gain (its sown) points\n", "")))
    match.play("sow")
    assert FinalTotals(match).lead(match.state, 0) == 0
    match = fields()
    while not match.over:
        match.play("sow")
    assert FinalTotals(match).lead(match.state, 0) == 0 and counters(match)[0][2] > 0


def test_what_is_paid_at_the_end_can_have_a_weight() -> None:
    """A value counts as much of it as the weight says, and when the game is over nothing; bots then sow at once."""
    match = fields()
    match.play("sow")
    for weight in (0.0, 0.5, 1.0):
        assert ValueFunction(match, {AT_THE_END: weight}).lead(match.state, 0) == 2 * weight
    assert AT_THE_END in names_of(match.game)
    assert Greedy(1, {AT_THE_END: 1.0}).choose(fields().view()).text == "sow"
    while not match.over:
        match.play("sow")
    lead = Totals(match).lead(match.state, 0)
    assert ValueFunction(match, {AT_THE_END: 1.0}).lead(match.state, 0) == lead
    assert AT_THE_END not in names_of(
        game_of(FIELDS.replace("    for each player\n      gain (its sown) points\n", ""))
    )


def test_it_sows_where_greedy_reaps() -> None:
    """What is paid at the end alone is worth nothing to `greedy`, and more than a point to this bot; so it wins."""
    match, bots = fields(), [ExpectimaxBot(1), bot("greedy", 1)]
    assert bot("greedy", 1).choose(match.view()).text == "reap" and ExpectimaxBot(1).choose(match.view()).text == "sow"
    while not match.over:
        match.play(bots[match.turn].choose(match.view()))
    assert match.winners() == [match.names[0]]


def test_a_reply_counts() -> None:
    """What the next player can spoil is worth nothing; who plays alone wishes for luck, since no one spoils it."""
    worth = FIELDS.replace("gain 2 sown", "gain 1 sown")
    assert ExpectimaxBot(1).choose(begin(game_of(worth), 2).view()).text in ("reap", "sow")
    assert ExpectimaxBot(1).choose(begin(game_of(worth), 1).view()).text == "wish"


class Thorough(ExpectimaxBot):
    """Tries no single replies, and so passes over nothing."""

    def _probe(self, *_: object) -> float:  # type: ignore[override]
        return float("inf")


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_passed_over_changes_no_move(players: int) -> None:
    """With single replies tried first the same turns are played as without, and fewer draws are searched."""
    match, quick, thorough = fields(players), ExpectimaxBot(3), Thorough(3)
    while not match.over:
        view = match.view()
        move = quick.choose(view)
        assert thorough.choose(view).text == move.text
        match.play(move)
    assert quick.searched < thorough.searched and quick.passed and quick.probed and not thorough.passed


def test_it_does_not_know_what_is_drawn() -> None:
    """Matches of several seeds, in which other seeds come next, look alike and are played alike."""
    chosen = set()
    for seed in range(6):
        match = fields(seed=seed)
        match.state.table = fields(seed=1).state.table
        chosen.add(ExpectimaxBot(1).choose(match.view()))
        assert moves(match) == ["reap", "sow", "wish", "spoil"]
    assert len(chosen) == 1
