"""The chance of so many equal dice in a throw of To Court the King, as one would write it by hand for this game alone.

Dice are thrown, at least one is set aside, the others are thrown again; cards add a die with a given side, each once.
A dynamic program in floating point over the dice set aside, the active dice, the cards used and whether a die was set
aside since the last throw. Dice are counts of the six sides.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import factorial

Counts = tuple[int, ...]


@cache
def throws(dice: int) -> list[tuple[float, Counts]]:
    """What so many dice may show, each with its chance."""
    found = []
    for counts in _splits(dice, 6):
        ways = factorial(dice)
        for count in counts:
            ways //= factorial(count)
        found.append((ways / 6**dice, counts))
    return found


def _splits(total: int, parts: int) -> Iterator[Counts]:
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _splits(total - first, parts - 1):
            yield (first, *rest)


def equal_dice(dice: int, adders: tuple[int, ...], equal: int) -> tuple[float, int]:
    """The best chance of `equal` dice, with cards that add dice showing `adders`; and how many states there are."""
    known: dict[tuple[Counts, Counts, int, bool], float] = {}
    thrown: dict[tuple[Counts, int, int], float] = {}

    def moved(counts: Counts, side: int, by: int) -> Counts:
        return (*counts[:side], counts[side] + by, *counts[side + 1 :])

    def throw(kept: Counts, active: int, used: int) -> float:
        key = kept, active, used
        if key not in thrown:
            thrown[key] = sum(chance * best(kept, shown, used, False) for chance, shown in throws(active))
        return thrown[key]

    def best(kept: Counts, active: Counts, used: int, may_throw: bool) -> float:
        if not any(active):
            return float(max(kept) >= equal)
        key = kept, active, used, may_throw
        if key in known:
            return known[key]
        ways = [best(moved(kept, s, 1), moved(active, s, -1), used, True) for s in range(6) if active[s]]
        for card, side in enumerate(adders):
            if not used >> card & 1:
                ways.append(best(kept, moved(active, side - 1, 1), used | 1 << card, may_throw))
        if may_throw:
            ways.append(throw(kept, sum(active), used))
        known[key] = max(ways)
        return known[key]

    chance = throw((0,) * 6, dice, 0)
    return chance, len(known) + len(thrown)


def turned_dice(dice: int, card: str, equal: int) -> tuple[float, int]:
    """The same with one card that turns active dice, once: `sorcerer` one die to any side, `astronomer` one to a side that was set aside,
    `alchemist` two or three to others with the same sum."""
    known: dict[tuple[Counts, Counts, bool, bool], float] = {}
    thrown: dict[tuple[Counts, int, bool], float] = {}

    def moved(counts: Counts, side: int, by: int) -> Counts:
        return (*counts[:side], counts[side] + by, *counts[side + 1 :])

    def turned(kept: Counts, active: Counts) -> set[Counts]:
        if card == "alchemist":
            return {after for size in (2, 3) for after in _same_sum(active, size)}
        sides = [to for to in range(6) if card == "sorcerer" or kept[to]]
        return {moved(moved(active, s, -1), to, 1) for s in range(6) if active[s] for to in sides}

    def throw(kept: Counts, active: int, used: bool) -> float:
        key = kept, active, used
        if key not in thrown:
            thrown[key] = sum(chance * best(kept, shown, used, False) for chance, shown in throws(active))
        return thrown[key]

    def best(kept: Counts, active: Counts, used: bool, may_throw: bool) -> float:
        if not any(active):
            return float(max(kept) >= equal)
        key = kept, active, used, may_throw
        if key not in known:
            ways = [best(moved(kept, s, 1), moved(active, s, -1), used, True) for s in range(6) if active[s]]
            if not used:
                ways += [best(kept, after, True, may_throw) for after in turned(kept, active)]
            if may_throw:
                ways.append(throw(kept, sum(active), used))
            known[key] = max(ways)
        return known[key]

    return throw((0,) * 6, dice, False), len(known) + len(thrown)


def _same_sum(active: Counts, size: int) -> Iterator[Counts]:
    """What comes of turning so many dice to others with the same sum."""
    for before in _splits(size, 6):
        if all(one <= other for one, other in zip(before, active, strict=True)):
            total = sum(side * count for side, count in enumerate(before))
            for after in _splits(size, 6):
                if sum(side * count for side, count in enumerate(after)) == total:
                    yield tuple(a - b + c for a, b, c in zip(active, before, after, strict=True))
