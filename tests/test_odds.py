"""Odds: fractions that are known, an independent recursion, and that what is left out of states makes no difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import pytest

import tilewright
from kings import match_of, throwing
from small_games import game_of
from tilewright.expectimax.bot import OddsBot
from tilewright.expectimax.moment import beginning
from tilewright.expectimax.question import Odds, induction_of, read_goal
from tilewright.kernel.wasm.walks import Walks
from tilewright.play.match import Match

# Cards that do nothing but add dice at the beginning of a turn, so that there are so many dice.
DICE = {
    3: (),
    4: ("farmer",),
    5: ("commander",),
    6: ("farmer", "commander"),
    7: ("farmer", "commander", "fool/down"),
    8: ("farmer", "commander", *["fool/down"] * 2),
    9: ("farmer", "commander", *["fool/down"] * 3),
}


def odds(hand: Sequence[str], goal: str, at_end: bool = False, players: int = 5) -> Odds:
    """The odds of the first turn with a hand."""
    return tilewright.odds(match_of(players), goal, having=hand, at_end=at_end)


def price(card: str) -> str:
    """The goal that a card can be bought."""
    return f"the price of the {card} is met"


# ------------------------------------------------------------------ what is known


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "chance"),
    [("farmer", Fraction(193, 243)), ("artisan", Fraction(19157, 46656)), ("guard", Fraction(269, 1944))],
)
def test_three_dice(card: str, chance: Fraction) -> None:
    """The chances of the first turn are the known fractions."""
    assert odds((), price(card)).value == chance


@pytest.mark.slow
@pytest.mark.parametrize("dice", [3, 4, 5])
@pytest.mark.parametrize("card", ["maid", "philosopher"])
def test_all_odd_or_all_even(dice: int, card: str) -> None:
    """All dice odd, or all even, has the chance 1/2 for every number of dice."""
    assert odds(DICE[dice], price(card)).value == Fraction(1, 2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("dice", "chance"),
    [(5, ".0500"), (6, ".2249"), *(pytest.param(*one, marks=pytest.mark.slow) for one in [(7, ".4959"), (8, ".7489")])],
)
def test_five_equal(dice: int, chance: str) -> None:
    """Five equal dice of 5 to 8."""
    assert f"{float(odds(DICE[dice], price('knight')).value):.4f}"[1:] == chance


@pytest.mark.slow
@pytest.mark.parametrize(("dice", "chance"), [(7, ".0268"), (8, ".1486"), (9, ".3839")])
def test_seven_equal(dice: int, chance: str) -> None:
    """Seven equal dice of 7 to 9 (ten dice are a row of `tools/bench_odds.py --large`)."""
    assert f"{float(odds(DICE[dice], price('king')).value):.4f}"[1:] == chance


@pytest.mark.slow
def test_seven_equal_with_cards() -> None:
    """Seven equal dice with the cards that a player often has first."""
    found = odds(("farmer", "artisan", "guard", "hunter"), price("king"))
    assert f"{float(found.value):.4f}" == "0.0688"


@pytest.mark.slow
def test_price_and_purchase() -> None:
    """The chance to meet a price is that to have the card at the end of the turn."""
    assert odds((), "there is a guard in the retinue", at_end=True).value == odds((), price("guard")).value


def test_expectation() -> None:
    """A number is expected: the total of three dice, keeping what is high."""
    assert odds((), "total pip of dice").value == _expected((), 3)


def test_an_expectation_of_large_numbers() -> None:
    """Numbers of more than 32 bits are exact, too."""
    assert odds((), "total pip of dice * 99999 * 99999").value == 99999**2 * _expected((), 3)


@cache
def _expected(kept: tuple[int, ...], active: int) -> Fraction:
    """The most that the total can be expected to be, by a recursion of its own."""
    if not active:
        return Fraction(sum(kept))
    worth = [
        max(_expected((*kept, *some), active - len(some)) for some in _parts(sorted(thrown)))
        for thrown in product(range(1, 7), repeat=active)
    ]
    return sum(worth, Fraction(0)) / 6**active


def _parts(thrown: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """The ways to keep some of the dice, at least one."""
    counts = Counter(thrown)
    for numbers in product(*(range(count + 1) for count in counts.values())):
        some = tuple(pip for pip, number in zip(counts, numbers, strict=True) for _ in range(number))
        if some:
            yield some


# ------------------------------------------------------------------ an independent recursion with a card


@cache
def _with_artisan(kept: tuple[int, ...], active: tuple[int, ...], unused: bool, may_roll: bool) -> Fraction:
    """The chance of three equal dice with an added 1 once a turn, by a recursion of its own."""
    if not active:
        return Fraction(int(max(Counter(kept).values(), default=0) >= 3))
    ways = []
    for at in range(len(active)):
        rest = (*active[:at], *active[at + 1 :])
        ways.append(_with_artisan(tuple(sorted((*kept, active[at]))), rest, unused, True))
    if unused:
        ways.append(_with_artisan(kept, tuple(sorted((*active, 1))), False, may_roll))
    if may_roll:
        throws = product(range(1, 7), repeat=len(active))
        outcomes = [_with_artisan(kept, tuple(sorted(thrown)), unused, False) for thrown in throws]
        ways.append(sum(outcomes, Fraction(0)) / len(outcomes))
    return max(ways)


@pytest.mark.slow
def test_a_card_that_adds() -> None:
    """Every move of a throw with a card is worth what an independent recursion says."""
    match = throwing("2 2 6", "", ["artisan"])
    found = tilewright.odds(match, price("guard"))
    told = {move.move: move.value for move in found.moves}
    assert told == {
        "move 2": _with_artisan((2,), (2, 6), True, True),
        "move 6": _with_artisan((6,), (2, 2), True, True),
        "use artisan": _with_artisan((), (1, 2, 2, 6), False, False),
    }
    assert found.best is not None and found.margin is not None
    assert found.margin == sorted(told.values())[-1] - sorted(told.values())[-2]


# ------------------------------------------------------------------ what is left out of states


@pytest.mark.slow
@pytest.mark.parametrize("hand", [(), ("fool",), ("artisan",), ("lady",)])
def test_what_is_left_out_makes_no_difference(hand: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The odds are those of the states with all rounds of loops."""
    moment = beginning(match_of(), hand)
    read = read_goal(price("guard"), moment.game)
    assert not isinstance(read, list)
    found, counted = induction_of(moment, read, 10**6), Walks.count_rounds
    monkeypatch.setattr(Walks, "count_rounds", lambda walks, counting: counted(walks, True))
    every = induction_of(moment, read, 10**6)
    assert found() == every() and found.states < every.states


# ------------------------------------------------------------------ what cannot be asked


@pytest.mark.parametrize(
    ("goal", "code", "marked"),
    [
        ("the price of the knigt is met", "TW101", "knigt"),
        ("3 >", "TW001", ">"),
        ("a knight", "TW101", "a"),
        ("the knight is affordable", "TW106", "the knight is affordable"),
        ("", "TW001", ""),
    ],
)
def test_goals_with_problems(goal: str, code: str, marked: str) -> None:
    """What is wrong with a goal is told at its place in the text."""
    with pytest.raises(tilewright.Problems) as problems:
        tilewright.odds(match_of(), goal)
    problem = problems.value.diagnostics[0]
    assert (problem.code, problem.source.slice(problem.span)) == (code, marked)


@pytest.mark.parametrize("hand", [["nobody"], ["farmer", "farmer", "farmer"], ["farmer/down"]])
def test_hands_with_problems(hand: list[str]) -> None:
    """A hand is of cards that there are, so many of each."""
    with pytest.raises(tilewright.Problems, match=hand[0].removesuffix("/down")):
        tilewright.odds(match_of(), price("guard"), having=hand)


# ------------------------------------------------------------------ the bot


def _bought(goal: str, seed: int) -> bool:
    """Whether the first turn of a game in which the bot follows the odds of a goal has dice that reach it."""
    match = match_of(2, seed)
    player, rival = match.turn, OddsBot(goal=goal)
    while match.state.turn == 0 and "move" in str(next(iter(match.moves))):
        match.play(rival.choose(match.view()))
    return tilewright.odds(match, goal).value == 1 and match.turn == player


@pytest.mark.slow
def test_games_agree_with_the_odds() -> None:
    """In games of the bot that follows the odds the goal is reached as often as they say, within three deviations."""
    games, chance = 150, float(odds((), price("artisan")).value)
    reached = sum(_bought(price("artisan"), seed) for seed in range(games))
    assert abs(reached - games * chance) < 3 * (games * chance * (1 - chance)) ** 0.5


@pytest.mark.slow
def test_the_bot_plays() -> None:
    """The bot takes a card when it can, and plays any game that bots play."""
    match = match_of(2, 4)
    rivals = [tilewright.bot("odds", seed=1), tilewright.bot("odds", seed=2)]
    for _ in range(12):
        match.play(rivals[match.turn].choose(match.view()))
    assert match.state.turn >= 2


def test_the_bot_refuses_a_goal_with_problems() -> None:
    """A goal that cannot be read is told when the bot is to play for it."""
    with pytest.raises(tilewright.Problems):
        OddsBot(goal="3 >").choose(throwing("2 3 4").view())


LOTS = """game lots
  players 2

  piece lot
    sort plain L1 to L3 worth 1 to 3 copies 1
    identity face

  pool deck
    of the table
    holds lots
    begins with every lot

  pool gone
    of each player
    holds lots

  counter points
  part points
    score points

  turn
    choose a number from 0 to 1 called bonus
    for each lot in the deck in random order
      gain (9 * points + worth of it) points
      move it to the gone
    gain (1000 * bonus) points

  end after a turn if there is no lot in the deck
"""


@pytest.mark.parametrize("order", ["".join(order) for order in permutations("123")])
def test_a_loop_in_random_order_has_each_order_alike(order: str) -> None:
    """Each thing comes up once, and all orders of three are equally likely."""
    found = tilewright.odds(Match(game_of(LOTS), ["Ada", "Bo"]), f"points mod 1000 = {order}", at_end=True)
    assert found.value == Fraction(1, 6)
