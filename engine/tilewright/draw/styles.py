"""Lines on the terminal: ANSI styles, widths, and blocks of lines beside one another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from unicodedata import combining, east_asian_width

BOLD, DIM, REVERSE = "1", "2", "7"
_STYLE = re.compile(r"\x1b\[[\d;]*m")


def width_of(word: str) -> int:
    """The columns that a word takes on the terminal."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in word)


def paint(text: str, style: str, color: bool) -> str:
    """The text in an ANSI style, if there is one and colors are wanted."""
    return f"\x1b[{style}m{text}\x1b[0m" if color and style else text


def shown_width(line: str) -> int:
    """The columns that a line takes; its ANSI styles take none."""
    return width_of(_STYLE.sub("", line))


def beside(blocks: Sequence[Sequence[str]], width: int, gap: int = 3) -> list[str]:
    """Blocks of lines from left to right, as many in a row as the width allows (one at least)."""
    lines: list[str] = []
    shelf: list[Sequence[str]] = []
    used = 0
    for block in blocks:
        wide = max(map(shown_width, block), default=0)
        if shelf and used + gap + wide > width:
            lines += _shelf(shelf, gap)
            shelf, used = [], 0
        used += wide + (gap if shelf else 0)
        shelf.append(block)
    return lines + _shelf(shelf, gap)


def _shelf(blocks: list[Sequence[str]], gap: int) -> list[str]:
    widths = [max(map(shown_width, block), default=0) for block in blocks]
    lines = []
    for i in range(max(map(len, blocks), default=0)):
        parts = [block[i] if i < len(block) else "" for block in blocks]
        filled = [part + " " * (wide + gap - shown_width(part)) for part, wide in zip(parts, widths, strict=True)]
        lines.append("".join(filled).rstrip())
    return lines
