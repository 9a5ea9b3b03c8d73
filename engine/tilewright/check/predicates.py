"""What can be said of a thing: `is ...` and `has ...`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace

from tilewright.check.noun_phrase import PhraseBuilder
from tilewright.check.phrases import Phrases
from tilewright.check.placement import SAID_OF_SPACES
from tilewright.check.typed import Bound, Elem, Num, Reported, Scope, Typed, singular
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.syntax.repair.instead import FOREIGN

_COUNTED = {"exactly": "=", "at least": ">=", "at most": "<=", "more than": ">", "fewer than": "<"}


class Predicates(Phrases):
    """Quantities, comparisons of things, and one method for each predicate."""

    @abstractmethod
    def typed(self, node: ast.Expr, scope: Scope) -> Typed:
        """Any expression, with its kind."""

    @abstractmethod
    def quantity(self, node: ast.Expr, scope: Scope) -> Num:
        """The number of an expression, with its unit."""

    def quantified(self, quantity: ast.Quantity, bound: Bound, condition: core.Expr, span: Span) -> core.Expr:
        """A quantity of elements satisfies a condition."""
        binder = bound.binder
        if quantity.kind == "any":
            return build.exists(binder, condition)
        if quantity.kind == "no":
            return build.negation(build.exists(binder, condition))
        if quantity.kind == "every":
            return core.Forall(binder, condition)
        kept = core.Binder(binder.var, binder.domain, build.conjunction([binder.guard, condition]))
        return core.Compare(_COUNTED[quantity.kind], core.Sum(kept, core.Const(1)), core.Const(quantity.count))

    def _predicate(self, node: ast.Predicate, scope: Scope) -> core.Expr:
        if isinstance(node.subject, ast.Counted):
            counted = node.subject
            many = False if counted.quantity.kind == "every" else None
            try:
                bound = self.bound(counted.phrase, scope, many)
            except Reported:  # the problems of what is said are told too
                inner = self.stand_in(counted.phrase, scope)
                if len(inner.elements) > len(scope.elements):
                    self._said_of(Elem(inner.elements[-1]), node.predicate, inner, scope.innermost(core.SPACE))
                raise
            inner = bound.inside(scope)
            condition = self._said_of(Elem(bound.var), node.predicate, inner, bound.near)
            return bound.closed(self.quantified(counted.quantity, bound, condition, node.span))
        subject = self.typed(node.subject, scope)
        if isinstance(subject, Elem):
            return subject.closed(self._said_of(subject, node.predicate, scope, None))
        if isinstance(subject, Num):
            return self._said_of_number(subject, node.predicate, scope)
        help = (
            "write 'every ...', 'any ...' or 'no ...'"
            if isinstance(subject, Bound)
            else "join conditions with 'and' or 'or'"
        )
        raise self.fail("TW201", node.subject.span, "one thing is wanted here", help)

    def compared(self, operator: str, left: Num, right: Num, span: Span) -> core.Expr:
        """Two numbers compared; a height is seldom meant to be compared with a count."""
        if {left.unit, right.unit} == {"height", "count"}:
            self.diagnostics.warning(
                "TW208",
                span,
                f"a {left.unit} is compared with a {right.unit}",
                "if that is what the card says, put one of them in parentheses",
            )
        return core.Compare(operator, left.expr, right.expr)

    def _said_of_number(self, subject: Num, predicate: ast.Pred, scope: Scope) -> core.Expr:
        match predicate:
            case ast.IsNot():
                return build.negation(self._said_of_number(subject, predicate.predicate, scope))
            case ast.Bounded():
                value = self.quantity(predicate.value, scope)
                return self.compared(predicate.operator, subject, value, predicate.span)
            case ast.IsValue():
                value = self.quantity(predicate.value, scope)
                return self.compared("=", subject, value, predicate.span)
            case _:
                raise self.fail(
                    "TW202",
                    predicate.span,
                    "this is not said of a number",
                    "a number is 'at least 3', 'more than 3' or '= 3'",
                )

    def _said_of(self, subject: Elem, predicate: ast.Pred, scope: Scope, near: core.Var | None) -> core.Expr:
        """The predicate about an element; `near` is the space that a neighbor is near."""
        var = subject.var
        if scope.home(var) != scope.board:
            moved = replace(scope, board=scope.home(var))
            return self.at_home(self._said_of(subject, predicate, moved, near), var, scope)
        match predicate:
            case ast.IsNot():
                return build.negation(self._said_of(subject, predicate.predicate, scope, near))
            case ast.Relative():
                return self._relative(var, predicate, scope, near)
            case ast.IsA():
                return self.satisfies(predicate.phrase, var, scope, many=False)
            case ast.IsValue():
                return self._is_value(subject, predicate, scope)
            case ast.SameAs():
                return self._same_attribute(var, predicate, scope, near)
            case ast.Bounded():
                if var.sort == core.VALUE:
                    return self._said_of_number(Num(core.NumberOf(var)), predicate, scope)
                raise self.fail(
                    "TW202",
                    predicate.span,
                    f"a {var.noun} is not a number",
                    "say which number of it, for example its height",
                )
        builder = self._about(var, predicate, scope, near)
        match predicate:
            case ast.WithSome():
                return builder.has(predicate.counted)
            case _:
                return builder.placed(predicate)

    def _about(self, var: core.Var, predicate: ast.Pred, scope: Scope, near: core.Var | None) -> PhraseBuilder:
        builder = PhraseBuilder(self, ast.Phrase(None, (), span=predicate.span), scope, var, given=True)
        builder.near = near
        return builder

    def _with_other(
        self,
        builder: PhraseBuilder,
        predicate: ast.Relative | ast.SameAs,
        scope: Scope,
        said: Callable[[core.Var, Scope], core.Expr],
    ) -> core.Expr:
        """What is said of the subject and another thing, or a quantity of others."""
        reference = predicate.reference
        if not isinstance(reference, ast.Counted):
            other = builder.other(reference, predicate.span)
            return other.closed(said(other.var, scope))
        many = False if reference.quantity.kind == "every" else None
        bound = self.bound(reference.phrase, builder.inner, many)
        condition = said(bound.var, bound.inside(builder.inner))
        return bound.closed(self.quantified(reference.quantity, bound, condition, reference.span))

    def _relative(self, var: core.Var, predicate: ast.Relative, scope: Scope, near: core.Var | None) -> core.Expr:
        builder = self._about(var, predicate, scope, near)
        if var.sort != core.SPACE:
            raise self.fail("TW202", predicate.span, f"a {var.noun} has no height", SAID_OF_SPACES)

        def compared(other: core.Var, inner: Scope) -> core.Expr:
            if other.sort != core.SPACE:
                raise self.fail("TW202", predicate.span, f"a {other.noun} has no height", SAID_OF_SPACES)
            return core.Compare(predicate.operator, self._height(var, inner), self._height(other, inner))

        return self._with_other(builder, predicate, scope, compared)

    def _height(self, var: core.Var, scope: Scope) -> core.Expr:
        return self.at_home(core.Height(var), var, scope)

    def _same_attribute(self, var: core.Var, predicate: ast.SameAs, scope: Scope, near: core.Var | None) -> core.Expr:
        builder = self._about(var, predicate, scope, near)
        noun = self.noun(predicate.attribute, scope, many=False)
        if noun.sort != core.VALUE or var.sort != core.SPACE:
            raise self.fail("TW202", predicate.span, f"a {var.noun} has no {noun.singular}", SAID_OF_SPACES)
        values = self.vocabulary.values(noun.singular)

        def same(other: core.Var, inner: Scope) -> core.Expr:
            if values.heights:
                return core.Compare("=", self._height(var, inner), self._height(other, inner))
            if inner.home(other) == inner.home(var):
                classes = tuple(value.kinds for value in values.values if value.kinds)
                return core.Agree(var, other, classes)
            value = self.fresh(core.VALUE, noun.singular)
            shown = (self.at_home(core.ShowsValue(v, value), v, inner) for v in (var, other))
            return core.Exists(core.Binder(value, values, core.TRUE), build.conjunction(shown))

        return self._with_other(builder, predicate, scope, same)

    def _is_value(self, subject: Elem, predicate: ast.IsValue, scope: Scope) -> core.Expr:
        value, var = predicate.value, subject.var
        if isinstance(value, ast.Named) and value.phrase.article is None and value.phrase.words:
            if var.sort == core.SPACE or value.phrase.noun.text in self.vocabulary.rules:
                return self._is_like(value.phrase, var, scope)
            if var.sort == core.VALUE and value.phrase.noun.text in self.vocabulary.kinds_of:
                return self.satisfies(value.phrase, var, scope)
        found = self.typed(value, scope)
        if isinstance(found, Elem):
            return self.same(subject, found, predicate.span)
        if isinstance(found, Num) and var.sort == core.VALUE:
            return core.Compare("=", core.NumberOf(var), found.expr)
        raise self.fail(
            "TW201",
            value.span,
            f"a {var.noun} is not a number",
            "say which number of it, for example 'its height is 3'",
        )

    def _is_like(self, phrase: ast.Phrase, var: core.Var, scope: Scope) -> core.Expr:
        """`is face-up`, `are towers`; one noun without an article is a slip."""
        first, last = phrase.words[0], phrase.noun
        if first.text in FOREIGN and first.text not in self.vocabulary.rules:
            raise self.unknown(first, scope)
        builder = PhraseBuilder(self, phrase, scope, var, given=True)
        if builder.add_adjective(last):
            return builder.finish().binder.guard
        if singular(last.text, scope) != last.text or last.text in self.vocabulary.plurals:
            return self.satisfies(phrase, var, scope)
        if last.text in self.vocabulary.nouns:
            raise self.fail("TW201", phrase.span, "an article is missing", f"write 'is a {self.words_of(phrase)}'")
        raise self.unknown(last, scope)

    def words_of(self, phrase: ast.Phrase) -> str:
        """The words of a phrase, as written."""
        return " ".join(word.text for word in phrase.words)

    def same(self, left: Elem, right: Elem, span: Span) -> core.Expr:
        """Two elements are the same one."""
        if left.var.sort != right.var.sort:
            raise self.fail(
                "TW202", span, f"a {left.var.noun} is never a {right.var.noun}", "compare two things of the same sort"
            )
        return left.closed(right.closed(core.Same(left.var, right.var)))
