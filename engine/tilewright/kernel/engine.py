"""The engine that runs a flow (the compiled game, or the reference interpreter where wasmtime is missing), and chance
by a seed."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from random import Random
from typing import Protocol

from tilewright.kernel import layout as cells
from tilewright.kernel import table
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import COVERED, FlatState
from tilewright.kernel.stops import DRAWN, FILLED, PICKED, ROLLED, UNCOVERED, Pause, TrialBudget, outcomes
from tilewright.resources import is_installed

ENGINE = "TILEWRIGHT_ENGINE"
"""The environment variable that selects an engine."""
COMPILED, INTERPRETER = "compiled", "interpreter"


class Engine(Protocol):
    """Runs the flow of a game; `Interpreter` documents the methods.

    `begun`: the players whose turns began in the last run. `work`: the total work of trials so far. If `visited` is a
    list, the blocks that are reached are appended to it, without those of trials.
    """

    budget: TrialBudget | None
    begun: list[int]
    visited: list[int] | None
    work: int

    def run(self, state: FlatState, turns: bool = True) -> Pause: ...

    def step(self, state: FlatState, code: int, turns: bool = True) -> Pause: ...

    def answered(self, state: FlatState, kind: int, turns: bool = True) -> Pause: ...

    def leads_on(self, state: FlatState, code: int) -> bool: ...


def is_compiled(kind: str = "") -> bool:
    """Whether the engine of this kind (default: the one selected by the environment variable) is the compiled game, and
    wasmtime is installed."""
    return (kind or os.environ.get(ENGINE, COMPILED)) != INTERPRETER and is_installed("wasmtime")


def engine_for(layout: StateLayout, budget: TrialBudget | None = None, kind: str = "") -> Engine:
    """The engine of this kind; default: the one selected by the environment variable, else the compiled game if
    wasmtime is installed."""
    if not is_compiled(kind):
        return Interpreter(layout, budget)
    from tilewright.kernel.wasm.engine import CompiledEngine

    return CompiledEngine(layout, budget)


def state_keys_for(layout: StateLayout, kind: str = "") -> Callable[[FlatState, Status], bytes] | None:
    """The keys of states of the compiled game (`kernel.wasm.engine.StateKeys`); None for an engine of another kind."""
    if not is_compiled(kind):
        return None
    from tilewright.kernel.wasm.engine import state_keys

    return state_keys(layout)


class SeededChance:
    """Answers the questions of chance by a seed. `heights`: for each seat that is filled, the heights of its layout."""

    def __init__(self, seed: int, heights: Mapping[int, Sequence[int]] | None = None) -> None:
        self._seed, self.heights = seed, heights or {}

    def of_seed(self, seed: int) -> SeededChance:
        """The same with another seed."""
        return SeededChance(seed, self.heights)

    def go_on(self, engine: Engine, state: FlatState, stop: Pause, turns: bool = True) -> tuple[Pause, int | None]:
        """Answer the question at which a state stopped and run to the next stop; returns it, and the kind that was
        drawn or rolled, if any."""
        asked = state.get(state.layout.asked)
        if asked == FILLED:
            self._fill(state, state.get(state.layout.asked_seat))
            state.set(state.layout.asked, 0)
            return engine.run(state, turns), None
        if asked == PICKED:
            return engine.step(state, stop.codes[self._number(state, len(stop.codes))], turns), None
        rolled = asked == ROLLED
        kind = stop.codes[self._number(state, len(stop.codes))] if rolled else self._kind(state)
        return engine.answered(state, kind, turns), kind if asked != UNCOVERED else None

    def _number(self, state: FlatState, below: int) -> int:
        """A number below a limit, uniformly distributed, determined by the seed and the number of draws so far."""
        return Random(f"{self._seed}/{state.get(state.layout.draws)}").randrange(below)

    def _kind(self, state: FlatState) -> int:
        """The kind of a piece that is revealed: the one that was dealt, or else a random one of those that nobody has
        seen."""
        layout = state.layout
        at = state.get(layout.asked_seat), state.get(layout.asked_space)
        cell = layout.space_at(*at)
        dealt = state.get(layout.dealt, state.narrow[cell + cells.PIECE])
        if dealt >= 0:
            return dealt
        counts = [count - known for count, known in zip(outcomes(state), dealt_of(state), strict=True)]
        counts = [max(0, count) for count in counts]
        if state.get(layout.asked) == UNCOVERED:
            # A second generator for reveals, which is faster: most games reveal a piece in every turn.
            lot = f"{self._seed}/{at[0]} {at[1]} {state.narrow[cell + cells.HEIGHT]}"
            number = int.from_bytes(blake2b(lot.encode(), digest_size=8).digest(), "big") % sum(counts)
        else:
            assert state.get(layout.asked) == DRAWN
            number = self._number(state, sum(counts))
        for kind, count in enumerate(counts):
            if number < count:
                return kind
            number -= count
        raise AssertionError("the counts do not add up")

    def _fill(self, state: FlatState, seat: int) -> None:
        """Build face-up stacks with the heights of a layout; where covered pieces are hidden, also deal those. A hidden
        pile is shuffled."""
        layout = state.layout
        random = Random(f"{self._seed}/{state.get(layout.draws)}")
        if layout.place_at(seat).board.pile:
            table.shuffle(state, seat, random)
            return
        stacked, dealt = layout.game.sorts[0].kinds, dealt_of(state)
        pieces = [
            kind
            for kind in range(len(layout.game.kinds))
            if kind in stacked
            for _ in range(state.get(layout.bag, kind) - dealt[kind])
        ]
        random.shuffle(pieces)
        hides, begin = layout.place_at(seat).board.hides_covered, 0
        for space, height in enumerate(self.heights.get(seat, ())):
            pile = pieces[begin : begin + height]
            begin += height
            for index, kind in enumerate(pile):
                table.put(state, (seat, space), new_piece(state, kind, hides and index < len(pile) - 1))


class SilentChance(SeededChance):
    """Leaves revealed pieces unknown, so that a turn can be played without guessing them."""

    def __init__(self, heights: Mapping[int, Sequence[int]] | None = None) -> None:
        super().__init__(0, heights)

    def go_on(self, engine: Engine, state: FlatState, stop: Pause, turns: bool = True) -> tuple[Pause, int | None]:
        """Continue as if the piece had not been revealed."""
        if state.get(state.layout.asked) in (FILLED, PICKED):
            return super().go_on(engine, state, stop, turns)
        state.set(state.layout.asked, 0)
        return engine.run(state, turns), None


def new_piece(state: FlatState, kind: int, covered: bool) -> int:
    """Move a piece from the bag to the table: face-up, or dealt face-down so that nobody has seen it."""
    layout = state.layout
    piece = table.new_piece(state, COVERED if covered else 2 * kind + 1)
    if covered:
        state.set(layout.dealt, kind, piece)
        state.add(layout.covered, 1)
    else:
        state.add(layout.bag, -1, kind)
    return piece


def dealt_of(state: FlatState) -> list[int]:
    """The number of pieces of each kind that are dealt and still covered."""
    layout, narrow, found = state.layout, state.narrow, [0] * len(state.layout.game.kinds)
    if not layout.deals:
        return found
    shown, dealt = layout.kind.at, layout.dealt.at
    pairs = zip(narrow[shown + 1 : shown + layout.pieces], narrow[dealt + 1 : dealt + layout.pieces], strict=True)
    for kind, piece in pairs:
        if piece >= 0 and kind == COVERED:
            found[piece] += 1
    return found
