"""Where a space is and what it has: modifiers that serve as predicates too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.check import vocabulary as words
from tilewright.check.typed import Bound, Elem, Reported, Scope
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast

if TYPE_CHECKING:
    from tilewright.check.phrases import Phrases

SAID_OF_SPACES = "this is said of spaces, stacks and pieces"
COLLECTIONS = (core.LINE, core.GROUP, core.SPACE)


class Placement:
    """Conditions on the variable of a phrase; `given` when it was bound before the phrase."""

    phrases: Phrases
    scope: Scope
    var: core.Var
    given: bool
    near: core.Var | None
    player: Elem | None

    @property
    def inner(self) -> Scope:
        """The scope of what is said about the variable, which is `it` there."""
        scope = self.scope.on(self.player)
        return scope if scope.innermost() == self.var else scope.bind(self.var)

    def fail(self, code: str, span: Span, message: str, help: str) -> Reported:
        """Report an error; raise what this returns."""
        return self.phrases.fail(code, span, message, help)

    def placed(self, modifier: ast.InPlace | ast.OnFloor | ast.InSame | ast.Beside) -> core.Expr:
        """Modifiers that speak of one space; they serve as predicates too."""
        if self.var.sort != core.SPACE:
            raise self.fail("TW202", modifier.span, f"a {self.var.noun} does not lie on one space", SAID_OF_SPACES)
        match modifier:
            case ast.InPlace():
                return self._in_place(modifier.place)
            case ast.OnFloor(0):
                raise self.fail("TW211", modifier.span, "there is no floor 0", "the ground is floor 1")
            case ast.OnFloor():
                height = core.Compare(modifier.bound, core.Height(self.var), core.Const(modifier.floor))
                return build.conjunction(
                    [core.Compare(">", core.Height(self.var), core.Const(0)), height]
                    if modifier.bound == "<="
                    else [height]
                )
            case ast.InSame():
                return self._same_line(modifier)
            case ast.Beside():
                return self._beside(modifier)

    def _in_place(self, place: ast.Phrase) -> core.Expr:
        """`on the border`, `on a tall stack`; or inside a line or group."""
        region = self._region(place)
        if region is not None:
            return core.InRegion(self.var, region)
        if place.article is not None:
            found = self.phrases.reference(place, self.scope)
            if found.var.sort not in COLLECTIONS:
                raise self._no_place(place)
            return found.closed(core.Inside(self.var, found.var))
        bound = self.phrases.bound(place, self.inner, None)
        if bound.var.sort not in COLLECTIONS:
            raise self._no_place(place)
        self._share_board(bound, place.span)
        if bound.var.sort == core.SPACE:
            return walk.substitute(bound.guard, bound.var, self.var)
        return core.Exists(bound.binder, core.Inside(self.var, bound.var))

    def _share_board(self, place: Bound, span: Span) -> None:
        """`in a corner of the left player`: what lies there lies on that player's board."""
        if place.player is None or place.player.var == self.inner.home(self.var):
            return
        if self.given or self.player is not None:
            raise self.fail(
                "TW202",
                span,
                f"the {self.var.noun} lies on another board",
                "say whose it is of the thing itself, as in 'stacks of the left player'",
            )
        self.player = place.player

    def _region(self, place: ast.Phrase) -> str | None:
        """The fixed region that a place is, unless one spoken of before is meant."""
        known = self.phrases.vocabulary
        alone = len(place.words) == 1 and not place.modifiers
        text = place.words[0].text if alone else ""
        noun = known.nouns.get(text) or known.plurals.get(text)
        if noun is None or noun.singular not in words.REGIONS:
            return None
        return None if self.phrases.find_element(place, self.scope) else noun.singular

    def _no_place(self, place: ast.Phrase) -> Reported:
        return self.fail(
            "TW202",
            place.span,
            "this is not a place",
            "places are the border, a corner, the center, a kind of stack, or a line or group",
        )

    def _same_line(self, modifier: ast.InSame) -> core.Expr:
        noun = self.phrases.noun(modifier.noun, self.scope, many=False)
        help = f"say it inside a 'where', as in 'where any neighbor is in the same {noun.singular}'"
        other = self.other(modifier.reference, modifier.span, f"in the same {noun.singular} as what?", help)
        if noun.sort != core.LINE:
            raise self.fail(
                "TW202",
                modifier.noun.span,
                f"'{noun.singular}' is not a kind of line",
                "lines are row, column, diagonal, quadrant",
            )
        if other.var.sort != core.SPACE:
            raise self.fail("TW202", modifier.span, f"a {other.var.noun} does not lie on one space", SAID_OF_SPACES)
        same: core.Expr = core.SameLine(self.var, other.var, noun.singular)
        if self.inner.home(other.var) != self.inner.home(self.var):  # the same place on two boards
            same = build.disjunction([same, core.Same(self.var, other.var)])
        return other.closed(same)

    def other(self, reference: ast.Phrase | None, span: Span, *unnamed: str) -> Elem:
        """What a comparison is with: the one that is named, never the subject itself.

        `unnamed` are the message and the help for when none is named or spoken of.
        """
        if reference is None or reference.article == "it":
            return Elem(self.other_space(span, *unnamed))
        scope = self.scope if self.given else self.inner
        return self.phrases.reference(reference, scope.without(self.var) if reference.article == "the" else scope)

    def other_space(
        self,
        span: Span,
        message: str = "compared with what?",
        help: str = "speak of two things, as in 'where any neighbor is ...'",
    ) -> core.Var:
        """The space a comparison is with when none is named."""
        outside = [v for v in self.scope.elements if v != self.var and v.sort == core.SPACE]
        if self.near is not None:
            return self.near
        if not outside:
            raise self.fail("TW209", span, message, help)
        return outside[-1]

    def _beside(self, modifier: ast.Beside) -> core.Expr:
        quantity, phrase = modifier.counted.quantity, modifier.counted.phrase
        if self.phrases.vocabulary.sort_of(phrase.noun.text) in (core.GROUP, core.LINE):
            raise self.fail(
                "TW202",
                modifier.span,
                "spaces lie beside spaces",
                f"write 'where any neighbor is in a {phrase.noun.text} ...'",
            )
        near = self.phrases.fresh(core.SPACE, "neighbor")
        guard = self.phrases.satisfies(phrase, near, self.inner.bind(near))
        bound = Bound(core.Binder(near, core.Neighbors(self.var), guard), near=self.var)
        return self.phrases.quantified(quantity, bound, core.TRUE, modifier.span)

    def has(self, counted: ast.Counted) -> core.Expr:
        """`has a flag`: a quantity of things in this space, line, group or player's board."""
        self._several(counted)
        bound = self._owned(counted.phrase)
        return bound.closed(self.phrases.quantified(counted.quantity, bound, core.TRUE, counted.span))

    def _several(self, counted: ast.Counted) -> None:
        """`has a different color`: only what has several of them has different ones."""
        phrase = counted.phrase
        noun = self.phrases.vocabulary.nouns.get(phrase.noun.text)
        if (
            noun is None
            or noun.sort != core.VALUE
            or phrase.words[0].text != "different"
            or (self.var.sort != core.SPACE and counted.quantity.kind not in ("any", "no", "every"))
        ):
            return
        help = f"write 'has at least 2 different {noun.plural}'"
        if self.var.sort == core.SPACE:
            help = f"write 'is not of the same {noun.singular}'"
            help += "" if noun.singular == "height" else f"; this also holds of what shows no {noun.singular}"
        raise self.fail("TW202", phrase.span, "different from what?", help)

    def _owned(self, phrase: ast.Phrase) -> Bound:
        owned = ast.Phrase("its", phrase.words, phrase.modifiers, span=phrase.span)
        return self.phrases.bound(owned, self.inner, None)
