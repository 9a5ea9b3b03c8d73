"""How files of the language are colored: patterns in the order in which they are tried, whatever the editor.

The lexer for Pygments, the TextMate grammar and the CodeMirror mode are made of these rules. Patterns mean the
same in Python, in Oniguruma and in JavaScript; ``^`` and ``$`` are the ends of a line.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from tilewright.highlight.words import words
from tilewright.syntax.tables import tables

_ID = r"[a-z][a-z0-9-]*"
_ENDS = r"(?![a-z0-9-])"
BLANK = "blank"


class ColorRule(NamedTuple):
    """A pattern and what it matches: one class for all of it, or one for each of its groups."""

    pattern: str
    classes: tuple[str, ...]


@cache
def rules() -> tuple[ColorRule, ...]:
    """The rules; a sign that none of them matches is none of the language."""
    pattern = {name: terminal.pattern for name, terminal in tables().terminals.items()}
    known = words()
    begins = _any_of(known.statements)
    header = rf"^({_ID})([ \t]+)({_ID})(?=[ \t]*(?:#.*)?$)"
    return (
        ColorRule(header, ("declaration", BLANK, "class")),
        ColorRule(rf"^([ \t]*)({begins}){_ENDS}", (BLANK, "statement")),
        ColorRule(r"[ \t]+", (BLANK,)),
        ColorRule(r"#.*", ("comment",)),
        ColorRule(pattern["STRING"], ("text",)),
        ColorRule(rf"(?:{_any_of(known.statements | known.phrases)}){_ENDS}", ("phrase",)),
        ColorRule(rf"(?:{_any_of(known.things)}){_ENDS}", ("thing",)),
        ColorRule(pattern["WORD"], ("name",)),
        ColorRule(pattern["CODE"], ("code",)),
        ColorRule(pattern["INT"], ("number",)),
        ColorRule(pattern["COMPARISON"], ("operator",)),
        ColorRule(pattern["SIGN"], ("operator",)),
        ColorRule(r"[-+/*]", ("operator",)),
        ColorRule(r"[(),:.]", ("punctuation",)),
    )


def _any_of(known: Iterable[str]) -> str:
    """Any of some words, the longest that there is."""
    return "|".join(sorted(known, key=lambda word: (-len(word), word)))
