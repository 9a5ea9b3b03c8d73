"""The texts of files: as they are open in an editor, else as they lie on disk."""

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
    """Reads each file once and lists each folder once, until `refresh`.

    A text that is open counts in place of the file, which need not exist. `version` grows with
    every change, so that what was derived from texts can be stamped with it. May be used by
    several threads; `lock` keeps the texts as they are while it is held.
    """

    def __init__(self) -> None:
        self.lock = RLock()
        self.version = 0
        self._open: dict[Path, Source | Unreadable] = {}
        self._read: dict[Path, Source | Unreadable] = {}
        self._listed: dict[tuple[Path, bool, str], list[Path]] = {}
        self._real: dict[str, Path] = {}

    def open(self, path: Path, text: str) -> None:
        """Take a text, which need not have been saved, for that of a file until it is closed."""
        with self.lock:
            real = self.real(path)
            new = real not in self._open
            self._open[real] = decoded(text.encode("utf-8", "surrogatepass"), str(path))
            if new:
                self._changed()
            else:  # which files there are is as before
                self.version += 1

    def close(self, path: Path) -> None:
        """Take the text on disk again."""
        with self.lock:
            self._open.pop(self.real(path), None)
            self._read.pop(self.real(path), None)
            self._changed()

    def refresh(self) -> None:
        """Forget what was read: the files on disk may have been changed, renamed or removed."""
        with self.lock:
            self._read.clear()
            self._changed()

    def _changed(self) -> None:
        self.version += 1
        self._listed.clear()
        self._real.clear()

    def real(self, path: Path) -> Path:
        """What two names of one file have in common."""
        key = os.path.join(os.getcwd(), path)  # noqa: PTH109, PTH118 - asked for every file many times
        found = self._real.get(key)
        if found is None:
            try:
                found = Path(os.path.realpath(key))
            except ValueError:  # a character that no name of a file can have
                found = Path(key)
            self._real[key] = found
        return found

    def read(self, path: Path) -> Source | Unreadable:
        """The text of a file under the name it is asked by, or why there is none."""
        with self.lock:
            real = self.real(path)
            if real not in self._open and real not in self._read:
                self._read[real] = read_source(str(path))
            found = self._open.get(real) or self._read[real]
        return Source(file_name(path), found.text, path) if isinstance(found, Source) else found

    def exists(self, path: Path) -> bool:
        """Whether there is such a file."""
        with self.lock:
            return self.real(path) in self._open or is_file(path)

    def language_files(self, folder: Path, deep: bool) -> list[Path]:
        """The files of the language in a folder, and with `deep` in those inside it; no hidden ones."""
        return self.files(folder, deep, LANGUAGE_SUFFIX)

    def files(self, folder: Path, deep: bool, suffix: str) -> list[Path]:
        """The files of a folder whose names end in `suffix`, and with `deep` of those inside it; no hidden ones."""
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
    """The nearest folder, from this one (whose links are resolved) upwards, that holds a pack."""
    return next((place for place in (folder, *folder.parents) if exists(place / PACK_FILE)), None)


_YAML = re.compile(r"""---|[{"']?[a-z]+["']?:(\s|$)""")


def is_language(source: Source) -> bool:
    """Whether a file is in the language; of standard input its beginning decides."""
    if source.path is not None:
        return source.path.suffix == LANGUAGE_SUFFIX
    lines = (line.strip() for line in source.text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return not _YAML.match(first)
