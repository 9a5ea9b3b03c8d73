"""Executors for many games: worker processes that do not outlive their work, and a cluster by Dask's `distributed`
(extra ``cluster``)."""

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
"""The default maximum number of pending calls: enough for any number of workers."""


def in_order(executor: Executor, do: Callable[..., R], *asked: Iterable[object], ahead: int = AHEAD) -> Iterator[R]:
    """The results of calls, in order; at most `ahead` calls are pending.

    Unlike `Executor.map` it cancels no call when it is stopped: a pool whose workers have been terminated cannot handle
    that.
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
    """Worker processes that end with this process, however it ends.

    If the work is stopped, they do not finish what they have begun. A stop request does not interrupt anything here,
    because a pool interrupted while starting a worker is left in an inconsistent state; the workers are terminated once
    they have started. Then raises `KeyboardInterrupt`.
    """
    with ProcessPoolExecutor(workers, mp_context=_WorkerContext(), initializer=_begin_worker) as executor:
        try:
            with STOP.heeded():
                for _ in range(workers):
                    executor.submit(os.getpid)  # the pool starts a worker for each call that finds none idle
            with STOP.calling(_end_workers):
                yield executor
        except BaseException as problem:
            _end_workers()
            if STOP.asked and isinstance(
                problem, Exception
            ):  # a pool whose workers have been terminated may fail anywhere
                raise KeyboardInterrupt from None
            raise


def _end_workers() -> None:
    for child in multiprocessing.active_children():
        child.terminate()


class _Worker(SpawnProcess):
    """A process that starts with SIGINT blocked: Ctrl-C, which a terminal sends to the whole group, is handled by its
    parent only."""

    def start(self) -> None:
        """Start; a SIGINT to the parent is deferred until the process has started."""
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _WorkerContext(SpawnContext):
    """Starts workers as new interpreters."""

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
"""The number of workers that may be lost on the same games before these are given up."""
PATIENCE = 10
"""The timeout for the scheduler, in seconds."""


class NoCluster(Unsupported):
    """There is no cluster, or it runs other versions; the message says which."""


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """The workers of the scheduler at an address, such as ``tcp://10.0.0.1:8786``; pending work is canceled at the end.

    They need the same version of tilewright, but none of its files. Raises `NoCluster`, also if games are given up.
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
