"""Rules that were made of readings, as an author would write them: `beside a tower` for a neighbor where it is one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from tilewright.table.card import Card
from tilewright.texts.phrasebook import CardLanguage
from tilewright.texts.reading import Reading, checked, meaning

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
