"""How long proofs about turns take: the most in one, two, three and four turns of random endings.

    python tools/bench_turns.py [--turns N]... [--seeds N] [--limit SECONDS] [--workers N] [--given]

Realms are 6 x 6 with 12 face-up tiles of four types and 3 face-down stacks; the castle has 12 stacks of 1 or 2 tiles. Times
are seconds by the clock, and seconds of the processor, for everything: from the position to the line that the machine
has played. A `>` marks a run that reached the limit; `gap` lists its score and bound.

With --given the tiles of each turn are known, two of the four types, and the statements of the game file under the solver are
beside a model written by hand (`peers.turns_by_hand`): executing or building, and solving, with the same parameters.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path
from random import Random
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from line_search import random_ending
from peers.turns_by_hand import TurnsByHand
from tilewright.symbolic.nodes import combine
from tilewright.turns.execute import best, scored
from tilewright.turns.plans import TakenPieces
from tilewright.turns.solve import LineSearch, TurnsAnswer, solve_turns


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


def given(turns: int, arguments: argparse.Namespace) -> str:
    """A row of the table of given hands; the two models have to find the same."""
    own, hand, open_ = list[float](), list[float](), list[str]()
    for seed in range(arguments.seeds):
        position = random_ending(seed, side=6, stacks=12, types=4, up=12)
        rng, kinds = Random(f"given {seed} {turns}"), {kind.code: kind.index for kind in position.game.kinds}
        letters = sorted({stack.up[-1][0] for stack in position.players[0].board.stacks if stack.up})
        hands = [[rng.choice(letters) for _ in range(2)] for _ in range(turns)]
        busy = time.process_time()
        search = LineSearch(position, (), turns, time_limit=arguments.limit, workers=arguments.workers)
        pool = min(search.evaluator.pools)
        hauls = [TakenPieces(((pool, tuple(sorted(2 * kinds[f"{one}1"] + 1 for one in tiles))),)) for tiles in hands]
        run = search.uses.executed(tuple(hauls), ((),) * turns)
        assert run is not None
        total = combine((1, part) for part in scored(run, search.rules).values())
        found = best(run, total, search.deadline, arguments.workers)
        own.append(time.process_time() - busy)
        busy = time.process_time()
        you = position.players[0]
        status, most, bound = TurnsByHand(you.board, hands, you.counters["reserve"]).solved(
            arguments.workers, arguments.limit
        )
        hand.append(time.process_time() - busy)
        if found.status == "optimal" and status == "OPTIMAL" and found.value != most:
            sys.exit(f"{turns} turns, seed {seed}: {found.value} by statements, {most} by hand")
        if found.status != "optimal" or status != "OPTIMAL":
            open_.append(f"{seed}: {found.value}..{found.bound}, by hand {most}..{bound}")
    ratio = median(one / other for one, other in zip(own, hand, strict=True))
    times = f"{median(own):.2f} {max(own):.2f} | {median(hand):.2f} {max(hand):.2f} | {ratio:.1f}"
    return f"| {turns} | {times} | {', '.join(open_)} |"


def main() -> None:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, action="append", metavar="N", help="only so many; may be repeated")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--given", action="store_true", help="the tiles of each turn are known")
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, OR-Tools {version('ortools')}, {arguments.workers} workers;", end=" ")
    if arguments.given:
        print("median and worst in seconds of the processor\n")
        print("| turns | by statements | by hand | ratio, median | gap |\n|---|---|---|---|---|")
        for turns in arguments.turns or (1, 2, 3, 4):
            print(given(turns, arguments), flush=True)
        return
    print("median and worst in seconds (of the processor)\n")
    print("| turns | seconds | plans | gap |\n|---|---|---|---|")
    for turns in arguments.turns or (1, 2, 3, 4):
        print(measured(turns, arguments), flush=True)


if __name__ == "__main__":
    main()
