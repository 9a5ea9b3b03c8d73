"""Statements: what a card scores."""

from __future__ import annotations

import re
from contextlib import suppress

from tilewright.check.expressions import Expressions
from tilewright.check.typed import (
    Bound,
    Cond,
    Name,
    Note,
    Num,
    Reported,
    Scope,
    Typed,
)
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.core.size import MAX_SIZE, size
from tilewright.diagnostics import Diagnostics
from tilewright.source import Span
from tilewright.syntax import ast


class Checker(Expressions):
    """Checks the statements of one file; `notes` keep what later inspections look at."""

    def __init__(self, vocabulary: Vocabulary, diagnostics: Diagnostics) -> None:
        super().__init__(vocabulary, diagnostics)
        self.notes: list[Note] = []
        self.holes = False
        self.unread: set[str] = set()

    def note(self, kind: str, span: Span, expr: core.Expr, var: core.Var | None = None) -> None:
        """Keep an expression and where it stands."""
        self.notes.append(Note(kind, span, expr, var))

    def rule(self, statements: tuple[ast.Statement, ...]) -> tuple[core.Expr, bool]:
        """What the sound ones of the statements score, and whether all of them are sound."""
        before = len(self.diagnostics.errors())
        self.holes, self.lost = False, set()
        rule = self.block(statements, Scope())
        if self.me in walk.variables(rule):
            rule = core.Sum(core.Binder(self.me, core.Players("self"), core.TRUE), rule)
        failed = len(self.diagnostics.errors()) > before
        return rule, not failed and not self.holes

    def block(self, statements: tuple[ast.Statement, ...], scope: Scope) -> core.Expr:
        """The sum of what the statements of a block score."""
        inner = scope.block()
        parts = []
        for statement in statements:
            try:
                parts.append(self._statement(statement, inner))
            except Reported:
                continue
        self.unused(inner, scope)
        return build.add(parts)

    def lose(self, place: Span) -> None:
        """Keep in mind of what the line there, which could not be read, may have spoken."""
        source = self.diagnostics.source
        said = re.findall(r"[a-z][a-z0-9-]*", source.line(source.position(place.start)[0]))
        self.holes = True
        self.lost.update(said)
        self.unread.update(said)

    def unused(self, inner: Scope, scope: Scope) -> None:
        """Warn of names that a block gives and does not use."""
        for name in inner.names.values():
            if not name.used and name.word not in self.unread and scope.names.get(name.word) is not name:
                self.diagnostics.warning("TW103", name.span, f"'{name.word}' is never used", "use it or leave it out")

    def _statement(self, node: ast.Statement, scope: Scope) -> core.Expr:
        lost = set(self.lost)
        try:
            return self._scored(node, scope)
        finally:
            if not isinstance(node, ast.Hole):
                self.lost = lost

    def _scored(self, node: ast.Statement, scope: Scope) -> core.Expr:
        match node:
            case ast.Score():
                return self._score(node, scope)
            case ast.ForEach():
                return self._for_each(node, scope)
            case ast.Choose():
                return self._choose(node, scope)
            case ast.IfBlock():
                return self._if(node, scope)
            case ast.Let():
                self._let(node, scope)
                return core.Const(0)
            case ast.Hole():
                self.lose(node.span)
                return self.block(node.body, scope)
            case _:
                raise self.fail(
                    "TW213",
                    node.span,
                    "this is done in play; a card scores what lies there",
                    "statements of play stand in the game file and under 'ability'",
                )

    def _score(self, node: ast.Score, scope: Scope) -> core.Expr:
        bounds, inner = self._bound_each(node.each, scope)
        if node.cases is not None:
            body = self.cases(node.cases, inner, lambda value: self._award(value, node))
        else:
            body = self._award(self.number(node.amount, inner), node)
        if len(bounds) < len(node.each):
            raise Reported
        for bound, phrase in zip(reversed(bounds), reversed(node.each), strict=True):
            body = self.summed(bound, body, phrase.span)
        return body

    def _bound_each(self, phrases: tuple[ast.Phrase, ...], scope: Scope) -> tuple[list[Bound], Scope]:
        """Phrases as binders, those with problems left out, and the scope inside them all."""
        bounds: list[Bound] = []
        for phrase in phrases:
            try:
                bounds.append(self.bound(phrase, scope, many=False))
                scope = bounds[-1].inside(scope)
            except Reported:
                scope = self.stand_in(phrase, scope)
        return bounds, scope

    def _award(self, amount: core.Expr, node: ast.Score) -> core.Expr:
        return core.Award(amount, node.span)

    def _for_each(self, node: ast.ForEach, scope: Scope) -> core.Expr:
        if node.phrase.words[:1] and node.phrase.words[0].text == "chosen":
            return self._for_each_chosen(node, scope)
        bounds, inner = self._bound_each((node.phrase,), scope)
        body = self.block(node.body, inner)
        if not bounds:
            raise Reported
        return self.summed(bounds[0], body, node.phrase.span)

    def _for_each_chosen(self, node: ast.ForEach, scope: Scope) -> core.Expr:
        """Once for each chosen element of that noun: written out, so that choices stay apart."""
        noun = self.noun(node.phrase.noun, scope, many=False)
        chosen = [v for v in scope.chosen if noun.singular in (v.noun, *self.wider(v))]
        if not chosen:
            raise self.fail(
                "TW106",
                node.phrase.span,
                f"no {noun.singular} has been chosen here",
                f"write 'choose a {noun.singular}' above",
            )
        if len(node.phrase.words) > 2 or node.phrase.modifiers:
            raise self.fail(
                "TW202",
                node.phrase.span,
                "chosen things are not described again",
                f"write 'for each chosen {noun.singular}'",
            )
        var = self.fresh(chosen[0].sort, noun.singular)
        body = self.block(node.body, scope.bind(var))
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
                inner = self.stand_in(phrase, inner)
        body = self.block(node.body, inner)
        if len(binders) < len(node.phrases):
            raise Reported
        return build.choice(tuple(binders), body)

    def _chosen(self, phrase: ast.Phrase, scope: Scope) -> Bound:
        bound = self.bound(phrase, scope, many=False)
        if bound.player is not None or bound.var.sort == core.PLAYER:
            raise self.fail(
                "TW202",
                phrase.span,
                "choices are made on one's own board",
                "of players write 'largest (their ...) of opponents'",
            )
        return bound

    def _if(self, node: ast.IfBlock, scope: Scope) -> core.Expr:
        condition, body, otherwise = self.each(
            [
                lambda: self.condition(node.condition, scope),
                lambda: self.block(node.body, scope),
                lambda: self.block(node.otherwise, scope),
            ]
        )
        return core.If(condition, body, otherwise)

    def _let(self, node: ast.Let, scope: Scope) -> None:
        word = node.name
        if word.text in scope.names:
            raise self.fail("TW104", word.span, f"'{word.text}' has been given already", "take another name")
        value = None
        if self.vocabulary.is_taken(word.text):
            self.diagnostics.error("TW105", word.span, f"'{word.text}' has a meaning already", "take another name")
        else:
            with suppress(Reported):
                value = self._value(node.value, scope)
        scope.names[word.text] = Name(word.text, word.span, value, scope.board, used=value is None)

    def _value(self, value: ast.Expr | ast.NounValue, scope: Scope) -> Typed:
        """The value of a `let`, which stands wherever its name does."""
        if isinstance(value, ast.NounValue):
            return self.bound(value.phrase, scope, many=False)
        typed = self.typed(value, scope)
        if isinstance(typed, Bound):
            raise self.fail(
                "TW201",
                value.span,
                "this is a set of things",
                "write 'count of ...', or 'a ...' to name the kind of thing",
            )
        if isinstance(typed, (Num, Cond)) and size(typed.expr) > MAX_SIZE:
            raise self.fail("TW210", value.span, "this takes too much work", "make it simpler")
        return typed
