"""Questions that are asked in many states, as functions beside those of a compiled game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from tilewright.core import expr as core
from tilewright.kernel.layout import StateLayout
from tilewright.kernel.state import FlatState
from tilewright.kernel.wasm.emit import questions_text
from tilewright.kernel.wasm.native import CompiledGame, Native, after_states, machine_code

if TYPE_CHECKING:
    import wasmtime


class CompiledQuestions(Native):
    """Answers to questions in a state: numbers, and for conditions 1 if they hold, else 0.

    Raises `TooLargeNumber` if a number does not fit into 32 bits.
    """

    def __init__(self, game: CompiledGame, asked: Sequence[core.Expr]) -> None:
        super().__init__(game)
        module, size = _module(game.layout, tuple(asked))
        self.grow(after_states(game.layout) + size)
        own = self.linked(module)
        self._asked = [self.bound(own[f"question{number}"]) for number in range(len(asked))]
        self._state = self.view(self.at, self.layout.size)

    def __call__(self, state: FlatState) -> tuple[int, ...]:
        self._state[:] = state.buffer
        return tuple([ask(self.at) for ask in self._asked])


@lru_cache(maxsize=64)
def _module(layout: StateLayout, asked: tuple[core.Expr, ...]) -> tuple[wasmtime.Module, int]:
    """The machine code of questions, and the size of their tables."""
    import wasmtime

    text, size = questions_text(layout, asked, after_states(layout))
    return machine_code(bytes(wasmtime.wat2wasm(text))), size
