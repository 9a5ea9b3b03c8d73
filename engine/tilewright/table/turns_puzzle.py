"""Puzzles about turns: a table, how many turns are left, and what the first player can make of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from tilewright.table.game import Game
from tilewright.table.position import Invalid, Player, Position, Spot


@dataclass(frozen=True)
class TurnsPuzzle:
    """The most that the first player of a position can come to in so many turns, while the others pass.

    `solution` are turns of that player, each as its moves; `expect` is what the answer must hold.
    """

    title: str
    position: Position
    turns: int
    expect: Mapping[str, object] = field(default_factory=dict)
    solution: tuple[tuple[str, ...], ...] = ()

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.position.game

    @property
    def cards(self) -> tuple[str, ...]:
        """The ids of the cards in play."""
        return self.position.cards

    @property
    def players(self) -> tuple[Player, ...]:
        """All players, the one who is to play first."""
        return self.position.players

    def status(self) -> list[Invalid]:
        """Every reason why the table cannot be, or is not known well enough."""
        return [*self.position.status(), *self._hidden()]

    def _hidden(self) -> Iterator[Invalid]:
        """Stacks of the table of which not every piece is known."""
        for name, board in self.position.boards.items():
            for space, stack in enumerate(board.stacks):
                if stack.down:
                    message = f"space {board.geometry.name(space)} of the {name} has pieces that are not known"
                    help = "write the codes from bottom to top, as in 'A1/B2'"
                    yield Invalid("TW420", message, Spot(None, name, space), help)
                    return
