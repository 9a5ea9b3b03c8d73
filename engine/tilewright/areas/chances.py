"""The chance that what completes an area comes in time: draws without replacement, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from tilewright.areas.completion import Completer
from tilewright.areas.shapes import TileStock
from tilewright.table.game import Kind


def completing(completer: Completer, stock: TileStock, patch: int) -> int:
    """How many of some tiles complete the area of a patch at once, each laid somewhere on the map."""
    return sum(
        count
        for first, count in stock.counts.items()
        if any(_completes(completer, kind, patch) for kind in stock.turns[first])
    )


def _completes(completer: Completer, kind: Kind, patch: int) -> bool:
    """Whether a tile as it lies can be laid where nothing is missing from the area after it."""
    terrain, face = completer.terrain, kind.face
    spaces = [space for space in terrain.wanted if face is not None and terrain.fits(space, face)]
    if completer.lies_inside(patch):
        return any(completer.empty_around(patch) == (terrain.where[space],) for space in spaces)
    return any(
        not any(after.loose[one] for one in after.area_of(patch))
        for space in spaces
        if face is not None and (after := terrain.with_tile(space, face).patchwork)
    )


def drawn_in_time(wanted: int, left: int, draws: int) -> Fraction:
    """The chance that of so many tiles that are left one of those that are wanted is among the draws (hypergeometric)."""
    draws = min(draws, left)
    return 1 - Fraction(comb(left - wanted, draws), comb(left, draws))
