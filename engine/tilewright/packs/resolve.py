"""Name resolution for packs, games, cards and layouts. Each pack is cached until its texts change."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from tilewright.diagnostics import Diagnostic, nearest, no_such
from tilewright.disk import is_folder
from tilewright.packs.catalog import Catalog, headers_in, headers_of
from tilewright.packs.documents import PACK_FILE, Documents, pack_folder_above
from tilewright.packs.pack import Pack, PackFolder, read_pack
from tilewright.resources import data_folder
from tilewright.source import Source
from tilewright.table.card import Card, Layout


class Library:
    """Finds and caches packs; their texts are read through `documents`."""

    def __init__(self) -> None:
        self.documents = Documents()
        self._folders: dict[Path, PackFolder] = {}
        self._current: dict[Path, int] = {}
        self._above: dict[Path, tuple[int, Path | None]] = {}

    def pack_in(self, folder: Path) -> PackFolder:
        """The pack in a folder, with its diagnostics."""
        key, version = folder.absolute(), self.documents.version
        known = self._folders.get(key)
        if known is not None and self._current.get(key) == version:
            return known
        if known is None or any(self.documents.read(path) != text for path, text in known.read.items()):
            self._folders[key] = known = read_pack(folder, self.documents)
        self._current[key] = version
        return known

    def folder_above(self, folder: Path) -> Path | None:
        """The nearest folder with a pack: this one or a parent."""
        start = self.documents.real(folder)
        version = self.documents.version
        stamp, found = self._above.get(start, (-1, None))
        if stamp != version:
            found = pack_folder_above(start, self.documents.exists)
            self._above[start] = version, found
        return found

    def bundled(self, first: str = "") -> Iterator[Pack]:
        """The packs that are part of tilewright, by folder name, with `first` at the beginning."""
        folders = bundled_folders()
        return self._packs_in(folders[name] for name in sorted(folders, key=lambda name: name != first))

    def bundled_with(self, classes: Collection[str]) -> Iterator[Pack]:
        """The bundled packs whose games may have one of some classes. Skips files that declare none, to save parsing them."""
        return self._packs_in(folder for folder in bundled_folders().values() if self._declares(folder, classes))

    def _packs_in(self, folders: Iterable[Path]) -> Iterator[Pack]:
        return (pack for folder in folders if (pack := self.pack_in(folder).pack) is not None)

    def _declares(self, folder: Path, classes: Collection[str]) -> bool:
        """Whether a file directly in a folder (where the game file is) declares one of some classes."""
        texts = map(self.documents.read, self.documents.language_files(folder, deep=False))
        return any(
            not set(_DECLARED.findall(text.text)).isdisjoint(classes) for text in texts if isinstance(text, Source)
        )

    def refresh(self) -> None:
        """Reload what has changed on disk, and drop what no longer exists."""
        with self.documents.lock:
            self.documents.refresh()
            self._above.clear()
            for folder in list(self._folders):
                if not self.documents.exists(folder / PACK_FILE):
                    del self._folders[folder]
                elif pack := self.pack_in(folder).pack:
                    pack.forget_changed()


def bundled_folders() -> dict[str, Path]:
    """The folders of the packs that are part of tilewright, by name."""
    return {path.parent.name: path.parent for path in sorted(data_folder("cards").glob(f"*/{PACK_FILE}"))}


_ID = re.compile(r"[a-z][a-z0-9-]*")
_DECLARED = re.compile(r"\b(?:cards|layouts)\s+([A-Za-z][A-Za-z0-9-]*)")
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


class Resolver:
    """Resolves names relative to a folder: that of a file, or the current one for a command."""

    def __init__(self, library: Library | None = None, folder: Path = Path()) -> None:
        self.library = library or Library()
        self.folder = folder

    # -- packs and games

    def above(self) -> Pack | list[Diagnostic] | None:
        """The pack that contains the folder, diagnostics if it has errors, or None."""
        folder = self.library.folder_above(self.folder)
        if folder is None:
            return None
        found = self.library.pack_in(folder)
        message = f"the pack '{folder.name}', to which this belongs, has problems"
        return found.pack or _broken(folder, message, found)

    def packs(self) -> list[Pack]:
        """All usable packs: the one above the folder, then the bundled ones."""
        return list(self._packs())

    def _packs(self, first: str = "") -> Iterator[Pack]:
        above = self.above()
        if isinstance(above, Pack):
            yield above
        bundled = self.library.bundled(first)
        yield from (pack for pack in bundled if not isinstance(above, Pack) or pack.folder != above.folder)

    def game(self, id: str) -> Pack | list[Diagnostic]:
        """The pack of a game by the game's id."""
        found, above = next((pack for pack in self._packs(id) if pack.game.id == id), None), self.above()
        if found is None and isinstance(above, list):
            return above
        return found or [unknown_game(id, [pack.game.id for pack in self.packs()])]

    def pack(self, name: str) -> Pack | list[Diagnostic]:
        """A pack by the id of its game, or by its folder."""
        found = self.game(name) if _ID.fullmatch(name) else None
        folder = Path(name)
        if isinstance(found, Pack):
            return found
        if self.library.documents.exists(folder / PACK_FILE):
            inside = self.library.pack_in(folder)
            return inside.pack or _broken(folder, f"the pack {name} has problems", inside)
        if is_folder(folder):
            return [Diagnostic.about("TW406", name, f"there is no {PACK_FILE} in {name}")]
        if isinstance(above := self.above(), list):
            return above
        return [unknown_game(name, [pack.game.id for pack in self.packs()], "or name the folder of a pack")]

    def pack_of(self, text: str) -> Pack | list[Diagnostic] | None:
        """The pack that a text belongs to: the one above the folder, or else the one whose words it uses.

        None if its words fit no pack better than others.
        """
        above = self.above()
        if above is not None:
            return above
        headers = {category for category, _ in headers_of(text)}
        having = [pack for pack in self.library.bundled_with(headers) if headers & classes_of(pack)]
        return likeliest(having or list(self.library.bundled()), text)

    # -- cards and layouts

    def card(self, id: str, pack: Pack | None = None) -> Card | list[Diagnostic]:
        """A card by its id, from one pack or any."""
        found = self.cards([id], pack)
        return found[0] if isinstance(found, tuple) else found

    def cards(self, ids: Sequence[str], pack: Pack | None = None) -> tuple[Card, ...] | list[Diagnostic]:
        """Cards by their ids, in this order, all from one pack."""
        having = self.pack_with(ids) if pack is None else pack
        if isinstance(having, list):
            return having
        found = []
        for id in ids:
            card = having.find_card(id, self.folder)
            if isinstance(card, list):
                return card
            found.append(card)
        return tuple(found)

    def card_file(self, id: str) -> Path | list[Diagnostic]:
        """The file of a card by its id; the card may have errors."""
        pack = self.pack_with([id])
        if isinstance(pack, list):
            return pack
        found = pack.catalog(self.folder).file(id)
        return [found] if isinstance(found, Diagnostic) else found

    def layout(self, id: str, pack: Pack, classes: Sequence[str] | None = None) -> Layout | list[Diagnostic]:
        """A layout of a pack by its id, of one of some classes or any."""
        return pack.find_layout(id, classes, self.folder)

    def pack_with(self, ids: Sequence[str]) -> Pack | list[Diagnostic]:
        """The first pack with cards of all these ids, preferring one in which they have no errors."""
        packs = self._packs_for(ids)
        having = [pack for pack in packs if set(ids) <= pack.catalog(self.folder).files().keys()]
        sound = (pack for pack in having if all(isinstance(pack.find_card(id, self.folder), Card) for id in ids))
        found = next(sound, having[0] if having else None)
        return found or self._missing(ids, packs)

    def _packs_for(self, ids: Sequence[str]) -> list[Pack]:
        """All packs; outside of a pack, first the one whose words are used by the file with these cards."""
        documents, packs = self.library.documents, self.packs()
        own = next((header.path for header in headers_in(documents, self.folder) if header.id in ids), None)
        source = documents.read(own) if own else None
        first = self.pack_of(source.text) if isinstance(source, Source) else None
        return sorted(packs, key=lambda pack: pack is not first)

    def _missing(self, ids: Sequence[str], packs: Sequence[Pack]) -> list[Diagnostic]:
        """The diagnostic for ids that no single pack has."""
        catalogs = [pack.catalog(self.folder) for pack in packs]
        every = Catalog(
            [header for catalog in catalogs for header in catalog.headers],
            [name for catalog in catalogs for name in catalog.layouts],
        )
        above = self.above()
        for id in ids:
            found = every.file(id)
            if isinstance(found, Diagnostic):
                return [found, *(above if isinstance(above, list) else ())]
        return [Diagnostic.about("TW405", ",".join(ids), "these cards are not from the same game")]


def unknown_game(id: str, known: Sequence[str], more: str = "") -> Diagnostic:
    """The diagnostic for an unknown game."""
    listed = "; ".join(filter(None, (f"known: {', '.join(sorted(known))}", more)))
    return Diagnostic.about("TW406", id, *no_such("game", id, known, listed))


def _broken(folder: Path, message: str, found: PackFolder) -> list[Diagnostic]:
    help = f"check its {PACK_FILE} and its game file first"
    errors = [problem for problem in found.problems if problem.is_error]
    return [replace(Diagnostic.about("TW406", str(folder), message, help), cause=found.faulty_file), *errors]


def classes_of(pack: Pack) -> set[str]:
    """The classes of cards and layouts of a game."""
    return {*pack.game.card_classes, *(layout.name for layout in pack.game.layouts)}


def likeliest(packs: Sequence[Pack], text: str) -> Pack | None:
    """The pack whose game a text is about; None if there is no clear best.

    Ranked by the classes of its cards that match exactly, then approximately, then by the number of matching words.
    """
    headers = [category for category, _ in headers_of(text)]
    words = set(_WORD.findall(text)).difference(headers)
    likeness = []
    for pack in packs:
        classes = classes_of(pack)
        known = pack.vocabulary.known({})
        exact, near = sum(h in classes for h in headers), sum(nearest(h, classes) is not None for h in headers)
        likeness.append((exact, near, sum(w in known for w in words)))
    best = [pack for pack, found in zip(packs, likeness, strict=True) if found == max(likeness)]
    return best[0] if len(best) == 1 else None
