"""Compiled games in wasmtime: states are copied in and out as bytes, and whole games can be played inside,
interruptible by a stop request."""

from __future__ import annotations

import atexit
import ctypes
import pickle
import struct
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from tilewright.core import expr as core
from tilewright.disk import stamps
from tilewright.kernel.flow import Status
from tilewright.kernel.layout import MOST_IN_CELL, StateLayout, TooLargeNumber
from tilewright.kernel.state import FlatState
from tilewright.kernel.stops import Pause, TooMuchWork
from tilewright.kernel.wasm.emit import Compiler
from tilewright.kernel.wasm.tables import ARENA_END, CODES, DATA
from tilewright.resources import cache_folder
from tilewright.stopping import STOP, PlayError
from tilewright.store import Store

if TYPE_CHECKING:
    import wasmtime


_ASKS = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p)
"""The type of the callback that wasmtime calls for the runtime; it returns a trap, or 0. It receives more arguments
than declared, which is harmless with the C calling convention: the caller removes them."""
_FREES = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class DeadlinePassed(Exception):
    """A compiled game did not finish before its deadline."""


class StopCheck:
    """The check whether a compiled game has to stop: a stop request, or the moment `until` on the monotonic clock.

    Python runs signal handlers at the first statement of a function and where a generator resumes. An exception raised
    there, in a function called from C, is lost together with the return value; wasmtime's own callbacks then return an
    arbitrary address as a trap, and the process crashes. So wasmtime calls the `send` of a generator that waits inside
    `try`.
    """

    def __init__(self, store: wasmtime.Store) -> None:
        import wasmtime
        from wasmtime import _bindings as c

        self.until: float | None = None
        self.is_left = False
        """Whether that is left to the caller, who makes short calls and checks between them."""
        self._raised: BaseException | None = None
        answers = self._answers()
        next(answers)
        self._called = _ASKS(answers.send)  # a reference: wasmtime does not keep one
        type, function = wasmtime.FuncType([], [wasmtime.ValType.i32()]), c.wasmtime_func_t()
        called = ctypes.cast(self._called, c.wasmtime_func_callback_t)
        c.wasmtime_func_new(store._context(), type.ptr(), called, None, _FREES(), ctypes.byref(function))
        self.function = wasmtime.Func._from_raw(function)

    def _answers(self) -> Generator[int, int | None, None]:
        """For each call a trap if the game has to stop, else 0."""
        answer = 0
        while True:
            try:
                while True:
                    yield answer
                    self._check()
                    answer = 0
            except GeneratorExit:
                return
            except BaseException as problem:
                self._raised, answer = problem, _trap()

    def _check(self) -> None:
        if not self.is_left and (reason := self.passed()) is not None:
            raise reason

    def passed(self) -> BaseException | None:
        """`KeyboardInterrupt` or `DeadlinePassed` if the game has to stop, else None."""
        if STOP.asked:
            return KeyboardInterrupt()
        return DeadlinePassed() if self.until is not None and monotonic() >= self.until else None

    def reason(self) -> BaseException | None:
        """Why the last call returned a trap; reset by reading it. None if it did not."""
        reason, self._raised = self._raised, None
        return reason


def _trap() -> int:
    import wasmtime
    from wasmtime import _bindings as c

    return ctypes.cast(c.wasmtime_trap_new_code(wasmtime.TrapCode.INTERRUPT.value), ctypes.c_void_p).value or 0


_PAGE = 65536
_STATES = 64
"""The number of states of the host that there is room for."""
SLICE = 20_000
"""The number of decisions made inside before the host checks for a stop request."""
_PREFIX = "compiled-"
_FACTS = struct.Struct("<I32s")
"""What precedes cached machine code: the number of functions that the runtime calls, and the digest of the module."""
_RUNTIME = "runtime"
_REASONS = {
    1: "too many choices at once",
    2: "too many pieces or spaces",
    4: "blocks that must be done completely or not at all are nested too deeply",
    5: "too many changes of rules at once",
    6: "a shuffled pile or a filled board has too many possible results to search",
    7: "a piece must be drawn at random, and none is left",
    10: "one line of play has too many choices",
    20: "more was found than the memory can hold",
}
TOO_LARGE_NUMBER, TOO_MUCH_WORK, STOPPED = 3, 8, 9
"""Traps of the runtime that are not faults of a game."""
_ENGINE = Lock()


class NativeFault(PlayError):
    """A compiled game exceeded a fixed limit; the message says which, and at which statement."""


def _engine() -> wasmtime.Engine:
    """The engine of the process. Only one: modules of two engines cannot be linked; the lock is needed because `cache`
    alone makes two if two threads call at once."""
    with _ENGINE:
        return _new_engine()


@cache
def _new_engine() -> wasmtime.Engine:
    import wasmtime

    atexit.register(_close)
    config = wasmtime.Config()
    # Copy-on-write memory would be backed by files, which fails where the size of files is limited.
    config.memory_init_cow = False
    if _address_space_is_limited():
        # The default reservation of 4 GB makes bounds checks unnecessary; where addresses are limited it fails.
        config.memory_reservation, config.memory_guard_size = 0, _PAGE
        config.memory_reservation_for_growth = 0
    return wasmtime.Engine(config)


def _address_space_is_limited() -> bool:
    """Whether the address space of the process is limited, as for the workers of the studio."""
    try:
        from resource import RLIM_INFINITY, RLIMIT_AS, getrlimit
    except ImportError:  # on Windows
        return False
    return getrlimit(RLIMIT_AS)[0] != RLIM_INFINITY


def _close() -> None:
    """At exit, skip the finalizers of wasmtime: objects kept by threads, modules or caches may be deleted after
    wasmtime has been torn down, and the process frees its memory anyway."""
    from wasmtime._managed import Managed

    Managed.__del__ = lambda self: None  # type: ignore[method-assign]


@cache
def _runtime(store: Store | None) -> wasmtime.Module:
    """The runtime; its machine code is cached in the store."""
    binary = _runtime_binary()
    known = _kept(store, _RUNTIME) or _made(binary, 0, store, _RUNTIME)
    return known.code


@cache
def _runtime_binary() -> bytes:
    return Path(__file__).with_name("runtime.wasm").read_bytes()


@dataclass(frozen=True)
class _Module:
    """Machine code, the number of functions that the runtime calls, and a digest of the WebAssembly it was made from."""

    code: wasmtime.Module
    called: int
    digest: bytes


@dataclass(frozen=True)
class CompiledGame:
    """The compiled module of a game for a layout: machine code, the number of functions that the runtime calls, the
    names of the scores, and a `digest` of the module and the runtime, equal in every run."""

    layout: StateLayout
    module: wasmtime.Module
    called: int
    scores: tuple[str, ...]
    digest: str
    store: Store | None = None


def compiled(
    layout: StateLayout,
    scores: Mapping[str, core.Expr] | None = None,
    heights: Mapping[int, Sequence[int]] | None = None,
    store: Store | None = None,
    key: str = "",
    traced: bool = False,
    ties: Sequence[core.Expr] = (),
    measure: core.Expr | None = None,
) -> CompiledGame:
    """Compile a game.

    `scores` are the rules that are added up, `ties` those that break ties, in order; `measure` compares unfinished
    games. `heights`: for each seat that is filled, the heights of its layout.

    The machine code is cached in the store under `key`, which must identify the sources of layout, scores and heights
    (and the version of the program); without a key, under the text of the module. Raises `TooLarge`.
    """
    import wasmtime

    rules = scores or {}
    known = _kept(store, f"game {key}") if key else None
    if known is None:
        compiler = Compiler(layout, traced)
        text = compiler.text(rules, heights or {}, ties, measure)
        name, called = f"game {key or sha256(text.encode()).hexdigest()}", len(compiler.module.called)
        known = None if key else _kept(store, name)
        if known is None:
            known = _made(bytes(wasmtime.wat2wasm(text)), called, store, name)
    digest = sha256(known.digest + _runtime_binary()).hexdigest()
    return CompiledGame(layout, known.code, known.called, tuple(rules), digest, store)


@dataclass(frozen=True)
class PortableGame:
    """A compiled game for another host: the runtime and the module as WebAssembly binaries, the number of functions
    that the runtime calls, and the names of the scores."""

    runtime: bytes
    module: bytes
    called: int
    scores: tuple[str, ...]


def portable(
    layout: StateLayout,
    scores: Mapping[str, core.Expr],
    heights: Mapping[int, Sequence[int]],
    ties: Sequence[core.Expr] = (),
    measure: core.Expr | None = None,
) -> PortableGame:
    """Compile a game for another host, such as a browser; the arguments are those of `compiled`. Raises `TooLarge`."""
    import wasmtime

    compiler = Compiler(layout)
    text = compiler.text(scores, heights, ties, measure)
    return PortableGame(_runtime_binary(), bytes(wasmtime.wat2wasm(text)), len(compiler.module.called), tuple(scores))


@lru_cache(maxsize=16)
def compiled_once(layout: StateLayout, traced: bool = False) -> CompiledGame:
    """The compiled game of a layout, cached in the process and in the user's store."""
    key = f"{layout_key(layout)}{' traced' if traced else ''}"
    return compiled(layout, store=Store(cache_folder("tilewright-compiled")), key=key, traced=traced)


def after_states(layout: StateLayout) -> int:
    """The address after the states of the host."""
    return ARENA_END + _STATES * layout.size


def layout_key(layout: StateLayout) -> str:
    """A key for the module of a layout: a digest of the statements and pieces that it is made from, and of the program
    that makes it."""
    flow, game = layout.flow, layout.game
    facts = [getattr(game, field.name) for field in fields(game) if field.compare and field.name != "play_rules"]
    places = [(place.board, place.size, place.geometry.rows, place.geometry.columns) for place in layout.places]
    made_of = [flow.play_rules, [use.ability for use in flow.uses], facts, places, layout.players]
    return sha256(pickle.dumps([_program(), made_of], protocol=5)).hexdigest()


@cache
def _program() -> list[tuple[str, int, int, int]]:
    """The source files that make modules, by size and modification time (as for Python's own bytecode cache)."""
    engine = Path(__file__).parents[2]
    return stamps((engine / name for name in ("core", "kernel", "meaning", "table")), (".py",))


def machine_code(binary: bytes) -> wasmtime.Module:
    """Compile WebAssembly. Raises `NativeFault`."""
    import wasmtime

    try:
        return wasmtime.Module(_engine(), binary)
    except wasmtime.WasmtimeError as problem:
        raise NativeFault(f"the game cannot be compiled: {str(problem).splitlines()[0]}") from None


def _made(binary: bytes, called: int, store: Store | None, key: str) -> _Module:
    """Machine code, compiled and cached in the store."""
    made = _Module(machine_code(binary), called, sha256(binary).digest())
    if store is not None:
        store.write_bytes(_name(key), _head(key) + _FACTS.pack(called, made.digest) + bytes(made.code.serialize()))
        store.forget_oldest(_PREFIX)
    return made


def _name(key: str) -> str:
    return f"{_PREFIX}{sha256(_head(key)).hexdigest()[:32]}"


def _head(key: str) -> bytes:
    """The header of a cached file: its key, and the versions on which what follows depends."""
    return f"{key} made by {_version()}\n".encode()


@cache
def _version() -> str:
    """The versions on which machine code depends: wasmtime, the runtime, and the reservation of memory."""
    from importlib.metadata import version

    reserved = "little" if _address_space_is_limited() else "much"
    return f"{version('wasmtime')} {sha256(_runtime_binary()).hexdigest()} {reserved}"


def _kept(store: Store | None, key: str) -> _Module | None:
    """What is cached."""
    import wasmtime

    head, data = _head(key), None if store is None else store.read_bytes(_name(key))
    if data is None or not data.startswith(head):
        return None
    try:
        called, digest = _FACTS.unpack_from(data, len(head))
        return _Module(wasmtime.Module.deserialize(_engine(), data[len(head) + _FACTS.size :]), called, digest)
    except (struct.error, ValueError, wasmtime.WasmtimeError):
        return None


class Native:
    """A running compiled game with one state, copied in and out by `load` and `read`.

    Raises `NativeFault` where a fixed limit is exceeded, and `DeadlinePassed` after its `deadline`.
    """

    def __init__(self, game: CompiledGame) -> None:
        import wasmtime

        try:
            self._begin(game)
        except wasmtime.WasmtimeError as problem:
            raise NativeFault(f"the compiled game cannot begin: {str(problem).splitlines()[0]}") from None

    def _begin(self, game: CompiledGame) -> None:
        import wasmtime

        self.layout, self.scores = game.layout, game.scores
        self._functions: dict[str, Callable[..., int]] = {}
        self._store = store = wasmtime.Store(_engine())
        self.deadline = StopCheck(store)
        limits = wasmtime.Limits(1 + game.called, None)
        table = wasmtime.Table(store, wasmtime.TableType(wasmtime.ValType.funcref(), limits), None)
        runtime, self._linker = _runtime(game.store), wasmtime.Linker(_engine())
        given = [self.deadline.function if known.name == "stops" else table for known in runtime.imports]
        self._linker.define_instance(store, "runtime", wasmtime.Instance(store, runtime, given))
        self._linker.define(store, "runtime", "table", table)
        assert self._inside("__heap_base").value(store) <= CODES < DATA
        self._memory = self._inside("memory")
        self.grow(after_states(self.layout))
        self._game = self.linked(game.module)
        self.at = ARENA_END + self.layout.size

    def _inside(self, name: str) -> Any:
        """What the runtime exports by a name."""
        return self._linker.get(self._store, "runtime", name)

    def linked(self, module: wasmtime.Module) -> Any:
        """What a module exports that runs with the runtime, on the same memory."""
        return self._linker.instantiate(self._store, module).exports(self._store)

    def grow(self, size: int) -> None:
        """Let the memory have at least this size in bytes."""
        missing = size - self._memory.data_len(self._store)
        if missing > 0:
            self._memory.grow(self._store, -(-missing // _PAGE))

    def call(self, name: str, *given: int) -> int:
        """Call a runtime function with integers; 0 if it returns nothing."""
        return self.function(name)(*given)

    def _fault(self, trap: wasmtime.Trap) -> BaseException:
        if (stopped := self.deadline.reason()) is not None:
            return stopped
        why = self._inside("why")(self._store)
        if why == TOO_MUCH_WORK:
            uses, costly = self.layout.flow.uses, self._inside("costly")(self._store)
            return TooMuchWork(uses[costly - 1].ability.card if costly else "")
        if why == STOPPED:
            return KeyboardInterrupt()
        if why == TOO_LARGE_NUMBER:
            return self._too_large()
        state = FlatState(self.layout, bytearray(self.read()))
        level = self.layout.flow.blocks[state.get(self.layout.pc)].level
        reason = _REASONS.get(why, str(trap).splitlines()[-1].strip())
        wording = level.step.wording if level is not None and level.step is not None else None
        return NativeFault(reason if wording is None else f"{reason}: '{wording.text}'")

    def _too_large(self) -> TooLargeNumber:
        one, value = (self._inside(name)(self._store) for name in ("what_is_too_large", "how_large"))
        if one < 0:
            return TooLargeNumber(f"the number of '{list(self.layout.caps)[-1 - one]}'", value, MOST_IN_CELL)
        return TooLargeNumber(f"the counter '{list(self.layout.counters)[one - 1]}'" if one else "", value)

    def function(self, name: str) -> Callable[..., int]:
        """A runtime function on integers, called by the C interface of wasmtime.

        The overhead of the Python classes per call is ten times the cost of a decision.
        """
        known = self._functions.get(name)
        if known is None:
            known = self._functions[name] = self.bound(self._inside(name))
        return known

    def bound(self, function: wasmtime.Func) -> Callable[..., int]:
        """A function of the module on integers."""
        import wasmtime
        from wasmtime import _bindings as c

        type = function.type(self._store)
        size = max(1, len(type.params))
        raw, trap_pointer = (c.wasmtime_val_raw_t * size)(), ctypes.POINTER(c.wasm_trap_t)
        width = ctypes.sizeof(c.wasmtime_val_raw_t) // 8
        numbers = (ctypes.c_int64 * (width * size)).from_buffer(raw)
        is_wide = [str(result) for result in type.results] == ["i64"]
        result = (ctypes.c_int64 if is_wide else ctypes.c_int32).from_buffer(raw) if type.results else ctypes.c_int32(0)
        address, context = ctypes.byref(function._func), self._store._context()

        def call(*given: int) -> int:
            for index, number in enumerate(given):
                numbers[width * index] = number
            trap = trap_pointer()
            c.wasmtime_func_call_unchecked(context, address, raw, size, ctypes.byref(trap))
            if trap:
                raise self._fault(wasmtime.Trap._from_ptr(trap))
            return result.value

        return call

    def view(self, at: int, size: int) -> memoryview:
        """A view of the memory; it stays valid, as the memory does not grow any more."""
        return memoryview((ctypes.c_ubyte * size).from_address(self.address(at))).cast("B")

    def address(self, at: int) -> int:
        """The address in the process of an address in the memory."""
        return ctypes.addressof(self._memory.data_ptr(self._store).contents) + at

    # -- the memory

    def pieces(self, size: int) -> Iterator[bytes]:
        """The whole memory, in pieces of this size."""
        whole = self._memory.data_len(self._store)
        for at in range(0, whole, size):
            yield bytes(self._memory.read(self._store, at, min(whole, at + size)))

    def fill(self, pieces: Iterable[bytes]) -> None:
        """Replace the memory by that of another instance of the same module, which did not stop inside of a call."""
        at = 0
        for piece in pieces:
            self.grow(at + len(piece))
            self._memory.write(self._store, piece, at)
            at += len(piece)

    # -- the state

    def load(self, state: FlatState) -> None:
        """Copy a state in."""
        self._memory.write(self._store, state.buffer, self.at)

    def read(self) -> bytes:
        """The current state as bytes."""
        return bytes(self._memory.read(self._store, self.at, self.at + self.layout.size))

    def _codes(self, count: int) -> tuple[int, ...]:
        return tuple(memoryview(bytes(self._memory.read(self._store, CODES, CODES + 4 * count))).cast("i"))

    # -- single steps

    def run(self) -> Pause:
        """Run to the next stop, as `Interpreter.run`."""
        status = Status(self.call("go_on", self.at))
        if status == Status.CHOICE:
            return Pause(status, self._codes(self.call("listed")))
        return Pause(status, self._codes(self.call("answers", self.at)) if status == Status.CHANCE else ())

    def choose(self, code: int) -> None:
        """Make a choice at a state that stopped for one, or choose for chance."""
        self.call("choose", self.at, code)

    def answer(self, kind: int) -> None:
        """Give the answer of chance."""
        self.call("answer", self.at, kind)

    def leads_on(self, code: int) -> bool:
        """Whether everything that is open, or begins with a choice, can be completed."""
        return bool(self.call("try_choice", self.at, code))

    def score(self, player: int) -> dict[str, int]:
        """The parts of the score of a player."""
        return {name: self._game[f"score{i}"](self._store, self.at, player) for i, name in enumerate(self.scores)}

    # -- whole games

    def playouts(self, games: int, seed: int, most: int = 10_000) -> int:
        """Play random games from the current state, with chance and choices by a seed; returns the number of decisions.

        A game is abandoned after `most` decisions. A decision is a choice between two or more listed options. On a stop
        request (`stopping.STOP`), raises `KeyboardInterrupt` between slices of games.
        """
        self.call("seed_with", seed & 0xFFFFFFF, seed >> 28 & 0xFFFFFFF)
        self.call("begin_playouts", self.at, games, most)
        while self.call("playouts", SLICE):
            if STOP.asked:
                raise KeyboardInterrupt
        return self.call("decided")

    def first_choice(self, seed: int) -> int:
        """The first choice of a random game, at a state that stopped for a choice."""
        self.call("seed_with", seed & 0xFFFFFFF, seed >> 28 & 0xFFFFFFF)
        return self.call("first_choice", self.at)
