"""Constructors that keep core expressions plain: flat sums and conjunctions, no idle parts."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from tilewright.core.expr import (
    FALSE,
    TRUE,
    Add,
    And,
    Award,
    Best,
    Binder,
    Const,
    Expr,
    GroupCount,
    Groups,
    Heaviest,
    Not,
    Or,
    SpacesOf,
    Sum,
    Truth,
    Var,
)


def conjunction(parts: Iterable[Expr]) -> Expr:
    """All of the parts."""
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
    """Any of the parts."""
    flat: list[Expr] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Or) else [part])
    if TRUE in flat:
        return TRUE
    flat = [part for part in dict.fromkeys(flat) if part != FALSE]
    if not flat:
        return FALSE
    return flat[0] if len(flat) == 1 else Or(tuple(flat))


def negation(body: Expr) -> Expr:
    """The opposite condition."""
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


def summed(binder: Binder, body: Expr) -> Expr:
    """The sum over a binder; a plain count of groups has a form of its own.

    Groups are the one domain that depends on the board, and counting them needs far less
    than knowing their members (see `meaning.arithmetic.Arithmetic.component_count`).
    """
    domain = binder.domain
    if isinstance(domain, Groups) and binder.guard == TRUE and body == Const(1):
        return GroupCount(domain)
    return Sum(binder, body)


def best(which: str, binder: Binder, body: Expr) -> Expr:
    """The extreme over a binder.

    The largest total over the members of a group has a form of its own, as in `summed`.
    A maximum over lines or values leaves out the parts that do not depend on the choice:
    max (a + b(x)) = a + max b(x) where the choice is never empty.
    """
    domain = binder.domain
    if isinstance(domain, Groups) and which == "max" and binder.guard == TRUE:
        weight = _weight_of_members(binder.var, domain, body)
        if weight is not None:
            return Heaviest(domain, weight)
    return Best(which, binder, body)


def choice(binders: tuple[Binder, ...], body: Expr) -> Expr:
    """The choice of elements, one from each binder, that makes the body largest.

    Each part of the body is maximised over just the variables it mentions, as far as the
    parts are independent of one another.
    """
    if not binders:
        return body
    *outer, binder = binders
    if binder.guard != TRUE or isinstance(binder.domain, (Groups, SpacesOf)):
        return choice(tuple(outer), best("max", binder, body))
    parts = body.parts if isinstance(body, Add) else (body,)
    inner = [part for part in parts if binder.var in variables(part)]
    free = [part for part in parts if binder.var not in variables(part)]
    chosen = [best("max", binder, add(inner))] if inner else []
    return choice(tuple(outer), add([*free, *chosen]))


def _weight_of_members(group: Var, groups: Groups, body: Expr) -> Expr | None:
    """`w` when the body is the sum of `w` over the members of the group."""
    if not (isinstance(body, Sum) and body.binder.domain == SpacesOf(group)):
        return None
    if body.binder.guard != TRUE or group in variables(body.body):
        return None
    return substitute(body.body, body.binder.var, groups.binder.var)


def children(node: object) -> Iterator[object]:
    """The core nodes and variables directly inside a node."""
    for field in dataclasses.fields(node):  # type: ignore[arg-type]
        value = getattr(node, field.name)
        if isinstance(value, tuple):
            yield from (item for item in value if dataclasses.is_dataclass(item))
        elif dataclasses.is_dataclass(value):
            yield value


def variables(node: object) -> frozenset[Var]:
    """Every variable that occurs in a node."""
    if isinstance(node, Var):
        return frozenset((node,))
    found: frozenset[Var] = frozenset()
    for child in children(node):
        found |= variables(child)
    return found


def substitute(node: Expr, old: Var, new: Var) -> Expr:
    """`node` with one variable put for another."""
    return _substitute(node, old, new)  # type: ignore[return-value]


def _substitute(node: object, old: Var, new: Var) -> object:
    if node == old:
        return new
    if isinstance(node, tuple):
        return tuple(_substitute(item, old, new) for item in node)
    if not dataclasses.is_dataclass(node) or isinstance(node, Var):
        return node
    changes = {
        field.name: _substitute(getattr(node, field.name), old, new)
        for field in dataclasses.fields(node)
    }
    return type(node)(**changes)  # type: ignore[return-value]


def awards(node: object) -> Iterator[Award]:
    """Every award in a rule."""
    if isinstance(node, Award):
        yield node
    for child in children(node):
        yield from awards(child)
