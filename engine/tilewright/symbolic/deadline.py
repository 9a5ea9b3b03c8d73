"""The time by which a model must have been built."""

from __future__ import annotations

import time

from tilewright.stopping import STOP


class OutOfTime(Exception):
    """The time limit was reached before the model was built; `solve` turns it into an answer."""


class Deadline:
    """A moment on the monotonic clock, in seconds; None is never. A request to stop is a deadline that has passed."""

    def __init__(self, moment: float | None = None) -> None:
        self.moment = moment

    @property
    def left(self) -> float | None:
        """The seconds until then, 0 when it has passed."""
        if STOP.asked:
            return 0.0
        return None if self.moment is None else max(0.0, self.moment - time.monotonic())

    def check(self) -> None:
        """Raise `OutOfTime` when the moment has passed; called for every step of the work."""
        if STOP.asked or (self.moment is not None and time.monotonic() > self.moment):
            raise OutOfTime
