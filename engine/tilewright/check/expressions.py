"""Expressions: from the surface tree to typed numbers, conditions and elements."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from tilewright.check import vocabulary as words
from tilewright.check.numbers import Numbers
from tilewright.check.typed import Bound, Cond, Elem, Num, Reported, Scope, Typed
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.syntax import ast

_KINDS = {Num: "a number", Cond: "a condition", Elem: "a thing", Bound: "a set of things"}


class Expressions(Numbers):
    """One method for each kind of expression."""

    def number(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """The core number of an expression."""
        return self.quantity(node, scope).expr

    def quantity(self, node: ast.Expr, scope: Scope) -> Num:
        """The number of an expression, with its unit."""
        value = self._numeric(self.typed(node, scope))
        if isinstance(value, Num):
            return value
        raise self.wrong(node, "a number", value)

    def _numeric(self, value: Typed) -> Typed:
        """A bound number or height as the number it is; anything else as it is."""
        numbers = (*words.MEASURES, *self.game.numeric_attributes)
        if isinstance(value, Elem) and value.var.sort == core.VALUE and value.var.noun in numbers:
            return Num(core.NumberOf(value.var), value.var.noun)
        return value

    def condition(self, node: ast.Expr, scope: Scope, help: str = "") -> core.Expr:
        """The core condition of an expression; `help` is for when it is none."""
        value = self.typed(node, scope)
        if not isinstance(value, Cond):
            raise self.wrong(node, "a condition", value, help)
        if not isinstance(node, (ast.Junction, ast.Negation, ast.Group)):
            self.note("condition", node.span, value.expr)
        return value.expr

    def wrong(self, node: ast.Expr, wanted: str, found: Typed, help: str = "") -> Reported:
        help = help or _way_out(wanted, found)
        return self.fail("TW201", node.span, f"{wanted} is wanted here, but this is {_KINDS[type(found)]}", help)

    def typed(self, node: ast.Expr, scope: Scope) -> Typed:
        """Any expression, with its kind."""
        match node:
            case ast.Number():
                return Num(core.Const(node.value))
            case ast.Group():  # parentheses take the unit away: the author means it
                value = self.typed(node.body, scope)
                return Num(value.expr) if isinstance(value, Num) else value
            case ast.Negative():
                body = self.quantity(node.body, scope)
                return Num(core.Mul(core.Const(-1), body.expr), body.unit)
            case ast.Arithmetic():
                return self.arithmetic(node, scope)
            case ast.Lookup():
                return self.lookup(node, scope)
            case ast.Cases():
                return Num(self.cases(node, scope, lambda value: value))
            case ast.Count():
                return self.count(node.phrase, scope)
            case ast.Aggregated():
                return self.aggregated(node, scope)
            case ast.ExtremeOf():
                return self.extreme_of(node, scope)
            case ast.Theirs():
                return self.theirs(node, scope)
            case ast.Named():
                return self.named(node.phrase, scope)
            case _:
                return Cond(self._condition(node, scope))

    def _condition(self, node: ast.Expr, scope: Scope) -> core.Expr:
        match node:
            case ast.ThereIs():
                bound = self.bound(node.counted.phrase, scope, None)
                return bound.closed(self.quantified(node.counted.quantity, bound, core.TRUE, node.span))
            case ast.Compare():
                return self._compare(node, scope)
            case ast.Predicate():
                return self._predicate(node, scope)
            case ast.Mirror():
                return self._mirror(node, scope)
            case ast.Junction():
                return self._junction(node, scope)
            case ast.Negation():
                return build.negation(self.condition(node.body, scope))
            case _:
                raise AssertionError(node)

    # -- conditions

    def _junction(self, node: ast.Junction, scope: Scope) -> core.Expr:
        first, *others = node.parts
        help = f"both sides of '{node.operator}' are whole conditions, as in 'height = 3 {node.operator} height = 4'"
        thunks = [partial(self.condition, part, scope, help) for part in others]
        parts = self.each([partial(self.condition, first, scope), *thunks])
        return build.conjunction(parts) if node.operator == "and" else build.disjunction(parts)

    def _compare(self, node: ast.Compare, scope: Scope) -> core.Expr:
        sides = (node.left, node.right)
        left, right = self.each([lambda s=s: self._numeric(self.typed(s, scope)) for s in sides])  # type: ignore[misc]
        if isinstance(left, Num) and isinstance(right, Num):
            return self.compared(node.operator, left, right, node.span)
        if isinstance(left, Elem) and isinstance(right, Elem) and node.operator in ("=", "!="):
            same = self.same(left, right, node.span)
            return same if node.operator == "=" else build.negation(same)
        help = "numbers are compared with numbers, things by '=' with things"
        if isinstance(left, Bound) or isinstance(right, Bound):
            help = "write 'count of ...' before a set of things"
        raise self.fail("TW201", node.span, "these two cannot be compared", help)

    def _mirror(self, node: ast.Mirror, scope: Scope) -> core.Expr:
        """Heights of what the phrase describes (0 elsewhere) are equal across the axis."""
        their = isinstance(node.subject, ast.Theirs)
        subject = node.subject.body if isinstance(node.subject, ast.Theirs) else node.subject
        if not isinstance(subject, ast.Named) or subject.phrase.article == "it":
            raise self.fail(
                "TW202",
                node.subject.span,
                "what mirrors must be things on spaces",
                "for example 'stacks mirror across the axis'",
            )
        phrase = replace(subject.phrase, article="their") if their else subject.phrase
        bound: Bound
        bound, axis = self.each([lambda: self.bound(phrase, scope, many=True), lambda: self.axis(node.place, scope)])
        if bound.var.sort != core.SPACE:
            raise self.fail(
                "TW202",
                node.subject.span,
                f"a {bound.var.noun} does not lie on spaces",
                "for example 'stacks mirror across the axis'",
            )
        here, there = self.fresh(core.SPACE, "space"), self.fresh(core.SPACE, "mirror")

        def height(space: core.Var) -> core.Expr:
            guard = walk.substitute(bound.guard, bound.var, space)
            return core.If(guard, core.Height(space), core.Const(0))

        image = core.Binder(there, core.Image(axis, here), core.TRUE)
        equal = core.Exists(image, core.Compare("=", height(here), height(there)))
        return bound.closed(core.Forall(core.Binder(here, core.Spaces(), core.TRUE), equal))


def _way_out(wanted: str, found: Typed) -> str:
    """What to write when something else is wanted than what was found."""
    if wanted == "a condition":
        if isinstance(found, Num):
            return "compare it, for example with '> 0'"
        return "say what must hold, for example 'it is face-up' or 'there is a stack'"
    if isinstance(found, Elem):
        return "say which number of it, for example 'its height' or 'count of its stacks'"
    return "write 'count of ...'" if isinstance(found, Bound) else "write '1 if ...'"
