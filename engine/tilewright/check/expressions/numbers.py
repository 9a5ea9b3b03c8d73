"""Arithmetic: numbers made of numbers, tables and cases."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce

from tilewright.check.context import Context
from tilewright.check.expressions.dispatch import ExpressionHandlers, Expressions
from tilewright.check.typed import Num, Scope, Typed, together
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.syntax import ast


class Numbers:
    """One method for each kind of number that is made of numbers."""

    def __init__(self, context: Context, expressions: Expressions) -> None:
        self.context = context
        self.expressions = expressions

    @property
    def handlers(self) -> ExpressionHandlers:
        """The nodes that are elaborated here."""
        return {
            ast.Number: self._constant,
            ast.Group: self._group,
            ast.Negative: self._negative,
            ast.BinaryOperation: self._arithmetic,
            ast.ExtremeOf: self._extreme_of,
            ast.Lookup: self._lookup,
            ast.Cases: self._cases,
        }

    def _constant(self, node: ast.Number, scope: Scope) -> Num:
        return Num(core.Const(node.value))

    def _group(self, node: ast.Group, scope: Scope) -> Typed:
        """Parentheses take the unit away: the author means it."""
        value = self.expressions.typed(node.body, scope)
        return Num(value.expr) if isinstance(value, Num) else value

    def _negative(self, node: ast.Negative, scope: Scope) -> Num:
        body = self.expressions.quantity(node.body, scope)
        return Num(core.Mul(core.Const(-1), body.expr), body.unit)

    def _two(self, node: ast.BinaryOperation, scope: Scope) -> tuple[Num, Num]:
        left, right = together(partial(self.expressions.quantity, side, scope) for side in (node.left, node.right))
        return left, right

    def _arithmetic(self, node: ast.BinaryOperation, scope: Scope) -> Num:
        left, right = self._two(node, scope)
        match node.operator:
            case "+":
                return Num(build.add([left.expr, right.expr]), _common_unit(left, right))
            case "-":
                minus = core.Mul(core.Const(-1), right.expr)
                return Num(build.add([left.expr, minus]), _common_unit(left, right))
            case "*":
                return Num(core.Mul(left.expr, right.expr), left.unit or right.unit)
            case _:
                self.context.note("divisor", node.right.span, right.expr)
                made = core.Div if node.operator == "/" else core.Mod
                return Num(made(left.expr, right.expr), left.unit)

    def _extreme_of(self, node: ast.ExtremeOf, scope: Scope) -> Num:
        parts: list[Num] = together(partial(self.expressions.quantity, part, scope) for part in node.parts)
        which = "max" if node.which in ("larger", "largest") else "min"
        unit = reduce(lambda one, other: Num(one.expr, _common_unit(one, other)), parts).unit
        return Num(core.ExtremeOf(which, tuple(part.expr for part in parts)), unit)

    def _lookup(self, node: ast.Lookup, scope: Scope) -> Num:
        body = self.expressions.quantity(node.body, scope)
        entries: list[tuple[int, int | None, int]] = []
        for entry in node.entries:
            if entry.high is not None and entry.high < entry.low:
                raise self.context.fail(
                    "TW211",
                    entry.span,
                    f"there is no number from {entry.low} to {entry.high}",
                    f"write '{entry.high} to {entry.low}'",
                )
            if any(_covers(known, entry) for known in entries):
                self.context.diagnostics.error(
                    "TW203",
                    entry.span,
                    "an entry above already covers these numbers",
                    "the first entry that matches is used",
                )
            entries.append((entry.low, entry.high, entry.value))
        return Num(core.Lookup(body.expr, tuple(entries)))

    def _cases(self, node: ast.Cases, scope: Scope) -> Num:
        return Num(self.cases(node, scope, lambda value: value))

    def cases(self, node: ast.Cases, scope: Scope, mark: Callable[[core.Expr], core.Expr]) -> core.Expr:
        """The value of the first case that holds; `mark` wraps each value."""

        def marked(value: ast.Expr) -> core.Expr:
            return mark(self.expressions.number(value, scope))

        thunks: list[Callable[[], core.Expr]] = []
        for value, condition in node.cases:
            thunks += [partial(marked, value), partial(self.expressions.condition, condition, scope)]
        if node.otherwise is not None:
            thunks.append(partial(marked, node.otherwise))
        built = together(thunks)
        result = built.pop() if node.otherwise is not None else core.Const(0)
        for value, condition in zip(reversed(built[::2]), reversed(built[1::2]), strict=True):
            result = core.If(condition, value, result)
        return result


def _common_unit(left: Num, right: Num) -> str | None:
    """The unit of a sum: that of both, or of the one that has any."""
    return left.unit if right.unit in (None, left.unit) else None if left.unit else right.unit


def _covers(known: tuple[int, int | None, int], entry: ast.Entry) -> bool:
    """Whether an entry holds every number of a later one."""
    low, high, _ = known
    return low <= entry.low and (high is None or (entry.high is not None and entry.high <= high))
