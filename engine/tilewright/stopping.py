"""Why work ends early: requests to stop, which signals make (`cli/main.py`) and loops and solvers heed; deadlines; games that cannot go on; and questions that cannot be answered."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TypeVar

from tilewright.source import Span


class PlayError(RuntimeError):
    """A game cannot go on; the message says why, in words for the user. `card` is the card that is the cause, if one is."""

    card = ""


class Unsupported(Exception):
    """What is asked cannot be answered, whoever would have to: the solver, a search, the maker of a page. `reason` says why, in the words of the game.

    `span` is where the cause is written, if that is known: in the file of the `card`, or else of the game.
    """

    card = ""
    span: Span | None = None

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class NoScope(Unsupported):
    """The game has no such tables; the reason says which it has."""


class StopRequest:
    """Asked for once, by any thread.

    Work that looks at `asked` and returns what it knows runs inside `heeded`; other work is interrupted where it
    stands. What cannot look, a solver at work or a pool of workers, is stopped by a function that it gives to `calling`.
    """

    def __init__(self) -> None:
        self.asked = False
        self.patience = 0.0
        self._heeding = 0
        self._calls: list[Callable[[], None]] = []

    @property
    def is_heeded(self) -> bool:
        """Whether the work that is going on ends by itself when asked."""
        return self._heeding > 0

    def ask(self) -> None:
        """Ask for the end, and stop what cannot look."""
        self.asked = True
        for call in list(self._calls):
            call()

    @contextmanager
    def heeded(self, patience: float = 0.0) -> Iterator[None]:
        """Around work that heeds requests, and may take so many seconds to return what it knows. Raises `KeyboardInterrupt`
        when one came before it began."""
        if self.asked and not self.is_heeded:
            raise KeyboardInterrupt
        before, self.patience = self.patience, max(self.patience, patience)
        self._heeding += 1
        try:
            yield
        finally:
            self._heeding -= 1
            self.patience = before

    @contextmanager
    def calling(self, stop: Callable[[], None]) -> Iterator[None]:
        """Around work that `stop` ends from another thread.

        It is not interrupted itself; when it is not inside of work that heeds requests, a `KeyboardInterrupt` follows it.
        """
        with self.heeded():
            self._calls.append(stop)
            try:
                yield
            finally:
                self._calls.remove(stop)
        if self.asked and not self.is_heeded:
            raise KeyboardInterrupt


T = TypeVar("T")


def until_interrupted(items: Iterable[T]) -> Iterator[T]:
    """The items until an interrupt comes; that which is worked on then is left out."""
    with suppress(KeyboardInterrupt):
        yield from items


STOP = StopRequest()
"""That of this process, as signals are."""


class OutOfTime(Exception):
    """The time limit was reached before the model was built; `solve` turns it into an answer."""


class Deadline:
    """A moment on the monotonic clock, in seconds; None is never. A request to stop is a deadline that has passed.

    `work` is what is left to search, in CP-SAT's measure, which no clock decides; None: as much as it takes.
    """

    def __init__(self, moment: float | None = None, work: float | None = None) -> None:
        self.moment, self.work = moment, work

    @property
    def left(self) -> float | None:
        """The seconds until then, 0 when it has passed."""
        if self._stopped:
            return 0.0
        return None if self.moment is None else max(0.0, self.moment - time.monotonic())

    def check(self) -> None:
        """Raise `OutOfTime` when the moment has passed; called for every step of the work."""
        if self._stopped or (self.moment is not None and time.monotonic() > self.moment):
            raise OutOfTime

    @property
    def _stopped(self) -> bool:
        return STOP.asked or (self.work is not None and self.work <= 0)
