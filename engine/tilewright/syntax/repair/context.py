"""Where in a file a line stands: among what scores, what is done, or what a game file declares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from tilewright.diagnostics import nearest

SectionName = Literal["score", "play", "game"]
"""`score` is all of a card but its abilities, and the parts of a game's score."""

_DONE = ("ability", "during", "at", "setup", "turn", "cost", "after", "to")
_SCORED = ("part", "tie-break")


def context(text: str, start: int) -> SectionName:
    """The context of the line in which the character at `start` stands."""
    end = text.find("\n", start)
    around = list(_around(text if end < 0 else text[:end]))
    file, member = around[-1:], around[-2:-1]
    meant = nearest(member[0], (*_DONE, *_SCORED)) if member else None
    if meant in _DONE:
        return "play"
    return "score" if file != ["game"] or meant in _SCORED else "game"


HEIGHTS = "heights"
"""The word above the rows of a layout."""


def is_listed(line: str) -> bool:
    """Whether a line is a row of heights with signs between them, such as `1, 2, 1`."""
    return re.fullmatch(r" *[\d.]+(?: *[,;|/] *[\d.]+)+,? *", line) is not None


def in_block(text: str, start: int) -> str:
    """The first word of the line under which the line of the character at `start` is indented; nothing at the margin."""
    end = text.find("\n", start)
    return next(_around(text if end < 0 else text[:end]), "")


def beside(text: str, start: int) -> set[str]:
    """The first words of the lines that are indented in the same block as that of the character at `start`."""
    card = r"(?m)^[^\s#]"
    first = max((found.start() for found in re.finditer(card, text) if found.start() <= start), default=0)
    last = min((found.start() for found in re.finditer(card, text) if found.start() > start), default=len(text))
    return set(re.findall(r"(?m)^ +([a-z-]+)", text[first:last]))


def _around(text: str) -> Iterator[str]:
    """The first words of the lines around the last line of a text, innermost first."""
    *above, last = text.expandtabs(2).split("\n")
    indent = len(last) - len(last.lstrip())
    for line in reversed(above):
        found = re.match(r"( *)([a-z0-9-]+)", line)
        if found and len(found[1]) < indent:
            indent = len(found[1])
            yield found[2]
