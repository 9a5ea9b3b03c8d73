"""Comparisons of numbers with numbers, and of things with things."""

from __future__ import annotations

from functools import partial

from tilewright.check.context import Context
from tilewright.check.expressions.dispatch import Expressions, Handlers
from tilewright.check.typed import Bound, Cond, Elem, Num, Scope, together
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast


class Comparisons:
    """Compares what two expressions turn out to be."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions

    @property
    def handlers(self) -> Handlers:
        """The nodes that are elaborated here."""
        return {ast.Compare: self._compare}

    def _compare(self, node: ast.Compare, scope: Scope) -> Cond:
        left, right = together(partial(self.expressions.numeric, side, scope) for side in (node.left, node.right))
        if isinstance(left, Num) and isinstance(right, Num):
            return Cond(self.numbers(node.operator, left, right, node.span))
        if isinstance(left, Elem) and isinstance(right, Elem) and node.operator in ("=", "!="):
            same = self.same(left, right, node.span)
            return Cond(same if node.operator == "=" else build.negation(same))
        help = "numbers are compared with numbers, things by '=' with things"
        if isinstance(left, Bound) or isinstance(right, Bound):
            help = "write 'count of ...' before a set of things"
        raise self.context.fail("TW201", node.span, "these two cannot be compared", help)

    def numbers(self, operator: str, left: Num, right: Num, span: Span) -> core.Expr:
        """Two numbers compared; a height is seldom meant to be compared with a count."""
        if {left.unit, right.unit} == {"height", "count"}:
            self.context.diagnostics.warning(
                "TW208",
                span,
                f"a {left.unit} is compared with a {right.unit}",
                "if that is what the card says, put one of them in parentheses",
            )
        return core.Compare(operator, left.expr, right.expr)

    def same(self, left: Elem, right: Elem, span: Span) -> core.Expr:
        """Two elements are the same one."""
        if left.var.sort != right.var.sort:
            raise self.context.fail(
                "TW202", span, f"a {left.var.noun} is never a {right.var.noun}", "compare two things of the same sort"
            )
        return left.closed(right.closed(core.Same(left.var, right.var)))
