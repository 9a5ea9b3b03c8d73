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
"""How hard puzzles about turns are called: the sum of the parts of the difficulty, from and below."""


@dataclass(frozen=True)
class TurnsPuzzle(PositionPuzzle):
    """What the first player of a position can come to in so many turns.

    `others` is what the other players do: ``pass``, or ``answer``: the next player replies with one turn of their own, and the
    first one wants the largest lead. `goal` is what is asked if not the most. `solution` are turns of that player (and the
    reply), each as its moves; `expect` is what the answer must hold. `own_cards` is the text of the cards that the puzzle
    carries itself. `worth` is the text of the number that is asked for in place of the score, ``""`` for the score.
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
        """The game that is played."""
        return self.position.game

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, the one who is to play first."""
        return self.position.players

    def status(self) -> list[Invalid]:
        """Every reason why the table cannot be, or is not known well enough."""
        return [*self.position.status(), *self._hidden(), *self._without_reply()]

    def _without_reply(self) -> Iterator[Invalid]:
        """What does not go together with a reply."""
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
