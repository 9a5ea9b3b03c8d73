"""Two versions of a text put together: the one on disk and the one that is being written, by the text both come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

LineChange = tuple[int, int, Sequence[str]]
"""Lines from one to another of the text before, and what stands there now."""


def merged(before: str, mine: str, theirs: str) -> str | None:
    """A text with the changes of both; None if they change the same lines, or lines beside one another, in different ways."""
    lines = before.splitlines(keepends=True)
    own, others = (list(_changes(lines, text.splitlines(keepends=True))) for text in (mine, theirs))
    changes = sorted([*own, *(change for change in others if change not in own)], key=lambda change: change[:2])
    result, at = list[str](), 0
    for i, (start, end, new) in enumerate(changes):
        if i and start <= changes[i - 1][1]:
            return None
        result += [*lines[at:start], *new]
        at = end
    return "".join([*result, *lines[at:]])


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[LineChange]:
    for kind, start, end, low, high in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield start, end, after[low:high]
