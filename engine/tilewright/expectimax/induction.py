"""What states of a turn are worth to a player who chooses best: backward induction (Bellman 1957), in whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tilewright.expectimax.graph import Edge, Stop, TooManyStates, TurnGraph

Payoff = Callable[[Stop, int], int]
"""What a result comes to with what is held: a whole number."""


class Induction:
    """The values of the states of a graph; what they are worth is found out when it is asked.

    The value of a stop is a whole number over its `denominator`. After `most` states, and at stops that are open, it is
    what is `unknown`: then the values are bounds. Without it `TooManyStates` is raised.
    """

    def __init__(self, graph: TurnGraph, result: Payoff, most: int, unknown: int | None = None) -> None:
        self.graph = graph
        self.is_exact = graph.is_complete
        self._left = most
        self._unknown = unknown
        self._result = result
        self._known: list[dict[int, int]] = [{} for _ in graph.order]

    def __call__(self) -> Fraction:
        """The value of the state that the graph begins with."""
        return self._fraction(self.graph.root, self.graph.held)

    @property
    def states(self) -> int:
        """How many states were looked at."""
        return sum(map(len, self._known))

    def moves(self, stop: Stop | None = None, held: int | None = None) -> list[tuple[Edge, Fraction]]:
        """What each move at a decision (the first one) is worth, the best first; none where chance comes first."""
        stop, held = stop or self.graph.root, self.graph.held if held is None else held
        if stop.is_chance:
            return []
        found = [(edge, self._fraction(edge.target, held + edge.gain)) for edge in stop.edges]
        return sorted(found, key=lambda pair: -pair[1])

    def _fraction(self, stop: Stop, held: int) -> Fraction:
        try:
            return Fraction(self._value(stop, held), stop.denominator)
        except RecursionError:  # hundreds of moves and throws one after another
            raise TooManyStates from None

    def _value(self, stop: Stop, held: int) -> int:
        known = self._known[stop.number]
        value = known.get(held)
        if value is None:
            if stop.is_open or not self._left:
                return self._guessed(stop)
            if not stop.edges:
                value = self._result(stop, held)
            elif stop.is_chance:
                value = 0
                for target, gain, weight in stop.ways:
                    value += weight * self._value(target, held + gain)
            else:
                value = max([weight * self._value(target, held + gain) for target, gain, weight in stop.ways])
            known[held] = value
            self._left -= self._left > 0
        return value

    def _guessed(self, stop: Stop) -> int:
        """What a state is taken to be worth that is not gone on from."""
        self.is_exact = False
        if self._unknown is None:
            raise TooManyStates
        return self._unknown * stop.denominator
