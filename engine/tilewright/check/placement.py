"""Where a space is and what it has: modifiers that serve as predicates too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.check import vocabulary as words
from tilewright.check.typed import Bound, Reported, Scope
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast

if TYPE_CHECKING:
    from tilewright.check.phrases import Phrases

COLLECTIONS = (core.LINE, core.GROUP, core.SPACE)


class Placement:
    """Conditions on the variable of a phrase; `given` when it was bound before the phrase."""

    phrases: Phrases
    scope: Scope
    inner: Scope
    var: core.Var
    given: bool
    near: core.Var | None

    def fail(self, code: str, span: Span, message: str, help: str = "") -> Reported:
        """Report an error; raise what this returns."""
        return self.phrases.fail(code, span, message, help)

    def placed(self, modifier: ast.OnFloor | ast.InSame | ast.Beside) -> core.Expr:
        """Modifiers that speak of one space; they serve as predicates too."""
        self._only_spaces(modifier.span)
        match modifier:
            case ast.OnFloor():
                height = core.Compare(modifier.bound, core.Height(self.var), core.Const(modifier.floor))
                return build.conjunction([core.Compare(">", core.Height(self.var), core.Const(0)), height]
                                         if modifier.bound == "<=" else [height])  # fmt: skip
            case ast.InSame():
                return self._same_line(modifier)
            case ast.Beside():
                return self._beside(modifier)

    def _only_spaces(self, span: Span) -> None:
        if self.var.sort != core.SPACE:
            raise self.fail("TW202", span, f"a {self.var.noun} does not lie on one space")

    def in_region(self, place: ast.Phrase) -> core.Expr:
        """`on the border`, `in a corner`; or inside a bound line or group."""
        found = self.phrases.find_element(place, self.scope)
        if found is not None and found.var.sort in COLLECTIONS:
            return core.Inside(self.var, found.var)
        text = place.words[-1].text if place.words else ""
        if len(place.words) == 1 and text in (*words.REGION_WORDS, "diagonal"):
            self._only_spaces(place.span)
            return core.InRegion(self.var, text)
        if place.words and place.words[-1].text not in self.phrases.vocabulary.nouns:
            raise self.phrases.unknown(place.words[-1], self.scope)
        self.phrases.reference(place, self.scope)
        raise self.fail("TW202", place.span, "this is not a place",
                        "places are the border, a corner, the center, or a line spoken of before")  # fmt: skip

    def _same_line(self, modifier: ast.InSame) -> core.Expr:
        noun = self.phrases.noun(modifier.noun, self.scope, many=False)
        other = self.other_space(modifier.span)
        if noun.sort != core.LINE:
            raise self.fail("TW202", modifier.noun.span, f"'{noun.singular}' is not a kind of line",
                            "lines are row, column, diagonal, quadrant")  # fmt: skip
        return core.SameLine(self.var, other, noun.singular)

    def other_space(self, span: Span) -> core.Var:
        """The space a comparison is with when none is named."""
        outside = [v for v in self.scope.elements if v != self.var and v.sort == core.SPACE]
        if self.near is not None:
            return self.near
        if not outside:
            raise self.fail("TW209", span, "compared with what?",
                            "name it, for example 'than the stack'")  # fmt: skip
        return outside[-1]

    def _beside(self, modifier: ast.Beside) -> core.Expr:
        quantity, phrase = modifier.counted.quantity, modifier.counted.phrase
        near = self.phrases.fresh(core.SPACE, "neighbor")
        inner = self.scope.bind(self.var).bind(near) if self.given else self.inner.bind(near)
        guard = self.phrases.satisfies(phrase, near, inner)
        bound = Bound(core.Binder(near, core.Neighbors(self.var), guard), near=self.var)
        return self.phrases.quantified(quantity, bound, core.TRUE, modifier.span)

    def has(self, counted: ast.Counted) -> core.Expr:
        """`has a flag`: a quantity of things in this space, line, group or player's board."""
        bound = self._owned(counted.phrase)
        return bound.closed(self.phrases.quantified(counted.quantity, bound, core.TRUE, counted.span))

    def _owned(self, phrase: ast.Phrase) -> Bound:
        inner = self.scope if self.given else self.inner
        if self.given and self.scope.innermost() != self.var:
            inner = self.scope.bind(self.var)
        owned = ast.Phrase("its", phrase.words, phrase.modifiers, span=phrase.span)
        return self.phrases.bound(owned, inner, None)

