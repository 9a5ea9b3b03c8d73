"""What is wrong with the characters of a file, before any grammar."""

from __future__ import annotations

import re

from tilewright.diagnostics import Diagnostics
from tilewright.source import Source, Span

_CURLY = {"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "‐": "-",
          "‑": "-", "–": "-", "—": "-", "−": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ",
          "×": "*", "÷": "/", "≥": " ", "≤": " ", "≠": " "}  # fmt: skip
_SPACES = {"\u00a0", "\u2009", "\u202f"}
_TAB_INDENT = re.compile(r"^ *\t[ \t]*", re.MULTILINE)
_STRING = re.compile(r'"[^"\n]*"|#[^\n]*')
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u2028\u2029]")


def prescan(source: Source, diagnostics: Diagnostics) -> str:
    """Report tabs, word-processor characters and control characters.

    Returns a text of the same length in which they are replaced by what was meant, so that
    the parser goes on and finds the other problems too.
    """
    for found in _TAB_INDENT.finditer(source.text):
        diagnostics.error(
            "TW003", Span(*found.span()), "a tab in the indentation",
            "indent with spaces, two for each level; `tilewright fmt` does it for you",
        )  # fmt: skip
    text = _CONTROL.sub(lambda found: _control(found, diagnostics), source.text)
    quoted = [found.span() for found in _STRING.finditer(text)]
    return "".join(_plain(i, c, quoted, diagnostics) for i, c in enumerate(text))


def _control(found: re.Match[str], diagnostics: Diagnostics) -> str:
    name = f"U+{ord(found[0]):04X}"
    diagnostics.error("TW002", Span(*found.span()), f"a control character ({name})", "delete it")
    return " "


def _plain(i: int, character: str, quoted: list[tuple[int, int]], diagnostics: Diagnostics) -> str:
    if character not in _CURLY or any(start < i < end for start, end in quoted):
        return character
    plain = _CURLY[character]
    if character in _SPACES:
        message, hint = "a no-break space", "type an ordinary space"
    elif plain == '"' or plain == "'":
        message, hint = f"a curly quote {character}", 'type the straight quote " instead'
    elif plain == "-":
        message, hint = f"a typographic dash {character}", "type the plain hyphen - instead"
    elif plain == " ":
        message, hint = f"the sign {character} is not known here", "write >=, <= or != instead"
    else:
        message, hint = f"the sign {character} is not known here", f"write {plain} instead"
    diagnostics.error("TW004", Span(i, i + 1), message, hint)
    return plain
