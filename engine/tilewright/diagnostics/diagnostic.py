"""The diagnostic value and the list that collects them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
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
        """An error about a name that stands in no file: an argument or a word of the command line."""
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
