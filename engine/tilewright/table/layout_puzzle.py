"""Puzzles about layouts: how far a measure can go over all layouts within the guidelines, or over all fillings of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.core import expr as core
from tilewright.table.game import Game, LayoutDef
from tilewright.table.goal import MOST, Goal


@dataclass(frozen=True)
class LayoutPuzzle:
    """How far a measure can go.

    `part` are rows of heights, None where the height is open; a layout without open heights is taken as it is, and its
    filling is what is open. `measure` is the text of the file, `asked` what it means; `expect` is what the answer must hold.
    """

    title: str
    game: Game = field(repr=False)
    definition: LayoutDef
    players: int
    part: tuple[tuple[int | None, ...], ...]
    measure: str
    asked: core.Expr = field(repr=False)
    goal: Goal = MOST
    expect: Mapping[str, object] = field(default_factory=dict)

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards in play: none."""
        return ()

    @property
    def given(self) -> bool:
        """Whether no height is open."""
        return all(height is not None for row in self.part for height in row)
