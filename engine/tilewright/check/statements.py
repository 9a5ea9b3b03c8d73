"""Statements: what a card scores."""

from __future__ import annotations

from tilewright.check.expressions import Expressions
from tilewright.check.typed import (
    Bound,
    Cond,
    Elem,
    Name,
    Note,
    Num,
    Reported,
    Scope,
    Typed,
)
from tilewright.check.vocabulary import Vocabulary
from tilewright.core import build
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

    def note(self, kind: str, span: Span, expr: core.Expr, var: core.Var | None = None) -> None:
        """Keep an expression and where it stands."""
        self.notes.append(Note(kind, span, expr, var))

    def rule(self, statements: tuple[ast.Statement, ...]) -> core.Expr | None:
        """What the statements score, or None when they have errors."""
        before = len(self.diagnostics.errors())
        rule = self.block(statements, Scope())
        failed = len(self.diagnostics.errors()) > before
        return None if failed or any(isinstance(s, ast.Hole) for s in statements) else rule

    def block(self, statements: tuple[ast.Statement, ...], scope: Scope) -> core.Expr:
        """The sum of what the statements of a block score."""
        inner = scope.block()
        parts = []
        for statement in statements:
            try:
                parts.append(self._statement(statement, inner))
            except Reported:
                continue
        for name in inner.names.values():
            if not name.used and scope.names.get(name.word) is not name:
                self.diagnostics.warning("TW103", name.span, f"'{name.word}' is never used",
                                         "use it or leave it out")  # fmt: skip
        return build.add(parts)

    def _statement(self, node: ast.Statement, scope: Scope) -> core.Expr:
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
                return self.block(node.body, scope)

    def _score(self, node: ast.Score, scope: Scope) -> core.Expr:
        bounds: list[Bound] = []
        inner = scope
        for phrase in node.each:
            bounds.append(self.bound(phrase, inner, many=False))
            inner = inner.bind(bounds[-1].var)
        if node.cases is not None:
            body = self._cases(node.cases, inner, lambda value: self._award(value, node))
        else:
            body = self._award(self.number(node.amount, inner), node)
        for bound in reversed(bounds):
            body = bound.closed(core.Sum(bound.binder, body))
        return body

    def _award(self, amount: core.Expr, node: ast.Score) -> core.Expr:
        return core.Award(amount, node.span)

    def _for_each(self, node: ast.ForEach, scope: Scope) -> core.Expr:
        if node.phrase.words[:1] and node.phrase.words[0].text == "chosen":
            return self._for_each_chosen(node, scope)
        try:
            bound = self.bound(node.phrase, scope, many=False)
        except Reported:
            guess = self.guess(node.phrase)
            if guess is not None:  # the problems of the block are told too
                self.block(node.body, scope.bind(self.fresh(guess.sort, guess.singular)))
            raise
        return bound.closed(core.Sum(bound.binder, self.block(node.body, scope.bind(bound.var))))

    def _for_each_chosen(self, node: ast.ForEach, scope: Scope) -> core.Expr:
        """Once for each chosen element of that noun: written out, so that choices stay apart."""
        noun = self.noun(node.phrase.noun, scope, many=False)
        chosen = [v for v in scope.chosen if noun.singular in (v.noun, *self.wider(v))]
        if not chosen:
            raise self.fail("TW106", node.phrase.span, f"no {noun.singular} has been chosen here",
                            f"write 'choose a {noun.singular}' above")  # fmt: skip
        if len(node.phrase.words) > 2 or node.phrase.modifiers:
            raise self.fail("TW202", node.phrase.span, "chosen things are not described again",
                            f"write 'for each chosen {noun.singular}'")  # fmt: skip
        var = self.fresh(chosen[0].sort, noun.singular)
        body = self.block(node.body, scope.bind(var))
        return build.add(build.substitute(body, var, element) for element in chosen)

    def _choose(self, node: ast.Choose, scope: Scope) -> core.Expr:
        binders: list[core.Binder] = []
        inner = scope
        for phrase in node.phrases:
            bound = self.bound(phrase, inner, many=False)
            if bound.player is not None or bound.var.sort == core.PLAYER:
                raise self.fail("TW202", phrase.span, "choices are made on one's own board")
            binders.append(bound.binder)
            inner = inner.choose(bound.var)
        return build.choice(tuple(binders), self.block(node.body, inner))

    def _if(self, node: ast.IfBlock, scope: Scope) -> core.Expr:
        condition, body, otherwise = self.each([
            lambda: self.condition(node.condition, scope),
            lambda: self.block(node.body, scope),
            lambda: self.block(node.otherwise, scope),
        ])  # fmt: skip
        return core.Pick(condition, body, otherwise)

    def _let(self, node: ast.Let, scope: Scope) -> None:
        word = node.name
        if word.text in scope.names:
            raise self.fail("TW104", word.span, f"'{word.text}' has been given already", "take another name")
        if self.vocabulary.is_taken(word.text):
            raise self.fail("TW105", word.span, f"'{word.text}' has a meaning already", "take another name")
        name = scope.names[word.text] = Name(word.text, word.span, None)
        try:
            name.value = self._value(node.value, scope)
        except Reported:
            name.used = True
            raise

    def _value(self, value: ast.Expr | ast.NounValue, scope: Scope) -> Typed:
        """The value of a `let`, which stands wherever its name does."""
        if isinstance(value, ast.NounValue):
            return self.bound(value.phrase, scope, many=False)
        typed = self.typed(value, scope)
        if isinstance(typed, Bound):
            raise self.fail("TW201", value.span, "this is a set of things",
                            "write 'count of ...', or 'a ...' to name the kind of thing")  # fmt: skip
        if isinstance(typed, (Num, Cond)) and size(typed.expr) > MAX_SIZE:
            raise self.fail("TW210", value.span, "this takes too much work", "make it simpler")
        if isinstance(typed, Elem) and typed.wrap is not None:
            raise self.fail("TW202", value.span, "a mirror image may not be there",
                            "use it where it is needed")  # fmt: skip
        return typed
