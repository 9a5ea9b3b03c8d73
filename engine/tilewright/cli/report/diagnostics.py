"""Diagnostics as text, JSON, GitHub annotations and SARIF."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from urllib.parse import quote

import click

from tilewright.cli.terminal import in_json
from tilewright.diagnostics import Diagnostic
from tilewright.outputs.files import CheckOutput, DiagnosticOutput
from tilewright.outputs.output import ABSENT
from tilewright.pages import pages, title

FORMATS = ("text", "json", "github", "sarif")
_WIDTH = 200
"""The length of a line above which only an excerpt is shown."""


def as_text(diagnostic: Diagnostic) -> str:
    """`file:line:column: error CODE: message`, the line with the span marked, and the help."""
    source = diagnostic.source
    line, column = source.position(diagnostic.span.start)
    end_line, end_column = source.position(diagnostic.span.end)
    color = "red" if diagnostic.is_error else "yellow"
    head = click.style(f"{diagnostic.severity.value} {diagnostic.code}", fg=color, bold=True)
    lines = [f"{_plain(diagnostic.where())}: {head}: {_plain(diagnostic.message)}"]
    text = source.line(line) if source.text else ""
    if text.strip():
        last = end_column if end_line == line else len(text) + 1
        marks = " " * (column - 1) + "^" * max(1, min(last, len(text) + 1) - column)
        start = max(0, column - _WIDTH // 2) if column > _WIDTH else 0
        shown = slice(start, start + _WIDTH)
        lines.append(f"{line:>5} | {_plain(text[shown])}")
        lines.append(f"      | {click.style(marks[shown], fg=color)}")
    if diagnostic.help:
        lines.append(f"      = {click.style('help', bold=True)}: {_plain(diagnostic.help)}")
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Text without control characters; every character keeps its column."""
    return "".join(c if c.isprintable() else " " for c in text)


def check_output(file: str, diagnostics: Iterable[Diagnostic]) -> CheckOutput:
    """The diagnostics of a file as JSON."""
    return CheckOutput(file=file, diagnostics=[_output(diagnostic) for diagnostic in diagnostics])


def _output(diagnostic: Diagnostic) -> DiagnosticOutput:
    line, column = diagnostic.source.position(diagnostic.span.start)
    end_line, end_column = diagnostic.source.position(diagnostic.span.end)
    return DiagnosticOutput(
        code=diagnostic.code,
        severity=diagnostic.severity.value,
        message=diagnostic.message,
        line=line,
        column=column,
        endLine=end_line,
        endColumn=end_column,
        help=diagnostic.help,
        mend=ABSENT if diagnostic.replacement is None else diagnostic.replacement,
    )


def as_github(diagnostic: Diagnostic) -> str:
    """A GitHub workflow command that annotates the line.

    See https://docs.github.com/actions/reference/workflow-commands-for-github-actions
    """
    place = _output(diagnostic)
    fields = {
        "file": diagnostic.source.name,
        "line": place.line,
        "col": place.column,
        "endLine": place.endLine,
        "endColumn": place.endColumn,
        "title": diagnostic.code,
    }
    properties = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in fields.items())
    text = diagnostic.message + (f" ({diagnostic.help})" if diagnostic.help else "")
    return f"::{diagnostic.severity.value} {properties}::{_escaped(text)}"


def _escaped(text: str, more: str = "") -> str:
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + more else c for c in text)


def as_sarif(diagnostics: Iterable[Diagnostic]) -> str:
    """A SARIF 2.1.0 log of one run (https://docs.oasis-open.org/sarif/sarif/v2.1.0/)."""
    from importlib.metadata import version

    found = list(diagnostics)
    seen: Counter[str] = Counter()
    driver = {
        "name": "tilewright",
        "version": version("tilewright"),
        "rules": [_sarif_rule(code) for code in sorted({d.code for d in found})],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_sarif_result(d, seen) for d in found],
    }
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return in_json(log, indent=2)


def _sarif_rule(code: str) -> dict[str, object]:
    page = pages().get(code, "")
    return {
        "id": code,
        "shortDescription": {"text": title(page)},
        "help": {"text": page, "markdown": page},
        "helpUri": f"urn:tilewright:{code}",  # the page itself is the help text
    }


def _fingerprint(diagnostic: Diagnostic, seen: Counter[str]) -> str:
    """A fingerprint that is stable under changes of other lines.

    It is a hash of the code, the file, the normalized line, and the index among results that are equal in all of
    these, counted in `seen`.
    """
    source = diagnostic.source
    line = source.line(source.position(diagnostic.span.start)[0]) if source.text else ""
    parts = "\0".join([diagnostic.code, source.name, " ".join(line.split())])
    digest = sha256(parts.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    seen[digest] += 1
    return f"{digest}:{seen[digest]}"


def _sarif_result(diagnostic: Diagnostic, seen: Counter[str]) -> dict[str, object]:
    place = _output(diagnostic)
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.endLine,
        "endColumn": place.endColumn,
    }
    artifact = {"uri": quote(os.fsencode(diagnostic.source.name.replace("\\", "/")))}
    return {
        "ruleId": diagnostic.code,
        "level": diagnostic.severity.value,
        "message": {"text": diagnostic.message + (f" Help: {diagnostic.help}" if diagnostic.help else "")},
        "partialFingerprints": {"codeAndLine/v1": _fingerprint(diagnostic, seen)},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
    }
