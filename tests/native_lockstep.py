"""The compiled kernel beside the reference interpreter: one game played by both, every stop and every byte of the state compared."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from lockstep import interpreter_of
from tilewright.core import expr as core
from tilewright.kernel.beginning import first_state
from tilewright.kernel.chance import SeededChance
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import FILLED, PICKED, Interpreter, Pause
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.play.match import Match


class NativeLockstep:
    """A state that is worked on by the interpreter and by the compiled game."""

    def __init__(self, match: Match, scores: Mapping[str, core.Expr] | None = None) -> None:
        self.interpreter = interpreter_of(match)
        self.chance = SeededChance(match.seed, match.machine.referee.layouts)
        self.native = Native(compiled(self.interpreter.layout, scores))
        self.state = first_state(self.interpreter.layout)
        self.native.load(self.state)
        assert self.advance().status == Status.OVER, "the set-up asks nobody"
        begin(self.interpreter, self.state)
        self.native.load(self.state)
        self.stop = self.advance()

    def advance(self) -> Pause:
        """Both go on to the next choice."""
        while True:
            stop = self.interpreter.run(self.state)
            assert self.native.run() == stop
            self.compare()
            if stop.status != Status.CHANCE:
                return stop
            self._answer(stop)

    def _answer(self, stop: Pause) -> None:
        """Chance answers as the seed says; of the compiled game the answer is the one that gives the same state."""
        layout = self.interpreter.layout
        before, asked = self.state.copy(), self.state.get(layout.asked)
        self.chance.answer(self.interpreter, self.state, stop)
        if asked == FILLED:
            self.native.load(self.state)
            return
        for code in stop.codes:
            after = before.copy()
            (self.interpreter.choose if asked == PICKED else self.interpreter.answer)(after, code)
            if after.buffer == self.state.buffer:
                (self.native.choose if asked == PICKED else self.native.answer)(code)
                break
        self.compare()

    def compare(self) -> None:
        """The states are the same, byte by byte."""
        assert differences(self.state, self.native.read()) == []

    def choose(self, code: int) -> None:
        """Make a choice in both, and go on."""
        self.interpreter.choose(self.state, code)
        self.native.choose(code)
        self.compare()
        self.stop = self.advance()


def begin(interpreter: Interpreter, state: FlatState) -> None:
    """The first turn begins, or the course, after the set-up."""
    state.set(state.layout.over, 0)
    if interpreter.flow.main is not None:
        state.set(state.layout.pc, interpreter.flow.main)
    else:
        interpreter.begin_turn(state, interpreter.flow.turn, state.get(state.layout.mover))


def differences(state: FlatState, other: bytes) -> list[tuple[int, int, int]]:
    """The cells of 16 bits that differ: where they are, and what both have."""
    ours, theirs = memoryview(state.buffer).cast("h"), memoryview(other).cast("h")
    return [(2 * at, one, two) for at, (one, two) in enumerate(zip(ours, theirs, strict=True)) if one != two]


def play_natively(match: Match, seed: int, most: int) -> tuple[int, int]:
    """Play a game at random by both; how many decisions and how many codes were compared."""
    random, both, decisions, listed = Random(seed), NativeLockstep(match), 0, 0
    while both.stop.status == Status.CHOICE and decisions < most:
        listed += len(both.stop.codes)
        both.choose(random.choice(both.stop.codes))
        decisions += 1
    return decisions, listed
