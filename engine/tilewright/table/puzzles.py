"""Puzzles about turns, maps, moves, pools and layouts, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.core import expr as core
from tilewright.source import Source
from tilewright.table.game import Game, LayoutDef
from tilewright.table.goal import LEAST, MOST, Goal
from tilewright.table.position import Invalid, Player, Position, PositionPuzzle, Spot

LEVELS = {"easy": (0.0, 8.0), "medium": (8.0, 12.0), "hard": (12.0, 16.0), "fiendish": (16.0, float("inf"))}
"""The names of levels of difficulty of puzzles about turns, by the sum of its parts (from, below)."""


@dataclass(frozen=True)
class TurnsPuzzle(PositionPuzzle):
    """The maximum that the first player of a position can reach in a number of turns.

    `others` is what the other players do: ``pass``, or ``answer``: the next player replies with one turn, and the first
    one maximizes the lead. `goal` is the goal, by default the most. `solution` are turns of that player (and the
    reply), each as its moves; `expect` is the expected answer. `own_cards` is the text of the cards included
    in the puzzle. `worth` is the text of the number to be maximized, ``""`` for the score.
    """

    title: str
    position: Position
    turns: int
    expect: Mapping[str, object] = field(default_factory=dict)
    solution: tuple[tuple[str, ...], ...] = ()
    others: str = "pass"
    goal: Goal = MOST
    own_cards: str = ""
    worth: str = ""

    @property
    def answered(self) -> bool:
        """Whether another player replies."""
        return self.others == "answer"

    @property
    def game(self) -> Game:
        """The game being played."""
        return self.position.game

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, the first to move first."""
        return self.position.players

    def status(self) -> list[Invalid]:
        """Every reason why the table is impossible, or not known well enough."""
        return [*self.position.status(), *self._hidden(), *self._without_reply()]

    def _without_reply(self) -> Iterator[Invalid]:
        """Properties that are incompatible with a reply."""
        if self.answered and len(self.players) != 2:
            message = f"'others: answer' needs another player, but there are {len(self.players)} players"
            yield Invalid("TW411", message, Spot(None, "others"), "a reply needs two players")
        if self.answered and (self.turns != 1 or self.goal != MOST):
            message = "a reply needs one turn and the largest lead as the goal"
            yield Invalid("TW404", message, Spot(None, "others"), "write 'turns: 1' and no goal")
        if self.answered and self.worth:
            message = "a reply is about the score of both players, not about a worth"
            yield Invalid("TW404", message, Spot(None, "worth"), "leave out 'worth' or 'others'")

    def _hidden(self) -> Iterator[Invalid]:
        """Stacks of the table of which not every piece is known."""
        for name, board in self.position.boards.items():
            for space, stack in enumerate(board.stacks):
                if stack.down:
                    message = f"space {board.geometry.name(space)} of the {name} has pieces that are not known"
                    help = "write the codes from bottom to top, as in 'A1/B2'"
                    yield Invalid("TW420", message, Spot(None, name, space), help)
                    return


@dataclass(frozen=True)
class MapPuzzle(PositionPuzzle):
    """The maximum that some tiles can give on the map of a position, laid in any order, each adjacent to another.

    `worth` is the text of the number to be maximized, for the first player, when all are laid; `tiles` are their codes.
    `solution` is a way to lay them, each as ``CODE ROW,COLUMN``; `expect` is the expected answer.
    `own_cards` is the text of the cards included in the puzzle.
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
    """The result of a turn in which every player maximizes their own number.

    The turn begins at the `position`; the moves `after` are played in it first. `worth` is the text of the number that
    every player maximizes at the end of the turn. `solution` are the moves of best play; `expect` is the expected
    answer. `own_cards` is the text of the cards included in the puzzle.
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
    """The initial content of a pool of the first player that maximizes or minimizes a measure.

    `pool` is open: its content in the position is ignored, and its pieces come from the places where such pieces begin,
    at most `most` of them (None: all there are). Then the player executes the statements of `turn`, after which the
    condition `where` must hold. `measure` is a number of the table before that. All three are texts in the words of the
    game. `expect` is the expected answer; `own_cards` is the text of the cards included in the puzzle.
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
    """The extreme of a measure over layouts.

    `part` are rows of heights, None where the height is open; a layout without open heights is taken as it is, and its
    filling is open. `measure` is the text in the file, `asked` its expression; `expect` is the expected answer.
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
