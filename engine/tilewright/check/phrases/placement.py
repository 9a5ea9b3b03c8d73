"""Conditions on where an element is and what it has, for modifiers and predicates."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from tilewright.check import vocabulary as words
from tilewright.check.phrases.places import AREA
from tilewright.check.phrases.protocol import PhraseElaborator
from tilewright.check.phrases.references import Subject
from tilewright.check.typed import Bound, Elem, Reported
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.diagnostics import did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.table.game import PATCH
from tilewright.table.geometry import STRAIGHT

SAID_OF_SPACES = "this applies only to spaces, stacks and pieces"
COLLECTIONS = (core.LINE, core.GROUP, core.SPACE)
BEYOND = {"top": "above", "bottom": "below", "left": "left of", "right": "right of", STRAIGHT: "in line with"}
"""The preposition for spaces in each direction, at any distance."""
_OPPOSITE = {"top": "bottom", "bottom": "top", "left": "right", "right": "left", STRAIGHT: STRAIGHT}


class Placement:
    """Conditions on a subject: `placed` for its place, `has` for what it has."""

    def __init__(self, subject: Subject, phrases: PhraseElaborator) -> None:
        self.subject = subject
        self.phrases = phrases
        self.context = phrases.context

    def placed(
        self, modifier: ast.InPlace | ast.OnFloor | ast.InSame | ast.Beside | ast.MadeFor | ast.Toward | ast.Between
    ) -> core.Expr:
        """A modifier or predicate about a space."""
        var = self.subject.var
        if var.sort != core.SPACE and not self.phrases.land.kind(var, self.subject.inner):
            raise self._not_on_a_space(var, modifier.span)
        return _PLACED[type(modifier)](self, modifier)

    def _not_on_a_space(self, var: core.Var, span: Span, named: bool = False) -> Reported:
        """Report a thing with several spaces, or none; `named` are the words of the thing alone."""
        help = SAID_OF_SPACES
        if var.sort in COLLECTIONS:
            help = f"say it of a stack in the {var.noun}, as in 'has a stack beside ...'"
            help = f"write 'a stack in the {var.noun}'" if named else help
        if var.sort == core.VALUE:
            help = f"say what it is next to, as in '{var.noun} of stacks in the top row'"
        return self.context.fail("TW202", span, f"a {var.noun} is not on a single space", help)

    def _in_place(self, modifier: ast.InPlace) -> core.Expr:
        """`on the border`, `on a tall stack`; or inside a line or group."""
        place, var = modifier.place, self.subject.var
        region = self._region(place)
        if region is not None:
            self.phrases.places.shape_wanted(modifier.span)
            return core.InRegion(var, region)
        if place.article is not None:
            found = self.phrases.references.one(place, self.subject.scope)
            if found.var.sort not in COLLECTIONS:
                raise self._no_place(place)
            self.check_not_itself(found.var, place.span)
            kind, of = (self.phrases.land.kind(one, self.subject.inner) for one in (var, found.var))
            if kind and of and kind != of and (kind, of) != (PATCH, AREA):
                return found.closed(self.phrases.land.belongs(var, kind, found.var, of))
            return found.closed(core.Inside(var, found.var))
        bound = self.phrases.bound(place, self.subject.inner, None)
        if bound.var.sort not in COLLECTIONS:
            raise self._no_place(place)
        on_land = self._on_land(bound)
        if on_land is not None:
            return on_land
        self._share_board(bound, place.span)
        if bound.var.sort == core.SPACE:
            return walk.substitute(bound.guard, bound.var, var)
        return core.Exists(bound.binder, core.Inside(var, bound.var))

    def _on_land(self, place: Bound) -> core.Expr | None:
        """The relation of tiles, patches and areas on a board that grows; None for other elements."""
        land, var, inner = self.phrases.land, self.subject.var, self.subject.inner
        kind, of = land.kind(var, inner), land.kind(place.var, place.inside(inner))
        if not kind or not of or kind == of or (kind, of) == (PATCH, AREA):
            return None
        belongs = land.belongs(var, kind, place.var, of)
        home = inner.home(var)
        at_home = core.OnBoardOf(home, belongs) if home is not None and home != inner.board else belongs
        there = core.OnBoardOf(home, belongs) if home is not None and place.player is not None else at_home
        return place.closed(core.Exists(place.binder, there))

    def check_not_itself(self, other: core.Var, span: Span, beside: bool = False) -> None:
        """Report a relation of an element to itself, as in `every stack is in it`; only spaces are `beside` others."""
        if other != self.subject.var:
            return
        around = [
            f"{'a stack in ' * (beside and var.sort in COLLECTIONS)}the {var.noun}"
            for var in self.subject.scope.elements
            if var != other
        ]
        help = f"write '{around[-1]}'" if around else "name another thing"
        raise self.context.fail("TW202", span, f"this is the {other.noun} itself", help)

    def _share_board(self, place: Bound, span: Span) -> None:
        """`in a corner of the left player`: the subject is on that player's board."""
        subject = self.subject
        if place.player is None or place.player.var == subject.inner.home(subject.var):
            return
        if subject.given or subject.player is not None:
            raise self.context.fail(
                "TW202",
                span,
                f"the {subject.var.noun} is on another board",
                "say whose the thing itself is, as in 'stacks of the left player'",
            )
        subject.player = place.player

    def _region(self, place: ast.Phrase) -> str | None:
        """The named region that a phrase is, unless an element in scope is meant."""
        known = self.context.vocabulary
        alone = len(place.words) == 1 and not place.modifiers
        text = place.words[0].text if alone else ""
        noun = known.nouns.get(text) or known.plurals.get(text)
        if noun is None or noun.singular not in words.REGIONS:
            return None
        return None if self.phrases.references.find(place, self.subject.scope) else noun.singular

    def _no_place(self, place: ast.Phrase) -> Reported:
        return self.context.fail(
            "TW202",
            place.span,
            "this is not a place",
            "places are the border, a corner, the center, a kind of stack, or a line or group",
        )

    def _on_floor(self, modifier: ast.OnFloor) -> core.Expr:
        if modifier.floor == 0:
            raise self.context.fail("TW211", modifier.span, "there is no floor 0", "the ground is floor 1")
        height = core.Height(self.subject.var)
        on_it: core.Expr = core.Compare(modifier.bound, height, core.Const(modifier.floor))
        if modifier.bound == "<=":  # an empty space has no floor
            return build.conjunction([core.Compare(">", height, core.Const(0)), on_it])
        return on_it

    def _same_line(self, modifier: ast.InSame) -> core.Expr:
        var, inner = self.subject.var, self.subject.inner
        if modifier.noun.text == "floor":
            return self._same_floor(modifier)
        noun = self.phrases.names.noun(modifier.noun, self.subject.scope, many=False)
        help = f"put it inside a 'where', as in 'where any neighbor is in the same {noun.singular}'"
        other = self.other(modifier.reference, modifier.span, f"in the same {noun.singular} as what?", help)
        if noun.sort != core.LINE:
            raise self.context.fail(
                "TW202",
                modifier.noun.span,
                f"'{noun.singular}' is not a kind of line",
                "lines are row, column, diagonal, quadrant",
            )
        if other.var.sort != core.SPACE:
            raise self._not_on_a_space(other.var, modifier.span)
        same: core.Expr = core.Near(var, core.Neighbors(other.var, f"same {noun.singular}"))
        if inner.home(other.var) != inner.home(var):  # equal places on two boards
            same = build.disjunction([same, core.Same(var, other.var)])
        return other.closed(same)

    def _same_floor(self, modifier: ast.InSame) -> core.Expr:
        """The tops of two stacks, or two empty spaces, are at the same height."""
        help = "put it inside a 'where', as in 'where any neighbor is on the same floor'"
        other = self.other(modifier.reference, modifier.span, "on the same floor as what?", help)
        if other.var.sort != core.SPACE:
            raise self._not_on_a_space(other.var, modifier.span)
        scope = self.subject.inner
        heights = (self.context.at_home(core.Height(var), var, scope) for var in (self.subject.var, other.var))
        return other.closed(core.Compare("=", *heights))

    def _beside(self, modifier: ast.Beside) -> core.Expr:
        self.phrases.places.spaces_wanted(modifier.span)
        if isinstance(modifier.counted, ast.Phrase):
            return self._beside_known(modifier.counted)
        noun = _text(modifier.counted.phrase)
        self._check_spaces(modifier.counted, modifier.span, "beside", f"write 'where any neighbor is in a {noun} ...'")
        if modifier.counted.quantity.kind == "every":
            help = f"write 'where every {noun} is a neighbor of the {self.subject.var.noun}', or 'any {noun}'"
            raise self._every_one("is beside", f"{noun} that is beside it", modifier.span, help)
        return self._near_some(modifier.counted, core.Neighbors(self.subject.var))

    def _beside_known(self, phrase: ast.Phrase) -> core.Expr:
        """`beside the stack`; for areas: they have adjacent patches."""
        var, scope = self.subject.var, self.subject.inner
        found = self.phrases.references.one(phrase, self.subject.scope)
        self.check_not_itself(found.var, phrase.span, beside=True)
        if self.phrases.land.kind(var, scope) == self.phrases.land.kind(found.var, scope) == AREA:
            return found.closed(self.phrases.land.beside(var, found.var))
        for one in (var, found.var):
            if one.sort != core.SPACE:
                raise self._not_on_a_space(one, phrase.span, named=one != var)
        return found.closed(core.Near(var, core.Neighbors(found.var)))

    def _made_for(self, modifier: ast.MadeFor) -> core.Expr:
        """`made for red`; `made for the tile`: for a value that the tile shows."""
        var, game = self.subject.var, self.context.game
        printed = dict.fromkeys(name for place in game.boards for name, _ in place.printed)
        if not printed:
            help = "write 'spaces for color' under a board, with what is printed on its spaces"
            raise self.context.fail(
                "TW202", modifier.span, "the spaces of this game are made for nothing of their own", help
            )
        known = {name.split(" ", 1)[1]: name for name in printed}
        if isinstance(modifier.what, ast.Word):
            if modifier.what.text not in known:
                help = did_you_mean(modifier.what.text, known) or "printed on spaces: " + ", ".join(known)
                raise self.context.fail(
                    "TW101", modifier.what.span, f"no space is made for '{modifier.what.text}'", help
                )
            return core.InRegion(var, known[modifier.what.text])
        found = self.phrases.references.one(modifier.what, self.subject.scope)
        if found.var.sort != core.SPACE:
            raise self._not_on_a_space(found.var, modifier.what.span)
        scope = self.subject.inner
        fits = [
            core.And(
                (
                    self.context.at_home(core.Shows(found.var, game.kinds_with(*name.split(" ", 1))), found.var, scope),
                    core.InRegion(var, name),
                )
            )
            for name in printed
        ]
        return found.closed(build.disjunction(fits))

    def _check_spaces(self, counted: ast.Counted, span: Span, where: str, help: str) -> None:
        if self.context.vocabulary.sort_of(counted.phrase.noun.text) in (core.GROUP, core.LINE):
            raise self.context.fail("TW202", span, f"only a space can be {where} a space", help)

    def _near_some(self, counted: ast.Counted, around: core.Neighbors) -> core.Expr:
        """A quantity of spaces around the subject is described by a phrase."""
        near = self.context.fresh(core.SPACE, "neighbor")
        guard = self.phrases.satisfies(counted.phrase, near, self.subject.inner.bind(near), counted.many)
        bound = Bound(core.Binder(near, around, guard), near=self.subject.var)
        return self.phrases.quantified(counted.quantity, bound, core.TRUE, self.subject.inner)

    def _toward(self, modifier: ast.Toward) -> core.Expr:
        """`above it`, `above at least 2 flags`: those are below in the same column."""
        var, said = self.subject.var, modifier.other
        if isinstance(said, ast.Phrase):
            other = self.beyond(modifier)
            return other.closed(core.Near(var, core.Neighbors(other.var, modifier.side, None)))
        if said.quantity.kind == "every":
            noun, where = _text(said.phrase), BEYOND[_OPPOSITE[modifier.side]]
            help = f"write 'where every {noun} in the same ... is {where} it', or 'any {noun}'"
            raise self._every_one(f"is {BEYOND[modifier.side]}", f"{noun} that is {where} it", modifier.span, help)
        where = BEYOND[modifier.side]
        self._check_spaces(said, modifier.span, where, f"write '{where} a stack in a {said.phrase.noun.text} ...'")
        return self._near_some(said, core.Neighbors(var, _OPPOSITE[modifier.side], None))

    def beyond(self, modifier: ast.Toward) -> Elem:
        """The space that the subject is above, below, left of or right of."""
        assert isinstance(modifier.other, ast.Phrase)
        found = self.other(modifier.other, modifier.span, f"{BEYOND[modifier.side]} what?")
        if found.var.sort != core.SPACE:
            raise self._not_on_a_space(found.var, modifier.span)
        return found

    def _between(self, modifier: ast.Between) -> core.Expr:
        """`between it and the wall`: the subject is one of the spaces between."""
        first, last = self.ends(modifier)
        there = self.context.fresh(core.SPACE, "space")
        on_the_way = core.Binder(there, core.Between(first.var, last.var), core.TRUE)
        return first.closed(last.closed(core.Exists(on_the_way, core.Same(there, self.subject.var))))

    def ends(self, modifier: ast.Between) -> tuple[Elem, Elem]:
        """The two spaces between which the subject lies."""
        first, last = (self._end(said) for said in (modifier.first, modifier.last))
        for end, said in ((first, modifier.first), (last, modifier.last)):
            if end.var.sort != core.SPACE:
                raise self._not_on_a_space(end.var, said.span)
            self.check_not_itself(end.var, said.span)
        if first.var == last.var:
            help = "name two, as in 'between it and the stack'"
            raise self.context.fail("TW202", modifier.span, "nothing lies between a space and itself", help)
        return first, last

    def _end(self, said: ast.Phrase) -> Elem:
        if self.subject.given:
            return self.other(said, said.span, "between what?")
        return self.phrases.references.one(said, self.subject.scope)

    def has(self, counted: ast.Counted) -> core.Expr:
        """`has a flag`: a quantity of things in this space, line, group or player's board.

        `above it` and the like are not in the space.
        """
        self._check_different(counted)
        self._check_parity(counted.phrase)
        phrase = counted.phrase
        owned = ast.Phrase("its", phrase.words, phrase.modifiers, span=phrase.span)
        if self.subject.var.sort == core.SPACE and any(_elsewhere(modifier) for modifier in phrase.modifiers):
            owned = phrase
        bound = self.phrases.bound(owned, self.subject.inner, counted.many)
        if counted.quantity.kind == "every":
            raise self._has_every(counted, bound)
        return self.phrases.quantified(counted.quantity, bound, core.TRUE, self.subject.inner)

    def has_most(self, said: ast.WithMost) -> core.Expr:
        """`has the most flags in the row`: at least as many as any player, and at least one; for the fewest possibly
        none."""
        player, other = self.subject.var, self.context.fresh(core.PLAYER, "player")
        if player.sort != core.PLAYER:
            message = f"only players have the most or the fewest, not a {player.noun}"
            raise self.context.fail("TW202", said.span, message, "compare numbers, as in 'its height is ...'")
        own, others = (self._count(said.phrase, one) for one in (player, other))
        everyone = core.Binder(other, core.Players("player"), core.TRUE)
        extreme = core.Compare("=", own, core.Extremum(said.which, everyone, others))
        return build.conjunction([core.Compare(">", own, core.Const(0)), extreme]) if said.which == "max" else extreme

    def _count(self, phrase: ast.Phrase, player: core.Var) -> core.Expr:
        """The number of things that a player has; `it` in the phrase is an element mentioned before the player."""
        scope = self.subject.scope
        others = (var for var in scope.elements if var.sort != core.PLAYER)
        scope = replace(scope.bind(player), elements=(player, *others))
        bound = self.phrases.bound(replace(phrase, article="their"), scope, True)
        return bound.closed(core.Sum(bound.binder, core.Const(1)))

    def _has_every(self, counted: ast.Counted, bound: Bound) -> Reported:
        """Report `has every flag`, which is always true."""
        var, noun = self.subject.var, _text(counted.phrase)
        said = f"every {noun} is in the {var.noun}"
        if bound.var.sort == core.VALUE:
            said = f"every {noun} has a {self.context.game.piece} in the {var.noun}"
        help = (
            f"say it of each of them, as in 'where {said}'"
            if var.sort in (core.LINE, core.GROUP)
            else f"write 'any {noun}', or how many"
        )
        return self._every_one("has", f"{noun} that it has", counted.span, help)

    def _every_one(self, relation: str, what: str, span: Span, help: str) -> Reported:
        """Report a condition that is always true."""
        return self.context.fail("TW202", span, f"a thing {relation} every {what}, so this is always true", help)

    def _check_different(self, counted: ast.Counted) -> None:
        """Report `has a different color`, which needs several elements."""
        phrase, sort = counted.phrase, self.subject.var.sort
        noun = self.context.vocabulary.nouns.get(phrase.noun.text)
        if noun is None or noun.sort != core.VALUE or phrase.words[0].text != "different":
            return
        if sort != core.SPACE and counted.quantity.kind not in ("any", "no", "every"):
            return
        help = f"write 'has at least 2 different {noun.plural}'"
        if sort == core.SPACE:
            help = f"write 'is not of the same {noun.singular}'"
            help += "" if noun.singular == "height" else f": this is also true of what shows no {noun.singular}"
        start = counted.span.start
        has = re.search(r"\bha(?:s|ve) +$", self.context.diagnostics.source.text[max(start - 9, 0) : start])
        if sort == core.SPACE and has is None:
            help = f"say from which one, as in 'where any neighbor is not of the same {noun.singular}'"
        span = Span(start - (len(has[0]) if has else 0), counted.span.end)
        raise self.context.fail("TW202", span, "different from what?", help)

    def _check_parity(self, phrase: ast.Phrase) -> None:
        """Report `has an odd number of flags`: the parity of a count, not of a number shown."""
        said = [word.text for word in phrase.words[:-1] if word.text in words.PARITIES]
        if said and any(isinstance(modifier, ast.OfPhrase) for modifier in phrase.modifiers):
            raise self.context.fail(
                "TW202",
                phrase.span,
                f"'{said[0]} {phrase.noun.text}' is what a piece shows, not how many there are",
                f"write 'where count of its ... is {said[0]}'",
            )

    # -- comparisons

    def other(
        self,
        reference: ast.Phrase | None,
        span: Span,
        unnamed: str = "compared with what?",
        help: str = "name two things, as in 'where any neighbor is ...'",
    ) -> Elem:
        """The element that a comparison is with: the named one, never the subject.

        `unnamed` and `help` are the message if there is none.
        """
        subject = self.subject
        if reference is None or reference.article == "it":
            return Elem(self._other_space(span, unnamed, help))
        scope = subject.scope if subject.given else subject.inner
        if reference.article == "the":
            scope = scope.without(subject.var)
        return self.phrases.references.one(reference, scope)

    def _other_space(self, span: Span, unnamed: str, help: str) -> core.Var:
        """The space for a comparison without a named element."""
        subject = self.subject
        if subject.near is not None:
            return subject.near
        outside = [v for v in subject.scope.elements if v != subject.var and v.sort == core.SPACE]
        if not outside:
            raise self.context.fail("TW209", span, unnamed, help)
        return outside[-1]


def _text(phrase: ast.Phrase) -> str:
    """The words of a phrase without its modifiers."""
    return " ".join(word.text for word in phrase.words)


def _elsewhere(modifier: ast.Modifier) -> bool:
    """Whether a modifier places a thing in relation to one that is known, as in `with a flag beside it`."""
    known = isinstance(modifier, ast.Beside) and isinstance(modifier.counted, ast.Phrase)
    toward = isinstance(modifier, ast.Toward) and isinstance(modifier.other, ast.Phrase)
    return known or toward or isinstance(modifier, ast.Between)


_PLACED: dict[type, Callable[[Placement, Any], core.Expr]] = {
    ast.InPlace: Placement._in_place,
    ast.OnFloor: Placement._on_floor,
    ast.InSame: Placement._same_line,
    ast.Beside: Placement._beside,
    ast.MadeFor: Placement._made_for,
    ast.Toward: Placement._toward,
    ast.Between: Placement._between,
}
