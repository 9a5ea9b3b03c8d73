"""What is wrong with a text that is not YAML, in plain words."""

from __future__ import annotations

import re

import yaml

from tilewright.characters import CONTROL, blanked, named
from tilewright.diagnostics import Diagnostics
from tilewright.source import Source, Span

MAX_PROBLEMS = 50
"""More problems than these help nobody; the rest of the file is not read."""

_TABS = re.compile(r"^[^\n\t]*(\t)", re.MULTILINE)

# The two parsers word their problems differently; these parts they have in common.
_WORDS = (
    (
        r"mapping values are not allowed",
        "':' is not allowed here",
        "put text that holds ': ' in quotes, or check the indentation",
    ),
    (r"could not find expected ':'", "there is no ':' after this key", "write `key: value`"),
    (r"quoted.scalar.*(end of stream|document)", "this quote is never closed", "close it"),
    (r"escape|hexa?decimal", "an unknown escape after '\\'", "use single quotes, in which '\\' is itself"),
    (r"cannot start any token", "text cannot start with this character", "put the text in quotes"),
    (r"flow.(sequence|mapping)|flow node", "expected ',' or the closing bracket", ""),
    (
        r"block mapping",
        "expected a key, or the end of the mapping",
        "keys of one mapping start in the same column; no line after '|' is indented less than the first",
    ),
    (
        r"block collection",
        "expected '-', or the end of the list",
        "all '-' of a list start in the same column",
    ),
    (r"sequence entries are not allowed", "a list cannot start here", "start it on a line of its own"),
    (r"block scalar", "only '-', '+' or a comment can follow '|' on the same line", "start the text on the next line"),
    (r"node content", "expected a value", ""),
    (r"document start", "nothing can follow the value of the file", ""),
    (r"directive|incompatible|%TAG|tag handle '|version", "a '%' line is not allowed", "delete it"),
    (r"tag", "a tag (!) is not allowed", "leave it out"),
    (r"anchor|alias", "an anchor (&) or alias (*) is not allowed", "write the value out, or put it in quotes"),
)


def clean(source: Source, diagnostics: Diagnostics) -> str | None:
    """Report tabs and control characters; the text with spaces instead, of the same length.

    None when a tab was part of the indentation: what it stood for cannot be known.
    """
    usable = True
    for found in list(_TABS.finditer(source.text))[:MAX_PROBLEMS]:
        where = Span(*found.span(1))
        diagnostics.error("TW401", where, "a tab", "use spaces")
        usable = usable and bool(found[0].strip())
    for found in list(CONTROL.finditer(source.text))[:MAX_PROBLEMS]:
        diagnostics.error("TW401", Span(*found.span()), f"a control character ({named(found[0])})", "delete it", "")
    return blanked(source.text).replace("\t", " ") if usable else None


def plain_words(problem: Exception, text: str) -> tuple[Span, str, str]:
    """The place of a parser's complaint, a message and a help line."""
    said = str(problem)
    mark, opening = None, None
    if isinstance(problem, yaml.MarkedYAMLError):
        said = f"{problem.context} {problem.problem}"
        mark, opening = problem.problem_mark, problem.context_mark
    start = min(mark.index, len(text)) if mark else 0
    at_end = not text[start:].strip()
    if opening and (at_end or "could not find" in said):
        start = min(opening.index, len(text))
    if at_end and "flow" in said:
        start = min(start, len(text.rstrip()) - 1)
        return Span(start, start + 1), "this bracket is never closed", "close it"
    message, help = next(
        ((words, help) for pattern, words, help in _WORDS if re.search(pattern, said)),
        ("this is not YAML", ""),
    )
    if opening and "flow" in said:
        help = f"the bracket was opened on line {opening.line + 1}"
    end = start + 1 if text[start : start + 1].strip() else start
    return Span(start, end), message, help
