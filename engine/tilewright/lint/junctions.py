"""Conditions joined by both `and` and `or`, which are read in one way and could be meant in another."""

from __future__ import annotations

from tilewright.diagnostics import Diagnostics
from tilewright.source import Source
from tilewright.syntax import ast
from tilewright.syntax.walk import walk

_WHOLE = (ast.Compare, ast.Predicate, ast.ThereIs, ast.Mirror, ast.Trend, ast.Group, ast.Negation)
"""Conditions that stand alone, so that parentheses can be put around two of them."""


def inspect_junctions(node: ast.Card, diagnostics: Diagnostics) -> None:
    """Warn of `a or b and c` without parentheses (TW222)."""
    for part in walk(node):
        if isinstance(part, ast.Junction) and part.operator == "or" and len(part.parts) == 2:
            readings = _readings(*part.parts, diagnostics.source)
            if readings:
                read, other = readings
                help = f"write '{read}'; otherwise, '{other}'"
                diagnostics.warning("TW222", part.span, "'and' is read before 'or'", help)


def _readings(left: ast.Expr, right: ast.Expr, source: Source) -> tuple[str, str] | None:
    """What is read and what else could be, with parentheses."""
    if not all(isinstance(part, (ast.Junction, *_WHOLE)) for part in (left, right)):
        return None
    junctions = [part for part in (left, right) if isinstance(part, ast.Junction)]
    if len(junctions) != 1 or not all(isinstance(part, _WHOLE) for part in junctions[0].parts):
        return None
    one, two = source.slice(left.span), source.slice(right.span)
    first, *_, last = (source.slice(part.span) for part in junctions[0].parts)
    if junctions[0] is right:
        return f"{one} or ({two})", f"({one} or {first}){two.removeprefix(first)}"
    return f"({one}) or {two}", f"{one.removesuffix(last)}({last} or {two})"
