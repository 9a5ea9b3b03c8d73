"""An executor for tests that has no processes."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class AtOnce(Executor):
    """An executor that does what it is given when it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a call that has been made."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future
