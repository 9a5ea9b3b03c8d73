"""What can be said of a thing: `is ...` and `has ...`."""

from __future__ import annotations

from abc import abstractmethod

from tilewright.check.noun_phrase import PhraseBuilder
from tilewright.check.phrases import Phrases
from tilewright.check.typed import Bound, Elem, Num, Scope, Typed
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast


class Predicates(Phrases):
    """Quantities, comparisons of things, and one method for each predicate."""

    @abstractmethod
    def typed(self, node: ast.Expr, scope: Scope) -> Typed:
        """Any expression, with its kind."""

    @abstractmethod
    def quantity(self, node: ast.Expr, scope: Scope) -> Num:
        """The number of an expression, with its unit."""

    def quantified(
        self, quantity: ast.Quantity, bound: Bound, condition: core.Expr, span: Span
    ) -> core.Expr:
        """A quantity of elements satisfies a condition."""
        binder = bound.binder
        if quantity.kind == "any":
            return core.Exists(binder, condition)
        if quantity.kind == "no":
            return build.negation(core.Exists(binder, condition))
        if quantity.kind == "every":
            return core.Forall(binder, condition)
        if quantity.kind == "at least" and quantity.count == 0:
            self.diagnostics.warning("TW204", quantity.span, "'at least 0' always holds", "leave it out")
        kept = core.Binder(binder.var, binder.domain, build.conjunction([binder.guard, condition]))
        operator = {"exactly": "=", "at least": ">=", "at most": "<="}[quantity.kind]
        return core.Compare(operator, core.Sum(kept, core.Const(1)), core.Const(quantity.count))

    def _predicate(self, node: ast.Predicate, scope: Scope) -> core.Expr:
        if isinstance(node.subject, ast.Counted):
            counted = node.subject
            many = False if counted.quantity.kind == "every" else None
            bound = self.bound(counted.phrase, scope, many)
            inner = scope.bind(bound.var)
            condition = self._said_of(Elem(bound.var), node.predicate, inner, bound.near)
            return bound.closed(self.quantified(counted.quantity, bound, condition, node.span))
        subject = self.typed(node.subject, scope)
        if isinstance(subject, Elem):
            return subject.bind(self._said_of(subject, node.predicate, scope, None))
        if isinstance(subject, Num):
            return self._said_of_number(subject, node.predicate, scope)
        help = "write 'every ...', 'any ...' or 'no ...'" if isinstance(subject, Bound) else ""
        raise self.fail("TW201", node.subject.span, "one thing is wanted here", help)

    def _said_of_number(self, subject: Num, predicate: ast.Pred, scope: Scope) -> core.Expr:
        match predicate:
            case ast.IsNot():
                return build.negation(self._said_of_number(subject, predicate.predicate, scope))
            case ast.Bounded():
                value = self.quantity(predicate.value, scope)
                return core.Compare(predicate.operator, subject.expr, value.expr)
            case ast.IsValue():
                value = self.quantity(predicate.value, scope)
                return core.Compare("=", subject.expr, value.expr)
            case _:
                raise self.fail("TW202", predicate.span, "this is not said of a number",
                                "a number is 'at least 3', 'more than 3' or '= 3'")  # fmt: skip

    def _said_of(
        self, subject: Elem, predicate: ast.Pred, scope: Scope, near: core.Var | None
    ) -> core.Expr:
        """The predicate about an element; `near` is the space that a neighbor is near."""
        var = subject.var
        match predicate:
            case ast.IsNot():
                return build.negation(self._said_of(subject, predicate.predicate, scope, near))
            case ast.Relative():
                return self._relative(var, predicate, scope, near)
            case ast.IsA():
                return self.satisfies(predicate.phrase, var, scope)
            case ast.IsValue():
                return self._is_value(subject, predicate, scope)
            case ast.SameAs():
                return self._same_attribute(var, predicate, scope, near)
            case ast.Bounded():
                if var.sort == core.VALUE:
                    return self._said_of_number(Num(core.NumberOf(var)), predicate, scope)
                raise self.fail("TW202", predicate.span, f"a {var.noun} is not a number",
                                "say which number of it, for example its height")  # fmt: skip
        builder = self._about(var, predicate, scope, near)
        match predicate:
            case ast.InPlace():
                return builder.in_region(predicate.place)
            case ast.WithSome():
                return builder.has(predicate.counted)
            case _:
                return builder.placed(predicate)

    def _about(self, var: core.Var, predicate: ast.Pred, scope: Scope, near: core.Var | None) -> PhraseBuilder:  # fmt: skip
        builder = PhraseBuilder(self, ast.Phrase(None, (), span=predicate.span), scope, var, given=True)  # fmt: skip
        builder.near = near
        return builder

    def _relative(
        self, var: core.Var, predicate: ast.Relative, scope: Scope, near: core.Var | None
    ) -> core.Expr:
        builder = self._about(var, predicate, scope, near)
        if var.sort != core.SPACE:
            raise self.fail("TW202", predicate.span, f"a {var.noun} has no height")
        other = Elem(builder.other_space(predicate.span)) if _unnamed(predicate.reference) else \
            self.reference(predicate.reference, scope)  # type: ignore[arg-type]  # fmt: skip
        if other.var.sort != core.SPACE:
            raise self.fail("TW202", predicate.span, f"a {other.var.noun} has no height")
        return other.bind(core.Compare(predicate.operator, core.Height(var), core.Height(other.var)))

    def _same_attribute(
        self, var: core.Var, predicate: ast.SameAs, scope: Scope, near: core.Var | None
    ) -> core.Expr:
        builder = self._about(var, predicate, scope, near)
        noun = self.noun(predicate.attribute, scope, many=False)
        if noun.sort != core.VALUE or var.sort != core.SPACE:
            raise self.fail("TW202", predicate.span, f"a {var.noun} has no {noun.singular}")
        other = Elem(builder.other_space(predicate.span)) if _unnamed(predicate.reference) else \
            self.reference(predicate.reference, scope)  # type: ignore[arg-type]  # fmt: skip
        values = self.vocabulary.values(noun.singular)
        if values.heights:
            return other.bind(core.Compare("=", core.Height(var), core.Height(other.var)))
        classes = tuple(value.kinds for value in values.values if value.kinds)
        return other.bind(core.Agree(var, other.var, classes))

    def _is_value(self, subject: Elem, predicate: ast.IsValue, scope: Scope) -> core.Expr:
        value, var = predicate.value, subject.var
        if isinstance(value, ast.Named) and value.phrase.article is None and value.phrase.words:
            if var.sort == core.SPACE:
                return self._is_like(value.phrase, var, scope)
            kinds = self.vocabulary.kinds_of.get(value.phrase.noun.text)
            if var.sort == core.VALUE and kinds is not None and len(value.phrase.words) == 1:
                return core.OneOf(var, kinds)
        found = self.typed(value, scope)
        if isinstance(found, Elem):
            return self.same(subject, found, predicate.span)
        if isinstance(found, Num) and var.sort == core.VALUE:
            return core.Compare("=", core.NumberOf(var), found.expr)
        raise self.fail("TW201", value.span, f"a {var.noun} is not a number",
                        "say which number of it, for example 'its height is 3'")  # fmt: skip

    def _is_like(self, phrase: ast.Phrase, var: core.Var, scope: Scope) -> core.Expr:
        """`is face-up`, `is empty`; a noun without an article is a slip."""
        last = phrase.noun
        builder = PhraseBuilder(self, phrase, scope, var, given=True)
        if builder.add_adjective(last):
            return builder.finish().binder.guard
        if last.text in self.vocabulary.nouns:
            raise self.fail("TW201", phrase.span, "an article is missing",
                            f"write 'is a {self.words_of(phrase)}'")  # fmt: skip
        raise self.unknown(last, scope)

    def words_of(self, phrase: ast.Phrase) -> str:
        """The words of a phrase, as written."""
        return " ".join(word.text for word in phrase.words)

    def same(self, left: Elem, right: Elem, span: Span) -> core.Expr:
        """Two elements are the same one."""
        if left.var.sort != right.var.sort:
            raise self.fail("TW202", span, f"a {left.var.noun} is never a {right.var.noun}")
        return left.bind(right.bind(core.Same(left.var, right.var)))


def _unnamed(reference: ast.Phrase | None) -> bool:
    """`than it` and nothing at all both mean the space spoken of."""
    return reference is None or reference.article == "it"
