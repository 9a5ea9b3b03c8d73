"""Signs that a text was misread.

A condition of a thing that says nothing about it: "each column in which no space is empty", read as no space at all, or
as what is scored in every column alike. A condition that nothing meets: "those in the corners and in the center", read
as those that are in both. A text with "not" whose rule denies nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.core import expr as core
from tilewright.core.build import conjuncts
from tilewright.core.node import Node
from tilewright.core.walk import find, variables, walk


def is_idle(rule: core.Expr | None) -> bool:
    """Whether some condition of a rule, or what it scores for each of some things, does not depend on the thing, or is never met."""
    if rule is None:
        return False
    conditions = any(_ignores(part, it.var) for it in find(core.Binder, rule) for part in conjuncts(it.guard))
    nowhere = any(_is_nowhere(conjuncts(it.guard), it.var) for it in find(core.Binder, rule))
    return conditions or nowhere or any(_scores_alike(total) for total in find(core.Sum, rule))


def denies(rule: core.Expr | None) -> bool:
    """Whether some part of a rule says that something is not so, or that it is so of all, or sets a limit."""
    return rule is not None and any(map(_denial, walk(rule)))


def _denial(part: Node) -> bool:
    if isinstance(part, core.Compare):
        none = part.operator == "=" and core.Const(0) in (part.left, part.right)
        return none or part.operator in ("<", "<=", "!=")
    return isinstance(part, core.Not | core.Forall)


def _scores_alike(total: core.Sum) -> bool:
    """Whether each of some things pays the same as the others, but no fixed number; of spaces only if all are counted.

    "A row with a piece earns 3 points if its pieces ..." is about the pieces of the row; a piece has none.
    """
    paid = total.body.amount if isinstance(total.body, core.Award) else total.body
    some = total.binder.var.sort != "line" and not isinstance(total.binder.guard, core.Truth)
    fixed = all(isinstance(part, core.Const | core.Mul) for part in walk(paid))
    return not fixed and not some and total.binder.var not in variables(total.body)


def _is_nowhere(conditions: Sequence[core.Expr], var: core.Var) -> bool:
    """Whether a thing would have to be in a corner and in the center."""
    regions = {it.region for it in conditions if isinstance(it, core.InRegion) and it.space == var}
    return regions >= {"corner", "center"}


def _ignores(condition: core.Expr, var: core.Var) -> bool:
    return not isinstance(condition, core.Truth) and var not in variables(condition)
