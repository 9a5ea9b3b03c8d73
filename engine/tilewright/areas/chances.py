"""The chance that what completes an area comes in time: draws without replacement, exactly."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from tilewright.areas.shapes import TileStock
from tilewright.table.terrain import Terrain


def completing(terrain: Terrain, stock: TileStock, patch: int) -> int:
    """How many of some tiles complete the area of a patch at once, each laid somewhere on the map."""
    return sum(count for first, count in stock.counts.items() if _completes(terrain, stock, first, patch))


def _completes(terrain: Terrain, stock: TileStock, first: int, patch: int) -> bool:
    """Whether a tile that fits beside the area leaves it no loose edge."""
    for space in terrain.wanted:
        for kind in stock.turns[first]:
            if kind.face is not None and terrain.fits(space, kind.face):
                patchwork = terrain.with_tile(space, kind.face).patchwork
                if not any(patchwork.loose[one] for one in patchwork.area_of(patch)):
                    return True
    return False


def drawn_in_time(wanted: int, left: int, draws: int) -> Fraction:
    """The chance that of so many tiles that are left one of those that are wanted is among the draws (hypergeometric)."""
    draws = min(draws, left)
    return 1 - Fraction(comb(left - wanted, draws), comb(left, draws))
