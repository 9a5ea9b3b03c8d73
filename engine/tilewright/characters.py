"""Characters that no text has a use for: they move a cursor, end lines unseen or turn the direction of writing."""

from __future__ import annotations

import re

CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but for tab and line feed, DEL, C1
    r"\u2028-\u202e\u2066-\u2069"  # line and paragraph separators; directions: https://trojansource.codes
    r"\ud800-\udfff\ufeff\ufffe\uffff]"  # surrogates, byte order marks, what is no character
)
"""One such character; texts of every kind are refused for them."""

_ON_ONE_LINE = re.compile(rf"[\t\n]|(?![\ud800-\udfff]){CONTROL.pattern}")
STYLE = re.compile(r"\x1b\[[0-9;]*m")
"""A sequence that sets a color or a style of what follows, and does nothing else to a terminal."""
_UNSAFE = re.compile(rf"(?!{STYLE.pattern}){CONTROL.pattern}")


def named(character: str) -> str:
    """The number of a character, as in U+202E."""
    return f"U+{ord(character):04X}"


def blanked(text: str) -> str:
    """A text with spaces for control characters; it has the same length."""
    return CONTROL.sub(" ", text)


def shown_name(name: str) -> str:
    """The name of a file in messages: control characters and ends of lines are spaces.

    The surrogates stay that stand for bytes that are not UTF-8 (see `os.fsdecode`).
    """
    return _ON_ONE_LINE.sub(" ", name)


def safe_for_terminals(text: str) -> str:
    """A text in which nothing but styles is more than characters to a terminal."""
    return _UNSAFE.sub(" ", text)
