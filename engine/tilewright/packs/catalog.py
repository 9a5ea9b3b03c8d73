"""The cards and layouts that can be named from a place: those of a folder, then those of a pack."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple

from tilewright.diagnostics import Diagnostic, nearest, no_such
from tilewright.packs.documents import Documents
from tilewright.source import Source

_HEADER = re.compile(r"^([a-z][a-z0-9-]*)[ \t]+([a-z][a-z0-9-]*)[ \t]*(?:#.*)?$", re.MULTILINE)
_GAME = "game"


class Header(NamedTuple):
    """The header of a card or layout, and the file that contains it."""

    category: str
    id: str
    path: Path


@lru_cache(maxsize=512)
def headers_of(text: str) -> tuple[tuple[str, str], ...]:
    """The class and id of each card, layout and game in a text; headers that cannot be parsed are skipped."""
    return tuple((found[1], found[2]) for found in _HEADER.finditer(text))


def headers_in(documents: Documents, folder: Path, deep: bool = False) -> Iterator[Header]:
    """The headers of the cards and layouts in a folder; with `deep`, also in its subfolders."""
    for path in documents.language_files(folder, deep):
        source = documents.read(path)
        if isinstance(source, Source):
            yield from (Header(of, id, path) for of, id in headers_of(source.text) if of != _GAME)


@dataclass(frozen=True)
class Catalog:
    """Cards and layouts by id; if several have the same id, the first counts.

    `layouts` are the classes of layouts of the game. A lookup with `classes` finds members of these classes;
    without, only cards.
    """

    headers: Sequence[Header]
    layouts: Collection[str]

    def files(self, classes: Collection[str] | None = None) -> dict[str, Path]:
        """The file of each card by id; with `classes`, of each card or layout of these classes."""
        if classes is None:
            return self.card_files
        return _first(header for header in self.headers if header.category in classes)

    @cached_property
    def card_files(self) -> dict[str, Path]:
        """The file of each card by id."""
        return _first(header for header in self.headers if header.category not in self.layouts)

    def printed(self, category: str, folder: Path) -> list[str]:
        """The ids of the cards of a class that are part of the game: those in folders named `fan` or `fan-...`
        are not."""
        files = _first(header for header in self.headers if header.category == category)
        return [id for id, path in files.items() if not _by_fans(path.relative_to(folder))]

    @cached_property
    def all_files(self) -> dict[str, Path]:
        """The file of each card and layout by id."""
        return _first(self.headers)

    def file(self, id: str, classes: Sequence[str] | None = None) -> Path | Diagnostic:
        """The file of a card or layout, or a diagnostic that suggests the most similar id."""
        files = self.files(classes)
        if id in files:
            return files[id]
        what = noun_of(classes)
        other = next((header.category for header in self.headers if header.id == id), None)
        if other is None:
            otherwise = f"name a {what} of the pack, or of a file in this folder"
        else:
            otherwise = f"it is a {other}, not a {what}"
            files = {}
        return Diagnostic.about("TW405", id, *no_such(what, id, files, otherwise), nearest(id, files))

    def copies(self, id: str, path: Path) -> list[Path]:
        """The other files in the same folder that contain a card or layout with this id."""
        same = (header.path for header in self.headers if header.id == id and header.path.parent == path.parent)
        return [other for other in dict.fromkeys(same) if other.name != path.name]


def noun_of(classes: Sequence[str] | None) -> str:
    """The noun for messages: a card, or a layout of one of some classes."""
    return "card" if classes is None else " or ".join(classes) or "layout"


def _by_fans(path: Path) -> bool:
    return any(part == "fan" or part.startswith("fan-") for part in path.parts[:-1])


def _first(headers: Iterable[Header]) -> dict[str, Path]:
    found: dict[str, Path] = {}
    for header in headers:
        found.setdefault(header.id, header.path)
    return found
