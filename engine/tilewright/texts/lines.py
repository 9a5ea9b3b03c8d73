"""A line of a card that is no line of the language, read as a sentence of a printed card: what it means, as lines that are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tilewright.texts.phrasebook import Language
from tilewright.texts.reading import ABILITY, TEXT, NotUnderstood, Reading, readings
from tilewright.texts.shortened import written
from tilewright.texts.trying import try_rules

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
