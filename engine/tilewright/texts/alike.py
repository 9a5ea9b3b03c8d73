"""Meanings in the card language that differ only in how they are written."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import lru_cache

_DOUBLED = re.compile(r"\( (\([^()]*\)) \)")
_PLACED = re.compile(
    r"where \( (?:it is ((?:not )?(?:on|in|above|below|beside|left of|right of) [^()]*)"
    r"|not \( it is ((?:on|in|above|below|beside|left of|right of) [^()]*) \)) \)"
)
_HAVING = re.compile(r"where \( it has (?!no |exactly |at most |fewer )([^()]*) \)(?! (?:and|or)\b)")
_ONCE = re.compile(r"\b1 \* \( ([^()]*) \)")
_EACH = re.compile(r"\b(for each (?:(?!\b(?:begin|end|for)\b)[^;])*) begin score (-? ?\d+) end")
_CHANGED = re.compile(r"\(|begin")
_OF_MEMBERS = re.compile(r"(?:group|run|pair)s? of ")


@lru_cache(maxsize=100_000)
def alike(meaning: Hashable) -> Hashable:
    """A meaning without what changes nothing in the texts of it: doubled parentheses, `where it is` before places, and
    `where it has` for "with".

    The latter two do not apply to groups, since a condition behind their members is about the group. The last one does not
    apply to "no", "exactly", "at most" and "fewer": "with no X on the border" could also be a thing on the border that has no X.
    """
    return tuple(map(_plain_text, meaning)) if isinstance(meaning, tuple) else meaning


def _plain_text(part: Hashable) -> Hashable:
    if not isinstance(part, tuple) or not isinstance(part[-1], str) or not _CHANGED.search(part[-1]):
        return part
    text, before = _EACH.sub(r"score \2 \1", _ONCE.sub(r"\1", part[-1])), ""
    while text != before:
        before = text
        text = _DOUBLED.sub(r"\1", text)
    return (*part[:-1], text if _OF_MEMBERS.search(text) else _HAVING.sub(r"with \1", placed(text)))


def placed(text: str) -> str:
    """A text with places said as they are after a noun: "on the border", "not in a corner"."""
    return _PLACED.sub(lambda found: found[1] or f"not {found[2]}", text)
