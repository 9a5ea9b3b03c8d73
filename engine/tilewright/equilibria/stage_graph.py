"""All that can come of a moment up to a horizon, with what players choose in secret: the graph of the compiled game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from tilewright.equilibria.matrix import NoEquilibrium, Worth
from tilewright.expectimax.graph import TooManyStates, TurnGraph
from tilewright.expectimax.moment import Moment
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import LEAVES, NodeKind, Reach
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.kernel.wasm.walks import Walks
from tilewright.play.frames import upward
from tilewright.play.state import GameState

AnswerCodes = tuple[int, ...]
"""The codes of what a player answers in secret, one number after another."""


class StageGraph:
    """The graph from a moment on; `worth` says what an end is worth. Raises `NoEquilibrium` where there are more than `most` states."""

    def __init__(
        self,
        moment: Moment,
        reach: Reach,
        worth: Callable[[FlatState], Worth],
        most: int,
        walks: Walks | None = None,
    ) -> None:
        try:
            self._turn = TurnGraph(moment, reach, worth, most, contested=True, walks=walks)
        except TooManyStates:
            raise NoEquilibrium(
                "there are too many states to evaluate; ask a smaller question, or ask later in the game"
            ) from None
        self.graph = self._turn.graph
        self.worths = self._turn.results
        self._states: dict[int, tuple[FlatState, Pause]] = {self.graph.root: (self.graph.start, self.graph.stop)}
        self._moment = moment

    @property
    def players(self) -> int:
        return self._moment.machine.layout.players

    def is_secret(self, node: int) -> bool:
        """Whether a player chooses in secret at a node."""
        return self.graph.kinds[node] == NodeKind.CHOICE and self.graph.secrets[node] > 0

    def goes_on(self, edge: int) -> bool:
        """Whether others, or the same player, have still to answer in the same secret after an answer."""
        value = self.graph.values[edge]
        return self.is_secret(self.graph.targets[edge]) and not (value >= 0 and value & LEAVES)

    @cached_property
    def firsts(self) -> frozenset[int]:
        """The nodes at which players begin to choose in secret."""
        graph, found = self.graph, {self.graph.root}
        for node in graph.order:
            secret = self.is_secret(node)
            for edge in graph.edges(node) if graph.kinds[node] != NodeKind.END else ():
                if self.is_secret(graph.targets[edge]) and not (secret and self.goes_on(edge)):
                    found.add(graph.targets[edge])
        return frozenset(node for node in found if self.is_secret(node))

    # -- states and moves, which are worked out for the few nodes where they are needed

    @cached_property
    def _parents(self) -> dict[int, tuple[int, int]]:
        """For each node one that leads to it, and the index of the edge."""
        graph, found = self.graph, dict[int, tuple[int, int]]()
        for node in reversed(graph.order):
            for index, edge in enumerate(graph.edges(node) if graph.kinds[node] != NodeKind.END else ()):
                found.setdefault(graph.targets[edge], (node, index))
        return found

    def _at(self, node: int) -> tuple[FlatState, Pause]:
        waiting = [node]
        while waiting[-1] not in self._states:
            waiting.append(self._parents[waiting[-1]][0])
        for one in reversed(waiting[:-1]):
            parent, index = self._parents[one]
            if self.graph.kinds[parent] == NodeKind.PASS:
                self._states[one] = self._states[parent]
            else:
                self._states[one] = self._turn.walks.along(*self._states[parent], index)
        return self._states[node]

    def state(self, node: int) -> GameState:
        """The state of a node."""
        cells, stop = self._at(node)
        return self._moment.state.at(cells.copy(), stop)

    def texts(self, node: int) -> list[str]:
        """The moves at a node, in the order of its edges."""
        return self._turn.texts(*self._at(node))


def verb_around(state: GameState, name: str | None = None) -> int:
    """The block to which the verb returns that is being done, the innermost or that of a name; -1 where it is not done."""
    for frame in upward(state.frame) if not state.over else ():
        body = frame.level.body
        if body.back is not None and name in (None, body.name):
            return state.cells.number(body.back)
    return -1


def is_secret(state: GameState) -> bool:
    """Whether the choice at a state is made in secret."""
    return state.stop.status == Status.CHOICE and state.cells.number(state.interpreter.flow.secret) > 0
