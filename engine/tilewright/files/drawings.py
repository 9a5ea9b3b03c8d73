"""Drawings of layouts: rows of heights, ``?`` for a height that is not given."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import chain

from tilewright.diagnostics import Diagnostics
from tilewright.source import Source, Span
from tilewright.table.game import BoardDef, LayoutDef

Drawing = tuple[tuple[int | None, ...], ...]
OPEN, NONE = "?", "."
_TALLEST = 3  # digits of a height


def read_drawing(
    source: Source, definition: LayoutDef, board: BoardDef | None, diagnostics: Diagnostics
) -> Drawing | None:
    """A drawing as rows of heights, None for a height that is not given; None if it has errors.

    Each word is a space; if no line has a blank between words, each character is. ``?`` is any height, ``.`` and 0
    are no stack. Empty lines and comments (``#``) are skipped.
    """
    rows = _rows(source)
    if not rows:
        diagnostics.error("TW308", source.line_span(1), "nothing is drawn", f"draw rows of {OPEN}, {NONE} and heights")
        return None
    drawing = [tuple(_height(source, span, diagnostics) for span in row) for row in rows]
    drawn = zip(chain(*drawing), chain(*rows), strict=True)
    check_heights(((height, span) for height, span in drawn if height is not None), definition, diagnostics)
    usual = max(map(len, drawing), key=[*map(len, drawing)].count)
    for row in rows:
        if len(row) != usual:
            spaces = "1 space" if len(row) == 1 else f"{len(row)} spaces"
            diagnostics.error(
                "TW302",
                row[0].to(row[-1]),
                f"this row has {spaces}, other rows have {usual}",
                f"write '{OPEN}' for an open space, '{NONE}' for no stack",
            )
    if board is not None and not board.allows(len(rows), usual):
        diagnostics.error(
            "TW302",
            rows[0][0].to(rows[0][-1]),
            f"a {board.name} of {len(rows)} x {usual}; allowed: {board.sizes}",
            "add or remove rows or columns",
        )
    return None if diagnostics.has_errors else tuple(drawing)


def _rows(source: Source) -> list[list[Span]]:
    """The spans of the spaces, row by row."""
    lines, start = [], 0
    for line in source.text.split("\n"):
        lines.append((start, line.partition("#")[0]))
        start += len(line) + 1
    parted = any(len(line.split()) > 1 for _, line in lines)
    word = re.compile(r"\S+" if parted else r"\S")
    rows = [[Span(start + m.start(), start + m.end()) for m in word.finditer(line)] for start, line in lines]
    return [row for row in rows if row]


def _height(source: Source, span: Span, diagnostics: Diagnostics) -> int | None:
    """The height of a space; None for ``?`` and for a word that cannot be read."""
    word = source.slice(span)
    if word == OPEN:
        return None
    if word == NONE:
        return 0
    if not re.fullmatch(f"[0-9]{{1,{_TALLEST}}}", word):
        diagnostics.error(
            "TW308",
            span,
            f"'{word[:20]}' is not allowed in a drawing",
            f"write '{OPEN}' for an open space, '{NONE}' for no stack, or a height",
        )
        return None
    return int(word)


def check_heights(heights: Iterable[tuple[int, Span]], definition: LayoutDef, diagnostics: Diagnostics) -> bool:
    """Whether the class allows all heights. Reports each other height once, at its first occurrence."""
    wrong = [(height, span) for height, span in heights if height and not definition.low <= height <= definition.high]
    for height, count in Counter(height for height, _ in wrong).items():
        place = next(span for other, span in wrong if other == height)
        message = f"a stack of {height}" if count == 1 else f"{count} stacks of {height}"
        help = f"a {definition.name} has stacks of {definition.low} to {definition.high}; '{NONE}' is no stack"
        if height > 9 and all(definition.low <= int(digit) <= definition.high for digit in str(height)):
            help = f"put spaces between the heights: '{' '.join(str(height))}'"
        diagnostics.error("TW304", place, message, help)
    return not wrong
