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


def as_used(rule: str) -> Iterator[str]:
    """A rule as it is written, and before it an ability that is optional as a whole as what is done if it is used."""
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
