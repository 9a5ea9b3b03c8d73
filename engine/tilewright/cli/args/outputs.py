"""Output files: options that name them, and atomic writing."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath

import click

from tilewright.cli.terminal import CannotRun
from tilewright.disk import is_folder, is_there, replace_file, why_not_written


def picture_file(ctx: click.Context, option: click.Parameter, path: str | None) -> str | None:
    """The value of an option for a picture. Raises before any work if no picture can be written there.

    The suffix determines the format: SVG, PNG or PDF.
    """
    from tilewright.draw.picture import FORMATS, why_not_drawn

    if path is None:
        return None
    if reason := why_not_drawn(path):
        raise CannotRun(reason) if PurePath(path).suffix in FORMATS else click.BadParameter(reason)
    return writable(path)


def writable(path: str | None) -> str | None:
    """The path. Raises `CannotRun` if no file can be written there."""
    if path is not None and (reason := why_not_written(path)):
        raise CannotRun(f"cannot write {path}: {reason}")
    return path


def files_for(output: str | None, names: Sequence[str], suffix: str, *, together: bool = False) -> list[Path]:
    """The output file of each of several things: in the folder `output`, or that file itself.

    A single file is allowed for one thing, or with `together` for all. Empty without an output. Raises
    `click.BadParameter`, and `CannotRun` if nothing can be written there.
    """
    if output is None:
        return []
    path = Path(output)
    if is_folder(path):
        return [path / f"{name}{suffix}" for name in names]
    single = together or len(names) == 1
    if not single or not path.name.endswith(suffix):
        what = f"a {suffix} file or a folder" if single else "a folder"
        raise click.BadParameter(f"{what} is required", param_hint="-o")
    writable(output)
    return [path]


def keep_existing(paths: Iterable[Path]) -> None:
    """Raise `CannotRun` if one of these files exists."""
    for path in paths:
        if is_there(path):
            raise CannotRun(f"{path} already exists; use --force to replace it")


def write_picture(path: str, svg: str) -> str:
    """Write a picture in the format of the suffix; see `write_file`."""
    from tilewright.draw.picture import converted

    return write_file(path, converted(svg, path))


def write_file(path: str, content: str | bytes) -> str:
    """Write a file atomically. Returns the message "wrote FILE" or "replaced FILE".

    Raises `CannotRun` (exit code 2) if it is not allowed (see `why_not_written`) or fails.
    """
    writable(path)
    done = "replaced" if is_there(path) else "wrote"
    try:
        replace_file(Path(path), content.encode() if isinstance(content, str) else content)
    except OSError as problem:
        raise CannotRun(f"cannot write {path}: {problem.strerror}") from None
    return f"{done} {path}"


class NamedPath(click.Path):
    """A path that is checked when it is parsed; an invalid file name is reported like a missing file."""

    def convert(
        self, value: str | os.PathLike[str], param: click.Parameter | None, ctx: click.Context | None
    ) -> str | bytes | os.PathLike[str]:
        """The path. Raises `click.BadParameter`."""
        try:
            return super().convert(value, param, ctx)
        except ValueError as problem:
            self.fail(f"{os.fspath(value)!r}: {problem}", param, ctx)
