"""Puzzles about turns: a table, how many turns are left, and what the first player can make of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.table.game import Game
from tilewright.table.goal import MOST, Goal
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
