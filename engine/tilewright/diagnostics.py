"""Diagnostics: problems as values. Only the API raises them, as `Problems`."""

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
    """The severity of a problem: an error prevents the use of a file, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@struct
class Diagnostic(Struct):
    """A problem: its stable `code`, its span, a message, and a help line.

    `replacement` is a safe fix: the text for the span if there is no doubt about what was meant. `cause` is the file
    whose errors cause this one. A source without a name stands for a name that was looked up (see `about`).
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
        """Whether it prevents the use of the file."""
        return self.severity is Severity.ERROR

    @classmethod
    def about(cls, code: str, name: str, message: str, help: str = "", replacement: str | None = None) -> Diagnostic:
        """An error about a name that is not in a file, such as an argument of the command line."""
        return cls(code, Severity.ERROR, message, Source("", name), Span(0, len(name)), help, replacement)

    def at(self, source: Source, span: Span | None = None) -> Diagnostic:
        """The problem moved to another source, by default at the same span.

        Its fix is kept if the text there is the same.
        """
        there = self.span if span is None else span
        replacement = self.replacement if source.slice(there) == self.source.slice(self.span) else None
        return replace(self, source=source, span=there, replacement=replacement)

    def in_file(self) -> Diagnostic:
        """The problem moved from an embedded source to its file."""
        source, span = self.source.in_file(self.span)
        return replace(self, source=source, span=span)

    def where(self) -> str:
        """``file:line:column``, from 1."""
        line, column = self.source.position(self.span.start)
        return f"{self.source.name}:{line}:{column}"

    def __str__(self) -> str:
        if not self.source.name:
            return "; ".join(filter(None, (self.message, self.help)))
        return f"{self.where()}: {self.severity.value} {self.code}: {self.message}"


MAX_SHOWN = 200
"""The largest number of problems listed for a file."""


@dataclass
class Diagnostics:
    """Collects the problems of one source, without duplicates."""

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
        """Record problems from elsewhere."""
        for diagnostic in others:
            self._add(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether there are errors."""
        return bool(self._errors)

    def errors(self) -> Sequence[Diagnostic]:
        """The errors in the order in which they were found."""
        return self._errors

    def sorted(self) -> list[Diagnostic]:
        """The problems by position and code; if there are too many, the last one says how many are missing."""
        found = list(self)
        if len(found) <= MAX_SHOWN:
            return found
        shown, others = found[: MAX_SHOWN - 1], found[MAX_SHOWN - 1 :]
        last = next((item for item in others if item.is_error), others[0])
        more = f"{len(others) - 1} more problems of this file are not shown"
        return [*shown, replace(last, help="; ".join(filter(None, (last.help, more))))]

    def __iter__(self) -> Iterator[Diagnostic]:
        """All problems by position and code."""
        return iter(sorted(self.items, key=lambda d: (d.span.start, d.code, d.message)))


MOST_SIMILAR = 4
"""How many similar names are looked for."""
LISTED = 40
"""More known names than this are not listed."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most similar to `word`; None if none is similar."""
    return next(iter(most_similar(word, known)), None)


def most_similar(word: str, known: Iterable[str]) -> Sequence[str]:
    """The known words that are similar to `word`, the most similar ones first."""
    return _most_similar(word[:60], frozenset(known))


@lru_cache(maxsize=4096)
def _most_similar(word: str, known: frozenset[str]) -> tuple[str, ...]:
    alike = 0.6 if len(word) < 4 else 0.7  # a typo changes more of a short word
    return tuple(difflib.get_close_matches(word, sorted(known), n=MOST_SIMILAR, cutoff=alike))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A help line with the most similar word; "" if there is none."""
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
    """The beginning of a user's text in quotes, on one line, for messages."""
    line = " ".join(text.split())
    return f"'{line[:40]}'"


class Problems(ValueError):
    """What was asked for has errors; `diagnostics` lists them all (it may be empty).

    Without a message they are the message.
    """

    def __init__(self, message: str = "", diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.diagnostics = list(diagnostics)
        super().__init__(message or "; ".join(map(str, self.diagnostics)))


Problems.__module__ = "tilewright"  # the public name, shown in tracebacks


def in_one_line(problems: Sequence[Diagnostic]) -> str:
    """The problems of a lookup in one line: the first, with the next one as its cause."""
    first, *causes = problems
    return f"{first.message}: {causes[0]}" if causes else str(first)


MOST_ROUNDS = 100
"""The largest number of rounds of fixes that uncover further fixes."""


def fixed(source: Source, problems_of: Callable[[Source], Sequence[Diagnostic]]) -> tuple[Source, int]:
    """A source with its safe fixes applied, and their number.

    A fix is kept if its problem is gone and there are no additional problems. All fixes are tried together first,
    then one by one.
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
    """A text with the fixes of problems applied, and their number.

    Of two overlapping fixes the first is applied.
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
