"""Processes that have nothing to do: they are ended, for what they know comes with each request or can be sent again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

SETTLED = 10.0
"""Seconds without a message after which a process has nothing to do."""
LONGEST = 120.0
"""Seconds for which such a process is kept, in case its page goes on."""
MOST = 8
"""Processes that are kept so, of all pages together."""


class Idle:
    """The idle processes, by whatever tells them apart; the longest idle first."""

    def __init__(self) -> None:
        self._timers: dict[object, asyncio.TimerHandle] = {}
        self._ends: dict[object, Callable[[], None]] = {}

    def busy(self, child: object) -> None:
        """A process has something to do again, or is gone."""
        timer = self._timers.pop(child, None)
        if timer is not None:
            timer.cancel()
        self._ends.pop(child, None)

    def quiet(self, child: object, end: Callable[[], None]) -> None:
        """A process has sent or got what may be its last message; `end` is called if that is so."""
        self.busy(child)
        self._timers[child] = asyncio.get_running_loop().call_later(SETTLED, self._settled, child, end)

    def _settled(self, child: object, end: Callable[[], None]) -> None:
        self._ends[child] = end
        self._timers[child] = asyncio.get_running_loop().call_later(LONGEST - SETTLED, self._end, child)
        if len(self._ends) > MOST:
            self._end(next(iter(self._ends)))

    def _end(self, child: object) -> None:
        end = self._ends[child]
        self.busy(child)
        end()
