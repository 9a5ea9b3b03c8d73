"""The least and the most that a rule can come to on any table that the components allow."""

from __future__ import annotations

import time
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.cpsat.allowed import Span, allowed
from tilewright.cpsat.closing import Progress, close
from tilewright.cpsat.deadline import Deadline, OutOfTime
from tilewright.cpsat.places import Unsupported
from tilewright.cpsat.polarity import DOWN, UP, Needs
from tilewright.cpsat.solve import Refused
from tilewright.meaning.exact import evaluate
from tilewright.table.game import Game
from tilewright.table.position import Position


@dataclass(frozen=True)
class Extreme:
    """How far a rule goes in one direction.

    `value` is attained on the `table`; no table passes `bound`. ``optimal``: both are the same;
    ``feasible``: the time ran out first; ``unknown``: without any table found. Seconds are those
    of the whole work.
    """

    status: str
    value: int | None
    bound: int | None
    table: Position | None
    seconds: float


def extreme(
    game: Game, rule: core.Expr, which: str, span: Span, *,
    time_limit: float | None = None, workers: int | None = None, on_progress: Progress | None = None,
) -> Extreme | Unsupported:  # fmt: skip
    """The most (``max``) or the least (``min``) that a rule gives the first player of a table.

    `on_progress` is told seconds, the best value yet and the bound. What is found is worked out
    again by the exact arithmetic, which has to agree.
    """
    started = time.monotonic()
    deadline = Deadline(None if time_limit is None else started + time_limit)
    up = which == "max"
    try:
        tables = allowed(game, [rule], span, deadline)
        if isinstance(tables, Unsupported):
            return tables
        total = tables.number(rule)
        needs = Needs(deadline=deadline)
        needs.number(total, UP if up else DOWN)
        model = tables.posted(needs)
    except OutOfTime:
        return Extreme("unknown", None, None, None, time.monotonic() - started)
    if isinstance(model, Unsupported):
        return model
    goal, end = model.post.number(total), total.high if up else total.low
    search = close(model.model, goal, up, end, deadline, workers=workers, on_progress=on_progress)
    seconds = time.monotonic() - started
    if search.reading is None:
        return Extreme("unknown", None, search.bound, None, seconds)
    table = model.read(search.reading)
    value = evaluate(rule, table)
    if value != search.value and search.closed:
        raise Refused(f"the solver scores a table {search.value}, the rules {value}")
    status = "optimal" if search.closed else "feasible"
    return Extreme(status, value, search.bound, table, seconds)
