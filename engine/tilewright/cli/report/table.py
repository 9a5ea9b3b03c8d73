"""Tables of text in columns, and how two texts differ."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from io import StringIO


def table(rows: Iterable[Sequence[str]], left: int = 1, indent: int = 2) -> list[str]:
    """A line a row: columns two spaces apart, the first `left` of them to the left, the others to the right.

    Columns without any text are left out.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    columns = [column for column in zip(*rows, strict=True) if any(column)]
    shown = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for i, _ in enumerate(columns):
        shown.add_column(justify="left" if i < left else "right", no_wrap=True)
    for row in zip(*columns, strict=True):
        shown.add_row(*map(Text, row))
    width = 10_000
    written = StringIO()
    Console(file=written, width=width, color_system=None, force_terminal=False).print(shown)
    return [" " * indent + line.rstrip() for line in written.getvalue().splitlines()]


def unified(name: str, before: str, after: str, then: str) -> str:
    """A unified diff between the text of a file and what it would be, which is called "NAME (then)"."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(old, new, name, f"{name} ({then})"))
