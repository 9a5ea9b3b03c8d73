"""Conditions of things that say nothing about them: "each column in which no space is empty", read as no space at all.

Nobody writes a rule so. A text that seems to say it has most likely been misread.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core import expr as core
from tilewright.core.walk import find, variables


def is_idle(rule: core.Expr | None) -> bool:
    """Whether some condition of a rule does not depend on the thing whose condition it is."""
    found = find(core.Binder, rule) if rule is not None else ()
    return any(_ignores(part, binder.var) for binder in found for part in _parts(binder.guard))


def _ignores(condition: core.Expr, var: core.Var) -> bool:
    return not isinstance(condition, core.Truth) and var not in variables(condition)


def _parts(guard: core.Expr) -> Iterator[core.Expr]:
    """The conditions that a condition joins."""
    if isinstance(guard, core.And):
        for part in guard.parts:
            yield from _parts(part)
    else:
        yield guard
