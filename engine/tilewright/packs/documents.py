"""The texts of files: the version open in an editor, or else the one on disk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from threading import RLock

from tilewright.disk import is_file
from tilewright.source import Source, Unreadable, decoded, file_name, read_source

LANGUAGE_SUFFIX = ".tw"
PUZZLE_SUFFIX = ".puzzle.yaml"
POSITION_SUFFIX = ".position.yaml"
RECORD_SUFFIX = ".record.yaml"
PACK_FILE = "pack.yaml"
TABLE_SUFFIX = ".phr"


class Documents:
    """A cache of file texts and folder listings, cleared by `refresh`.

    An open document takes the place of the file, which need not exist. `version` increases with every change and
    serves as the stamp of derived caches. Thread-safe: no text changes while `lock` is held.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        self.version = 0
        self._open: dict[Path, Source | Unreadable] = {}
        self._read: dict[Path, Source | Unreadable] = {}
        self._listed: dict[tuple[Path, bool, str], list[Path]] = {}
        self._real: dict[str, Path] = {}

    def open(self, path: Path, text: str) -> None:
        """Set the text of a file, saved or not, until it is closed."""
        with self.lock:
            real = self.real(path)
            new = real not in self._open
            self._open[real] = decoded(text.encode("utf-8", "surrogatepass"), str(path))
            if new:
                self._changed()
            else:  # the set of files is unchanged, so listings stay valid
                self.version += 1

    def close(self, path: Path) -> None:
        """Use the text on disk again."""
        with self.lock:
            self._open.pop(self.real(path), None)
            self._read.pop(self.real(path), None)
            self._changed()

    def refresh(self) -> None:
        """Clear the caches, since files may have changed on disk."""
        with self.lock:
            self._read.clear()
            self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._listed.clear()
        self._real.clear()

    def real(self, path: Path) -> Path:
        """The resolved path: equal for all names of one file."""
        key = os.path.join(os.getcwd(), path)  # noqa: PTH109, PTH118 - asked for every file many times
        found = self._real.get(key)
        if found is None:
            try:
                found = Path(os.path.realpath(key))
            except ValueError:  # a character that is invalid in file names
                found = Path(key)
            self._real[key] = found
        return found

    def read(self, path: Path) -> Source | Unreadable:
        """The text of a file as a source of that name, or the reason why it cannot be read."""
        with self.lock:
            real = self.real(path)
            if real not in self._open and real not in self._read:
                self._read[real] = read_source(str(path))
            found = self._open.get(real) or self._read[real]
        return Source(file_name(path), found.text, path) if isinstance(found, Source) else found

    def exists(self, path: Path) -> bool:
        """Whether the file exists, on disk or as an open document."""
        with self.lock:
            return self.real(path) in self._open or is_file(path)

    def language_files(self, folder: Path, deep: bool) -> list[Path]:
        """The files of the language in a folder, without hidden ones; with `deep`, also in its subfolders."""
        return self.files(folder, deep, LANGUAGE_SUFFIX)

    def files(self, folder: Path, deep: bool, suffix: str) -> list[Path]:
        """The files in a folder whose names end in `suffix`, without hidden ones; with `deep`, also in its
        subfolders."""
        with self.lock:
            key = folder.absolute(), deep, suffix
            if key not in self._listed:
                self._listed[key] = self._list(folder, deep, suffix)
            return self._listed[key]

    def _list(self, folder: Path, deep: bool, suffix: str) -> list[Path]:
        real = self.real(folder)
        names = {path.relative_to(folder) for path in folder.glob(f"**/*{suffix}" if deep else f"*{suffix}")}
        for path in self._open:
            if path.name.endswith(suffix) and (path.parent == real or (deep and real in path.parents)):
                names.add(path.relative_to(real))
        return [folder / name for name in sorted(names) if not any(part.startswith(".") for part in name.parts)]


def pack_folder_above(folder: Path, exists: Callable[[Path], bool]) -> Path | None:
    """The nearest folder with a pack file: this one (with links resolved) or a parent."""
    return next((place for place in (folder, *folder.parents) if exists(place / PACK_FILE)), None)


_YAML = re.compile(r"""---|[{"']?[a-z]+["']?:(\s|$)""")


def is_language(source: Source) -> bool:
    """Whether a text is in the language: by the suffix of its file, for standard input by its first line."""
    if source.path is not None:
        return source.path.suffix == LANGUAGE_SUFFIX
    lines = (line.strip() for line in source.text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return not _YAML.match(first)
