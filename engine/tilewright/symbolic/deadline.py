"""The time by which a model must have been built."""

from __future__ import annotations

import time


class OutOfTime(Exception):
    """The time limit was reached before the model was built; `solve` turns it into an answer."""


class Deadline:
    """A moment on the monotonic clock, in seconds; None is never."""

    def __init__(self, moment: float | None = None) -> None:
        self.moment = moment

    @property
    def left(self) -> float | None:
        """The seconds until then, 0 when it has passed."""
        return None if self.moment is None else max(0.0, self.moment - time.monotonic())

    def check(self) -> None:
        """Raise `OutOfTime` when the moment has passed; called for every step of the work."""
        if self.moment is not None and time.monotonic() > self.moment:
            raise OutOfTime
