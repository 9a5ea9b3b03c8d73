"""Numbers: literals and arithmetic, counts, measures, aggregates, and numbers of sets."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import combinations

from tilewright.check import vocabulary as words
from tilewright.check.context import Context, Names
from tilewright.check.expressions.dispatch import ExpressionHandlers, Expressions
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.phrases.references import References
from tilewright.check.typed import Bound, Num, Scope, Typed, together
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast

_REGIONS = (core.GROUP, core.LINE)
_OF_REGIONS = ("size", "distance")
_DISTANCE = "the two of a pair have a distance, as in 'largest distance of pairs of stacks'"
_Over = Callable[[core.Binder, core.Expr], core.Expr]
"""Aggregates a number over the elements of a binder, as total or extremum."""


@dataclass(frozen=True, eq=False)
class Measures:
    """Counts, measures of elements, and their aggregates."""

    context: Context
    names: Names
    references: References
    phrases: NounPhrases
    expressions: Expressions

    @property
    def handlers(self) -> ExpressionHandlers:
        """The node types that are elaborated here."""
        return {
            ast.Count: self._count,
            ast.Aggregated: self._aggregated,
            ast.Ranked: self._ranked,
            ast.TotalOfRanks: self._total_of_ranks,
        }

    # -- aggregates

    def _count(self, node: ast.Count, scope: Scope) -> Num:
        bound = self.phrases.bound(node.phrase, scope, many=True)
        return Num(self.summed(bound, core.Const(1), node.phrase.span), "count")

    def summed(self, bound: Bound, body: core.Expr, span: Span) -> core.Expr:
        """The sum of `body` over the elements of a phrase, on the right board.

        Reports a sum over lines or values, whose number is constant, if neither the guard nor the body depends on
        the element.
        """
        domain, guard = bound.binder.domain, bound.binder.guard
        fixed = isinstance(domain, core.Lines | core.Axes) or (isinstance(domain, core.Values) and not domain.heights)
        if fixed and guard == core.TRUE and bound.var not in walk.variables(body):
            self.context.diagnostics.warning(
                "TW212",
                span,
                f"this does not depend on the {bound.var.noun}",
                self._same_for_each(bound),
            )
        return bound.closed(core.Sum(bound.binder, body))

    def _same_for_each(self, bound: Bound) -> str:
        """The help for such a sum."""
        if not isinstance(bound.binder.domain, core.Values):
            return "the result is the same for each of them"
        game, noun = self.context.game, bound.var.noun
        shown = f"{noun} of {game.plural(game.piece)}"
        return f"the result is the same for each of them; for those that are shown, write '{shown}'"

    def _aggregated(self, node: ast.Aggregated, scope: Scope) -> Num:
        """`largest height of stacks`, `total number of the group`."""
        return self._over(node.measure, node.phrase, scope, partial(_aggregate, node.aggregate))

    def _ranked(self, node: ast.Ranked, scope: Scope) -> Num:
        """`second largest height of stacks`."""
        rank = words.RANKS.get(node.ordinal.text)
        if rank is None:
            help = f"write '{node.aggregate}' alone, or 'second {node.aggregate}' to 'sixth {node.aggregate}'"
            raise self.context.fail(
                "TW101", node.ordinal.span, f"'{node.ordinal.text}' cannot come before '{node.aggregate}'", help
            )
        return self._over(
            node.measure, node.phrase, scope, lambda binder, body: _extremum(node.aggregate, binder, body, rank)
        )

    def _total_of_ranks(self, node: ast.TotalOfRanks, scope: Scope) -> Num:
        """`total of the 3 largest heights of stacks`: the first three ranks, added up."""
        most = max(words.RANKS.values())
        if not 2 <= node.count <= most:
            raise self.context.fail(
                "TW211",
                node.span,
                f"the {node.count} {node.aggregate} cannot be added up",
                f"2 to {most} of them can; 'total height of ...' adds up all, '{node.aggregate} height of ...' is one",
            )
        ranks = range(1, node.count + 1)

        def total(binder: core.Binder, body: core.Expr) -> core.Expr:
            return build.add([_extremum(node.aggregate, binder, body, rank) for rank in ranks])

        return self._over(self._singular(node.measure, scope), node.phrase, scope, total)

    def _singular(self, measure: ast.Measure, scope: Scope) -> ast.Measure:
        """The singular of a measure: `heights`, `sizes`."""
        if not isinstance(measure, ast.Word):
            return measure
        game = self.context.game
        plurals = {game.plural(one): one for one in (*words.MEASURES, *game.numeric_attributes)}
        if measure.text in plurals.values():
            plural = game.plural(measure.text)
            raise self.context.fail(
                "TW102",
                measure.span,
                f"'{measure.text}' is singular; use the plural here",
                f"write '{plural}'",
                plural,
            )
        return replace(measure, text=plurals.get(measure.text, measure.text))

    def _over(self, measure: ast.Measure, phrase: ast.Phrase, scope: Scope, over: _Over) -> Num:
        """The aggregate of a measure over the elements of a phrase, or over the spaces of a line or group."""
        if isinstance(measure, ast.Word):
            self._check_known(measure, scope)
            whole = self.references.find(phrase, scope)
            if whole is not None and whole.var.sort in _REGIONS:
                total = self._of_parts(measure, whole.var, scope, over)
                return replace(total, expr=whole.closed(total.expr))
        bound = self.phrases.bound(phrase, scope, many=True)
        inner = bound.inside(scope)
        if isinstance(measure, ast.Word):
            body = self.measure(measure, bound.var, inner)
        elif isinstance(measure, ast.PartsMeasure):
            body = self._of_parts(measure.word, bound.var, inner, partial(_aggregate, measure.aggregate))
        else:
            body = self.expressions.quantity(measure, inner)
        return Num(bound.closed(over(bound.binder, body.expr)), body.unit)

    def _of_parts(self, word: ast.Word, owner: core.Var, scope: Scope, over: _Over) -> Num:
        """`total number` of the spaces of a line or group."""
        if owner.sort not in _REGIONS:
            raise self.context.fail(
                "TW202", word.span, f"a {owner.noun} has no parts to measure", "only groups and lines have parts"
            )
        space = self.context.fresh(core.SPACE, "space")
        body = self.measure(word, space, scope)
        binder = core.Binder(space, core.SpacesOf(owner), core.TRUE)
        return replace(body, expr=self.context.at_home(over(binder, body.expr), owner, scope))

    # -- measures of one element

    def _check_known(self, word: ast.Word, scope: Scope) -> None:
        known = self.context.vocabulary.measures | self.context.vocabulary.counters
        if self.context.vocabulary.sort_of(word.text) in _REGIONS:
            noun = self.context.vocabulary.nouns.get(word.text)
            help = f"a measure comes before the thing, as in 'largest size of {noun.plural if noun else word.text}'"
            raise self.context.fail("TW101", word.span, f"'{word.text}' is not a measure", help)
        if word.text not in known:
            raise self.names.unknown(word, scope, known)

    def measure(self, word: ast.Word, var: core.Var, scope: Scope) -> Num:
        """`height`, `size` or a numeric attribute of an element; a counter of a player."""
        self._check_known(word, scope)
        known, text = self.context.vocabulary, word.text
        rule = known.rules.get(text)
        if rule is not None and rule.parameter.sort == var.sort:
            self.names.require_play(word)
            return Num(self.context.at_home(core.RuleNumber(text, var), var, scope), text)
        if var.sort == core.SPACE and text in words.HEIGHT_WORDS:
            return Num(self.context.at_home(core.Height(var), var, scope), "height")
        if var.sort == core.SPACE and text in self.context.game.numeric_attributes:
            self.context.require_had(word, var)
            number = core.Attribute(var, known.numbers(text), text)
            return Num(self.context.at_home(number, var, scope), text)
        if var.sort in _REGIONS and text == "size":
            binder = core.Binder(self.context.fresh(core.SPACE, "space"), core.SpacesOf(var), core.TRUE)
            return Num(core.Sum(binder, core.Const(1)), "count")
        if text == "distance" and var.sort in _REGIONS:
            return Num(self.context.at_home(self._extent(var), var, scope), "distance")
        if text == "size" and var in self.context.sizes:
            return Num(self.context.sizes[var], "count")
        if var.sort == core.VALUE and text == var.noun:
            return Num(core.NumberOf(var), text)
        if var.sort == core.PLAYER and text in known.counters:
            return Num(core.OnBoardOf(var, self._counter(text)), text)
        help = "spaces, stacks and pieces have a " + ", ".join(sorted(known.measures - set(_OF_REGIONS)))
        if text == "number":
            help = f"'number' is what a piece shows; for how many there are, write 'count of {known.nouns[var.noun].plural if var.noun in known.nouns else '...'}'"
        elif var.sort in _REGIONS:
            help = "write 'total', 'largest' or 'smallest' before it"
        elif text in _OF_REGIONS:
            help = "groups and lines have a size" if text == "size" else _DISTANCE
        raise self.context.fail("TW202", word.span, f"a {var.noun} has no {text}", help)

    def _extent(self, region: core.Var) -> core.Expr:
        """The distance between the two spaces of a pair, or between the two farthest spaces of a run, line or
        group."""
        one, other = (self.context.fresh(core.SPACE, "space") for _ in range(2))
        inner = core.Extremum("max", core.Binder(other, core.SpacesOf(region), core.TRUE), core.Distance(one, other))
        return core.Extremum("max", core.Binder(one, core.SpacesOf(region), core.TRUE), inner)

    def of_phrase(self, phrase: ast.Phrase, scope: Scope) -> Num:
        """`height`, `its height`, `height of the stack`, `points of the left player`."""
        text = phrase.noun.text
        owners = [m.phrase for m in phrase.modifiers if isinstance(m, ast.OfPhrase)]
        if len(owners) != len(phrase.modifiers):
            raise self.context.fail(
                "TW202",
                phrase.span,
                f"this cannot follow '{text}'",
                f"write '{text} of the ...' or 'largest {text} of ...'",
            )
        if not owners:
            return self._of_innermost(phrase, scope)
        if owners[0].article is None and owners[0].words:
            raise self.context.fail(
                "TW202",
                phrase.span,
                f"which {text} of them?",
                f"write 'total', 'largest' or 'smallest {text} of ...'; 'count of ...' is how many there are",
            )
        owner = self.references.one(replace(owners[0], modifiers=phrase.modifiers[1:] or owners[0].modifiers), scope)
        measured = self.measure(phrase.noun, owner.var, scope)
        return replace(measured, expr=owner.closed(measured.expr))

    def _counter(self, name: str) -> core.Expr:
        counter = self.context.game.counters_by_name.get(name)
        return core.CounterOf(name) if counter is None or counter.least >= 0 else core.SignedCounter(name)

    def _of_innermost(self, phrase: ast.Phrase, scope: Scope) -> Num:
        """`height`, `its height`: of the innermost element with that measure."""
        known, text = self.context.vocabulary, phrase.noun.text
        if text in known.counters:
            own = self._counter(text)
            elsewhere = scope.board in self.context.setting.around.values()
            if text in self.context.game.table_counters:
                self.names.require_play(phrase.noun)
                elsewhere = True
            return Num(core.OnBoardOf(self.context.me, own) if elsewhere else own, text)
        sorts: tuple[str, ...] = _REGIONS if text in _OF_REGIONS else (core.SPACE, core.VALUE)
        last = scope.innermost()
        if text == "size" and last in self.context.sizes:
            sorts = (core.VALUE,)
        if text in known.rules:
            sorts = (known.rules[text].parameter.sort,)
        var = scope.innermost(*sorts)
        if var is None:
            raise self.context.fail_unless_lost(
                text if self.context.gaps.explains(text) else "it",
                "TW106",
                phrase.span,
                f"the {text} of what?",
                _DISTANCE if text == "distance" else f"write '{text} of the ...' or 'largest {text} of ...'",
            )
        return self.measure(phrase.noun, var, scope)


def _aggregate(aggregate: str, binder: core.Binder, body: core.Expr) -> core.Expr:
    return core.Sum(binder, body) if aggregate == "total" else _extremum(aggregate, binder, body)


def _extremum(aggregate: str, binder: core.Binder, body: core.Expr, rank: int = 1) -> core.Expr:
    return core.Extremum("max" if aggregate == "largest" else "min", binder, body, rank)


# ------------------------------------------------------------------ numbers


@dataclass(frozen=True, eq=False)
class Numbers:
    """Elaborates operations on numbers."""

    context: Context
    expressions: Expressions

    @property
    def handlers(self) -> ExpressionHandlers:
        """The node types that are elaborated here."""
        return {
            ast.Number: self._constant,
            ast.Group: self._group,
            ast.Negative: self._negative,
            ast.BinaryOperation: self._arithmetic,
            ast.MinMax: self._extreme_of,
            ast.Lookup: self._lookup,
            ast.Cases: self._cases,
        }

    def _constant(self, node: ast.Number, scope: Scope) -> Num:
        return Num(core.Const(node.value))

    def _group(self, node: ast.Group, scope: Scope) -> Typed:
        """Parentheses remove the unit, so that authors can silence the check of units."""
        value = self.expressions.typed(node.body, scope)
        return Num(value.expr) if isinstance(value, Num) else value

    def _negative(self, node: ast.Negative, scope: Scope) -> Num:
        body = self.expressions.quantity(node.body, scope)
        return Num(core.Mul(core.Const(-1), body.expr), body.unit)

    def _two(self, node: ast.BinaryOperation, scope: Scope) -> tuple[Num, Num]:
        left, right = together(partial(self.expressions.quantity, side, scope) for side in (node.left, node.right))
        return left, right

    def _arithmetic(self, node: ast.BinaryOperation, scope: Scope) -> Num:
        left, right = self._two(node, scope)
        match node.operator:
            case "+":
                return Num(build.add([left.expr, right.expr]), _common_unit(left, right))
            case "-":
                minus = core.Mul(core.Const(-1), right.expr)
                return Num(build.add([left.expr, minus]), _common_unit(left, right))
            case "*":
                return Num(core.Mul(left.expr, right.expr), left.unit or right.unit)
            case _:
                self.context.note("divisor", node.right.span, right.expr)
                made = core.Div if node.operator == "/" else core.Mod
                return Num(made(left.expr, right.expr), left.unit)

    def _extreme_of(self, node: ast.MinMax, scope: Scope) -> Num:
        parts: list[Num] = together(partial(self.expressions.quantity, part, scope) for part in node.parts)
        which = "max" if node.which in ("larger", "largest") else "min"
        unit = reduce(lambda one, other: Num(one.expr, _common_unit(one, other)), parts).unit
        return Num(core.MinMax(which, tuple(part.expr for part in parts)), unit)

    def _lookup(self, node: ast.Lookup, scope: Scope) -> Num:
        body = self.expressions.quantity(node.body, scope)
        entries: list[tuple[int, int | None, int]] = []
        for entry in node.entries:
            if entry.high is not None and entry.high < entry.low:
                raise self.context.fail(
                    "TW211",
                    entry.span,
                    f"there is no number from {entry.low} to {entry.high}",
                    f"write '{entry.high} to {entry.low}'",
                )
            if any(_covers(known, entry) for known in entries):
                self.context.diagnostics.error(
                    "TW203",
                    entry.span,
                    "an entry above already covers these numbers",
                    "the first entry that matches is used",
                )
            entries.append((entry.low, entry.high, entry.value))
        return Num(core.Lookup(body.expr, tuple(entries)))

    def _cases(self, node: ast.Cases, scope: Scope) -> Num:
        return Num(self.cases(node, scope, lambda value: value))

    def cases(self, node: ast.Cases, scope: Scope, mark: Callable[[core.Expr], core.Expr]) -> core.Expr:
        """The value of the first case that holds; `mark` wraps each value."""

        def marked(value: ast.Expr) -> core.Expr:
            return mark(self.expressions.number(value, scope))

        thunks: list[Callable[[], core.Expr]] = []
        for value, condition in node.cases:
            thunks += [partial(marked, value), partial(self.expressions.condition, condition, scope)]
        if node.otherwise is not None:
            thunks.append(partial(marked, node.otherwise))
        built = together(thunks)
        result = built.pop() if node.otherwise is not None else core.Const(0)
        for value, condition in zip(reversed(built[::2]), reversed(built[1::2]), strict=True):
            result = core.If(condition, value, result)
        return result


def _common_unit(left: Num, right: Num) -> str | None:
    """The unit of a sum: the common one, or the only one."""
    return left.unit if right.unit in (None, left.unit) else None if left.unit else right.unit


def _covers(known: tuple[int, int | None, int], entry: ast.Entry) -> bool:
    """Whether an earlier entry covers all numbers of a later one."""
    low, high, _ = known
    return low <= entry.low and (high is None or (entry.high is not None and entry.high <= high))


_MOST = 6
"""The largest number of parts of a set."""
_BACK = -1
_WHERE = (
    ast.InPlace,
    ast.InSame,
    ast.OnFloor,
    ast.Beside,
    ast.MadeFor,
    ast.Toward,
    ast.Between,
    ast.NotPlaced,
    ast.OfPhrase,
)
"""Modifiers that can apply to several things at once: their place and owner."""


@dataclass(frozen=True, eq=False)
class Sets:
    """The number of sets that can be made.

    By Hall's theorem, n sets exist if and only if for every selection of parts there are at least as many things
    that match one of these parts as n sets need. A selection of two groups without a common thing follows from the
    two groups, so connected selections suffice.
    """

    context: Context
    phrases: NounPhrases

    @property
    def handlers(self) -> ExpressionHandlers:
        """The node types that are elaborated here."""
        return {ast.SetsOf: lambda node, scope: Num(self.count(node, scope), "count")}

    def count(self, node: ast.SetsOf, scope: Scope) -> core.Expr:
        """The number of sets that can be made on one board."""
        if len(node.parts) > _MOST:
            help = "leave some out, or score the parts in lines of their own"
            raise self.context.fail("TW211", node.span, f"a set has up to {_MOST} parts", help)
        parts = self._with_noun(node.parts)
        self._check_last(parts)
        bounds: list[Bound] = together(partial(self._part, part, scope) for part in parts)
        if len({bound.player and bound.player.var for bound in bounds}) > 1:
            help = "give the owner of each part, as in 'a flag of the left player'"
            raise self.context.fail("TW202", node.span, "the parts of a set belong to different players", help)
        return bounds[0].closed(self._at_most(node, bounds))

    def _at_most(self, node: ast.SetsOf, bounds: list[Bound]) -> core.Expr:
        needed = [part.many for part in node.parts]
        limits = []
        for chosen in _connected_selections(bounds):
            there = core.Sum(_either([bounds[one] for one in chosen]), core.Const(1))
            many = sum(needed[one] for one in chosen)
            limits.append(there if many == 1 else core.Div(there, core.Const(many)))
        return limits[0] if len(limits) == 1 else core.MinMax("min", tuple(limits))

    def _part(self, part: ast.SetPart, scope: Scope) -> Bound:
        if part.many == 0:
            raise self.context.fail("TW211", part.span, "a set with none of these", "leave it out")
        bound = self.phrases.bound(part.phrase, scope, many=part.many > 1)
        if bound.var.sort != core.SPACE:
            message = f"a {bound.var.noun} cannot be part of a set"
            raise self.context.fail("TW202", part.span, message, "sets are made of spaces, stacks and pieces")
        return bound

    def _with_noun(self, parts: tuple[ast.SetPart, ...]) -> tuple[ast.SetPart, ...]:
        """`a red, a green and a blue flag`: add the last noun to values of an attribute."""
        *others, last = parts
        value, *noun = last.phrase.words
        firsts = {word.text for part in others for word in part.phrase.words}
        alone = all(len(part.phrase.words) == 1 and not part.phrase.modifiers for part in others)
        if not noun or not alone or not any(firsts | {value.text} <= set(known) for known in self._values()):
            return parts
        shared = (replace(one, phrase=replace(one.phrase, words=(*one.phrase.words, *noun))) for one in others)
        return *shared, last

    def _values(self) -> Iterator[tuple[str, ...]]:
        game = self.context.game
        return (game.values_of(sort.main_attribute) for sort in game.sorts)

    def _check_last(self, parts: tuple[ast.SetPart, ...]) -> None:
        """Report `a flag and a red tile on the border`, where the modifier could apply to both parts."""
        *others, last = parts
        after = next((one for one in last.phrase.modifiers[:1] if isinstance(one, _WHERE)), None)
        if after is not None and not any(part.phrase.modifiers for part in others):
            said = self.context.diagnostics.source.slice(after.span)
            help = f"write '{said}' after each of them; if it is about the last one only, write that one first"
            raise self.context.fail("TW202", after.span, "is this about all parts of the set?", help)


def _connected_selections(bounds: list[Bound]) -> Iterator[tuple[int, ...]]:
    """The connected selections of parts; parts are connected if a thing can match both."""
    many = range(len(bounds))
    both = {(one, other) for one, other in combinations(many, 2) if _can_be_both(bounds[one], bounds[other])}
    for size in range(1, len(bounds) + 1):
        for chosen in combinations(many, size):
            reached, before = {chosen[0]}, 0
            while len(reached) > before:
                before = len(reached)
                links = [pair for pair in both if set(pair) <= set(chosen) and reached & set(pair)]
                reached.update(*links)
            if len(reached) == size:
                yield chosen


def _can_be_both(one: Bound, other: Bound) -> bool:
    """False if the kinds that the parts require are disjoint."""
    shown, also = _shown(one), _shown(other)
    return shown is None or also is None or bool(shown & also)


def _shown(bound: Bound) -> frozenset[int] | None:
    """The kinds that a part allows, with `_BACK` for a back; None if all."""
    shown = None
    for part in build.conjuncts(bound.binder.guard):
        kinds = None
        if isinstance(part, core.Shows) and part.space == bound.var:
            kinds = part.kinds
        elif isinstance(part, core.FaceDown) and part.space == bound.var:
            kinds = frozenset((_BACK,))
        if kinds is not None:
            shown = kinds if shown is None else shown & kinds
    return shown


def _either(bounds: list[Bound]) -> core.Binder:
    """The union of the parts."""
    first, *others = bounds
    if not others:
        return first.binder
    same = all(bound.binder.domain == first.binder.domain for bound in others)
    guards = (bound.binder.guard if same else bound.guard for bound in bounds)
    guard = build.disjunction(walk.substitute(g, b.var, first.var) for g, b in zip(guards, bounds, strict=True))
    return core.Binder(first.var, first.binder.domain if same else core.Spaces(), guard)
