"""What the readers of files have in common: the structure, the cards, values by their keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol

from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.diagnostics.nearest import quoted
from tilewright.files.header import FileKind, open_document, schema_of
from tilewright.files.schema import check_structure, structure, words_of
from tilewright.files.yaml_tree import MAX_PROBLEMS, List, Map, Scalar, YamlNode
from tilewright.source import Source, Span
from tilewright.table.game import Game


class Ids(Protocol):
    """What the ids in a file stand for."""

    def file(self, id: str, classes: Sequence[str] | None = None) -> Path | Diagnostic:
        """The file of a card, or of a layout of some classes, or why there is none."""


class Reader:
    """Takes the parts of a file that are sound, and reports what is wrong with the others.

    Ids of cards and layouts are looked up in `ids`; without it any will do.
    """

    def __init__(self, source: Source, game: Game, diagnostics: Diagnostics, ids: Ids | None = None) -> None:
        self.source = source
        self.game = game
        self.diagnostics = diagnostics
        self.ids = ids

    def open(self, kind: FileKind, schema: str = "") -> Map | None:
        """The keys of the file, once its structure was checked; None if it is of no use.

        The `schema` is that of the kind of file if no other is named.
        """
        root = open_document(self.source, kind, self.diagnostics)
        if root is None:
            return None
        game = text_at(root, "game")
        if game not in (None, self.game.id):
            message = f"the file is for the game {quoted(game)}, not '{self.game.id}'"
            self.diagnostics.error("TW406", root.entries["game"].value.span, message)
            return None
        check_structure(root, structure(schema or schema_of(root, kind), words_of(self.game)), self.diagnostics)
        return root

    def cards(self, root: Map) -> tuple[str, ...]:
        """The ids of the cards."""
        found = texts_at(root, "cards")
        self.look_up(found)
        return tuple(card for card, _ in found)

    def look_up(self, ids: list[tuple[str, Span]], classes: Sequence[str] | None = None) -> None:
        """Report the ids, each with its place, that are no cards, or no layouts of these classes."""
        if self.ids is not None:
            found = ((self.ids.file(id, classes), span) for id, span in ids)
            unknown = ((problem, span) for problem, span in found if isinstance(problem, Diagnostic))
            self.diagnostics.extend(problem.at(self.source, span) for problem, span in islice(unknown, MAX_PROBLEMS))


def text_at(owner: Map, key: str) -> str | None:
    """The text after a key, if there is one."""
    entry = owner.entries.get(key)
    value = entry.value.value if entry and isinstance(entry.value, Scalar) else None
    return value if isinstance(value, str) else None


def line_at(owner: Map, key: str, otherwise: str) -> str:
    """The text after a key on one line, without the line end that a block scalar has."""
    return (text_at(owner, key) or otherwise).rstrip("\n").replace("\n", " ")


def numbers_at(owner: Map, keys: dict[str, str], least: Mapping[str, int] | None = None) -> dict[str, int]:
    """The whole numbers after keys, by the names these keys stand for, from 0 or the `least` on; the schema refuses others."""
    low = least or {}
    values = {name: owner.entries[key].value for name, key in keys.items() if key in owner.entries}
    numbers = {name: node.value for name, node in values.items() if isinstance(node, Scalar)}
    return {name: value for name, value in numbers.items() if isinstance(value, int) and value >= low.get(name, 0)}


def items_at(owner: Map, key: str, most: int = 1000) -> tuple[YamlNode, ...]:
    """The items of a list; of one that the schema finds too long, the first ones."""
    entry = owner.entries.get(key)
    return entry.value.items[:most] if entry and isinstance(entry.value, List) else ()


def texts_at(owner: Map, key: str) -> list[tuple[str, Span]]:
    """The texts of a list, each with its place."""
    items = [item for item in items_at(owner, key) if isinstance(item, Scalar)]
    return [(item.value, item.span) for item in items if isinstance(item.value, str)]


def maps_at(owner: Map, key: str, most: int = 20) -> list[Map]:
    return [item for item in items_at(owner, key, most) if isinstance(item, Map)]


def map_at(owner: Map, key: str) -> Map | None:
    entry = owner.entries.get(key)
    return entry.value if entry and isinstance(entry.value, Map) else None
