"""Diagnostics where a caller wants a value or nothing: as an exception, and as one line of text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.diagnostics.diagnostic import Diagnostic


class Problems(ValueError):
    """What was asked for has errors; `diagnostics` lists them all (it may be empty).

    Without a message they are the message.
    """

    def __init__(self, message: str = "", diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__(message or "; ".join(map(str, self.diagnostics)))


Problems.__module__ = "tilewright"  # its public name, which tracebacks show


def in_one_line(problems: Sequence[Diagnostic]) -> str:
    """What is wrong with a name that was looked up: the first problem, with the next one as its cause."""
    first, *causes = problems
    return f"{first.message}: {causes[0]}" if causes else str(first)
