"""Games on a cluster of machines, by Dask's `distributed` (extra ``cluster``).

A worker that is lost takes nothing with it: the scheduler gives its games to others, and as a game is decided by its number
alone, they come out the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import CancelledError, Executor
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from typing import Any

from tilewright.stopping import Unsupported

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
