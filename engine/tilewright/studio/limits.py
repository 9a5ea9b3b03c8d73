"""Limits of a child process: what a text asks for is paid by the child alone, and ends with it."""

from __future__ import annotations

import sys

if sys.platform != "emscripten":  # a browser has limits of its own
    import resource

MEMORY = 1 << 30
"""Bytes of address space for a child that answers requests or serves an editor. The largest games with bots take 0.7 of it, and a thread more
takes 64 MB at once."""
SOLVER_MEMORY = 2 << 30
"""Bytes of address space for a child that solves."""
SECONDS = 10
"""Seconds of the processor for one request, and for what an editor sends."""
LONGEST, WORKERS = 600.0, 2
"""Seconds of work on one question, and threads of the solver."""
BOT_SECONDS = 60
"""The same for a move in a game, which a bot may have to think of."""


def limit_memory(size: int) -> None:
    """Let this process take no more address space; more raises `MemoryError` or ends it."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    size = size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_AS, (size, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def unlimit_memory() -> None:
    """Let this process take as much address space as the one that began it."""
    if sys.platform == "emscripten":
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_time(seconds: int = SECONDS) -> None:
    """End this process when it has used the processor for so long from now; the next call begins anew."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + 1 + seconds
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = until if most == resource.RLIM_INFINITY else min(until, most)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))
