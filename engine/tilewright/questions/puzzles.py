"""The question that each kind of puzzle asks.

It is a dataclass of the puzzle, the cards in play and the name of its file, then its options; `kind` names such puzzles, and `unanswered` are the
options of `solve` that they have no answer to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from tilewright.outputs.output import Output
from tilewright.questions.layouts import LayoutQuestion
from tilewright.questions.maps import MapQuestion
from tilewright.questions.moves import MovesQuestion
from tilewright.questions.placement import PlacementAnswer, PlacementQuestion
from tilewright.questions.pools import PoolQuestion
from tilewright.questions.question import ProgressListener
from tilewright.questions.solved import SolvedPuzzle
from tilewright.questions.turns import TurnsQuestion
from tilewright.table.card import Card
from tilewright.table.position import Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle
from tilewright.table.turns_puzzle import TurnsPuzzle

QUESTIONS: dict[type, Any] = {
    Puzzle: PlacementQuestion,
    TurnsPuzzle: TurnsQuestion,
    MovesPuzzle: MovesQuestion,
    PoolPuzzle: PoolQuestion,
    MapPuzzle: MapQuestion,
    LayoutPuzzle: LayoutQuestion,
}


class PuzzleQuestion(Protocol):
    """What is asked of a puzzle."""

    def run(self, watcher: ProgressListener | None = None) -> SolvedPuzzle[Output] | PlacementAnswer:
        """The answer. Raises `Unsupported`."""


def asked(puzzle: object, cards: Sequence[Card], file: str = "", **options: Any) -> PuzzleQuestion:
    """The question of a puzzle, with those of the options that its kind has."""
    asks = QUESTIONS[type(puzzle)]
    named = {name: options[name] for name in options.keys() & asks.__dataclass_fields__.keys()}
    question: PuzzleQuestion = asks(puzzle, cards, file, **named)
    return question
