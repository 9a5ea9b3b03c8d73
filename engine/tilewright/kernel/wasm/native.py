"""Compiled games: modules loaded by wasmtime, states as bytes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tilewright.core import expr as core
from tilewright.kernel.flow import Status
from tilewright.kernel.interpreter import Stop
from tilewright.kernel.layout import Layout
from tilewright.kernel.state import State
from tilewright.kernel.wasm.emit import Compiler
from tilewright.kernel.wasm.tables import ARENA_END, CODES

if TYPE_CHECKING:
    import wasmtime

PAGE = 65536
_STATES = 64
"""So many states of the host there is room for, one behind the other."""


@cache
def _engine() -> wasmtime.Engine:
    import wasmtime

    return wasmtime.Engine()


@cache
def _runtime() -> wasmtime.Module:
    import wasmtime

    return wasmtime.Module(_engine(), Path(__file__).with_name("runtime.wasm").read_bytes())


class Native:
    """A compiled game. Its one state lies in memory; `load` and `read` copy it in and out."""

    def __init__(
        self, layout: Layout, scores: Mapping[str, core.Expr] | None = None, heights: Mapping[int, Sequence[int]] | None = None
    ) -> None:
        import wasmtime

        self.layout = layout
        self.scores = list(scores or {})
        compiler = Compiler(layout)
        self.text = compiler.text(scores or {}, heights or {})
        self.binary = wasmtime.wat2wasm(self.text)
        module = wasmtime.Module(_engine(), self.binary)
        self._store = store = wasmtime.Store(_engine())
        size = 1 + len(compiler.module.called)
        table = wasmtime.Table(store, wasmtime.TableType(wasmtime.ValType.funcref(), wasmtime.Limits(size, None)), None)
        runtime = wasmtime.Instance(store, _runtime(), [table])
        self._of_runtime = runtime.exports(store)
        self._memory = self._of_runtime["memory"]
        needed = -(-(ARENA_END + _STATES * layout.size) // PAGE) - self._memory.size(store)
        if needed > 0:
            self._memory.grow(store, needed)
        imports = {**{name: self._of_runtime[name] for name in self._of_runtime}, "table": table}
        given = [imports[known.name] for known in module.imports]
        self._of_game = wasmtime.Instance(store, module, given).exports(store)
        self.at = ARENA_END + layout.size

    def _call(self, name: str, *given: int) -> Any:
        return self._of_runtime[name](self._store, *given)

    def load(self, state: State | bytes) -> None:
        """Make a state the one that is worked on."""
        self._memory.write(self._store, state.buffer if isinstance(state, State) else state, self.at)

    def read(self) -> bytes:
        """The state that is worked on."""
        return bytes(self._memory.read(self._store, self.at, self.at + self.layout.size))

    def codes(self, count: int) -> tuple[int, ...]:
        raw = self._memory.read(self._store, CODES, CODES + 4 * count)
        return tuple(memoryview(raw).cast("i"))

    def run(self) -> Stop:
        """Go on to the next stop."""
        status = Status(self._call("go_on", self.at))
        if status == Status.CHOICE:
            return Stop(status, self.codes(self._call("listed")))
        if status == Status.CHANCE:
            return Stop(status, self.codes(self._call("answers", self.at)))
        return Stop(status)

    def choose(self, code: int) -> None:
        self._call("choose", self.at, code)

    def answer(self, kind: int) -> None:
        self._call("answer", self.at, kind)

    def score(self, player: int) -> dict[str, int]:
        """The parts of the score of a player."""
        return {name: self._of_game[f"score{i}"](self._store, self.at, player) for i, name in enumerate(self.scores)}

    def playouts(self, games: int, seed: int, most: int = 1 << 30) -> int:
        """Play random games from the state that is worked on; how many decisions they took."""
        self._call("seed_with", seed & 0x7FFFFFFF, seed >> 31 & 0x7FFFFFFF)
        self._call("begin_playouts", self.at, games)
        while self._call("playouts", most):
            pass
        return int(self._call("decided"))

    def perft(self, depth: int) -> int:
        """How many ways there are to make so many decisions."""
        return int(self._call("perft", self.at, depth))
