"""Expressions: from the surface tree to typed numbers, conditions and elements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.check import vocabulary as words
from tilewright.check.noun_phrase import as_guard
from tilewright.check.predicates import Predicates
from tilewright.check.typed import Bound, Cond, Elem, Num, Reported, Scope, Typed, singular
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.syntax import ast

_KINDS = {Num: "a number", Cond: "a condition", Elem: "a thing", Bound: "a set of things"}


class Expressions(Predicates):
    """One method for each kind of expression."""

    def number(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """The core number of an expression."""
        return self.quantity(node, scope).expr

    def quantity(self, node: ast.Expr, scope: Scope) -> Num:
        """The number of an expression, with its unit."""
        value = self.typed(node, scope)
        if isinstance(value, Num):
            return value
        if isinstance(value, Elem) and value.var.sort == core.VALUE and value.var.noun in words.MEASURES + self.game.numeric_attributes:  # fmt: skip
            return Num(core.NumberOf(value.var), value.var.noun)
        raise self._wrong(node, "a number", value)

    def condition(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """The core condition of an expression."""
        value = self.typed(node, scope)
        if not isinstance(value, Cond):
            raise self._wrong(node, "a condition", value)
        if not isinstance(node, (ast.Junction, ast.Negation, ast.Group)):
            self.note("condition", node.span, value.expr)
        return value.expr

    def _wrong(self, node: ast.Expr, wanted: str, found: Typed) -> Reported:
        help = ""
        if wanted == "a condition" and isinstance(found, Num):
            help = "compare it, for example with '> 0'"
        elif wanted == "a condition":
            help = "say what must hold, for example 'it is face-up' or 'there is a stack'"
        elif isinstance(found, Elem) and found.var.sort == core.SPACE:
            help = "say which number of it, for example its height"
        elif isinstance(found, Bound):
            help = "write 'count of ...'"
        return self.fail("TW201", node.span, f"{wanted} is wanted here, but this is {_KINDS[type(found)]}", help)  # fmt: skip

    def typed(self, node: ast.Expr, scope: Scope) -> Typed:
        """Any expression, with its kind."""
        match node:
            case ast.Number():
                return Num(core.Const(node.value))
            case ast.Group():
                return self.typed(node.body, scope)
            case ast.Negative():
                body = self.quantity(node.body, scope)
                return Num(core.Mul(core.Const(-1), body.expr), body.unit)
            case ast.Arithmetic():
                return self._arithmetic(node, scope)
            case ast.Lookup():
                return self._lookup(node, scope)
            case ast.Cases():
                return Num(self._cases(node, scope, lambda value: value))
            case ast.Count():
                return self._count(node.phrase, scope)
            case ast.Aggregated():
                return self._aggregated(node, scope)
            case ast.ExtremeOf():
                return self._extreme_of(node, scope)
            case ast.Theirs():
                return self._theirs(node, scope)
            case ast.Named():
                return self._named(node.phrase, scope)
            case _:
                return Cond(self._condition(node, scope))

    def _condition(self, node: ast.Expr, scope: Scope) -> core.Expr:
        match node:
            case ast.ThereIs():
                bound = self.bound(node.counted.phrase, scope, None)
                return bound.closed(self.quantified(node.counted.quantity, bound, core.TRUE, node.span))  # fmt: skip
            case ast.Compare():
                return self._compare(node, scope)
            case ast.Predicate():
                return self._predicate(node, scope)
            case ast.Mirror():
                return self._mirror(node, scope)
            case ast.Junction():
                parts = self.each([lambda p=p: self.condition(p, scope) for p in node.parts])  # type: ignore[misc]
                return build.conjunction(parts) if node.operator == "and" else build.disjunction(parts)
            case ast.Negation():
                return build.negation(self.condition(node.body, scope))
            case _:
                raise AssertionError(node)

    # -- arithmetic

    def _arithmetic(self, node: ast.Arithmetic, scope: Scope) -> Num:
        left, right = self.each([lambda: self.quantity(node.left, scope), lambda: self.quantity(node.right, scope)])  # fmt: skip
        match node.operator:
            case "+":
                return Num(build.add([left.expr, right.expr]), self._unit(node, left, right))
            case "-":
                minus = core.Mul(core.Const(-1), right.expr)
                return Num(build.add([left.expr, minus]), self._unit(node, left, right))
            case "*":
                return Num(core.Mul(left.expr, right.expr), left.unit or right.unit)
            case _:
                self.note("divisor", node.right.span, right.expr)
                return Num(core.Div(left.expr, right.expr), left.unit)

    def _unit(self, node: ast.Arithmetic | ast.Compare, left: Num, right: Num) -> str | None:
        """The common unit; a height and a count of things do not mix."""
        if left.unit and right.unit and left.unit != right.unit:
            self.diagnostics.warning(
                "TW208", node.span, f"a {left.unit} meets a {right.unit} here",
                "they are different things; is that what the card says?",
            )  # fmt: skip
        return left.unit or right.unit

    def _lookup(self, node: ast.Lookup, scope: Scope) -> Num:
        body = self.quantity(node.body, scope)
        entries: list[tuple[int, int | None, int]] = []
        for entry in node.entries:
            if entry.high is not None and entry.high < entry.low:
                raise self.fail("TW211", entry.span, f"there is no number from {entry.low} to {entry.high}",
                                f"write '{entry.high} to {entry.low}'")  # fmt: skip
            if any(low <= entry.low and (high is None or (entry.high is not None and entry.high <= high))
                   for low, high, _ in entries):  # fmt: skip
                self.diagnostics.error("TW203", entry.span, "an entry above holds the same numbers already",
                                       "the first entry that fits counts")  # fmt: skip
            entries.append((entry.low, entry.high, entry.value))
        return Num(core.Table(body.expr, tuple(entries)))

    def _cases(self, node: ast.Cases, scope: Scope, mark: Callable[[core.Expr], core.Expr]) -> core.Expr:  # fmt: skip
        """The first case that holds; `mark` wraps each value."""
        thunks: list[Callable[[], core.Expr]] = []
        for value, condition in node.cases:
            thunks.append(lambda v=value: mark(self.number(v, scope)))  # type: ignore[misc]
            thunks.append(lambda c=condition: self.condition(c, scope))  # type: ignore[misc]
        if node.otherwise is not None:
            thunks.append(lambda: mark(self.number(node.otherwise, scope)))  # type: ignore[arg-type]
        built = self.each(thunks)
        result = built.pop() if node.otherwise is not None else core.Const(0)
        for value, condition in zip(reversed(built[::2]), reversed(built[1::2]), strict=True):
            result = core.Pick(condition, value, result)
        return result

    def _extreme_of(self, node: ast.ExtremeOf, scope: Scope) -> Num:
        left, right = self.each([lambda: self.quantity(node.left, scope), lambda: self.quantity(node.right, scope)])  # fmt: skip
        which = "max" if node.which == "larger" else "min"
        return Num(core.ExtremeOf(which, (left.expr, right.expr)), left.unit or right.unit)

    # -- counting and measuring

    def _count(self, phrase: ast.Phrase, scope: Scope) -> Num:
        bound = self.bound(phrase, scope, many=True)
        return Num(bound.closed(core.Sum(bound.binder, core.Const(1))), "count")

    def _aggregated(self, node: ast.Aggregated, scope: Scope) -> Num:
        bound = self.bound(node.phrase, scope, many=True)
        inner = scope.bind(bound.var)
        if isinstance(node.measure, ast.Word):
            body = self.measure(node.measure, bound.var, scope)
        elif isinstance(node.measure, ast.PartsMeasure):
            body = self._of_parts(node.measure, bound.var, inner)
        else:
            body = self.quantity(node.measure, inner)
        return Num(bound.closed(_aggregate(node.aggregate, bound.binder, body.expr)), body.unit)

    def _of_parts(self, measure: ast.PartsMeasure, owner: core.Var, scope: Scope) -> Num:
        if owner.sort not in (core.LINE, core.GROUP):
            raise self.fail("TW202", measure.span, f"a {owner.noun} has no parts to measure",
                            "this is said of groups and lines")  # fmt: skip
        space = self.fresh(core.SPACE, "space")
        body = self.measure(measure.word, space, scope)
        binder = core.Binder(space, core.SpacesOf(owner), core.TRUE)
        return Num(_aggregate(measure.aggregate, binder, body.expr), body.unit)

    def measure(self, word: ast.Word, var: core.Var, scope: Scope) -> Num:
        """`height`, `size` or a numeric attribute of an element."""
        text = word.text
        if not self.vocabulary.is_measure(text):
            raise self.unknown(word, scope, self.vocabulary.measures)
        if var.sort == core.SPACE and text in words.HEIGHT_WORDS:
            return Num(core.Height(var), "height")
        if var.sort == core.SPACE and text in self.game.numeric_attributes:
            return Num(core.Attribute(var, self.vocabulary.numbers(text), text), text)
        if var.sort in (core.GROUP, core.LINE) and text == "size":
            binder = core.Binder(self.fresh(core.SPACE, "space"), core.SpacesOf(var), core.TRUE)
            return Num(core.Sum(binder, core.Const(1)), "count")
        if var.sort == core.VALUE and text == var.noun:
            return Num(core.NumberOf(var), text)
        help = "write 'total', 'largest' or 'smallest' before it" if var.sort == core.GROUP else ""
        raise self.fail("TW202", word.span, f"a {var.noun} has no {text}", help)

    # -- names

    def _theirs(self, node: ast.Theirs, scope: Scope) -> Typed:
        player = scope.innermost(core.PLAYER)
        if player is None:
            raise self.fail("TW106", node.span, "there is no player here that 'their' could mean",
                            "it has to be spoken of before, as in 'for each opponent'")  # fmt: skip
        value = self.typed(node.body, scope)
        if isinstance(value, Num):
            return Num(core.OnBoardOf(player, value.expr), value.unit)
        if isinstance(value, Cond):
            return Cond(core.OnBoardOf(player, value.expr))
        raise self._wrong(node.body, "a number", value)

    def _named(self, phrase: ast.Phrase, scope: Scope) -> Typed:
        if not phrase.words:
            return self.reference(phrase, scope)
        text = phrase.noun.text
        name = scope.names.get(text)
        if name is not None and not isinstance(name.value, Bound) and len(phrase.words) == 1:
            name.used = True
            if name.value is None:
                raise Reported
            return name.value
        if self.vocabulary.is_measure(text) and len(phrase.words) == 1:
            return self._measure_of(phrase, scope)
        if text in self.vocabulary.counters and len(phrase.words) == 1:
            return Num(core.CounterOf(text), text)
        found = self.find_element(phrase, scope)
        if found is not None:
            return found
        if text not in self.vocabulary.known(scope.names) and singular(text, scope) == text:
            raise self.unknown(phrase.noun, scope)
        if phrase.article in ("the", "its"):
            return self.reference(phrase, scope)
        return self.bound(phrase, scope, None)

    def _measure_of(self, phrase: ast.Phrase, scope: Scope) -> Num:
        """`height`, `its height`, `height of the stack`."""
        owners = [m.phrase for m in phrase.modifiers if isinstance(m, ast.OfPhrase)]
        if len(owners) != len(phrase.modifiers):
            raise self.fail("TW202", phrase.span, "this cannot follow a measure",
                            "write 'height of the stack' or 'largest height of stacks ...'")  # fmt: skip
        if owners:
            found = self.reference(owners[0], scope)
            if found.wrap is not None:
                raise self.fail("TW202", owners[0].span, "a mirror image may not be there",
                                "use it in a condition, as in 'it is as tall as its mirror across the axis'")  # fmt: skip
            return self.measure(phrase.noun, found.var, scope)
        sorts = (core.GROUP, core.LINE) if phrase.noun.text == "size" else (core.SPACE, core.VALUE)
        var = scope.innermost(*sorts)
        if var is None:
            raise self.fail("TW106", phrase.span, f"the {phrase.noun.text} of what?",
                            f"write '{phrase.noun.text} of the ...' or '(largest {phrase.noun.text} of ...)'")  # fmt: skip
        return self.measure(phrase.noun, var, scope)

    # -- conditions

    def _compare(self, node: ast.Compare, scope: Scope) -> core.Expr:
        def operand(side: ast.Expr) -> Typed:
            value = self.typed(side, scope)
            if isinstance(value, Elem) and value.var.noun not in self.game.numeric_attributes + words.MEASURES:  # fmt: skip
                return value
            return self.quantity(side, scope) if not isinstance(value, Num) else value

        left, right = self.each([lambda: operand(node.left), lambda: operand(node.right)])
        if isinstance(left, Num) and isinstance(right, Num):
            self._unit(node, left, right)
            return core.Compare(node.operator, left.expr, right.expr)
        if isinstance(left, Elem) and isinstance(right, Elem) and node.operator in ("=", "!="):
            same = self.same(left, right, node.span)
            return same if node.operator == "=" else build.negation(same)
        raise self.fail("TW201", node.span, "these two cannot be compared",
                        "numbers are compared with numbers, things by '=' with things")  # fmt: skip

    def _mirror(self, node: ast.Mirror, scope: Scope) -> core.Expr:
        """Heights of what the phrase describes (0 elsewhere) are equal across the axis."""
        if not isinstance(node.subject, ast.Named) or node.subject.phrase.article == "it":
            raise self.fail("TW202", node.subject.span, "what mirrors must be things on spaces",
                            "for example 'stacks mirror across the axis'")  # fmt: skip
        bound = self.bound(node.subject.phrase, scope, many=True)
        if bound.var.sort != core.SPACE:
            raise self.fail("TW202", node.subject.span, f"a {bound.var.noun} does not lie on spaces")
        axis = self.axis(node.place, scope)
        here, there = self.fresh(core.SPACE, "space"), self.fresh(core.SPACE, "mirror")

        def height(space: core.Var) -> core.Expr:
            guard = build.substitute(as_guard(bound.binder), bound.var, space)
            return core.Pick(guard, core.Height(space), core.Const(0))

        image = core.Binder(there, core.Image(axis, here), core.TRUE)
        equal = core.Exists(image, core.Compare("=", height(here), height(there)))
        return bound.closed(core.Forall(core.Binder(here, core.Spaces(), core.TRUE), equal))

    def each(self, thunks: list[Callable[[], Any]]) -> list[Any]:
        """Run all of them, so that the problems of each are reported, then fail if one did."""
        results, failed = [], False
        for thunk in thunks:
            try:
                results.append(thunk())
            except Reported:
                failed = True
        if failed:
            raise Reported
        return results


def _aggregate(aggregate: str, binder: core.Binder, body: core.Expr) -> core.Expr:
    if aggregate == "total":
        return core.Sum(binder, body)
    return core.Best("max" if aggregate == "largest" else "min", binder, body)
