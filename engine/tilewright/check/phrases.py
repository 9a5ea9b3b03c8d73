"""Noun phrases: from words and modifiers to a binder, or to a condition on one element."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from itertools import count

from tilewright.check import vocabulary as words
from tilewright.check.noun_phrase import PhraseBuilder
from tilewright.check.placement import SAID_OF_SPACES
from tilewright.check.typed import Bound, Cond, Elem, Num, Reported, Scope, singular
from tilewright.check.vocabulary import Noun, Vocabulary
from tilewright.core import expr as core
from tilewright.core import walk
from tilewright.diagnostics import Diagnostics
from tilewright.diagnostics.nearest import did_you_mean, nearest
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.syntax.repair.instead import FOREIGN, MISPLACED
from tilewright.table.board import near_codes
from tilewright.table.geometry import SIDES


class Phrases:
    """Looks words up and builds binders."""

    spoken_of = "it has to be spoken of before, as in 'for each {0}'"

    def __init__(self, vocabulary: Vocabulary, diagnostics: Diagnostics) -> None:
        self.vocabulary = vocabulary
        self.game = vocabulary.game
        self.diagnostics = diagnostics
        course = vocabulary.game.course
        self._ids = count(course.variables if course else 0)
        self.me = self.fresh(core.PLAYER, "player")
        self.around: dict[str, core.Var] = {}
        self.lost: set[str] = set()

    def fresh(self, sort: str, noun: str) -> core.Var:
        """A new variable."""
        return core.Var(next(self._ids), sort, noun)

    def fail(self, code: str, span: Span, message: str, help: str) -> Reported:
        """Report an error; raise what this returns."""
        self.diagnostics.error(code, span, message, help)
        return Reported()

    def at_home(self, expr: core.Expr, var: core.Var, scope: Scope) -> core.Expr:
        """`expr` about an element, on the board on which the element lies."""
        home = scope.home(var)
        return expr if home == scope.board else core.OnBoardOf(home or self.me, expr)

    def fail_unless_lost(self, word: str, code: str, span: Span, message: str, help: str) -> Reported:
        """Like `fail`, but silent when a line that could not be read may have spoken of it."""
        if word in self.lost or (self.lost and word in ("it", "its", "their")):
            return Reported()
        return self.fail(code, span, message, help)

    @abstractmethod
    def condition(self, node: ast.Expr, scope: Scope) -> core.Expr:
        """The core condition of an expression."""

    @abstractmethod
    def note(self, kind: str, span: Span, expr: core.Expr, var: core.Var | None = None) -> None:
        """Keep an expression and where it stands."""

    @abstractmethod
    def quantified(self, quantity: ast.Quantity, bound: Bound, condition: core.Expr, span: Span) -> core.Expr:
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
            raise self.fail(
                "TW102", word.span, f"'{word.text}' is one; here it is about several", f"write '{found.plural}'"
            )
        if many is False and singular is None:
            raise self.fail(
                "TW102", word.span, f"'{word.text}' are several; here it is about one", f"write '{found.singular}'"
            )
        return found

    playing = False
    """Whether what is checked is done in play, where the rules of the game can change."""

    def in_play(self, word: ast.Word) -> None:
        """A rule of play or a mark of a turn has been named; what scores does not know them."""
        if not self.playing:
            raise self.fail(
                "TW101",
                word.span,
                f"'{word.text}' is said in play only",
                "what scores asks what lies on the board: write out what is meant",
            )

    def unknown(self, word: ast.Word, scope: Scope, known: Iterable[str] | None = None) -> Reported:
        """Report a word that is unknown or out of place, with what was probably meant.

        `known` are the words that could stand here (all, unless told).
        """
        everywhere = {*self.vocabulary.known(scope.names), *self.around, *words.KEYWORDS}
        near = _alike_in_length(word.text, everywhere) if known is None else set(known) - {word.text}
        if word.text in everywhere:
            return self.fail(
                "TW101",
                word.span,
                f"'{word.text}' cannot stand here",
                MISPLACED.get(word.text, "see 'tilewright explain language' for where it can"),
            )
        help = self.vocabulary.only_in_file(word.text) or FOREIGN.get(word.text) or did_you_mean(word.text, near)
        if word.text[:1].isupper():
            help = near_codes(word.text, self.game)
        return self.fail_unless_lost(
            word.text,
            "TW101",
            word.span,
            f"'{word.text}' is not a known word",
            help or "see 'tilewright explain language' for the words of the language",
        )

    # -- binders

    def bound(self, phrase: ast.Phrase, scope: Scope, many: bool | None) -> Bound:
        """A phrase as a binder."""
        if not phrase.words:
            raise self.fail(
                "TW202", phrase.span, "'it' is one thing; here a set is wanted", "name the things, for example 'stacks'"
            )
        defined = self._kind_named(phrase.noun, scope)
        return self._from_name(defined, phrase, scope) if defined else self._from_noun(phrase, scope, many)

    def _kind_named(self, word: ast.Word, scope: Scope) -> Bound | None:
        """The kind of thing that a `let` name stands for."""
        name = scope.names.get(singular(word.text, scope))
        if name is None or isinstance(name.value, (Num, Cond, Elem)):
            return None
        name.used = True
        if name.value is None:
            raise Reported
        return name.value

    def _from_name(self, defined: Bound, phrase: ast.Phrase, scope: Scope) -> Bound:
        binder = defined.binder
        var = self.fresh(binder.var.sort, singular(phrase.noun.text, scope))
        guard = walk.substitute(binder.guard, binder.var, var)
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

    def stand_in(self, phrase: ast.Phrase, scope: Scope) -> Scope:
        """The scope in place of that of a phrase with problems, so that more can be checked.

        When its noun cannot be guessed, what refers to it is passed over in silence.
        """
        guess = self.guess(phrase) if phrase.words else None
        if guess is None:
            self.lost.update(word.text for word in phrase.words[-1:])
            return scope
        return scope.bind(self.fresh(guess.sort, guess.singular))

    def guess(self, phrase: ast.Phrase) -> Noun | None:
        """The noun that was probably meant."""
        vocabulary = self.vocabulary
        close = nearest(phrase.noun.text, {*vocabulary.nouns, *vocabulary.plurals})
        return vocabulary.nouns.get(close or "") or vocabulary.plurals.get(close or "")

    def satisfies(self, phrase: ast.Phrase, var: core.Var, scope: Scope, many: bool | None = None) -> core.Expr:
        """The condition that an element is one of the things a phrase describes."""
        kinds = self.vocabulary.kinds_of.get(phrase.noun.text)
        if var.sort == core.VALUE and kinds is not None and len(phrase.words) == 1 and not phrase.modifiers:
            return core.OneOf(var, kinds)
        if var.sort != core.SPACE:
            raise self.fail("TW202", phrase.span, f"a {var.noun} cannot be described like this", SAID_OF_SPACES)
        builder = PhraseBuilder(self, phrase, scope, var, given=True)
        defined = self._kind_named(phrase.noun, scope)
        if defined is not None:
            guard = walk.substitute(defined.guard, defined.var, var)
            builder.guards.append(defined.closed(guard))
        elif not builder.add_adjective(phrase.noun):
            builder.add_noun(self.noun(phrase.noun, scope, many))
        return builder.finish().binder.guard

    # -- references

    def reference(self, phrase: ast.Phrase, scope: Scope) -> Elem:
        """The one element that `it`, `the row` or `its mirror across ...` refers to."""
        found = self.find_element(phrase, scope)
        if found is None:
            raise self._no_referent(phrase, scope)
        return found

    def _no_referent(self, phrase: ast.Phrase, scope: Scope) -> Reported:
        if not phrase.words:
            return self.fail_unless_lost(
                "it", "TW106", phrase.span, "there is nothing here that 'it' could be", self.spoken_of.format("stack")
            )
        noun = phrase.noun.text
        extreme = phrase.words[0].text
        if extreme in ("largest", "smallest") and self.vocabulary.is_measure(noun):
            return self.fail(
                "TW106",
                phrase.span,
                f"the {extreme} {noun} is a number; here a thing is wanted",
                f"write 'its {noun} is more than the {extreme} {noun} of ...'",
            )
        if extreme in ("largest", "smallest"):
            plural = self.vocabulary.nouns[noun].plural if noun in self.vocabulary.nouns else noun
            return self.fail(
                "TW106",
                phrase.span,
                f"'{extreme}' stands before the measure, not before the thing",
                f"as in '{extreme} height of stacks' or '{extreme} size of {plural}'",
            )
        if self.vocabulary.sort_of(noun) == core.LINE and extreme not in (noun, "same"):
            return self.fail(
                "TW106",
                phrase.span,
                "lines have no numbers and no order",
                f"say what is in one, as in '{noun} with a ...'",
            )
        one = self.vocabulary.plurals.get(noun)
        if one is not None and phrase.article == "its":
            return self.fail(
                "TW102",
                phrase.noun.span,
                f"'{noun}' are several; here it is about one",
                f"write 'every {one.singular}', 'any {one.singular}' or 'no {one.singular}'",
            )
        if one is not None and noun not in self.vocabulary.nouns:
            return self.fail(
                "TW102",
                phrase.noun.span,
                f"'{noun}' are several; here it is about one",
                f"write 'the {one.singular}' of one spoken of before, or 'any', 'every' or 'no {one.singular}'",
            )
        if noun not in self.vocabulary.nouns and noun not in {board.name for board in self.game.boards}:
            return self.unknown(phrase.noun, scope)
        own = "leave it out: everything is looked for on one's own board"
        help = self.spoken_of.format(noun) if noun in self.vocabulary.nouns else own
        if noun == "neighbor":
            help = "write 'any neighbor', 'every neighbor' or 'its left neighbor'"
        return self.fail_unless_lost(noun, "TW106", phrase.span, f"nothing here is 'the {noun}'", help)

    def find_element(self, phrase: ast.Phrase, scope: Scope) -> Elem | None:
        """Like `reference`, None when nothing fits."""
        if phrase.article == "it":
            var = scope.innermost()
            return Elem(var) if var else None
        if phrase.article == "its" and phrase.noun.text == "mirror":
            return self._mirror_image(phrase, scope)
        if phrase.article not in ("the", "its") or phrase.modifiers:
            return None
        found = self._beyond(phrase, scope)
        if found is not None or phrase.article == "its" or len(phrase.words) != 1:
            return found
        text = phrase.noun.text
        var = scope.named(lambda v: v.noun == text, lambda v: text in self.wider(v))
        var = var or self.around.get(text)
        return Elem(var) if var else None

    def _beyond(self, phrase: ast.Phrase, scope: Scope) -> Elem | None:
        """`its left neighbor`, `the left player`: the one on that side, if there is one."""
        *adjectives, noun = (word.text for word in phrase.words)
        side = adjectives[0] if len(adjectives) == 1 else ""
        space = scope.innermost(core.SPACE)
        if phrase.article == "its" and noun == "neighbor" and side in SIDES and space:
            var = self.fresh(core.SPACE, noun)
            return Elem(var, core.Binder(var, core.Neighbors(space, side), core.TRUE))
        if phrase.article == "the" and noun in words.PLAYER_WORDS and side in words.PLAYER_SIDES:
            var = self.fresh(core.PLAYER, noun)
            return Elem(var, core.Binder(var, core.Players(side), core.TRUE))
        return None

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
            raise self.fail(
                "TW202",
                phrase.span,
                "a mirror image of what, across what?",
                "write 'its mirror across the vertical axis'",
            )
        axis = self.axis(across[0].place, scope)
        var = self.fresh(core.SPACE, "mirror")
        return Elem(var, core.Binder(var, core.Image(axis, space), core.TRUE))

    def axis(self, place: ast.Phrase, scope: Scope) -> core.Var | str:
        """A named symmetry, or the bound axis."""
        found = self.find_element(place, scope)
        if found and found.var.sort == core.AXIS:
            return found.var
        *adjectives, noun = (word.text for word in place.words) if place.words else ("",)
        which = words.SYMMETRIES.get(noun, {}).get(" ".join(adjectives) or "-", ())
        if len(which) != 1:
            raise self.fail(
                "TW202",
                place.span,
                "this is not one axis or one turn",
                "write 'the axis' after 'for each axis', 'the vertical axis' or 'a half turn'",
            )
        return which[0]


def _alike_in_length(word: str, known: Iterable[str]) -> set[str]:
    """The words that a slip may have turned into `word`; the short keywords never are."""
    keywords = {keyword for keyword in words.KEYWORDS if len(keyword) < 6}
    return {w for w in set(known) - keywords if abs(len(w) - len(word)) < 3} - {word}
