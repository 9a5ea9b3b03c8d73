"""The files accessible to a page: those of one folder, and (read-only) those of the bundled packs.

The name of a file for pages is ``folder/`` or ``packs/`` with the relative path. Symbolic links out of these are not
followed.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path, PurePosixPath

from tilewright.disk import is_there, replace_file, why_not_written
from tilewright.resources import data_folder
from tilewright.source import MAX_BYTES, Source, Unreadable, read_source
from tilewright.stopping import Unsupported

OWN, PACKS = "folder", "packs"
SUFFIXES = (".tw", ".yaml")
MOST_FILES = 3000
DEEPEST = 8
"""The largest depth of subfolders that are listed."""


class NoFile(Unsupported):
    """A file is not accessible, or cannot be read or written; the message is for the user."""


class StudioFiles:
    """Finds, reads and writes files by their names."""

    def __init__(self, folder: Path) -> None:
        self.roots = {OWN: Path(os.path.realpath(folder)), PACKS: Path(os.path.realpath(data_folder("cards")))}

    @property
    def id(self) -> str:
        """An identifier of the folder that does not reveal its path."""
        return stamp(str(self.roots[OWN]))

    def names(self) -> list[str]:
        """The names of the files, those of the folder first."""
        return [f"{root}/{name}" for root, folder in self.roots.items() for name in sorted(_files(folder))]

    def path(self, name: str) -> Path:
        """The path of a file, which need not exist. Raises `NoFile` for names outside of these folders."""
        root, _, rest = name.partition("/")
        parts = PurePosixPath(rest).parts
        plain = all(part.isprintable() and not part.startswith(".") for part in parts) and "\\" not in rest
        plain = plain and 0 < len(parts) <= DEEPEST + 1
        if root not in self.roots or not plain or not rest.endswith(SUFFIXES) or rest.startswith("/"):
            raise NoFile(f"'{name[:200]}' is not a file of this studio")
        path = self.roots[root].joinpath(*parts)
        if Path(os.path.realpath(path)) != path:
            raise NoFile(f"{name} is a link, or is inside one")
        return path

    def name(self, path: Path) -> str | None:
        """The name of a file; None if it is not accessible."""
        for root, folder in self.roots.items():
            if folder in path.parents:
                return f"{root}/{path.relative_to(folder).as_posix()}"
        return None

    def read(self, name: str) -> Source:
        """The text of a file. Raises `NoFile`."""
        found = read_source(str(self.path(name)))
        if isinstance(found, Unreadable):
            raise NoFile(f"{name} cannot be read: {found.reason}")
        return found

    def stamp_of(self, name: str) -> str | None:
        """The stamp of a file on disk; None if it cannot be read."""
        try:
            return stamp(self.read(name).text)
        except NoFile:
            return None

    def write(self, name: str, text: str, before: str | None) -> str:
        """Write a text, and return its stamp. `before` is the stamp of the text that it replaces, None for a new file.

        Raises `NoFile` if it cannot be written, or has changed since it was read.
        """
        path, data = self.path(name), text.encode("utf-8", "replace")
        if not name.startswith(f"{OWN}/"):
            raise NoFile("the packs that come with tilewright cannot be changed; save it under another name")
        if len(data) > MAX_BYTES:
            raise NoFile(f"it is larger than {MAX_BYTES // 1024} KiB")
        if is_there(path) and stamp(self.read(name).text) != before:
            raise NoFile(f"{name} has changed on disk; open it again, or save under another name")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            reason = why_not_written(path)
            if not reason:
                replace_file(path, data)
        except OSError as problem:
            reason = problem.strerror or str(problem)
        if reason:
            raise NoFile(f"{name} cannot be written: {reason}")
        return stamp(text)


def stamp(text: str) -> str:
    """A hash to compare texts."""
    return sha256(text.encode("utf-8", "replace")).hexdigest()[:20]


def _files(root: Path) -> Iterator[str]:
    """The relative paths of accessible files in a folder, without symbolic links."""
    found = 0
    for folder, inside, names in os.walk(root):
        depth = len(Path(folder).relative_to(root).parts)
        inside[:] = sorted(name for name in inside if not name.startswith((".", "__")) and depth < DEEPEST)
        for name in names:
            path = Path(folder, name)
            if name.endswith(SUFFIXES) and not name.startswith(".") and not path.is_symlink():
                found += 1
                if found > MOST_FILES:
                    return
                yield path.relative_to(root).as_posix()
