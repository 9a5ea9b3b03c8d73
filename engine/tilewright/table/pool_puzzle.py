"""Puzzles over pools: what has to lie in a pool so that a turn leads to something."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.source import Source
from tilewright.table.goal import LEAST, Goal
from tilewright.table.position import Position


@dataclass(frozen=True)
class PoolPuzzle:
    """What lies in a pool of the first player at the beginning, so that a measure goes as far as can be.

    `pool` is open: what the position says of it is passed over, and its pieces come from where such pieces lie when a game
    begins, `most` of them at most (None: all that lie there). Then the player does the statements of `turn`, after which the
    condition `where` has to hold. `measure` is a number of the table before that. All three are texts in the words of
    the game. `expect` is what the answer must hold; `own_cards` is the text of the cards that the puzzle carries itself.
    """

    title: str
    position: Position
    pool: str
    turn: Source
    where: str
    measure: str
    goal: Goal = LEAST
    most: int | None = None
    expect: Mapping[str, object] = field(default_factory=dict)
    own_cards: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards in play."""
        return self.position.cards
