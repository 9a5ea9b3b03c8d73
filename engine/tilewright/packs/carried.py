"""The cards that a puzzle carries itself, so that it can be handed over as one file."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import OWN_CARDS
from tilewright.files.yaml_tree import Map, embedded_at, read_tree
from tilewright.packs.catalog import Catalog, Header, headers_of
from tilewright.packs.pack import Pack, card_text
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.formatter import format_source
from tilewright.table.card import Card


@dataclass(frozen=True)
class Carried:
    """Cards by their ids, each with its lines and the place of its id; `headers` also of those with errors."""

    headers: tuple[Header, ...] = ()
    cards: Mapping[str, Card] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[str, Span] = field(default_factory=dict)

    def over(self, catalog: Catalog) -> Catalog:
        """The catalog in which these cards come before all others."""
        return replace(catalog, headers=[*self.headers, *catalog.headers])

    def unused(self, ids: Collection[str]) -> Iterator[tuple[str, Span]]:
        """The cards that are not among those in play, each with its place."""
        return ((id, place) for id, place in self.places.items() if id not in ids)


def carried_cards(source: Source, pack: Pack, diagnostics: Diagnostics) -> Carried:
    """The cards that a file carries, checked against the game of a pack; reports their problems where they stand."""
    own = _own_cards(source, Diagnostics(source))
    if own is None or own.excerpt is None:
        return Carried()
    file = pack.check_file(own, try_abilities=True)
    diagnostics.extend(problem.in_file() for problem in file.diagnostics)
    if file.declares_game:
        diagnostics.error("TW110", own.excerpt.block, "a game is not allowed here", f"'{OWN_CARDS}' is for cards")
    layouts = {layout.name for layout in pack.game.layouts}
    for node in file.nodes:
        if isinstance(node, ast.Card) and node.category.text in layouts:
            _, place = own.in_file(node.category.span)
            message = f"a {node.category.text} is not allowed here"
            diagnostics.error("TW110", place, message, f"'{OWN_CARDS}' is for cards")
    cards, texts, places = dict[str, Card](), dict[str, str](), dict[str, Span]()
    for checked in file.checked:
        if isinstance(checked.value, Card):
            id = checked.value.id
            cards[id], texts[id] = checked.value, card_text(checked, own)
            _, places[id] = own.in_file(checked.node.id.span)
    headers = (Header(category, id, source.path or Path(source.name)) for category, id in headers_of(own.text))
    return Carried(tuple(headers), cards, texts, places)


def format_carried(source: Source, diagnostics: Diagnostics) -> str | None:
    """The text of a puzzle with the cards that it carries in the canonical layout.

    None when they cannot be read, which is reported.
    """
    own = _own_cards(source, diagnostics)
    if own is None or own.excerpt is None:
        return None if diagnostics.has_errors else source.text
    found = Diagnostics(own)
    text = format_source(own, found)
    diagnostics.extend(problem.in_file() for problem in found)
    if text is None:
        return None
    indent, block = " " * own.excerpt.indent, own.excerpt.block
    lines = (f"{indent}{line}".rstrip() for line in text.rstrip("\n").split("\n"))
    return source.text[: block.start] + "\n".join(lines) + source.text[block.end :]


def _own_cards(source: Source, diagnostics: Diagnostics) -> Source | None:
    tree = read_tree(source, diagnostics)
    return embedded_at(source, tree, OWN_CARDS, diagnostics) if isinstance(tree, Map) else None
