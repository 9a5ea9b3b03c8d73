"""The characters of To Court the King: what they cost and what they do, against a program written by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, product

import pytest

from kings import characters, court, lay, match_of, of_our_own, pieces_in, results, throwing

Dice = tuple[int, ...]

# ------------------------------------------------------------------ prices


def equal(dice: Dice) -> int:
    """The most dice of one number."""
    return max(Counter(dice).values(), default=0)


def pairs(dice: Dice, size: int) -> int:
    """How many sets of so many equal dice there are."""
    return sum(count // size for count in Counter(dice).values())


def straight(dice: Dice) -> int:
    """The longest stretch of numbers that follow one another."""
    shown = set(dice)
    return max((n for low in range(1, 7) for n in range(1, 8 - low) if set(range(low, low + n)) <= shown), default=0)


def full_house(dice: Dice) -> bool:
    """Three equal and two equal others, or five equal."""
    counts = sorted(Counter(dice).values(), reverse=True)
    return bool(counts) and (counts[0] >= 5 or (counts[0] >= 3 and len(counts) > 1 and counts[1] >= 2))


PRICES: dict[str, Callable[[Dice], bool]] = {
    "fool": lambda d: True,
    "farmer": lambda d: equal(d) >= 2,
    "maid": lambda d: all(n % 2 for n in d),
    "philosopher": lambda d: all(n % 2 == 0 for n in d),
    "artisan": lambda d: sum(d) >= 15,
    "guard": lambda d: equal(d) >= 3,
    "hunter": lambda d: equal(d) >= 4,
    "astronomer": lambda d: pairs(d, 2) >= 2,
    "merchant": lambda d: sum(d) >= 20,
    "lady": full_house,
    "banker": lambda d: sum(d) >= 30,
    "knight": lambda d: equal(d) >= 5,
    "sorcerer": lambda d: straight(d) >= 5,
    "alchemist": lambda d: straight(d) >= 6,
    "bishop": lambda d: pairs(d, 2) >= 3,
    "nobleman": lambda d: pairs(d, 3) >= 2,
    "commander": lambda d: equal(d) >= 6,
    "queen": lambda d: False,
    "king": lambda d: equal(d) >= 7,
}


def throws(least: int, most: int) -> Iterator[Dice]:
    """All results of so many dice, in order."""
    for size in range(least, most + 1):
        yield from combinations_with_replacement(range(1, 7), size)


@pytest.mark.slow
def test_all_characters_are_there() -> None:
    """Nineteen printed ones, each with its name and text in three languages, and six of our own."""
    assert {card.id for card in characters()} == PRICES.keys() and len(of_our_own()) == 6
    for card in (*characters(), *of_our_own()):
        assert card.names.keys() == card.texts.keys() == {"en", "fr", "it"}, card.id


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [(1, 5), pytest.param((6, 9), marks=pytest.mark.slow)])
def test_prices(sizes: tuple[int, int]) -> None:
    """Each price is met by the results that the rulebook says, and by no others."""
    match = match_of()
    evaluator = match.machine.evaluator
    for dice in throws(*sizes):
        lay(match, "active", (), ask=False)
        lay(match, "kept", map(str, dice), ask=False)
        state = match.state
        for card in characters():
            condition = card.conditions.get("price")
            met = condition is not None and evaluator.holds(state, condition, state.env)
            assert met == PRICES[card.id](dice), (card.id, dice)


# ------------------------------------------------------------------ effects


def changed(dice: Dice, at: int, number: int) -> Dice:
    """The dice with another number at a place."""
    return (*dice[:at], number, *dice[at + 1 :])


def one_turned(dice: Dice, kept: Dice, to: Callable[[int], Iterator[int]]) -> set[Dice]:
    """One die turned to a number from 1 to 6."""
    return {changed(dice, i, n) for i in range(len(dice)) for n in to(dice[i]) if 1 <= n <= 6}


def some_raised(dice: Dice, by: int) -> set[Dice]:
    """One or more dice raised, none above 6."""
    chosen = (some for size in range(1, len(dice) + 1) for some in combinations(range(len(dice)), size))
    raised = (tuple(n + by if i in some else n for i, n in enumerate(dice)) for some in chosen)
    return {found for found in raised if max(found) <= 6}


def philosopher(dice: Dice, kept: Dice) -> set[Dice]:
    """From one to another."""
    return {
        changed(changed(dice, i, dice[i] - n), j, dice[j] + n)
        for i, j in product(range(len(dice)), repeat=2)
        for n in range(1, 6)
        if i != j and dice[i] - n >= 1 and dice[j] + n <= 6
    }


def alchemist(dice: Dice, kept: Dice) -> set[Dice]:
    """Two or three changed, their sum as before."""
    found = set()
    for size in (2, 3):
        for some in combinations(range(len(dice)), size):
            total = sum(dice[i] for i in some)
            for new in product(range(1, 7), repeat=size):
                if sum(new) == total:
                    turned = dict(zip(some, new, strict=True))
                    found.add(tuple(turned.get(i, n) for i, n in enumerate(dice)))
    return found


def adder(number: int) -> Callable[[Dice, Dice], set[Dice]]:
    """One die more."""
    return lambda dice, kept: {(*dice, number)}


EFFECTS: dict[str, Callable[[Dice, Dice], set[Dice]]] = {
    "maid": lambda d, k: one_turned(d, k, lambda n: iter((n + 1, n + 2, n + 3))),
    "philosopher": philosopher,
    "artisan": adder(1),
    "guard": adder(2),
    "hunter": adder(3),
    "banker": adder(4),
    "knight": adder(5),
    "bishop": adder(6),
    "astronomer": lambda d, k: one_turned(d, k, lambda n: iter(set(k))),
    "lady": lambda d, k: some_raised(d, 1),
    "nobleman": lambda d, k: some_raised(d, 2),
    "sorcerer": lambda d, k: one_turned(d, k, lambda n: iter(range(1, 7))),
    "alchemist": alchemist,
    "queen": lambda d, k: {(*d, n) for n in range(1, 7)},
    "juggler": lambda d, k: one_turned(d, k, lambda n: iter((7 - n,))),
}


def check_effects(card: str, dice: Dice, kept: Dice) -> None:
    """What the use of a card can come to is what it says."""
    match = throwing(" ".join(map(str, dice)), " ".join(map(str, kept)), [card], ask=False)
    expected = {tuple(sorted(map(str, one))) for one in EFFECTS[card](dice, kept)}
    assert results(match, card) == expected, (card, dice, kept)


PRINTED = [card for card in EFFECTS if card != "juggler"]


@pytest.mark.slow
@pytest.mark.parametrize("card", PRINTED)
def test_effects_on_few_dice(card: str) -> None:
    """All results of one to three dice, and some of four and five, with and without dice set aside."""
    some = [*throws(1, 2), *list(throws(3, 3))[::3], *list(throws(4, 5))[::31]]
    for number, dice in enumerate(some):
        check_effects(card, dice, ((), (2,), (1, 5, 5))[number % 3])


@pytest.mark.slow
@pytest.mark.parametrize("card", PRINTED)
def test_effects_on_up_to_five_dice(card: str) -> None:
    """All results of one to four dice, and some of five."""
    for dice in (*throws(1, 4), *list(throws(5, 5))[::9]):
        check_effects(card, dice, (3, 4))


@pytest.mark.slow
@pytest.mark.parametrize(("card", "most"), [("fool", 1), ("merchant", 5)])
def test_dice_that_are_thrown_again(card: str, most: int) -> None:
    """The fool throws one die again, the merchant one or more; all others stay as they are."""
    for dice in (*throws(1, 3), (1, 1, 2, 6), (2, 3, 3, 3, 5)):
        match = throwing(" ".join(map(str, dice)), "", [card])
        before = Counter(map(str, dice))
        match.play(f"use {card}")
        picked = []
        if match.state.ability:
            picked = [move.text.split()[1:] for move in match.moves]
            sizes = {len(one) for one in picked}
            assert sizes <= set(range(1, most + 1)) and all(not Counter(one) - before for one in picked)
            assert len({tuple(sorted(one)) for one in picked}) == len(picked)
            match.play(match.moves[0])
            left = before - Counter(picked[0])
            assert not left - Counter(
                pieces_in(match, "active", match.state.mover) + pieces_in(match, "kept", match.state.mover)
            )


def test_the_pack_has_no_problems() -> None:
    """All files of the pack are in order."""
    assert court().game.located is not None and {c.category for c in characters()} == {"character"}
