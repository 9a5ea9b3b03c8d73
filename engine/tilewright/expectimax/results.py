"""What a goal comes to where nothing of a turn is left to chance."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core import expr as core
from tilewright.expectimax.graph import NotAlone, Stop, TooManyStates, TurnGraph
from tilewright.play.state import State

MOST_AFTER = 100_000
"""So many states are looked at after the last throw of chance at most."""


class Results:
    """Asks the results of a graph for a condition (1 or 0) or a number; at the `end` of the turn, as well as can be."""

    def __init__(self, graph: TurnGraph, asked: core.Expr, end: bool) -> None:
        self._graph = graph
        self._walker = graph.walker
        self.goal = asked
        self.at_end = end
        self._known: dict[object, int] = {}

    def __call__(self, stop: Stop, held: int) -> int:
        """What a result with what is held comes to."""
        return self.of(self.state_of(stop, held))

    def of(self, state: State) -> int:
        """What a state comes to at which nothing is left to chance; it is changed."""
        if not self.at_end or state.over:
            return self.asked(state)
        with self._walker.unsettled():
            state.choice = None
            self._walker.advance(state)
            return self._best(state)

    def ends(self, state: State, most: int) -> Iterator[State]:
        """The ends of the turn that can follow on a state at which nothing is left to chance, each once.

        The state is changed. Raises `NotAlone`, and `TooManyStates` after so many states.
        """
        with self._walker.unsettled():
            if not state.over:
                state.choice = None
                self._walker.advance(state)
            open_, known, player = [state], {state.key}, state.mover
            while open_:
                here = open_.pop()
                if here.over:
                    yield here
                    continue
                if here.player != player:
                    raise NotAlone
                for move in self._walker.moves_at(here):
                    after = here.copy()
                    self._walker.apply(after, move)
                    if after.key not in known:
                        known.add(after.key)
                        open_.append(after)
                if len(known) > most:
                    raise TooManyStates

    def asked(self, state: State) -> int:
        """What is asked, at a state as it is."""
        referee = self._walker.referee
        env = {**referee.deciding_player(state.table, state.mover), **state.env}
        return referee.answer(state, self.goal, env)

    def state_of(self, stop: Stop, held: int) -> State:
        """The state of a stop with what lies in the blind pools."""
        assert stop.state is not None
        state = stop.state.copy()
        state.choice = stop.state.choice
        for seat in self._graph.blind:
            state.table.empty(seat)
        for seat, (pile, caps, flags), count in self._graph.contents(held):
            grid = state.table.changing(seat)
            for _ in range(count):
                space = grid.add(pile[-1])
                grid.lay(space, pile)
                grid.caps[space], grid.flags[space] = caps, flags
        return state

    def _best(self, state: State) -> int:
        """The best that can come of a state up to the end of the turn."""
        if state.over:
            return self.asked(state)
        key = state.key
        if key not in self._known:
            found = []
            for move in self._walker.moves_at(state):
                after = state.copy()
                self._walker.apply(after, move)
                found.append(self._best(after))
            self._known[key] = max(found)
            if len(self._known) > MOST_AFTER:
                raise TooManyStates
        return self._known[key]
