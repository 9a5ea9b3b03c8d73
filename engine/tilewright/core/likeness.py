"""Rules that are the same but for the names of their variables and the order of their lines."""

from __future__ import annotations

from typing import Any

from tilewright.core import expr as core
from tilewright.core.node import Node, field_names
from tilewright.source import Span


def form(rule: core.Expr) -> tuple[Any, ...]:
    """What equal rules have in common: two rules of one form pay the same on every board.

    Variables are counted in the order in which they occur, places in the text are left out, and the terms of a sum
    stand in one order.
    """
    terms = _terms(rule)
    return tuple(sorted((_form(term, {}) for term in terms), key=repr))


def _terms(rule: core.Expr) -> list[core.Expr]:
    if isinstance(rule, core.Add):
        return [term for part in rule.parts for term in _terms(part)]
    return [rule]


def _form(value: Any, names: dict[core.Var, int]) -> Any:
    if isinstance(value, core.Var):
        return "var", value.sort, names.setdefault(value, len(names))
    if isinstance(value, Node):
        fields = (getattr(value, name) for name in field_names(type(value)))
        return type(value).__name__, *(_form(field, names) for field in fields)
    if isinstance(value, tuple):
        return tuple(_form(item, names) for item in value)
    return None if isinstance(value, Span) else value
