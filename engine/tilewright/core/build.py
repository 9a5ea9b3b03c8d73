"""Smart constructors that keep core expressions simple: flat sums and conjunctions, without neutral elements."""

from __future__ import annotations

from collections.abc import Iterable
from typing import get_args

from tilewright.core.expr import (
    FALSE,
    SPACE,
    TRUE,
    Add,
    And,
    Attribute,
    Axes,
    Binder,
    Compare,
    Condition,
    Const,
    CounterOf,
    Exists,
    Expr,
    Extremum,
    Height,
    If,
    Lines,
    Mod,
    Not,
    OnBoardOf,
    Or,
    Players,
    RangeExpr,
    Same,
    Spaces,
    SpacesOf,
    Truth,
    Values,
    Var,
)
from tilewright.core.node import Node
from tilewright.core.walk import substitute, variables


def conjunction(parts: Iterable[Expr]) -> Expr:
    """The conjunction of the parts."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, And) else [part])
    if FALSE in flat:
        return FALSE
    flat = [part for part in dict.fromkeys(flat) if part != TRUE]
    if not flat:
        return TRUE
    return flat[0] if len(flat) == 1 else And(tuple(flat))


def disjunction(parts: Iterable[Expr]) -> Expr:
    """The disjunction of the parts."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Or) else [part])
    if TRUE in flat:
        return TRUE
    flat = [part for part in dict.fromkeys(flat) if part != FALSE]
    if not flat:
        return FALSE
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def conjuncts(condition: Expr) -> tuple[Expr, ...]:
    """The parts of a conjunction, or the condition itself; none for a condition that is always true."""
    if condition == TRUE:
        return ()
    return condition.parts if isinstance(condition, And) else (condition,)


def either_alone(one: Expr, other: Expr) -> Expr:
    """The exclusive or of two conditions."""
    return disjunction((conjunction((one, Not(other))), conjunction((other, Not(one)))))


def exists(binder: Binder, condition: Expr) -> Expr:
    """Some element of the binder satisfies a condition; simplified if the range is a single known space."""
    owner = binder.domain.of if isinstance(binder.domain, SpacesOf) else None
    if owner is not None and owner.sort == SPACE:
        return substitute(conjunction([binder.guard, condition]), binder.var, owner)
    return Exists(binder, condition)


def negation(body: Expr) -> Expr:
    """The negation of a condition."""
    if isinstance(body, Truth):
        return Truth(not body.value)
    return body.body if isinstance(body, Not) else Not(body)


def add(parts: Iterable[Expr]) -> Expr:
    """The sum of the parts."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Add) else [part])
    flat = [part for part in flat if part != Const(0)]
    if not flat:
        return Const(0)
    return flat[0] if len(flat) == 1 else Add(tuple(flat))


def only_where(condition: Expr, number: Expr) -> Expr:
    """The number if a condition holds, else 0."""
    return number if condition == TRUE else If(condition, number, Const(0))


def parity(number: Expr, left_over: int) -> Expr:
    """The number is even (`left_over` 0) or odd (1)."""
    return Compare("=", Mod(number, Const(2)), Const(left_over))


def choice(binders: tuple[Binder, ...], body: Expr) -> Expr:
    """The choice of elements, one from each binder, that maximizes the body.

    Independent parts of the body are maximized separately, over only the variables they mention. If there is nothing to
    choose from, the result is 0.
    """
    if not binders:
        return body
    *outer, binder = binders
    if binder.guard != TRUE or not _never_empty(binder.domain):
        return choice(tuple(outer), Extremum("max", binder, body))
    parts = body.parts if isinstance(body, Add) else (body,)
    inner = [part for part in parts if binder.var in variables(part)]
    free = [part for part in parts if binder.var not in variables(part)]
    chosen = [Extremum("max", binder, add(inner))] if inner else []
    return choice(tuple(outer), add([*free, *chosen]))


def _never_empty(domain: RangeExpr) -> bool:
    """Whether the range has an element on boards of any size and content."""
    match domain:
        case Lines(kind):
            return kind in ("row", "column", "line")
        case Values(values, heights=heights):
            return bool(values) and not heights
        case _:  # possibly empty: then a choice from it is not split
            return isinstance(domain, (Spaces, Axes))


def is_condition(expr: Node) -> bool:
    """Whether an expression is a condition, not a number."""
    if isinstance(expr, OnBoardOf):
        return is_condition(expr.body)
    return isinstance(expr, get_args(Condition))


def alone(var: Var, player: Var) -> Binder:
    """A binder over a single player."""
    return Binder(var, Players("player"), Same(var, player))


SHOWN = "what it shows"
"""The name of the number that identifies a piece chosen in secret; not a word of any game."""


def shown(space: Var, kinds: int) -> Expr:
    """The kind shown by the top piece of a space as a number from 1, of so many kinds; 0 if no face-up piece is there."""
    return Attribute(space, tuple((kind, kind + 1) for kind in range(kinds)), SHOWN)


def occupied(space: Var) -> Expr:
    """The condition that a space has something on it."""
    return Compare(">", Height(space), Const(0))


def has_role(player: Var, role: str) -> Expr:
    """The condition that a player has a role of the game."""
    return OnBoardOf(player, Compare(">", CounterOf(role), Const(0)))
