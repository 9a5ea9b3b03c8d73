"""The values of the states of a turn under best play: backward induction (Bellman 1957), in exact integer arithmetic."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any

from tilewright.expectimax.moment import TurnGraph
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import NodeKind, StateGraph
from tilewright.kernel.state import FlatState


class Induction:
    """The values of the states of a graph, given the value of each end.

    `worths` are the values of the ends, if the results of the graph are something else. An unexpanded node has the
    value `unknown`; then the values are bounds.
    """

    def __init__(self, turn: TurnGraph[Any], unknown: int = 0, worths: Sequence[int] | None = None) -> None:
        self.turn, self.graph = turn, turn.graph
        self._denominators = _Denominators()
        self._numerators, self._of = self._values(self.graph, turn.results if worths is None else worths, unknown)

    def _values(self, graph: StateGraph, worths: Sequence[int], unknown: int) -> tuple[list[int], list[int]]:
        """For each node its value as a numerator, and the index of its denominator."""
        kinds, targets, weights, known = graph.kinds, graph.targets, graph.values, self._denominators
        found, of = [unknown] * len(kinds), [0] * len(kinds)
        value_of, denominator_of = found.__getitem__, of.__getitem__
        for node in graph.order:
            first = graph.first[node]
            if kinds[node] == NodeKind.END:
                found[node] = worths[first]
                continue
            if kinds[node] == NodeKind.OPEN:
                continue
            last = first + graph.sizes[node]
            after = targets[first:last]
            common = set(map(denominator_of, after))
            values: Iterable[int] = map(value_of, after)
            if len(common) == 1:
                (below,) = common
            else:
                below = known.common(frozenset(common))
                values = map(mul, values, [known.ratio(below, of[one]) for one in after])
            if kinds[node] == NodeKind.CHANCE:
                ways = weights[first:last]
                found[node] = sum(map(mul, values, ways))
                of[node] = known.times(below, sum(ways))
            else:
                found[node] = max(values)
                of[node] = below
        return found, of

    def __call__(self) -> Fraction:
        """The value of the root."""
        return self.value(self.graph.root)

    def value(self, node: int) -> Fraction:
        """The value of a node."""
        return Fraction(self._numerators[node], self._denominators.known[self._of[node]])

    @property
    def is_exact(self) -> bool:
        """Whether the values are exact, not bounds."""
        return self.graph.is_complete and 0 not in self.graph.targets  # node 0: everything not expanded

    @property
    def states(self) -> int:
        """The number of states with a value."""
        return len(self.graph.order)

    def moves(self, node: int | None = None) -> list[tuple[int, Fraction]]:
        """The value of each move at a decision (default: the first one), the best first: the index of the move, and its
        value.

        Of moves that lead to the same expanded state only one is listed; none if chance comes first.
        """
        graph, at = self.graph, self.graph.root if node is None else node
        if graph.kinds[at] != NodeKind.CHOICE:
            return []
        seen, found = set[int](), []
        for index, edge in enumerate(graph.edges(at)):
            target = graph.targets[edge]
            if target not in seen or not target:
                seen.add(target)
                found.append((index, self.value(target)))
        return sorted(found, key=lambda pair: -pair[1])

    def texts(self) -> dict[str, Fraction]:
        """The moves at the first decision with their values, the best first."""
        names = self.turn.texts(self.graph.start, self.graph.stop)
        return {names[index]: value for index, value in self.moves()}

    def best_at(self, state: FlatState) -> str | None:
        """The best move at a later state of the turn; None if the state is not in the graph."""
        state, stop = self.turn.walks.on(state, Status.DONE)
        node = self.turn.find(state, stop.status)
        moves = [] if node is None or stop.status != Status.CHOICE else self.moves(node)
        if node == self.graph.root:
            state, stop = self.graph.start, self.graph.stop
        return self.turn.texts(state, stop)[moves[0][0]] if moves else None

    def line(self, index: int) -> tuple[str, ...]:
        """A move at the first decision and the best ones after it, up to the next chance node or the end."""
        texts: list[str] = []
        state, stop, node = self.graph.start, self.graph.stop, self.graph.root
        while node and self.graph.kinds[node] == NodeKind.CHOICE:
            texts.append(self.turn.texts(state, stop)[index])
            target = self.graph.targets[self.graph.first[node] + index]
            state, stop = self.turn.after(state, stop, stop.codes[index])
            node = target
            while self.graph.kinds[node] == NodeKind.PASS:
                node = self.graph.targets[self.graph.first[node]]
            if not node or stop.status != Status.CHOICE:
                break
            index = self.moves(node)[0][0]
        return tuple(texts)


class _Denominators:
    """Denominators by index, so that equal ones are recognized quickly."""

    def __init__(self) -> None:
        self.known = [1]
        self._numbers = {1: 0}
        self._common: dict[frozenset[int], int] = {}
        self._ratios: dict[tuple[int, int], int] = {}
        self._products: dict[tuple[int, int], int] = {}

    def _number(self, denominator: int) -> int:
        if denominator not in self._numbers:
            self._numbers[denominator] = len(self.known)
            self.known.append(denominator)
        return self._numbers[denominator]

    def common(self, some: frozenset[int]) -> int:
        """The least common multiple of some."""
        if some not in self._common:
            self._common[some] = self._number(lcm(*(self.known[one] for one in some)))
        return self._common[some]

    def ratio(self, multiple: int, one: int) -> int:
        """The ratio of a multiple to a denominator."""
        pair = multiple, one
        if pair not in self._ratios:
            self._ratios[pair] = self.known[multiple] // self.known[one]
        return self._ratios[pair]

    def times(self, one: int, factor: int) -> int:
        """The product of a denominator and a factor."""
        pair = one, factor
        if pair not in self._products:
            self._products[pair] = self._number(self.known[one] * factor)
        return self._products[pair]
