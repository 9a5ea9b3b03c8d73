"""Games that are stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tilewright.outputs.games import Played
from tilewright.sim.simulation import simulate


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
