"""What a file is made of: its cards with their parts, the declarations of a game, the keys of a YAML file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tilewright.analysis.document import Document, nodes_of
from tilewright.analysis.symbols import CARD, GAME, named_by
from tilewright.diagnostics import Diagnostics
from tilewright.files.yaml_tree import List, Map, Scalar, YamlNode, read_tree
from tilewright.source import Span
from tilewright.syntax import ast, game_ast
from tilewright.syntax.walk import extent

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
    game_ast.Watched: "counter",
    ast.Let: "local",
}


@dataclass(frozen=True)
class OutlineItem:
    """A part of a file: its name, what it is, all of its text, the place of its name, and its parts."""

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
