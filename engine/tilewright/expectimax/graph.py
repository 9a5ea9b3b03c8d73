"""All that can come of a moment, up to where nothing of the turn is left to chance or to its end.

The graph is found inside of the compiled game (`kernel.graph`); what is asked is asked of each end as it is found.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b
from typing import Generic, TypeVar

from tilewright.core import expr as core
from tilewright.expectimax.moment import Moment, leave_out
from tilewright.kernel import flow as f
from tilewright.kernel.flow import Status
from tilewright.kernel.graph import Circular, NodeKind, Reach, StateGraph, TooLargeGraph, TooManyRounds
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.kernel.wasm.native import NativeFault, compiled_once
from tilewright.kernel.wasm.walks import Walks
from tilewright.play.notation import moves_of
from tilewright.stopping import Unsupported

EndResult = TypeVar("EndResult")
_FEWEST = 1000
"""A graph of no more nodes than this is not cut any earlier."""


class TooManyStates(Unsupported):
    """There are more states than may be looked at."""

    def __init__(self) -> None:
        super().__init__("there are too many states to examine; ask later in the turn, or with fewer cards")


class NotAlone(Unsupported):
    """Another player has to choose."""

    def __init__(self) -> None:
        super().__init__(
            "another player has a choice in this turn; odds are only for turns in which one player chooses"
        )


class TurnGraph(Generic[EndResult]):
    """The graph from a moment on, with what `at_end` says of each end (`results`).

    Beyond the `most` nodes `TooManyStates` is raised, or the graph is `cut`. `without` are abilities that are not used. Unless others may
    choose (`contested`) `NotAlone` is raised where they do. A graph that exists already lends its `walks`.
    """

    def __init__(
        self,
        moment: Moment,
        reach: Reach,
        at_end: Callable[[FlatState], EndResult],
        most: int,
        cut: bool = False,
        without: tuple[int, ...] = (),
        contested: bool = False,
        walks: Walks | None = None,
    ) -> None:
        self.moment = moment.without(without) if without else moment
        self.reach, self._without, self.at_end = reach, without, at_end
        self.walks = walks or Walks(compiled_once(moment.machine.layout))
        self.walks.reach(reach)
        self.results: list[EndResult] = []
        cells = self.moment.state.cells
        self.graph = self._found(cells, most, cut, lambda state: self.results.append(at_end(state)))
        mover = cells.get(moment.machine.layout.mover)
        if not contested and any(
            kind == NodeKind.CHOICE and own != mover
            for kind, own in zip(self.graph.kinds, self.graph.deciders, strict=True)
        ):
            raise NotAlone

    def _found(self, cells: FlatState, most: int, cut: bool, note: Callable[[FlatState], None]) -> StateGraph:
        """The graph; where rounds of loops make a difference they are part of its states.

        Where one that may be cut needs more room than there is, it is cut earlier.
        """
        for counting in (False, True):
            self.walks.count_rounds(counting)
            self.results.clear()
            try:
                return self.walks.graph(cells, Status.DONE, most, note, cut)
            except (Circular, TooManyRounds):
                continue
            except TooLargeGraph:
                raise TooManyStates from None
            except NativeFault:
                if cut and most > _FEWEST:
                    return self._found(cells, most // 16, cut, note)
                raise TooManyStates from None
        raise TooManyStates

    @property
    def size(self) -> int:
        """How many states there are, without those that were not expanded."""
        return len(self.graph.order)

    def find(self, state: FlatState, status: Status) -> int | None:
        """The node of a state that has stopped; None if it was not met."""
        if self._without:
            state = state.copy()
            leave_out(state, self._without)
        return self.graph.by_key.get(self.walks.key(state, status))

    def texts(self, state: FlatState, stop: Pause) -> list[str]:
        """The moves at a choice, in the order of its codes."""
        if stop.status != Status.CHOICE:
            return []
        return [move.text for move in moves_of(self.moment.machine.interpreter, state, stop)]

    def after(self, state: FlatState, stop: Pause, code: int) -> tuple[FlatState, Pause]:
        """The next stop after a choice or an answer of chance."""
        return self.walks.after(state, stop, code)


def asking(moment: Moment, asked: core.Expr) -> Callable[[FlatState], int]:
    """Asks a condition (1 or 0) or a number of a state, of the player whose turn it is."""
    interpreter, known = moment.machine.interpreter, dict[bytes, int]()
    question = f.Question(asked, moment.machine.flow.turn_scope)

    def ask(state: FlatState) -> int:
        key = blake2b(state.buffer, digest_size=16).digest()
        if key not in known:
            known[key] = interpreter.ask(state, question)
        return known[key]

    return ask
