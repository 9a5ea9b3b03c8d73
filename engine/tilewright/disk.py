"""Queries of files that never raise, and atomic writes."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import BinaryIO

_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def is_folder(path: str | Path) -> bool:
    """Whether the folder exists; False also for invalid names."""
    status = _status(path)
    return status is not None and stat.S_ISDIR(status.st_mode)


def is_file(path: str | Path) -> bool:
    """Whether the regular file exists; False also for invalid names."""
    status = _status(path)
    return status is not None and stat.S_ISREG(status.st_mode)


def is_there(path: str | Path) -> bool:
    """Whether anything with this name exists, including a dangling link."""
    return _status(path, follow=False) is not None


def why_not_written(path: str | Path) -> str:
    """The reason why a file cannot be created or replaced; "" if it can.

    Links are not followed. Only regular files that are writable are replaced.
    """
    target = Path(path)
    if not is_folder(target.parent):
        return f"there is no folder {target.parent}"
    try:
        status = target.lstat()
    except FileNotFoundError:
        status = None
    except (OSError, ValueError) as problem:
        return getattr(problem, "strerror", None) or str(problem)
    if status is not None:
        if stat.S_ISLNK(status.st_mode):
            return f"it is a link to {target.readlink()}; name that file instead"
        if stat.S_ISDIR(status.st_mode):
            return "it is a folder"
        if not stat.S_ISREG(status.st_mode):
            return "it is not a regular file"
        if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
            return "it is read-only"
    return "" if os.access(target.parent, os.W_OK) else f"the folder {target.parent} is write-protected"


def files_in(folder: str | Path, deep: bool = False) -> Iterator[os.DirEntry[str]]:
    """The files in a folder in a fixed order, without hidden ones; with `deep`, also in its subfolders."""
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if not entry.is_dir(follow_symlinks=False):
            yield entry
        elif deep:
            yield from files_in(entry.path, deep)


def stamp(file: os.DirEntry[str]) -> tuple[str, int, int, int]:
    """The path, size, modification time and inode of a file; zeros if it does not exist."""
    try:
        status = file.stat()
    except OSError:
        return file.path, 0, 0, 0
    return file.path, status.st_size, status.st_mtime_ns, status.st_ino


def stamps(folders: Iterable[Path], endings: tuple[str, ...]) -> list[tuple[str, int, int, int]]:
    """The stamps of the files in some folders, and in the folders in them, whose names end so."""
    files = chain.from_iterable(files_in(folder, deep=True) for folder in folders)
    return [stamp(file) for file in files if file.name.endswith(endings)]


def replace_file(path: Path, data: bytes, *, private: bool = False) -> None:
    """Write a file atomically; see `replacing`."""
    with replacing(path, private=private) as stream:
        stream.write(data)


@contextmanager
def replacing(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A stream for the new content of a file, which replaces it atomically: readers see either the old or the new content.

    The owner and permissions of an existing file are kept; a `private` file is accessible to the user only. Call
    `why_not_written` first. Raises `OSError` without leaving anything behind.
    """
    before = None if private else _status(path, follow=False)
    new = path.parent / f".{path.name[:40]}.{os.getpid()}.{os.urandom(4).hex()}"
    try:
        with os.fdopen(os.open(new, _NEW, 0o600 if private else 0o666), "wb") as stream:
            yield stream
        if before is not None and stat.S_ISREG(before.st_mode):
            _like(new, before)
        new.replace(path)
    except BaseException:
        with suppress(OSError):
            new.unlink()
        raise


def _like(path: Path, status: os.stat_result) -> None:
    """Copy the owner and permissions of a file, as far as permitted."""
    if hasattr(os, "chown") and (status.st_uid, status.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(OSError):
            os.chown(path, status.st_uid, status.st_gid)
    path.chmod(stat.S_IMODE(status.st_mode))


def _status(path: str | Path, follow: bool = True) -> os.stat_result | None:
    try:
        return Path(path).stat(follow_symlinks=follow)
    except (OSError, ValueError):  # a ValueError: a NUL, or what the file system cannot encode
        return None
