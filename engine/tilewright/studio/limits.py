"""Resource limits of child processes, so that an expensive text ends only its own process."""

from __future__ import annotations

import sys

if sys.platform != "emscripten":  # browsers have their own limits
    import resource

MEMORY = 1 << 30
"""The address space in bytes of a child for requests or an editor. The largest games with bots need 0.7 of it; each
thread takes 64 MB more."""
SOLVER_MEMORY = 2 << 30
"""The address space in bytes of a child that solves."""
SECONDS = 10
"""The processor time in seconds of one request, or of a message of an editor."""
LONGEST, WORKERS = 600.0, 2
"""The time limit in seconds of a question, and the threads of the solver."""
BOT_SECONDS = 60
"""The processor time in seconds of a move, for which a bot may have to search."""


def limit_memory(size: int) -> None:
    """Limit the address space of this process; beyond it `MemoryError` is raised or the process ends."""
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    size = size if most == resource.RLIM_INFINITY else min(size, most)
    resource.setrlimit(resource.RLIMIT_AS, (size, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def unlimit_memory() -> None:
    """Restore the address space limit of the parent process."""
    if sys.platform == "emscripten":
        return
    _, most = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_time(seconds: int = SECONDS) -> None:
    """End this process after so much more processor time; each call restarts the limit."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + 1 + seconds
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = until if most == resource.RLIM_INFINITY else min(until, most)
    resource.setrlimit(resource.RLIMIT_CPU, (until, most))
