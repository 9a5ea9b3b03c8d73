"""An executor for tests that has no processes, and games that are stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

from tilewright.outputs.games import Played
from tilewright.sim.simulation import simulate


class AtOnce(Executor):
    """An executor that does what it is given when it is given."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a call that has been made."""
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def stopped_after(games: int) -> Callable[..., Iterator[Played]]:
    """`simulate`, stopped as by Ctrl-C when so many games have been played, over all calls."""
    left = games

    def stopped(*arguments: Any) -> Iterator[Played]:
        nonlocal left
        for game in simulate(*arguments):
            if not left:
                raise KeyboardInterrupt
            left -= 1
            yield game

    return stopped
