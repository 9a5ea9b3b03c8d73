"""Positions and puzzles for the commands that use them: checked, with their cards."""

from __future__ import annotations

from collections.abc import Iterable

import click

from tilewright.cli.problems import as_text
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.packs import Pack
from tilewright.source import Source
from tilewright.table.card import Card, Layout
from tilewright.workspace import Report, Workspace


def checked(source: Source, workspace: Workspace, wanted: tuple[type, ...], what: str) -> Report | None:  # fmt: skip
    """A checked file that holds one of the `wanted` values; its problems go to stderr."""
    report = workspace.check(source)
    show_problems(report.diagnostics)
    if report.has_errors:
        return None
    if not any(isinstance(value, wanted) for value in report.values):
        diagnostics = Diagnostics(source)
        found = sorted({type(value).__name__.lower() for value in report.values}) or ["nothing"]
        diagnostics.error("TW418", source.line_span(1), f"this file holds no {what}", f"it holds: {', '.join(found)}")
        show_problems(diagnostics)
        return None
    return report


def show_problems(diagnostics: Iterable[Diagnostic]) -> None:
    """Print problems to stderr."""
    for diagnostic in diagnostics:
        click.echo(as_text(diagnostic), err=True)


def cards_in_play(ids: Iterable[str], report: Report) -> list[Card] | None:
    """The cards of a position or puzzle, in order, without those that do not score.

    None when one of them has problems, which are printed.
    """
    assert report.pack is not None
    found: list[Card] = []
    failed = False
    for id in dict.fromkeys(ids):
        value, problems = find_card(id, report.pack, report.source)
        show_problems(problems)
        failed = failed or bool(problems)
        if isinstance(value, Card):
            found.append(value)
    return None if failed else found


def find_card(id: str, pack: Pack, source: Source) -> tuple[Card | Layout | None, list[Diagnostic]]:
    """A card by id, looked for beside a file first."""
    return pack.find(id, source.path.parent if source.path else None)
