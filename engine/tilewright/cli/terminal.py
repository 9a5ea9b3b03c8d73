"""What commands write to the terminal: colors, lines, tables, how far the work has come, and why a command cannot run."""

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
    """The command could not do its work."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        """Print it as other messages are printed."""
        with suppress(OSError):  # there is nowhere to say that standard error takes no more
            click.echo(f"tilewright: {blanked(self.message)}", err=True)


def needed(found: T | list[Diagnostic]) -> T:
    """What was looked up. Raises `CannotRun` with what is wrong when there is no such thing."""
    if isinstance(found, list):
        raise CannotRun(in_one_line(found))
    return found


@contextmanager
def asking(what: str) -> Iterator[None]:
    """Around a question to the solver. Raises `CannotRun` where it cannot be asked, with `what` before the reason."""
    try:
        yield
    except NoScope as problem:
        raise CannotRun(problem.reason) from None
    except Unsupported as problem:
        raise CannotRun(f"{what}: {problem.reason}") from None


COLOR = ("auto", "always", "never")
"""The values of ``--color``."""


def choose_color(context: click.Context, wanted: str) -> None:
    """Set what `click.echo` does with styles, for this command and those below it.

    By itself it keeps them on a terminal; here the environment has its say too: no colors where ``NO_COLOR``
    (https://no-color.org) is set, or where the terminal is a dumb one.
    """
    plain = bool(os.environ.get("NO_COLOR")) or _dumb()
    context.color = {"always": True, "never": False}.get(wanted, False if plain else None)


def colored(stream: TextIO | None) -> bool:
    """Whether what is written to a stream may have ANSI styles; a closed one is None."""
    if stream is None:
        return False
    context = click.get_current_context(silent=True)
    wanted = context.color if context else None
    return stream.isatty() if wanted is None else wanted


def interactive(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal on which lines can be drawn anew."""
    return stream is not None and stream.isatty() and not _dumb()


def clear(stream: TextIO, *, scrollback: bool = False) -> None:
    """Clear the terminal that a stream leads to, perhaps with the lines that can be scrolled to."""
    click.echo("\x1b[H\x1b[2J" + ("\x1b[3J" if scrollback else ""), nl=False, file=stream, color=True)


def _dumb() -> bool:
    return os.environ.get("TERM", "").lower() in ("dumb", "unknown")


# ------------------------------------------------------------------ output of the commands

CLOSED = "standard output is closed"


class ClosedOutput(io.TextIOBase):
    """Standard output that was closed when the command began: what is written is an error, also for help texts."""

    def write(self, text: str) -> int:
        """Raises `OSError`."""
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
    """Write a text to standard output, or to `file`, or with `err` to standard error.

    Control characters become spaces; styles stay where `click.echo` keeps them. With `exact` that is done on a
    terminal alone: programs read such a text as it is. Raises `CannotRun` when standard output is closed
    or takes no more. A failure of standard error is not reported: there is nowhere to report it.
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
    """A value as JSON, on one line without `indent`; control characters are written as escapes."""
    text = json.dumps(value, ensure_ascii=False, indent=indent, default=plain)
    return CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def echo_json(value: object) -> None:
    """Write a value to standard output as one line of JSON."""
    echo(in_json(value))


def echo_answer(output: Output, lines: Iterable[str], as_json: bool) -> None:
    """Write an answer to standard output, as one line of JSON or as lines of text."""
    if as_json:
        echo_json(output)
        return
    for line in lines:
        echo(line)


def _abandon(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere: Python would fail to write it at its end."""
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
    """A unified diff between the text of a file and what it would be, which is called "NAME (then)"."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    return "".join(difflib.unified_diff(old, new, name, f"{name} ({then})"))


class Status:
    """A line on stderr that says what is worked on, and for how long; `words` at first."""

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
        """What is done now."""
        if self._progress is not None:
            self._progress.update(self._task, description=words)


class ProgressLine:
    """Says on a status line how far the solver has come with what is asked of something of a `name`."""

    def __init__(self, name: str, say: Callable[[str], None]) -> None:
        self.name, self.say, self.now = name, say, ""

    def progress(self, seconds: float, best: int | None, bound: int | None) -> None:
        """The best found so far, and how good it can be."""
        if bound is not None:
            self._tell(f"{'nothing found yet' if best is None else best}, bound {bound}")

    def better(self, board: Board) -> None:
        """It is reported at the end."""

    def another(self, one: Any) -> None:
        """It is reported at the end."""

    def step(self, words: str) -> None:
        """What is done now."""
        self.now = words
        self._tell("")

    def _tell(self, found: str) -> None:
        self.say(": ".join(part for part in (self.name, self.now, found) if part))


class Bar(Status):
    """A bar on stderr; `done` of `total` steps were done before."""

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
        """One more step is done."""
        if self._progress is not None:
            self._progress.advance(self._task)


def _progress(*columns: ProgressColumn) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(file=sys.stderr, no_color=not colored(sys.stderr))
    together = interactive(sys.stdout)  # then what is printed goes above the line; else it is none of the terminal's
    return Progress(*columns, console=console, transient=True, redirect_stdout=together)
