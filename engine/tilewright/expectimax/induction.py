"""The values of the states of a turn under best play: backward induction (Bellman 1957), in exact integer arithmetic."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
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
        self._numerators, self._denominator = _values(self.graph, turn.results if worths is None else worths, unknown)

    def __call__(self) -> Fraction:
        """The value of the root."""
        return self.value(self.graph.root)

    def value(self, node: int) -> Fraction:
        """The value of a node."""
        return Fraction(self._numerators[node], self._denominator)

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


def _values(graph: StateGraph, worths: Sequence[int], unknown: int) -> tuple[list[int], int]:
    """For each node its value as a numerator, and their common denominator.

    The denominator grows where a mean has another one, first at the nodes before the last throws; what is known by
    then is scaled. So most nodes, which are choices, only compare whole numbers.
    """
    kinds, first, sizes, targets, weights = graph.kinds, graph.first, graph.sizes, graph.targets, graph.values
    end, is_open, chance = int(NodeKind.END), int(NodeKind.OPEN), int(NodeKind.CHANCE)
    found, denominator = [unknown] * len(kinds), 1
    value_of = found.__getitem__
    for done, node in enumerate(graph.order):
        kind, begin = kinds[node], first[node]
        if kind == end:
            found[node] = worths[begin] * denominator
        elif kind == is_open:
            found[node] = found[0]
        elif kind == chance:
            after, ways = targets[begin : begin + sizes[node]], weights[begin : begin + sizes[node]]
            total, among = sum(map(mul, map(value_of, after), ways)), sum(ways)
            if total % among:
                for one in (0, *graph.order[:done]):
                    found[one] *= among
                denominator, total = denominator * among, total * among
            found[node] = total // among
        else:
            found[node] = max(map(value_of, targets[begin : begin + sizes[node]]))
    return found, denominator
