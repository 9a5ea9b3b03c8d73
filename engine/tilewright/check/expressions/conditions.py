"""Conditions that are not about one subject: there is, and, or, not, mirror."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tilewright.check.context import Context
from tilewright.check.expressions.dispatch import Expressions, Handlers
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.quantities import quantified
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Cond, Scope, together
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.syntax import ast


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
    def handlers(self) -> Handlers:
        """The nodes that are elaborated here."""
        return {
            ast.ThereIs: self._there_is,
            ast.Junction: self._junction,
            ast.Negation: self._negation,
            ast.Mirror: self._mirror,
        }

    def _there_is(self, node: ast.ThereIs, scope: Scope) -> Cond:
        bound = self.phrases.bound(node.counted.phrase, scope, None)
        return Cond(bound.closed(quantified(node.counted.quantity, bound, core.TRUE)))

    def _junction(self, node: ast.Junction, scope: Scope) -> Cond:
        condition = self.expressions.condition
        first, *others = node.parts
        help = f"both sides of '{node.operator}' are whole conditions, as in 'height = 3 {node.operator} height = 4'"
        thunks = [partial(condition, part, scope, help) for part in others]
        parts = together([partial(condition, first, scope), *thunks])
        return Cond(build.conjunction(parts) if node.operator == "and" else build.disjunction(parts))

    def _negation(self, node: ast.Negation, scope: Scope) -> Cond:
        return Cond(build.negation(self.expressions.condition(node.body, scope)))

    def _mirror(self, node: ast.Mirror, scope: Scope) -> Cond:
        """Heights of what the phrase describes (0 elsewhere) are equal across the axis."""
        phrase = self._mirrored(node)
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

    def _mirrored(self, node: ast.Mirror) -> ast.Phrase:
        """The things that mirror; `their` before them belongs to their phrase."""
        their = isinstance(node.subject, ast.Theirs)
        subject = node.subject.body if isinstance(node.subject, ast.Theirs) else node.subject
        if not isinstance(subject, ast.Named) or subject.phrase.article == "it":
            raise self.context.fail(
                "TW202",
                node.subject.span,
                "what mirrors must be things on spaces",
                "for example 'stacks mirror across the axis'",
            )
        return replace(subject.phrase, article="their") if their else subject.phrase
