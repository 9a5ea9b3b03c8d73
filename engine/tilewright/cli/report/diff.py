"""What would change in a file, line by line."""

from __future__ import annotations

import difflib


def unified(name: str, before: str, after: str, then: str) -> str:
    """A unified diff between the text of a file and what it would be, which is called "NAME (then)"."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(old, new, name, f"{name} ({then})"))
