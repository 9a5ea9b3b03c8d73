"""Diagnostics where a caller wants a value or nothing: as an exception and as one line of text; texts with their fixes applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from tilewright.diagnostics.diagnostic import Diagnostic
from tilewright.source import Source


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


MOST_ROUNDS = 100
"""Fixes that uncover problems with fixes again are applied no more often than this."""


def fixed(source: Source, problems_of: Callable[[Source], Sequence[Diagnostic]]) -> tuple[Source, int]:
    """A source after its safe fixes, and how many they were.

    A fix is kept when its problem is gone afterwards and there are no more problems than before; all of a file
    are tried together first, then each alone.
    """
    problems, made = problems_of(source), 0
    for _ in range(MOST_ROUNDS):
        fixable = [problem for problem in problems if problem.replacement is not None]
        for group in (fixable, *([problem] for problem in fixable)) if fixable else ():
            text, count = text_with(source.text, group)
            attempt = replace(source, text=text)
            after = problems_of(attempt)
            if len(after) <= len(problems) and not _named(group) & _named(after):
                source, problems, made = attempt, after, made + count
                break
        else:
            break
    return source, made


def text_with(text: str, problems: Iterable[Diagnostic]) -> tuple[str, int]:
    """A text with what these problems say in place of what they are about, and how many were put there.

    Of two that overlap, it is the first.
    """
    pieces, done, count = list[str](), 0, 0
    for problem in sorted(problems, key=lambda item: item.span):
        if problem.replacement is not None and problem.span.start >= done:
            pieces += [text[done : problem.span.start], problem.replacement]
            done, count = problem.span.end, count + 1
    return "".join([*pieces, text[done:]]), count


def _named(problems: Iterable[Diagnostic]) -> set[tuple[str, str]]:
    return {(problem.code, problem.message) for problem in problems}
