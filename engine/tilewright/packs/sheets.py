"""Names and texts of cards as a CSV table for translators: reading the table, and applying it to the files of the
cards."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.table.card import Card

COLUMNS = ("card", "language", "name", "text")
"""The required columns of a table; others are ignored."""
WHAT = ("name", "text")
MAX_ROWS = 10_000

Printed = dict[tuple[str, str], str]
"""The name and text of a card by ``name`` or ``text`` and language."""


class BadSheet(ValueError):
    """A table that cannot be read, with the reason as the message."""


@dataclass(frozen=True)
class TextEdit:
    """A name or text that differs between the table and the file; `before` is empty if the file has none."""

    what: str
    language: str
    before: str
    after: str


def read_sheet(text: str) -> dict[str, Printed]:
    """The names and texts in a table by card; empty cells are skipped. Raises `BadSheet`."""
    rows = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
    if missing:
        raise BadSheet(f"it has no column {', '.join(map(repr, missing))}")
    found: dict[str, Printed] = {}
    try:
        for row in rows:
            if rows.line_num > MAX_ROWS:
                raise BadSheet(f"it has more than {MAX_ROWS} lines")
            labels = found.setdefault(row["card"], {})
            labels |= {(what, row["language"]): _cell(row[what], rows.line_num) for what in WHAT if row[what]}
    except csv.Error as problem:
        raise BadSheet(f"line {rows.line_num}: {problem}") from None
    return found


def _cell(text: str, line: int) -> str:
    words = " ".join(text.split())
    if '"' in words:
        raise BadSheet(f'line {line}: a name or text cannot contain "; use other quotation marks')
    return words


def changes(card: Card, labels: Printed) -> list[TextEdit]:
    """The differences between a table and a card."""
    said = {"name": card.names, "text": card.texts}
    found = [TextEdit(what, name, said[what].get(name, ""), after) for (what, name), after in labels.items()]
    return [change for change in found if change.before != change.after]


def rewritten(source: Source, edits: Mapping[str, Iterable[TextEdit]], nodes: Iterable[ast.Card]) -> str:
    """The text of a file of cards with changed names and texts; everything else is preserved."""
    parts = [part for node in nodes for change in edits.get(node.id.text, ()) for part in [_edit(source, node, change)]]
    text = source.text
    for span, new in sorted(parts, key=lambda part: part[0], reverse=True):
        text = text[: span.start] + new + text[span.end :]
    return text


def _edit(source: Source, node: ast.Card, change: TextEdit) -> tuple[Span, str]:
    """The span to replace and its replacement: the quoted text, or a new line after the others of its kind."""
    said = [member for member in node.members if isinstance(member, ast.Labelled)]
    for member in said:
        if (member.what, member.language.text) == (change.what, change.language):
            end = _end(source, member.span)
            return Span(end - 1 - len(member.value), end - 1), change.after
    before = [member for member in said if member.what <= change.what]
    last = before[-1].span if before else node.id.span
    end = source.text.find("\n", last.start)
    end = len(source.text) if end < 0 else end
    return Span(end, end), f'\n  {change.what} {change.language} "{change.after}"'


def _end(source: Source, span: Span) -> int:
    """The offset after the closing quote of a name or text."""
    return source.text.rindex('"', span.start, max(span.end, source.text.find("\n", span.start))) + 1
