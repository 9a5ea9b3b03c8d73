"""`tilewright check`."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_files
from tilewright.cli.args.inputs import Inputs, as_it_stands, as_it_was
from tilewright.cli.report.diagnostics import FORMATS, as_github, as_sarif, as_text, check_output
from tilewright.cli.terminal import clear, echo, echo_json, interactive, unified
from tilewright.diagnostics import Diagnostic
from tilewright.disk import is_file, is_folder
from tilewright.packs.check_cache import STRICT, TEXTS, TRIED, CachedCheck
from tilewright.packs.documents import LANGUAGE_SUFFIX, pack_folder_above
from tilewright.resources import cache_folder
from tilewright.source import Source
from tilewright.store import Store

if TYPE_CHECKING:
    from tilewright.packs.workspace import Workspace


OF_TEXTS = "TW5"
"""The prefix of the codes of problems with printed texts."""


@dataclass(frozen=True)
class TextChecks:
    """How printed texts are checked, one of `TEXTS` or None, and whether their problems are errors (`strict`)."""

    level: str | None
    strict: bool

    def fails(self, problem: Diagnostic) -> bool:
        """Whether a problem leads to a failure."""
        return problem.is_error or (self.strict and problem.code.startswith(OF_TEXTS))

    def not_compared(self, count: int) -> str:
        """The number of texts that were not compared, as the end of the summary."""
        why = "not understood or undecided" if self.level == STRICT else "not understood"
        return f"; {count} text{'' if count == 1 else 's'} not compared ({why}; see 'tilewright text')" if count else ""


class CheckOptions(given.Options):
    paths: tuple[str, ...] = given.argument(nargs=-1, required=True, metavar="PATH...", shell_complete=complete_files)
    as_json: bool = given.json("One JSON object per file, one per line.")
    form: str = given.option("--format", type=click.Choice(FORMATS), default="text", show_default=True)
    fix: bool = given.flag(
        "--fix", help="Apply the fixes suggested in help lines when they are almost certainly right."
    )
    diff: bool = given.flag("--diff", help="With --fix: write nothing; print what would change.")
    watch: bool = given.flag("--watch", help="Check again whenever files change, until Ctrl-C.")
    texts: str = given.option(
        "--texts",
        type=click.Choice(TEXTS),
        default=TRIED,
        show_default=True,
        help="How printed texts are compared with their rules: on trial boards (tried), or by proof and in every language (strict).",
    )
    strict_texts: bool = given.flag(
        "--strict-texts",
        help="Report printed texts that are not understood, and exit with 1 if there is any problem with texts.",
    )
    no_texts: bool = given.flag("--no-texts", help="Do not check printed texts.")
    no_cache: bool = given.flag("--no-cache", help="Check every file again, and do not cache the results.")

    @property
    def style(self) -> str:
        """The output format."""
        return "json" if self.as_json else self.form


@given.command(CheckOptions, epilog="Example: tilewright check cards/ my-card.tw")
def command(options: CheckOptions) -> int:
    """Check files and folders; use - for standard input.

    Exit code 1 if there are errors; warnings do not count, unless they are about texts and --strict-texts is given. The
    last line says how many printed texts could not be read, and so were not compared with their rules.
    """
    if options.diff and not options.fix:
        raise click.UsageError("--diff needs --fix")
    if options.no_texts and options.strict_texts:
        raise click.UsageError("--strict-texts cannot be used with --no-texts")
    if "-" in options.paths and (options.fix or options.watch):
        raise click.UsageError("--fix and --watch are for files, not for standard input")
    return _watch(options) if options.watch else _run(options)


def _watch(options: CheckOptions) -> int:
    """Check after every change, until Ctrl-C (exit code 130)."""
    try:
        for _ in changes(options.paths):
            _workspace().refresh()
            if interactive(sys.stdout) and options.style == "text":
                clear(sys.stdout)
            _run(options)
    except KeyboardInterrupt:
        pass
    return 130


def _run(options: CheckOptions) -> int:
    """Check all files once, and print the result. Returns the exit code."""
    form, texts = options.style, TextChecks(None if options.no_texts else options.texts, options.strict_texts)
    inputs = Inputs(options.paths, as_json=form == "json")
    check = CachedCheck(_store(options.no_cache), _workspace, texts.level, texts.strict)
    found: list[Diagnostic] = []
    files = 0
    for item in inputs:
        files += 1
        if isinstance(item, Diagnostic):
            name, problems = item.source.name, [item]
        else:
            name, problems = (
                item.name,
                check.problems(
                    _fixed(item, check, inputs, options)
                    if options.fix and not (options.watch and options.diff)
                    else item
                ),
            )
        found.extend(problems)
        _print(form, name, [problem for problem in problems if form != "text" or problem.cause is None])
    check.save()
    if form == "sarif":
        echo(as_sarif([*found, *inputs.unread]))
    elif form == "text" and files:
        slips = _without_consequences(found)
        _print(form, "", [problem for problem in slips if problem.cause is not None])
        follow = _follow(len(found) - len(slips), sum(slip.is_error for slip in slips))
        echo(_summary(files, slips) + follow + texts.not_compared(sum(check.not_compared.values())))
    for problem in inputs.unread if form == "github" else ():
        echo(as_github(problem))
    inputs.good = not any(map(texts.fails, found))
    return inputs.exit_code


def _without_consequences(found: list[Diagnostic]) -> list[Diagnostic]:
    """The problems without those caused by errors of another file in the list."""
    files = {problem.source.path.resolve() for problem in found if problem.is_error and problem.source.path}
    return [problem for problem in found if problem.cause not in files]


def _follow(count: int, errors: int) -> str:
    verb, cause = "follows" if count == 1 else "follow", "it" if errors == 1 else "them"
    return f"; {count} more {verb} from {cause}" if count else ""


def _fixed(source: Source, check: CachedCheck, inputs: Inputs, options: CheckOptions) -> Source:
    """A file with its safe fixes, which are written, or printed with --diff (to stderr in machine-readable
    formats)."""
    from tilewright.diagnostics import fixed

    form, diff = options.style, options.diff
    after, made = fixed(source, check.problems)
    if not made or source.path is None:
        return source
    text = as_it_was(source, after.text)
    if diff:
        echo(unified(source.name, as_it_stands(source), text, "fixed"), nl=False, exact=True, err=form != "text")
        return source
    if not inputs.rewritten(source.path, text):
        return source
    _workspace().refresh()
    if form == "text":
        echo(f"{source.name}: {made} problem{'' if made == 1 else 's'} fixed")
    return after


def _store(no_cache: bool) -> Store:
    """The store of cached results. A folder that cannot be used is reported, since it makes every run slow."""
    store = Store(None) if no_cache else Store.of_user()
    if store.doubt:
        echo(f"tilewright: the cache in {cache_folder()} is not used: {store.doubt}", err=True)
    return store


def _workspace() -> Workspace:
    """The workspace of the run; its import is slow."""
    from tilewright.cli.args.inputs import workspace

    return workspace()


def _print(form: str, name: str, problems: list[Diagnostic]) -> None:
    if form == "json":
        echo_json(check_output(name, problems))
    for problem in problems:
        if form == "text":
            echo(as_text(problem))
        elif form == "github":
            echo(as_github(problem))


def _summary(files: int, found: list[Diagnostic]) -> str:
    errors = sum(problem.is_error for problem in found)
    counts = [(errors, "error"), (len(found) - errors, "warning")]
    parts = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in counts if count]
    checked = f"{files} file{'' if files == 1 else 's'} checked: "
    return checked + (", ".join(parts) or "no problems")


PAUSE = 0.5
"""The polling interval in seconds."""

Stamp = tuple[int, int, int]


def changes(paths: Iterable[str]) -> Iterator[None]:
    """Yields once at the start, and then after every change of relevant files; it never ends.

    Relevant are the given files, files of the language and YAML files in the given folders and next to given files,
    and those of their packs.
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
    """The path, modification time, size and inode of a file; nothing if it does not exist."""
    try:
        status = Path(path).stat()
    except OSError:
        return
    yield path, (status.st_mtime_ns, status.st_size, status.st_ino)
