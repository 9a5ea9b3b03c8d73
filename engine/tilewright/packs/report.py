"""What a file holds, and every problem of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.diagnostics import Diagnostic
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game
from tilewright.table.position import Position, PositionPuzzle, Puzzle
from tilewright.table.puzzles import LayoutPuzzle, MapPuzzle, MovesPuzzle, PoolPuzzle
from tilewright.table.record import Record
from tilewright.table.turns_puzzle import TurnsPuzzle

if TYPE_CHECKING:
    from tilewright.play.match import Match

FileValue = (
    Card
    | Layout
    | Game
    | Pack
    | Position
    | Puzzle
    | TurnsPuzzle
    | MovesPuzzle
    | PoolPuzzle
    | MapPuzzle
    | LayoutPuzzle
    | Record
)


@dataclass(frozen=True)
class Report:
    """What a file holds and every problem of it; `pack` is the one it belongs to.

    Of a position, puzzle or record, `cards` are those in play, in order, and `causes` the errors in the
    files of cards and layouts for which it cannot be used. `match` is the game of a record as far as it goes.
    """

    source: Source
    diagnostics: list[Diagnostic]
    values: tuple[FileValue, ...] = ()
    pack: Pack | None = None
    cards: tuple[Card, ...] = ()
    causes: tuple[Diagnostic, ...] = ()
    match: Match | None = None

    @property
    def tables(self) -> list[Position | Puzzle]:
        """The positions and puzzles of the file; of a record, the position the game has come to.

        Of a puzzle about turns, moves or a map or over a pool, it is the position that it begins with.
        """
        tables = (value.position if isinstance(value, PositionPuzzle) else value for value in self.values)
        found = [value for value in tables if isinstance(value, (Position, Puzzle))]
        return [*found, *([self.match.position()] if self.match else [])]

    @property
    def has_errors(self) -> bool:
        """Whether any of the problems is an error."""
        return any(item.is_error for item in self.diagnostics)
