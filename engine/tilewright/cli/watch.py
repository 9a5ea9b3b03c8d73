"""Waiting for files to change."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

from tilewright.disk import is_file, is_folder
from tilewright.packs.documents import LANGUAGE_SUFFIX, pack_folder_above

PAUSE = 0.5
"""Seconds between two looks."""

Stamp = tuple[int, int, int]


def changes(paths: Iterable[str]) -> Iterator[None]:
    """Comes back at once, and then each time when files that matter to these paths have changed.

    Those are the files of the language and the YAML files in the folders that are named, beside the files that are
    named, and in the packs they belong to. It goes on for ever.
    """
    known = list(paths)
    before: dict[str, Stamp] | None = None
    while True:
        now = dict(_stamps(known))
        if now != before:
            before = now
            yield
        time.sleep(PAUSE)


def _stamps(paths: Iterable[str]) -> Iterator[tuple[str, Stamp]]:
    for path in paths:
        deep = is_folder(path)
        folder = Path(path) if deep else Path(path).parent
        yield from _stamps_in(folder, deep)
        pack = pack_folder_above(Path(os.path.realpath(folder)), is_file)
        if pack is not None:
            yield from _stamps_in(pack, True)


def _stamps_in(folder: Path, deep: bool) -> Iterator[tuple[str, Stamp]]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if deep and not name.startswith(".")]
        for name in names:
            if name.endswith((LANGUAGE_SUFFIX, ".yaml")):
                yield from _stamp(str(Path(place, name)))


def _stamp(path: str) -> Iterator[tuple[str, Stamp]]:
    """The path, the time of the last change, the size and the number of a file; nothing when it is gone."""
    try:
        status = Path(path).stat()
    except OSError:
        return
    yield path, (status.st_mtime_ns, status.st_size, status.st_ino)
