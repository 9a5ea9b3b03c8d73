"""Where the words of a board stand in the file that holds it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilewright.source import Source, Span

# The first line of a block scalar holds nothing of its text.
_BLOCK_HEADER = re.compile(r"(!\S*\s+)?[|>][^\n]*\n")


def word_spans(source: Source, span: Span, rows: Sequence[Sequence[str]]) -> list[list[Span]]:
    """The place of each word of a board, row by row.

    `span` is that of the YAML value. A word that is written with
    escapes is not found; its place is that of the value.
    """
    header = _BLOCK_HEADER.match(source.text, span.start, span.end)
    cursor = header.end() if header else span.start
    found = []
    for row in rows:
        spans = []
        for word in row:
            start = source.text.find(word, cursor, span.end)
            spans.append(Span(start, start + len(word)) if start >= 0 else span)
            cursor = max(cursor, start + len(word))
        found.append(spans)
    return found
