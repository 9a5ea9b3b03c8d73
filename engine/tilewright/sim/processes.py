"""Worker processes that do not outlive what they work for."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing.connection import wait
from threading import Thread
from typing import TypeVar

R = TypeVar("R")
AHEAD = 128
"""So many calls are under way at a time where nothing else is said: enough for as many workers as there may be."""


def in_order(executor: Executor, do: Callable[..., R], *asked: Iterable[object], ahead: int = AHEAD) -> Iterator[R]:
    """What calls give whose arguments stand side by side, in order; at most `ahead` of them are under way at a time.

    Unlike `Executor.map` it takes no call back when it is stopped: who ends the workers then ends a pool that
    cannot bear that.
    """
    waiting: deque[Future[R]] = deque()
    for arguments in zip(*asked, strict=False):
        waiting.append(executor.submit(do, *arguments))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def stopped_with_us() -> Iterator[None]:
    """When something stops the run, the workers do not play what they have begun to its end."""
    try:
        yield
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        raise


def processes(workers: int) -> Executor:
    """Worker processes that end with this one, however it ends."""
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_begin_worker)


def _begin_worker() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent gets it too, and ends the workers
    gc.set_threshold(200_000, 50, 50)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)
