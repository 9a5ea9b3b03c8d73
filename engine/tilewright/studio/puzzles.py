"""The puzzles accessible to a page, by level; those about layouts cannot be played."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilewright.diagnostics import Diagnostics
from tilewright.files.reader import open_document
from tilewright.files.yaml_tree import Map, Scalar
from tilewright.studio.files import NoFile, StudioFiles
from tilewright.studio.tables import JsonObject
from tilewright.table.puzzles import LEVELS

SUFFIX = ".puzzle.yaml"
MOST_LISTED = 500
_LEVEL = re.compile(r"# *([a-z]+)[.,:]", re.IGNORECASE)


def listed(files: StudioFiles) -> list[JsonObject]:
    """The puzzles with their titles and games: the easy ones first, at the end those whose level is not known."""
    names = [name for name in files.names() if name.endswith(SUFFIX)][:MOST_LISTED]
    order = [*LEVELS, ""]
    return sorted(_listed(files, names), key=lambda one: (order.index(one["level"]), one["game"], one["title"]))


def level_of(text: str) -> str:
    """The level in the first word of a puzzle's comment; empty if there is none."""
    found = _LEVEL.match(text)
    return found[1].lower() if found and found[1].lower() in LEVELS else ""


def _listed(files: StudioFiles, names: list[str]) -> Iterator[JsonObject]:
    for name in names:
        try:
            source = files.read(name)
        except NoFile:
            continue
        tree = open_document(source, "puzzle", Diagnostics(source))
        if tree is not None and _word(tree, "kind") != "layout":
            title = _word(tree, "title") or name.rpartition("/")[2].removesuffix(SUFFIX)
            kind = _word(tree, "kind").replace("arrange", "")
            yield {
                "name": name,
                "title": title,
                "game": _word(tree, "game"),
                "kind": kind,
                "level": level_of(source.text),
            }


def _word(tree: Map, key: str) -> str:
    """The value of a key, if it is a scalar."""
    entry = tree.entries.get(key)
    return str(entry.value.value) if entry is not None and isinstance(entry.value, Scalar) else ""
