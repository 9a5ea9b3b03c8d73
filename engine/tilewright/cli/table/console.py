"""Where a game is played: lines that come in, lines that go out."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator, Sequence
from typing import TextIO

import click

PROMPT_LINES = 1


class Console:
    """Reads from `lines`, or without them from a terminal, and writes to a stream.

    On a terminal (`live`) the screen is cleared before it is drawn anew; lines that come from
    elsewhere are written out after the prompt, so that the whole reads like a session.
    """

    def __init__(self, out: TextIO, lines: Iterator[str] | None = None, color: bool = False) -> None:
        self.out = out
        self.lines = lines
        self.color = color

    @property
    def live(self) -> bool:
        """Whether somebody types at a terminal."""
        return self.lines is None

    def ask(self, prompt: str) -> str:
        """The next line. Raises EOFError at the end, KeyboardInterrupt when interrupted."""
        if self.lines is None:
            if self.out is sys.stdout:
                return input(prompt)
            click.echo(prompt, nl=False, file=self.out)
            return input()
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        self.say([prompt + line.rstrip()])
        return line

    def say(self, lines: Sequence[str]) -> None:
        """Write lines."""
        for line in lines:
            click.echo(line, file=self.out, color=self.color)

    def draw(self, lines: Sequence[str]) -> None:
        """Write lines, on a terminal in the place of all that is there."""
        if self.live:
            click.echo("\x1b[H\x1b[2J", nl=False, file=self.out, color=True)
        self.say(lines)

    def size(self) -> tuple[int, int | None]:
        """The columns and lines there are, without the prompt; None: as many lines as are wanted."""
        size = shutil.get_terminal_size()
        return max(size.columns, 20), size.lines - PROMPT_LINES if self.live else None
