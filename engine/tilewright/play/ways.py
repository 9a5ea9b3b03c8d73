"""All ways from a state to an end, by moves; of ways that reach the same state, one is continued."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from tilewright.play.state import GameState

Way = TypeVar("Way")
"""How a state was reached: its moves, or something derived from them."""


def is_over(state: GameState) -> bool:
    """Whether the game is over in a state."""
    return state.over


def key_of(_: object, state: GameState) -> object:
    """The default key of a state, regardless of how it was reached."""
    return state.key


def ways_to_end(
    way: Way,
    state: GameState,
    longer: Callable[[Way, GameState], Iterable[tuple[Way, GameState]]],
    is_end: Callable[[GameState], bool] = is_over,
    key: Callable[[Way, GameState], object] = key_of,
    *,
    shortest: bool = False,
) -> Iterator[tuple[Way, GameState]]:
    """The ends that can be reached from a state, each with a way: depth first, or the `shortest` first (breadth first).

    `longer` yields the continuations of a way and its state; its exceptions propagate. An end may be yielded again,
    with another way.
    """
    waiting, known = deque([(way, state)]), set[object]()
    while waiting:
        way, state = waiting.popleft() if shortest else waiting.pop()
        if is_end(state):
            yield way, state
        elif (here := key(way, state)) not in known:
            known.add(here)
            found = longer(way, state)
            waiting.extend(found if shortest else reversed(list(found)))
