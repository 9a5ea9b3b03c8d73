"""Comparisons of one number with constants: which of them exclude or cover one another."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from tilewright.core import expr as core
from tilewright.core.size import size
from tilewright.core.walk import bound, substitute

MAX_SIZE = 300
"""Numbers that are larger are not compared with one another."""
_FAR = sys.maxsize
_FLIPPED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


class BoundedNumber(NamedTuple):
    """A number, written in one way whatever its variables, and its bounds, both included."""

    number: core.Expr
    low: int
    high: int


def clashing(condition: core.And) -> tuple[core.Expr, core.Expr] | None:
    """Two parts of a conjunction of which never both hold, if ranges show it."""
    found: list[tuple[core.Expr, BoundedNumber]] = []
    for part in condition.parts:
        new = range_of(part)
        for other, known in found if new else ():
            if new and known.number == new.number and (new.low > known.high or known.low > new.high):
                return other, part
        if new:
            found.append((part, new))
    return None


def unreachable(pick: core.If) -> Iterator[core.Expr]:
    """The conditions under `pick` that hold only when its own condition does."""
    first = range_of(pick.condition)
    later = pick.otherwise
    while first and isinstance(later, core.If):
        known = range_of(later.condition)
        if known and known.number == first.number and first.low <= known.low <= known.high <= first.high:
            yield later.condition
        later = later.otherwise


def range_of(condition: core.Expr) -> BoundedNumber | None:
    """The range that a comparison with a constant leaves to a number."""
    if not isinstance(condition, core.Compare) or condition.operator not in _FLIPPED:
        return None
    operator, left, right = condition.operator, condition.left, condition.right
    if isinstance(left, core.Const):
        operator, left, right = _FLIPPED[operator], right, left
    if isinstance(left, core.Const) or not isinstance(right, core.Const) or size(left) > MAX_SIZE:
        return None
    value = right.value
    low, high = {
        "=": (value, value),
        "<": (-_FAR, value - 1),
        "<=": (-_FAR, value),
        ">": (value + 1, _FAR),
        ">=": (value, _FAR),
    }[operator]
    return BoundedNumber(_renamed(left), low, high)


def _renamed(number: core.Expr) -> core.Expr:
    """The same number with the variables it binds itself numbered in their order."""
    for i, var in enumerate(bound(number), start=1):
        number = substitute(number, var, core.Var(-i, var.sort, var.noun))
    return number
