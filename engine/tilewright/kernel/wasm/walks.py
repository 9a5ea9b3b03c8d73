"""Graphs of what can come of a state, found by the runtime (`graph.c`) and read out of its memory."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import overload

from tilewright.kernel.flow import Status
from tilewright.kernel.graph import Circular, Reach, StateGraph, TooLargeGraph, TooLongLine, TooManyRounds, code_of
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import PICKED, Pause
from tilewright.kernel.wasm.native import CompiledGame, Native
from tilewright.stopping import STOP

CHUNK = 1 << 20
STEPS = 20_000
"""So many edges are followed inside before the host looks whether it is to stop."""
_NODE = 40
_MOST_ENDS = 1 << 20
"""About so many bytes of ends are kept inside before they are read."""


class _Result(IntEnum):
    WALKED = 0
    MORE = 1
    CYCLE = 2
    FULL = 3
    ENDS_FULL = 4
    TOO_MANY_ROUNDS = 5
    TOO_LONG = 6


_ENDLESS: dict[_Result, type[Exception]] = {
    _Result.CYCLE: Circular,
    _Result.FULL: TooLargeGraph,
    _Result.TOO_MANY_ROUNDS: TooManyRounds,
    _Result.TOO_LONG: TooLongLine,
}


class _Row(IntEnum):
    NODES = 0
    EDGES = 1
    ORDER = 2
    ENDS = 3


class Walks(Native):
    """A compiled game in which one walks from stop to stop up to a horizon."""

    def __init__(self, game: CompiledGame) -> None:
        super().__init__(game)
        self.call("graph_room", self.at + self.layout.size)

    def reach(self, reach: Reach) -> None:
        """How far walks go from now on."""
        self._reach = reach
        self.call("horizon", int(reach.settled), int(reach.turn), reach.block, int(reach.sure))

    def count_rounds(self, counting: bool) -> None:
        """Whether rounds of loops are part of states from now on, also where they make no difference but that there is an end of them."""
        self.call("count_rounds", int(counting))

    def graph(
        self,
        state: FlatState,
        status: Status,
        most: int,
        at_end: Callable[[FlatState], None],
        cut: bool = False,
    ) -> StateGraph:
        """What can come of a state that has stopped for the reason of the `status`, or is to go on.

        `at_end` gets each end, in the order of their numbers. Beyond the `most` nodes it is `cut`, or `TooLargeGraph` is raised. Raises `Circular`,
        `TooManyRounds`, and `KeyboardInterrupt` if it is to stop (`stopping.STOP`).
        """
        self.load(state)
        self.call("begin_graph", self.at, int(status), most, int(cut), int(self._reach.kept))
        read, room = 0, max(1, _MOST_ENDS // self.layout.size)
        while True:
            result = _Result(self.call("walk", STEPS, room))
            read += self._read_ends(at_end)
            if result in _ENDLESS:
                raise _ENDLESS[result]
            if result == _Result.WALKED:
                return self._found(read)
            if STOP.asked:
                raise KeyboardInterrupt

    def _read_ends(self, at_end: Callable[[FlatState], None]) -> int:
        """Take the ends that were found; how many."""
        size, each = self.call("row_size", _Row.ENDS), self.layout.size
        for end in range(size):
            chunk, at = divmod(end, CHUNK // each)
            start = self.call("row_chunk", _Row.ENDS, chunk) + at * each
            at_end(FlatState(self.layout, bytearray(self._memory.read(self._store, start, start + each))))
        self.call("ends_taken")
        return size

    def _row(self, row: _Row, each: int) -> memoryview:
        """All of a row, as numbers of 32 bits."""
        found, size, per = bytearray(), self.call("row_size", row), CHUNK // each
        for chunk in range(-(-size // per)):
            at = self.call("row_chunk", row, chunk)
            found += self._memory.read(self._store, at, at + each * min(per, size - chunk * per))
        return memoryview(found)

    def _found(self, ends: int) -> StateGraph:
        nodes, edges, order = self._row(_Row.NODES, _NODE), self._row(_Row.EDGES, 8), self._row(_Row.ORDER, 4)
        wide, narrow, step = nodes.cast("I"), nodes.cast("h"), _NODE // 4
        kinds = nodes[24::_NODE].tobytes()
        at = self.call("root_state")
        start = FlatState(self.layout, bytearray(self._memory.read(self._store, at, at + self.layout.size)))
        values = array("i", edges.cast("i")[1::2])
        root, first = order.cast("I")[-1], array("I", wide[4::step])
        status = Status(self.call("root_status"))
        edges_of_root = range(first[root], first[root] + wide[root * step + 5])
        codes = tuple(code_of(values[edge]) for edge in edges_of_root) if status == Status.CHOICE else ()
        return StateGraph(
            order=array("I", order.cast("I")),
            kinds=kinds,
            first=first,
            sizes=array("I", wide[5::step]),
            deciders=array("h", narrow[13 :: _NODE // 2]),
            secrets=nodes[25::_NODE].tobytes(),
            targets=array("I", edges.cast("I")[::2]),
            values=values,
            ends=ends,
            is_complete=0 not in kinds[1:],
            keys=_Keys(nodes),
            start=start,
            stop=Pause(status, codes),
        )

    # -- from stop to stop

    def on(self, state: FlatState, status: Status) -> tuple[FlatState, Pause]:
        """The next stop after a state, which is in canonical form there."""
        self.load(state)
        status = Status(self.call("walk_on", self.at, int(status)))
        codes: tuple[int, ...] = ()
        if status == Status.CHOICE:
            codes = self._codes(self.call("listed"))
        elif status == Status.CHANCE:
            codes = self._codes(self.call("answers", self.at))
        return FlatState(self.layout, bytearray(self.read())), Pause(status, codes)

    def after(self, state: FlatState, stop: Pause, code: int) -> tuple[FlatState, Pause]:
        """The next stop after a choice, or an answer of chance, with the code at a stop."""
        self.load(state)
        picked = state.get(self.layout.asked) == PICKED
        self.call("answer" if stop.status == Status.CHANCE and not picked else "choose", self.at, code)
        return self.on(FlatState(self.layout, bytearray(self.read())), Status.DONE)

    def along(self, state: FlatState, stop: Pause, index: int) -> tuple[FlatState, Pause]:
        """The next stop along an edge, by its place among those of a node."""
        if stop.status == Status.CHOICE or state.get(self.layout.asked) == PICKED:
            return self.after(state, stop, stop.codes[index])
        self.load(state)
        self.call("take_answer", self.at, index)
        return self.on(FlatState(self.layout, bytearray(self.read())), Status.DONE)

    def key(self, state: FlatState, status: Status) -> bytes:
        """The key of a state that stopped: the same for states that are one."""
        self.load(state)
        at = self.call("key_of", self.at, int(status))
        return bytes(self._memory.read(self._store, at, at + 16))


class _Keys(Sequence[bytes]):
    """The keys of nodes, in the bytes of all."""

    def __init__(self, nodes: memoryview) -> None:
        self._nodes = nodes

    def __len__(self) -> int:
        return len(self._nodes) // _NODE

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | Sequence[bytes]:
        if isinstance(index, slice):
            return [self[one] for one in range(*index.indices(len(self)))]
        if index >= len(self):
            raise IndexError(index)
        return bytes(self._nodes[index * _NODE : index * _NODE + 16])
