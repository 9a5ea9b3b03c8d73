"""The diagnostic value and the list that collects them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from tilewright.source import Source, Span


class Severity(str, Enum):
    """How much a problem matters: an error stops the use of a file, a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One problem: a stable `code`, where it is, what is wrong and what to do about it."""

    code: str
    severity: Severity
    message: str
    source: Source
    span: Span
    help: str = ""

    @property
    def is_error(self) -> bool:
        """Whether it stops the use of the file."""
        return self.severity is Severity.ERROR

    def where(self) -> str:
        """``file:line:column``, counted from 1."""
        line, column = self.source.position(self.span.start)
        return f"{self.source.name}:{line}:{column}"

    def as_json(self) -> dict[str, object]:
        """The object of ``check/1`` (see schemas/check-1.schema.json)."""
        line, column = self.source.position(self.span.start)
        end_line, end_column = self.source.position(self.span.end)
        return {
            "code": self.code,
            "severity": self.severity.value,
            "message": self.message,
            "line": line,
            "column": column,
            "endLine": end_line,
            "endColumn": end_column,
            "help": self.help,
        }

    def __str__(self) -> str:
        return f"{self.where()}: {self.severity.value} {self.code}: {self.message}"


@dataclass
class Diagnostics:
    """Collects the problems of one source, in the order they stand in the text."""

    source: Source
    items: list[Diagnostic] = field(default_factory=list)

    def error(self, code: str, span: Span, message: str, help: str = "") -> None:
        """Record an error."""
        self._add(Diagnostic(code, Severity.ERROR, message, self.source, span, help))

    def warning(self, code: str, span: Span, message: str, help: str = "") -> None:
        """Record a warning."""
        self._add(Diagnostic(code, Severity.WARNING, message, self.source, span, help))

    def _add(self, diagnostic: Diagnostic) -> None:
        if diagnostic not in self.items:
            self.items.append(diagnostic)

    @property
    def has_errors(self) -> bool:
        """Whether any of them is an error."""
        return any(item.is_error for item in self.items)

    def errors(self) -> list[Diagnostic]:
        """The errors among them, in the order they were found."""
        return [item for item in self.items if item.is_error]

    def sorted(self) -> list[Diagnostic]:
        """All of them by place, then code."""
        return sorted(self.items, key=lambda d: (d.span.start, d.code, d.message))

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self.sorted())
