"""The words of the language, and the rules by which editors color them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tilewright.check.vocabulary import ENGINE_WORDS, engine_nouns
from tilewright.syntax.lalr import Tables, Terminal, tables

_LOOKAHEAD = re.compile(r"\(\?!.*?\)$")
_OPEN = {"_INDENT", "_DEDENT"}
"""What a line follows, but for the first one of a file."""


class WordClasses(NamedTuple):
    """Each word in one class.

    `statements` begin a line (``score``, ``if``), `phrases` stand in it (``each``, ``where``), and
    `things` are the nouns and adjectives that every game has (``stack``, ``border``). The words of a
    game are in none of them.
    """

    statements: frozenset[str]
    phrases: frozenset[str]
    things: frozenset[str]


@cache
def words() -> WordClasses:
    """The words of the language."""
    found = tables()
    spelled = {name: _spelled(terminal) for name, terminal in found.terminals.items()}
    statements = {word for name in _first(found) for word in spelled.get(name, ())}
    every = {word for one in spelled.values() for word in one}
    nouns = {word for noun in engine_nouns().values() for word in (noun.singular, noun.plural)}
    return WordClasses(frozenset(statements), frozenset(every - statements), (ENGINE_WORDS | nouns) - every)


def _first(found: Tables) -> set[str]:
    """The names of the terminals that a line can begin with."""
    after = {row[name] for row in found.rows for name in _OPEN if row.get(name, -1) >= 0}
    return {name for state in (0, *after) for name in found.rows[state]}


def spellings(terminal: Terminal) -> set[str]:
    """The ways to write a terminal, of one word or several; none of a sort of words, such as numbers, and of signs."""
    return {text for text in _texts(terminal) if all(map(_is_word, text.split(" ")))}


def _spelled(terminal: Terminal) -> set[str]:
    """The words that a terminal is written with."""
    return {word for text in _texts(terminal) for word in text.split() if _is_word(word)}


def _texts(terminal: Terminal) -> set[str]:
    if terminal.literal:
        return {terminal.pattern}
    return {" ".join(text.split()) for text in _Spelling(_LOOKAHEAD.sub("", terminal.pattern)).texts()}


def _is_word(text: str) -> bool:
    return re.fullmatch(r"[a-z][a-z-]*", text) is not None


class _Spelling:
    """What a pattern of letters, spaces, groups, ``|``, ``?`` and ``+`` matches; other signs match nothing here."""

    def __init__(self, pattern: str) -> None:
        self.rest = re.findall(r"\[[^]]*\](?:\{[^}]*\})?|\\.|\(\?:|.", pattern, re.DOTALL)

    def texts(self) -> set[str]:
        """The texts of the alternatives up to the end of the group, which is taken too."""
        found, text = set[str](), {""}
        while self.rest:
            part = self.rest.pop(0)
            if part == ")":
                break
            if part == "|":
                found, text = found | text, {""}
                continue
            one = self.texts() if part in ("(", "(?:") else {part if part.isalpha() or part in " -" else "\0"}
            while self.rest and self.rest[0] in "?+*":
                one |= {""} if self.rest.pop(0) != "+" else set()
            text = {before + after for before in text for after in one}
        return found | text


# ------------------------------------------------------------------ how files of the language are colored

_ID = r"[a-z][a-z0-9-]*"
_ENDS = r"(?![a-z0-9-])"
BLANK = "blank"


class ColorRule(NamedTuple):
    """A pattern and what it matches: one class for all of it, or one for each of its groups."""

    pattern: str
    classes: tuple[str, ...]


@cache
def rules() -> tuple[ColorRule, ...]:
    """The rules; a sign that none of them matches is none of the language."""
    pattern = {name: terminal.pattern for name, terminal in tables().terminals.items()}
    known = words()
    begins = _any_of(known.statements)
    header = rf"^({_ID})([ \t]+)({_ID})(?=[ \t]*(?:#.*)?$)"
    return (
        ColorRule(header, ("declaration", BLANK, "class")),
        ColorRule(rf"^([ \t]*)({begins}){_ENDS}", (BLANK, "statement")),
        ColorRule(r"[ \t]+", (BLANK,)),
        ColorRule(r"#.*", ("comment",)),
        ColorRule(pattern["STRING"], ("text",)),
        ColorRule(rf"(?:{_any_of(known.statements | known.phrases)}){_ENDS}", ("phrase",)),
        ColorRule(rf"(?:{_any_of(known.things)}){_ENDS}", ("thing",)),
        ColorRule(pattern["WORD"], ("name",)),
        ColorRule(pattern["CODE"], ("code",)),
        ColorRule(pattern["INT"], ("number",)),
        ColorRule(pattern["COMPARISON"], ("operator",)),
        ColorRule(pattern["SIGN"], ("operator",)),
        ColorRule(r"[-+/*]", ("operator",)),
        ColorRule(r"[(),:.]", ("punctuation",)),
    )


def _any_of(known: Iterable[str]) -> str:
    """Any of some words, the longest that there is."""
    return "|".join(sorted(known, key=lambda word: (-len(word), word)))
