"""What is found out about two rules, and on which tables: values that need no solver."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.table.geometry import Geometry
from tilewright.table.position import Position


@dataclass(frozen=True)
class TableScope:
    """Which tables are considered: the size of each player's board, the players, the tallest stack."""

    geometry: Geometry
    players: int = 1
    height: int | None = None


@dataclass(frozen=True)
class Proof:
    """What was found out about two rules.

    ``equal``: they give the same on all tables of the scopes (with `at_most`: the first never
    gives more); ``different``: not on the `table`, where they give the first player `scores`;
    `smallest`: no table of the scopes on which they differ has fewer pieces, or as many and fewer
    caps. ``unknown``: the time ran out, `settled` are the scopes on which they are equal. `by_things`: proved
    for each thing that they go through (see `pointwise`).
    """

    verdict: str
    table: Position | None = None
    scores: tuple[int, int] | None = None
    smallest: bool = False
    settled: tuple[TableScope, ...] = ()
    seconds: float = 0.0
    by_things: bool = False
