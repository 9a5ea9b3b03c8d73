"""From text to words as they are compared: lower case, without accents, contractions undone, notes left out.

Every visible sign is a word. One that no table has makes a text not understood: if it were left out, the rest could
be confirmed as the rule although the text says something else.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

from tilewright.texts.pattern import Choice, Fixed, PatternItem, Slot, flat
from tilewright.texts.table import PhraseTable
from tilewright.texts.words import plain

MINUS, PLUS = "\u2212", "+"
"""A sign before its number, however it is typed."""
RANGE, OR_MORE, BY, STROKE = "\u2026", "\u207a", "x", "/"
"""What a dash between two numbers, a plus sign behind one, a cross between two, and a stroke between words are read as."""
GIVES, QUESTION = "\u207b", "?"
"""What a dash with a space on each side and a number beside it, and a question mark behind a word, are read as."""
_IN_PLACE = {
    "range": RANGE,
    "more": OR_MORE,
    "by": BY,
    "stroke": STROKE,
    "gives": GIVES,
    "question": QUESTION,
    "colon": ":",
}
SIGNS_OF_TABLES = frozenset({GIVES, QUESTION})
"""Signs that only some phrases have."""
_RESERVED_SIGNS = frozenset(_IN_PLACE.values()) - {":"}
"""What signs are read as that as they are mean something else, or nothing."""
MAX_DIGITS = 9
"""Of a number with more digits nothing is known."""
ALONE = " alone"
"""What is read behind a sign that no table has, as it stands between words: with a space, so that none can have it."""
DASH = "dash between words"
"""What a dash between two words, with a space on each side, is read as."""
DASHES = "-\u2212\u2012\u2013\u2014\u2015\ufe63\uff0d"
_LETTERS = r"[^\W\d_]+"
_TOKEN = re.compile(
    rf"""(?P<list>(?<![^\s(:])[{DASHES}+]?\d{{1,9}}(?:/[{DASHES}+]?\d{{1,9}})+(?![^\s+).,:;]))
    |(?P<ordinal>(?<![\w.,:/])\d{{1,2}}(?:{_LETTERS}|[\u00aa\u00b0\u00ba])(?:(?![\w-])|-(?=[^\W\d])))
    |(?P<number>[.,:/]?\d+(?:[.,:/]\d+)*)
    |(?P<word>{_LETTERS}(?:['-]{_LETTERS})*'?)
    |(?P<range>(?<=\d)[{DASHES}](?=\d))
    |(?P<more>(?<=\d)\+(?![^\W_]))
    |(?P<by>(?<=\d)\ ?[x\u00d7]\ ?(?=\d))
    |(?P<stroke>(?<=[^\W\d_])/(?=[^\W\d_]))
    |(?P<dash>(?<=[^\W\d]\ )[{DASHES}](?=\ [^\W\d]))
    |(?P<gives>(?<=[^\W_]\ )[{DASHES}](?=\ [^\W_]))
    |(?P<colon>(?<=[^\W_]\ )=(?=\ \d))
    |(?P<question>(?<=[^\W\d_])\ ?\?(?=\s))
    |(?P<join>(?<=[^\W\d]\ )\+(?=\ [^\W\d]))
    |(?P<minus>(?<![^\s(:])[{DASHES}](?=\d|\Z))
    |(?P<plus>(?<![^\s(:])\+(?=\s*\d|\Z))
    |(?P<alone>[{DASHES}+])
    |(?P<quote>["\u00ab\u00bb\u2018\u201a-\u201f]|'(?={_LETTERS}))
    |(?P<sign>[<>]=?|!=|\S)""",
    re.VERBOSE,
)
_LETTER_BY_LETTER = str.maketrans({"\u2019": "'", "\u02bc": "'", "\u2010": "-", "\u2011": "-"})
_SAME_SIGN = {"\u2265": ">=", "\u2a7e": ">=", "\u2264": "<=", "\u2a7d": "<=", "\u2260": "!=", ";": "."}
_UNSEEN = re.compile("[\u00ad\u034f\u180e\u200b-\u200d\u2060\ufe00-\ufe0f\ufeff]")
"""What shows nothing and moves nothing: soft hyphens, zero-width spaces and joiners, variation selectors."""
_PIECE = re.compile("[^']+'?")
_HYPHENED = re.compile(r"(?<=\d)-([a-z]{1,4})-(?=\d)")
"""A word between two numbers, as in "2-by-2", in place of a sign."""
_MEASURED = re.compile(rf"(?<=\d)-(?={_LETTERS[:-1]}{{3}})")
"""The hyphen between a number and a word, as in "3-high"."""
COMMA = ","


@dataclass(frozen=True, slots=True)
class WordAt:
    """A word as it is compared, and its place in the text."""

    word: str
    start: int
    end: int


class Tokenizer:
    """Takes texts of a language apart.

    A parenthesis that names the whole of one of the `lists`, words of the lexicon, says nothing new: "(this, that and
    those)". The words that join lists are those of the table. What `is_aside` says of the words of a parenthesis, of a sentence or between dashes is
    left out: what holds anyway.
    """

    def __init__(self, table: PhraseTable, lists: Collection[frozenset[str]] = ()) -> None:
        self.table, self.lists = table, lists
        self.is_aside: Callable[[Sequence[str]], bool] = lambda words: False
        self._known: dict[str, list[str]] = {}

    def tokens(self, text: str, asides: bool = False, left_out: list[list[WordAt]] | None = None) -> list[WordAt]:
        """The words of a text that count; with `asides` also those of what says what holds anyway.

        What is left out is added to `left_out`, except for notes of the table and lists of all kinds.
        """
        left_out = [] if left_out is None else left_out
        seen, places = _as_seen(text)
        tokens = [WordAt(plain(word), places[start], places[end]) for word, start, end in self._split(seen)]
        if asides:
            return list(self._without_notes([token for token in tokens if token.word != COMMA], asides, left_out))
        tokens = [token for token in self._between_commas(tokens, left_out) if token.word != COMMA]
        return self._without_asides(list(self._without_notes(tokens, asides, left_out)), left_out)

    def _left_out(self, part: list[WordAt], left_out: list[list[WordAt]]) -> bool:
        """Whether some words are left out, since they say what holds anyway."""
        if not self.is_aside([token.word for token in part]):
            return False
        left_out.append(part)
        return True

    def _between_commas(self, tokens: list[WordAt], left_out: list[list[WordAt]]) -> list[WordAt]:
        """All but what stands behind a comma, up to the next sign, and says what holds anyway."""
        kept: list[WordAt] = []
        begin = 0
        ends = [at for at, token in enumerate(tokens) if token.word in (COMMA, DASH) or token.word in ".:()"]
        for end in [*ends, len(tokens)]:
            if not (kept and kept[-1].word == COMMA and self._left_out(tokens[begin:end], left_out)):
                kept += tokens[begin:end]
            kept += tokens[end : end + 1]
            begin = end + 1
        return kept

    def words(self, text: str) -> list[str]:
        """The words of a text of the table."""
        if text not in self._known:
            self._known[text] = list(self._of_card(text) if self.table.is_card else self._of_table(text))
        return self._known[text]

    def _of_card(self, text: str) -> Iterator[str]:
        for word in text.split():
            yield from self.table.expansions.get(word, (word,))

    def _of_table(self, text: str) -> Iterator[str]:
        for word, _, _ in self._split(text, of_table=True):
            if word == COMMA:
                continue
            yield plain(word)

    @cached_property
    def key(self) -> Hashable:
        """Equal for tokenizers that take the words of tables apart alike."""
        return _one((self.table.is_card, frozenset(self.table.expansions.items())))

    @cached_property
    def spelled(self) -> dict[str, str]:
        """The words of the table with their accents, by how they are compared."""
        patterns = (way for fields in self.table.patterns.values() for ways in fields.values() for way in ways)
        said = chain(patterns, (way for _, way in self.table.likes))
        texts = [item.text for pattern in said for item in flat(pattern.items) if isinstance(item, Fixed)]
        texts += [form for words in self.table.lexicon.values() for word in words for form in word.forms]
        found = (word for text in dict.fromkeys(texts) for word, _, _ in self._split(text, of_table=True))
        return {plain(word): word for word in reversed(list(found))}

    def number(self, word: str) -> int | None:
        """The number that a word or a row of digits is."""
        if word.isdecimal():
            return int(word) if len(word) <= MAX_DIGITS else None
        return self.table.numbers.get(word)

    def several(self, word: str) -> int | None:
        """The number that a word can only be a number for: "one" is an article too."""
        number = self.number(word)
        return number if word.isdecimal() or (number or 0) > 1 else None

    def ordinal(self, word: str) -> int | None:
        """The place in an order that a word or a row of digits is: "on the second floor"."""
        return self.table.ordinals.get(word, self.number(word))

    def _split(self, text: str, of_table: bool = False) -> Iterator[tuple[str, int, int]]:
        """The words of a text with their accents, and where they stand; in a table signs are what they look like."""
        for found in _TOKEN.finditer(_MEASURED.sub(" ", _HYPHENED.sub(r" \1 ", text.translate(_LETTER_BY_LETTER)))):
            match found.lastgroup:
                case "word":
                    yield from self._contracted(found[0], found.start())
                case "ordinal":
                    yield from self._of_order(found[0], found.start())
                case "list":
                    yield re.sub(f"[{DASHES}]", "-", found[0]).replace("+", ""), *found.span()
                case "minus":
                    yield MINUS, *found.span()
                case "range" | "more" | "by" | "stroke" | "gives" | "question" | "colon" as place:
                    yield _IN_PLACE[place], *found.span()
                case "dash":
                    yield DASH, *found.span()
                case "alone":
                    yield f"{found[0]}{ALONE}", *found.span()
                case "sign" if found[0] in _RESERVED_SIGNS and not of_table:
                    yield f"{found[0]}{ALONE}", *found.span()
                case "quote":
                    pass
                case _:
                    sign = _SAME_SIGN.get(found[0], found[0])
                    yield from ((part, *found.span()) for part in self.table.expansions.get(sign, (sign,)))

    def _of_order(self, text: str, at: int) -> Iterator[tuple[str, int, int]]:
        """What a number with letters behind it stands for, as "2nd"; a number and a word if the table has no such."""
        known = self.table.expansions.get(_lower(text.rstrip("-")))
        if known:
            yield from ((part, at, at + len(text)) for part in known)
            return
        digits = len(text) - len(text.lstrip("0123456789"))
        yield text[:digits], at, at + digits
        yield from (
            (word, at + digits + start, at + digits + end)
            for word, start, end in self._split(text[digits:].rstrip("-"))
        )

    def _contracted(self, text: str, at: int) -> Iterator[tuple[str, int, int]]:
        """What letters with apostrophes stand for: as a whole, as in "isn't", or else piece by piece, as in "l'or"."""
        whole = [(0, len(text))] if _lower(text) in self.table.expansions else []
        for start, end in whole or [piece.span() for piece in _PIECE.finditer(text)]:
            word = _lower(text[start:end])
            if word not in self.table.expansions:
                word = word.rstrip("'")
            for part in self.table.expansions.get(word) or self._parted(word):
                yield part, at + start, at + end

    def _parted(self, word: str) -> tuple[str, ...]:
        """A word and what is added to it, "non-" or an ending of a word of the lexicon; a number and what it measures, as in
        "two-story"; nouns that hyphens join, as strokes do; the word alone if it is nothing of that."""
        for affix, said in self.table.affixes.items():
            if affix.endswith("-") and word.startswith(affix) and word != affix:
                return said, word.removeprefix(affix)
            if word.endswith(affix) and word.removesuffix(affix) in self._forms:
                return word.removesuffix(affix), said
        number, _, noun = word.partition("-")
        if noun and "-" not in noun and number in self.table.numbers:
            return number, noun
        parts = word.split("-")
        if len(parts) == 1 or not self._forms.issuperset(parts):
            return (word,)
        return tuple(chain.from_iterable((STROKE, part) for part in parts))[1:]

    @cached_property
    def _forms(self) -> frozenset[str]:
        """The forms of the words of the lexicon."""
        return frozenset(form for words in self.table.lexicon.values() for word in words for form in word.forms)

    @cached_property
    def _notes(self) -> list[list[str]]:
        ways = [way for note in self.table.notes for way in wordings(note.items)]
        return [["(", *self.words(way), ")"] for way in dict.fromkeys(ways)]

    def _without_notes(self, tokens: list[WordAt], asides: bool, left_out: list[list[WordAt]]) -> Iterator[WordAt]:
        """All but the parentheses that say what holds anyway; others are read as if they were not there."""
        words = [token.word for token in tokens]
        paired = _paired(words)
        at = 0
        while at < len(tokens):
            note = self._note(words[at:]) if words[at] == "(" else None
            end = paired.get(at, at)
            inside = [token for token in tokens[at + 1 : end] if token.word not in "()."]
            if note is None and not asides and self._left_out(inside, left_out):
                note = words[at : end + 1]
            if note is None and at not in paired:
                yield tokens[at]
            at += len(note) if note else 1

    def _without_asides(self, tokens: list[WordAt], left_out: list[list[WordAt]]) -> list[WordAt]:
        """All but the sentences, and what stands behind a dash, that say what holds anyway; something is always left."""
        kept: list[WordAt] = []
        begin = 0
        ends = [at for at, token in enumerate(tokens) if token.word == "." or token.word == DASH]
        for end in [*ends, len(tokens)]:
            if not self._left_out(tokens[begin:end], left_out):
                kept += tokens[begin : end + 1]
            elif kept and kept[-1].word == DASH:
                kept[-1:] = [token for token in tokens[end : end + 1] if token.word == "."]
            begin = end + 1
        return kept if any(token.word != "." for token in kept) else tokens

    def _note(self, words: list[str]) -> list[str] | None:
        """The note that the words begin with, if they do."""
        return next((note for note in self._notes if words[: len(note)] == note), self._list(words))

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


@lru_cache(maxsize=100)
def _one(key: Hashable) -> Hashable:
    """The same value for equal ones, so that they are compared quickly."""
    return key


def wordings(items: Sequence[PatternItem]) -> list[str]:
    """The words that a pattern is short for, in every way to choose among options; parts are as they are written."""
    ways = [""]
    for item in items:
        match item:
            case Fixed():
                ways = [f"{way} {item.text}" for way in ways]
            case Choice():
                options = [chosen for option in item.options for chosen in wordings(option)]
                ways = [f"{way} {chosen}" for way in ways for chosen in options]
            case Slot():
                ways = [f"{way} {{{item.name}}}" for way in ways]
    return ways


def _lower(word: str) -> str:
    return word.lower().replace("œ", "oe")


def _paired(words: list[str]) -> dict[int, int]:
    """Where the parentheses stand that another one opens or closes, with the place of that."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for at, word in enumerate(words):
        if word == "(":
            opened.append(at)
        elif word == ")" and opened:
            begin = opened.pop()
            found |= {begin: at, at: begin}
    return found


def _as_seen(text: str) -> tuple[str, Sequence[int]]:
    """A text as it is printed, in NFC, and where in the text each of its characters begins; behind them, its end."""
    if text.isascii():
        return text, range(len(text) + 1)
    clusters: list[str] = []
    places: list[int] = []
    for at, character in enumerate(text):
        if clusters and unicodedata.combining(character):
            clusters[-1] += character
        elif not _UNSEEN.match(character):
            clusters.append(character)
            places.append(at)
    composed = [unicodedata.normalize("NFC", cluster) for cluster in clusters]
    starts = [place + i for place, cluster in zip(places, composed, strict=True) for i in range(len(cluster))]
    return "".join(composed), [*starts, len(text)]
