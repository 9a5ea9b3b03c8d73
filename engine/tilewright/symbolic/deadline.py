"""The time by which a model must have been built."""

from __future__ import annotations

import time

from tilewright.stopping import STOP


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
