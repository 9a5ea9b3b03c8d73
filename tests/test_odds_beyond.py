"""Odds of turns that are too large to go through: bounds that hold, and are told apart from what is exact."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import pytest

import tilewright
from command_line import run, valid
from kings import match_of, throwing
from small_games import begin, game_of
from test_odds import _parts, price
from tilewright.expectimax.moment import Moment, beginning
from tilewright.expectimax.prospects import prospects
from tilewright.expectimax.question import FIRST_STOPS, Effort, Odds, read_goal, solve
from tilewright.expectimax.sampling import least_share
from tilewright.stopping import STOP
from toy import GAME

GUARD = price("guard")


@cache
def _three_equal(kept: tuple[int, ...], active: int) -> Fraction:
    """The chance of three equal dice, by a recursion of its own over all throws and all ways to keep dice."""
    if not active:
        return Fraction(int(max(Counter(kept).values()) >= 3))
    worth = [
        max(_three_equal(tuple(sorted((*kept, *some))), active - len(some)) for some in _parts(sorted(thrown)))
        for thrown in product(range(1, 7), repeat=active)
    ]
    return sum(worth, Fraction(0)) / 6**active


def cut(hand: tuple[str, ...], goal: str = GUARD, **effort: int) -> Odds:
    """The odds of a first turn with no more than some effort."""
    moment = beginning(match_of(), hand)
    read = read_goal(goal, moment.game)
    assert not isinstance(read, list)
    return solve(moment, read, Effort(**{"games": 10, **effort}))


@pytest.mark.parametrize("steps", [50, 400])
def test_a_search_that_is_stopped_knows_limits(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a request to stop nothing new is found: the chance lies between limits, and so does each move; a number is not known."""
    exact = cut(("farmer",))
    monkeypatch.setattr("tilewright.kernel.wasm.walks.STEPS", steps)
    monkeypatch.setattr(STOP, "asked", True)
    with pytest.raises(KeyboardInterrupt):
        cut(("farmer",))
    monkeypatch.setattr(STOP, "_heeding", 1)
    found = cut(("farmer",))
    assert found.low is not None and found.high is not None and not found.is_exact and found.estimate is None
    assert found.stops < exact.stops and found.low <= exact.value <= found.high
    assert {move.move for move in found.moves} == {move.move for move in exact.moves}
    with pytest.raises(KeyboardInterrupt):
        cut(("farmer",), "count of dice")


def test_a_search_that_is_stopped_inside_the_compiled_game_knows_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled game looks for requests to stop, too, more often than the host: it leaves them to a search that can be cut."""
    monkeypatch.setattr(STOP, "asked", True)
    monkeypatch.setattr(STOP, "_heeding", 1)
    found = cut(("farmer", "hunter", "maid", "artisan"), "there is a pip with at least 5 dice")
    assert found.low is not None and found.high is not None and found.low < found.high and found.stops > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("hand", "dice"),
    [pytest.param((), 3, marks=pytest.mark.slow), pytest.param(("farmer",), 4, marks=pytest.mark.slow)],
)
@pytest.mark.parametrize("effort", [{"stops": 60}, {"stops": 100}, {"stops": 150}])
def test_bounds_hold(hand: tuple[str, ...], dice: int, effort: dict[str, int]) -> None:
    """Where stops or states are too many the chance of an independent recursion lies between the bounds."""
    found = cut(hand, **effort)
    assert not found.is_exact and found.low is not None and found.high is not None
    assert found.low <= _three_equal((), dice) <= found.high
    assert found.low <= found.value <= found.high


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "dice"), [((), 3), pytest.param(("farmer",), 4, marks=pytest.mark.slow)])
def test_enough_is_exact(hand: tuple[str, ...], dice: int) -> None:
    """With as many stops and states as there are the answer is the fraction of an independent recursion."""
    found = cut(hand)
    again = cut(hand, stops=found.stops)
    assert found.is_exact and found.value == _three_equal((), dice)
    assert (again.is_exact, again.value) == (True, found.value)


@pytest.mark.slow
def test_more_stops_bring_the_bounds_together() -> None:
    """Bounds of a larger part of the turn lie within those of a smaller one."""
    few, more = cut((), stops=60), cut((), stops=100)
    assert few.low is not None and few.high is not None and more.low is not None and more.high is not None
    assert few.low <= more.low and more.high <= few.high and more.high - more.low < few.high - few.low


@pytest.mark.slow
def test_what_a_policy_reaches_is_no_more_than_the_best() -> None:
    """What games of a policy say is a lower bound of the exact chance, and their share is one of so many games."""
    found = cut((), stops=100, games=150)
    assert found.estimate is not None
    assert found.estimate.least <= found.value <= _three_equal((), 3)
    assert found.estimate.least < found.estimate.mean and 150 % found.estimate.mean.denominator == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
def test_games_of_a_poor_policy_are_a_lower_bound(seed: int) -> None:
    """F76: a policy that knows next to nothing is no estimate of best play: what is answered is not more than that."""
    found = cut(("farmer",), stops=3, games=200, seed=seed)
    assert found.low == 0 and found.high == 1 and not found.is_sure
    assert 0 < found.value <= _three_equal((), 4)


@pytest.mark.parametrize(("reached", "games"), [(0, 10), (1, 10), (7, 20), (113, 200), (200, 200)])
def test_the_bound_of_a_share_is_that_of_exact_tails(reached: int, games: int) -> None:
    """F76: the bound of one side is where so many games or more have a probability of 5%, in exact fractions."""

    def tail(chance: Fraction) -> Fraction:
        return sum(
            (comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(reached, games + 1)), Fraction(0)
        )

    bound = Fraction(least_share(reached, games))
    slight = Fraction(1, 10**6)
    assert bound == 0 if reached == 0 else tail(bound - slight) < Fraction(1, 20) < tail(bound + slight)


@pytest.mark.slow
def test_games_reach_what_is_certain() -> None:
    """What the policy reaches is not less than the lower bound, which is that of a way to play."""
    moment = Moment.of(throwing("1 2 2 4 5 6", "", ["astronomer"]))
    read = read_goal(price("knight"), moment.game)
    assert not isinstance(read, list)
    found = solve(moment, read, Effort(stops=6000, games=60))
    assert found.low is not None and found.estimate is not None and found.low > Fraction(1, 10)
    reached = int(found.estimate.mean * 60)
    tail = sum(comb(60, k) * found.low**k * (1 - found.low) ** (60 - k) for k in range(reached + 1))
    assert found.value >= found.low and tail > Fraction(1, 40)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_estimate() -> None:
    """Estimates depend on the seed and on nothing else."""
    assert cut((), stops=60, seed=7) == cut((), stops=60, seed=7)
    assert len({cut((), "total pip of dice", stops=60, seed=seed).value for seed in range(4)}) > 1


@pytest.mark.slow
def test_numbers_have_an_estimate_without_bounds() -> None:
    """F76: of a number to be expected games give a lower bound, below their mean, and nothing is certain."""
    found = cut((), "total pip of dice", stops=60)
    assert not found.is_exact and found.low is None and found.high is None
    assert found.estimate is not None and found.value == found.estimate.least < found.estimate.mean
    assert found.value <= cut((), "total pip of dice").value


@pytest.mark.slow
def test_moves_have_bounds() -> None:
    """Each move of a turn that was cut is worth what it is sure of at least, and its bound at most."""
    match = throwing("2 2 6", "", ["artisan"])
    exact = {move.move: move.value for move in tilewright.odds(match, GUARD).moves}
    found = tilewright.odds(match, GUARD, stops=60, games=20)
    assert not found.is_exact and found.margin is None
    for move in found.moves:
        assert move.high is not None and move.value <= exact[move.move] <= move.high


@pytest.mark.slow
def test_a_turn_without_what_makes_it_large_is_a_bound() -> None:
    """What can be reached without a card that looks at the dice set aside is sure with it, too."""
    moment = Moment.of(throwing("2 3 4", "", ["astronomer"]))
    plain = Moment.of(throwing("2 3 4", ""))
    read = read_goal(GUARD, moment.game)
    assert not isinstance(read, list)
    found, without = solve(moment, read, Effort(stops=250, games=10)), solve(plain, read)
    assert not found.is_exact and without.is_exact
    assert found.low is not None and found.low >= without.value > 0


@pytest.mark.slow
def test_what_is_printed() -> None:
    """F76: a bound is told apart from what is exact, in text and in JSON, and has one side."""
    asked = ("odds", "court-the-king", "--goal", GUARD, "--stops", "60", "--games", "20")
    text = run(*asked).output
    assert "is met: at least " in text and "(95% confidence)" in text and "certain: " in text
    assert "in 20 games" in text and "interval" not in text and "about" not in text
    answer = valid(run(*asked, "--with", "farmer", "--json").output, "odds-1")
    assert answer["exact"] is False and {"low", "high", "estimate"} <= answer.keys()
    changed = answer["with"]
    assert isinstance(changed, dict) and changed["exact"] is False and changed["difference"] is None
    estimate = answer["estimate"]
    assert isinstance(estimate, dict) and estimate["low"] == answer["value"]["decimal"] < estimate["mean"]["decimal"]
    assert estimate["high"] == answer["high"]["decimal"] == 1


def test_a_bound_of_nothing_is_not_printed() -> None:
    """That a chance is at least 0 says nothing: what is printed is that it is not known, what it is at most, and how to learn more."""
    asked = ("odds", "court-the-king", "--goal", "the price of the king is met", "--games", "20", "--stops")
    text = run(*asked, "60").output
    assert "at least" not in text and "never reaches it in 20 games" in text and "--stops" in text
    answer = valid(run(*asked, "60", "--json").output, "odds-1")
    high = answer["high"]
    assert isinstance(high, dict) and 0 < high["decimal"] < 1
    assert f"is met: not known, at most {100 * high['decimal']:.2f}%\n" in text
    assert "is met: not known\n" in run(*asked, "1").output


@pytest.mark.slow
def test_prospects_are_the_odds_of_their_goals() -> None:
    """What a hint tells of each card is what its goal has as odds."""
    match = throwing("2 2 6", "", ["artisan"])
    found = prospects(match)
    assert {one.card for one in found} >= {"guard", "maid", "king"} and all(one.is_exact for one in found)
    for one in found[::4]:
        assert tilewright.odds(match, one.goal.text).value == one.chance


@pytest.mark.slow
def test_prospects_of_large_turns_are_those_of_smaller_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a turn is too large, a hint tells what can be had without what makes it so, and that it is at least so much."""
    monkeypatch.setattr("tilewright.expectimax.prospects.MOST_STOPS", 400)
    large = {one.card: one for one in prospects(throwing("2 2 6", "", ["astronomer"]))}
    small = {one.card: one for one in prospects(throwing("2 2 6"))}
    assert not large["guard"].is_exact and small["guard"].is_exact
    assert large["guard"].chance == small["guard"].chance > 0


@pytest.mark.slow
def test_no_prospects_where_nothing_is_left_to_chance() -> None:
    """A turn that has no throw ahead has no prospects."""
    match = throwing("2 2 6")
    while any(str(move).startswith("move") for move in match.moves):
        match.play(next(move for move in match.moves if str(move).startswith("move")))
    assert prospects(match) == []


@pytest.mark.parametrize(("goal", "worth"), [("points >= 1", 1), ("points >= 2", 0), ("points", 1)])
def test_a_turn_without_chance_is_judged_at_its_end(goal: str, worth: int) -> None:
    """F76: where a move reaches the goal at once, its odds are 100%, and so they are without `--at-end`."""
    match = begin(game_of(GAME))
    found = tilewright.odds(match, goal)
    assert found.value == worth == tilewright.odds(match, goal, at_end=True).value
    assert found.moves[0].move == "step" or not worth


def test_a_goal_is_still_judged_before_the_end_of_a_turn_with_chance() -> None:
    """What is left of a turn of dice when all are set aside leaves nothing to chance, and the goal is judged at once."""
    match = throwing("", "5 5 5")
    assert tilewright.odds(match, GUARD).value == 1


GAMBLE = """game gamble
  players 2

  piece die
    sides pip 1 to 6
    copies 1
    plural die dice

  pool cup
    of the table
    holds dice
    begins with every die

  counter points

  part points
    score points

  turn
    choose one
      option sure
        choose one
          option much
            gain 3 points
          option little
            gain 1 point
      option dare
        roll every die in the cup

  end after a round if points >= 10
"""


@pytest.mark.parametrize(("goal", "worth", "move"), [("points >= 3", 1, "sure"), ("points", 3, "sure")])
def test_an_option_without_chance_is_judged_at_the_end_of_its_turn_too(goal: str, worth: int, move: str) -> None:
    """F76: where other options of a turn involve chance, what choices alone reach by its end counts as well."""
    match = begin(game_of(GAMBLE))
    found = tilewright.odds(match, goal)
    assert found.value == worth == tilewright.odds(match, goal, at_end=True).value
    assert found.best is not None and found.best.line == (move, "much")


def test_an_option_with_chance_is_judged_as_soon_as_nothing_is_left_to_chance() -> None:
    """What the die shows counts when it lies there, and the option without chance does not change that."""
    match = begin(game_of(GAMBLE))
    found = tilewright.odds(match, "total pip of dice in the cup >= 5")
    assert {move.move: move.value for move in found.moves} == {"dare": Fraction(1, 3), "sure": 0}


def test_a_goal_is_asked_of_the_player_whose_turn_it_is() -> None:
    """Not of the first player, also where nothing of the turn asks for who it is any more."""
    match = begin(game_of(GAMBLE))
    match.play("sure")
    match.play("little")
    assert match.turn == 1
    assert tilewright.odds(match, "points").value == 3
    assert tilewright.odds(match, "total pip of dice in the cup >= 5 and points = 0").value == Fraction(1, 3)


def test_a_number_is_not_promised_of_a_move_that_leads_to_chance() -> None:
    """What choices alone reach at least elsewhere says nothing of the throw, after which there are no points."""
    found = tilewright.odds(begin(game_of(GAMBLE)), "points")
    assert {move.move: move.value for move in found.moves} == {"sure": 3, "dare": 0}


def test_what_choices_alone_make_certain_needs_no_large_search() -> None:
    """Cairns: to rest twice brings two bread, whatever gathering stones, which leads to millions of positions, may bring."""
    found = tilewright.odds(begin(tilewright.load_pack("cairns").game), "bread >= 3")
    best, other = found.moves
    assert (found.value, found.is_exact, best.line) == (1, True, ("rest", "rest"))
    assert (other.move, other.value, other.high) == ("gather", 0, 1)
    assert found.stops <= FIRST_STOPS
