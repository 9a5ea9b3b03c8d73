"""Literals and linear expressions of a CP-SAT model."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ortools.sat.python import cp_model

Literal: TypeAlias = bool | cp_model.BoolVarT
"""A constant, a Boolean variable or the opposite of one."""
Expression: TypeAlias = cp_model.LinearExpr | int
Assignment: TypeAlias = Callable[[Literal], bool]
"""What an answer says of each literal."""


def negate(literal: Literal) -> Literal:
    """The opposite of a literal."""
    return (not literal) if isinstance(literal, bool) else literal.negated()


def name_of(literal: Literal) -> tuple[bool, int]:
    """A key that differs for different literals."""
    if isinstance(literal, bool):
        return True, int(literal)
    return False, literal.index
