"""Sets of different things: as many as can be made at once, each thing in one of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import combinations

from tilewright.check.context import Context
from tilewright.check.expressions.dispatch import ExpressionHandlers
from tilewright.check.phrases.noun_phrases import NounPhrases
from tilewright.check.typed import Bound, Num, Scope, together
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.syntax import ast

_MOST = 6
"""The most parts that a set can have."""
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
"""What can be said of several things at once: where they are, and whose."""


class Sets:
    """How many sets there are.

    By Hall's theorem n sets can be made if and only if, for every selection of the parts, there are at least as many things
    that are one of these parts as n sets need of them. A selection of two groups that share no thing follows
    from the groups, so connected selections are enough.
    """

    def __init__(self, context: Context, phrases: NounPhrases) -> None:
        self.context = context
        self.phrases = phrases

    @property
    def handlers(self) -> ExpressionHandlers:
        """The nodes that are elaborated here."""
        return {ast.SetsOf: lambda node, scope: Num(self.count(node, scope), "count")}

    def count(self, node: ast.SetsOf, scope: Scope) -> core.Expr:
        """How many sets can be made of what lies on one board."""
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
        """`a red, a green and a blue flag`: values of one attribute before the last noun, which belongs to all."""
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
        """`a flag and a red tile on the border`: English does not say whether the flag is there too."""
        *others, last = parts
        after = next((one for one in last.phrase.modifiers[:1] if isinstance(one, _WHERE)), None)
        if after is not None and not any(part.phrase.modifiers for part in others):
            said = self.context.diagnostics.source.slice(after.span)
            help = f"write '{said}' after each of them; if it is about the last one only, write that one first"
            raise self.context.fail("TW202", after.span, "is this about all parts of the set?", help)


def _connected_selections(bounds: list[Bound]) -> Iterator[tuple[int, ...]]:
    """The connected selections of the parts; two parts are linked if a thing can be both."""
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
    """False where what they show keeps them apart."""
    shown, also = _shown(one), _shown(other)
    return shown is None or also is None or bool(shown & also)


def _shown(bound: Bound) -> frozenset[int] | None:
    """The kinds that one of the things can show, a back as `_BACK`; None if it can be any."""
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
    """The things that are one of the parts."""
    first, *others = bounds
    if not others:
        return first.binder
    same = all(bound.binder.domain == first.binder.domain for bound in others)
    guards = (bound.binder.guard if same else bound.guard for bound in bounds)
    guard = build.disjunction(walk.substitute(g, b.var, first.var) for g, b in zip(guards, bounds, strict=True))
    return core.Binder(first.var, first.binder.domain if same else core.Spaces(), guard)
