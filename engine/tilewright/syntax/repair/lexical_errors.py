"""Errors in the characters of a file, found before parsing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from tilewright.diagnostics import Diagnostics
from tilewright.source import CONTROL, Source, Span, blanked, named
from tilewright.syntax.indentation import MAX_PROBLEMS

_MEANT = {
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "‘": '"',
    "’": '"',
    "‐": "-",
    "‑": "-",
    "–": "-",
    "—": "-",
    "−": "-",
    "\u00a0": " ",
    "\u2002": " ",
    "\u2003": " ",
    "\u2009": " ",
    "\u202f": " ",
    "\u3000": " ",
    "×": "*",
    "÷": "/",
    "≥": ">=",
    "≤": "<=",
    "≠": "!=",
}
_TAB_INDENT = re.compile(r"^ *\t[ \t]*(?=[^ \t\n])", re.MULTILINE)
# Strings and comments may contain any character; strings may have curly quotes.
_SIGN = re.compile(
    r'"[^"\n]*"|#[^\n]*|(?P<open>[“”„«»])[^“”„«»"\n]*(?P<close>[“”„«»"])'
    rf"|(?P<sign>[{''.join(_MEANT)}])"
)


def check_characters(source: Source, diagnostics: Diagnostics) -> str:
    """Report tabs and control characters.

    Returns a text of the same length with these and typographic characters replaced, so that the parser finds the
    other errors.
    """
    for found in islice(_TAB_INDENT.finditer(source.text), MAX_PROBLEMS):
        diagnostics.error(
            "TW003",
            Span(*found.span()),
            "a tab in the indentation",
            "indent with spaces, two for each level; `tilewright fmt` does it for you",
        )
    for found in islice(CONTROL.finditer(source.text), MAX_PROBLEMS):
        diagnostics.error("TW002", Span(*found.span()), f"a control character ({named(found[0])})", "delete it", "")
    return _replaced(blanked(source.text), -1)


def report_signs(source: Source, diagnostics: Diagnostics, blamed: Iterable[Span]) -> None:
    """Report typographic characters, except within spans that already have an error."""
    taken = [range(span.start, span.end) for span in blamed]
    for offset in islice(_signs(blanked(source.text)), MAX_PROBLEMS):
        if not any(offset in place for place in taken):
            _report(source.text, offset, diagnostics)


def repaired(text: str) -> str:
    """The text with all typographic characters replaced."""
    return _replaced(text, 0)


def _replaced(text: str, first: int) -> str:
    """The text with the characters of `_MEANT` replaced, by the last (-1) or all (0) characters of the replacement."""
    pieces = []
    done = 0
    for offset in _signs(text):
        pieces += [text[done:offset], _replacement(text, offset)[first:]]
        done = offset + 1
    return "".join([*pieces, text[done:]])


def _replacement(text: str, offset: int) -> str:
    """The replacement of a character; a quote between letters is an apostrophe."""
    if text[offset] in "‘’" and text[offset - 1 : offset].isalpha() and text[offset + 1 : offset + 2].isalpha():
        return "'"
    return _MEANT[text[offset]]


def _signs(text: str) -> Iterator[int]:
    """Where word-processor characters stand outside texts and comments."""
    for found in _SIGN.finditer(text):
        for group in ("open", "close", "sign"):
            if found[group] in _MEANT:
                yield found.start(group)


def _report(text: str, offset: int, diagnostics: Diagnostics) -> None:
    character = text[offset]
    meant = _MEANT[character]
    if meant == " ":
        message, hint = "an unusual space character", "type an ordinary space"
    elif meant == '"':
        message, hint = f"a curly quote {character}", 'type the straight quote " instead'
    elif meant == "-":
        message, hint = f"a typographic dash {character}", "type the plain hyphen - instead"
    else:
        message, hint = f"the character {character} is not allowed here", f"write {meant} instead"
    diagnostics.error("TW004", Span(offset, offset + 1), message, hint, _replacement(text, offset))
