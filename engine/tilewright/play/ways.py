"""Every way from a state to an end, by moves; of ways that lead to the same, one goes on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from tilewright.play.state import GameState

Way = TypeVar("Way")
"""How a state was reached: its moves, or what is made of them."""


def is_over(state: GameState) -> bool:
    """Whether nothing follows a state."""
    return state.over


def key_of(_: object, state: GameState) -> object:
    """What a state is known by, whatever led to it."""
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
    """The ends that can be reached from a state, each with a way; the `shortest` ones first, or else those with the first moves.

    `longer` gives what follows a way and its state; what it raises ends the walk. An end may come again, by another way.
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
