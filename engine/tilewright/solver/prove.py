"""Whether two rules give the same on all tables of some sizes, or the smallest table on which not.

On each size it is asked whether one rule can give more than the other, and whether it can give
less: two models, each of which needs one side of every definition. Sizes go from small to large; once a
table is found, larger ones are only asked for tables of less weight.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from tilewright.core import expr as core
from tilewright.meaning.exact import evaluate
from tilewright.solver.allowed import Allowed, allowed
from tilewright.solver.bounds import bare_table
from tilewright.solver.closing import close
from tilewright.solver.proof import Proof, TableScope
from tilewright.solver.solve import Progress, Refused
from tilewright.stopping import Unsupported
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.symbolic.nodes import Conjunction, In, Linear, as_number, combine, invert
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, Polarities
from tilewright.table.game import Game
from tilewright.table.position import Position

MOST_NEGATED = 3
"""Of a gate with more negated gates as parts too many terms would come."""


@dataclass
class _Comparison:
    """What is known so far: the lightest table and its weight, the scopes on which all is decided."""

    game: Game
    rules: tuple[core.Expr, core.Expr]
    at_most: bool
    deadline: Deadline
    workers: int | None
    table: Position | None = None
    weight: int = 0
    settled: list[TableScope] = field(default_factory=list)


def prove(
    game: Game,
    one: core.Expr,
    other: core.Expr,
    scopes: Sequence[TableScope],
    *,
    at_most: bool = False,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Callable[[TableScope], Progress] | None = None,
) -> Proof:
    """Compare what two rules give the first player on all tables of some scopes.

    With `at_most` it is only asked whether `one` can give more than `other`. A table on which
    they differ is worked out again by the exact arithmetic.
    """
    started = time.monotonic()
    deadline = Deadline(None if time_limit is None else started + time_limit)
    work = _Comparison(game, (one, other), at_most, deadline, workers)
    for scope in in_order(scopes):
        try:
            _decide(work, scope, on_progress and on_progress(scope))
        except OutOfTime:
            break
        except Unsupported:
            # a counterexample stands, though it may not be the lightest of the larger scopes
            if work.table is None:
                raise
    found = _proof_of(work, len(scopes))
    return replace(found, seconds=time.monotonic() - started)


def in_order(scopes: Sequence[TableScope]) -> list[TableScope]:
    """Scopes from small to large."""
    return sorted(scopes, key=lambda scope: (scope.players, scope.geometry.size, scope.geometry.rows))


def _proof_of(work: _Comparison, asked: int) -> Proof:
    settled, done = tuple(work.settled), len(work.settled) == asked
    if work.table is None:
        return Proof("equal" if done else "unknown", settled=settled)
    one, other = (evaluate(rule, work.table) for rule in work.rules)
    return Proof("different", work.table, (one, other), done, settled)


def _decide(work: _Comparison, scope: TableScope, progress: Progress | None) -> None:
    """Look for a lighter table of a scope on which the rules differ.

    Raises `OutOfTime` unless the scope is decided, and `Unsupported`.
    """
    if work.table is None and _differ(work, bare_table(work.game, scope)):
        work.table, work.weight = bare_table(work.game, scope), 0
    if work.table is not None and work.weight == 0:
        work.settled.append(scope)
        return
    tables = allowed(work.game, work.rules, scope, work.deadline, light=True)
    one, other = map(tables.number, work.rules)
    gap = combine([(1, one), (-1, other)])
    # the plainer form is not always the shorter one
    gap = min(gap, plainer(tables.symbolic, gap), key=lambda number: len(number.terms))
    for up in (True, False):
        if (gap.high > 0) if up else (gap.low < 0 and not work.at_most):
            _find_lightest(work, tables, gap, up, progress)
    work.settled.append(scope)


def plainer(symbolic: Symbolic, number: Linear) -> Linear:
    """A number with "these and not that" written as "these" less "these and that".

    So what two rules say in opposite words cancels out; gates with many such parts are left.
    """
    parts: list[tuple[int, Linear]] = [(1, Linear(number.const, {}, number.coefs))]
    for node, (_, *values) in number.terms.items():
        negated = [part for part in node.parts if _is_negated(part)] if isinstance(node, Conjunction) else []
        if not isinstance(node, Conjunction) or not 0 < len(negated) <= MOST_NEGATED:
            parts.append((1, Linear(0, {node: number.terms[node]}, {})))
            continue
        plain = [part for part in node.parts if part not in negated]
        for left_out in product((False, True), repeat=len(negated)):
            taken = [invert(part) for part, out in zip(negated, left_out, strict=True) if not out]
            bit = symbolic.every([*plain, *taken])
            parts.append((-1 if len(taken) % 2 else 1, as_number(bit, values[0])))
    return combine(parts)


def _is_negated(part: In) -> bool:
    return isinstance(part.node, Conjunction) and part.mask == 0b01


def _find_lightest(work: _Comparison, tables: Allowed, gap: Linear, up: bool, progress: Progress | None) -> None:
    """The lightest table on which the gap is above (or below) 0, if it is lighter than the one known."""
    polarities = Polarities(deadline=work.deadline)
    polarities.number(gap, POSITIVE if up else NEGATIVE)
    model = tables.posted(polarities, gap)
    number = model.post.number(gap)
    model.model.add(number >= 1 if up else number <= -1)
    if work.table is not None:
        # a table is known already: only a lighter one is of interest
        model.model.add(model.weight <= work.weight - 1)
    search = close(
        model.model, model.weight, False, 0, work.deadline, refute=True, workers=work.workers, on_progress=progress
    )
    if search.reading is not None and search.value is not None:
        work.table, work.weight = model.read(search.reading), search.value
        if not _differ(work, work.table) or work.table.status():
            raise Refused("the solver gives a table on which the rules do not differ, or that cannot be")
    if not search.closed:
        raise OutOfTime


def _differ(work: _Comparison, table: Position) -> bool:
    one, other = (evaluate(rule, table) for rule in work.rules)
    return one > other or (one < other and not work.at_most)
