"""The compiled kernel and the reference interpreter: one game played by both, every stop, all work and every byte of the state compared."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from lockstep import interpreter_of
from tilewright.kernel.engine import Engine
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause
from tilewright.kernel.table import first_state
from tilewright.kernel.wasm.engine import CompiledEngine
from tilewright.play.budget import Budget
from tilewright.play.match import Match


class NativeLockstep:
    """A state of each engine, which has a budget of its own; at some of the turns they stop."""

    def __init__(self, match: Match, budget: Callable[[], Budget] = Budget) -> None:
        self.interpreter = interpreter_of(match)
        layout = self.interpreter.layout
        self.engines: list[Engine] = [Interpreter(layout, budget()), CompiledEngine(layout, budget())]
        self.chance = match.state.chance
        self.states = [first_state(layout) for _ in self.engines]
        self.random = Random(match.seed)
        assert self.advance(None).status == Status.OVER, "the set-up asks nobody"
        for state in self.states:
            begin(self.interpreter, state)
        self.stop = self.advance(None)

    def advance(self, code: int | None) -> Pause:
        """Both go on to the next choice, perhaps after one."""
        while True:
            turns = self.random.random() < 0.5
            stops = []
            for engine, state in zip(self.engines, self.states, strict=True):
                if code is None:
                    stop = engine.run(state, turns)
                else:
                    stop = engine.step(state, code, turns)
                met = [(stop, engine.begun)]
                while stop.status == Status.CHANCE:
                    stop, drawn = self.chance.go_on(engine, state, stop, turns)
                    met.append((stop, engine.begun, drawn))
                stops.append((met, state.get(state.layout.pc)))
            assert stops[0] == stops[1]
            self.compare()
            if stop.status != Status.DONE:
                return stop
            assert not turns
            code = None

    def compare(self) -> None:
        """The states are the same, byte by byte, and all has taken the same work."""
        assert differences(self.states[0], self.states[1].buffer) == []
        budgets = [engine.budget for engine in self.engines]
        assert self.engines[0].work == self.engines[1].work
        assert budgets[0] is not None and budgets[1] is not None and budgets[0].left == budgets[1].left

    def choose(self, code: int) -> None:
        """Make a choice in both, and go on."""
        self.stop = self.advance(code)

    def try_all(self) -> None:
        """Both say the same of each choice: whether it leads on."""
        for code in self.stop.codes:
            states = zip(self.engines, self.states, strict=True)
            assert len({engine.leads_on(state, code) for engine, state in states}) == 1


def begin(interpreter: Interpreter, state: FlatState) -> None:
    """The first turn begins, or the course, after the set-up."""
    state.set(state.layout.over, 0)
    if interpreter.flow.main is not None:
        state.set(state.layout.pc, interpreter.flow.main)
    else:
        interpreter.begin_turn(state, interpreter.flow.turn, state.get(state.layout.mover))


def differences(state: FlatState, other: bytes | bytearray) -> list[tuple[int, int, int]]:
    """The cells of 16 bits that differ: where they are, and what both have."""
    ours, theirs = memoryview(state.buffer).cast("h"), memoryview(other).cast("h")
    return [(2 * at, one, two) for at, (one, two) in enumerate(zip(ours, theirs, strict=True)) if one != two]


def play_natively(match: Match, seed: int, most: int) -> tuple[int, int]:
    """Play a game at random by both; how many decisions and how many codes were compared."""
    random, both, decisions, listed = Random(seed), NativeLockstep(match), 0, 0
    while both.stop.status == Status.CHOICE and decisions < most:
        listed += len(both.stop.codes)
        if decisions % 8 == 0:
            both.try_all()
        both.choose(random.choice(both.stop.codes))
        decisions += 1
    return decisions, listed
