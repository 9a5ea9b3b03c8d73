"""Algorithms of the runtime on a compiled game: state graphs (`graph.c`), tree search (`search.c`), and UCT (`uct.c`)."""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Protocol, TypeVar, overload

from tilewright.kernel.flow import Status
from tilewright.kernel.graph import (
    Circular,
    SearchExtent,
    StateGraph,
    TooLargeGraph,
    TooLongLine,
    TooManyRounds,
    code_of,
)
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import PICKED, Pause, TooMuchWork
from tilewright.kernel.wasm.kept import KeptSearches, name_of
from tilewright.kernel.wasm.native import CompiledGame, Native, NativeFault
from tilewright.kernel.wasm.tables import CODES
from tilewright.stopping import STOP

CHUNK = 1 << 20
STEPS = 20_000
"""The number of edges followed inside before the host checks for a stop request."""
_NODE = 40
_MOST_ENDS = 1 << 20
"""The approximate size in bytes of the buffer of ends, after which they are read."""


T = TypeVar("T")


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
    """A compiled game that is walked from stop to stop up to a horizon."""

    def __init__(self, game: CompiledGame) -> None:
        super().__init__(game)
        self._counting = False
        self.call("graph_room", self.at + self.layout.size)

    def reach(self, reach: SearchExtent) -> None:
        """Set the extent of walks."""
        self._reach = reach
        self.call("horizon", int(reach.settled), int(reach.turn), reach.block, int(reach.sure))

    def count_rounds(self, counting: bool) -> None:
        """Whether iteration counts of loops are part of states, even where they only ensure that the loop ends."""
        self._counting = counting
        self.call("count_rounds", int(counting))

    def graph(
        self,
        state: FlatState,
        status: Status,
        most: int,
        at_end: Callable[[FlatState], object],
        cut: bool = False,
        kept: KeptSearches | None = None,
    ) -> StateGraph:
        """The graph of the states reachable from a state that stopped with `status`, or that is to be continued.

        `at_end` is called with each end, in order of their numbers. Beyond `most` nodes the graph is `cut`, or
        `TooLargeGraph` is raised. On a stop request (`stopping.STOP`) it is cut too, or `KeyboardInterrupt` is raised.
        Raises `Circular` and `TooManyRounds`. A walk that is `kept` continues where it was stopped, or where it was cut if
        there may be more nodes by now, and is written when it ends, stops or is about to be cut; its results have to be
        values of JSON.
        """
        name = name_of(state, status, cut, self._reach, self._counting)
        found = None if kept is None else kept.restore(name, self)
        why = _Result.MORE if found is None else _Result(found["why"])
        grows = found is None or most > found["most"]
        if why in _ENDLESS and not (why == _Result.FULL and (cut or grows)):
            raise _ENDLESS[why]
        results: list[Any] = []
        if found is None or (why == _Result.FULL and not cut):
            self.load(state)
            self.call("begin_graph", self.at, int(status), most, int(cut), int(self._reach.kept))
        else:
            results = found["ends"]
            self.call("allow_nodes", most)
            kept = None if why == _Result.WALKED or (why == _Result.FULL and not grows) else kept
        while True:
            result = self._walk(cut or kept is not None)
            results += self._read_ends(at_end)
            is_walked, is_cut, stopped = (
                result == _Result.WALKED,
                cut and result == _Result.FULL,
                self.deadline.passed(),
            )
            if result in _ENDLESS and not is_cut:
                if kept is not None:
                    kept.add(name, {"why": int(result), "most": most})
                raise _ENDLESS[result]
            if kept is not None and (is_walked or is_cut or stopped is not None):
                kept.add(name, {"why": int(result), "most": most, "ends": results}, self)
                kept = None
            if is_walked:
                return self._found(results)
            if stopped is not None and not (STOP.asked and cut and STOP.is_heeded):
                raise stopped
            if is_cut or stopped is not None:
                self.call("allow_nodes", 0)

    def _walk(self, resumed: bool) -> _Result:
        """Some steps of a walk. If it has to be `resumed` after a stop request, that does not interrupt a step."""
        self.deadline.is_left = resumed and STOP.is_heeded
        try:
            return _Result(self.call("walk", STEPS, max(1, _MOST_ENDS // self.layout.size)))
        finally:
            self.deadline.is_left = False

    def _read_ends(self, at_end: Callable[[FlatState], T]) -> list[T]:
        """Read the ends in the buffer."""
        size, each, results = self.call("row_size", _Row.ENDS), self.layout.size, list[T]()
        for end in range(size):
            chunk, at = divmod(end, CHUNK // each)
            start = self.call("row_chunk", _Row.ENDS, chunk) + at * each
            results.append(
                at_end(FlatState(self.layout, bytearray(self._memory.read(self._store, start, start + each))))
            )
        self.call("ends_taken")
        return results

    def _row(self, row: _Row, each: int) -> memoryview:
        """An array of the graph as 32-bit numbers."""
        found, size, per = bytearray(), self.call("row_size", row), CHUNK // each
        for chunk in range(-(-size // per)):
            at = self.call("row_chunk", row, chunk)
            found += self._memory.read(self._store, at, at + each * min(per, size - chunk * per))
        return memoryview(found)

    def _found(self, results: list[Any]) -> StateGraph:
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
            results=results,
            is_complete=0 not in kinds[1:],
            keys=_Keys(nodes),
            start=start,
            stop=Pause(status, codes),
        )

    # -- single steps

    def on(self, state: FlatState, status: Status) -> tuple[FlatState, Pause]:
        """The next stop after a state, in canonical form."""
        self.load(state)
        status = Status(self.call("walk_on", self.at, int(status)))
        codes: tuple[int, ...] = ()
        if status == Status.CHOICE:
            codes = self._codes(self.call("listed"))
        elif status == Status.CHANCE:
            codes = self._codes(self.call("answers", self.at))
        return FlatState(self.layout, bytearray(self.read())), Pause(status, codes)

    def after(self, state: FlatState, stop: Pause, code: int) -> tuple[FlatState, Pause]:
        """The next stop after a choice, or after an answer of chance, given by its code."""
        self.load(state)
        picked = state.get(self.layout.asked) == PICKED
        self.call("answer" if stop.status == Status.CHANCE and not picked else "choose", self.at, code)
        return self.on(FlatState(self.layout, bytearray(self.read())), Status.DONE)

    def along(self, state: FlatState, stop: Pause, index: int) -> tuple[FlatState, Pause]:
        """The next stop along an edge, by its index among those of the node."""
        if stop.status == Status.CHOICE or state.get(self.layout.asked) == PICKED:
            return self.after(state, stop, stop.codes[index])
        self.load(state)
        self.call("take_answer", self.at, index)
        return self.on(FlatState(self.layout, bytearray(self.read())), Status.DONE)

    def key(self, state: FlatState, status: Status) -> bytes:
        """The key of a stopped state; states with equal keys are one node."""
        self.load(state)
        at = self.call("key_of", self.at, int(status))
        return bytes(self._memory.read(self._store, at, at + 16))


class _Keys(Sequence[bytes]):
    """The keys of nodes, as slices of one byte string."""

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


NO_MOVE = -(1 << 30)
UNKNOWN = 1e18
"""A bound on a value that is unknown: larger than any sum of points."""
MEGABYTE = 1 << 20
_TABLE = "table"
"""The name of a table of positions among what is kept; it is for one question."""


class _Found(ctypes.Structure):
    _fields_ = (
        ("value", ctypes.c_double),
        ("searched", ctypes.c_int64),
        ("stored", ctypes.c_int64),
        ("move", ctypes.c_int32),
        ("complete", ctypes.c_int32),
    )
    value: float
    searched: int
    stored: int
    move: int
    complete: int


@dataclass(frozen=True)
class FoundValue:
    """A lower bound of the value of a state for a player, whether it is exact, and the code of the best choice (None
    where nobody chooses)."""

    value: float
    is_value: bool
    move: int | None


@dataclass(frozen=True)
class DepthCount:
    """The number of positions after a number of choices, and in how many of them the game is over."""

    depth: int
    positions: int
    over: int


class TreeSearch(Walks):
    """Alpha-beta search in a compiled game, with a transposition table of `megabytes` that is kept between searches.

    Raises `DeadlinePassed` after its `deadline`, and `KeyboardInterrupt` on a stop request (`stopping.STOP`); the table
    remains valid.
    """

    def __init__(self, game: CompiledGame, megabytes: int = 64) -> None:
        super().__init__(game)
        self._megabytes, self._has_table = megabytes, False

    def resume(self, kept: KeptSearches) -> None:
        """Continue with the table that was kept, if there is one."""
        self._has_table = kept.restore(_TABLE, self) is not None

    def keep(self, kept: KeptSearches) -> None:
        """Keep the table."""
        kept.add(_TABLE, [], self)

    def returns(self, state: FlatState, points: bool = False) -> tuple[float, ...]:
        """The returns of each player at a final state: the share of the victory, or the points (with two players, the
        difference)."""
        self.load(state)
        at = self.call("returns", self.at, int(points))
        return tuple(memoryview(bytes(self._memory.read(self._store, at, at + 8 * self.layout.players))).cast("d"))

    def counts(self, state: FlatState, depth: int) -> Sequence[DepthCount]:
        """The number of positions after each number of choices up to a depth; each possible answer of chance counts as
        a position."""
        self.load(state)
        at = self.call("perft", self.at, depth)
        numbers = memoryview(bytes(self._memory.read(self._store, at, at + 16 * (depth + 1)))).cast("Q")
        return [DepthCount(one, numbers[2 * one], numbers[2 * one + 1]) for one in range(depth + 1)]

    def perft(self, state: FlatState, depth: int) -> int:
        """The number of sequences of `depth` choices; one that ends the game earlier counts as one."""
        found = self.counts(state, depth)
        return found[depth].positions + sum(one.over for one in found[:depth])

    def value(
        self, state: FlatState, player: int, depth: int, points: bool = False, open_deal: bool = False
    ) -> FoundValue:
        """The value of a state for a player, in a game of one or two players, searched to a depth; a lower bound if
        that is not exact.

        With an `open_deal`, face-down pieces count as seen; else all their possible kinds are equally likely. The table
        holds values for one kind of question: use another `TreeSearch` for another one.
        """
        if not self._has_table:
            self.call("search_room", self._megabytes * MEGABYTE)
            self._has_table = True
        self.load(state)
        found = _Found.from_address(
            self.address(self.call("search", self.at, player, depth, int(points), int(open_deal)))
        )
        return FoundValue(found.value, bool(found.complete), None if found.move == NO_MOVE else found.move)

    def begin(self, most: int, bytes_each: int = 96) -> None:
        """Clear the table, and allocate one for searches that visit at most `most` positions in total."""
        self.call("search_room", most * bytes_each)
        self._has_table = True
        self.limit(most)

    def limit(self, most: int) -> None:
        """Set the number of visited positions, since the table was allocated, after which searches do not go deeper."""
        self.call("search_limit", most)

    @property
    def searched(self) -> int:
        """The number of positions visited since the table was allocated."""
        return _Found.from_address(self.address(self.call("search_found"))).searched

    @property
    def stored(self) -> int:
        """The number of positions in the table."""
        return _Found.from_address(self.address(self.call("search_found"))).stored


_BRANCH = struct.Struct("<iIdddiBBxx")
_MOST_FAULTS = 100
"""After this many failed iterations in a row (a limit was exceeded, or too much work), the error is raised."""


@dataclass(frozen=True, slots=True)
class ChoiceStatistics:
    """Statistics of a choice: the number of games; the mean of their value to the decider, of the share of the win, and
    of the lead (alone: of the points); the player who wins after it, if that is proved; whether the same player
    still decides after it in the same turn."""

    code: int
    visits: int
    worth: float
    won: float
    points: float
    winner: int | None
    stays: bool


class UctSettings(Protocol):
    """Settings of UCT: the number of decisions after which a rollout is cut off, the exploration constant, and the
    weight of the lead in the value of a game."""

    @property
    def limit(self) -> int: ...

    @property
    def exploration(self) -> float: ...

    @property
    def lead(self) -> float: ...


class UctTree(Native):
    """A compiled game with a UCT tree for the choices of one player.

    `parts`: the share of the remaining budget of a turn to spend on a choice; the next share if the best choice ends
    the turn.
    """

    parts: tuple[float, ...] = (0.5, 1.0)
    most_at_once = 64
    """The maximum number of games between two checks of the clock."""
    by_turns = False

    def __init__(self, game: CompiledGame) -> None:
        super().__init__(game)
        self.size, self._faults = 0, 0
        self.hides = self.layout.game.hides
        self.call("uct_room", self.at + self.layout.size)

    @property
    def least(self) -> int:
        """The minimum number of games of a search: one for each choice at the root."""
        return self.size

    def begin(
        self,
        state: FlatState,
        player: int,
        codes: Sequence[int],
        seed: int,
        settings: UctSettings,
        chosen: int | None = None,
    ) -> int:
        """Make the choice of a player the root; `state` is a determinization, consistent with what the player knows.

        Nodes are kept if the code `chosen` at the previous root leads here. Returns the number of games of the previous
        tree that went through this choice.
        """
        self.size, self._faults = len(codes), 0
        self.call("seed_with", seed & 0xFFFFFFF, seed >> 28 & 0xFFFFFFF)
        self.load(state)
        self._memory.write(self._store, struct.pack(f"<{len(codes)}i", *codes), CODES)
        numbers = round(1000 * settings.exploration), round(1000 * settings.lead), int(chosen is not None)
        kept = self.call("uct_begin", self.at, player, len(codes), settings.limit, *numbers, chosen or 0)
        return self._kept(kept, chosen)

    def _kept(self, games: int, chosen: int | None) -> int:
        """The number of games that count as done at a new root, given how many went through it."""
        return games

    def search(self, iterations: int) -> int:
        """Play so many games from the current state; returns their number, which is smaller once a win is proved.
        Raises `NativeFault` or `TooMuchWork` if no game can be played."""
        try:
            done = self.call("uct", self.at, iterations)
        except (NativeFault, TooMuchWork):
            self._faults += 1
            if self._faults == _MOST_FAULTS:
                raise
            return iterations
        self._faults = 0
        return done

    def games(self, tried: Sequence[ChoiceStatistics]) -> int:
        """The number of games, of which some began with each choice that was tried."""
        return sum(one.visits for one in tried)

    def tried(self) -> list[ChoiceStatistics]:
        """The statistics of the choices, in the order of their codes."""
        at = self.call("uct_branches")
        rows = _BRANCH.iter_unpack(self._memory.read(self._store, at, at + _BRANCH.size * self.size))
        return [self._tried(*row) for row in rows]

    @staticmethod
    def _tried(
        code: int, visits: int, worth: float, won: float, points: float, _: int, winner: int, stays: int
    ) -> ChoiceStatistics:
        games = max(1, visits)
        certain = winner - 1 if winner else None
        return ChoiceStatistics(code, visits, worth / games, won / games, points / games, certain, bool(stays))


class TurnTree(UctTree):
    """A tree whose branches are whole turns (`whole_turns.c`), for games whose measure is the value of a position."""

    parts = (1.0,)
    most_at_once = 8
    by_turns = True

    def __init__(self, game: CompiledGame, ahead: int, drawn: int) -> None:
        super().__init__(game)
        self.call("turns_room", ahead, drawn)

    @property
    def least(self) -> int:
        return 0

    def _kept(self, games: int, chosen: int | None) -> int:
        """Keeps the turns that begin with `chosen`; they do not count as games done."""
        self.call("begin_turns", int(chosen is not None), chosen or 0)
        return 0

    def games(self, tried: Sequence[ChoiceStatistics]) -> int:
        """The number of games; each is one turn, so choices share it."""
        return self.call("turn_games")

    def search(self, iterations: int) -> int:
        """Play so many games, each after one of the turns."""
        return self.call("try_turns", iterations)
