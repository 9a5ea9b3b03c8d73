"""Rules in the card language as text: in lines, for people, and what an ability is when it is used."""

from __future__ import annotations

import re
from collections.abc import Iterator

INDENT = "  "


def layout(text: str) -> str:
    """A rule in lines, from words among which ``begin``, ``end`` and ``;`` part and indent them."""
    lines: list[str] = []
    depth = 0
    line: list[str] = []
    for word in [*text.split(), ";"]:
        if word not in ("begin", "end", ";"):
            line.append(word)
            continue
        if line:
            lines.append(INDENT * depth + " ".join(line))
            line = []
        depth += {"begin": 1, "end": -1, ";": 0}[word]
    return _spaced("\n".join(lines))


def _spaced(text: str) -> str:
    text = re.sub(r"\( ", "(", re.sub(r" ([),:])", r"\1", text))
    return re.sub(r"\bscore - (\d)", r"score -\1", text)


_CLOSED = r"(?:[^()]|\([^()]*\))*"
"""Words with all their parentheses, which contain no others."""


def plain(rule: str) -> str:
    """A rule for people: without parentheses that change nothing, on one line."""
    text = "; ".join(line.strip() for line in rule.split("\n"))
    text = re.sub(r"\b(gain|pay) (?!1 )(\d+) point\b", r"\1 \2 points", text)
    while True:
        shorter = re.sub(rf"\(\(({_CLOSED})\)\)", r"(\1)", text)
        shorter = re.sub(rf"\bscore 1 \* \(({_CLOSED})\)(?=$|;)", r"score \1", shorter)
        shorter = re.sub(r"\bwhere \(([^()]*)\)(?=$|;|\))", r"where \1", shorter)
        shorter = re.sub(r"\((it (?:is|has) (?:(?! and | or )[^()])*)\)(?= and |$|;|\))", r"\1", shorter)
        if shorter == text:
            return text
        text = shorter


_MEASURE = r"(?:its \w+|\w+ of (?:it|the \w+))"
_TAKEN_AWAY = re.compile(
    rf"^( *)(discard|turn face-down) (a [^\n]+|it|the \w+)\n\1(gain \((?:\d+ \* )?\(*{_MEASURE}\)*(?: / \d+)?\) [^\n]+)$",
    re.MULTILINE,
)
"""A thing that is taken away or turned down, and behind it what is gained by a number of the thing."""


def _as_it_was(rule: str) -> str:
    """A rule in which a number of a thing is what it was before the thing was taken away: afterwards there is none."""

    def change(found: re.Match[str]) -> str:
        indent, verb, thing, gain = found.groups()
        chosen = [f"choose {thing}"] if thing.startswith("a ") else []
        return "\n".join(indent + line for line in [*chosen, gain, f"{verb} {'it' if chosen else thing}"])

    return _TAKEN_AWAY.sub(change, rule)


def as_used(rule: str) -> Iterator[str]:
    """A rule as it is meant, and before it an ability that is optional as a whole as what is done if it is used."""
    rule = _as_it_was(rule)
    head, *lines = rule.split("\n")
    first, *rest = lines or [""]
    if (
        head.startswith("ability")
        and first.startswith(f"{INDENT}may")
        and all(it.startswith(INDENT * 2) for it in rest)
    ):
        whole = first == f"{INDENT}may"
        done = [line.removeprefix(INDENT) for line in rest] if whole else [first.replace("may ", "", 1), *rest]
        yield "\n".join([head, *done])
    yield rule
