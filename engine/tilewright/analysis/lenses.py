"""What stands over the lines of a file: scores, and what can be asked of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tilewright.analysis.document import YAML_SUFFIX, Document, FilesAround, nodes_of
from tilewright.meaning.scoring import overwork, score
from tilewright.packs.report import Report
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.table.position import Position, Puzzle

SOLVE = "solve"
MOST_SCORED = 5
"""The positions that a card is scored on."""


class Lens(NamedTuple):
    """A line over a place; with an `action` it asks for something about the `path`."""

    span: Span
    title: str
    action: str = ""
    path: Path | None = None


class Lenses:
    """Scores positions, and cards on the positions beside them, each once until a text changes."""

    def __init__(self, surroundings: FilesAround) -> None:
        self.surroundings = surroundings
        self.workspace = surroundings.workspace

    def of(self, document: Document) -> list[Lens]:
        """What stands over the lines of a file."""
        if document.in_language:
            return list(self._of_cards(document))
        return list(self._of_table(document))

    def _of_cards(self, document: Document) -> Iterator[Lens]:
        """Over each card its points on the positions that have it in play."""
        cards = [node for node in nodes_of(document.source) if isinstance(node, ast.Card)]
        if document.source.path is None or not cards:
            return
        for node in cards:
            for table in self._tables_with(document, node.id.text):
                report = self.workspace.check(table)
                points = _points(report, node.id.text)
                if points is not None:
                    yield Lens(
                        node.id.span, f"{table.path.name if table.path else table.name}: {points}", "", table.path
                    )

    def _tables_with(self, document: Document, id: str) -> list[Source]:
        """The positions that name a card, those in its folder first."""
        word, path = re.compile(rf"(?<![a-z0-9-]){re.escape(id)}(?![a-z0-9-])"), document.source.path
        found = [
            source
            for source in self.surroundings.around(document)
            if source.name.endswith(f".position{YAML_SUFFIX}") and word.search(source.text)
        ]
        own = path.parent if path else None
        return sorted(found, key=lambda source: not source.path or source.path.parent != own)[:MOST_SCORED]

    def _of_table(self, document: Document) -> Iterator[Lens]:
        """Over a position the scores of its players; over a puzzle that it can be solved."""
        report = self.workspace.check(document.source)
        first = Span(0, 0)
        for table in report.tables:
            if isinstance(table, Puzzle):
                yield Lens(first, "Solve", SOLVE, document.source.path)
            elif not report.has_errors and not overwork(table, report.cards):
                scores = score(table, report.cards)
                yield Lens(first, ", ".join(f"{one.name}: {one.total}" for one in scores))


def _points(report: Report, id: str) -> str | None:
    """The points that a card gives each player of a position; None when it cannot be scored."""
    positions = [table for table in report.tables if isinstance(table, Position)]
    cards = [card for card in report.cards if card.id == id and card.rule is not None]
    if report.has_errors or not positions or not cards or overwork(positions[0], cards):
        return None
    return ", ".join(str(one.parts[id]) for one in score(positions[0], cards))
