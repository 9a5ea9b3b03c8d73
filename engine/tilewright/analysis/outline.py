"""Features for a whole file: its outline, semantic tokens, and code lenses with scores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tilewright.analysis.document import (
    CARD,
    CLASS,
    CODE,
    COUNTER,
    GAME,
    LOCAL,
    MARK,
    OPTION,
    PART,
    PLACE,
    RULE,
    THING,
    VERB,
    WORD,
    YAML_SUFFIX,
    Document,
    FilesAround,
    named_by,
    nodes_of,
)
from tilewright.diagnostics import Diagnostics
from tilewright.files.yaml_tree import List, Map, Scalar, YamlNode, read_tree
from tilewright.meaning.scoring import overwork, score
from tilewright.packs.pack import Report
from tilewright.source import Source, Span
from tilewright.syntax import ast, game_ast
from tilewright.syntax.walk import extent
from tilewright.table.position import Position, Puzzle

KEY, LINE, ABILITY = "key", "line", "ability"
_SORTS: dict[type, str] = {
    game_ast.Piece: "piece",
    game_ast.Cap: "piece",
    game_ast.Board: "place",
    game_ast.PoolDef: "place",
    game_ast.Counter: "counter",
    game_ast.Part: "part",
    game_ast.CardClass: "class",
    game_ast.LayoutClass: "class",
    game_ast.RuleHolds: "rule",
    game_ast.RuleCounts: "rule",
    game_ast.Verb: "verb",
    game_ast.MarkDef: "mark",
    game_ast.MeasureDef: "counter",
    ast.Let: "local",
}


@dataclass(frozen=True)
class OutlineItem:
    """A part of a file: its name, sort, span, the span of its name, and its children."""

    name: str
    sort: str
    span: Span
    place: Span
    parts: tuple[OutlineItem, ...] = field(default=())


def outline(document: Document) -> list[OutlineItem]:
    """The parts of a file, in the order of the text."""
    source = document.source
    if document.in_language:
        return [_of_node(node) for node in nodes_of(source)]
    tree = read_tree(source, Diagnostics(source))
    return list(_of_map(tree)) if isinstance(tree, Map) else []


def _of_node(node: ast.Card | game_ast.Game) -> OutlineItem:
    parts = tuple(entry for member in node.members for entry in _of_member(member))
    sort, name = (
        (GAME, node.id.text) if isinstance(node, game_ast.Game) else (CARD, f"{node.category.text} {node.id.text}")
    )
    return OutlineItem(name, sort, extent(node), node.id.span, parts)


def _of_member(member: ast.SyntaxNode) -> Iterator[OutlineItem]:
    kind = type(member)
    name = getattr(member, "name", None) or named_by(member)
    if kind in _SORTS and isinstance(name, ast.Word):
        yield OutlineItem(name.text, _SORTS[kind], extent(member), name.span)
    elif isinstance(member, game_ast.Stage):
        yield OutlineItem(member.name, ABILITY, extent(member), _start(member))
    elif isinstance(member, ast.Ability):
        name = member.during
        label = f"ability during {name.text}" if name else "ability"
        yield OutlineItem(label, ABILITY, extent(member), _start(member))


def _start(node: ast.SyntaxNode) -> Span:
    start = extent(node).start
    return Span(start, start)


def _of_map(tree: Map) -> Iterator[OutlineItem]:
    for key, entry in tree.entries.items():
        span = entry.key_span.to(Span(entry.key_span.end, max(entry.key_span.end, entry.value.span.end)))
        yield OutlineItem(key, KEY, span, entry.key_span, tuple(_of_value(entry.value)))


def _of_value(value: YamlNode) -> Iterator[OutlineItem]:
    if isinstance(value, Map):
        yield from _of_map(value)
    elif isinstance(value, List):
        for i, item in enumerate(value.items, start=1):
            if isinstance(item, Map):
                name = item.entries["name"].value if "name" in item.entries else None
                label = str(name.value) if isinstance(name, Scalar) else f"item {i}"
                yield OutlineItem(label, LINE, item.span, Span(item.span.start, item.span.start), tuple(_of_map(item)))


CLASSES = {
    WORD: "type",
    CODE: "enumMember",
    COUNTER: "property",
    RULE: "function",
    MARK: "property",
    PLACE: "namespace",
    THING: "variable",
    VERB: "method",
    OPTION: "enum",
    CLASS: "class",
    CARD: "class",
    PART: "property",
    GAME: "namespace",
    LOCAL: "variable",
}
"""The standard token type (LSP 3.17) for each sort of symbol."""


class WordToken(NamedTuple):
    """A word, its token type, and whether it is a definition."""

    span: Span
    kind: str
    defines: bool


def word_tokens(document: Document) -> Iterator[WordToken]:
    """The words that are symbols, in the order of the text and without overlaps."""
    end = -1
    for found in document.occurrences:
        if found.span.start >= end:
            yield WordToken(found.span, CLASSES[found.symbol.sort], found.defines)
            end = found.span.end


SOLVE = "solve"
MOST_SCORED = 5
"""The largest number of positions on which a card is scored."""


class Lens(NamedTuple):
    """A code lens; with an `action` it runs that for the `path`."""

    span: Span
    title: str
    action: str = ""
    path: Path | None = None


class Lenses:
    """Computes code lenses: scores of positions, and of cards on the positions near them. Cached until a text
    changes."""

    def __init__(self, surroundings: FilesAround) -> None:
        self.surroundings = surroundings
        self.workspace = surroundings.workspace

    def of(self, document: Document) -> list[Lens]:
        """The code lenses of a file."""
        if document.in_language:
            return list(self._of_cards(document))
        return list(self._of_table(document))

    def _of_cards(self, document: Document) -> Iterator[Lens]:
        """For each card, its points on the positions that have it in play."""
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
        """For a position the scores of its players; for a puzzle an action to solve it."""
        report = self.workspace.check(document.source)
        first = Span(0, 0)
        for table in report.tables:
            if isinstance(table, Puzzle):
                yield Lens(first, "Solve", SOLVE, document.source.path)
            elif not report.has_errors and not overwork(table, report.cards):
                scores = score(table, report.cards)
                yield Lens(first, ", ".join(f"{one.name}: {one.total}" for one in scores))


def _points(report: Report, id: str) -> str | None:
    """The points of a card for each player of a position; None if it cannot be scored."""
    positions = [table for table in report.tables if isinstance(table, Position)]
    cards = [card for card in report.cards if card.id == id and card.rule is not None]
    if report.has_errors or not positions or not cards or overwork(positions[0], cards):
        return None
    return ", ".join(str(one.parts[id]) for one in score(positions[0], cards))
