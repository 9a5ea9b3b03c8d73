"""The course of a game: passes without a number, turns by name, roles, counters of the table, chance, how it ends."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from small_games import begin, game_of, moves, play, problems_of
from tilewright.meaning.scoring import score
from tilewright.play.match import Match
from tilewright.play.record import Unplayable, record_of, replay
from tilewright.table.board import Board, parse_pool, pool_of
from tilewright.table.continuation import Continuation, SavedFrame
from tilewright.table.game import Game
from tilewright.table.position import Player, Position

GAME = """\
game dares
  name en "Dares"
  players 2 to 4

  piece die
    sides pip 1 to 6
    copies 8
    plural die dice

  pool cup
    of the table
    holds dice
    begins with every die

  pool hand
    of each player
    holds dice

  role starter
  role champion
  counter record of the table
  counter points

  part points
    score points

  mark cold

{body}
"""

DARES = """\
setup
  let the starter be a random player

turn
  move 3 dice in the cup to the hand
  roll every die
  choose one
    option claim if total pip of dice >= 9
      let the champion be the player
      let the record be total pip of dice
    option rest
  return every die

turn challenge
  choose one
    option throw
      move 3 dice in the cup to the hand
      roll every die
      if total pip of dice > the record
        let the champion be the player
        let the record be total pip of dice
    option pass
  return every die

course
  repeat until there is a champion
    for each player in turn from the starter
      do turn
    let the starter be the right player of the starter
  for each player where it is not the champion in turn from the starter
    do challenge
  as the champion
    gain 5 points"""


def test_nothing_is_missed_in_a_file_that_was_not_read_as_a_whole() -> None:
    """What seems to be missing may stand in a line with a slip; without a slip it is missed."""
    lines = 'game g\n  name en "G"\n  piece stone\n    color grey G copies 1\n'
    assert problems_of(lines) == ["1 TW112 no 'players' in the game file"]
    assert problems_of(lines + "  bord x\n") == ["5 TW001 did not expect 'bord' here"]


def dares(body: str, players: int = 3, seed: int = 1) -> Match:
    """A game with these stages."""
    return begin(game_of(text_of(body)), players, seed=seed)


def text_of(body: str) -> str:
    """The game file with these stages."""
    return GAME.format(body="\n".join(f"  {line}" for line in body.splitlines()))


def at_random(match: Match, seed: int) -> Match:
    """The match, played to its end by chance."""
    random = Random(seed)
    while not match.over:
        match.play(random.choice(list(match.moves)))
    return match


def held(match: Match, name: str) -> list[int]:
    """A counter or role of each player."""
    return [own[name] for own in match.state.table.counters]


# ------------------------------------------------------------------ whose turn it is


def test_the_starter_goes_to_the_right() -> None:
    """A round begins with the starter and goes to the left; then the one on the right of the starter begins."""
    match = dares(DARES, players=4, seed=3)
    first = held(match, "starter").index(1)
    while len(match.state.movers) < 12:
        play(match, "rest")
    last = (held(match, "starter").index(1) + (len(match.state.movers) - 1) // 4) % 4
    rounds = [[(last - i + step) % 4 for step in range(4)] for i in range(3)]
    assert first in range(4) and match.state.movers[:12] == tuple(player for one in rounds for player in one)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_course_decides_who_plays(players: int) -> None:
    """Who claims is challenged by all others, in the order from the starter; the champion then has 5 points."""
    for seed in range(6):
        match = dares(DARES, players, seed)
        while "claim" not in moves(match):
            play(match, "rest")
        claimer = match.turn
        play(match, "claim")
        while "rest" in moves(match):
            play(match, "rest")
        start = held(match, "starter").index(1)
        asked = []
        while not match.over:
            asked.append(match.turn)
            play(match, "pass")
        order = [(start + step) % players for step in range(players)]
        assert asked == [player for player in order if player != claimer]
        assert held(match, "points") == [5 * (player == claimer) for player in range(players)]
        assert match.winners() == [match.names[claimer]]


@pytest.mark.slow
def test_a_record_replays() -> None:
    """The record of a game with a course says whose turn each was, and gives the same game."""
    for seed in range(10):
        match = at_random(dares(DARES, 3, seed), seed)
        record = record_of(match)
        assert tuple(turn.player for turn in record.turns) == match.state.movers
        assert replay(record, match.game, [], {}) == match


def test_a_record_with_a_wrong_player_is_refused() -> None:
    """A turn of somebody else is told, as in games without a course."""
    match = at_random(dares(DARES, 3, 1), 1)
    record = record_of(match)
    first = record.turns[0]
    wrong = record.__class__(
        record.game,
        record.cards,
        record.players,
        record.layouts,
        record.seed,
        (first.__class__((first.player + 1) % 3, first.moves), *record.turns[1:]),
        record.result,
    )
    with pytest.raises(Unplayable, match="it is Bo's turn"):
        replay(wrong, match.game, [], {})


def test_moves_can_be_taken_back_over_turns() -> None:
    """Taking back leads to equal states, also over the end of a turn and of a pass."""
    match = dares(DARES, 3, 2)
    digests, random = [match.digest], Random(2)
    while not match.over:
        match.play(random.choice(list(match.moves)))
        digests.append(match.digest)
    for known in reversed(digests[:-1]):
        match.undo()
        assert match.digest == known


# ------------------------------------------------------------------ roles and numbers


def test_roles_and_numbers_of_the_table() -> None:
    """One player at most has a role; a counter of the table is the same for all."""
    match = dares(DARES, 3, 5)
    while "claim" not in moves(match):
        play(match, "rest")
    play(match, "claim")
    assert sum(held(match, "champion")) == 1 and len(set(held(match, "record"))) == 1
    assert held(match, "record")[0] >= 9


@pytest.mark.slow
def test_chance_picks_each_player_as_likely() -> None:
    """`a random player` is every player in about as many games."""
    found = Counter(held(dares(DARES, 3, seed), "starter").index(1) for seed in range(300))
    assert set(found) == {0, 1, 2} and min(found.values()) > 70


RANDOM = """\
turn
  move 8 dice in the cup to the hand
  turn a random die to 6
  choose one
    option a
    option b
  return every die
end after a turn if points > 3"""


def test_of_equal_things_each_is_as_likely() -> None:
    """A random one of many equal dice is one die; the others stay as they are."""
    match = dares(RANDOM, 2)
    assert sorted(pile[-1] >> 1 for pile in match.state.table.grids[0].piles if pile) == [0] * 7 + [5]


# ------------------------------------------------------------------ loops and ends


def test_an_endless_course_ends() -> None:
    """Passes in which nobody chooses anything do not go on for ever."""
    assert dares("turn\n  gain 1 point\n\ncourse\n  repeat until there is a champion\n    gain 1 point").over
    assert dares("turn\n  gain 1 point\n\ncourse\n  repeat until there is a champion\n    do turn").over


def test_the_end_comes_at_once() -> None:
    """`end at once` is asked after each thing that is done, `end after a turn` when a turn is over."""
    turns = "turn\n  choose one\n    option rest\n    option win\n      gain 4 points\n      gain 5 points\n  gain 1 point\n"
    match = dares(turns + "\nend at once if largest points of players > 3")
    assert match.over is False
    play(match, "win")
    assert match.over and held(match, "points")[0] == 4
    match = dares(turns + "\ncourse\n  repeat until there is a champion\n    do turn\nend after a turn if points > 3")
    play(match, "win")
    assert match.over and held(match, "points")[0] == 10


def test_so_many_times_in_turn() -> None:
    """Each time the next player does it, round and round."""
    match = dares(
        "turn\n  4 times in turn\n    choose one\n      option gain\n        gain 1 point\n      option rest\n"
        "end after a turn if points > 9"
    )
    asked = []
    for _ in range(4):
        asked.append(match.turn)
        play(match, "gain")
    assert asked == [0, 1, 2, 0] and held(match, "points") == [2, 1, 1]
    assert match.state.mover == 1


def test_abilities_and_marks_end_with_the_turn() -> None:
    """What a turn was told lasts to its end, also when the same player has the next one."""
    body = """\
turn
  move a die in the cup to the hand
  choose a die
  if the die is cold
    gain 10 points
  mark it as cold
  gain 1 point

course
  as the right player
    do turn
    do turn"""
    match = dares(body)
    while not match.over:
        match.play(match.moves[0])
    assert held(match, "points") == [0, 0, 2]


# ------------------------------------------------------------------ groups of values


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dice", "groups", "largest"),
    [("1 1 2 3 5", 2, 3), ("1 3 5", 3, 1), ("2 3 4 5 6 6", 1, 5), ("", 0, 0), ("4 4", 1, 1), ("1 2 3 4 5 6", 1, 6)],
)
def test_groups_of_values(dice: str, groups: int, largest: int) -> None:
    """Stretches of numbers that are shown, as long as they can be; a name given to them is used as they are."""
    part = """\
part straights
  let straight be a group of pips with a die
  score 10 * (count of straights)
  score largest size of groups of pips with a die
  score 100 if there is a straight where size >= 3

turn
  gain 1 point
end after a turn if points > 3"""
    game = game_of(text_of(part))
    hand = parse_pool(dice, game)
    empty = parse_pool("", game)
    assert isinstance(hand, Board) and isinstance(empty, Board)
    position = Position(game, (Player("Ada", hand, {"points": 0}), Player("Bo", empty, {"points": 0})))
    assert score(position, ())[0].total == 10 * groups + largest + 100 * (largest >= 3)


# ------------------------------------------------------------------ from a position

ROUNDS = """\
turn
  choose one
    option claim
      let the champion be the player
    option rest

turn finale
  choose one
    option rest
    option gain
      gain 1 point

course
  repeat until there is a champion
    for each player in turn{start}
      if points < 9
        do turn
    gain 1 point
  for each player in turn
    do finale"""


def order_from(position: Position, count: int) -> list[int]:
    """Who has the next turns of a game that begins with a position, when all of them rest."""
    match, found = Match.at(position), list[int]()
    while len(found) < count and not match.over:
        found.append(match.state.mover)
        match.play("rest")
    return found


def table_for(game: Game, players: int, turn: str, mover: int, **counters: int) -> Position:
    """A position at the beginning of a turn of that name of a player."""
    seats = tuple(Player(name, pool_of([]), {"points": 0, **counters}) for name in "ABCDE"[:players])
    at = None if turn == "turn" else (SavedFrame(turn, 1),)
    return Position(game, seats, (), {"cup": parse_pool("", game)}, standing=Continuation(mover, at))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_f69_the_others_follow_in_order(players: int) -> None:
    """F69: whoever has the first turn of a position, those on the left follow, then the next round begins with the first player."""
    game = game_of(text_of(ROUNDS.format(start="")))
    for mover in range(players):
        order = [turn % players for turn in range(mover, mover + 3 * players)]
        assert order_from(table_for(game, players, "turn", mover), 3 * players) == order


def test_f69_a_round_from_a_starter_is_gone_on_with() -> None:
    """F69: with a starter the round of a position is the one from the starter, so its last player is the one on the right."""
    game = game_of(text_of(ROUNDS.format(start=" from the starter")))
    position = table_for(game, 3, "turn", 2)
    players = (
        position.players[0],
        replace(position.players[1], counters={"points": 0, "starter": 1}),
        position.players[2],
    )
    assert order_from(replace(position, players=players), 6) == [2, 0, 1, 2, 0, 1]
    players = tuple(replace(one, counters={"points": 0, "starter": int(i == 0)}) for i, one in enumerate(players))
    assert order_from(replace(position, players=players), 5) == [2, 0, 1, 2, 0]


def test_f69_a_turn_by_another_name_is_found_too() -> None:
    """F69: at the last turns, which come when there is a champion, nobody has a second one; without a standing it is as before."""
    game = game_of(text_of(ROUNDS.format(start="")))
    position = table_for(game, 3, "finale", 1)
    champion = (*position.players[:2], replace(position.players[2], counters={"points": 0, "champion": 1}))
    assert order_from(replace(position, players=champion), 9) == [1, 2]
    assert order_from(replace(position, standing=None), 4) == [0, 1, 2, 0]


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("repeat until points > 3\n    gain 1 point", "TW213 only a 'course' can repeat without a number"),
        ("do turn", "TW214 there are no turns inside a turn"),
        ("let the cup be the player", "TW101 'cup' is neither a role nor a counter of the table"),
        ("let the champion be 3", "TW201 the champion is a player"),
        ("let the champion be a die", "TW202 a die cannot make decisions"),
        ("gain (largest size of groups of hands) points", "TW101 'hands' is not a known word"),
    ],
)
def test_what_is_refused(lines: str, problem: str) -> None:
    """Each with its place and what to write."""
    found = problems_of(text_of(f"turn\n  {lines}\nend after a turn if points > 3"))
    assert [one.split(" ", 1)[1] for one in found] == [problem]


def test_a_course_has_no_rounds_of_its_own() -> None:
    """`end after a round` is said of games whose turns go round."""
    body = "turn\n  gain 1 point\n\ncourse\n  do turn\n\nend after a round if points > 3"
    assert "TW202 a game with a course has no rounds" in problems_of(text_of(body))[0]


def test_what_scores_knows_no_roles() -> None:
    """Roles and counters of the table are said in play only."""
    body = "turn\n  gain 1 point\nend after a turn if points > 3\n\npart crown\n  score 1 if the record > 3"
    assert problems_of(text_of(body))[0].split(" ", 1)[1] == "TW101 'record' is allowed only in play"
