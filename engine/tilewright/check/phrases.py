"""Noun phrases: from words and modifiers to a binder, or to a condition on one element."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from itertools import count

from tilewright.check import vocabulary as words
from tilewright.check.noun_phrase import PhraseBuilder
from tilewright.check.placement import COLLECTIONS
from tilewright.check.typed import Bound, Elem, Reported, Scope, singular
from tilewright.check.vocabulary import Noun, Vocabulary
from tilewright.core import build
from tilewright.core import expr as core
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean, nearest
from tilewright.source import Span
from tilewright.syntax import ast


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
    def note(self, kind: str, span: Span, expr: core.Expr, var: core.Var | None = None) -> None:
        """Keep an expression and where it stands."""

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

    def unknown(
        self, word: ast.Word, scope: Scope, known: Iterable[str] | None = None
    ) -> Reported:
        """Report an unknown word, with the nearest of those known (all, unless told)."""
        known = self.vocabulary.known(scope.names) if known is None else known
        help = did_you_mean(word.text, known) or "see docs/language.md for the words of the language"
        return self.fail("TW101", word.span, f"'{word.text}' is not a known word", help)

    # -- binders

    def bound(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        """A phrase as a binder."""
        if not phrase.words:
            raise self.fail("TW202", phrase.span, "'it' is one thing; here a set is wanted",
                            "name the things, for example 'stacks'")  # fmt: skip
        name = scope.names.get(singular(phrase.noun.text, scope))
        if name is not None and isinstance(name.value, Bound):
            bound = self._from_name(name.value, phrase, scope)
        else:
            bound = self._from_noun(phrase, scope, many)
        return bound

    def _from_name(self, defined: Bound, phrase: ast.Phrase, scope: Scope) -> Bound:
        scope.names[singular(phrase.noun.text, scope)].used = True
        binder = defined.binder
        var = self.fresh(binder.var.sort, singular(phrase.noun.text, scope))
        guard = build.substitute(binder.guard, binder.var, var)
        builder = PhraseBuilder(self, phrase, scope, var)
        builder.guards.append(guard)
        builder.domain = binder.domain
        return builder.finish(defined.near, defined.player)

    def _from_noun(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        try:
            noun = self.noun(phrase.noun, scope, many)
        except Reported:
            self._salvage(phrase, scope)
            raise
        builder = PhraseBuilder(self, phrase, scope, self.fresh(noun.sort, noun.singular))
        builder.add_noun(noun)
        return builder.finish()

    def _salvage(self, phrase: ast.Phrase, scope: Scope) -> None:
        """Check the modifiers of a phrase whose noun has a problem: theirs are told too."""
        guess = self.guess(phrase)
        if guess is not None:
            builder = PhraseBuilder(self, phrase, scope, self.fresh(guess.sort, guess.singular))
            builder.add_noun(guess)
            builder.finish()

    def guess(self, phrase: ast.Phrase) -> Noun | None:
        """The noun that was probably meant."""
        vocabulary = self.vocabulary
        close = nearest(phrase.noun.text, {*vocabulary.nouns, *vocabulary.plurals})
        return vocabulary.nouns.get(close or "") or vocabulary.plurals.get(close or "")

    def satisfies(self, phrase: ast.Phrase, var: core.Var, scope: Scope) -> core.Expr:
        """The condition that an element is one of the things a phrase describes."""
        if var.sort != core.SPACE:
            raise self.fail("TW202", phrase.span, f"a {var.noun} cannot be described like this",
                            "this works for spaces, stacks and pieces")  # fmt: skip
        builder = PhraseBuilder(self, phrase, scope, var, given=True)
        word = phrase.noun
        name = scope.names.get(singular(word.text, scope))
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
        var = scope.named(lambda v: v.noun == text, lambda v: text in self.wider(v))
        return Elem(var) if var else None

    def wider(self, var: core.Var) -> tuple[str, ...]:
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
