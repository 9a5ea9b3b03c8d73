"""One noun phrase: its noun, adjectives and modifiers gathered into a binder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.check import vocabulary as words
from tilewright.check.placement import COLLECTIONS, Placement
from tilewright.check.typed import Bound, Scope
from tilewright.check.vocabulary import Noun
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.source import Span
from tilewright.syntax import ast

if TYPE_CHECKING:
    from tilewright.check.phrases import Phrases


class PhraseBuilder(Placement):
    """Gathers the domain and the guards of one phrase."""

    def __init__(
        self, phrases: Phrases, phrase: ast.Phrase, scope: Scope, var: core.Var, given: bool = False
    ) -> None:
        self.phrases = phrases
        self.phrase = phrase
        self.scope = scope
        self.var = var
        self.given = given
        self.inner = scope if given else scope.bind(var)
        self.guards: list[core.Expr] = []
        self.domain: core.Domain | None = None
        self.near: core.Var | None = None
        self.player: core.Var | None = None
        self.shape = "orthogonal"
        self.distance = 1
        self.is_neighbor = False
        self.axes: list[str] = []
        self.same: core.Values | None = None
        self.members: Bound | None = None
        self.which_player = ""

    def finish(self, near: core.Var | None = None, player: core.Var | None = None) -> Bound:
        """Read the adjectives and modifiers and close the binder."""
        self.near, self.player = near, player
        for word in self.phrase.words[:-1]:
            if not self.add_adjective(word):
                raise self.phrases.unknown(word, self.scope)
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
            self.which_player = noun.singular
        elif noun.sort == core.AXIS:
            self.axes = ["vertical", "horizontal"] if noun.singular == "axis" else ["half", "quarter"]

    # -- adjectives

    def add_adjective(self, word: ast.Word) -> bool:
        """Take in an adjective; False when the word is none that fits."""
        text, sort = word.text, self.var.sort
        if text in ("different", "chosen"):
            return True
        if sort == core.SPACE:
            return self._space_adjective(text)
        if sort == core.PLAYER and text in words.PLAYER_ADJECTIVES:
            self.which_player = text
            return True
        if sort == core.AXIS and text in (*words.AXIS_ADJECTIVES, *words.TURN_ADJECTIVES):
            self.axes = [text]
            return True
        kinds = self.phrases.vocabulary.kinds_of.get(text)
        if sort == core.VALUE and kinds is not None and isinstance(self.domain, core.Values):
            kept = (v for v in self.domain.values if v.kinds is not None and v.kinds & kinds)
            self.domain = core.Values(tuple(kept))
            return True
        return False

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
        else:
            return False
        return True

    # -- relations

    def _possessive(self) -> None:
        sorts = (core.PLAYER,) if self.phrase.article == "their" else ()
        owner = self.scope.innermost(*sorts)
        if owner is None:
            whose = "a player" if sorts else "anything"
            raise self.fail("TW106", self.phrase.span, f"there is not {whose} here that '{self.phrase.article}' could mean",
                            "it has to be spoken of before, as in 'for each opponent'")  # fmt: skip
        self._relate(owner, self.phrase.span)

    def _relate(self, owner: core.Var, span: Span) -> None:
        """`of the row`, `its`: belong to an element."""
        if owner.sort == core.PLAYER:
            self.player = owner
        elif self.is_neighbor and owner.sort == core.SPACE:
            self.near = owner
        elif self.var.sort == core.SPACE and owner.sort == core.VALUE:
            self.guards.append(core.ShowsValue(self.var, owner))
        elif self.var.sort == core.SPACE and owner.sort in COLLECTIONS:
            self._inside(owner)
        elif self.var.sort == core.VALUE and owner.sort in COLLECTIONS:
            self._values_in(owner)
        else:
            raise self.fail("TW202", span, f"a {self.var.noun} does not belong to a {owner.noun}")

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
                self._in(modifier.place)
            case ast.WhereClause():
                self.guards.append(self.phrases.condition(modifier.condition, self.inner))
            case ast.WithSome():
                self.guards.append(self.has(modifier.counted))
            case ast.SameAs():
                self._same_group(modifier)
            case ast.Within():
                self._within(modifier)
            case ast.Across():
                raise self.fail("TW202", modifier.span, "'across' follows 'mirror' only")
            case _:
                self.guards.append(self.placed(modifier))

    def _of(self, phrase: ast.Phrase) -> None:
        if self.var.sort == core.GROUP:
            self.members = self.phrases.bound(phrase, self.scope, many=True)
            if self.members.var.sort != core.SPACE:
                raise self.fail("TW202", phrase.span, "groups are made of spaces, stacks or pieces")
            return
        found = self.phrases.find_element(phrase, self.scope)
        if found is not None:
            self._relate(found.var, phrase.span)
        elif self.var.sort == core.VALUE:
            self._values_of(self.phrases.bound(phrase, self.scope, many=True), phrase.span)
        else:
            self.phrases.reference(phrase, self.scope)

    def _values_of(self, bound: Bound, span: Span) -> None:
        if bound.var.sort != core.SPACE:
            raise self.fail("TW202", span, f"a {bound.var.noun} has no {self.var.noun}")
        shown = core.ShowsValue(bound.var, self.var)
        self.guards.append(bound.closed(core.Exists(bound.binder, shown)))

    def _in(self, place: ast.Phrase) -> None:
        found = self.phrases.find_element(place, self.scope)
        if found is not None:
            self._relate(found.var, place.span)
        else:
            self.guards.append(self.in_region(place))

    def _same_group(self, modifier: ast.SameAs) -> None:
        if self.var.sort != core.GROUP:
            raise self.fail("TW202", modifier.span, "'with the same ...' is said of groups",
                            "of a piece say 'where it has the same ... as ...'")  # fmt: skip
        noun = self.phrases.noun(modifier.attribute, self.scope, many=False)
        if noun.sort != core.VALUE:
            raise self.fail("TW202", modifier.attribute.span, f"'{noun.singular}' is not an attribute")
        self.same = self.phrases.vocabulary.values(noun.singular)

    def _within(self, modifier: ast.Within) -> None:
        if not self.is_neighbor:
            raise self.fail("TW202", modifier.span, "'within' is said of neighbors",
                            "for example 'any neighbor within 2'")  # fmt: skip
        if modifier.distance < 1:
            raise self.fail("TW211", modifier.span, "no space is within 0 steps")
        self.distance = modifier.distance

    # -- closing

    def _close_neighbor(self) -> None:
        if not self.is_neighbor:
            return
        if self.near is None:
            near = self.scope.innermost(core.SPACE)
            if near is None or near == self.var:
                raise self.fail("TW106", self.phrase.span, "a neighbor of what?",
                                "write 'neighbor of the stack'")  # fmt: skip
            self.near = near
        around = core.Neighbors(self.near, self.shape, self.distance)
        if self.given or self.domain is not None:
            self.guards.append(core.Near(self.var, around))
        else:
            self.domain = around

    def _domain(self) -> core.Domain:
        if self.var.sort == core.PLAYER:
            return core.Players(self.which_player)
        if self.var.sort == core.AXIS:
            return core.Axes(tuple(self.axes))
        if self.var.sort == core.GROUP:
            return self._groups()
        return self.domain or core.Spaces()

    def _groups(self) -> core.Groups:
        if self.members is None:
            raise self.fail("TW202", self.phrase.span, "a group of what?",
                            "write 'group of face-down stacks'")  # fmt: skip
        binder = self.members.binder
        if self.members.player is not None:
            self.player = self.members.player
        guard = as_guard(binder)
        return core.Groups(core.Binder(binder.var, core.Spaces(), guard), self.same)


def as_guard(binder: core.Binder) -> core.Expr:
    """A binder over spaces as one condition on its variable."""
    domain = binder.domain
    match domain:
        case core.SpacesOf():
            return build.conjunction([core.Inside(binder.var, domain.of), binder.guard])
        case core.Neighbors():
            return build.conjunction([core.Near(binder.var, domain), binder.guard])
        case _:
            return binder.guard
