"""The seeds of things that are made: as many in a row as are wanted."""

from __future__ import annotations

from random import SystemRandom

SEEDS = 1_000_000
"""Without a seed one below this is drawn: short enough to be typed again."""


def seeds(seed: int | None, count: int) -> range:
    """So many seeds from this one on, or from one that is drawn."""
    first = SystemRandom().randrange(SEEDS) if seed is None else seed
    return range(first, first + count)
