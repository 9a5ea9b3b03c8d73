"""The continuations of a moment up to a horizon, with secret choices, and the value of each combination of answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from tilewright.equilibria.matrix import NoEquilibrium, Worth
from tilewright.expectimax.moment import Moment, TooManyStates, TurnGraph
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import LEAVES, NodeKind, SearchExtent, code_of
from tilewright.kernel.liveness import dataflow_of
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.kernel.wasm.native import compiled_once
from tilewright.kernel.wasm.walks import Walks
from tilewright.play.frames import upward
from tilewright.play.moves import moves_of
from tilewright.play.state import GameState

AnswerCodes = tuple[int, ...]
"""The codes of a player's secret answer, one per number."""


class StageGraph:
    """The graph of a moment; `worth` gives the value of an end. Raises `NoEquilibrium` if there are more than `most`
    states."""

    def __init__(
        self,
        moment: Moment,
        reach: SearchExtent,
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
        """Whether more answers follow in the same secret after an answer."""
        value = self.graph.values[edge]
        return self.is_secret(self.graph.targets[edge]) and not (value >= 0 and value & LEAVES)

    @cached_property
    def firsts(self) -> frozenset[int]:
        """The nodes at which secret blocks begin."""
        graph, found = self.graph, {self.graph.root}
        for node in graph.order:
            secret = self.is_secret(node)
            for edge in graph.edges(node) if graph.kinds[node] != NodeKind.END else ():
                if self.is_secret(graph.targets[edge]) and not (secret and self.goes_on(edge)):
                    found.add(graph.targets[edge])
        return frozenset(node for node in found if self.is_secret(node))

    # -- states and moves, computed only for the few nodes where they are needed

    @cached_property
    def _parents(self) -> dict[int, tuple[int, int]]:
        """For each node one predecessor, and the index of the edge."""
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
    """The return block of the verb in progress, the innermost or that of a name; -1 if it is not in progress."""
    for frame in upward(state.frame) if not state.over else ():
        body = frame.level.body
        if body.back is not None and name in (None, body.name):
            return state.cells.number(body.back)
    return -1


def is_secret(state: GameState) -> bool:
    """Whether the choice at a state is secret."""
    return state.stop.status == Status.CHOICE and state.cells.number(state.interpreter.flow.secret) > 0


Said: TypeAlias = tuple[str, ...]
"""The answers of all players of a block."""


class Answers(ABC):
    """The answers of a block: `texts` has the available ones of each of its `players`.

    The value of a combination is computed on demand, once. `NoEquilibrium` is raised if more than `most` combinations
    are requested.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[Said, Worth] = {}
        self._lines: list[dict[str, AnswerCodes]] = []
        self.asked: dict[int, int] = {}

    @property
    def players(self) -> tuple[int, ...]:
        """The players who answer, in the order in which they are asked."""
        return tuple(self.asked)

    @property
    def texts(self) -> list[list[str]]:
        """The available answers of each player."""
        return [list(lines) for lines in self._lines]

    def __call__(self, said: Said) -> Worth:
        """The value of a combination to all players."""
        found = self._found.get(said)
        if found is None:
            if len(self._found) >= self._most:
                raise NoEquilibrium("there are too many combinations of simultaneous choices")
            found = self._found[said] = self._value(said)
        return found

    @abstractmethod
    def state(self, player: int) -> GameState:
        """A state at which a player is asked."""

    @abstractmethod
    def _value(self, said: Said) -> Worth: ...


class GraphAnswers(Answers):
    """The answers of a block that begins at a node of a graph; `worth` gives the value of a node after all have
    answered.

    Answers are `named` by their moves, or else by their codes, which is faster.
    """

    def __init__(
        self, stages: StageGraph, node: int, worth: Callable[[int], Worth], most: int, named: bool = True
    ) -> None:
        super().__init__(most)
        self._stages, self._worth, self._begin = stages, worth, node
        self._after: dict[int, dict[AnswerCodes, tuple[int, bool]]] = {}
        more = True
        while more:
            lines = self._answers(node)
            self.asked[stages.graph.deciders[node]] = node
            texts = self._texts(node) if named else {line: ";".join(map(str, line)) for line in lines}
            self._lines.append({texts[line]: line for line in lines})
            node, more = next(iter(lines.values()))

    def state(self, player: int) -> GameState:
        """A state at which a player is asked."""
        return self._stages.state(self.asked[player])

    def _value(self, said: Said) -> Worth:
        return self._worth(self._end(said))

    def _end(self, said: Said) -> int:
        """The node after the answers of all."""
        node, more = self._begin, True
        for number, text in enumerate(said):
            after = self._answers(node).get(self._lines[number][text])
            if after is None:
                raise NoEquilibrium("the possible answers depend on what others choose in secret")
            node, more = after
            if more == (number == len(said) - 1):
                raise NoEquilibrium("who has to answer depends on what others choose in secret")
        return node

    def _answers(self, node: int) -> dict[AnswerCodes, tuple[int, bool]]:
        """The available answers of the player who chooses at a node, each with the next node and whether others still
        have to answer."""
        if node not in self._after:
            self._after[node] = dict(self._listed(node, ()))
        return self._after[node]

    def _listed(self, node: int, line: AnswerCodes) -> list[tuple[AnswerCodes, tuple[int, bool]]]:
        graph, found = self._stages.graph, []
        for edge in graph.edges(node):
            target, own = graph.targets[edge], (*line, code_of(graph.values[edge]))
            more = self._stages.goes_on(edge)
            if more and graph.deciders[target] == graph.deciders[node]:
                found += self._listed(target, own)
            else:
                found.append((own, (target, more)))
        return found

    def _texts(self, node: int) -> dict[AnswerCodes, str]:
        """The answers at a node in the notation of moves."""
        return {line: "; ".join(texts) for line, texts in self._written(node, (), ())}

    def _written(
        self, node: int, line: AnswerCodes, texts: tuple[str, ...]
    ) -> list[tuple[AnswerCodes, tuple[str, ...]]]:
        graph, found, moves = self._stages.graph, [], self._stages.texts(node)
        for index, edge in enumerate(graph.edges(node)):
            target, own = graph.targets[edge], ((*line, code_of(graph.values[edge])), (*texts, moves[index]))
            if self._stages.goes_on(edge) and graph.deciders[target] == graph.deciders[node]:
                found += self._written(target, *own)
            else:
                found.append(own)
        return found


Stop = tuple[FlatState, Pause]


class StateAnswers(Answers):
    """The answers of a block at a moment; `worth` gives the value of a moment after all have answered.

    Of all combinations of answers, only the requested ones are expanded.
    """

    def __init__(self, moment: Moment, worth: Callable[[Moment], Worth], most: int) -> None:
        super().__init__(most)
        self._moment, self._worth = moment, worth
        flow = moment.machine.flow
        number = moment.state.cells.number(flow.secret)
        self._walks = Walks(compiled_once(moment.machine.layout))
        self._walks.reach(SearchExtent(block=dataflow_of(flow).secret_outs[number - 1]))
        self._after: dict[Said, Stop] = {(): (moment.state.cells, moment.state.stop)}
        self._states: dict[int, Stop] = {}
        at, player = self._after[()], moment.state.player
        while True:
            lines = self._answers(at, ())
            self.asked[player], self._states[player] = player, at
            self._lines.append({"; ".join(texts): line for line, texts, _ in lines})
            at = lines[0][2]
            if at[1].status != Status.CHOICE:
                break
            player = self._player(at)

    def _player(self, at: Stop) -> int:
        return self._game_state(at).player

    def _game_state(self, at: Stop) -> GameState:
        return self._moment.state.at(at[0].copy(), at[1])

    def state(self, player: int) -> GameState:
        """A state at which a player is asked."""
        return self._game_state(self._states[player])

    def _answers(
        self, at: Stop, line: AnswerCodes, texts: tuple[str, ...] = ()
    ) -> list[tuple[AnswerCodes, tuple[str, ...], Stop]]:
        """The available answers of the player who is asked, as codes and as moves, and the stop after each."""
        found, player = [], self._player(at)
        moves = moves_of(self._moment.machine.interpreter, *at)
        for code, move in zip(at[1].codes, moves, strict=True):
            after = self._walks.after(*at, code)
            if after[1].status == Status.CHOICE and self._player(after) == player:
                found += self._answers(after, (*line, code), (*texts, move.text))
            else:
                found.append(((*line, code), (*texts, move.text), after))
        return found

    def _value(self, said: Said) -> Worth:
        return self._worth(Moment(self._moment.machine, self._game_state(self._stop(said))))

    def _stop(self, said: Said) -> Stop:
        """The stop after the answers of the first players, or of all."""
        if said not in self._after:
            at = self._stop(said[:-1])
            for code in self._lines[len(said) - 1][said[-1]]:
                if code not in at[1].codes:
                    raise NoEquilibrium("the possible answers depend on what others choose in secret")
                at = self._walks.after(*at, code)
            if (at[1].status == Status.CHOICE) == (len(said) == len(self._lines)):
                raise NoEquilibrium("who has to answer depends on what others choose in secret")
            self._after[said] = at
        return self._after[said]
