"""What the runtime asks while it works: whether it is to stop, because the process is asked to, because it is late, or because a signal came."""

from __future__ import annotations

import ctypes
from collections.abc import Generator
from time import monotonic
from typing import TYPE_CHECKING

from tilewright.stopping import STOP

if TYPE_CHECKING:
    import wasmtime

_ASKS = ctypes.CFUNCTYPE(ctypes.c_size_t, ctypes.c_void_p)
"""A function that wasmtime calls for the runtime: what it returns is a trap, or 0. It is given more arguments than this one, which in C does no
harm: the caller removes them."""
_FREES = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class DeadlinePassed(Exception):
    """The moment came by which a compiled game was to have done its work."""


class StopCheck:
    """Whether a compiled game is to stop; also as the moment `until` of the monotonic clock has come.

    Python runs handlers of signals at the first statement of a function and where a generator goes on. What a handler raises in a function
    that C calls is lost, with what the function was to return: wasmtime's own callbacks return any address as a trap then, and
    the process dies. So wasmtime calls a generator that has begun and that waits inside of `try`.
    """

    def __init__(self, store: wasmtime.Store) -> None:
        import wasmtime
        from wasmtime import _bindings as c

        self.until: float | None = None
        self._raised: BaseException | None = None
        answers = self._answers()
        next(answers)
        self._called = _ASKS(answers.send)  # wasmtime does not keep it
        type, function = wasmtime.FuncType([], [wasmtime.ValType.i32()]), c.wasmtime_func_t()
        called = ctypes.cast(self._called, c.wasmtime_func_callback_t)
        c.wasmtime_func_new(store._context(), type.ptr(), called, None, _FREES(), ctypes.byref(function))
        self.function = wasmtime.Func._from_raw(function)

    def _answers(self) -> Generator[int, int | None, None]:
        """For each question a trap if the game is to stop, else 0."""
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
        if STOP.asked:
            raise KeyboardInterrupt
        if self.until is not None and monotonic() >= self.until:
            raise DeadlinePassed

    def reason(self) -> BaseException | None:
        """Why the last question was answered with a trap, once; None if none was."""
        reason, self._raised = self._raised, None
        return reason


def _trap() -> int:
    import wasmtime
    from wasmtime import _bindings as c

    return ctypes.cast(c.wasmtime_trap_new_code(wasmtime.TrapCode.INTERRUPT.value), ctypes.c_void_p).value or 0
