"""Puzzles about maps: tiles that are all to be laid on a board that grows, for the most that a number can come to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.table.position import Position


@dataclass(frozen=True)
class MapPuzzle:
    """What some tiles can come to on the map of a position, laid in any order, each beside one that lies.

    `worth` is the text of the number that is asked, as the first player has it, when all lie there; `tiles` are their codes.
    `solution` is how they can lie, each as ``CODE ROW,COLUMN``; `expect` is what the answer must hold. `own_cards`
    is the text of the cards that the puzzle carries itself.
    """

    title: str
    position: Position
    worth: str
    tiles: tuple[str, ...]
    solution: tuple[str, ...] = ()
    expect: Mapping[str, object] = field(default_factory=dict)
    own_cards: str = ""

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards in play."""
        return self.position.cards
