"""The minimum and the maximum of a rule over all tables that the components allow."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from tilewright.core import expr as core
from tilewright.core.node import never_negative
from tilewright.meaning.exact import evaluate
from tilewright.solver.allowed import Allowed, Model, allowed, names
from tilewright.solver.proof import TableScope
from tilewright.solver.solve import Progress, UnconfirmedAnswer, close, improve
from tilewright.stopping import Deadline, OutOfTime, Unsupported
from tilewright.symbolic.nodes import Linear
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, Polarities
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game
from tilewright.table.position import Player, Position


@dataclass(frozen=True)
class Extreme:
    """The extreme of a rule in one direction.

    `value` is attained on the `table`; `bound` holds for all tables. ``optimal``: both are equal; ``feasible``: the
    time ran out first (the bound is None if it ran out before the model was built). `seconds` is the total time.
    """

    value: int
    bound: int | None
    table: Position
    seconds: float

    @property
    def status(self) -> str:
        """``optimal`` or ``feasible``."""
        return "optimal" if self.value == self.bound else "feasible"


@dataclass(frozen=True)
class ScoreBounds:
    """The minimum and the maximum of a rule for the first of a number of players."""

    players: int
    least: Extreme
    most: Extreme

    @property
    def status(self) -> str:
        """``optimal`` if both ends are."""
        return max(self.least.status, self.most.status, key=STATUSES.index)

    @property
    def seconds(self) -> float:
        """The time for both ends."""
        return self.least.seconds + self.most.seconds


LOW, KEPT = 3, 0.3
"""The maximum height of low stacks, and the share of the time reserved for searching among them."""
MOMENT = 5.0
"""Seconds for finding a lighter table."""
STATUSES = ("optimal", "feasible")
"""The possible statuses, best first."""


def bounds(
    game: Game,
    rule: core.Expr,
    scopes: Sequence[TableScope],
    *,
    light: bool = False,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Callable[[TableScope, str], Progress] | None = None,
) -> list[ScoreBounds]:
    """The minimum and the maximum on each of several scopes.

    `time_limit` is for all of them: each question gets an equal share of the remaining time. `on_progress` is called
    with a scope and ``min`` or ``max``. For `light` see `extreme`.
    """
    ends = time.monotonic() + (time_limit or 0)
    found = []
    for i, scope in enumerate(scopes):
        sides = []
        for j, which in enumerate(("min", "max")):
            # a share of what is left, so that time not used by one question goes to the others
            share = (ends - time.monotonic()) / (2 * (len(scopes) - i) - j)
            side = extreme(
                game,
                rule,
                which,
                scope,
                light=light,
                workers=workers,
                time_limit=None if time_limit is None else max(share, 0.0),
                on_progress=on_progress and on_progress(scope, which),
            )
            sides.append(side)
        found.append(ScoreBounds(scope.players, *sides))
    return found


def extreme(
    game: Game,
    rule: core.Expr,
    which: str,
    scope: TableScope,
    *,
    light: bool = False,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Progress | None = None,
) -> Extreme:
    """The maximum (``max``) or the minimum (``min``) of a rule for the first player of a table.

    With `light`, more time is spent on a table with few pieces after the proof. `on_progress` receives seconds, the
    best value so far and the bound. The result is computed again by the exact arithmetic, which must agree.

    Part of the time limit is reserved for a search among low stacks that proves nothing: if the proof does not close,
    it often finds better tables.
    """
    question = _Search(game, rule, which == "max", scope, light, workers, on_progress)
    found = _answered(question, None if time_limit is None else time_limit * (1 - KEPT))
    if found.status == "optimal" or time_limit is None:
        return found
    low = replace(question, scope=replace(scope, height=min(LOW, scope.height or LOW)), improve=True)
    try:
        other = _answered(low, max(time_limit - found.seconds, 0.0))
    except Unsupported:
        return found
    best = max(found, other, key=lambda side: side.value if question.up else -side.value)
    return replace(best, bound=found.bound, seconds=found.seconds + other.seconds)


@dataclass(frozen=True)
class _Search:
    """The question; with `improve`, a good table is searched for without a proof."""

    game: Game
    rule: core.Expr
    up: bool
    scope: TableScope
    light: bool
    workers: int | None
    on_progress: Progress | None
    improve: bool = False


def _answered(question: _Search, time_limit: float | None) -> Extreme:
    """The answer: that of the bare table, if no better one is found in time."""
    started = time.monotonic()
    deadline = Deadline(None if time_limit is None else started + time_limit)
    rule, bare = question.rule, bare_table(question.game, question.scope)
    known = 0 if not question.up and never_negative(rule) else None  # a bound that the model may not find by itself
    found = Extreme(evaluate(rule, bare), known, bare, 0.0)
    if found.status == "feasible":
        with suppress(OutOfTime):
            found = _searched(question, found, deadline)
    return replace(found, seconds=time.monotonic() - started)


def _searched(question: _Search, bare: Extreme, deadline: Deadline) -> Extreme:
    """The answer of the solver. Raises `OutOfTime` and `Unsupported`."""
    rule, up, workers = question.rule, question.up, question.workers
    tables = allowed(question.game, [rule], question.scope, deadline)
    total = tables.number(rule)
    end = total.high if up else total.low if bare.bound is None else max(total.low, bare.bound)
    if bare.value == end:
        return replace(bare, bound=end)
    polarities = Polarities(deadline=deadline)
    polarities.number(total, POSITIVE if up else NEGATIVE)
    model = tables.posted(polarities, total)
    goal = model.post.number(total)
    if question.improve:
        search = improve(model.model, goal, up, end, deadline, workers)
    else:
        search = close(model.model, goal, up, end, deadline, workers=workers, on_progress=question.on_progress)
    if search.reading is None:
        if search.closed:
            raise UnconfirmedAnswer("the solver finds no table at all")
        return replace(bare, bound=search.bound)
    table = model.read(search.reading)
    value = confirmed(rule, table, search.value, search.bound, up)
    if question.light and value == search.bound:
        table = _lighter(tables, polarities, total, up, value, workers) or table
        confirmed(rule, table, value, search.bound, up)
    return Extreme(value, search.bound, table, 0.0)


def _lighter(
    tables: Allowed, polarities: Polarities, total: Linear, up: bool, value: int, workers: int | None
) -> Position | None:
    """The lightest table with this value that is found within `MOMENT`; None if none is."""
    polarities.deadline = tables.symbolic.deadline = Deadline(time.monotonic() + MOMENT)
    try:
        model = tables.posted(polarities, total)
    except OutOfTime:
        return None
    assert isinstance(model, Model)
    goal = model.post.number(total)
    model.model.add(goal >= value if up else goal <= value)
    found = close(model.model, model.weight, False, 0, polarities.deadline, workers=workers)
    return model.read(found.reading) if found.reading else None


def confirmed(rule: core.Expr, table: Position, found: int | None, bound: int, up: bool) -> int:
    """The value of a rule on a table by the exact arithmetic, which must be at least as good as found, and within the
    bound.

    Raises `UnconfirmedAnswer`. While searching it may be better than found, as a model has only one side of each
    definition.
    """
    value, reasons = evaluate(rule, table), table.status()
    if reasons:
        raise UnconfirmedAnswer(f"the solver gives a table that cannot be: {reasons[0].message}")
    low, high = (found, bound) if up else (bound, found)
    if not (low is None or low <= value) or not (high is None or value <= high):
        raise UnconfirmedAnswer(f"the solver scores a table {found} (bound {bound}), the rules {value}")
    return value


def bare_table(game: Game, scope: TableScope) -> Position:
    """The table with nothing on it."""
    board = Board(scope.geometry, (Stack(),) * scope.geometry.size)
    return Position(game, tuple(Player(name, board) for name in names(scope.players)))
