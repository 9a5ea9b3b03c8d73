"""Patterns: how a table of phrases writes the words and the parts of a phrase.

In the tables of natural languages ``[a/b]`` is one of several, ``(a)`` may be left out, ``~word`` is a form of
a word of the lexicon and ``{Part}`` a part of the phrase; in the card language brackets are signs like any other.
``{Part.field}`` is another way to say the part, ``{Part.pl}`` says it in the plural and ``{Part.Q}`` in the number
that the quantity ``Q`` asks for; where a table has cases, ``{Part.dat}`` says it in one of these. ``~word@Part`` agrees with a part. ``{Part=Name}`` is a part that is not said: read,
it is that phrase; written, the pattern fits nothing else. ``#pl``, ``#sg`` or ``#Part`` at the end is the number that
the phrase asks of what follows it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Any, TypeGuard, Union

from tilewright.source import Source

SINGULAR, PLURAL = "sg", "pl"
NUMBERS = (SINGULAR, PLURAL)
_TOKEN = re.compile(r"\{[^{}]*\}|[\[\]()/]|[^\s\[\]()/{}]+|[{}]")
_SIGN = re.compile(r"\{[^{}]*\}|~\S+|[<>!]=|[()<>;,:]|[^\s{}()<>;,:]+|[{}]")
_FORM = re.compile(r"~([\w-]+)((?:\.\w+)*)(?:@(\w+))?")
_PART = re.compile(r"\{([A-Z][A-Za-z]*\d*)((?:\.\w+)*)\}")
_UNSAID = re.compile(r"\{([A-Z][A-Za-z]*\d*)=([A-Z]\w*)\}")
_NUMBER = re.compile(r"\s#(\w+)\s*$")


class BadPattern(ValueError):
    """A pattern that cannot be read; the message says why."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """Words that stand there as they are."""

    text: str


@dataclass(frozen=True, slots=True)
class Form:
    """A word of the lexicon: any of its forms when read, when written that of `number` and `case`, agreeing with `agree`."""

    lexeme: str
    number: str = ""
    agree: str = ""
    case: str = ""


@dataclass(frozen=True, slots=True)
class Slot:
    """A part of the phrase, by its name; `field` is the way to say it, `number` and `case` those it is said in."""

    name: str
    field: str = ""
    number: str = ""
    case: str = ""

    @property
    def category(self) -> str:
        """What kind of phrase fits: the name without its digit."""
        return self.name.rstrip("0123456789")

    @property
    def symbol(self) -> str:
        """What the grammar calls it."""
        return f"{self.category}.{self.field}" if self.field else self.category


@dataclass(frozen=True, slots=True)
class ImplicitPart:
    """A part that no word says: the phrase of that name."""

    name: str
    function: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several sequences; the first is written."""

    options: tuple[tuple[PatternItem, ...], ...]


PatternItem = Union[Fixed, Form, Slot, ImplicitPart, Choice]


@dataclass(frozen=True)
class Pattern:
    """A way to say a phrase, and the number it asks for: ``sg``, ``pl``, the name of a part, or nothing.

    `source` and `line` are its position, if it is in a file. What it is short for is kept in `taken_apart`
    (see `phrasebook`), since the patterns that come with tilewright are those of every game.
    """

    items: tuple[PatternItem, ...]
    number: str = ""
    source: Source | None = field(default=None, compare=False, repr=False)
    line: int = field(default=0, compare=False, repr=False)
    taken_apart: dict[Hashable, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __getstate__(self) -> dict[str, Any]:
        """What is kept on disk: not what it is short for, which is kept as rules of a grammar."""
        return {"items": self.items, "number": self.number, "source": self.source, "line": self.line, "taken_apart": {}}

    def slots(self) -> Iterator[Slot]:
        """The parts that can be said, in order."""
        return (item for item in flat(self.items) if isinstance(item, Slot))

    def written(self) -> Iterator[Slot]:
        """The parts that are said where it is written: of each choice the first option."""
        return (item for item in flat(self.items, first=True) if isinstance(item, Slot))

    @cached_property
    def unsaid(self) -> list[ImplicitPart]:
        """The parts that are left unsaid."""
        return [item for item in flat(self.items) if isinstance(item, ImplicitPart)]


def flat(items: Sequence[PatternItem], first: bool = False) -> Iterator[PatternItem]:
    """The items and those of every option inside them, or only of the `first` one."""
    for item in items:
        if isinstance(item, Choice):
            for option in item.options[:1] if first else item.options:
                yield from flat(option, first)
        else:
            yield item


@lru_cache(maxsize=2**15)  # a table is read for each of its uses: to be checked, for a game, for a pack
def read_pattern(text: str, *, signs: bool = False, cases: tuple[str, ...] = ()) -> Pattern:
    """A pattern from its notation; with `signs` brackets and slashes are words. Raises `BadPattern`."""
    number = _NUMBER.search(text)
    body = text[: number.start()] if number else text
    tokens = (_SIGN if signs else _TOKEN).findall(body)
    if signs:
        items = tuple(_item(token, cases) for token in tokens)
    else:
        (items,), end = _options(tokens, 0, "", cases)
        if end != len(tokens):
            raise BadPattern(f"'{tokens[end]}' has nothing to close")
    return Pattern(items, number[1] if number else "")


def _options(
    tokens: Sequence[str], at: int, closing: str, cases: tuple[str, ...]
) -> tuple[list[tuple[PatternItem, ...]], int]:
    """The options up to a closing bracket, and the position of the bracket."""
    options: list[tuple[PatternItem, ...]] = []
    items: list[PatternItem] = []
    while at < len(tokens) and tokens[at] not in ("]", ")"):
        token = tokens[at]
        if token == "/" and closing:
            options.append(tuple(items))
            items = []
        elif token in ("[", "("):
            inner, at = _options(tokens, at + 1, "]" if token == "[" else ")", cases)
            items.append(Choice(tuple(inner if token == "[" else [(), *inner])))
        else:
            items.append(_item(token, cases))
        at += 1
    if closing and (at == len(tokens) or tokens[at] != closing):
        raise BadPattern(f"'{closing}' is missing")
    return [*options, tuple(items)], at


@lru_cache(maxsize=2**15)  # the same words and parts stand in many patterns
def _item(token: str, cases: tuple[str, ...]) -> PatternItem:
    if token.startswith("{"):
        return _part(token, cases)
    if token.startswith("~"):
        form = _FORM.fullmatch(token)
        if form is None:
            raise BadPattern(f"'{token}' is not a word of the lexicon")
        field, number, case = _details(form[2], cases)
        if field:
            raise BadPattern(f"'{field}' is neither a number nor a case")
        return Form(form[1], number, form[3] or "", case)
    return Fixed(token)


def _part(token: str, cases: Sequence[str]) -> PatternItem:
    unsaid = _UNSAID.fullmatch(token)
    if unsaid:
        return ImplicitPart(unsaid[1], unsaid[2])
    part = _PART.fullmatch(token)
    if part is None:
        raise BadPattern(f"'{token}' is not a part")
    field, number, case = _details(part[2], cases)
    return Slot(part[1], field, number, case)


def _details(text: str, cases: Sequence[str]) -> tuple[str, str, str]:
    """The field, the number and the case that stand behind the name of a part or word."""
    field = number = case = ""
    for detail in filter(None, text.split(".")):
        if detail in NUMBERS or detail[0].isupper():
            number = detail
        elif detail in cases:
            case = detail
        else:
            field = detail
    return field, number, case


# -- negations

QUANTITIES = ("Q", "QA", "QO")
"""The categories of quantities."""
NOTHING = "None"
"""The quantity that is a negation itself."""
NEGATED = "neg"
"""What stands before the field of a quantity that a negation belongs to."""


def with_negation(pattern: Pattern, words: Collection[str]) -> list[Pattern]:
    """The ways to read a pattern without and with a negation, one of the words, that its options may have.

    A quantity behind the negation, or if there is none the one before it, is then said in its field for that: "non ha
    più di 2" is at most 2, and "non ha 2" is nothing that a table has.
    """
    if not any(map(_is_quantity, flat(pattern.items))) and not _says_how_many(pattern):
        return [pattern]
    without = _chosen(pattern.items, words, False)
    found = [] if without is None else [without]
    if without != pattern.items and not _says_how_many(pattern):
        found += [_negative(items, words) for items in _negations(pattern.items, words)]
    return [replace(pattern, items=items) for items in found]


def _negates(item: PatternItem, words: Collection[str]) -> bool:
    return any(isinstance(part, Fixed) and part.text in words for part in flat((item,)))


def _chosen(items: Sequence[PatternItem], words: Collection[str], negated: bool) -> tuple[PatternItem, ...] | None:
    """Items with only those options that have a negation, or that have none; None if there are no such."""
    found: list[PatternItem] = []
    for item in items:
        if isinstance(item, Choice) and _negates(item, words):
            options = [option for option in item.options if any(_negates(part, words) for part in option) == negated]
            if not options:
                return None
            found.append(Choice(tuple(options)))
        elif isinstance(item, Fixed) and item.text in words and not negated:
            return None
        else:
            found.append(item)
    return tuple(found)


def _negations(items: Sequence[PatternItem], words: Collection[str]) -> Iterator[tuple[PatternItem, ...]]:
    """The items with a negation in one of the places that may have one."""
    places = [at for at, item in enumerate(items) if _negates(item, words)]
    for place in places:
        parts = [
            _chosen((item,), words, at == place) if at in places and isinstance(item, Choice) else (item,)
            for at, item in enumerate(items)
        ]
        if all(part is not None for part in parts):
            yield tuple(item for part in parts if part for item in part)


def _negative(items: tuple[PatternItem, ...], words: Collection[str]) -> tuple[PatternItem, ...]:
    """Items with a negation, the quantity it belongs to in the field for that."""
    parts = list(flat(items))
    at = next((at for at, part in enumerate(parts) if isinstance(part, Fixed) and part.text in words), 0)
    behind = [part.name for part in parts[at:] if _is_quantity(part)]
    before = [part.name for part in parts[:at] if _is_quantity(part)]
    names = behind[:1] or before[-1:]
    return _with_field(items, names[0]) if names else items


def _says_how_many(pattern: Pattern) -> bool:
    """Whether the words of a pattern are a quantity that is not none."""
    return any(part.name.rstrip("0123456789") in QUANTITIES and part.function != NOTHING for part in pattern.unsaid)


def _is_quantity(item: PatternItem) -> TypeGuard[Slot]:
    return isinstance(item, Slot) and item.category in QUANTITIES


def _with_field(items: Sequence[PatternItem], name: str) -> tuple[PatternItem, ...]:
    found: list[PatternItem] = []
    for item in items:
        if isinstance(item, Choice):
            found.append(Choice(tuple(_with_field(option, name) for option in item.options)))
        elif isinstance(item, Slot) and item.name == name:
            found.append(replace(item, field=f"{NEGATED}{item.field}"))
        else:
            found.append(item)
    return tuple(found)
