"""Whether two rules pay the same, asked in the way that is most likely to be answered.

First thing by thing (`pointwise`) on boards up to that of the game, then as a whole on smaller ones. How far the
boards go follows from the numbers that the rules name, unless it is said; the answer says on which it holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from tilewright.core import expr as core
from tilewright.solver.places import Unsupported
from tilewright.solver.pointwise import prove_by_things
from tilewright.solver.proof import Proof, TableScope
from tilewright.solver.prove import in_order, prove
from tilewright.solver.scopes import height_for, scopes_at, scopes_up_to, size_for
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
    found: Proof | Unsupported | None = None
    if not at_most:
        board = size or game.own_place.geometry
        scopes = scopes_up_to(game, rules, board, tallest, players)
        found = prove_by_things(game, one, other, scopes, time_limit=time_limit, workers=workers)
    if found is None:
        scopes = scopes_up_to(game, rules, size or size_for(game, rules), tallest, players)
        left = None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))
        found = prove(
            game, one, other, scopes, at_most=at_most, time_limit=left, workers=workers, on_progress=on_progress
        )
    return replace(found, seconds=time.monotonic() - started) if isinstance(found, Proof) else found


def compare_quickly(
    game: Game, one: core.Expr, other: core.Expr, *, time_limit: float | None = None, workers: int | None = None
) -> Proof | Unsupported:
    """Like `compare`, for those who have many pairs: as soon as something is known.

    Things are compared on the board of the game alone, after the smallest board of all has been tried. A table on
    which the rules differ is the lightest of the smallest board that has one.
    """
    started = time.monotonic()
    rules = one, other
    tallest, printed = height_for(game, rules), game.own_place.geometry
    settled: tuple[TableScope, ...] = ()

    def left() -> float | None:
        return None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))

    for scope in in_order(scopes_up_to(game, rules, size_for(game, rules), tallest)):
        found = prove(game, one, other, [scope], time_limit=left(), workers=workers)
        if isinstance(found, Unsupported):
            return found
        first = not settled
        settled += found.settled
        if found.verdict == "equal" and first:
            scopes = scopes_at(game, rules, printed, height=tallest)
            by_things = prove_by_things(game, one, other, scopes, time_limit=left(), workers=workers)
            if by_things is not None:
                return replace(by_things, seconds=time.monotonic() - started)
        if found.verdict != "equal":
            return replace(found, settled=settled, seconds=time.monotonic() - started)
    return Proof("equal", settled=settled, seconds=time.monotonic() - started)
