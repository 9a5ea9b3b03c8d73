"""Tables of phrases, read from their files.

A table is lines of text. ``Name Category = pattern`` names a phrase and says how the card language writes it;
``Name = pattern`` in the table of another language says how that writes it, and ``Name.field = pattern`` another
way. A line that begins with ``|`` adds a pattern to the one above, and so does `` | `` inside a line: the first
pattern is written, all are read. The other lines are about words (see `PhraseTable`); ``#`` begins a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, cast

from tilewright.source import Source
from tilewright.texts.pattern import BadPattern, Pattern, read_pattern, with_negation
from tilewright.texts.words import Word, adjective, noun, plain

CARD = "card"
"""The name of the table of the card language."""
_SHORT = re.compile(r"(?<!\S)@\w+")
_PHRASE = re.compile(r"([A-Z]\w*)(?:\.(\w+))?(?:\s+([A-Z]\w*))?\s*=(?: (.*))?$")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase of the abstract syntax: its name, and the category of phrases it belongs to.

    A `local` one belongs to one language: words that change nothing, or `claims` that say what has to hold anyway. A `ruling` is what it settles that its
    sentence does not say. A `general` one is there so that everything can be said; others are plainer. An `unread`
    one is only written: other phrases read its words.
    """

    name: str
    category: str
    local: bool = False
    ruling: str = ""
    general: bool = False
    unread: bool = False
    claims: bool = False


@dataclass(frozen=True, slots=True)
class BackReference:
    """Words that refer to what the sentence before named, and what takes their place (see `topics`).

    `tally`: they mean how many there are of it.
    """

    words: tuple[str, ...]
    said: str
    tally: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Words that put a word `before` each `noun` of the rule if they are `wide` ("diagonals included"), else remove it there.

    They do neither if one of `unless` is before them: "not including diagonals".
    """

    words: tuple[str, ...]
    noun: str
    before: str
    wide: bool
    unless: frozenset[str] = frozenset()

    def applied(self, rule: str) -> str | None:
        """The rule with the remark; None if it has nothing, or more than one thing, that the remark can be about."""
        said = f"{self.before} {self.noun}" if self.wide else self.noun
        changed, count = re.subn(rf"\b(?:{self.before} )?{self.noun}", said, rule)
        return changed if count == 1 else None


Patterns = dict[str, dict[str, list[Pattern]]]
"""By function and field, the first of which is written."""


@dataclass
class PhraseTable:
    """A table of phrases of one language.

    `lexicon`: the ways to say a word (``noun``, ``adj``, ``verb`` lines). `numbers`: words that are numbers,
    `ordinals` those that are one in an order ("the second floor"). `expansions`: what contracted words stand for (``expand du de le``); `joins` what is contracted when written.
    `elisions` and `variants` are words that change before a vowel and before what matches. `notes` are parentheses
    that say what holds anyway; `conjunctions` join the words of lists in these. `light` words mean little
    by themselves (see `alignment`). By the words that count, `dropped` ones are left out, `soft` ones are left out or
    read as another, and phrases are `omitted`; dropped ones that are `kept` count before some words, so near,
    `acting` ones in abilities, and `referring` ones refer back at the beginning, behind a comma or `behind` others (see `bare.BareReadings`), `inside` others if the text can be read so. `negations`: words
    with which a quantity is said in its field ``neg`` (``negation non``). `cases`: those that nouns and what agrees with them have (``cases nom acc dat``), the
    first of which is written where no other is asked for. `kinds`: categories whose phrases are of another category too (``is QA Q``). `unwritten`: phrases that are read
    and not written, as are those with a ruling. `spaced_colon`: a
    space stands before one when written. `ambiguous`:
    phrases that the same words say, which is left to the reader. `single`: of phrases the parts that are one piece each, not a
    whole stack (``single Swap.Th Swap.Th2``). `base` is the table that its first patterns are copied from. `likes`: plain words, and the ways to say them that
    phrases do not have (``like in = belonging to``; see `paths`). `definitions` are the ways to define a word, and `endings`
    those that forms of one word may have (``endings - s es``; see `definitions`). `shorts`: what ``@names`` in patterns are short for.
    `topics` begin a sentence that only says what the next one is about, `tallies` one that has it counted, unless a
    `vague` word follows; before a `distributed` one they are read as another word, and words are `resumed` (see `topics`).
    `titles` may stand before a sentence though phrases have them, and `untitled` words are no part of a title. `affixes`: endings
    and, with a hyphen behind them, beginnings of words that are read as a word of their own. `adjustments` such as
    "diagonals included" are about the rest of the text (see `topics.without_adjustment`). `openers` are words that what
    describes a thing begins with, and where that is written: behind what begins with other words, and those of lower numbers.
    """

    language: str
    functions: dict[str, Phrase] = field(default_factory=dict)
    patterns: Patterns = field(default_factory=dict)
    lexicon: dict[str, list[Word]] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    ordinals: dict[str, int] = field(default_factory=dict)
    expansions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    joins: list[tuple[tuple[str, ...], str]] = field(default_factory=list)
    elisions: dict[str, str] = field(default_factory=dict)
    aspirated: set[str] = field(default_factory=set)
    variants: list[tuple[str, re.Pattern[str], str]] = field(default_factory=list)
    notes: list[Pattern] = field(default_factory=list)
    conjunctions: set[str] = field(default_factory=set)
    negations: set[str] = field(default_factory=set)
    light: set[str] = field(default_factory=set)
    dropped: set[str] = field(default_factory=set)
    soft: dict[str, str] = field(default_factory=dict)
    omitted: set[str] = field(default_factory=set)
    kept: dict[str, tuple[frozenset[str], int]] = field(default_factory=dict)
    acting: set[str] = field(default_factory=set)
    referring: set[str] = field(default_factory=set)
    behind: set[str] = field(default_factory=set)
    inside: set[str] = field(default_factory=set)
    cases: tuple[str, ...] = ()
    kinds: list[tuple[str, str]] = field(default_factory=list)
    unwritten: set[str] = field(default_factory=set)
    spaced_colon: bool = False
    likes: list[tuple[str, Pattern]] = field(default_factory=list)
    definitions: list[Pattern] = field(default_factory=list)
    endings: list[tuple[str, ...]] = field(default_factory=list)
    shorts: dict[str, list[str]] = field(default_factory=dict)
    ambiguous: list[frozenset[str]] = field(default_factory=list)
    single: dict[str, tuple[str, ...]] = field(default_factory=dict)
    topics: set[tuple[str, ...]] = field(default_factory=set)
    tallies: set[tuple[str, ...]] = field(default_factory=set)
    vague: set[str] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)
    untitled: set[str] = field(default_factory=set)
    affixes: dict[str, str] = field(default_factory=dict)
    distributed: dict[str, str] = field(default_factory=dict)
    resumed: list[BackReference] = field(default_factory=list)
    adjustments: list[Adjustment] = field(default_factory=list)
    openers: dict[str, int] = field(default_factory=dict)
    base: PhraseTable | None = field(default=None, repr=False, compare=False)

    @property
    def is_card(self) -> bool:
        """Whether this is the card language."""
        return self.language == CARD

    def copied(self, functions: Mapping[str, Phrase], kinds: list[tuple[str, str]]) -> PhraseTable:
        """A table with what is in this one, to add more to; its patterns are those of this one."""
        own = {known.name: _copied(getattr(self, known.name)) for known in fields(self)}
        kinds += [kind for kind in self.kinds if kind not in kinds]
        return PhraseTable(**{**own, "functions": {**self.functions, **functions}, "kinds": kinds, "base": self})

    def add(self, function: Phrase, field: str, patterns: list[Pattern]) -> None:
        """Add patterns of a function, behind those it has."""
        self.functions.setdefault(function.name, function)
        self.patterns.setdefault(function.name, {}).setdefault(field, []).extend(patterns)


def _copied(value: Any) -> Any:
    """A value in which the dictionaries, lists and sets are new."""
    if isinstance(value, dict):
        return {key: _copied(found) for key, found in value.items()}
    return value.copy() if isinstance(value, (list, set)) else value


def read_table(
    source: Source,
    table: PhraseTable,
    functions: dict[str, Phrase],
    report: Callable[[int, str], None] | None = None,
) -> None:
    """Add what a file says to a table; raises `BadPattern`, with the place, for a line that cannot be read.

    `functions` are the phrases of the card language, which the others put into words. With `report` lines that cannot
    be read are left out, and it is called with the number of each and what is wrong with it.
    """
    reader = _Reader(table, functions, source)
    for number, text in enumerate(source.text.split("\n"), 1):
        line = text.split(" ## ")[0].strip()
        if line and not line.startswith("#"):
            try:
                reader.take(line, number)
            except BadPattern as problem:
                if report is None:
                    raise BadPattern(f"{source.name}:{number}: {problem}") from None
                reader.lost = True
                report(number, str(problem))


def _ways(text: str) -> list[tuple[str, ...]]:
    """Ways to say something, as the words that are compared."""
    return [tuple(map(plain, way.split())) for way in text.split(" | ")]


class _Reader:
    """Takes the lines of a file; it has `lost` the phrase that ``|`` goes on with if the line before could not be read."""

    def __init__(self, table: PhraseTable, functions: dict[str, Phrase], source: Source) -> None:
        self.table, self.functions, self.source = table, functions, source
        self.line, self.lost, self.general, self.unread = 0, False, False, False
        self.current: tuple[Phrase, str] | None = None
        self.abbreviated: set[str] = set()
        self.lines: dict[str, Callable[[str], None]] = {
            "noun": lambda rest: self._word(rest, noun),
            "adj": lambda rest: self._word(rest, adjective),
            "verb": lambda rest: self._word(rest, adjective),
            "cases": lambda rest: setattr(table, "cases", tuple(rest.split())),
            "number": lambda rest: self._number(rest, self.table.numbers),
            "ordinal": lambda rest: self._number(rest, self.table.ordinals),
            "expand": self._expand,
            "join": self._join,
            "elide": self._elide,
            "aspirated": lambda rest: table.aspirated.update(rest.split()),
            "before": self._before,
            "unwritten": lambda rest: table.unwritten.update(rest.split()),
            "colon": lambda rest: setattr(table, "spaced_colon", rest == "spaced"),
            "is": self._kind,
            "ambiguous": lambda rest: table.ambiguous.append(frozenset(rest.split())),
            "single": self._single,
            "topic": lambda rest: table.topics.update(_ways(rest)),
            "tally": self._tally,
            "vague": lambda rest: table.vague.update(map(plain, rest.split())),
            "resume": self._resume,
            "title": lambda rest: table.titles.update(map(plain, rest.split())),
            "untitled": lambda rest: table.untitled.update(map(plain, rest.split())),
            "affix": self._affix,
            "widen": lambda rest: self._adjustment(rest, wide=True),
            "narrow": lambda rest: self._adjustment(rest, wide=False),
            "order": self._order,
            "note": lambda rest: table.notes.append(read_pattern(rest)),
            "negation": lambda rest: table.negations.update(rest.split()),
            "light": lambda rest: table.light.update(map(plain, rest.split())),
            "drop": lambda rest: table.dropped.update(map(plain, rest.split())),
            "soft": self._soft,
            "omit": lambda rest: table.omitted.update(rest.split()),
            "keep": self._keep,
            "act": lambda rest: table.acting.update(map(plain, rest.split())),
            "refer": self._refer,
            "inside": lambda rest: table.inside.update(map(plain, rest.split())),
            "lists": lambda rest: table.conjunctions.update(rest.split()),
            "general": lambda _: setattr(self, "general", True),
            "unread": lambda _: setattr(self, "unread", True),
            "skip": self._skip,
            "claim": lambda rest: self._skip(rest, claims=True),
            "ruling": self._ruling,
            "short": self._short,
            "like": self._like,
            "define": self._define,
            "endings": lambda rest: table.endings.append(tuple(rest.replace("-", "").split(" "))),
        }

    def take(self, line: str, number: int) -> None:
        head, _, rest = line.partition(" ")
        self.line = number
        if head == "|" and self.lost:
            return
        self.lost = False
        if head == "|" and self.current:
            self._patterns(rest)
        elif head in self.lines:
            self.lines[head](rest.strip())
        elif phrase := _PHRASE.match(line):
            name, field, category, text = phrase.groups()
            if category and self.table.is_card:
                self.functions[name] = Phrase(name, category, general=self.general, unread=self.unread)
            if name not in self.functions:
                raise BadPattern(f"no phrase of the card language is called '{name}'")
            self.current = self.functions[name], field or ""
            self._patterns(text or "")
        else:
            raise BadPattern(f"'{head}' cannot begin a line of a table")

    def _patterns(self, text: str) -> None:
        function, field = cast(tuple[Phrase, str], self.current)
        texts = [whole for part in text.split(" | ") for whole in self._whole(part.strip())]
        signs, cases = self.table.is_card, self.table.cases
        plain = (read_pattern(part, signs=signs, cases=cases) for part in texts if part or signs)
        read = [Pattern(way.items, way.number, self.source, self.line) for way in plain]
        if self.table.negations:
            read = [way for pattern in read for way in with_negation(pattern, self.table.negations)]
        for unsaid in (part for pattern in read for part in pattern.unsaid):
            if unsaid.function not in self.functions:
                raise BadPattern(f"no phrase of the card language is called '{unsaid.function}'")
        self.table.add(function, field, read)

    def _whole(self, text: str) -> list[str]:
        """A pattern with what its ``@names`` are short for, in every way."""
        found = _SHORT.search(text)
        if found is None:
            return [text]
        if found[0] not in self.table.shorts:
            raise BadPattern(f"'{found[0]}' is not an abbreviation")
        ways = (text[: found.start()] + way + text[found.end() :] for way in self.table.shorts[found[0]])
        return [whole for way in ways for whole in self._whole(way)]

    def _short(self, rest: str) -> None:
        name, found, text = rest.partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between an abbreviation and its meaning")
        if name in self.abbreviated:
            raise BadPattern(f"'{name}' is already an abbreviation in this file")
        self.abbreviated.add(name)
        self.table.shorts[name] = [way.strip() for way in text.split(" | ")]

    def _word(self, rest: str, make: Callable[[str], Word]) -> None:
        name, found, forms = rest.partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between a word and its forms")
        words = [make(part) for part in forms.split(" ; ")]
        if any(word.cases - {1, len(self.table.cases)} for word in words):
            raise BadPattern(f"'{forms}' do not have the {len(self.table.cases)} cases of the table")
        self.table.lexicon.setdefault(name.strip(), []).extend(words)

    @staticmethod
    def _number(rest: str, known: dict[str, int]) -> None:
        value, *words = rest.split()
        known.update((plain(word), int(value)) for word in words)

    def _expand(self, rest: str) -> None:
        word, *parts = rest.split()
        self.table.expansions[word] = tuple(parts)

    def _affix(self, rest: str) -> None:
        affix, found, word = rest.partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between a part of words and what it is read as")
        self.table.affixes[affix.strip()] = word.strip()

    def _order(self, rest: str) -> None:
        """``order with ; without | that ; for which``"""
        for place, ways in enumerate(rest.split(" | "), 1):
            self.table.openers.update((way.strip(), place) for way in ways.split(" ; "))

    def _join(self, rest: str) -> None:
        *parts, word = rest.split()
        self.table.joins.append((tuple(parts), word))

    def _like(self, rest: str) -> None:
        plainer, found, text = f" {rest}".partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between words and what means the same")
        self.table.likes += [(plainer.strip(), read_pattern(way.strip())) for way in text.split(" | ")]

    def _define(self, rest: str) -> None:
        """``define a {W} is a {U} | a {U} is {W} if {C}``"""
        for pattern in map(read_pattern, rest.split(" | ")):
            if {slot.name for slot in pattern.slots()} not in ({"W", "U"}, {"W", "U", "C"}):
                raise BadPattern("a definition has the word {W}, what it describes {U}, and possibly a condition {C}")
            self.table.definitions.append(pattern)

    def _soft(self, rest: str) -> None:
        kind, found, words = rest.partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between a word and those that may stand for it")
        self.table.soft.update((plain(word), kind.strip()) for word in words.split())

    def _keep(self, rest: str) -> None:
        """``keep la le = plus moins within 1``"""
        words, found, before = rest.partition(" = ")
        said, within, reach = before.partition(" within ")
        if not (found and within and reach.isdecimal()):
            raise BadPattern("a line 'keep' has '=', words, 'within' and a number behind its words")
        kept = frozenset(map(plain, said.split())), int(reach)
        self.table.kept.update((plain(word), kept) for word in words.split())

    def _refer(self, rest: str) -> None:
        behind, found, words = rest.partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between words and those that refer back behind them")
        self.table.behind.update(map(plain, behind.split()))
        self.table.referring.update(map(plain, words.split()))

    def _tally(self, rest: str) -> None:
        self.table.topics.update(_ways(rest))
        self.table.tallies.update(_ways(rest))

    def _resume(self, rest: str) -> None:
        """``resume {} = it | them``, ``resume #{} = that many`` of what was counted, ``resume for = each`` before a topic"""
        said, found, words = rest.partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between what resumes a topic and what takes its place")
        if "{}" not in said:
            self.table.distributed.update((plain(word), said) for word in words.split())
            return
        ways = [BackReference(way, said.removeprefix("#"), said.startswith("#")) for way in _ways(words)]
        self.table.resumed += ways

    def _adjustment(self, rest: str, wide: bool) -> None:
        """``widen neighbor surrounding unless not = diagonals included``, ``narrow neighbor surrounding = ...``"""
        said, found, words = rest.partition(" = ")
        change, _, unless = said.partition(" unless ")
        if not found or len(change.split()) != 2:
            raise BadPattern("'=' is missing between two words of a rule and the remarks that join or part them")
        noun, before = change.split()
        denied = frozenset(map(plain, unless.split()))
        self.table.adjustments += [Adjustment(way, noun, before, wide, denied) for way in _ways(words)]

    def _single(self, rest: str) -> None:
        for phrase, _, part in (name.partition(".") for name in rest.split()):
            if phrase not in self.functions or not part:
                raise BadPattern(f"'{phrase}.{part}' is not a part of a phrase")
            self.table.single[phrase] = (*self.table.single.get(phrase, ()), part)

    def _kind(self, rest: str) -> None:
        smaller, larger = rest.split()
        self.table.kinds.append((smaller, larger))

    def _elide(self, rest: str) -> None:
        word, elided = rest.split()
        self.table.elisions[word] = elided

    def _before(self, rest: str) -> None:
        word, what, variant = rest.split()
        self.table.variants.append((word, re.compile(what), variant))

    def _skip(self, rest: str, claims: bool = False) -> None:
        name, found, text = rest.partition(" = ")
        if not found:
            raise BadPattern("'=' is missing between a name and its words")
        function = self.table.functions.setdefault(name, Phrase(name, name, local=True, claims=claims))
        self.current = function, ""
        self._patterns(text)

    def _ruling(self, rest: str) -> None:
        name, _, text = rest.partition(" ")
        if name not in self.functions:
            raise BadPattern(f"no phrase of the card language is called '{name}'")
        phrase = Phrase(name, self.functions[name].category, ruling=text.strip())
        self.functions[name] = self.table.functions[name] = phrase
