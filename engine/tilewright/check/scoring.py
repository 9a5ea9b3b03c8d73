"""Scoring statements of cards, parts of the score and tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial, reduce
from typing import Any

from tilewright.check.context import Context
from tilewright.check.elaborator import Elaborator
from tilewright.check.typed import Bound, Reported, Scope, together
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.source import Source
from tilewright.syntax import ast


class Scoring:
    """Elaborates scoring statements; each becomes the number that it adds."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.elaborator = Elaborator(context)

    def rule(self, statements: tuple[ast.Statement, ...]) -> tuple[core.Expr, bool]:
        """The sum of the valid statements, and whether all are valid."""
        context = self.context
        before = len(context.diagnostics.errors())
        context.gaps.restart()
        context.scores = True
        rule = self._block(statements, Scope())
        context.scores = False
        if context.me in walk.variables(rule):
            rule = core.Sum(core.Binder(context.me, core.Players("self"), core.TRUE), rule)
        failed = len(context.diagnostics.errors()) > before
        return rule, not failed and not context.gaps.found

    def _block(self, statements: tuple[ast.Statement, ...], scope: Scope) -> core.Expr:
        """The sum of the statements in a block."""
        inner = scope.block()
        parts = []
        for statement in statements:
            try:
                parts.append(self._statement(statement, inner))
            except Reported:
                continue
        self.elaborator.lets.warn_of_unused(inner, scope)
        return build.add(parts)

    def _statement(self, node: ast.Statement, scope: Scope) -> core.Expr:
        handler = _STATEMENTS.get(type(node))
        if handler is None:
            raise self.context.fail(
                "TW213",
                node.span,
                "this is an action; scoring only looks at what is on the board",
                "actions go in the game file or under 'ability'",
            )
        # An unread line may define names for all lines after it.
        with nullcontext() if isinstance(node, ast.Hole) else self.context.gaps.local():
            return handler(self, node, scope)

    def _hole(self, node: ast.Hole, scope: Scope) -> core.Expr:
        self.context.gaps.add(node.span)
        return self._block(node.body, scope)

    def _let(self, node: ast.Let, scope: Scope) -> core.Expr:
        self.elaborator.lets.give(node, scope)
        return core.Const(0)

    def _score(self, node: ast.Score, scope: Scope) -> core.Expr:
        phrases = tuple(one for one in node.each if isinstance(one, ast.Phrase))
        bounds, inner = self._bound_each(phrases, scope)
        sets = together(
            partial(self.elaborator.sets.count, one, inner) for one in node.each if isinstance(one, ast.SetsOf)
        )

        def award(amount: core.Expr) -> core.Expr:
            return core.Award(reduce(core.Mul, sets, amount), node.span)

        if node.cases is not None:
            body = self.elaborator.numbers.cases(node.cases, inner, award)
        else:
            amount = self.elaborator.expressions.number(node.amount, inner)
            if isinstance(node.amount, ast.BinaryOperation) and not walk.variables(amount) & {
                one.var for one in bounds
            }:
                self._warn_of_sum(node.amount, node.each)
            body = award(amount)
        if len(bounds) < len(phrases):
            raise Reported
        for bound, phrase in zip(reversed(bounds), reversed(phrases), strict=True):
            body = self.elaborator.measures.summed(bound, body, phrase.span)
        return body

    def _warn_of_sum(self, amount: ast.BinaryOperation, each: tuple[ast.Phrase | ast.SetsOf, ...]) -> None:
        """Warn of `a + b for each ...` if only one operand depends on the loop (TW227): `for each` applies to
        the sum."""
        if amount.operator not in ("+", "-") or not each:
            return
        source = self.context.diagnostics.source
        whole, first, last = (source.slice(part.span) for part in (amount, amount.left, amount.right))
        after = "".join(f" for each {_each(phrase, source)}" for phrase in each)
        signed = (
            last if amount.operator == "+" else f"-{last}" if isinstance(amount.right, ast.Number) else f"-({last})"
        )
        self.context.diagnostics.warning(
            "TW227",
            amount.span,
            f"all of '{whole}' is scored{after}",
            f"if only '{last}' is meant{after}, write 'score {first}' and, on a line of its own, 'score {signed}{after}'; "
            f"else put the sum in parentheses: 'score ({whole}){after}'",
        )

    def _bound_each(self, phrases: tuple[ast.Phrase, ...], scope: Scope) -> tuple[list[Bound], Scope]:
        """Phrases as nested binders, without those with errors, and the scope inside."""
        bounds: list[Bound] = []
        for phrase in phrases:
            try:
                bounds.append(self.elaborator.phrases.bound(phrase, scope, many=False))
                scope = bounds[-1].inside(scope)
            except Reported:
                scope = self.elaborator.phrases.stand_in(phrase, scope)
        return bounds, scope

    def _for_each(self, node: ast.ForEach, scope: Scope) -> core.Expr:
        if node.phrase.words[:1] and node.phrase.words[0].text == "chosen":
            return self._for_each_chosen(node, scope)
        bounds, inner = self._bound_each((node.phrase,), scope)
        body = self._block(node.body, inner)
        if not bounds:
            raise Reported
        return self.elaborator.measures.summed(bounds[0], body, node.phrase.span)

    def _for_each_chosen(self, node: ast.ForEach, scope: Scope) -> core.Expr:
        """The body for each chosen element of that noun, unrolled so that choices stay distinct."""
        noun = self.elaborator.names.noun(node.phrase.noun, scope, many=False)
        general = self.elaborator.references.general
        chosen = [v for v in scope.chosen if noun.singular in (v.noun, *general(v))]
        if not chosen:
            raise self.context.fail(
                "TW106",
                node.phrase.span,
                f"no {noun.singular} has been chosen here",
                f"write 'choose a {noun.singular}' above",
            )
        if len(node.phrase.words) > 2 or node.phrase.modifiers:
            raise self.context.fail(
                "TW202",
                node.phrase.span,
                "chosen things cannot be described again",
                f"write 'for each chosen {noun.singular}'",
            )
        var = self.context.fresh(chosen[0].sort, noun.singular)
        body = self._block(node.body, scope.bind(var))
        return build.add(walk.substitute(body, var, element) for element in chosen)

    def _choose(self, node: ast.Choose, scope: Scope) -> core.Expr:
        binders: list[core.Binder] = []
        inner = scope
        for phrase in node.phrases:
            try:
                bound = self._chosen(phrase, inner)
                binders.append(bound.binder)
                inner = inner.choose(bound.var)
            except Reported:
                inner = self.elaborator.phrases.stand_in(phrase, inner)
        body = self._block(node.body, inner)
        if len(binders) < len(node.phrases):
            raise Reported
        self._warn_of_ignored(binders, body)
        return build.choice(tuple(binders), body)

    def _warn_of_ignored(self, binders: Sequence[core.Binder], body: core.Expr) -> None:
        """Warn of the lines below a choice that do not depend on what is chosen."""
        chosen = {binder.var for binder in binders}
        for part in body.parts if isinstance(body, core.Add) else (body,):
            if chosen.isdisjoint(walk.variables(part)):
                for award in walk.find(core.Award, part):
                    message = f"this does not depend on the chosen {binders[-1].var.noun}"
                    help = "write 'in it' behind what it counts, or put this line above 'choose'"
                    self.context.diagnostics.warning("TW212", award.span, message, help)

    def _chosen(self, phrase: ast.Phrase, scope: Scope) -> Bound:
        bound = self.elaborator.phrases.bound(phrase, scope, many=False)
        if bound.player is not None or bound.var.sort == core.PLAYER:
            raise self.context.fail(
                "TW202",
                phrase.span,
                "a card can choose only on the player's own board",
                "for players, write 'largest (their ...) of opponents'",
            )
        return bound

    def _if(self, node: ast.IfBlock, scope: Scope) -> core.Expr:
        condition, body, otherwise = together(
            [
                lambda: self.elaborator.expressions.condition(node.condition, scope),
                lambda: self._block(node.body, scope),
                lambda: self._block(node.otherwise, scope),
            ]
        )
        return core.If(condition, body, otherwise)


def _each(node: ast.Phrase | ast.SetsOf, source: Source) -> str:
    """The source text after `for each`."""
    said = source.slice(node.span)
    return f"set of {said}" if isinstance(node, ast.SetsOf) else said


_STATEMENTS: dict[type, Callable[[Scoring, Any, Scope], core.Expr]] = {
    ast.Score: Scoring._score,
    ast.ForEach: Scoring._for_each,
    ast.Choose: Scoring._choose,
    ast.IfBlock: Scoring._if,
    ast.Let: Scoring._let,
    ast.Hole: Scoring._hole,
}
