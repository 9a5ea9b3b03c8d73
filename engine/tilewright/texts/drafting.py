"""Lines of the language from printed sentences: a draft of a whole card, or one line, as an author would write it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tilewright.core.same import canonical
from tilewright.solver.proof import Proof
from tilewright.table.card import Card
from tilewright.table.game import Game, in_words
from tilewright.texts.contrasts import boards_in_words
from tilewright.texts.layout import INDENT
from tilewright.texts.partial import obstacle, partial
from tilewright.texts.phrasebook import CardLanguage, Language
from tilewright.texts.reading import (
    ABILITY,
    TEXT,
    NotUnderstood,
    Reading,
    checked,
    meaning,
    readings,
    says_nothing,
    that_say_something,
)
from tilewright.texts.trying import try_rules
from tilewright.texts.verdict import Comparison, Partial, proving

_THING = r"[a-z0-9-]+(?: [a-z0-9-]+){0,3}?"
_SHORTER: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(long), short)
    for long, short in (
        (r"\(\(([^()]*)\)\)", r"(\1)"),
        (r"\b1 \* ", ""),
        (rf"\bwhere \((?:not|\(not) \(there is a neighbor where \(it is (an? {_THING})\)\)\)", r"not beside \1"),
        (rf"\bwhere \(there is a neighbor where \(it is (an? {_THING})\)\)", r"beside \1"),
        (
            rf"\bwhere \(there (?:is|are) ((?:at least|at most|exactly) \d+) neighbors? where \(it is an? ({_THING})\)\)",
            r"beside \1 \2s",
        ),
        (r"\bthere is an? ((?:top|bottom|left|right)(?: left| right)?) neighbor where \((?:it )", r"(its \1 neighbor "),
        (r"\bthere is an? ((?:[a-z]+ )?neighbor) where \(it ((?:is|has) )", r"(any \1 \2"),
        (r"\bthere is no ((?:[a-z]+ )?neighbor) where \(it ((?:is|has) )", r"(no \1 \2"),
        (rf"\bthere is no ({_THING}) (in the same [a-z]+)(?=$|\n|\))", r"no \1 is \2"),
        (
            r"\bwhere \(it is ((?:not )?(?:on floor \d+ or (?:higher|lower)|"
            r"(?:on|in|above|below|beside|left of|right of) (?:(?! and | or )[^()])*))\)",
            r"\1",
        ),
        (rf"\bwhere \(it has ((?:an?|no|at least \d+|at most \d+|exactly \d+) {_THING})\)", r"with \1"),
        (r"\bwhere \(([^()]*)\)(?=$|\n)", r"where \1"),
        (r"\bif \(([^()]*)\)(?=$|\n)", r"if \1"),
        (r"\((it (?:is|has) (?:(?! and | or )[^()])*)\)(?= and |$|\n|\))", r"\1"),
        (r"\band \(not \(it is ((?:in|on) [^()]*)\)\)", r"and not \1"),
        (r"\band not \(it is ((?:in|on) [^()]*)\)", r"and it is not \1"),
        (r"\bscore \(([^()]*)\)(?=$|\n)", r"score \1"),
        (r"\b(gain|pay) (?!1 )(\d+) ([a-z-]+)(?<!s)(?=$|\n)", r"\1 \2 \3s"),
        (r"\((any neighbor [^()]*|no neighbor [^()]*|its [a-z ]+ neighbor [^()]*)\)(?=$|\n)", r"\1"),
    )
)


_CONDITION = r"(?P<c>(?:(?! and | or )[^()\n])*)"
_PLAINER: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(odd), plain)
    for odd, plain in (
        (r"\b(?P<c>where [^()\n]+) (?P=c)(?=$|\n)", r"\g<c>"),
        (r"\bwhere (\(?)([^()\n]*?)(\)?) where ", r"where \1\2\3 and "),
        (r"\bwhere \(([^()\n]*)\) with ", r"where \1 and it has "),
        (r"\bit is (face-up|face-down) and it is an? ", r"it is a \1 "),
        (rf"\b(there (?:is|are) [a-z0-9 ]+|each {_THING}) where it is (on floor \d+ or (?:higher|lower))", r"\1 \2"),
        (r"\bsmaller of ([^()\n]+) and smaller of ([^()\n]+) and ", r"smallest of \1, \2 and "),
        (r"\blarger of ([^()\n]+) and larger of ([^()\n]+) and ", r"largest of \1, \2 and "),
        (rf"\bthere is no (?P<w>{_THING}) where not it {_CONDITION}", r"every \g<w> \g<c>"),
        (rf"\bthere is no (?P<w>{_THING}) with no (?P<c>{_THING})(?=$|\n|\))", r"every \g<w> has a \g<c>"),
        (r"\bthere is an? ((?:[a-z]+ )?neighbor) where it ((?:is|has) )", r"any \1 \2"),
        (r"\bnot ((?:its )?[a-z]+) >= (\d)", r"\1 < \2"),
        (r"\bnot ((?:its )?[a-z]+) <= (\d)", r"\1 > \2"),
        (rf"\bnot there is no (?P<w>{_THING}) where {_CONDITION}", r"there is a \g<w> where \g<c>"),
        (rf"\bnot there is an? {_CONDITION}", r"there is no \g<c>"),
        (r"\bnot it is not ", "it is "),
        (r"\bnot it is ", "it is not "),
        (r"\bnot it has no ", "it has a "),
        (r"\bnot it has an? ", "it has no "),
        (r"\bwhere \(?it is not empty\)? where ", "where "),
        (r"\bnot (any|no) (?P<w>neighbor .*)", r"no \g<w>"),
        (r"\bwhere it is (not beside (?:an? )?[a-z-]+(?: [a-z-]+)?)(?=$|\n)", r"\1"),
    )
)
"""For rules without needless parentheses, the plainer words of one thing denied or denied twice."""


def written(language: CardLanguage, reading: Reading, start: str) -> str:
    """The rule of a reading as an author would write it."""
    own = meaning(reading.card)

    def same(rule: str) -> bool:
        card = checked(language, rule, start)
        return isinstance(card, Card) and meaning(card) == own

    return shortened(reading.rule, same)


def shortened(rule: str, same: Callable[[str], bool]) -> str:
    """A rule with shorter and plainer words for what has any, as long as it stays the `same`."""
    return _rewritten(_without_parentheses(_rewritten(rule, _SHORTER * 2, same), same), _PLAINER, same)


def _rewritten(rule: str, ways: Iterable[tuple[re.Pattern[str], str]], same: Callable[[str], bool]) -> str:
    for odd, plain in ways:
        for found in reversed(list(odd.finditer(rule))):
            other = rule[: found.start()] + found.expand(plain) + rule[found.end() :]
            rule = other if same(other) else rule
    return rule


def _without_parentheses(rule: str, same: Callable[[str], bool]) -> str:
    """A rule without the parentheses that change nothing."""
    opened: list[int] = []
    pairs = []
    for at, sign in enumerate(rule):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            pairs.append((opened.pop(), at))
    for start, end in sorted(pairs):  # a blank of the same length stands for each, so that no place moves
        fewer = f"{rule[:start]}\0{rule[start + 1 : end]}\0{rule[end + 1 :]}"
        rule = fewer if same(fewer.replace("\0", "")) else rule
    return rule.replace("\0", "")


MOST_READINGS = 3
"""A line that can mean more than that is not written for the author."""


class _Way(NamedTuple):
    """How a line is read: as which sentence, and what of the rule that this means is a line in its place."""

    line: re.Pattern[str]
    sentence: str
    rule: re.Pattern[str]
    means: str


def _ways(*ways: tuple[str, str, str, str]) -> tuple[_Way, ...]:
    return tuple(_Way(re.compile(line), said, re.compile(rule), means) for line, said, rule, means in ways)


_NUMBER = r"score (?P<n>-?\d+)(?: points?| pts?| vps?| VPs?)?"
_ALL, _HEAD = r"(?P<r>(?s:.*))", r"(?:ability|at [a-z-]+)"
_SCORING = _ways(
    (rf"{_NUMBER},? (?P<s>(?:for|per|if|when|unless|where)\b.*)", "{n} points {s}", _ALL, "{r}"),
    (r"if (?P<s>.*)", "1 point if {s}", r"(?:score 1 if (?P<r>.*)|if (?P<q>.*)\n +score 1)", "if {r}{q}"),
    (r"for (?:each|every) (?P<s>.*)", "1 point for each {s}", r"score 1 for each (?P<r>.*)", "for each {r}"),
    (r"let (?P<w>[a-z-]+) be an? (?P<s>.*)", "1 point for each {s}", r"score 1 for each (?P<r>.*)", "let {w} be a {r}"),
    (r"let (?P<w>[a-z-]+) be (?P<s>.*)", "Score {s}", r"score (?P<r>.*)", "let {w} be {r}"),
    (r"(?P<s>.*)", "{s}", _ALL, "{r}"),
)
_ACTING = _ways(
    (r"if (?P<s>.*)", "if {s}, gain 1 point", rf"{_HEAD} if (?P<r>.*)\n +gain 1 .*", "if {r}"),
    (r"(?P<s>.*)", "{s}", rf"{_HEAD}\n(?P<r>(?s:.*))", "{r}"),
    (r"(?P<s>if .*)", "{s}", rf"{_HEAD} (?P<c>if .*)\n(?P<r>(?s:.*))", "{c}\n{r}"),
)


def meant_by(language: Language, line: str, acts: bool) -> list[str]:
    """What a line can mean, as lines of the language for the same place; with `acts` it is one of an ability."""
    for way in _ACTING if acts else _SCORING:
        found = way.line.fullmatch(line.strip().removesuffix("."))
        if found is None:
            continue
        sentence = way.sentence.format(**found.groupdict())
        start = ABILITY if acts else TEXT
        read = readings(language, f"{sentence[:1].upper()}{sentence[1:]}.", start)
        if isinstance(read, NotUnderstood) or len(read) > MOST_READINGS or read[0].bare:
            continue  # a rule that leaves words out may not be what they meant
        read = list(_different(language, read))
        rules = (way.rule.fullmatch(written(language.card, reading, start)) for reading in read)
        said = [_filled(way.means, {**found.groupdict(), **rule.groupdict()}) for rule in rules if rule]
        if said and len(said) == len(read):
            return list(dict.fromkeys(said))
    return []


def _different(language: Language, read: list[Reading]) -> Iterator[Reading]:
    """The readings that score something else than those before them on some board that is tried."""
    kept: list[Reading] = []
    for reading in read:
        rule = reading.card.rule
        others = [other.card.rule for other in kept if other.card.rule is not None]
        if rule is None or all(try_rules(language.card.game, rule, other).verdict == "different" for other in others):
            kept.append(reading)
            yield reading


def _filled(means: str, parts: dict[str, str | None]) -> str:
    lines = means.format(**{name: part or "" for name, part in parts.items()}).split("\n")
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    head = lines[0] if lines[0][:1] != " " else ""
    body = lines[1:] if head else lines
    return "\n".join(([head] if head else []) + [line if head else line[indent:] for line in body])


SECONDS = 5.0
"""How long it is tried to find where two readings differ."""


@dataclass(frozen=True)
class OtherReading:
    """Another reading of a sentence: its lines, and a board on which it pays something else; none if none was found."""

    lines: tuple[str, ...]
    board: str = ""
    points: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class CardDraft:
    """What a sentence means as the lines of a card of a class, and what else it can mean."""

    language: Language
    category: str
    text: str
    lines: tuple[str, ...]
    others: tuple[OtherReading, ...] = ()

    def comments(self) -> Iterator[str]:
        """The other readings as comments of a card."""
        for other in self.others:
            here, there = other.points
            yield f"# The text can also mean this{f'; it scores {here} instead of {there} on {other.board}' * bool(other.board)}:"
            yield from (f"# {line}" for line in other.lines)

    @property
    def game(self) -> Game:
        """The game of the card."""
        return self.language.card.game

    def card(self, id: str) -> str:
        """The file of the card, with the text that it was drafted from."""
        name, language = in_words(id).capitalize(), self.language.name
        head = (f"{self.category} {id}", f'  name {language} "{name}"', f'  text {language} "{self.text}"', "")
        return "\n".join((*head, *self.lines, *(f"  {line}" for line in self.comments()), ""))


@dataclass(frozen=True)
class NotDrafted:
    """Why no class of cards understands a sentence, by the one that reads the most of it; `known` is what it understands."""

    language: Language
    problem: NotUnderstood
    known: Partial | None = None


def why_not_printed(text: str) -> str:
    """Why a card cannot have a text; nothing if it can."""
    return "a printed text cannot have double quotes or line breaks" if set(text) & {'"', "\n"} else ""


def first_draft(
    classes: Iterable[tuple[Language, str]],
    text: str,
    way: Comparison | None = None,
    asked: tuple[Language, str] | None = None,
) -> CardDraft | NotDrafted | None:
    """The card that a sentence describes, of the first class that understands it, or why none does; None if there is no class.

    Each class of cards comes with a language of its game. The one `asked` for comes first, then those that know most of
    the words. One whose cards score or have abilities like those of another, in the same language, is not tried again.
    """
    problems: dict[tuple[Language, bool], NotUnderstood] = {}
    for language, category in _in_order(asked, classes, text):
        like = language, bool(language.card.game.card_classes[category])
        if like not in problems:
            found = draft(language, text, category, way)
            if isinstance(found, CardDraft):
                return found
            problems[like] = found
    if not problems:
        return None
    (language, scores), problem = max(problems.items(), key=lambda one: (one[1].stuck, one[1].span.start))
    known = partial(language, text, start=TEXT if scores else ABILITY)
    return NotDrafted(language, obstacle(problem, text, known), known)


def _in_order(
    asked: tuple[Language, str] | None, classes: Iterable[tuple[Language, str]], text: str
) -> Iterator[tuple[Language, str]]:
    if asked is not None:
        yield asked
    yield from sorted(classes, key=lambda one: _unknown_words(one[0], text))


def _unknown_words(language: Language, text: str) -> int:
    return sum(not language.has(token.word) for token in language.tokens(text, asides=True))


def draft(language: Language, text: str, category: str, way: Comparison | None = None) -> CardDraft | NotUnderstood:
    """The card of a class that a sentence describes, or why it is not understood."""
    start = TEXT if language.card.game.card_classes[category] else ABILITY
    found = readings(language, text, start)
    if isinstance(found, NotUnderstood):
        return found
    clear = that_say_something(found)
    if not clear:
        return says_nothing(text)
    first, *others = clear
    compared = (_alternative(language, first, other, start, way or proving(SECONDS)) for other in others)
    alternatives = tuple(other for other in compared if other is not None)
    return CardDraft(language, category, text, _lines(language, first, start), alternatives)


def _alternative(
    language: Language, first: Reading, other: Reading, start: str, way: Comparison
) -> OtherReading | None:
    """Another reading beside the first; None if the two are proved to score the same."""
    lines = _lines(language, other, start)
    if first.card.rule is None or other.card.rule is None:
        return OtherReading(lines)
    if canonical(first.card.rule) == canonical(other.card.rule):
        return None
    found = way(language.card.game, other.card.rule, first.card.rule)
    if not isinstance(found, Proof) or found.verdict not in ("equal", "different"):
        return OtherReading(lines)
    if found.verdict == "equal" or found.table is None or found.scores is None:
        return None
    return OtherReading(lines, boards_in_words(found.table), found.scores)


def _lines(language: Language, reading: Reading, start: str) -> tuple[str, ...]:
    return tuple(INDENT + line for line in written(language.card, reading, start).split("\n"))
