"""What a new layout is to be like."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.table.game import LayoutDef

PatternRows = tuple[tuple[int | None, ...], ...]
USUAL = (12, 12)
"""The most rows and columns of a class whose board the game does not declare."""
COMMON = 4
"""Stacks are no higher when neither the game nor a wish says how high they may be."""


@dataclass(frozen=True)
class Floor:
    """How many stacks reach a floor, or the percentage of them that does (`share`)."""

    floor: int
    low: int
    high: int | None
    share: bool = False


@dataclass(frozen=True)
class Wishes:
    """What a layout is to be like.

    It keeps to the guidelines of its class for every number of `players`, and fits into `rows` and
    `columns`; `symmetry` is about their middle. `part` is a grid of that size, None where all is
    open. When `joined`, one can walk from every stack to every other; if not, at least no open
    stack stands alone.
    """

    definition: LayoutDef
    players: tuple[int, int]
    rows: int
    columns: int
    symmetry: str = "none"
    floors: tuple[Floor, ...] = ()
    part: PatternRows | None = None
    joined: bool = True

    @property
    def top(self) -> int:
        """The highest stack there may be."""
        wanted = [floor.floor for floor in self.floors if floor.high != 0]
        fixed = [height for row in self.part or () for height in row if height]
        needed = -(-(self.definition.total or 0) // (self.rows * self.columns))
        return min(self.definition.high, max([COMMON, self.definition.low, needed, *wanted, *fixed]))

    @property
    def ground(self) -> tuple[int, int]:
        """How many stacks suit every number of players."""
        low, high = self.players
        known = [self.definition.ground[n] for n in range(low, high + 1) if n in self.definition.ground]
        spaces = self.rows * self.columns
        return max((least for least, _ in known), default=1), min((most for _, most in known), default=spaces)
