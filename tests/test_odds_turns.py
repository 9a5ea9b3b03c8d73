"""Expected numbers of turns until a goal is met, beside recursions of their own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product

import pytest

from command_line import run, valid
from kings import characters, match_of
from test_odds import _parts, price
from tilewright.expectimax.moment import NoOdds, beginning
from tilewright.expectimax.question import OddsGoal, read_goal
from tilewright.expectimax.repeated import expected_turns

ASKED = ("odds", "court-the-king", "--goal", price("guard"), "--turns", "--cards")


def turns(cards: Sequence[str], goal: str, having: Sequence[str] = ()) -> float:
    """The expected number of turns when only these cards are in play."""
    match = match_of(2, 1, [card for card in characters() if card.id in cards])
    read = read_goal(goal, match.game)
    assert isinstance(read, OddsGoal)
    return expected_turns(beginning(match, having), read).value


def _least(dice: int, cost: Callable[[tuple[int, ...]], float]) -> float:
    """The least that dice can be expected to cost in the end, by a recursion over all throws."""

    @cache
    def after(kept: tuple[int, ...], active: int) -> float:
        if not active:
            return cost(kept)
        worth = [
            min(after(tuple(sorted((*kept, *some))), active - len(some)) for some in _parts(sorted(thrown)))
            for thrown in product(range(1, 7), repeat=active)
        ]
        return sum(worth) / len(worth)

    return after((), dice)


def _equal(dice: Sequence[int]) -> int:
    return max(Counter(dice).values())


@pytest.mark.slow
def test_a_chance_that_repeats() -> None:
    """Where nothing can be gained on the way the number of turns is one over the chance."""
    assert turns(["guard"], price("guard")) == pytest.approx(1944 / 269, abs=1e-6)


@pytest.mark.slow
def test_a_card_on_the_way() -> None:
    """Whether to take a card for later turns first is decided as a recursion of its own decides it."""
    later = 1 / (1 - _least(4, lambda dice: _equal(dice) < 3))
    first = 10.0

    def cost(dice: tuple[int, ...]) -> float:
        return 0 if _equal(dice) >= 3 else min(first, later) if _equal(dice) == 2 else first

    for _ in range(40):
        first = 1 + _least(3, cost)
    assert turns(["guard", "farmer"], price("guard")) == pytest.approx(first, abs=1e-6)
    assert turns(["guard", "farmer"], price("guard"), ["farmer"]) == pytest.approx(later, abs=1e-6)


@pytest.mark.slow
def test_a_card_that_is_had_is_asked_for_a_turn_later() -> None:
    """A goal that only holds after the end of a turn is met in the next one, or at its end when that is asked."""
    once = turns(["guard"], price("guard"))
    assert turns(["guard"], "there is a guard in the retinue") == pytest.approx(once + 1, abs=1e-6)


@pytest.mark.slow
def test_what_cannot_be_reached() -> None:
    """A goal out of reach, or one that is a number, is refused."""
    with pytest.raises(NoOdds, match="never reached"):
        turns(["knight"], price("knight"))
    with pytest.raises(NoOdds, match="a number"):
        turns(["knight"], "total pip of dice")


@pytest.mark.slow
def test_what_is_printed() -> None:
    """The command tells the number of turns and what a card changes, in text and in JSON."""
    told = run(*ASKED, "farmer,guard", "--with", "farmer").output
    assert told == f"{price('guard')}: 3.09 turns expected\n  with farmer: 2.21 turns, -0.87\n"
    answer = valid(run(*ASKED, "farmer,guard", "--with", "farmer", "--json").output, "turns-1")
    assert answer["beginnings"] == 2, "without a card, and with the farmer"
    refused = run(*ASKED[:3], price("knight"), *ASKED[4:], "knight")
    assert refused.exit_code == 2 and "the goal is never reached" in refused.output
