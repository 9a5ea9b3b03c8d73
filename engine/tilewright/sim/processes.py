"""Where many games are played: worker processes that do not outlive their work, and a cluster, by Dask's `distributed` (extra ``cluster``)."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from threading import Thread
from typing import Any, TypeVar

from tilewright.stopping import STOP, Unsupported

R = TypeVar("R")
AHEAD = 128
"""So many calls are under way at a time by default: enough for as many workers as there may be."""


def in_order(executor: Executor, do: Callable[..., R], *asked: Iterable[object], ahead: int = AHEAD) -> Iterator[R]:
    """What calls give whose arguments stand side by side, in order; at most `ahead` of them are under way at a time.

    Unlike `Executor.map` it takes no call back when it is stopped: a pool whose workers are ended cannot bear that.
    """
    waiting: deque[Future[R]] = deque()
    for arguments in zip(*asked, strict=False):
        waiting.append(executor.submit(do, *arguments))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Worker processes that end with this one, however it ends.

    When something stops what they work for, they do not play what they have begun to its end. A request to stop
    interrupts nothing here, for a pool that is interrupted while it begins a worker leaves half of it behind. It ends
    the workers instead once they have begun. Raises `KeyboardInterrupt` then.
    """
    with ProcessPoolExecutor(workers, mp_context=_WorkerContext(), initializer=_begin_worker) as executor:
        try:
            with STOP.heeded():
                for _ in range(workers):
                    executor.submit(os.getpid)  # the pool begins a worker for each call that finds none idle
            with STOP.calling(_end_workers):
                yield executor
        except BaseException as problem:
            _end_workers()
            if STOP.asked and isinstance(problem, Exception):  # a pool whose workers are ended may break anywhere
                raise KeyboardInterrupt from None
            raise


def _end_workers() -> None:
    for child in multiprocessing.active_children():
        child.terminate()


class _Worker(SpawnProcess):
    """A process that begins with SIGINT blocked: Ctrl-C, which a terminal sends to all, is for its parent alone."""

    def start(self) -> None:
        """Begin; a SIGINT to the parent meanwhile waits until it has begun."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _WorkerContext(SpawnContext):
    """Begins new interpreters as workers."""

    Process = _Worker


def _begin_worker() -> None:
    gc.set_threshold(200_000, 50, 50)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


LOSSES = 100
"""So many workers may be lost with the same games before these are given up."""
PATIENCE = 10
"""Seconds in which the scheduler has to answer."""


class NoCluster(Unsupported):
    """A cluster that is not there, or that other versions run on; the message says which."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler at an address, such as ``tcp://10.0.0.1:8786``; what is not done at the end is cancelled.

    They need the same version of tilewright, and none of its files. Raises `NoCluster`, also when games are given up.
    """
    try:
        distributed: Any = import_module("distributed")
    except ImportError as problem:
        raise NoCluster(f"a cluster needs {problem.name}; pip install 'tilewright[cluster]'") from None
    try:
        if not address:
            raise ValueError("it has no address")
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as problem:
        raise NoCluster(f"no cluster at {address}: {_first_line(problem)}") from None
    try:
        try:
            _same_version(client.run(version, "tilewright"))
        except ImportError:
            raise NoCluster(f"a worker of {address} has no tilewright") from None
        executor: Executor = client.get_executor(retries=LOSSES)
        yield executor
    except (distributed.CommClosedError, CancelledError) as problem:
        raise NoCluster(f"the cluster at {address} was lost: {_first_line(problem)}") from None
    except distributed.KilledWorker as problem:
        raise NoCluster(f"workers were lost repeatedly: {_first_line(problem)}") from None
    finally:
        client.close(timeout=PATIENCE)


def _same_version(found: dict[str, str]) -> None:
    """Other versions may play other games. Raises `NoCluster`."""
    if not found:
        raise NoCluster("the cluster has no workers")
    own = version("tilewright")
    if other := {worker: one for worker, one in found.items() if one != own}:
        worker, one = min(other.items())
        raise NoCluster(f"the worker {worker} has tilewright {one}, not {own}")


def _first_line(problem: Exception) -> str:
    return (str(problem).splitlines() or [type(problem).__name__])[0]
