"""Output: colors, widths, and lines that are printed."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TextIO

import click

from tilewright.cli.errors import CannotRun
from tilewright.outputs.output import Output, plain
from tilewright.source import CONTROL, safe_for_terminals

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
