"""Whether two rules pay the same, asked in the way that is most likely to be answered.

First thing by thing (`pointwise`) on boards up to that of the game, then as a whole on smaller ones. How far the
boards go follows from the numbers that the rules name, unless it is said; the answer says on which it holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from tilewright.core import expr as core
from tilewright.solver.allowed import TableScope
from tilewright.solver.places import Unsupported
from tilewright.solver.pointwise import prove_by_things
from tilewright.solver.prove import Proof, prove
from tilewright.solver.scopes import height_for, scopes_up_to, size_for
from tilewright.solver.solve import Progress
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry


def compare(
    game: Game,
    one: core.Expr,
    other: core.Expr,
    *,
    size: Geometry | None = None,
    height: int | None = None,
    players: int | None = None,
    at_most: bool = False,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Callable[[TableScope], Progress] | None = None,
) -> Proof | Unsupported:
    """The proof that two rules pay the same, or the smallest table on which they do not.

    `size` and `height` are the largest board, in spaces, and the tallest stack that are considered. With `at_most`
    it is only asked whether `one` can ever pay more. Raises `NoScope` when the game has no such tables.
    """
    started = time.monotonic()
    rules = one, other
    tallest = height or height_for(game, rules)
    printed = Geometry(game.player_board.rows, game.player_board.columns)
    found: Proof | Unsupported | None = None
    if not at_most:
        scopes = scopes_up_to(game, rules, size or printed, tallest, players)
        found = prove_by_things(game, one, other, scopes, time_limit=time_limit, workers=workers)
    if found is None:
        scopes = scopes_up_to(game, rules, size or size_for(game, rules), tallest, players)
        left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        found = prove(
            game, one, other, scopes, at_most=at_most, time_limit=left, workers=workers, on_progress=on_progress
        )
    return replace(found, seconds=time.monotonic() - started) if isinstance(found, Proof) else found
