"""Puzzles about moves: a turn that is under way, and what each who decides in it can make of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.table.position import Position


@dataclass(frozen=True)
class MovesPuzzle:
    """What comes of a turn in which everybody decides for the own good.

    The turn begins at the `position`; the moves `after` are played in it. `worth` is the text of what every player wants
    most of when the turn is over. `solution` are the moves of best play; `expect` is what the answer
    must hold. `own_cards` is the text of the cards that the puzzle carries itself.
    """

    title: str
    position: Position
    worth: str
    after: tuple[str, ...] = ()
    solution: tuple[str, ...] = ()
    expect: Mapping[str, object] = field(default_factory=dict)
    own_cards: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards in play."""
        return self.position.cards
