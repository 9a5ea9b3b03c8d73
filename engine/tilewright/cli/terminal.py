"""Terminal output: colors, lines, tables, progress, and errors that end a command."""

from __future__ import annotations

import difflib
import errno
import io
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from io import StringIO
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TextIO, TypeVar

import click

from tilewright.diagnostics import Diagnostic, in_one_line
from tilewright.outputs.output import Output, plain
from tilewright.source import CONTROL, blanked, safe_for_terminals
from tilewright.stopping import NoScope, Unsupported

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

    from tilewright.table.board import Board


T = TypeVar("T")


class CannotRun(click.ClickException):
    """An error that ends the command, with exit code 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print the error like other messages."""
        with suppress(OSError):  # standard error cannot be written to, so the failure cannot be reported
            click.echo(f"tilewright: {blanked(self.message)}", err=True)


def needed(found: T | list[Diagnostic]) -> T:
    """The result of a lookup. Raises `CannotRun` with its diagnostics."""
    if isinstance(found, list):
        raise CannotRun(in_one_line(found))
    return found


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Context of a question to the solver. Raises `CannotRun` if it is not supported, with `what` as prefix."""
    try:
        yield
    except NoScope as problem:
        raise CannotRun(problem.reason) from None
    except Unsupported as problem:
        raise CannotRun(f"{what}: {problem.reason}") from None


COLOR = ("auto", "always", "never")
"""The values of ``--color``."""


def choose_color(context: click.Context, wanted: str) -> None:
    """Set whether `click.echo` keeps styles, for this command and its subcommands.

    The default is on a terminal only, unless ``NO_COLOR`` (https://no-color.org) is set or the terminal is dumb.
    """
    plain = bool(os.environ.get("NO_COLOR")) or _dumb()
    context.color = {"always": True, "never": False}.get(wanted, False if plain else None)


def colored(stream: TextIO | None) -> bool:
    """Whether output to a stream may have ANSI styles; None is a closed stream."""
    if stream is None:
        return False
    context = click.get_current_context(silent=True)
    wanted = context.color if context else None
    return stream.isatty() if wanted is None else wanted


def interactive(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal on which lines can be redrawn."""
    return stream is not None and stream.isatty() and not _dumb()


def clear(stream: TextIO, *, scrollback: bool = False) -> None:
    """Clear the terminal of a stream, optionally with its scrollback."""
    click.echo("\x1b[H\x1b[2J" + ("\x1b[3J" if scrollback else ""), nl=False, file=stream, color=True)


def _dumb() -> bool:
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


# ------------------------------------------------------------------ output of the commands

CLOSED = "standard output is closed"


class ClosedOutput(io.TextIOBase):
    """A standard output that was closed at the start: writing raises an error, also for help texts."""

    def write(self, text: str) -> int:
        """Raise `OSError`."""
        raise OSError(errno.EBADF, CLOSED)


def echo(
    text: str = "",
    *,
    err: bool = False,
    nl: bool = True,
    file: TextIO | None = None,
    color: bool | None = None,
    exact: bool = False,
) -> None:
    """Write a text to standard output, to `file`, or with `err` to standard error.

    Control characters become spaces; styles are kept as by `click.echo`. With `exact`, that applies on a terminal
    only, so that programs read the text unchanged. Raises `CannotRun` if standard output is closed or fails.
    Failures of standard error are ignored, since they cannot be reported.
    """
    stream = file or (sys.stderr if err else sys.stdout)
    if isinstance(stream, ClosedOutput) or (stream is None and not err):
        raise CannotRun(CLOSED)
    if stream is None:
        return
    shown = text if exact and not stream.isatty() else safe_for_terminals(text)
    try:
        click.echo(shown, file=stream, nl=nl, color=color)
    except BrokenPipeError:
        raise
    except OSError as problem:
        _abandon(stream)
        if not err:
            raise CannotRun(f"cannot write the output: {problem.strerror or problem}") from None


def in_json(value: object, indent: int | None = None) -> str:
    """A value as JSON, on one line without `indent`; control characters are escaped."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=plain)
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def echo_json(value: object) -> None:
    """Write a value to standard output as one line of JSON."""
    echo(in_json(value))


def echo_answer(output: Output, lines: Iterable[str], as_json: bool) -> None:
    """Write an answer to standard output, as one line of JSON or as text."""
    if as_json:
        echo_json(output)
        return
    for line in lines:
        echo(line)


def _abandon(stream: TextIO) -> None:
    """Discard the buffer of a stream, which Python would otherwise flush at exit and fail."""
    with suppress(OSError, ValueError):
        number, nowhere = stream.fileno(), os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, number)
        os.close(nowhere)


def table(rows: Iterable[Sequence[str]], left: int = 1, indent: int = 2) -> list[str]:
    """A line a row: columns two spaces apart, the first `left` of them to the left, the others to the right.

    Columns without any text are left out.
    """
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    columns = [column for column in zip(*rows, strict=True) if any(column)]
    shown = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    for i, _ in enumerate(columns):
        shown.add_column(justify="left" if i < left else "right", no_wrap=True)
    for row in zip(*columns, strict=True):
        shown.add_row(*map(Text, row))
    width = 10_000
    written = StringIO()
    Console(file=written, width=width, color_system=None, force_terminal=False).print(shown)
    return [" " * indent + line.rstrip() for line in written.getvalue().splitlines()]


def unified(name: str, before: str, after: str, then: str) -> str:
    """A unified diff of a file; the new version is called "NAME (then)"."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(old, new, name, f"{name} ({then})"))


class Status:
    """A status line on stderr with the elapsed time, initially `words`."""

    def __init__(self, words: str) -> None:
        self._words = words
        self._progress = self._line() if interactive(sys.stderr) else None

    def __enter__(self) -> Self:
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def _line(self) -> Progress:
        from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn
        from rich.table import Column

        words = TextColumn("{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis"))
        progress = _progress(SpinnerColumn(), words, TimeElapsedColumn())
        self._task = progress.add_task(self._words, total=None)
        return progress

    def say(self, words: str) -> None:
        """Set the text of the line."""
        if self._progress is not None:
            self._progress.update(self._task, description=words)


class ProgressLine:
    """Reports the progress of the solver for `name` on a status line."""

    def __init__(self, name: str, say: Callable[[str], None]) -> None:
        self.name, self.say, self.now = name, say, ""

    def progress(self, seconds: float, best: int | None, bound: int | None) -> None:
        """The best value so far, and its bound."""
        if bound is not None:
            self._tell(f"{'nothing found yet' if best is None else best}, bound {bound}")

    def better(self, board: Board) -> None:
        """Ignored: reported at the end."""

    def another(self, one: Any) -> None:
        """Ignored: reported at the end."""

    def step(self, words: str) -> None:
        """The current step."""
        self.now = words
        self._tell("")

    def _tell(self, found: str) -> None:
        self.say(": ".join(part for part in (self.name, self.now, found) if part))


class Bar(Status):
    """A progress bar on stderr, of `total` steps, `done` of which are already done."""

    def __init__(self, words: str, total: int, done: int) -> None:
        self._total, self._done = total, done
        super().__init__(words)

    def _line(self) -> Progress:
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

        words = TextColumn("{task.description}", markup=False)
        progress = _progress(words, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._task = progress.add_task(self._words, total=self._total, completed=self._done)
        return progress

    def step(self) -> None:
        """Advance by one step."""
        if self._progress is not None:
            self._progress.advance(self._task)


def _progress(*columns: ProgressColumn) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=sys.stderr, no_color=not colored(sys.stderr))
    # on a terminal, other output is printed above the line; otherwise it is left alone
    together = interactive(sys.stdout)
    return Progress(*columns, console=console, transient=True, redirect_stdout=together)
