"""What can stand at a place of a position, puzzle or record, by the schema of its format; the text may be unfinished."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tilewright.analysis.completion import KEY, VALUE, Offer
from tilewright.analysis.document import Document
from tilewright.files.conforms import Schema
from tilewright.files.header import FORMATS, kind_of
from tilewright.files.schema import structure, words_of
from tilewright.packs.resolve import Resolver
from tilewright.source import Span

_KEY = re.compile(r"^(?P<indent> *)(?P<dash>(?:- +)*)(?P<key>[a-z][a-z-]*):(?P<value>.*)$")
_WORD = re.compile(r"[A-Za-z0-9-]*\Z")


def yaml_offers(document: Document, resolver: Resolver, offset: int) -> list[Offer]:
    """The keys and values that can stand at a place of a YAML file."""
    text = document.source.text
    start = offset - len(_WORD.search(text[:offset])[0])  # type: ignore[index] # it always matches
    line = text[text.rfind("\n", 0, start) + 1 : start]
    span = Span(start, offset)
    path, own = _path(text, start), _KEY.match(f"{line}x:") if not line.strip("- ") else None
    keys = [Offer(f"{key}: ", KEY, span, about) for key, about in _keys(document, path[:-1])] if own else []
    if keys:
        return keys
    key = path[-1] or (path[-2] if len(path) > 1 else "")
    return [Offer(value, VALUE, span) for value in _values(document, resolver, key, path)]


def about_key(document: Document, offset: int) -> tuple[str, Span] | None:
    """What the schema says of the key at a place, and where the key stands."""
    text = document.source.text
    line = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    found = _KEY.match(text[line : len(text) if end < 0 else end])
    if found is None or not found.start("key") <= offset - line <= found.end("key"):
        return None
    path = _path(text, line + found.end("key") + 1)
    about = next(
        (description for key, description in _keys(document, path[:-1]) if key == found["key"] and description), None
    )
    span = Span(line + found.start("key"), line + found.end("key"))
    return (f"**{found['key']}**: {about}", span) if about else None


def _path(text: str, start: int) -> list[str]:
    """The keys that lead to a place, by the indentation of the lines above; last that of its own line."""
    line_start = text.rfind("\n", 0, start) + 1
    line = text[line_start:start]
    found = _KEY.match(line)
    path = [found["key"] if found else ""]
    level = len(line) - len(line.lstrip(" -"))
    inside_text = not found and line.strip("- ") != ""
    for above in reversed(text[:line_start].split("\n")[:-1]):
        known = _KEY.match(above)
        indent = len(known["indent"] + known["dash"]) if known else 0
        if known and (indent < level or (inside_text and indent <= level)):
            path.insert(0, known["key"])
            level, inside_text = len(known["indent"]), False
    return path


def _schema(document: Document) -> Schema | None:
    kind = kind_of(document.source)
    if kind is None:
        return None
    words = words_of(document.game) if document.game and kind != "pack" else None
    return structure(kind, words).schema


def _keys(document: Document, path: list[str]) -> Iterator[tuple[str, str]]:
    """The keys of the mapping at a path, with what the schema says of them."""
    root = _schema(document)
    if root is None:
        yield from (("tilewright", "the kind of file"), ("game", "the id of its game"))
        return
    part: Any = root
    for key in path:
        part = _resolved(part.get("properties", {}).get(key, {}), root)
        part = _resolved(part.get("items", part), root)
    for key, value in part.get("properties", {}).items():
        yield key, str(_resolved(value, root).get("description", value.get("description", "")))


def _resolved(part: Any, root: Schema) -> Any:
    """A part of a schema; for a reference, what it refers to."""
    name = part.get("$ref", "").rpartition("/")[2]
    return root.get("$defs", {}).get(name, part) if name else part


def _values(document: Document, resolver: Resolver, key: str, path: list[str]) -> list[str]:
    """The values that can stand after a key."""
    pack = document.pack
    if key == "tilewright":
        return [str(value) for value in FORMATS.values()]
    if key == "game":
        return sorted({found.game.id for found in resolver.packs()})
    if pack is None:
        return []
    catalog = pack.catalog(resolver.folder)
    if "cards" in path:
        return sorted(catalog.card_files)
    if key in {layout.name for layout in pack.game.layouts}:
        return sorted(catalog.files([key]))
    root = _schema(document)
    part = _resolved(root.get("properties", {}).get(key, {}), root) if root else {}
    codes = [kind.code for kind in pack.game.kinds]
    boards = {board.name for board in pack.game.boards} | {pack.game.plural(pack.game.piece)}
    return [str(value) for value in part.get("enum", ())] or (codes if boards & set(path) else [])
