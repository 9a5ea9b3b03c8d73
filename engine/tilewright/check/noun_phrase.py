"""One noun phrase: its noun, adjectives and modifiers gathered into a binder."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from tilewright.check import slips
from tilewright.check import vocabulary as words
from tilewright.check.placement import COLLECTIONS, SAID_OF_SPACES, Placement
from tilewright.check.typed import Bound, Elem, Scope
from tilewright.check.vocabulary import Noun
from tilewright.core import build, walk
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast

if TYPE_CHECKING:
    from tilewright.check.phrases import Phrases


class PhraseBuilder(Placement):
    """Gathers the domain and the guards of one phrase."""

    def __init__(self, phrases: Phrases, phrase: ast.Phrase, scope: Scope, var: core.Var, given: bool = False) -> None:
        self.phrases = phrases
        self.phrase = phrase
        self.scope = scope
        self.var = var
        self.given = given
        self.guards: list[core.Expr] = []
        self.domain: core.Domain | None = None
        self.near: core.Var | None = None
        self.player: Elem | None = None
        self.shape = "orthogonal"
        self.distance = 1
        self.is_neighbor = False
        self.same: core.Values | None = None
        self.members: Bound | None = None

    def finish(self, near: core.Var | None = None, player: Elem | None = None) -> Bound:
        """Read the adjectives and modifiers and close the binder."""
        self.near, self.player = near, player
        for word, following in pairwise(self.phrase.words):
            if not self.add_adjective(word):
                raise slips.no_adjective(self, word, following)
        if self.phrase.article in ("its", "their"):
            self._possessive()
        for modifier in self.phrase.modifiers:
            self._modifier(modifier)
        self._close_neighbor()
        domain = self._domain()
        binder = core.Binder(self.var, domain, build.conjunction(self.guards))
        if self.var.sort == core.SPACE:
            self.phrases.note("guard", self.phrase.span, binder.guard, self.var)
        return Bound(binder, self.near, self.player)

    # -- the noun

    def add_noun(self, noun: Noun) -> None:
        game, var = self.phrases.game, self.var
        if noun.singular == "neighbor":
            self.is_neighbor = True
        elif noun.singular in words.REGION_WORDS:
            self.guards.append(core.InRegion(var, noun.singular))
        elif noun.singular in self.phrases.vocabulary.caps:
            self.guards.append(core.Capped(var, noun.singular))
        elif noun.singular in ("stack", game.piece):
            self.guards.append(core.Compare(">", core.Height(var), core.Const(0)))
        elif noun.kinds is not None:
            self.guards.append(core.Shows(var, noun.kinds))
        elif noun.sort == core.LINE:
            self.domain = core.Lines(noun.singular)
        elif noun.sort == core.VALUE:
            self.domain = self.phrases.vocabulary.values(noun.singular)
        elif noun.sort == core.PLAYER:
            self.domain = core.Players(noun.singular)
        elif noun.sort == core.AXIS:
            self.domain = core.Axes(words.SYMMETRIES[noun.singular][""])

    # -- adjectives

    def add_adjective(self, word: ast.Word) -> bool:
        """Take in an adjective; False when the word is none that fits."""
        text, sort = word.text, self.var.sort
        if text in self.phrases.vocabulary.rules or text in self.phrases.game.marks:
            self.phrases.in_play(word)
        if text in self.phrases.vocabulary.rules:
            return self._ruled(text)
        if sort == core.SPACE:
            return self._space_adjective(text)
        if sort == core.PLAYER and text in words.PLAYER_ADJECTIVES:
            self.domain = core.Players(text)
            return True
        if text in words.SYMMETRIES.get(self.var.noun, ()):
            self.domain = core.Axes(words.SYMMETRIES[self.var.noun][text])
            return True
        if sort == core.VALUE and text == "different":
            return True
        kinds = self.phrases.vocabulary.kinds_of.get(text)
        if sort == core.VALUE and kinds is not None and isinstance(self.domain, core.Values):
            kept = (v for v in self.domain.values if v.kinds is not None and v.kinds & kinds)
            self.domain = core.Values(tuple(kept))
            return True
        return False

    def _ruled(self, text: str) -> bool:
        """An adjective that a rule of the game explains."""
        rule = self.phrases.vocabulary.rules[text]
        if rule.parameter.sort != self.var.sort or not build.is_condition(rule.body):
            return False
        self.guards.append(core.RuleHolds(text, self.var))
        return True

    def _space_adjective(self, text: str) -> bool:
        vocabulary, var = self.phrases.vocabulary, self.var
        if self.is_neighbor and text in words.NEIGHBOR_ADJECTIVES:
            self.shape = text
        elif text == "face-up":
            self.guards.append(core.Shows(var, vocabulary.all_kinds))
        elif text == "face-down":
            self.guards.append(core.FaceDown(var))
        elif text == "empty":
            self.guards.append(core.Compare("=", core.Height(var), core.Const(0)))
        elif text in words.REGION_WORDS:
            self.guards.append(core.InRegion(var, text))
        elif text in vocabulary.kinds_of:
            self.guards.append(core.Shows(var, vocabulary.kinds_of[text]))
        elif text in vocabulary.game.marks:
            self.guards.append(core.Flagged(var, text))
        else:
            return False
        return True

    # -- relations

    def _possessive(self) -> None:
        article = self.phrase.article or "its"
        sorts = (core.PLAYER,) if article == "their" else ()
        owner = self.scope.innermost(*sorts)
        if owner is None:
            whose = "a player" if sorts else "anything"
            raise self.phrases.fail_unless_lost(
                article,
                "TW106",
                self.phrase.span,
                f"there is not {whose} here that '{article}' could mean",
                "it has to be spoken of before, as in 'for each opponent'",
            )
        self._relate(Elem(owner), self.phrase.span)

    def _relate(self, element: Elem, span: Span) -> None:
        """`of the row`, `its`: belong to an element."""
        owner = element.var
        if owner.sort == core.PLAYER:
            self.player = element
        elif element.binder is not None:
            raise self.fail(
                "TW202",
                span,
                f"its {owner.noun} may not be there",
                "use it in a condition, as in 'it is as tall as its mirror ...'",
            )
        elif self.is_neighbor and owner.sort == core.SPACE:
            self.near = owner
            home = self.scope.home(owner)
            if not self.given and self.player is None and home != self.scope.board:
                self.player = Elem(home or self.phrases.me)
        elif self.var.sort == core.SPACE and owner.sort == core.VALUE:
            self.guards.append(core.ShowsValue(self.var, owner))
        elif self.var.sort == core.SPACE and owner.sort in COLLECTIONS:
            self._inside(owner)
        elif self.var.sort == core.VALUE and owner.sort == core.SPACE:
            self.guards.append(self.phrases.at_home(core.ShowsValue(owner, self.var), owner, self.scope))
        elif self.var.sort == core.VALUE and owner.sort in COLLECTIONS:
            self._values_in(owner)
        else:
            raise self.fail(
                "TW202",
                span,
                f"a {self.var.noun} does not belong to a {owner.noun}",
                "things on spaces belong to lines, groups, players and what they show",
            )

    def _inside(self, owner: core.Var) -> None:
        if self.domain is None and not self.given and not self.is_neighbor:
            self.domain = core.SpacesOf(owner)
        else:
            self.guards.append(core.Inside(self.var, owner))

    def _values_in(self, owner: core.Var) -> None:
        space = self.phrases.fresh(core.SPACE, "space")
        binder = core.Binder(space, core.SpacesOf(owner), core.TRUE)
        self.guards.append(core.Exists(binder, core.ShowsValue(space, self.var)))

    # -- modifiers

    def _modifier(self, modifier: ast.Modifier) -> None:
        match modifier:
            case ast.OfPhrase():
                self._of(modifier.phrase)
            case ast.InPlace():
                self._in(modifier)
            case ast.NotPlaced():
                self.guards.append(build.negation(self.placed(modifier.place)))
            case ast.WhereClause():
                self._where(modifier.condition)
            case ast.WithSome():
                self._guard(self.has(modifier.counted), modifier.span)
            case ast.SameAs():
                self._same_group(modifier)
            case ast.Within():
                self._within(modifier)
            case ast.Across():
                raise self.fail(
                    "TW202",
                    modifier.span,
                    "'across' follows 'mirror' only",
                    "write 'its mirror across the vertical axis'",
                )
            case _:
                self._guard(self.placed(modifier), modifier.span)

    def _guard(self, guard: core.Expr, span: Span) -> None:
        self.phrases.note("condition", span, guard)
        self.guards.append(guard)

    def _where(self, node: ast.Expr) -> None:
        condition = self.phrases.condition(node, self.inner)
        if not self.given and self.var not in walk.variables(condition):
            self.phrases.diagnostics.warning(
                "TW212",
                node.span,
                f"this says nothing about the {self.var.noun}",
                'say what belongs to it, as in "every space in it"',
            )
        self.guards.append(condition)

    def _members(self, phrase: ast.Phrase) -> None:
        """What a group is made of; `where` and `with the same` after it are about the group."""
        own = [m for m in phrase.modifiers if isinstance(m, (ast.WhereClause, ast.SameAs))]
        others = tuple(m for m in phrase.modifiers if m not in own)
        for modifier in others:
            slips.of_members(self, modifier, phrase)
        self.members = self.phrases.bound(replace(phrase, modifiers=others), self.scope, many=True)
        if self.members.var.sort != core.SPACE:
            raise self.fail(
                "TW202", phrase.span, "groups are made of spaces, stacks or pieces", "write 'group of face-down stacks'"
            )
        self.player = self.members.player
        for modifier in own:
            self._modifier(modifier)

    def _of(self, phrase: ast.Phrase) -> None:
        slips.after_of(self, phrase)
        if self.var.sort == core.GROUP:
            self._members(phrase)
            return
        found = self.phrases.find_element(phrase, self.scope)
        if found is not None:
            self._relate(found, phrase.span)
        elif self.var.sort == core.VALUE:
            self._values_of(self.phrases.bound(phrase, self.scope, many=True), phrase.span)
        else:
            self.phrases.reference(phrase, self.scope)

    def _values_of(self, bound: Bound, span: Span) -> None:
        if bound.var.sort != core.SPACE:
            raise self.fail("TW202", span, f"a {bound.var.noun} has no {self.var.noun}", SAID_OF_SPACES)
        shown = core.ShowsValue(bound.var, self.var)
        self.guards.append(bound.closed(core.Exists(bound.binder, shown)))

    def _in(self, modifier: ast.InPlace) -> None:
        found = self.phrases.find_element(modifier.place, self.scope)
        if found is not None:
            self._relate(found, modifier.place.span)
        else:
            self.guards.append(self.placed(modifier))

    def _same_group(self, modifier: ast.SameAs) -> None:
        if self.var.sort != core.GROUP:
            raise self.fail(
                "TW202",
                modifier.span,
                "'with the same ...' is said of groups",
                "of a piece say 'where it has the same ... as ...'",
            )
        noun = self.phrases.noun(modifier.attribute, self.scope, many=False)
        if noun.sort != core.VALUE:
            raise self.fail(
                "TW202",
                modifier.attribute.span,
                f"'{noun.singular}' is not an attribute",
                f"for example 'with the same {self.phrases.game.main_attribute}'",
            )
        self.same = self.phrases.vocabulary.values(noun.singular)

    def _within(self, modifier: ast.Within) -> None:
        if not self.is_neighbor:
            raise self.fail(
                "TW202", modifier.span, "'within' is said of neighbors", "for example 'any neighbor within 2'"
            )
        if modifier.distance < 1:
            raise self.fail("TW211", modifier.span, "no space is within 0 steps", "write 'within 2', or leave it out")
        self.distance = modifier.distance

    # -- closing

    def _close_neighbor(self) -> None:
        if not self.is_neighbor:
            return
        if self.near is None:
            near = self.scope.innermost(core.SPACE)
            if near is None or near == self.var:
                raise self.fail("TW106", self.phrase.span, "a neighbor of what?", "write 'neighbor of the stack'")
            self.near = near
        around = core.Neighbors(self.near, self.shape, self.distance)
        if self.given or self.domain is not None:
            self.guards.append(core.Near(self.var, around))
        else:
            self.domain = around

    def _domain(self) -> core.Domain:
        if self.var.sort == core.GROUP and not self.given:
            return self._groups()
        return self.domain or core.Spaces()

    def _groups(self) -> core.Groups:
        if isinstance(self.domain, core.Groups):
            return core.Groups(self.domain.binder, self.same or self.domain.same)
        if self.members is None:
            raise self.fail("TW202", self.phrase.span, "a group of what?", "write 'group of face-down stacks'")
        return core.Groups(core.Binder(self.members.var, core.Spaces(), self.members.guard), self.same)
