"""Numbers: arithmetic, tables and cases, counts and measures, names."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tilewright.check import vocabulary as words
from tilewright.check.predicates import Predicates
from tilewright.check.typed import Bound, Cond, Name, Num, Reported, Scope, Typed, singular
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast


class Numbers(Predicates):
    """One method for each kind of number."""

    @abstractmethod
    def number(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """The core number of an expression."""

    @abstractmethod
    def wrong(self, node: ast.Expr, wanted: str, found: Typed) -> Reported:
        """Report that something else is wanted; raise what this returns."""

    # -- arithmetic

    def arithmetic(self, node: ast.Arithmetic, scope: Scope) -> Num:
        left, right = self.each([lambda: self.quantity(node.left, scope), lambda: self.quantity(node.right, scope)])
        match node.operator:
            case "+":
                return Num(build.add([left.expr, right.expr]), _common_unit(left, right))
            case "-":
                minus = core.Mul(core.Const(-1), right.expr)
                return Num(build.add([left.expr, minus]), _common_unit(left, right))
            case "*":
                return Num(core.Mul(left.expr, right.expr), left.unit or right.unit)
            case _:
                self.note("divisor", node.right.span, right.expr)
                return Num(core.Div(left.expr, right.expr), left.unit)

    def lookup(self, node: ast.Lookup, scope: Scope) -> Num:
        body = self.quantity(node.body, scope)
        entries: list[tuple[int, int | None, int]] = []
        for entry in node.entries:
            if entry.high is not None and entry.high < entry.low:
                raise self.fail(
                    "TW211",
                    entry.span,
                    f"there is no number from {entry.low} to {entry.high}",
                    f"write '{entry.high} to {entry.low}'",
                )
            if any(
                low <= entry.low and (high is None or (entry.high is not None and entry.high <= high))
                for low, high, _ in entries
            ):
                self.diagnostics.error(
                    "TW203",
                    entry.span,
                    "an entry above holds the same numbers already",
                    "the first entry that fits counts",
                )
            entries.append((entry.low, entry.high, entry.value))
        return Num(core.Lookup(body.expr, tuple(entries)))

    def cases(self, node: ast.Cases, scope: Scope, mark: Callable[[core.Expr], core.Expr]) -> core.Expr:
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
            result = core.If(condition, value, result)
        return result

    def extreme_of(self, node: ast.ExtremeOf, scope: Scope) -> Num:
        left, right = self.each([lambda: self.quantity(node.left, scope), lambda: self.quantity(node.right, scope)])
        which = "max" if node.which == "larger" else "min"
        return Num(core.ExtremeOf(which, (left.expr, right.expr)), _common_unit(left, right))

    # -- counting and measuring

    def count(self, phrase: ast.Phrase, scope: Scope) -> Num:
        bound = self.bound(phrase, scope, many=True)
        return Num(self.summed(bound, core.Const(1), phrase.span), "count")

    def summed(self, bound: Bound, body: core.Expr, span: Span) -> core.Expr:
        """The sum of `body` over the elements of a phrase, on the right board.

        When neither the phrase nor the body says anything about elements that are always
        the same (rows, types), something was probably forgotten.
        """
        domain, guard = bound.binder.domain, bound.binder.guard
        fixed = isinstance(domain, core.Lines | core.Axes) or (isinstance(domain, core.Values) and not domain.heights)
        if fixed and guard == core.TRUE and bound.var not in walk.variables(body):
            self.diagnostics.warning(
                "TW212",
                span,
                f"this says nothing about the {bound.var.noun}",
                "it comes to the same for every one of them",
            )
        return bound.closed(core.Sum(bound.binder, body))

    def aggregated(self, node: ast.Aggregated, scope: Scope) -> Num:
        if isinstance(node.measure, ast.Word):
            self._known_measure(node.measure, scope)
            whole = self.find_element(node.phrase, scope)
            if whole is not None and whole.var.sort in (core.LINE, core.GROUP):
                parts = ast.PartsMeasure(node.aggregate, node.measure, span=node.span)
                return self._of_parts(parts, whole.var, scope)
        bound = self.bound(node.phrase, scope, many=True)
        inner = bound.inside(scope)
        if isinstance(node.measure, ast.Word):
            body = self.measure(node.measure, bound.var, inner)
        elif isinstance(node.measure, ast.PartsMeasure):
            body = self._of_parts(node.measure, bound.var, inner)
        else:
            body = self.quantity(node.measure, inner)
        return Num(bound.closed(_aggregate(node.aggregate, bound.binder, body.expr)), body.unit)

    def _of_parts(self, measure: ast.PartsMeasure, owner: core.Var, scope: Scope) -> Num:
        if owner.sort not in (core.LINE, core.GROUP):
            raise self.fail(
                "TW202", measure.span, f"a {owner.noun} has no parts to measure", "this is said of groups and lines"
            )
        space = self.fresh(core.SPACE, "space")
        body = self.measure(measure.word, space, scope)
        binder = core.Binder(space, core.SpacesOf(owner), core.TRUE)
        return replace(body, expr=self.at_home(_aggregate(measure.aggregate, binder, body.expr), owner, scope))

    def _known_measure(self, word: ast.Word, scope: Scope) -> None:
        known = self.vocabulary.measures | self.vocabulary.counters
        if word.text not in known:
            raise self.unknown(word, scope, known)

    def measure(self, word: ast.Word, var: core.Var, scope: Scope) -> Num:
        """`height`, `size` or a numeric attribute of an element; a counter of a player."""
        self._known_measure(word, scope)
        text = word.text
        rule = self.vocabulary.rules.get(text)
        if rule is not None and rule.parameter.sort == var.sort:
            self.in_play(word)
            return Num(self.at_home(core.RuleNumber(text, var), var, scope), text)
        if var.sort == core.SPACE and text in words.HEIGHT_WORDS:
            return Num(self.at_home(core.Height(var), var, scope), "height")
        if var.sort == core.SPACE and text in self.game.numeric_attributes:
            number = core.Attribute(var, self.vocabulary.numbers(text), text)
            return Num(self.at_home(number, var, scope), text)
        if var.sort in (core.GROUP, core.LINE) and text == "size":
            binder = core.Binder(self.fresh(core.SPACE, "space"), core.SpacesOf(var), core.TRUE)
            return Num(core.Sum(binder, core.Const(1)), "count")
        if var.sort == core.VALUE and text == var.noun:
            return Num(core.NumberOf(var), text)
        if var.sort == core.PLAYER and text in self.vocabulary.counters:
            return Num(core.OnBoardOf(var, core.CounterOf(text)), text)
        help = "spaces, stacks and pieces have a " + ", ".join(sorted(self.vocabulary.measures - {"size"}))
        if var.sort in (core.GROUP, core.LINE):
            help = "write 'total', 'largest' or 'smallest' before it"
        elif text == "size":
            help = "groups and lines have a size"
        raise self.fail("TW202", word.span, f"a {var.noun} has no {text}", help)

    # -- names

    def theirs(self, node: ast.Theirs, scope: Scope) -> Typed:
        player = scope.innermost(core.PLAYER)
        if player is None:
            raise self.fail_unless_lost(
                "their",
                "TW106",
                node.span,
                "there is no player here that 'their' could mean",
                "it has to be spoken of before, as in 'for each opponent'",
            )
        value = self.typed(node.body, replace(scope, board=player, theirs=True))
        if isinstance(value, Num | Cond):
            return replace(value, expr=core.OnBoardOf(player, value.expr))
        raise self.wrong(node.body, "a number", value)

    def named(self, phrase: ast.Phrase, scope: Scope) -> Typed:
        """A phrase that stands alone: a name, a measure, a counter, one thing or a set of them."""
        if not phrase.words:
            return self.reference(phrase, scope)
        text, alone = phrase.noun.text, len(phrase.words) == 1
        name = scope.names.get(text)
        if alone and name is not None and not isinstance(name.value, Bound):
            return self._given(name, phrase, scope)
        if alone and (self.vocabulary.is_measure(text) or text in self.vocabulary.counters):
            return self._measure_of(phrase, scope)
        found = self.find_element(phrase, scope)
        if found is not None:
            return found
        if text not in self.vocabulary.known(scope.names) and singular(text, scope) == text:
            raise self.unknown(phrase.noun, scope)
        if phrase.article in ("the", "its"):
            return self.reference(phrase, scope)
        return self.bound(phrase, scope, None)

    def _given(self, name: Name, phrase: ast.Phrase, scope: Scope) -> Typed:
        """What `let` gave a name: about the board it was given on, wherever it is used."""
        name.used = True
        value = name.value
        if value is None:
            raise Reported
        if phrase.modifiers:
            return self._given_of(value, phrase, scope)
        if scope.theirs or name.board == scope.board or not isinstance(value, Num | Cond):
            return value
        return replace(value, expr=core.OnBoardOf(name.board or self.me, value.expr))

    def _given_of(self, value: Typed, phrase: ast.Phrase, scope: Scope) -> Typed:
        """`strength of the left player`: what a name stands for, on another board."""
        first, *more = phrase.modifiers
        found = self.find_element(first.phrase, scope) if isinstance(first, ast.OfPhrase) else None
        if more or found is None or found.var.sort != core.PLAYER or not isinstance(value, Num | Cond):
            raise self.fail(
                "TW202",
                first.span,
                "this cannot follow a name",
                "the whole of it is said in its 'let'; only 'of the player' can follow",
            )
        return replace(value, expr=found.closed(core.OnBoardOf(found.var, value.expr)))

    def _measure_of(self, phrase: ast.Phrase, scope: Scope) -> Num:
        """`height`, `its height`, `height of the stack`, `points of the left player`."""
        text = phrase.noun.text
        owners = [m.phrase for m in phrase.modifiers if isinstance(m, ast.OfPhrase)]
        if len(owners) != len(phrase.modifiers):
            raise self.fail(
                "TW202",
                phrase.span,
                f"this cannot follow '{text}'",
                f"write '{text} of the ...' or 'largest {text} of ...'",
            )
        if owners and owners[0].article is None and owners[0].words:
            raise self.fail(
                "TW202",
                phrase.span,
                f"which {text} of them?",
                f"write 'total', 'largest' or 'smallest {text} of ...'; 'count of ...' is how many there are",
            )
        if owners:
            found = self.reference(owners[0], scope)
            return replace(measured := self.measure(phrase.noun, found.var, scope), expr=found.closed(measured.expr))
        if text in self.vocabulary.counters:
            own = core.CounterOf(text)
            return Num(core.OnBoardOf(self.me, own) if scope.board in self.around.values() else own, text)
        sorts: tuple[str, ...] = (core.GROUP, core.LINE) if text == "size" else (core.SPACE, core.VALUE)
        if text in self.vocabulary.rules:
            sorts = (self.vocabulary.rules[text].parameter.sort,)
        var = scope.innermost(*sorts)
        if var is None:
            raise self.fail_unless_lost(
                "it",
                "TW106",
                phrase.span,
                f"the {text} of what?",
                f"write '{text} of the ...' or 'largest {text} of ...'",
            )
        return self.measure(phrase.noun, var, scope)

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


def _common_unit(left: Num, right: Num) -> str | None:
    """The unit of a sum: that of both, or of the one that has any."""
    return left.unit if right.unit in (None, left.unit) else None if left.unit else right.unit


def _aggregate(aggregate: str, binder: core.Binder, body: core.Expr) -> core.Expr:
    if aggregate == "total":
        return core.Sum(binder, body)
    return core.Best("max" if aggregate == "largest" else "min", binder, body)
