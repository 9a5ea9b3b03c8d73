"""Records of games: the table a game began with, and every move of every turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tilewright.table.position import Position


@dataclass(frozen=True)
class Turn:
    """A turn: the index of the player whose it is, and the moves in their notation.

    It has no moves when there was nothing to choose.
    """

    player: int
    moves: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """How a game ended: the score of each player by index, and the names of the winners."""

    scores: tuple[int, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True)
class Record:
    """A game as it was played, from the set-up on, or from the position `start`.

    `game` and `cards` are ids; `players` are names in turn order; `layouts` are the ids of the
    layouts by the board, none of a game that began with a position; the `seed` decides everything that chance does.
    The last turn may be unfinished; without a `result` the game may be.
    """

    game: str
    cards: tuple[str, ...]
    players: tuple[str, ...]
    layouts: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    turns: tuple[Turn, ...] = ()
    result: Result | None = None
    start: Position | None = None


def moves_of(text: str) -> tuple[str, ...]:
    """The moves of a turn, which semicolons part."""
    moves = (" ".join(move.split()) for move in text.split(";"))
    return tuple(move for move in moves if move)
