"""Which tables a question is about: the sizes that a game allows, numbers of players, heights."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core import expr as core
from tilewright.core.players import refers_to_players
from tilewright.solver.allowed import TableScope
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

FEW = (2, 3)
"""How many players rules are compared for that look at others, unless it is said."""


class NoScope(ValueError):
    """The game has no such tables; the message says which it has."""


def scopes_at(
    game: Game,
    rules: Sequence[core.Expr],
    size: Geometry | None = None,
    players: int | None = None,
    height: int | None = None,
) -> list[TableScope]:
    """The tables of one size, that of the game if none is given, for every number of players it matters for.

    Raises `NoScope`.
    """
    board = game.player_board
    found = size or Geometry(board.rows, board.columns)
    if not board.allows(found.rows, found.columns):
        raise NoScope(f"a {board.name} of {found.rows} x {found.columns}; allowed: {board.sizes}")
    low, high = game.players
    return [TableScope(found, count, height) for count in _counts(game, rules, players, range(low, high + 1))]


def scopes_up_to(
    game: Game, rules: Sequence[core.Expr], size: Geometry, height: int, players: int | None = None
) -> list[TableScope]:
    """The tables of every size that the game allows and that fits into `size`; for others, of few players.

    Raises `NoScope`.
    """
    board = game.player_board
    sides = [(rows, columns) for rows in range(1, size.rows + 1) for columns in range(1, size.columns + 1)]
    sizes = [Geometry(*side) for side in sides if board.allows(*side)]
    if not sizes:
        raise NoScope(f"no {board.name} is as small as {size.rows} x {size.columns}; allowed: {board.sizes}")
    return [TableScope(found, count, height) for found in sizes for count in _counts(game, rules, players, FEW)]


def _counts(game: Game, rules: Sequence[core.Expr], players: int | None, usual: Sequence[int]) -> Sequence[int]:
    """How many players are considered: one, when rules look at nobody else."""
    low, high = game.players
    if players is not None and not low <= players <= high:
        raise NoScope(f"{game.id} is for {low} to {high} players, not {players}")
    if not refers_to_players(*rules):
        return (1,)
    return (players,) if players is not None else [n for n in usual if low <= n <= high] or (low,)
