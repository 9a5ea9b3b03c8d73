"""The nearest known word to a misspelt one, and the message for a name that is not known."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterable
from functools import lru_cache

LISTED = 40
"""Of more known names none is listed."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, or None when nothing is close."""
    return _nearest(word[:60], frozenset(known))


@lru_cache(maxsize=4096)
def _nearest(word: str, known: frozenset[str]) -> str | None:
    alike = 0.6 if len(word) < 4 else 0.7  # one slip changes more of a short word
    close = difflib.get_close_matches(word, sorted(known), n=1, cutoff=alike)
    return close[0] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help line with the nearest word, or the empty text."""
    close = nearest(word, known)
    return f"did you mean '{close}'?" if close else ""


def no_such(what: str, name: str, known: Collection[str], otherwise: str = "") -> tuple[str, str]:
    """The message and the help line for a name that is not among the known ones.

    The help is the nearest known name; when none is close, it is `otherwise`, or all known names
    if there are few.
    """
    listed = f"known: {', '.join(sorted(known))}" if 0 < len(known) <= LISTED else ""
    return f"there is no {what} {quoted(name)}", did_you_mean(name, known) or otherwise or listed


def quoted(text: str) -> str:
    """The beginning of a text of the user, on one line and in quotes, for a message."""
    line = " ".join(text.split())
    return f"'{line[:40]}'"
