"""Ctrl-C and SIGTERM while a command runs: the first asks it to stop, a later one ends it at once."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import suppress
from threading import Thread
from types import FrameType
from typing import NoReturn

from tilewright.stopping import STOP

SIGNALS = (signal.SIGINT, signal.SIGTERM)
AGAIN = 0.05
GRACE = 1.75
"""Seconds for what has been asked to stop; what still works then is ended without another word."""
TOGETHER = 0.1
"""Seconds within which signals are one: timeout(1) sends its signal to the process and again to its group."""


class Interrupted(BaseException):
    """A command was interrupted where it stood."""


class Interrupts:
    """Turns signals into requests to stop, for a whole process.

    The main thread may be inside a solver, where no handler of Python's runs. So the C handler writes the
    signal's number into a pipe (`signal.set_wakeup_fd`), and a thread that reads it passes the request on. Work
    that does not heed requests gets a `KeyboardInterrupt`.
    """

    def __init__(self) -> None:
        self.number: int | None = None
        self._last = -TOGETHER

    def install(self) -> None:
        """Notice signals from now on; those that are ignored, as by nohup, stay so."""
        reader, writer = os.pipe()
        os.set_blocking(writer, False)
        signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._interrupt)
        Thread(target=self._listen, args=(reader,), daemon=True).start()

    @property
    def exit_code(self) -> int:
        """128 and the signal's number, as shells have it."""
        return 128 + (self.number or signal.SIGINT)

    def leave(self) -> NoReturn:
        """End the process: nothing more is worth waiting for."""
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                stream.flush()
        os._exit(self.exit_code)

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        """Runs in the main thread, between two steps of Python's."""
        before, self._last = self._last, time.monotonic()
        if self._last - before < TOGETHER:
            return
        self.number = number
        STOP.ask()
        if not STOP.is_heeded:
            raise KeyboardInterrupt

    def _listen(self, reader: int) -> None:
        numbers = (number for number in iter(lambda: os.read(reader, 1)[0], None) if number in SIGNALS)
        self.number, first = next(numbers), time.monotonic()
        STOP.ask()
        Thread(target=self._end_late, daemon=True).start()
        os._exit(128 + next(number for number in numbers if time.monotonic() - first >= TOGETHER))

    def _end_late(self) -> None:
        """End the process after a while; until then ask again, for a solver that was about to begin."""
        for _ in range(round(GRACE / AGAIN)):
            time.sleep(AGAIN)
            STOP.ask()
        os._exit(self.exit_code)
