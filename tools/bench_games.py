"""What many games cost: on local processes, on a Dask cluster on this machine, and as their number grows.

    python tools/bench_games.py [--most N] [--game GAME] [--players BOT,BOT]

Prints the tables of docs/benchmarks.md. Seconds of the processor are those of this process and of all that it has begun.
"""

from __future__ import annotations

import argparse
import os
import resource
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from tilewright.cli.args.series import SeriesRecipe, carried
from tilewright.sim.processes import cluster, processes
from tilewright.sim.simulation import Series, simulate

WORKERS = 2


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Measure what many games cost.")
    parser.add_argument("--game", default="cairns")
    parser.add_argument("--players", default="random,random", type=lambda text: tuple(text.split(",")))
    parser.add_argument("--most", type=int, default=10_000, help="the largest number of games (10,000)")
    parser.add_argument("--compare", type=int, default=1_000, help="games on processes and on the cluster (1,000)")
    options = parser.parse_args()
    series = Series(carried(SeriesRecipe(options.game, len(options.players), None, None, 0)), options.players)
    print("| games | on | seconds | processor | games a second | of the processor |")
    print("|---|---|---|---|---|---|")
    with processes(WORKERS) as executor:
        measure("2 processes", executor, series, options.compare)
    if find_spec("distributed") is None:
        print("Dask is not installed: pip install 'tilewright[cluster]'")
    else:
        with local_cluster() as executor:
            measure("Dask, 2 workers", executor, series, options.compare)
    size = 1_000
    while size <= options.most:
        with processes(WORKERS) as executor:
            measure("2 processes", executor, series, size)
        size = size * 10 if size * 10 <= options.most or size == options.most else options.most


def measure(name: str, executor: Executor, series: Series, games: int) -> None:
    """A row of the table; the workers have played a game before."""
    deque(simulate(series, range(1, 2 * WORKERS + 1), executor), maxlen=0)
    begun, used = time.perf_counter(), processor()
    deque(simulate(series, range(1, games + 1), executor, 4 * WORKERS), maxlen=0)
    seconds = time.perf_counter() - begun
    spent = processor() - used
    print(
        f"| {games:,} | {name} | {seconds:.1f} | {spent:.1f} | {games / seconds:.0f} | {games / spent:.0f} |",
        flush=True,
    )


def processor() -> float:
    """Seconds of the processor that this process and its children, living ones too, have used so far."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime + sum(map(_used_by, _children(os.getpid())))


def _children(parent: int) -> Iterator[int]:
    """The processes that a process has begun, and those that these have."""
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in map(int, (task / "children").read_text().split()):
            yield child
            yield from _children(child)


def _used_by(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def local_cluster() -> Iterator[Executor]:
    """Worker processes on this machine that a scheduler gives their games."""
    from distributed import LocalCluster

    with (
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None) as found,
        cluster(found.scheduler_address) as executor,
    ):
        yield executor


if __name__ == "__main__":
    main()
