"""What commands work on: a position, a puzzle or a rule, with all that belongs to it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from tilewright.core import expr as core
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.table.card import Card
from tilewright.table.position import Position, Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle, TurnsPuzzle

T = TypeVar("T", Position, Puzzle, TurnsPuzzle, MovesPuzzle, PoolPuzzle, MapPuzzle, LayoutPuzzle)


@dataclass(frozen=True)
class Loaded(Generic[T]):
    """A position or puzzle of the command line: its file, its pack and the cards in play.

    It is not `final` if it is where the game of a record stands, which has not ended.
    """

    source: Source
    pack: Pack
    value: T
    cards: list[Card]
    final: bool = True


@dataclass(frozen=True)
class LoadedRule:
    """A rule, what it is called (the id of its card, or its text), and the pack it belongs to.

    A `fragment` is a text that stands in no file.
    """

    name: str
    card: Card
    pack: Pack
    fragment: bool = False

    @property
    def rule(self) -> core.Expr:
        """What the card scores; a card that scores nothing is no such rule."""
        assert self.card.rule is not None
        return self.card.rule
