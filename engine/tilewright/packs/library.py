"""The packs that were read, each once, until the texts they depend on change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tilewright.packs.documents import PACK_FILE, Documents, pack_folder_above
from tilewright.packs.pack import Pack, PackFolder, read_pack
from tilewright.resources import data_folder


class Library:
    """Finds and reads packs, their texts through `documents`."""

    def __init__(self) -> None:
        self.documents = Documents()
        self._folders: dict[Path, PackFolder] = {}
        self._current: dict[Path, int] = {}
        self._above: dict[Path, tuple[int, Path | None]] = {}

    def pack_in(self, folder: Path) -> PackFolder:
        """The pack in a folder and its problems."""
        key, version = folder.absolute(), self.documents.version
        known = self._folders.get(key)
        if known is not None and self._current.get(key) == version:
            return known
        if known is None or any(self.documents.read(path) != text for path, text in known.read.items()):
            self._folders[key] = known = read_pack(folder, self.documents)
        self._current[key] = version
        return known

    def folder_above(self, folder: Path) -> Path | None:
        """The nearest folder, from this one upwards, that holds a pack."""
        start = self.documents.real(folder)
        version = self.documents.version
        stamp, found = self._above.get(start, (-1, None))
        if stamp != version:
            found = pack_folder_above(start, self.documents.exists)
            self._above[start] = version, found
        return found

    def bundled(self, first: str = "") -> Iterator[Pack]:
        """The packs that come with tilewright, by the names of their folders, but one name `first`."""
        folders = bundled_folders()
        for name in sorted(folders, key=lambda name: name != first):
            pack = self.pack_in(folders[name]).pack
            if pack is not None:
                yield pack

    def refresh(self) -> None:
        """Look at the disk anew, and forget what is no longer there."""
        with self.documents.lock:
            self.documents.refresh()
            self._above.clear()
            for folder in list(self._folders):
                if not self.documents.exists(folder / PACK_FILE):
                    del self._folders[folder]
                elif pack := self.pack_in(folder).pack:
                    pack.forget_changed()


def bundled_folders() -> dict[str, Path]:
    """The folders of the packs that come with tilewright, by their names."""
    return {path.parent.name: path.parent for path in sorted(data_folder("cards").glob(f"*/{PACK_FILE}"))}
