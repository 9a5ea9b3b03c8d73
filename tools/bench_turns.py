"""How long proofs about turns take: the most in one, two, three and four turns of random endings.

    python tools/bench_turns.py [--turns N]... [--seeds N] [--limit SECONDS] [--workers N]

Realms are 6 x 6 with 12 face-up tiles of four types and 3 face-down stacks; the castle has 12 stacks of 1 or 2 tiles. Times
are seconds by the clock, and seconds of the processor, for everything: from the position to the line that the machine
has played. A `>` marks a run that reached the limit; `gap` lists its score and bound.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from line_search import random_ending
from tilewright.turns.solve import TurnsAnswer, solve_turns


def measured(turns: int, arguments: argparse.Namespace) -> str:
    """A row of the table."""
    clock, work, plans, open_ = list[float](), list[float](), list[int](), list[str]()
    for seed in range(arguments.seeds):
        position = random_ending(seed, side=6, stacks=12, types=4, up=12)
        started, busy = time.monotonic(), time.process_time()
        answer: TurnsAnswer = solve_turns(position, (), turns, time_limit=arguments.limit, workers=arguments.workers)
        clock.append(time.monotonic() - started)
        work.append(time.process_time() - busy)
        plans.append(answer.plans)
        if answer.status != "optimal":
            open_.append(f"{answer.line.total if answer.line else '-'}..{answer.bound}")
    mark = ">" if open_ else ""
    times = f"{median(clock):.2f} {mark}{max(clock):.2f} ({median(work):.2f} {mark}{max(work):.2f})"
    return f"| {turns} | {times} | {median(plans):.0f} {max(plans)} | {', '.join(open_)} |"


def main() -> None:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, action="append", metavar="N", help="only so many; may be repeated")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, OR-Tools {version('ortools')}, {arguments.workers} workers;", end=" ")
    print("median and worst in seconds (of the processor)\n")
    print("| turns | seconds | plans | gap |\n|---|---|---|---|")
    for turns in arguments.turns or (1, 2, 3, 4):
        print(measured(turns, arguments), flush=True)


if __name__ == "__main__":
    main()
