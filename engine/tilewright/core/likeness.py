"""Rules that are the same but for the names of their variables and the order of their lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.struct import Struct


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
    if isinstance(value, Struct):
        return type(value).__name__, *((name, _form(part, names)) for name, part in _said(value))
    if isinstance(value, tuple):
        return tuple(_form(item, names) for item in value)
    return None if isinstance(value, Span) else value


def _said(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields that count, without those that are as by default: a new field with a default leaves the forms of old nodes as they are."""
    for field in fields(value):
        part = getattr(value, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if field.compare and part != default:
            yield field.name, part


def comparable(value: Any) -> Any:
    """Nodes and other values as lists that JSON can hold: equal for equal rules, in every run and wherever they stand."""
    return _plain(_form(value, {}))


def _plain(value: Any) -> Any:
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float)) else repr(value)
