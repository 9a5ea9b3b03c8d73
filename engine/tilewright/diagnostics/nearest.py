"""The nearest known word to a misspelt one."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from functools import lru_cache


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
