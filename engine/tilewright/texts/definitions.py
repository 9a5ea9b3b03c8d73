"""Words that a text defines itself: "Lonely trees score 2 points each. A tree is lonely if it has no neighbor."

The tables say how a word is defined (``define`` lines). What its sentence says is read by the phrases of the language, and the
rest of the text in the language with this word, which means nothing else there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial

from tilewright.texts.bare import BareReadings
from tilewright.texts.chart import Tree
from tilewright.texts.coined import NAMES, QUALITY, WordMeaning, are_forms, noun_of, with_meanings
from tilewright.texts.phrasebook import CardLanguage, Language
from tilewright.texts.tokens import WordAt

WORD, THING, CONDITION = "W", "U", "C"
"""The parts of a definition: the word, what it describes, and when it does; without the latter it is a name of the former."""
SAID = ("C", "M")
"""The categories of what is said of a thing that a word describes, the plainest first."""
ANY_LINE = "L.any"
"""As what a word is read that means rows alone, but in a definition lines as well."""
WHERE = "RelC"
"""The phrase that makes of a condition what describes a thing."""
LONGEST_THING = 6
"""How many words what is described may have, where its condition follows."""


@dataclass(frozen=True)
class Definition:
    """Words that may define a word: where they stand in the text, the word, and the places of the other parts."""

    begin: int
    end: int
    word: str
    parts: dict[str, tuple[int, int]]


def definitions(text: str, tokens: Sequence[WordAt], language: Language) -> Iterator[Definition]:
    """The sentences and parentheses of a text that may define a word which the rest of it uses."""
    for sentence, begin, end in _sentences(text, tokens):
        words = [token.word for token in sentence]
        others = {token.word for token in tokens if not begin <= token.start < end}
        frames = language.frames_of_definitions if others else ()
        found = (tuple(way.items()) for frame in frames for way in _matched(frame, words))
        for way in map(dict, dict.fromkeys(found)):
            at, _ = way.pop(WORD)
            if any(are_forms(words[at], other, language.table.endings) for other in others):
                parts = {name: _place(text, sentence, *span) for name, span in way.items()}
                yield Definition(begin, end, words[at], parts)


def without(text: str, definition: Definition) -> str:
    """A text with spaces in place of a definition."""
    return text[: definition.begin] + " " * (definition.end - definition.begin) + text[definition.end :]


def only(text: str, place: tuple[int, int]) -> str:
    """The words of a text at a place, with spaces before them."""
    return " " * place[0] + text[place[0] : place[1]]


def _sentences(text: str, tokens: Sequence[WordAt]) -> Iterator[tuple[Sequence[WordAt], int, int]]:
    """The sentences of a text and what stands in parentheses: the words, where they begin, and where they end with the sign behind."""
    begin = 0
    for at in [*(at for at, token in enumerate(tokens) if token.word == "."), len(tokens)]:
        if begin < at:
            yield tokens[begin:at], tokens[begin].start, tokens[at].end if at < len(tokens) else len(text)
        begin = at + 1
    opened, before = -1, 0
    for at, token in enumerate([*tokens, WordAt("", len(text), len(text))]):
        between = text[before : token.start]
        if ")" in between and opened >= 0:
            yield tokens[opened:at], text.rindex("(", 0, tokens[opened].start), before + between.index(")") + 1
            opened = -1
        opened = at if "(" in between else opened
        before = token.end


def _place(text: str, tokens: Sequence[WordAt], begin: int, end: int) -> tuple[int, int]:
    """Where some words of a sentence stand in the text, with the signs behind the last ones of the sentence."""
    first, before = tokens[begin], tokens[begin - 1] if begin else None
    start = first.end - len(first.word) if before is not None and before.start == first.start else first.start
    stop = tokens[end].start if end < len(tokens) else tokens[-1].end
    closing = text[stop:].lstrip(" ")[:1] == ")" and text[start:stop].count("(") > text[start:stop].count(")")
    return start, text.index(")", stop) + 1 if closing else stop


def _matched(frame: Sequence[str], words: Sequence[str]) -> Iterator[dict[str, tuple[int, int]]]:
    """The ways in which words are a definition: where its parts begin and end."""
    fixed = {part for part in frame if part[0] != "{"}
    if fixed.issubset(words):
        yield from _along(frame, words, 0)


def _along(frame: Sequence[str], words: Sequence[str], at: int) -> Iterator[dict[str, tuple[int, int]]]:
    if not frame:
        if at == len(words):
            yield {}
        return
    first, *others = frame
    if first[0] != "{":
        if at < len(words) and words[at] == first:
            yield from _along(others, words, at + 1)
        return
    name = first.strip("{}")
    longest = {WORD: 1, THING: LONGEST_THING if others else len(words)}.get(name, len(words))
    for end in range(at + 1, min(at + longest, len(words)) + 1):
        if name != WORD or words[at].isalpha():
            yield from ({name: (at, end), **rest} for rest in _along(others, words, end))


def with_word(language: Language, word: str, meanings: Sequence[WordMeaning]) -> Language:
    """A language with a word that a text defines, which has no other meaning there."""
    found = copy(language)
    found.coined = language.coined.added(word, meanings)
    new = {name: known for name, known in found.coined.meanings.items() if name not in language.coined.meanings}
    symbol = found.coined.symbols[word]
    own = vars(found)
    own |= {name: with_meanings(getattr(language, name), symbol, new) for name in ("grammar", "idioms")}
    own.pop("bare", None)
    found.new_bare = partial(_bare_with, language, symbol, new)
    own["known"] = language.known | {symbol}
    return found


def _bare_with(language: Language, symbol: str, meanings: Mapping[str, WordMeaning]) -> BareReadings | None:
    """How the words that count are read in a language with one more word."""
    if language.bare is None:
        return None
    found = copy(language.bare)
    found.grammar = with_meanings(found.grammar, symbol, meanings)
    return found


def names_of(thing: Tree, card: CardLanguage) -> Iterator[WordMeaning]:
    """What a word means as the name of things."""
    phrase = NAMES.get(thing.function.category, QUALITY) if thing.function else QUALITY
    name, said = card.remade(Tree(card.table.functions[phrase], {})), card.text(thing)
    if said:
        line = f"let {card.text(name)} be a {said} ; " if phrase != QUALITY else ""
        yield WordMeaning(phrase, name.meaning, example=said, line=line)


def qualities_of(things: Sequence[Tree], said: Tree, card: CardLanguage) -> Iterator[WordMeaning]:
    """What a word means that describes things."""
    condition = card.text(said)
    if condition and said.function:
        is_condition = said.function.category == CONDITION
        made = card.remade(Tree(card.table.functions[WHERE], {CONDITION: said})) if is_condition else said
        for thing in things:
            example = f"{card.text(thing)} where ( {condition} )"
            yield WordMeaning(QUALITY, made.meaning, example, described=(noun_of(thing),))


def united(meanings: Iterable[WordMeaning]) -> Iterator[WordMeaning]:
    """Meanings of a word, those that differ only in what it describes as one."""
    found: dict[Hashable, WordMeaning] = {}
    for meaning in meanings:
        known = found.get(meaning.meaning)
        found[meaning.meaning] = replace(known, described=known.described + meaning.described) if known else meaning
    yield from found.values()
