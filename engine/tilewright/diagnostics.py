"""Problems as values: a `Diagnostic` is made, collected and shown; only the API raises them, as `Problems`."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import lru_cache
from pathlib import Path

from tilewright.source import Source, Span
from tilewright.struct import Struct, struct


class Severity(str, Enum):
    """How much a problem matters: an error stops the use of a file, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@struct
class Diagnostic(Struct):
    """One problem: a stable `code`, where it is, what is wrong and what to do about it.

    `replacement` is what to write in place of the span, where that can hardly mean anything else; None otherwise.
    `cause` is the file whose own errors are behind this one.
    A source without a name is no file but a name that was looked up (see `about`).
    """

    code: str
    severity: Severity
    message: str
    source: Source
    span: Span
    help: str = ""
    replacement: str | None = None
    cause: Path | None = None

    @property
    def is_error(self) -> bool:
        """Whether it stops the use of the file."""
        return self.severity is Severity.ERROR

    @classmethod
    def about(cls, code: str, name: str, message: str, help: str = "", replacement: str | None = None) -> Diagnostic:
        """An error about a name that is in no file: an argument or a word of the command line."""
        return cls(code, Severity.ERROR, message, Source("", name), Span(0, len(name)), help, replacement)

    def at(self, source: Source, span: Span | None = None) -> Diagnostic:
        """The same problem, more of another source; at the same place if no span is given.

        Its replacement goes with it where the same text stands there.
        """
        there = self.span if span is None else span
        replacement = self.replacement if source.slice(there) == self.source.slice(self.span) else None
        return replace(self, source=source, span=there, replacement=replacement)

    def in_file(self) -> Diagnostic:
        """The same problem of the file of which its source is a part."""
        source, span = self.source.in_file(self.span)
        return replace(self, source=source, span=span)

    def where(self) -> str:
        """``file:line:column``, counted from 1."""
        line, column = self.source.position(self.span.start)
        return f"{self.source.name}:{line}:{column}"

    def __str__(self) -> str:
        if not self.source.name:
            return "; ".join(filter(None, (self.message, self.help)))
        return f"{self.where()}: {self.severity.value} {self.code}: {self.message}"


MAX_SHOWN = 200
"""A file with more problems than these is not listed to its end."""


@dataclass
class Diagnostics:
    """Collects the problems of one source, each once."""

    source: Source
    items: list[Diagnostic] = field(default_factory=list)
    _seen: set[tuple[str, Span, str]] = field(default_factory=set, repr=False)
    _errors: list[Diagnostic] = field(default_factory=list, repr=False)

    def error(self, code: str, span: Span, message: str, help: str = "", replacement: str | None = None) -> None:
        """Record an error."""
        self._add(Diagnostic(code, Severity.ERROR, message, self.source, span, help, replacement))

    def warning(self, code: str, span: Span, message: str, help: str = "") -> None:
        """Record a warning."""
        self._add(Diagnostic(code, Severity.WARNING, message, self.source, span, help))

    def _add(self, diagnostic: Diagnostic) -> None:
        key = diagnostic.code, diagnostic.span, diagnostic.message
        if key not in self._seen:
            self._seen.add(key)
            self.items.append(diagnostic)
            if diagnostic.is_error:
                self._errors.append(diagnostic)

    def extend(self, others: Iterable[Diagnostic]) -> None:
        """Record problems that were found elsewhere."""
        for diagnostic in others:
            self._add(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether any of them is an error."""
        return bool(self._errors)

    def errors(self) -> Sequence[Diagnostic]:
        """The errors among them, in the order they were found."""
        return self._errors

    def sorted(self) -> list[Diagnostic]:
        """What to show: by place, then code; the last of too many tells how many are left out."""
        found = list(self)
        if len(found) <= MAX_SHOWN:
            return found
        shown, others = found[: MAX_SHOWN - 1], found[MAX_SHOWN - 1 :]
        last = next((item for item in others if item.is_error), others[0])
        more = f"{len(others) - 1} more problems of this file are not shown"
        return [*shown, replace(last, help="; ".join(filter(None, (last.help, more))))]

    def __iter__(self) -> Iterator[Diagnostic]:
        """All of them, by place, then code."""
        return iter(sorted(self.items, key=lambda d: (d.span.start, d.code, d.message)))


LISTED = 40
"""Of more known names none is listed."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like `word`, or None when nothing is close."""
    return _nearest(word[:60], frozenset(known))


@lru_cache(maxsize=4096)
def _nearest(word: str, known: frozenset[str]) -> str | None:
    alike = 0.6 if len(word) < 4 else 0.7  # one slip changes more of a short word
    close = difflib.get_close_matches(word, sorted(known), n=1, cutoff=alike)
    return close[0] if close else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help line with the nearest word, or the empty text."""
    close = nearest(word, known)
    return f"did you mean '{close}'?" if close else ""


def no_such(what: str, name: str, known: Collection[str], otherwise: str = "") -> tuple[str, str]:
    """The message and the help line for a name that is not among the known ones.

    The help is the nearest known name; when none is close, it is `otherwise`, or all known names
    if there are few.
    """
    listed = f"known: {', '.join(sorted(known))}" if 0 < len(known) <= LISTED else ""
    return f"there is no {what} {quoted(name)}", did_you_mean(name, known) or otherwise or listed


def quoted(text: str) -> str:
    """The beginning of a text of the user, on one line and in quotes, for a message."""
    line = " ".join(text.split())
    return f"'{line[:40]}'"


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
            before = text[done : problem.span.start]
            # what is left out takes the space before it along
            pieces += [before if problem.replacement else before.removesuffix(" "), problem.replacement]
            done, count = problem.span.end, count + 1
    return "".join([*pieces, text[done:]]), count


def _named(problems: Iterable[Diagnostic]) -> set[tuple[str, str]]:
    return {(problem.code, problem.message) for problem in problems}


__all__ = ["Diagnostic", "Diagnostics", "Problems", "Severity", "in_one_line", "nearest"]
