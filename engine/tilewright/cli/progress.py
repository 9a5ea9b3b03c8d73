"""How far the work has come, on a line of the terminal that goes away in the end; nothing in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from tilewright.cli.terminal import colored, interactive
from tilewright.table.board import Board

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


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
