"""Dispatch of expressions to their handlers, and checks of the expected type."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tilewright.check.context import Context
from tilewright.check.typed import Bound, Cond, Elem, Num, Reported, Scope, Typed
from tilewright.core import expr as core
from tilewright.syntax import ast
from tilewright.syntax.walk import walk

ExpressionHandlers = Mapping[type[ast.SyntaxNode], Callable[[Any, Scope], Typed]]
"""The handler of each node type."""

_KINDS = {Num: "a number", Cond: "a condition", Elem: "a thing", Bound: "a set of things"}


class Expressions:
    """Elaborates expressions with `handlers`, to which each elaborator adds its node types.

    Handlers call back for subexpressions.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.handlers: dict[type[ast.SyntaxNode], Callable[[Any, Scope], Typed]] = {}

    def typed(self, node: ast.Expr, scope: Scope) -> Typed:
        """Elaborate an expression of any type.

        In an expression with `it`, that element is the described one, so `the NOUN` means another one if possible.
        """
        if scope.described is None and len(scope.elements) > 1 and self._speaks_of_it(node):
            scope = replace(scope, described=scope.innermost())
        return self.handlers[type(node)](node, scope)

    def _speaks_of_it(self, node: ast.Expr) -> bool:
        """Whether an expression contains `it` or `its`, or a measure without an owner, except in `where` clauses."""
        return any(self._is_it(part) for part in walk(node, skip=(ast.WhereClause,)))

    def _is_it(self, part: object) -> bool:
        match part:
            case ast.Phrase(article="it" | "its"):
                return True
            case ast.Named(phrase=ast.Phrase(article=None, modifiers=()) as phrase) if phrase.words:
                return phrase.noun.text in self.context.vocabulary.measures
            case _:
                return False

    def quantity(self, node: ast.Expr, scope: Scope) -> Num:
        """Elaborate a number, with its unit."""
        value = self.numeric(node, scope)
        if isinstance(value, Num):
            return value
        raise self.wrong(node, "a number", value)

    def number(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """Elaborate a number."""
        return self.quantity(node, scope).expr

    def numeric(self, node: ast.Expr, scope: Scope) -> Typed:
        """Elaborate an expression; a bound number or height becomes a number."""
        return self.as_number(self.typed(node, scope))

    def as_number(self, value: Typed) -> Typed:
        """A bound number or height as a number; anything else unchanged."""
        if isinstance(value, Elem) and value.var in self.context.numbers:
            return Num(core.NumberOf(value.var), value.var.noun)
        return value

    def condition(self, node: ast.Expr, scope: Scope, help: str = "") -> core.Expr:
        """Elaborate a condition; `help` is for an expression of another type."""
        value = self.typed(node, scope)
        if not isinstance(value, Cond):
            raise self.wrong(node, "a condition", value, help)
        if not isinstance(node, (ast.Junction, ast.Negation, ast.Group)):
            self.context.note("condition", node.span, value.expr)
        return value.expr

    def wrong(self, node: ast.Expr, wanted: str, found: Typed, help: str = "") -> Reported:
        """Report a wrong type, and return the exception to raise."""
        message = f"expected {wanted}, found {_KINDS[type(found)]}"
        said = self.context.diagnostics.source.slice(node.span)
        return self.context.fail("TW201", node.span, message, help or _way_out(wanted, found, said))


def _way_out(wanted: str, found: Typed, said: str) -> str:
    """The help for an expression of the wrong type."""
    if wanted == "a condition":
        if isinstance(found, Num):
            return "compare it, for example with '> 0'"
        return "write a condition, for example 'it is face-up' or 'there is a stack'"
    if isinstance(found, Elem):
        return "write one of its numbers, for example 'its height' or 'count of its stacks'"
    return f"write 'count of {said}'" if isinstance(found, Bound) else "write '1 if ...'"
