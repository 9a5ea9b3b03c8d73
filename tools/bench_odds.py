"""The time of `tilewright.odds` beside a dynamic program that was written by hand for the same game (`peers/throws.py`).

    python tools/bench_odds.py [--large]

Seconds are of the processor, so that other work on the machine counts less. Both answers have to agree.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import TypeVar

from peers.throws import equal_dice, turned_dice
from tilewright import Match, load_pack, odds
from tilewright.expectimax.question import Odds
from tilewright.packs.pack import Pack

T = TypeVar("T")
ADDED = {"artisan": 1, "guard": 2, "hunter": 3}
MORE_DICE = {"farmer": 1, "commander": 2, "fool/down": 1}
CASES = [
    ("6 dice", ("farmer", "commander"), 5, "knight"),
    ("5 dice and 1 card", ("farmer", "guard"), 5, "knight"),
    ("6 dice and 2 cards", ("farmer", "artisan", "guard"), 5, "knight"),
]
TURNED = [
    ("4 dice", ("farmer", "astronomer"), 3, "guard"),
    ("5 dice", ("commander", "astronomer"), 5, "knight"),
    ("6 dice", ("farmer", "commander", "astronomer"), 5, "knight"),
    ("5 dice", ("commander", "sorcerer"), 5, "knight"),
    ("6 dice", ("farmer", "commander", "sorcerer"), 5, "knight"),
    ("5 dice", ("commander", "alchemist"), 5, "knight"),
    ("6 dice", ("farmer", "commander", "alchemist"), 5, "knight"),
]
LARGE = [
    ("7 dice and 4 cards", ("farmer", "artisan", "guard", "hunter"), 7, "king"),
    ("10 dice", ("farmer", "commander", *["fool/down"] * 4), 7, "king"),
]


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """A result, and the seconds of the processor that it took."""
    begin = time.process_time()
    return work(), time.process_time() - begin


def match_of(pack: Pack) -> Match:
    """A match of five with the printed cards, of which there are enough."""
    cards = [card for card in pack.cards() if card.source.path and card.source.path.parent.name == "characters"]
    return Match(pack.game, ["Ada", "Bo", "Cy", "Di", "Eve"], cards)


def main(large: bool) -> None:
    """Print a row for each case."""
    match = match_of(load_pack("court-the-king"))
    odds(match, "count of dice", having=[])  # what is read and compiled once
    print("| case | goal | chance | states | by hand, s | states | odds, s | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for name, having, equal, goal in CASES + (LARGE if large else []):
        dice = 3 + sum(MORE_DICE.get(card, 0) for card in having)
        adders = tuple(ADDED[card] for card in having if card in ADDED)
        (chance, states), hand = timed(lambda: equal_dice(dice, adders, equal))  # noqa: B023
        found, ours = timed(lambda: odds(match, f"the price of the {goal} is met", having=having))  # noqa: B023
        assert abs(float(found.value) - chance) < 1e-9, (found.value, chance)
        print(_row(name, goal, chance, states, hand, found, ours), flush=True)
    for name, having, equal, goal in TURNED:
        dice = 3 + sum(MORE_DICE.get(card, 0) for card in having)
        (chance, states), hand = timed(lambda: turned_dice(dice, having[-1], equal))  # noqa: B023
        found, ours = timed(lambda: odds(match, f"the price of the {goal} is met", having=having))  # noqa: B023
        assert abs(float(found.value) - chance) < 1e-9, (found.value, chance)
        print(_row(f"{name} and the {having[-1]}", goal, chance, states, hand, found, ours), flush=True)


def _row(name: str, goal: str, chance: float, states: int, hand: float, found: Odds, ours: float) -> str:
    """A row of the table."""
    row = [name, goal, f"{chance:.4f}", states, f"{hand:.2f}", found.states, f"{ours:.2f}", f"{ours / hand:.1f}"]
    return f"| {' | '.join(map(str, row))} |"


if __name__ == "__main__":
    main("--large" in sys.argv)
