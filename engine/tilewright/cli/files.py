"""Reading what the command line names, and writing without leaving half a file."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from tilewright.diagnostics import Diagnostic, Severity
from tilewright.packs import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.source import Source, Span, Unreadable, read_source

TABLE_SUFFIXES = (".position.yaml", ".puzzle.yaml")


class Inputs:
    """The files of a command; `failed` tells whether one of them could not be read."""

    def __init__(self, paths: Iterable[str], suffixes: tuple[str, ...] = ()) -> None:
        self.paths = list(paths)
        self.suffixes = suffixes or (LANGUAGE_SUFFIX, *TABLE_SUFFIXES)
        self.failed = False

    def __iter__(self) -> Iterator[Source | Diagnostic]:
        """Each file in the order given, folders walked; a file that is no text as its problem."""
        for name in self._names():
            source = read_source(name)
            if isinstance(source, Source):
                yield source
            elif source.content:
                yield not_text(name, source)
            else:
                self.fail(name, source.reason)

    def sources(self) -> Iterator[Source]:
        """Only the readable files; problems of others are printed."""
        for item in self:
            if isinstance(item, Source):
                yield item
            else:
                self.fail(item.source.name, item.message)

    def fail(self, name: str, reason: str) -> None:
        """Say on stderr that a file could not be used."""
        self.failed = True
        click.echo(f"tilewright: cannot read {name}: {reason}", err=True)

    def _names(self) -> Iterator[str]:
        for path in self.paths:
            if path != "-" and Path(path).is_dir():
                yield from self._walk(Path(path))
            else:
                yield path

    def _walk(self, folder: Path) -> Iterator[str]:
        found = False
        for path in sorted(folder.rglob("*")):
            hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
            wanted = path.name.endswith(self.suffixes) or (
                path.name == PACK_FILE and "".join(self.suffixes) != LANGUAGE_SUFFIX
            )
            if wanted and not hidden and path.is_file():
                found = True
                yield str(path)
        if not found:
            self.fail(str(folder), f"there is no {' or '.join(self.suffixes)} file in it")


def not_text(name: str, problem: Unreadable) -> Diagnostic:
    source = Source(name, "")
    help = "save it as plain text in UTF-8"
    return Diagnostic("TW011", Severity.ERROR, f"the file is not a text: {problem.reason}", source, Span(0, 0), help)  # fmt: skip


def write_file(path: str, text: str) -> None:
    """Write a file in one step: whoever reads it sees the old text or the new one.

    Raises `click.ClickException` (exit code 2) when it cannot be written.
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


class CannotRun(click.ClickException):
    """The command could not do its work."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print it as other messages are printed."""
        click.echo(f"tilewright: {self.message}", err=True)
