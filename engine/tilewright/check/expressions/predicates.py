"""Conditions: comparisons of numbers and elements, and the predicates `is ...` and `has ...`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeGuard

from tilewright.check import vocabulary as words
from tilewright.check.context import Context, Names
from tilewright.check.expressions.dispatch import ExpressionHandlers, Expressions
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.placement import SAID_OF_SPACES, Placement
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Cond, Elem, Num, Reported, Scope, singular, together
from tilewright.check.vocabulary import OWNED, SPACE_ADJECTIVES
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.core.node import PLAYERS, asked_of, reads
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.syntax.repair.printed import a
from tilewright.syntax.repair.wordings import FOREIGN


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Elaborates comparisons by the types of their sides."""

    context: Context
    references: References
    phrases: NounPhrases
    expressions: Expressions

    @property
    def handlers(self) -> ExpressionHandlers:
        """The node types that are elaborated here."""
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
        """Compare a number with the same number on other players' boards."""
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
        """Compare two numbers; warns if a height is compared with a count."""
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
                f"a number is compared with itself here: this is {holds} true",
                "both sides are about the same thing; say which other one is meant",
            )
        return core.Compare(operator, left.expr, right.expr)

    def same(self, left: Elem, right: Elem, span: Span) -> core.Expr:
        """The condition that two elements are the same."""
        if left.var.sort != right.var.sort:
            raise self.context.fail(
                "TW202", span, f"a {left.var.noun} is never a {right.var.noun}", "compare two things of the same kind"
            )
        return left.closed(right.closed(core.Same(left.var, right.var)))


_OF_ONE = {"is": "is", "are": "is", "has": "has", "have": "has"}
"""The verbs of predicates, which may be singular or plural."""


@dataclass(frozen=True, eq=False)
class Predicates:
    """Elaborates predicates; the subject is an element, a quantity of elements, or a number."""

    context: Context
    names: Names
    phrases: NounPhrases
    expressions: Expressions
    comparisons: Comparisons

    @property
    def handlers(self) -> ExpressionHandlers:
        """The node types that are elaborated here."""
        return {ast.Predicate: self._predicate}

    # -- subjects

    def _predicate(self, node: ast.Predicate, scope: Scope) -> Cond:
        self._check_agreement(node)
        if isinstance(node.subject, ast.Counted):
            return Cond(self._of_counted(node.subject, node.predicate, scope))
        subject = self.expressions.typed(node.subject, scope)
        if isinstance(subject, Elem):
            scope = scope.on(subject.outer) if subject.var.sort == core.GROUP else scope
            return Cond(subject.closed(self._of_element(subject.var, node.predicate, scope)))
        if isinstance(subject, Num):
            return Cond(self._of_number(subject, node.predicate, scope))
        if isinstance(subject, Cond) and _is_met(node.predicate):
            return subject
        help = "join conditions with 'and' or 'or'"
        if isinstance(subject, Bound):
            help = "write 'every ...', 'any ...' or 'no ...'"
        raise self.context.fail("TW201", node.subject.span, "a single thing is expected here", help)

    def _check_agreement(self, node: ast.Predicate) -> None:
        """Report `it are stacks`."""
        verb = Span(node.subject.span.end, node.predicate.span.start)
        said = self.context.diagnostics.source.slice(verb).strip()
        if said not in _OF_ONE or not self._is_one(node.subject):
            return
        one, value = _OF_ONE[said], node.predicate.value if isinstance(node.predicate, ast.IsValue) else None
        words = value.phrase.words if isinstance(value, ast.Named) and value.phrase.article is None else ()
        noun = self.context.vocabulary.plurals.get(words[-1].text) if words else None
        start = verb.end - len(said) - 1
        if noun is not None and one == "is":
            replacement = " ".join([one, a(" ".join([*(word.text for word in words[:-1]), noun.singular]))])
            span = Span(start, words[-1].span.end)
        elif said != one:
            replacement, span = one, Span(start, verb.end - 1)
        else:
            return
        message = f"'{self.context.diagnostics.source.slice(span)}' is plural; use the singular here"
        raise self.context.fail("TW102", span, message, f"write '{replacement}'", replacement)

    def _is_one(self, subject: ast.Expr | ast.Counted) -> bool:
        if isinstance(subject, ast.Counted):
            return subject.quantity.kind == "every" or subject.phrase.noun.text in self.context.vocabulary.nouns
        return isinstance(subject, ast.Named) and (
            subject.phrase.article == "it"
            or (subject.phrase.article is not None and subject.phrase.noun.text in self.context.vocabulary.nouns)
        )

    def _of_counted(self, counted: ast.Counted, predicate: ast.Pred, scope: Scope) -> core.Expr:
        many = False if counted.quantity.kind == "every" else None
        try:
            bound = self.phrases.bound(counted.phrase, scope, many)
        except Reported:  # the predicate is elaborated anyway, to report its problems
            inner = self.phrases.stand_in(counted.phrase, scope)
            if len(inner.elements) > len(scope.elements):
                self._of_element(inner.elements[-1], predicate, inner, scope.innermost(core.SPACE))
            raise
        condition = self._of_element(bound.var, predicate, bound.inside(scope), bound.near)
        if counted.quantity.kind == "every":
            self.context.note("every", counted.phrase.span, core.Forall(bound.binder, condition))
        return self.phrases.quantified(counted.quantity, bound, condition, scope)

    def _of_number(self, subject: Num, predicate: ast.Pred, scope: Scope) -> core.Expr:
        match predicate:
            case ast.IsNot():
                return build.negation(self._of_number(subject, predicate.predicate, scope))
            case ast.JoinedPredicate():
                said = together(partial(self._of_number, subject, part, scope) for part in predicate.parts)
                return _junction(predicate.operator, said)
            case ast.IsValue() if _is_parity(predicate.value):
                return build.parity(subject.expr, words.PARITIES[predicate.value.phrase.noun.text])
            case ast.IsValue() if isinstance(subject.expr, core.NumberOf) and self._is_ruled(predicate.value):
                return self._of_element(subject.expr.value, predicate, scope)
            case ast.Bounded() | ast.IsValue():
                operator = predicate.operator if isinstance(predicate, ast.Bounded) else "="
                if isinstance(predicate.value, ast.ThatOf):
                    return self.comparisons.with_that(operator, subject, predicate.value, scope)
                value = self.expressions.quantity(predicate.value, scope)
                return self.comparisons.numbers(operator, subject, value, predicate.span)
            case _:
                raise self.context.fail(
                    "TW202",
                    predicate.span,
                    "this does not apply to a number",
                    "a number is 'at least 3', 'more than 3', '= 3', 'even' or 'odd'",
                )

    def _is_ruled(self, value: ast.Expr) -> bool:
        """Whether the value is the name of a rule of the game, as in `the lane is free`."""
        if not isinstance(value, ast.Named) or value.phrase.article or len(value.phrase.words) != 1:
            return False
        return value.phrase.noun.text in self.context.vocabulary.rules

    def _of_element(self, var: core.Var, predicate: ast.Pred, scope: Scope, near: core.Var | None = None) -> core.Expr:
        """A predicate about an element; `near` is the space that a neighbor belongs to."""
        home = scope.home(var)
        if home != scope.board:
            there = self._of_element(var, predicate, replace(scope, board=home), near)
            return self.context.at_home(there, var, scope)
        return self._predicated(self.phrases.placement(var, scope, near), predicate)

    def _predicated(self, about: Placement, predicate: ast.Pred) -> core.Expr:
        return _PREDICATES[type(predicate)](self, about, predicate)

    # -- predicates

    def _is_not(self, about: Placement, predicate: ast.IsNot) -> core.Expr:
        return build.negation(self._predicated(about, predicate.predicate))

    def _junction_of(self, about: Placement, predicate: ast.JoinedPredicate) -> core.Expr:
        said = together(partial(self._predicated, about, part) for part in predicate.parts)
        return _junction(predicate.operator, said)

    def _is_a(self, about: Placement, predicate: ast.IsA) -> core.Expr:
        return self.phrases.satisfies(predicate.phrase, about.subject.var, about.subject.scope, many=False)

    def _placed(
        self,
        about: Placement,
        predicate: ast.InPlace | ast.InSame | ast.OnFloor | ast.Beside | ast.MadeFor | ast.Toward | ast.Between,
    ) -> core.Expr:
        return about.placed(predicate)

    def _has(self, about: Placement, predicate: ast.WithSome) -> core.Expr:
        return about.has(predicate.counted)

    def _has_most(self, about: Placement, predicate: ast.WithMost) -> core.Expr:
        return about.has_most(predicate)

    def _bounded(self, about: Placement, predicate: ast.Bounded) -> core.Expr:
        var = about.subject.var
        if var.sort == core.VALUE:
            return self._of_number(Num(core.NumberOf(var)), predicate, about.subject.scope)
        raise self.context.fail(
            "TW202", predicate.span, f"a {var.noun} is not a number", "write one of its numbers, for example its height"
        )

    def _is_value(self, about: Placement, predicate: ast.IsValue) -> core.Expr:
        """`is 3`, `is face-up`, `is the row`."""
        value, var, scope = predicate.value, about.subject.var, about.subject.scope
        if isinstance(value, ast.Named) and value.phrase.article is None and value.phrase.words:
            known, noun = self.context.vocabulary, value.phrase.noun.text
            if var.sort == core.SPACE or noun in known.rules:
                return self._is_like(value.phrase, var, scope)
            if var.sort == core.VALUE and noun in known.kinds_of:
                return self.phrases.satisfies(value.phrase, var, scope)
            number = self.expressions.as_number(Elem(var))
            if isinstance(number, Num) and _is_parity(value):
                return self._of_number(number, predicate, scope)
        found = self.expressions.typed(value, scope)
        if isinstance(found, Elem):
            return self.comparisons.same(Elem(var), found, predicate.span)
        if isinstance(found, Num) and var.sort == core.VALUE:
            return core.Compare("=", core.NumberOf(var), found.expr)
        raise self.context.fail(
            "TW201",
            value.span,
            f"a {var.noun} is not a number",
            "write one of its numbers, for example 'its height is 3'",
        )

    def _is_like(self, phrase: ast.Phrase, var: core.Var, scope: Scope) -> core.Expr:
        """`is face-up`, `are towers`. Reports a singular noun without an article."""
        known, first, last = self.context.vocabulary, phrase.words[0], phrase.noun
        if first.text in FOREIGN and first.text not in known.known(scope.names):
            raise self.names.unknown(first, scope)
        described = self.phrases.described(phrase, var, scope)
        if described is not None:
            return described
        if singular(last.text, scope) != last.text or last.text in known.plurals:
            return self.phrases.satisfies(phrase, var, scope)
        if last.text in known.nouns:
            written = " ".join(word.text for word in phrase.words)
            article = "an" if written[0] in "aeiou" else "a"
            raise self.context.fail("TW201", phrase.span, "an article is missing", f"write '{article} {written}'")
        raise self.names.unknown(last, scope)

    # -- comparisons with other elements

    def _relative(self, about: Placement, predicate: ast.Relative) -> core.Expr:
        """`is taller than the stack`, `than every neighbor`."""
        var = about.subject.var
        self._check_height(var, predicate)

        def compared(other: core.Var, scope: Scope) -> core.Expr:
            self._check_height(other, predicate)
            return core.Compare(predicate.operator, self._height(var, scope), self._height(other, scope))

        return self._with_other(about, predicate, compared)

    def _check_height(self, var: core.Var, predicate: ast.Relative) -> None:
        if var.sort != core.SPACE:
            raise self.context.fail("TW202", predicate.span, f"a {var.noun} has no height", SAID_OF_SPACES)

    def _height(self, var: core.Var, scope: Scope) -> core.Expr:
        return self.context.at_home(core.Height(var), var, scope)

    def _same_attribute(self, about: Placement, predicate: ast.SameAs) -> core.Expr:
        """`is of the same color`, `as any neighbor`."""
        var = about.subject.var
        noun = self.names.noun(predicate.attribute, about.subject.scope, many=False)
        if noun.sort != core.VALUE or var.sort != core.SPACE:
            raise self.context.fail("TW202", predicate.span, f"a {var.noun} has no {noun.singular}", SAID_OF_SPACES)
        values = self.context.vocabulary.values(noun.singular)

        def same(other: core.Var, scope: Scope) -> core.Expr:
            if values.heights:
                return core.Compare("=", self._height(var, scope), self._height(other, scope))
            value = self.context.fresh(core.VALUE, noun.singular)
            shown = (self.context.at_home(core.ShowsValue(v, value), v, scope) for v in (var, other))
            return core.Exists(core.Binder(value, values, core.TRUE), build.conjunction(shown))

        return self._with_other(about, predicate, same)

    def _with_other(
        self,
        about: Placement,
        predicate: ast.Relative | ast.SameAs,
        said: Callable[[core.Var, Scope], core.Expr],
    ) -> core.Expr:
        """A relation between the subject and another element, or a quantity of them."""
        reference = predicate.reference
        if not isinstance(reference, ast.Counted):
            other = about.other(reference, predicate.span)
            return other.closed(said(other.var, about.subject.scope))
        inner = about.subject.inner
        many = False if reference.quantity.kind == "every" else None
        bound = self.phrases.bound(reference.phrase, inner, many)
        condition = said(bound.var, bound.inside(inner))
        return self.phrases.quantified(reference.quantity, bound, condition, inner)


def _junction(operator: str, parts: Sequence[core.Expr]) -> core.Expr:
    return build.conjunction(parts) if operator == "and" else build.disjunction(parts)


def _is_met(predicate: ast.Pred) -> bool:
    """Whether a predicate is `is met`."""
    value = predicate.value if isinstance(predicate, ast.IsValue) else None
    return isinstance(value, ast.Named) and [word.text for word in value.phrase.words] == ["met"]


def _is_parity(value: ast.Expr) -> TypeGuard[ast.Named]:
    """Whether a value is the word `even` or `odd`."""
    if not isinstance(value, ast.Named) or value.phrase.article or value.phrase.modifiers:
        return False
    return len(value.phrase.words) == 1 and value.phrase.noun.text in words.PARITIES


_PREDICATES: dict[type, Callable[[Predicates, Placement, Any], core.Expr]] = {
    ast.IsNot: Predicates._is_not,
    ast.JoinedPredicate: Predicates._junction_of,
    ast.IsA: Predicates._is_a,
    ast.IsValue: Predicates._is_value,
    ast.Bounded: Predicates._bounded,
    ast.Relative: Predicates._relative,
    ast.SameAs: Predicates._same_attribute,
    ast.WithSome: Predicates._has,
    ast.WithMost: Predicates._has_most,
    ast.InPlace: Predicates._placed,
    ast.InSame: Predicates._placed,
    ast.OnFloor: Predicates._placed,
    ast.Beside: Predicates._placed,
    ast.MadeFor: Predicates._placed,
    ast.Toward: Predicates._placed,
    ast.Between: Predicates._placed,
}


# ------------------------------------------------------------------ conditions


_TRENDS = {"<": "rises", ">": "falls", "<=": "never falls", ">=": "never rises"}


@dataclass(frozen=True, eq=False)
class Conditions:
    """Elaborates conditions without a predicate."""

    context: Context
    references: References
    phrases: NounPhrases
    expressions: Expressions

    @property
    def handlers(self) -> ExpressionHandlers:
        """The node types that are elaborated here."""
        return {
            ast.ThereIs: self._there_is,
            ast.Junction: self._junction,
            ast.Negation: self._negation,
            ast.Mirror: self._mirror,
            ast.Trend: self._trend,
        }

    def _there_is(self, node: ast.ThereIs, scope: Scope) -> Cond:
        bound = self.phrases.bound(node.counted.phrase, scope, None)
        if node.counted.quantity.kind == "every":
            help = "write 'any' or how many; a condition on all of them begins with 'every', as in 'every stack is face-up'"
            raise self.context.fail("TW202", node.span, "everything that exists is there, so this is always true", help)
        return Cond(self.phrases.quantified(node.counted.quantity, bound, core.TRUE, scope))

    def _junction(self, node: ast.Junction, scope: Scope) -> Cond:
        condition = self.expressions.condition
        first, *others = whole_conditions(node, scope, self.context)
        help = f"both sides of '{node.operator}' are whole conditions, as in 'height = 3 {node.operator} height = 4'"
        thunks = [partial(condition, part, scope, help) for part in others]
        parts = together([partial(condition, first, scope), *thunks])
        return Cond(build.conjunction(parts) if node.operator == "and" else build.disjunction(parts))

    def _negation(self, node: ast.Negation, scope: Scope) -> Cond:
        return Cond(build.negation(self.expressions.condition(node.body, scope)))

    def _mirror(self, node: ast.Mirror, scope: Scope) -> Cond:
        """The heights of the described spaces (0 elsewhere) are symmetric across the axis."""
        phrase = self._things(node.subject, "things that mirror", "stacks mirror across the axis")
        bound: Bound
        bound, axis = together(
            [
                lambda: self.phrases.bound(phrase, scope, many=True),
                lambda: self.references.axis(node.place, scope),
            ]
        )
        if bound.var.sort != core.SPACE:
            raise self.context.fail(
                "TW202",
                node.subject.span,
                f"a {bound.var.noun} does not lie on spaces",
                "for example 'stacks mirror across the axis'",
            )
        here, there = self.context.fresh(core.SPACE, "space"), self.context.fresh(core.SPACE, "mirror")

        def height(space: core.Var) -> core.Expr:
            guard = walk.substitute(bound.guard, bound.var, space)
            return core.If(guard, core.Height(space), core.Const(0))

        image = core.Binder(there, core.Image(axis, here), core.TRUE)
        equal = core.Exists(image, core.Compare("=", height(here), height(there)))
        return Cond(bound.closed(core.Forall(core.Binder(here, core.Spaces(), core.TRUE), equal)))

    def _trend(self, node: ast.Trend, scope: Scope) -> Cond:
        """There are two or more elements, and each compares in this way with all on its side."""
        phrase = self._things(node.subject, f"what {_TRENDS[node.operator]}", "its stacks rise from left to right")
        bound = self.phrases.bound(phrase, scope, many=True)
        line = "row" if node.side in ("left", "right") else "column"
        if bound.var.sort != core.SPACE or bound.line != line:
            raise self.context.fail(
                "TW202",
                node.span,
                f"these are not in one {line}",
                f"apply it to what is in a {line}, as in 'for each {line} where its stacks rise ...'",
            )
        word = node.measure or ast.Word("height", node.span)
        measure = ast.Named(ast.Phrase("its", (word,), span=word.span), span=word.span)
        here, there = bound.var, self.context.fresh(core.SPACE, bound.var.noun)
        number = self.expressions.number(measure, bound.inside(scope))
        if here not in walk.variables(number):
            raise self.context.fail("TW202", word.span, f"a {here.noun} has no {word.text}", SAID_OF_SPACES)
        further = walk.substitute(bound.guard, here, there)
        others = core.Binder(there, core.Neighbors(here, node.side, None), further)
        compared = core.Compare(node.operator, number, walk.substitute(number, here, there))
        several = core.Compare(">=", core.Sum(bound.binder, core.Const(1)), core.Const(2))
        steady = core.Forall(bound.binder, core.Forall(others, compared))
        return Cond(bound.closed(build.conjunction([several, steady])))

    def _things(self, node: ast.Expr, what: str, example: str) -> ast.Phrase:
        """The phrase that a condition is about; a preceding `their` belongs to the phrase."""
        their = isinstance(node, ast.Theirs)
        subject = node.body if isinstance(node, ast.Theirs) else node
        if not isinstance(subject, ast.Named) or subject.phrase.article == "it":
            raise self.context.fail("TW202", node.span, f"{what} must be things on spaces", f"for example '{example}'")
        return replace(subject.phrase, article="their") if their else subject.phrase


def whole_conditions(node: ast.Junction, scope: Scope, context: Context) -> tuple[ast.Expr, ...]:
    """The operands of a junction; an elided predicate is merged into the condition before it.

    So `every neighbor is a wall or a gate` asks of each neighbor whether it is one of the two.
    """
    whole: list[ast.Expr] = []
    for part in node.parts:
        further = _bare(part, scope, context) if whole else None
        if not isinstance(part, ast.ElidedPredicate) and not isinstance(whole[-1] if whole else None, ast.Predicate):
            further = None
        whole.append(_with_elided(node.operator, whole.pop(), further, context) if further else part)
    return tuple(whole)


def _bare(part: ast.Expr, scope: Scope, context: Context) -> ast.Pred | None:
    """An elided predicate: `a gate`, `on the border`, `empty`, `3`; None for a complete condition."""
    if isinstance(part, ast.ElidedPredicate):
        return part.predicate
    if isinstance(part, ast.Number):
        return ast.IsValue(part, span=part.span)
    if not isinstance(part, ast.Named) or part.phrase.article or part.phrase.modifiers:
        return None
    known, word = context.vocabulary, part.phrase.noun.text
    said = {*SPACE_ADJECTIVES, *OWNED, *known.kinds_of, *known.rules, *known.game.marks}
    return ast.IsValue(part, span=part.span) if word in said and singular(word, scope) not in scope.names else None


def _with_elided(operator: str, before: ast.Expr, further: ast.Pred, context: Context) -> ast.Predicate:
    if not isinstance(before, ast.Predicate) or isinstance(before.predicate, ast.IsNot):
        raise _unclear(operator, further, context)
    first = before.predicate
    known = first.parts if isinstance(first, ast.JoinedPredicate) else (first,)
    if isinstance(known[-1], ast.WithSome):
        further = _had(operator, further, context)
    span = before.span.to(further.span)
    both = ast.JoinedPredicate(operator, (*known, further), span=known[0].span.to(further.span))
    return ast.Predicate(before.subject, both, span=span)


def _had(operator: str, further: ast.Pred, context: Context) -> ast.Pred:
    """An elided operand after `has a wall or`."""
    if not isinstance(further, ast.IsA):
        raise _unclear(operator, further, context)
    any_ = ast.Quantity("any", span=further.span)
    return ast.WithSome(ast.Counted(any_, further.phrase, span=further.span), span=further.span)


def _unclear(operator: str, further: ast.Pred, context: Context) -> Reported:
    help = f"write the whole condition, as in '{operator} it is ...'"
    return context.fail("TW201", further.span, "it is not clear what this refers to", help)
