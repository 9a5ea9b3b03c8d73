"""Whether two rules are the same but for the names of their variables."""

from __future__ import annotations

from tilewright.core.build import conjunction
from tilewright.core.expr import TRUE, Award, Binder, Compare, Const, Exists, Expr, Sum, Var
from tilewright.core.node import Node
from tilewright.core.walk import bound, transform, variables

FIRST = -2
"""Below all numbers of variables in use: -1 is that of a rule about no space."""


def canonical(rule: Expr) -> Expr:
    """A rule with the variables it binds numbered in the order in which it does, and without awards.

    Rules that are the same but for names and for where they award points come to equal values, and so do "at least
    one" and "any". Variables that come from outside stay what they are.
    """
    plain = transform(rule, _plainer)
    names = {var: Var(FIRST - number, var.sort, "") for number, var in enumerate(bound(plain))}
    return _renamed(plain, names)


def _plainer(node: Node) -> Node:
    match node:
        case Award():
            return node.amount
        case Compare(operator=">=", left=Sum(binder=binder, body=Const(value=1)), right=Const(value=1)):
            return Exists(Binder(binder.var, binder.domain, TRUE), binder.guard)
        case Exists(binder=binder) if binder.guard != TRUE:
            return Exists(Binder(binder.var, binder.domain, TRUE), conjunction((binder.guard, node.condition)))
        case _:
            return node


def apart(rule: Expr, other: Expr) -> Expr:
    """A rule with the variables it binds renamed, so that none of them occurs in another rule."""
    first = 1 + max((var.id for var in variables(rule) | variables(other)), default=0)
    return _renamed(rule, {var: Var(first + i, var.sort, var.noun) for i, var in enumerate(bound(rule))})


def _renamed(rule: Expr, names: dict[Var, Var]) -> Expr:
    def change(node: Node) -> Node:
        return names.get(node, node) if isinstance(node, Var) else node

    return transform(rule, change)
