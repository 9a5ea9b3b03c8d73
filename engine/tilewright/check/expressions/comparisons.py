"""Comparisons of numbers with numbers, and of things with things."""

from __future__ import annotations

from functools import partial

from tilewright.check.context import Context
from tilewright.check.expressions.dispatch import ExpressionHandlers, Expressions
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Cond, Elem, Num, Scope, together
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.core.facts import PLAYERS, asked_of, reads
from tilewright.source import Span
from tilewright.syntax import ast


class Comparisons:
    """Compares what two expressions turn out to be."""

    def __init__(
        self, context: Context, references: References, phrases: NounPhrases, expressions: Expressions
    ) -> None:
        self.context = context
        self.references = references
        self.phrases = phrases
        self.expressions = expressions

    @property
    def handlers(self) -> ExpressionHandlers:
        """The nodes that are elaborated here."""
        return {ast.Compare: self._compare}

    def _compare(self, node: ast.Compare, scope: Scope) -> Cond:
        if isinstance(node.right, ast.ThatOf):
            number = self.expressions.quantity(node.left, scope)
            return Cond(self.with_that(node.operator, number, node.right, scope))
        left, right = together(partial(self.expressions.numeric, side, scope) for side in (node.left, node.right))
        if isinstance(left, Num) and isinstance(right, Num):
            return Cond(self.numbers(node.operator, left, right, node.span))
        if isinstance(left, Elem) and isinstance(right, Elem) and node.operator in ("=", "!="):
            same = self.same(left, right, node.span)
            return Cond(same if node.operator == "=" else build.negation(same))
        help = "numbers can be compared only with numbers, and things only with things, using '='"
        if isinstance(left, Bound) or isinstance(right, Bound):
            help = "write 'count of ...' before a set of things"
            nouns = {side.var.noun for side in (left, right) if isinstance(side, Bound)}
            stock = [counter.name for counter in self.context.game.counters if counter.cap in nouns]
            help += f"; for those not yet on a board, write '{stock[0]}'" if stock else ""
        raise self.context.fail("TW201", node.span, "these two cannot be compared", help)

    def with_that(self, operator: str, number: Num, that: ast.ThatOf, scope: Scope) -> core.Expr:
        """A number compared with the same number on the boards of other players."""
        of = that.other
        player: Elem | Bound
        if isinstance(of, ast.Counted):
            player = self.phrases.bound(of.phrase, scope, False if of.quantity.kind == "every" else None)
        else:
            player = self.references.one(of, scope)
        if player.var.sort != core.PLAYER:
            raise self.context.fail(
                "TW202", that.span, f"a {player.var.noun} is not a player", "for example 'that of every opponent'"
            )
        if any(asked_of(node) or reads(node) & PLAYERS for node in walk.walk(number.expr)):
            raise self.context.fail(
                "TW202",
                that.span,
                "the number before it is not only about the player's own board",
                "write out the other player's number, as in 'count of stacks of the right player'",
            )
        theirs = core.Compare(operator, number.expr, core.OnBoardOf(player.var, number.expr))
        if isinstance(of, ast.Counted) and isinstance(player, Bound):
            return self.phrases.quantified(of.quantity, player, theirs, scope)
        return player.closed(theirs)

    def numbers(self, operator: str, left: Num, right: Num, span: Span) -> core.Expr:
        """Two numbers compared; a height is seldom meant to be compared with a count."""
        if {left.unit, right.unit} == {"height", "count"}:
            self.context.diagnostics.warning(
                "TW208",
                span,
                f"a {left.unit} is compared with a {right.unit}",
                "if that is what the card says, put one of them in parentheses",
            )
        if left.expr == right.expr and not isinstance(left.expr, core.Const):
            holds = "always" if operator in ("=", "<=", ">=") else "never"
            self.context.diagnostics.warning(
                "TW226",
                span,
                f"a number is compared with itself here: this {holds} holds",
                "both sides are about the same thing; say which other one is meant",
            )
        return core.Compare(operator, left.expr, right.expr)

    def same(self, left: Elem, right: Elem, span: Span) -> core.Expr:
        """Two elements are the same one."""
        if left.var.sort != right.var.sort:
            raise self.context.fail(
                "TW202", span, f"a {left.var.noun} is never a {right.var.noun}", "compare two things of the same kind"
            )
        return left.closed(right.closed(core.Same(left.var, right.var)))
