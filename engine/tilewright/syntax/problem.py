"""A syntax problem on its way to the diagnostics."""

from __future__ import annotations

from tilewright.diagnostics import Diagnostics
from tilewright.source import Span
from tilewright.struct import Struct, struct
from tilewright.syntax.lalr import Token

MAX_PROBLEMS = 25
"""How many problems of one sort are reported for a file."""


@struct
class Problem(Struct):
    """What is wrong and where; `line` (from 1) is to be taken out before going on, 0 for the
    line the span starts on.
    """

    code: str
    span: Span
    message: str
    help: str
    line: int = 0
    mend: str | None = None

    def report(self, diagnostics: Diagnostics) -> None:
        """Report it as an error."""
        diagnostics.error(self.code, self.span, self.message, self.help, self.mend)


class LimitError(Exception):
    """A bound of the language was passed (never leaves `parse`)."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


def token_span(token: Token) -> Span:
    """Where a token stands, one character at least."""
    return Span(token.start, max(token.end, token.start + 1))
