"""Signs that a text was misread.

A condition of a thing that says nothing about it: "each column in which no space is empty", read as no space at all. A
text with "not" whose rule denies nothing.
"""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.build import conjuncts
from tilewright.core.node import Node
from tilewright.core.walk import find, variables, walk


def is_idle(rule: core.Expr | None) -> bool:
    """Whether some condition of a rule does not depend on the thing whose condition it is."""
    found = find(core.Binder, rule) if rule is not None else ()
    return any(_ignores(part, binder.var) for binder in found for part in conjuncts(binder.guard))


def denies(rule: core.Expr | None) -> bool:
    """Whether some part of a rule says that something is not so, or that it is so of all, or sets a limit."""
    return rule is not None and any(map(_denial, walk(rule)))


def _denial(part: Node) -> bool:
    if isinstance(part, core.Compare):
        none = part.operator == "=" and core.Const(0) in (part.left, part.right)
        return none or part.operator in ("<", "<=", "!=")
    return isinstance(part, core.Not | core.Forall)


def _ignores(condition: core.Expr, var: core.Var) -> bool:
    return not isinstance(condition, core.Truth) and var not in variables(condition)
