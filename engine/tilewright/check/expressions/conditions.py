"""Conditions that are not about one subject: there is, and, or, not, mirror, rise and fall."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tilewright.check.context import Context
from tilewright.check.expressions.dispatch import ExpressionHandlers, Expressions
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.placement import SAID_OF_SPACES
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Cond, Reported, Scope, singular, together
from tilewright.check.vocabulary import OWNED, SPACE_ADJECTIVES
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.syntax import ast

_TRENDS = {"<": "rises", ">": "falls", "<=": "never falls", ">=": "never rises"}


class Conditions:
    """One method for each kind of condition without a predicate."""

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
            raise self.context.fail("TW202", node.span, "everything that exists is there, so this always holds", help)
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
        """Heights of what the phrase describes (0 elsewhere) are equal across the axis."""
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
        """There are two or more, and each compares so with all that are on its side."""
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
        """The things that a condition is about; `their` before them belongs to their phrase."""
        their = isinstance(node, ast.Theirs)
        subject = node.body if isinstance(node, ast.Theirs) else node
        if not isinstance(subject, ast.Named) or subject.phrase.article == "it":
            raise self.context.fail("TW202", node.span, f"{what} must be things on spaces", f"for example '{example}'")
        return replace(subject.phrase, article="their") if their else subject.phrase


def whole_conditions(node: ast.Junction, scope: Scope, context: Context) -> tuple[ast.Expr, ...]:
    """The parts of a junction, in which a bare predicate is joined to the condition before it.

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
    """What stands without a subject: `a gate`, `on the border`, `empty`, `3`; None for a whole condition."""
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
    """After `has a wall or` stands a further thing that it has."""
    if not isinstance(further, ast.IsA):
        raise _unclear(operator, further, context)
    any_ = ast.Quantity("any", span=further.span)
    return ast.WithSome(ast.Counted(any_, further.phrase, span=further.span), span=further.span)


def _unclear(operator: str, further: ast.Pred, context: Context) -> Reported:
    help = f"write the whole condition, as in '{operator} it is ...'"
    return context.fail("TW201", further.span, "it is not clear what this refers to", help)
