"""The compiled game as an engine on states of the host: the same methods as `Interpreter`, on the same bytes.

A call copies the state in, runs, and copies it out; further numbers are exchanged in a struct of the runtime (`host`).
"""

from __future__ import annotations

import ctypes
from functools import lru_cache
from threading import Lock

from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout, TooLargeNumber
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause, TrialBudget
from tilewright.kernel.wasm.native import Native, compiled_once
from tilewright.kernel.wasm.questions import CODES_ROOM
from tilewright.kernel.wasm.tables import CODES
from tilewright.kernel.wasm.walks import Walks

_MOST_BEGUN, _MOST_VISITED = 2048, 1 << 16
_STATUSES = tuple(Status)
_GO_ON, _CHOOSE, _ANSWER = range(3)


class _Host(ctypes.Structure):
    """`struct host` of the runtime."""

    _fields_ = (
        ("left", ctypes.c_int64),
        ("work", ctypes.c_int64),
        ("limited", ctypes.c_int32),
        ("share", ctypes.c_int32),
        ("counts", ctypes.c_int32),
        ("to_turn", ctypes.c_int32),
        ("questions", ctypes.c_int32),
        ("costly", ctypes.c_int32),
        ("begun", ctypes.c_int32),
        ("visits", ctypes.c_int32),
        ("movers", ctypes.c_int32 * _MOST_BEGUN),
    )
    left: int
    work: int
    limited: int
    share: int
    counts: int
    to_turn: int
    questions: int
    costly: int
    begun: int
    visits: int
    movers: ctypes.Array[ctypes.c_int32]


class _Instance:
    """A compiled game with its memory, which holds one state at a time: `lock` is held during a call."""

    def __init__(self, layout: StateLayout, traced: bool) -> None:
        self.native, self.lock = Native(compiled_once(layout, traced)), Lock()
        self.state = self.native.view(self.native.at, layout.size)
        self.codes = self.native.view(CODES, 4 * CODES_ROOM).cast("i")
        self.visited = self.native.view(self.native.call("visited_at"), 4 * _MOST_VISITED).cast("i")
        self.host = _Host.from_address(self.native.address(self.native.call("host_at")))
        self.step, self.tries = self.native.function("step"), self.native.function("try_choice")


@lru_cache(maxsize=16)
def _instance(layout: StateLayout, traced: bool = False) -> _Instance:
    """The compiled game of a layout, shared by all engines of the process."""
    return _Instance(layout, traced)


class StateKeys:
    """Computes keys of stopped states: equal keys mean the same continuations, apart from the number of draws so far.
    Keys are valid within one process."""

    def __init__(self, layout: StateLayout) -> None:
        self._walks, self._lock = Walks(compiled_once(layout)), Lock()
        self._walks.count_rounds(True)

    def __call__(self, state: FlatState, status: Status) -> bytes:
        with self._lock:
            return self._walks.key(state, status)


@lru_cache(maxsize=16)
def state_keys(layout: StateLayout) -> StateKeys:
    """The keys of a layout, shared by the process."""
    return StateKeys(layout)


class CompiledEngine:
    """Runs the flow of a game, with the methods that `Interpreter` documents. The game is compiled at the first call."""

    def __init__(self, layout: StateLayout, budget: TrialBudget | None = None) -> None:
        self.layout, self.budget = layout, budget
        self.work = 0
        self.begun: list[int] = []
        self.visited: list[int] | None = None

    def run(self, state: FlatState, turns: bool = True) -> Pause:
        """Run to the next stop."""
        return self._step(state, _GO_ON, 0, turns)

    def step(self, state: FlatState, code: int, turns: bool = True) -> Pause:
        """Make a choice, and run to the next stop."""
        return self._step(state, _CHOOSE, code, turns)

    def answered(self, state: FlatState, kind: int, turns: bool = True) -> Pause:
        """Give the answer of chance (a kind), and run to the next stop."""
        return self._step(state, _ANSWER, kind, turns)

    def leads_on(self, state: FlatState, code: int) -> bool:
        """Whether everything that is open, or begins with a choice, can be completed."""
        instance = _instance(self.layout)
        with instance.lock:
            instance.state[:] = state.buffer
            self._allow(instance.host)
            try:
                return bool(instance.tries(instance.native.at, code))
            except TooLargeNumber as problem:
                Interpreter(self.layout).leads_on(state, code)  # raises the same error with the statement
                raise problem
            finally:
                self._settle(instance.host)

    def _step(self, state: FlatState, does: int, code: int, turns: bool) -> Pause:
        instance = _instance(self.layout, self.visited is not None)
        host = instance.host
        with instance.lock:
            instance.state[:] = state.buffer
            host.to_turn = not turns
            if self.budget is not None:
                self._allow(host)
            else:
                host.limited = host.counts = 0
            try:
                stop = instance.step(instance.native.at, does, code)
            except TooLargeNumber as problem:
                self._raise_at_statement(state.copy(), does, code)
                raise problem
            finally:
                self._settle(host)
            state.buffer[:] = instance.state
            self.begun = host.movers[: host.begun] if host.begun else []
            if self.visited is not None:
                self.visited += instance.visited[: host.visits]
            return Pause(_STATUSES[stop & 7], tuple(instance.codes[: stop >> 3]))

    def _raise_at_statement(self, state: FlatState, does: int, code: int) -> None:
        """Repeat a step in the interpreter, to raise the same error with the statement, which the compiled game does
        not know."""
        interpreter = Interpreter(self.layout)
        if does == _CHOOSE:
            interpreter.choose(state, code)
        elif does == _ANSWER:
            interpreter.answer(state, code)
        interpreter.run(state)

    def _allow(self, host: _Host) -> None:
        """Tell the runtime how much work it may do."""
        budget = self.budget
        host.limited = budget is not None and budget.left < float("inf")
        host.counts = budget is not None and budget.counts_questions
        if budget is not None and host.limited:
            host.left, host.share = int(budget.left), budget.share

    def _settle(self, host: _Host) -> None:
        """Count the work that was done. Raises the exception of the budget if it was too much."""
        work = host.work
        self.work += work
        if self.budget is not None and (work or host.questions):
            for _ in range(host.questions):
                self.budget.ask()
            uses, costly = self.layout.flow.uses, host.costly
            self.budget.spend(work, uses[costly - 1].ability.card if costly else "")
