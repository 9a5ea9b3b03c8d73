"""From text to words as they are compared: lower case, without accents, contractions undone, notes left out."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

from tilewright.texts.table import PhraseTable
from tilewright.texts.words import plain

_TOKEN = re.compile(r"[0-9]+|[^\W\d_]+(?:-[^\W\d_]+)*'?|[.;:(),+*/=-]|[<>]=?|!=")
_SAME = str.maketrans({"\u2019": "'", "\u2010": "-", "\u2011": "-"})
_IGNORED = ","


@dataclass(frozen=True, slots=True)
class WordAt:
    """A word as it is compared, and where it stands in the text."""

    word: str
    start: int
    end: int


class Tokenizer:
    """Takes texts of a language apart.

    A parenthesis that names the whole of one of the `lists`, words of the lexicon, says nothing new: "(this, that and
    those)". The words that join lists are those of the table.
    """

    def __init__(self, table: PhraseTable, lists: Collection[frozenset[str]] = ()) -> None:
        self.table, self.lists = table, lists
        self._known: dict[str, list[str]] = {}

    def tokens(self, text: str) -> list[WordAt]:
        """The words of a text that count."""
        return list(self._without_notes(list(self._all(text))))

    def words(self, text: str) -> list[str]:
        """The words of a text alone."""
        if text not in self._known:
            self._known[text] = [token.word for token in self._all(text)]
        return self._known[text]

    def number(self, word: str) -> int | None:
        """The number that a word or a row of digits is."""
        return int(word) if word.isdecimal() else self.table.numbers.get(word)

    def several(self, word: str) -> int | None:
        """The number that a word can only be a number for: "one" is an article too."""
        number = self.number(word)
        return number if word.isdecimal() or (number or 0) > 1 else None

    def _all(self, text: str) -> Iterator[WordAt]:
        for found in _TOKEN.finditer(text.translate(_SAME)):
            word = found[0]
            if self.table.is_card:
                yield WordAt(word, *found.span())
                continue
            word = word.lower().replace("œ", "oe").replace(";", ".")
            if word.endswith("'") and word not in self.table.expansions:
                word = word[:-1]
            for part in self.table.expansions.get(word, (word,)):
                if part != _IGNORED:
                    yield WordAt(plain(part), *found.span())

    @cached_property
    def _notes(self) -> list[list[str]]:
        return [["(", *self.words(note), ")"] for note in self.table.notes]

    def _without_notes(self, tokens: list[WordAt]) -> Iterator[WordAt]:
        """All but the parentheses that say what holds anyway; others are read as if they were not there."""
        words = [token.word for token in tokens]
        at = 0
        while at < len(tokens):
            note = next((note for note in self._notes if words[at : at + len(note)] == note), self._list(words[at:]))
            if note is None and (self.table.is_card or tokens[at].word not in "()"):
                yield tokens[at]
            at += len(note) if note else 1

    def _list(self, words: list[str]) -> list[str] | None:
        """The parenthesis that the words begin with, if it names all of a list."""
        if not self.lists or words[0] != "(" or ")" not in words:
            return None
        note = words[: words.index(")") + 1]
        named = {self._lexemes.get(word, word) for word in note[1:-1] if word not in self.table.conjunctions}
        return note if frozenset(named) in self.lists else None

    @cached_property
    def _lexemes(self) -> dict[str, str]:
        """The words of lists by their forms."""
        names = {name for known in self.lists for name in known}
        forms = ((form, name) for name in names for word in self.table.lexicon.get(name, ()) for form in word.forms)
        return {said: name for form, name in forms for said in self.words(form)}
