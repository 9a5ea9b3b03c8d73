"""Words looked up in the vocabulary and the names of a scope, with what was probably meant."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.check import vocabulary as words
from tilewright.check.context import Context
from tilewright.check.typed import Bound, Cond, Elem, Num, Reported, Scope, singular
from tilewright.check.vocabulary import Noun
from tilewright.diagnostics.nearest import LISTED, did_you_mean, nearest
from tilewright.syntax import ast
from tilewright.syntax.repair.synonyms import FOREIGN, MISPLACED
from tilewright.table.board import near_codes


class Names:
    """Looks words up; a word that is not found is reported."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def noun(self, word: ast.Word, scope: Scope, many: bool | None) -> Noun:
        """The noun a word is; `many` says whether a plural is wanted (None: either)."""
        vocabulary = self.context.vocabulary
        one, several = vocabulary.nouns.get(word.text), vocabulary.plurals.get(word.text)
        noun = one or several
        if noun is None:
            raise self.unknown(word, scope, near={*vocabulary.nouns, *vocabulary.plurals, *scope.names})
        if many is True and several is None:
            raise self.context.fail(
                "TW102",
                word.span,
                f"'{word.text}' is singular; use the plural here",
                f"write '{noun.plural}'",
                noun.plural,
            )
        if many is False and one is None:
            raise self.context.fail(
                "TW102",
                word.span,
                f"'{word.text}' is plural; use the singular here",
                f"write '{noun.singular}'",
                noun.singular,
            )
        return noun

    def guess(self, word: ast.Word) -> Noun | None:
        """The noun that was probably meant."""
        vocabulary = self.context.vocabulary
        close = nearest(word.text, {*vocabulary.nouns, *vocabulary.plurals}) or ""
        return vocabulary.nouns.get(close) or vocabulary.plurals.get(close)

    def kind(self, word: ast.Word, scope: Scope) -> Bound | None:
        """The kind of thing that a `let` name stands for."""
        name = scope.names.get(singular(word.text, scope))
        if name is None or isinstance(name.value, (Num, Cond, Elem)):
            return None
        name.used = True
        if name.value is None:
            raise Reported
        return name.value

    def require_play(self, word: ast.Word) -> None:
        """Report a rule of play or a mark of a turn where it is not known: in what scores."""
        if not self.context.in_play:
            raise self.context.fail(
                "TW101",
                word.span,
                f"'{word.text}' is allowed only in play",
                "scoring sees only what is on the board: write out what is meant",
            )

    def unknown(
        self, word: ast.Word, scope: Scope, known: Iterable[str] | None = None, near: Iterable[str] | None = None
    ) -> Reported:
        """Report a word that is unknown or out of place, with what was probably meant.

        `known` are the words that could stand here (all, unless given), `near` those that may be meant by a misspelt one.
        """
        context = self.context
        everywhere = {*context.vocabulary.known(scope.names), *context.setting.around, *words.KEYWORDS}
        if near is None:
            near = known
        near = _alike_in_length(word.text, everywhere) if near is None else set(near) - {word.text}
        if context.vocabulary.answers.get(word.text):
            of = "".join(f"{number} of " for number in sorted(context.game.numeric_attributes)[:1])
            message = f"'{word.text}' is a piece, not a number"
            return context.fail("TW101", word.span, message, f"write '{of}the {word.text}'")
        if word.text in everywhere:
            return context.fail(
                "TW101",
                word.span,
                f"'{word.text}' cannot be used here",
                MISPLACED.get(word.text, "see 'tilewright explain language' for where it can"),
            )
        help, replacement = context.vocabulary.only_in_file(word.text) or FOREIGN.get(word.text), None
        if any(element.noun == word.text for element in scope.elements):
            help = f"write 'the {word.text}'"
            replacement = f"the {word.text}"
        if word.text in {board.name for board in context.game.boards}:
            return self.board(word)
        if word.text[:1].isupper():
            help = near_codes(word.text, context.game)
        elif not help:
            help, replacement = did_you_mean(word.text, near), nearest(word.text, near)
            help = help or self._things()
        message = f"'{word.text}' is not a known word"
        help = help or "see 'tilewright explain language' for the words of the language"
        if word.text in FOREIGN:  # no line that could not be read gives this name
            return context.fail("TW101", word.span, message, help, replacement)
        return context.fail_unless_lost(word.text, "TW101", word.span, message, help, replacement)

    def board(self, word: ast.Word) -> Reported:
        """Report the name of a board, which is not a thing on one."""
        game = self.context.game
        help = f"write 'the {word.text}'"
        if not self.context.in_play:
            help = f"a card that scores sees only the players' boards, not the {word.text}"
            if word.text == game.own_place.name:
                help = f"leave 'in {word.text}' out: everything is counted on the player's own board"
        return self.context.fail("TW101", word.span, f"'{word.text}' is a board, not a thing on one", help)

    def _things(self) -> str:
        """What a game has on its boards, for a noun like none of them."""
        game = self.context.game
        pieces = [*(sort.name for sort in game.sorts), *(cap.name for cap in game.caps)]
        things = [word for word in pieces if word in self.context.vocabulary.nouns]
        kinds = [word for word in self.context.vocabulary.kinds_of if word.islower() and word not in things]
        known = [*dict.fromkeys([*things, *kinds])]
        return f"things of the game: {', '.join(known)}" if 0 < len(known) <= LISTED else ""

    def check_thing(self, word: ast.Word) -> None:
        """Report a name of a thing that would be read as a number, or as a word of the language."""
        known = self.context.vocabulary
        if word.text in known.measures | known.counters or word.text in words.KEYWORDS:
            self.taken(word)
            self.context.gaps.miss(word.text)

    def taken(self, word: ast.Word) -> Reported:
        """Report a new name that means something already."""
        return self.context.fail("TW105", word.span, f"'{word.text}' already has a meaning", "choose another name")

    def repeated(self, word: ast.Word) -> Reported:
        """Report a new name that has been given to something else."""
        return self.context.fail("TW104", word.span, f"'{word.text}' is already defined", "choose another name")


def _alike_in_length(word: str, known: Iterable[str]) -> set[str]:
    """The words that a slip may have turned into `word`; the short keywords never are."""
    keywords = {keyword for keyword in words.KEYWORDS if len(keyword) < 6}
    return {w for w in set(known) - keywords if abs(len(w) - len(word)) < 3} - {word}
