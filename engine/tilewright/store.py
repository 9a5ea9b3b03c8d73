"""What is kept from one run to the next: JSON values in the user's own cache folder.

They lie there and not beside the files they are about: what lies beside a pack comes with it, from
whoever made the archive or the repository, and such a cache could hold any answer. The user's folder
is written by the user alone, which is looked at; nothing of ours is left in folders of others, and
those may be read-only. Whatever is amiss with what was kept, it counts as nothing kept.
"""

from __future__ import annotations

import json
import os
import stat
from contextlib import suppress
from pathlib import Path

from tilewright.disk import replace_file
from tilewright.resources import cache_folder

MAX_BYTES = 4 * 1024 * 1024
"""A larger value is neither read nor written."""
MAX_VALUES = 200
"""How many values of a kind are kept; the oldest ones go first."""

_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)  # no link; no wait for a pipe


class Store:
    """JSON values, and bytes, by their names.

    `doubt` says why the folder is not used although it is there; then nothing is read or written.
    """

    def __init__(self, folder: Path | None) -> None:
        self.doubt = "" if folder is None else _doubt_of_folder(folder)
        self.folder = None if self.doubt else folder

    @classmethod
    def of_user(cls) -> Store:
        """The store in the user's cache folder; it holds nothing when there is no such folder."""
        return cls(cache_folder())

    def read(self, name: str) -> object:
        """The value of a name; None when none is kept, or what is kept was not written by us."""
        try:
            return json.loads(self.read_bytes(name) or b"null")
        except (ValueError, RecursionError):
            return None

    def write(self, name: str, value: object) -> None:
        """Keep a value: whole or not at all, also when other runs write it or read it now."""
        self.write_bytes(name, json.dumps(value, separators=(",", ":")).encode())

    def read_bytes(self, name: str) -> bytes | None:
        """The same of what is no JSON."""
        if self.folder is None:
            return None
        try:
            with os.fdopen(os.open(self.folder / name, _FLAGS), "rb") as stream:
                if not _ours(os.fstat(stream.fileno())):
                    return None
                data = stream.read(MAX_BYTES + 1)
        except OSError:
            return None
        return None if len(data) > MAX_BYTES else data

    def write_bytes(self, name: str, data: bytes) -> None:
        """The same of what is no JSON."""
        if self.folder is None or len(data) > MAX_BYTES:
            return
        with suppress(OSError):
            replace_file(self.folder / name, data, private=True)

    def forget_oldest(self, prefix: str) -> None:
        """Keep no more than `MAX_VALUES` values whose names begin so."""
        if self.folder is None:
            return
        with suppress(OSError):
            kept = [entry for entry in os.scandir(self.folder) if entry.name.lstrip(".").startswith(prefix)]
            kept.sort(key=lambda entry: entry.stat(follow_symlinks=False).st_mtime_ns, reverse=True)
            for entry in kept[MAX_VALUES:]:
                Path(entry.path).unlink()


def _ours(status: os.stat_result) -> bool:
    return stat.S_ISREG(status.st_mode) and not _doubt(status)


def _doubt_of_folder(folder: Path) -> str:
    try:
        status = folder.lstat()
    except OSError as problem:
        return problem.strerror or str(problem)
    return _doubt(status) if stat.S_ISDIR(status.st_mode) else "it is not a folder"


def _doubt(status: os.stat_result) -> str:
    """Why others could have written to a file or folder; empty when they could not."""
    if not hasattr(os, "geteuid"):
        return ""  # elsewhere the user's folders are not open to others
    if status.st_uid != os.geteuid():
        return "it belongs to another user"
    return "others may write to it" if status.st_mode & 0o022 else ""
