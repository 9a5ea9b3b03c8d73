"""The input files of a command, and its exit code."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args.outputs import write_file
from tilewright.cli.report.diagnostics import as_text, check_output
from tilewright.cli.terminal import CannotRun, echo, echo_json
from tilewright.diagnostics import Diagnostic, Severity
from tilewright.disk import is_file, is_folder
from tilewright.packs.documents import LANGUAGE_SUFFIX, PACK_FILE
from tilewright.source import Source, Span, Unreadable, read_source, shown_name

if TYPE_CHECKING:
    from tilewright.packs.workspace import Workspace

EVERY = (LANGUAGE_SUFFIX, ".position.yaml", ".puzzle.yaml", ".record.yaml", f"/{PACK_FILE}")
"""The suffixes of the files that are read in a folder."""


class Inputs:
    """The files of a command, and their outcome.

    `failed`: something could not be read or done (exit code 2). `good` is false if an answer is no (exit code 1);
    commands set it too. With `as_json`, a file without an answer produces a ``check/1`` object, so that there is one
    line per file. `unread` are diagnostics for the files that could not be read.
    """

    def __init__(self, paths: Iterable[str], suffixes: tuple[str, ...] = EVERY, as_json: bool = False) -> None:
        self.paths = list(paths)
        self.suffixes = suffixes
        self.as_json = as_json
        self.good = True
        self.failed = False
        self.unread: list[Diagnostic] = []

    @property
    def exit_code(self) -> int:
        """0 for success, 1 if an answer is no, 2 for an error."""
        return 2 if self.failed else int(not self.good)

    def __iter__(self) -> Iterator[Source | Diagnostic]:
        """Each file in the given order, with folders expanded; a diagnostic for a file that is not a text.

        Files that cannot be read at all are reported to stderr and skipped.
        """
        for name in self._names():
            source = self._standard_input if name == "-" else read_source(name)
            if isinstance(source, Source):
                yield source
            elif source.content:
                yield not_text(name, source)
            else:
                self.fail(name, source.reason)

    @cached_property
    def _standard_input(self) -> Source | Unreadable:
        """Read once, so that ``-`` can be named repeatedly."""
        return read_source("-")

    def sources(self) -> Iterator[Source]:
        """The files that are texts; the others are reported."""
        for item in self:
            if isinstance(item, Source):
                yield item
            else:
                self.sound(item.source, [item])

    def sound(self, source: Source, problems: Iterable[Diagnostic]) -> bool:
        """Report the diagnostics of a file. Returns whether none is an error.

        They are printed to stderr; with `as_json`, those of a file with errors to stdout.
        """
        found = list(problems)
        failed = any(problem.is_error for problem in found)
        if failed and self.as_json:
            echo_json(check_output(source.name, [_moved_to(source, item) for item in found]))
        else:
            for problem in found:
                echo(as_text(problem), err=True)
        self.good = self.good and not failed
        return not failed

    def refuse(
        self, source: Source, reason: str, at: tuple[Source, Span] | None = None, what: str = "puzzle", help: str = ""
    ) -> None:
        """Report that solve does not support a valid puzzle (TW421), or `what` else the file contains, `at` the span of
        the cause."""
        message = f"solve does not support this {what}: {reason}"
        help = help or f"the {what} is valid; this is a limit of solve"
        where, span = at or (source, source.line_span(1))
        self.sound(source, [Diagnostic("TW421", Severity.ERROR, message, where, span, help)])
        self.failed = True

    def fail(self, name: str, reason: str) -> None:
        """Print to stderr that a file could not be used."""
        self.failed = True
        shown = "standard input" if name == "-" else shown_name(name) or "a file"
        from tilewright.packs.resolve import bundled_folders

        if folder := bundled_folders().get(name):
            reason += f"; the pack of that name is in {folder}"
        elif isinstance(card := workspace().resolver().card_file(name), Path):
            reason += f"; the card of that name is in {shown_name(str(card))}"
        echo(f"tilewright: cannot read {shown}: {reason}", err=True)
        help = "name a file that exists and that you can read"
        problem = _unread(shown_name(name), f"the file cannot be read: {reason}", help)
        self.unread.append(problem)
        if self.as_json:
            echo_json(check_output(name, [problem]))

    def rewritten(self, path: Path, text: str) -> bool:
        """Rewrite a file. Returns whether it was possible; a failure is reported, and processing continues."""
        try:
            write_file(str(path), text)
        except CannotRun as problem:
            problem.show()
            self.failed = True
            return False
        return True

    def _names(self) -> Iterator[str]:
        for path in self.paths:
            if path == "":
                self.fail(path, "its name is empty")
            elif path != "-" and is_folder(path):
                yield from self._walk(Path(path))
            else:
                yield path

    def _walk(self, folder: Path) -> Iterator[str]:
        files = [path for path in _files(folder) if f"/{path.name}".endswith(self.suffixes) and is_file(path)]
        yield from map(str, sorted(files))
        if not files:
            names = " or ".join(suffix.lstrip("/") for suffix in self.suffixes)
            self.fail(str(folder), f"there is no {names} file in it")


def as_it_stands(source: Source) -> str:
    """The text of a file with its original line endings and byte order mark."""
    return source.path.read_bytes().decode("utf-8") if source.path else source.text


def as_it_was(source: Source, text: str) -> str:
    """A new text for a file, with the line endings and the byte order mark of the file."""
    before = as_it_stands(source)
    return "\ufeff" * before.startswith("\ufeff") + (text.replace("\n", "\r\n") if "\r\n" in before else text)


def _files(folder: Path) -> Iterator[Path]:
    """The files in a folder and its subfolders, without hidden ones; files deleted meanwhile are skipped."""
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(place, name) for name in names if not name.startswith("."))


def not_text(name: str, problem: Unreadable) -> Diagnostic:
    """The diagnostic for a file that is not a text, or too large."""
    if problem.reason.startswith("it is larger"):
        return _unread(name, f"the file cannot be used: {problem.reason}", "divide it into several files")
    return _unread(name, f"the file is not a text: {problem.reason}", "save it as plain text in UTF-8")


def _unread(name: str, message: str, help: str) -> Diagnostic:
    return Diagnostic("TW011", Severity.ERROR, message, Source(name, ""), Span(0, 0), help)


def _moved_to(source: Source, problem: Diagnostic) -> Diagnostic:
    """A problem of another file (such as that of a card) as a problem of this one."""
    if problem.source == source:
        return problem
    return replace(problem, message=f"{problem.where()}: {problem.message}").at(source, source.line_span(1))


def another_wanted(source: Source, message: str, help: str) -> Diagnostic:
    """The diagnostic for a file that the command does not accept."""
    return Diagnostic("TW418", Severity.ERROR, message, source, source.line_span(1), help)


# ------------------------------------------------------------------ the workspace of one run of the program

_KEY = "tilewright.workspace"


def workspace() -> Workspace:
    """The workspace of the current command, so that its parts share caches.

    Outside of a command, a new one each time.
    """
    from tilewright.packs.workspace import Workspace  # imported here because a cached check needs no parser

    context = click.get_current_context(silent=True)
    if context is None:
        return Workspace()
    found: Workspace = context.find_root().meta.setdefault(_KEY, Workspace())
    return found
