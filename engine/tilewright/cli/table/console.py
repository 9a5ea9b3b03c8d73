"""Where a game is played: lines that come in, lines that go out."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Sequence
from typing import TextIO

from tilewright.cli.terminal import clear, echo

PROMPT_LINES = 1
Ask = Callable[[str], str]
"""Writes a prompt and gives the next line. Raises EOFError at the end, KeyboardInterrupt when interrupted."""


class Console:
    """Writes to a stream and asks for lines.

    A `live` one is a terminal whose screen is cleared before it is drawn anew. `covered` asks while nothing of the game is to
    be seen, and for which no earlier line comes back.
    """

    def __init__(
        self, out: TextIO, ask: Ask, *, covered: Ask | None = None, live: bool = False, color: bool = False
    ) -> None:
        self.out = out
        self.ask = ask
        self._covered = covered or ask
        self.live = live
        self.color = color

    def say(self, lines: Sequence[str]) -> None:
        """Write lines."""
        for line in lines:
            echo(line, file=self.out, color=self.color)

    def draw(self, lines: Sequence[str]) -> None:
        """Write lines, on a live console in the place of all that is there."""
        if self.live:
            clear(self.out)
        self.say(lines)

    def cover(self, words: str) -> None:
        """Show nothing but some words until Enter is typed; on a live console nothing above them can be scrolled to."""
        if self.live:
            clear(self.out, scrollback=True)
        self.say([words])
        self._covered("Enter ")

    def size(self) -> tuple[int, int | None]:
        """The columns and lines there are, without the prompt; None: as many lines as are wanted."""
        size = shutil.get_terminal_size()
        return max(size.columns, 20), size.lines - PROMPT_LINES if self.live else None


def plain_ask(out: TextIO) -> Ask:
    """Asks on a terminal that can do no more than show lines."""

    def ask(prompt: str) -> str:
        echo(prompt, nl=False, file=out)
        return input()

    return ask


def scripted_ask(out: TextIO, lines: Iterator[str]) -> Ask:
    """Takes lines from elsewhere, and writes them after the prompts, so that the whole reads like a session."""

    def ask(prompt: str) -> str:
        line = next(lines, None)
        if line is None:
            raise EOFError
        echo(prompt + line.rstrip(), file=out)
        return line

    return ask
