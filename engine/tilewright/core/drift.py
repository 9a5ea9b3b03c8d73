"""What may have changed of a table by statements that were passed over, not done.

A drift is a set of trends, each of which says that something may have changed in one direction: on the place at a
seat stacks may have grown, a counter may have fallen. What no trend speaks of is as it was. The join of two drifts
is their union, so statements one after another have the union of theirs.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple


class Drifting(NamedTuple):
    """Something that may have become more (`rises`) or less: higher stacks, or more of them of which it is true.

    `what`: ``height``, ``shows`` (its top is face-up), ``down`` (face-down), ``cap NAME``, ``mark NAME`` or
    ``anything`` of the place at the seat `where`; ``uncovered``: what lay under pieces of it has come
    to be on top; ``light``: so have pieces that nobody has seen, and it is known on which spaces; ``room``: a pool may have more spaces; ``counter NAME``. Or of the
    variable `where`: it is bound to a group that may be ``larger`` than its own, or its element is ``unknown``.
    """

    what: str
    where: int = -1
    rises: bool = True


Drift = frozenset[Drifting]

NO_DRIFT: Drift = frozenset()
MARKS = "mark "
"""Marks of which it is not told which they are."""


@lru_cache(maxsize=1000)
def anything(seat: int) -> Drift:
    """Whatever may change of a place."""
    return frozenset({Drifting("anything", seat)})


@lru_cache(maxsize=1000)
def lifted(seat: int) -> Drift:
    """Pieces were taken off stacks."""
    down = {Drifting("down", seat, True), Drifting("down", seat, False)}
    lower = {Drifting("height", seat, False), Drifting("shows", seat, False), Drifting(MARKS, seat, False)}
    return frozenset({*down, *lower, Drifting("uncovered", seat)})


@lru_cache(maxsize=1000)
def settled(drift: Drift, showing: frozenset[int]) -> Drift:
    """The same where it is known under which pieces others lie face-up: on the places at these seats."""
    shown = {Drifting("shows", trend.where) for trend in drift if trend.what == "uncovered" and trend.where in showing}
    return frozenset(trend for trend in drift if trend.what != "uncovered") | shown


@lru_cache(maxsize=1000)
def come_to_light(seat: int) -> Drift:
    """Pieces that nobody has seen are on top of some stacks, which are known."""
    return frozenset({Drifting("light", seat)})


@lru_cache(maxsize=1000)
def turned(seat: int, up: bool) -> Drift:
    """Pieces were turned face-up or face-down."""
    return frozenset({Drifting("shows", seat, up), Drifting("down", seat, not up)})


@lru_cache(maxsize=1000)
def another_side(seat: int) -> Drift:
    """Pieces show another side."""
    return frozenset({Drifting("shows", seat, True), Drifting("shows", seat, False)})


@lru_cache(maxsize=1000)
def capped(seat: int, cap: str, on: bool) -> Drift:
    """Caps were put on stacks or taken off."""
    return frozenset({Drifting(f"cap {cap}", seat, on)})


@lru_cache(maxsize=1000)
def marked(seat: int, mark: str) -> Drift:
    """Stacks were marked."""
    return frozenset({Drifting(MARKS + mark, seat)})


@lru_cache(maxsize=1000)
def counted(counter: str, more: bool) -> Drift:
    """A counter of some player grew or shrank."""
    return frozenset({Drifting(f"counter {counter}", rises=more)})


@lru_cache(maxsize=1000)
def added(pool: int, variable: int) -> Drift:
    """A piece came to a pool; the variable is bound to where it lies."""
    return anything(pool) | {Drifting("room", pool), Drifting("unknown", variable)}
