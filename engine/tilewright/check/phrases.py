"""Noun phrases: from words and modifiers to a binder, or to a condition on one element."""

from __future__ import annotations

from abc import abstractmethod
from itertools import count

from tilewright.check import vocabulary as words
from tilewright.check.typed import Bad, Bound, Elem, Scope, Typed
from tilewright.check.vocabulary import Noun, Vocabulary
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean
from tilewright.source import Span
from tilewright.syntax import ast

COLLECTIONS = (core.LINE, core.GROUP, core.SPACE)


class Reported(Exception):
    """The problem has been reported; what depends on it is given up (never leaves `check`)."""


class Phrases:
    """Looks words up and builds binders."""

    def __init__(self, vocabulary: Vocabulary, diagnostics: Diagnostics) -> None:
        self.vocabulary = vocabulary
        self.game = vocabulary.game
        self.diagnostics = diagnostics
        self._ids = count()

    def fresh(self, sort: str, noun: str) -> core.Var:
        """A new variable."""
        return core.Var(next(self._ids), sort, noun)

    def fail(self, code: str, span: Span, message: str, help: str = "") -> Reported:
        """Report an error; raise what this returns."""
        self.diagnostics.error(code, span, message, help)
        return Reported()

    @abstractmethod
    def condition(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """The core condition of an expression."""

    @abstractmethod
    def note_phrase(self, phrase: ast.Phrase, bound: Bound) -> None:
        """A hook: a phrase has been built."""

    @abstractmethod
    def quantified(
        self, quantity: ast.Quantity, bound: Bound, condition: core.Expr, span: Span
    ) -> core.Expr:
        """A quantity of elements satisfies a condition."""

    # -- nouns

    def noun(self, word: ast.Word, scope: Scope, many: bool | None) -> Noun:
        """The noun a word is; `many` says whether a plural is wanted (None: either)."""
        vocabulary = self.vocabulary
        singular = vocabulary.nouns.get(word.text)
        plural = vocabulary.plurals.get(word.text)
        if singular is None and plural is None:
            raise self.unknown(word, scope)
        found = singular or plural
        assert found is not None
        if many is True and plural is None:
            raise self.fail("TW102", word.span, f"'{word.text}' is one; here it is about several",
                            f"write '{found.plural}'")  # fmt: skip
        if many is False and singular is None:
            raise self.fail("TW102", word.span, f"'{word.text}' is several; here it is about one",
                            f"write '{found.singular}'")  # fmt: skip
        return found

    def unknown(self, word: ast.Word, scope: Scope) -> Reported:
        """Report an unknown word, with the nearest known one."""
        known = self.vocabulary.known(scope.names)
        help = did_you_mean(word.text, known) or "see docs/language.md for the words of the language"
        return self.fail("TW101", word.span, f"'{word.text}' is not a known word", help)

    # -- binders

    def bound(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        """A phrase as a binder."""
        if not phrase.words:
            raise self.fail("TW202", phrase.span, "'it' is one thing; here a set is wanted",
                            "name the things, for example 'stacks'")  # fmt: skip
        name = scope.names.get(_singular(phrase.noun.text, scope))
        if name is not None and isinstance(name.value, Bound):
            bound = self._from_name(name.value, phrase, scope)
        else:
            bound = self._from_noun(phrase, scope, many)
        self.note_phrase(phrase, bound)
        return bound

    def _from_name(self, defined: Bound, phrase: ast.Phrase, scope: Scope) -> Bound:
        scope.names[_singular(phrase.noun.text, scope)].used = True
        binder = defined.binder
        var = self.fresh(binder.var.sort, _singular(phrase.noun.text, scope))
        guard = build.substitute(binder.guard, binder.var, var)
        builder = _Builder(self, phrase, scope, var)
        builder.guards.append(guard)
        builder.domain = binder.domain
        return builder.finish(defined.near, defined.player)

    def _from_noun(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        noun = self.noun(phrase.noun, scope, many)
        var = self.fresh(noun.sort, noun.singular)
        builder = _Builder(self, phrase, scope, var)
        builder.add_noun(noun)
        return builder.finish()

    def satisfies(self, phrase: ast.Phrase, var: core.Var, scope: Scope) -> core.Expr:
        """The condition that an element is one of the things a phrase describes."""
        if var.sort != core.SPACE:
            raise self.fail("TW202", phrase.span, f"a {var.noun} cannot be described like this",
                            "this works for spaces, stacks and pieces")  # fmt: skip
        builder = _Builder(self, phrase, scope, var, given=True)
        word = phrase.noun
        name = scope.names.get(_singular(word.text, scope))
        if name is not None and isinstance(name.value, Bound):
            name.used = True
            binder = name.value.binder
            builder.guards.append(build.substitute(binder.guard, binder.var, var))
        elif not builder.add_adjective(word):
            builder.add_noun(self.noun(word, scope, None))
        return builder.finish().binder.guard

    # -- references

    def reference(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        """The one element that `it`, `the row` or `its mirror across ...` refers to."""
        found = self.find_element(phrase, scope)
        if found is None:
            noun = phrase.words[-1].text if phrase.words else "it"
            raise self.fail("TW106", phrase.span, f"nothing here is 'the {noun}'" if phrase.words
                            else "there is nothing here that 'it' could be",
                            f"it has to be spoken of before, as in 'for each {noun}'")  # fmt: skip
        return found

    def find_element(self, phrase: ast.Phrase, scope: Scope) -> Elem | None:
        """Like `reference`, None when nothing fits."""
        if phrase.article == "it":
            var = scope.innermost()
            return Elem(var) if var else None
        if phrase.article == "its" and phrase.noun.text == "mirror":
            return self._mirror_image(phrase, scope)
        if phrase.article != "the" or phrase.modifiers or len(phrase.words) != 1:
            return None
        text = phrase.noun.text
        var = scope.named(lambda v: v.noun == text, lambda v: text in self._wider(v))
        return Elem(var) if var else None

    def _wider(self, var: core.Var) -> tuple[str, ...]:
        """More general nouns by which an element may be called."""
        wider: dict[str, tuple[str, ...]] = {
            core.SPACE: ("space", "stack", self.game.piece),
            core.LINE: ("line",),
            core.PLAYER: ("player",),
            core.VALUE: (self.game.main_attribute,) if var.noun in self.game.classes else (),
        }
        return wider.get(var.sort, ())

    def _mirror_image(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        across = [m for m in phrase.modifiers if isinstance(m, ast.Across)]
        space = scope.innermost(core.SPACE)
        if len(across) != 1 or space is None:
            raise self.fail("TW202", phrase.span, "a mirror image of what, across what?",
                            "write 'its mirror across the vertical axis'")  # fmt: skip
        axis = self.axis(across[0].place, scope)
        var = self.fresh(core.SPACE, "mirror")
        binder = core.Binder(var, core.Image(axis, space), core.TRUE)
        return Elem(var, lambda condition: core.Exists(binder, condition))

    def axis(self, place: ast.Phrase, scope: Scope) -> core.Var | str:
        """A named symmetry, or the bound axis."""
        found = self.find_element(place, scope)
        if found and found.var.sort == core.AXIS:
            return found.var
        names = [word.text for word in place.words]
        if len(names) == 2 and names[1] == "axis" and names[0] in words.AXIS_ADJECTIVES:
            return names[0]
        if len(names) == 2 and names[1] == "turn" and names[0] in words.TURN_ADJECTIVES:
            return names[0]
        raise self.fail("TW202", place.span, "this is not an axis or a turn",
                        "write 'the axis' after 'for each axis', 'the vertical axis' or 'a half turn'")  # fmt: skip

    def collection(self, phrase: ast.Phrase, scope: Scope) -> core.Var | None:
        """The line, group or space that a phrase refers to, if it refers to one."""
        found = self.find_element(phrase, scope)
        return found.var if found and found.var.sort in COLLECTIONS else None


class _Builder:
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
        self.same: str | None = None
        self.members: Bound | None = None
        self.which_player = ""

    def fail(self, code: str, span: Span, message: str, help: str = "") -> Reported:
        return self.phrases.fail(code, span, message, help)

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
        """`has a shrine`: a quantity of things in this space, line, group or player's board."""
        bound = self._owned(counted.phrase)
        return bound.closed(self.phrases.quantified(counted.quantity, bound, core.TRUE, counted.span))

    def _owned(self, phrase: ast.Phrase) -> Bound:
        inner = self.scope if self.given else self.inner
        if self.given and self.scope.innermost() != self.var:
            inner = self.scope.bind(self.var)
        owned = ast.Phrase("its", phrase.words, phrase.modifiers, span=phrase.span)
        return self.phrases.bound(owned, inner, None)

    def _same_group(self, modifier: ast.SameAs) -> None:
        if self.var.sort != core.GROUP:
            raise self.fail("TW202", modifier.span, "'with the same ...' is said of groups",
                            "of a piece say 'where it has the same ... as ...'")  # fmt: skip
        text = modifier.attribute.text
        if text != "height" and self.phrases.noun(modifier.attribute, self.scope, False).sort != core.VALUE:
            raise self.fail("TW202", modifier.attribute.span, f"'{text}' is not an attribute")
        self.same = text

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
        guard = binder.guard
        if not isinstance(binder.domain, core.Spaces):
            guard = build.conjunction([_as_guard(binder), guard])
        return core.Groups(core.Binder(binder.var, core.Spaces(), guard), self.same)


def _as_guard(binder: core.Binder) -> core.Expr:
    """The domain of a binder over spaces as a condition."""
    domain = binder.domain
    if isinstance(domain, core.SpacesOf):
        return core.Inside(binder.var, domain.of)
    assert isinstance(domain, core.Neighbors)
    return core.Near(binder.var, domain)


def _singular(word: str, scope: Scope) -> str:
    """The `let` name a word is, also in the plural with -s."""
    if word not in scope.names and word.endswith("s") and word[:-1] in scope.names:
        return word[:-1]
    return word


def is_error(value: Typed) -> bool:
    """Whether a typed value stands for a reported problem."""
    return isinstance(value, Bad)
