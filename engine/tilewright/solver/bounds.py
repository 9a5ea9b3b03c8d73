"""The least and the most that a rule can come to on any table that the components allow."""

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
    """How far a rule goes in one direction.

    `value` is attained on the `table`; no table passes `bound`. ``optimal``: both are the same;
    ``feasible``: the time ran out first (the bound is None when it ran out before the model was
    built). Seconds are those of the whole work.
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
    """The least and the most that a rule can pay the first of so many players."""

    players: int
    least: Extreme
    most: Extreme

    @property
    def status(self) -> str:
        """``optimal`` when both ends are."""
        return max(self.least.status, self.most.status, key=STATUSES.index)

    @property
    def seconds(self) -> float:
        """The time that both ends took."""
        return self.least.seconds + self.most.seconds


LOW, KEPT = 3, 0.3
"""How tall low stacks are at most, and the part of the time kept for them."""
MOMENT = 5.0
"""Seconds for a lighter table."""
STATUSES = ("optimal", "feasible")
"""What an answer can be, the best first."""


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
    """The least and the most on each of several scopes.

    `time_limit` is for all of it: each question gets an equal share of what is left of it.
    `on_progress` receives what is known of a scope and ``min`` or ``max``. For `light` see `extreme`.
    """
    ends = time.monotonic() + (time_limit or 0)
    found = []
    for i, scope in enumerate(scopes):
        sides = []
        for j, which in enumerate(("min", "max")):
            # of what is left, so time that one question did not need goes to the others
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
    """The most (``max``) or the least (``min``) that a rule gives the first player of a table.

    With `light` some more time goes into a table with few pieces, once the proof is there. `on_progress` receives seconds,
    the best value yet and the bound. What is found is worked out again by the exact arithmetic,
    which has to agree.

    Of a time limit a part is kept for a search among low stacks that proves nothing: where the
    proof does not close, better tables are often found there.
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
    """What is asked, and how: with `improve` for a good table without any proof."""

    game: Game
    rule: core.Expr
    up: bool
    scope: TableScope
    light: bool
    workers: int | None
    on_progress: Progress | None
    improve: bool = False


def _answered(question: _Search, time_limit: float | None) -> Extreme:
    """The answer: if no better one is found in time, that of the bare table."""
    started = time.monotonic()
    deadline = Deadline(None if time_limit is None else started + time_limit)
    rule, bare = question.rule, bare_table(question.game, question.scope)
    known = 0 if not question.up and never_negative(rule) else None  # the model may not see it of itself
    found = Extreme(evaluate(rule, bare), known, bare, 0.0)
    if found.status == "feasible":
        with suppress(OutOfTime):
            found = _searched(question, found, deadline)
    return replace(found, seconds=time.monotonic() - started)


def _searched(question: _Search, bare: Extreme, deadline: Deadline) -> Extreme:
    """What is found when the bare table is all that is known. Raises `OutOfTime` and `Unsupported`."""
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
    """A table for the value that is as light as is found in a moment; None when none is."""
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
    """What a rule gives on a table by the exact arithmetic: as much as was found, not past the bound.

    Raises `UnconfirmedAnswer`. On the way it may be more than was found: a model knows one side of a number.
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
