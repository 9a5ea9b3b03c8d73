"""Indentation: tokens that open and close blocks, from the line breaks of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilewright.diagnostics import Diagnostics
from tilewright.source import Span
from tilewright.struct import Struct, struct
from tilewright.syntax.lalr import Token

MAX_DEPTH = 12
MAX_LINE_TOKENS = 150
MAX_DIGITS = 5
TAB = 2


def tab_width(text: str) -> int:
    """The width of a tab in a text: the indentation of its first indented line."""
    first = re.search(r"^( +)[^\s#]", text, re.MULTILINE)
    return len(first[1]) if first else TAB


def width(space: str, tab: int) -> int:
    """The indentation of a line in spaces."""
    return space.count(" ") + space.count("\t") * tab


def column(text: str, start: int) -> int:
    """The offset of a position from the start of its line."""
    return start - text.rfind("\n", 0, start) - 1


class Indentation:
    """Adds _INDENT and _DEDENT after the _NL tokens of a run, and enforces the limits of the language.

    A line with inconsistent indentation is added to `problems` and treated as correctly indented, so that parsing
    continues.
    """

    def __init__(self, text: str, problems: list[Problem]) -> None:
        self.text = text
        self.tab = tab_width(text)
        self.problems = problems

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens of the stream with block tokens. Raises `LimitError`."""
        levels: list[int] = []
        words, last = 0, Token("_NL", "\n", 0, 1)
        for token in stream:
            yield token
            last = token
            if token.type == "_NL":
                words = 0
                yield from self._level(token, levels)
                continue
            if not levels:
                levels.append(self._first(token))
            words += 1
            _watch(token, words)
        for _ in levels[1:]:
            yield Token("_DEDENT", "", last.start, last.end)

    def _first(self, token: Token) -> int:
        """The indentation of the first nonempty line."""
        indent = column(self.text, token.start)
        if indent:
            self.problems.append(
                Problem(
                    "TW005",
                    Span(token.start, token.start + 1),
                    "this line is indented, but no line above opens a block",
                    "start the first line at the margin",
                )
            )
        return indent

    def _level(self, token: Token, levels: list[int]) -> Iterator[Token]:
        space = token[token.rindex("\n") + 1 :]
        indent = width(space, self.tab)
        if not levels:
            return
        if len(levels) == 1 and indent <= levels[0]:
            levels[0] = 0  # only the first line was indented
        if indent > levels[-1]:
            levels.append(indent)
            if len(levels) > MAX_DEPTH:
                raise LimitError(_too_deep(token, self.text.count("\n", 0, token.start) + 1))
            yield Token("_INDENT", space, token.start, token.end)
            return
        while len(levels) > 1 and indent <= levels[-2]:
            levels.pop()
            yield Token("_DEDENT", space, token.start, token.end)
        if indent != levels[-1]:
            if len(levels) > 1 and len(self.problems) < MAX_PROBLEMS:
                self.problems.append(_misfit(token))
            levels[-1] = indent


def _watch(token: Token, words: int) -> None:
    if words > MAX_LINE_TOKENS:
        raise LimitError(
            Problem(
                "TW007",
                token_span(token),
                f"a line of more than {MAX_LINE_TOKENS} words and signs",
                "give parts of it a name with 'let' on separate lines",
            )
        )
    if token.type == "INT" and len(token) > MAX_DIGITS:
        raise LimitError(
            Problem(
                "TW008",
                token_span(token),
                f"a number with more than {MAX_DIGITS} digits",
                "the largest number is 99999",
            )
        )


def _span_after(token: Token) -> Span:
    return Span(token.end, token.end + 1)


def _too_deep(token: Token, line: int) -> Problem:
    return Problem(
        "TW007",
        _span_after(token),
        f"more than {MAX_DEPTH} levels of indentation",
        "join conditions with 'and', or name parts with 'let'",
        line,
    )


def _misfit(token: Token) -> Problem:
    return Problem(
        "TW005",
        _span_after(token),
        "the indentation of this line matches no line above",
        "give it the same indentation as the lines of its block",
    )


MAX_PROBLEMS = 25
"""The largest number of problems of one kind reported for a file."""


@struct
class Problem(Struct):
    """A syntax error; `line` (from 1) is the line to remove for error recovery, 0 for the line of the span."""

    code: str
    span: Span
    message: str
    help: str
    line: int = 0
    replacement: str | None = None

    def report(self, diagnostics: Diagnostics) -> None:
        """Report it as an error."""
        diagnostics.error(self.code, self.span, self.message, self.help, self.replacement)


class LimitError(Exception):
    """A limit of the language was exceeded; never leaves `parse`."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def token_span(token: Token) -> Span:
    """The span of a token, at least one character long."""
    return Span(token.start, max(token.end, token.start + 1))
