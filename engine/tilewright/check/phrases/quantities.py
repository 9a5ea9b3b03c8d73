"""Quantities of elements: any, every, no, at least 2."""

from __future__ import annotations

from tilewright.check.typed import Bound
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.syntax import ast

OPERATORS = {"exactly": "=", "at least": ">=", "at most": "<=", "more than": ">", "fewer than": "<"}


def quantified(quantity: ast.Quantity, bound: Bound, condition: core.Expr, count: core.Expr) -> core.Expr:
    """That many elements satisfy a condition; `count` is what `at least`, `exactly` ... stand before."""
    binder = bound.binder
    match quantity.kind:
        case "any":
            return build.exists(binder, condition)
        case "no":
            return build.negation(build.exists(binder, condition))
        case "every":
            return core.Forall(binder, condition)
    kept = core.Binder(binder.var, binder.domain, build.conjunction([binder.guard, condition]))
    return core.Compare(OPERATORS[quantity.kind], core.Sum(kept, core.Const(1)), count)
