"""Whether two rules always pay the same, by the method most likely to succeed.

First element by element on boards up to that of the game, then as a whole on smaller ones. The sizes of boards follow
from the numbers in the rules, unless given; the answer says for which sizes it holds.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from tilewright.core import expr as core
from tilewright.core.build import conjunction, either_alone
from tilewright.core.node import never_negative
from tilewright.core.same import apart, canonical, members_known
from tilewright.core.walk import substitute
from tilewright.meaning.exact import evaluate
from tilewright.solver.allowed import Allowed, allowed
from tilewright.solver.bounds import bare_table
from tilewright.solver.proof import (
    Proof,
    TableScope,
    confuses_places,
    height_for,
    scopes_at,
    scopes_up_to,
    size_for,
)
from tilewright.solver.solve import Progress, UnconfirmedAnswer, close
from tilewright.stopping import Deadline, OutOfTime, Unsupported
from tilewright.symbolic.nodes import Conjunction, In, Linear, as_number, combine, invert
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, Polarities
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry
from tilewright.table.position import Position


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
) -> Proof:
    """A proof that two rules pay the same, or the smallest table on which they do not.

    `size` and `height` are the largest board, in spaces, and the tallest stack that are considered. With `at_most`, the
    question is only whether `one` can ever pay more. Raises `NoScope` if the game has no such tables, and
    `Unsupported`.
    """
    started = time.monotonic()
    rules = one, other = members_known(one), members_known(other)
    tallest = height or height_for(game, rules)
    found = None
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
    return replace(found, seconds=time.monotonic() - started)


def compare_quickly(
    game: Game, one: core.Expr, other: core.Expr, *, time_limit: float | None = None, workers: int | None = None
) -> Proof:
    """Like `compare`, for callers with many pairs: returns as soon as something is known.

    Element by element only on the board of the game, after the smallest board has been tried. A table on which the
    rules differ is the lightest of the smallest board that has one. Boards on which the corners are the center are left
    out where rules name both.
    """
    started = time.monotonic()
    rules = one, other = members_known(one), members_known(other)
    tallest, printed = height_for(game, rules), game.own_place.geometry
    settled: tuple[TableScope, ...] = ()

    def left() -> float | None:
        return None if time_limit is None else max(0.0, time_limit - (time.monotonic() - started))

    scopes = scopes_up_to(game, rules, size_for(game, rules), tallest)
    for scope in in_order([scope for scope in scopes if not confuses_places(scope.geometry, rules)]):
        found = prove(game, one, other, [scope], time_limit=left(), workers=workers)
        first = not settled
        settled += found.settled
        if found.verdict == "equal" and first:
            at_printed = scopes_at(game, rules, printed, height=tallest)
            by_things = prove_by_things(game, one, other, at_printed, time_limit=left(), workers=workers)
            if by_things is not None:
                return replace(by_things, seconds=time.monotonic() - started)
        if found.verdict != "equal":
            return replace(found, settled=settled, seconds=time.monotonic() - started)
    return Proof("equal", settled=settled, seconds=time.monotonic() - started)


NOTHING, ONE = core.Const(0), core.Const(1)


def prove_by_things(
    game: Game,
    one: core.Expr,
    other: core.Expr,
    scopes: Sequence[TableScope],
    *,
    time_limit: float | None = None,
    workers: int | None = None,
) -> Proof | None:
    """An element-by-element proof that two rules pay the same on all tables of some scopes; None if there is none."""
    rule = differences(one, other)
    if rule is None:
        return None
    deadline = None if time_limit is None else time.monotonic() + time_limit
    settled: list[TableScope] = []
    for scope in in_order(scopes):
        left = None if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            found = prove(game, rule, NOTHING, [scope], at_most=True, time_limit=left, workers=workers)
        except Unsupported:
            return None
        if found.verdict != "equal":
            return None
        settled.append(scope)
    return Proof("equal", settled=tuple(settled), by_things=True)


def differences(one: core.Expr, other: core.Expr) -> core.Expr | None:
    """A number that is 0 only where corresponding parts of two rules are equal; None if they have no parts in common."""
    found = _gap(one, apart(other, one))
    return None if isinstance(found, core.If) else found


def _gap(one: core.Expr, other: core.Expr) -> core.Expr:
    """0 where two numbers are equal; 1 where they are not, if they cannot be compared part by part."""
    if canonical(one) == canonical(other):
        return NOTHING
    match one, other:
        case _, core.Const(value=0) if never_negative(one):
            return one
        case core.Award(), _:
            return _gap(one.amount, other)
        case _, core.Award():
            return _gap(one, other.amount)
        case core.Sum(), core.Sum():
            return _gap_of_loops(one, other)
        case core.Extremum(), core.Extremum() if (one.which, one.rank) == (other.which, other.rank):
            return _gap_of_loops(one, other)
        case core.Add(), core.Add() if len(one.parts) == len(other.parts):
            return _added(_gap(*pair) for pair in zip(one.parts, other.parts, strict=True))
        case core.OnBoardOf(), core.OnBoardOf() if one.player == other.player:
            inner = _gap(one.body, other.body)
            return NOTHING if inner == NOTHING else core.OnBoardOf(one.player, inner)
        case core.If(), core.If() if (canonical(one.then), canonical(one.otherwise)) == (
            canonical(other.then),
            canonical(other.otherwise),
        ):
            return core.If(either_alone(one.condition, other.condition), ONE, NOTHING)
        case _:  # compared as a whole
            return core.If(core.Compare("!=", one, other), ONE, NOTHING)


def _gap_of_loops(one: core.Sum | core.Extremum, other: core.Sum | core.Extremum) -> core.Expr:
    """The number of elements in only one of two loops, and of elements for which the bodies differ."""
    ours, theirs = one.binder, other.binder
    domains = _gap_of_ranges(ours.domain, theirs.domain)
    if domains is None:
        return core.If(core.Compare("!=", one, other), ONE, NOTHING)
    guard = substitute(theirs.guard, theirs.var, ours.var)
    body = substitute(other.body, theirs.var, ours.var)
    parts = [domains]
    both = ours.guard
    if canonical(guard) != canonical(ours.guard):
        alone = core.Binder(ours.var, ours.domain, either_alone(ours.guard, guard))
        parts.append(core.Sum(alone, ONE))
        both = conjunction((ours.guard, guard))
    inner = _gap(one.body, body)
    if inner != NOTHING:
        parts.append(core.Sum(core.Binder(ours.var, ours.domain, both), inner))
    return _added(parts)


def _gap_of_ranges(one: core.RangeExpr, other: core.RangeExpr) -> core.Expr | None:
    """0 where two ranges have the same elements; None if they may contain anything."""
    if one == other:
        return NOTHING
    if isinstance(one, core.Groups) and isinstance(other, core.Groups) and one.same == other.same:
        inner, theirs = one.binder, other.binder
        if inner.domain == theirs.domain:
            alone = either_alone(inner.guard, substitute(theirs.guard, theirs.var, inner.var))
            return core.Sum(core.Binder(inner.var, inner.domain, alone), ONE)
    return None


def _added(parts: Iterable[core.Expr]) -> core.Expr:
    found = [part for part in parts if part != NOTHING]
    if not found:
        return NOTHING
    return found[0] if len(found) == 1 else core.Add(tuple(found))


# ------------------------------------------------------------------ one scope

# On each size there are two questions, whether one rule can pay more than the other, and whether it can pay
# less: two models, each of which needs one side of every definition. Sizes go from small to large; once a
# table is found, larger sizes are only searched for tables of less weight.


MOST_NEGATED = 3
"""A gate with more negated gates as parts is not expanded: the number of terms is exponential in them."""


@dataclass
class _Comparison:
    """What is known so far: the lightest table and its weight, and the scopes that are decided."""

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
    """Compare the values of two rules for the first player on all tables of some scopes.

    With `at_most`, the question is only whether `one` can pay more than `other`. A table on which they differ is scored
    again by the exact arithmetic.
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
            # a counterexample remains valid, though a larger scope may have a lighter one
            if work.table is None:
                raise
    found = _proof_of(work, len(scopes))
    return replace(found, seconds=time.monotonic() - started)


def in_order(scopes: Sequence[TableScope]) -> list[TableScope]:
    """Scopes by size, the smallest first."""
    return sorted(scopes, key=lambda scope: (scope.players, scope.geometry.size, scope.geometry.rows))


def _proof_of(work: _Comparison, asked: int) -> Proof:
    settled, done = tuple(work.settled), len(work.settled) == asked
    if work.table is None:
        return Proof("equal" if done else "unknown", settled=settled)
    one, other = (evaluate(rule, work.table) for rule in work.rules)
    return Proof("different", work.table, (one, other), done, settled)


def _decide(work: _Comparison, scope: TableScope, progress: Progress | None) -> None:
    """Search a scope for a lighter table on which the rules differ.

    Raises `OutOfTime` if the scope was not decided, and `Unsupported`.
    """
    if work.table is None and _differ(work, bare_table(work.game, scope)):
        work.table, work.weight = bare_table(work.game, scope), 0
    if work.table is not None and work.weight == 0:
        work.settled.append(scope)
        return
    tables = allowed(work.game, work.rules, scope, work.deadline, light=True)
    one, other = map(tables.number, work.rules)
    gap = combine([(1, one), (-1, other)])
    # the expanded form can be larger; take the smaller one
    gap = min(gap, plainer(tables.symbolic, gap), key=lambda number: len(number.terms))
    for up in (True, False):
        if (gap.high > 0) if up else (gap.low < 0 and not work.at_most):
            _find_lightest(work, tables, gap, up, progress)
    work.settled.append(scope)


def plainer(symbolic: Symbolic, number: Linear) -> Linear:
    """A number in which "these and not that" is rewritten as "these" minus "these and that".

    So the terms of two rules that are written with opposite conditions cancel out; gates with many negated parts are
    kept.
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
    """The lightest table on which the difference is above (or below) 0, if it is lighter than the known one."""
    polarities = Polarities(deadline=work.deadline)
    polarities.number(gap, POSITIVE if up else NEGATIVE)
    model = tables.posted(polarities, gap)
    number = model.post.number(gap)
    model.model.add(number >= 1 if up else number <= -1)
    if work.table is not None:
        # a table is known already: only a lighter one counts
        model.model.add(model.weight <= work.weight - 1)
    search = close(
        model.model, model.weight, False, 0, work.deadline, refute=True, workers=work.workers, on_progress=progress
    )
    if search.reading is not None and search.value is not None:
        work.table, work.weight = model.read(search.reading), search.value
        if not _differ(work, work.table) or work.table.status():
            raise UnconfirmedAnswer("the solver gives a table on which the rules do not differ, or that cannot be")
    if not search.closed:
        raise OutOfTime


def _differ(work: _Comparison, table: Position) -> bool:
    one, other = (evaluate(rule, table) for rule in work.rules)
    return one > other or (one < other and not work.at_most)
