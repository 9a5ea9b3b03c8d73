"""Puzzles about maps, moves, pools and layouts, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.core import expr as core
from tilewright.source import Source
from tilewright.table.game import Game, LayoutDef
from tilewright.table.goal import LEAST, MOST, Goal
from tilewright.table.position import Position, PositionPuzzle


@dataclass(frozen=True)
class MapPuzzle(PositionPuzzle):
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


@dataclass(frozen=True)
class MovesPuzzle(PositionPuzzle):
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


@dataclass(frozen=True)
class PoolPuzzle(PositionPuzzle):
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
