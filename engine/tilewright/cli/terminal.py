"""What the streams of a command can show: colors, and lines that are drawn anew."""

from __future__ import annotations

import os
from typing import TextIO

import click

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
