"""Files that commands write: options that name them, and writing that leaves no half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from tilewright.cli.errors import CannotRun


def svg_file(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The value of `-o`, refused before any work when no picture can be written there."""
    if path is None:
        return None
    if not path.endswith(".svg"):
        raise click.BadParameter("pictures are written as .svg files")
    return folder_for(path)


def folder_for(path: str | None) -> str | None:
    """The path itself; raises `CannotRun` when no file can be written there."""
    if path is None:
        return None
    folder = Path(path).parent
    if not folder.is_dir():
        raise CannotRun(f"cannot write {path}: there is no folder {folder}")
    if Path(path).is_dir():
        raise CannotRun(f"cannot write {path}: it is a folder")
    if not os.access(folder, os.W_OK):
        raise CannotRun(f"cannot write {path}: the folder {folder} is write-protected")
    return path


def files_for(output: str | None, names: Sequence[str], suffix: str, *, together: bool = False) -> list[Path]:
    """The file of each of several things by its name: in the folder `output`, or that one file.

    One file is for one thing, or for all of them with `together`. None without an output. Raises
    `click.BadParameter`, and `CannotRun` when nothing can be written there.
    """
    if output is None:
        return []
    path = Path(output)
    if path.is_dir():
        return [path / f"{name}{suffix}" for name in names]
    single = together or len(names) == 1
    if not single or not path.name.endswith(suffix):
        what = f"a {suffix} file or a folder" if single else "a folder"
        raise click.BadParameter(f"{what} is needed", param_hint="-o")
    if not path.parent.is_dir():
        raise CannotRun(f"cannot write {path}: there is no folder {path.parent}")
    return [path]


def keep_existing(paths: Iterable[Path]) -> None:
    """Raise `CannotRun` when one of these files is there already."""
    for path in paths:
        if path.exists():
            raise CannotRun(f"{path} is there already; --force replaces it")


def write_file(path: str, text: str) -> None:
    """Write a file in one step: whoever reads it sees the old text or the new one.

    Raises `CannotRun` (exit code 2) when it cannot be written.
    """
    target = Path(path)
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
            Path(temporary).chmod(mode)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
    except OSError as problem:
        raise CannotRun(f"cannot write {path}: {problem.strerror}") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
