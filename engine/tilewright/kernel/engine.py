"""What runs a flow: the compiled game, or where that cannot be had the reference interpreter. Both change the same bytes alike."""

from __future__ import annotations

import os
from importlib.util import find_spec
from typing import Protocol

from tilewright.kernel.interpreter import Interpreter
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause, TrialBudget

ENGINE = "TILEWRIGHT_ENGINE"
"""The variable of the environment that asks for one of them."""
COMPILED, INTERPRETER = "compiled", "interpreter"


class Engine(Protocol):
    """Runs the flow of a game; what its functions mean `Interpreter` says.

    `begun` are the players whose turns have begun in the last run, `work` is all that trials have taken so far. To a list `visited` the
    blocks are added that it comes to, but for those of trials.
    """

    budget: TrialBudget | None
    begun: list[int]
    visited: list[int] | None
    work: int

    def run(self, state: FlatState, turns: bool = True) -> Pause: ...

    def step(self, state: FlatState, code: int, turns: bool = True) -> Pause: ...

    def answered(self, state: FlatState, kind: int, turns: bool = True) -> Pause: ...

    def leads_on(self, state: FlatState, code: int) -> bool: ...


def engine_for(layout: StateLayout, budget: TrialBudget | None = None, kind: str = "") -> Engine:
    """An engine of a kind, else the one that the environment asks for, else the compiled game if wasmtime is installed."""
    wanted = kind or os.environ.get(ENGINE, COMPILED)
    if wanted == INTERPRETER or find_spec("wasmtime") is None:
        return Interpreter(layout, budget)
    from tilewright.kernel.wasm.engine import CompiledEngine

    return CompiledEngine(layout, budget)
