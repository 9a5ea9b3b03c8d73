"""Our proofs beside models written by hand: for CP-SAT, and for clingo (answer set programming).

    python tools/bench_peers.py [--rounds N] [--dragon ID]... [--seed N] [--puzzles N] [--workers N] [--wall]

The puzzles are those of `bench_solve.py`. Measured is the whole time: ours reads the card, builds,
solves and scores the answer anew; the peers (`tools/peers/`) get the puzzle as numbers, build and
solve. All must prove the same optimum. Beside it the time of CP-SAT alone, on the compiled model
and on the one by hand, both with CP-SAT's own parameters. Every puzzle is solved by all in turn,
round after round; its time is the best of the rounds, of the processor and with one worker, which a
busy machine disturbs least (what takes over a second is run once). A run at the limit counts as the limit.

clingo (pip install clingo, or the extra `bench`) is left out where it is not installed; its options
are the best of a dozen tried for each card.
"""

from __future__ import annotations

import argparse
import gc
import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.util import find_spec
from statistics import median

from ortools.sat.python import cp_model

import tilewright
from bench_solve import SIZES, puzzle
from peers import by_hand
from peers.facts import facts
from tilewright import Pack, Puzzle
from tilewright.meaning.scoring import scoring_rules
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import possible_states
from tilewright.solver.solve import Solution, solve

CARDS = ("bravery", "tranquility", "righteousness")
LIMIT = 30.0
ONCE = 1.0  # what takes longer is not run again

Run = Callable[[], int | None]


@dataclass
class Times:
    """Seconds: a list of rounds for each puzzle."""

    puzzles: list[list[float]] = field(default_factory=list)

    @property
    def each(self) -> list[float]:
        return [min(rounds) for rounds in self.puzzles]

    def __str__(self) -> str:
        over = ">" if max(self.each) >= LIMIT else ""
        return f"{1000 * median(self.each):.0f} {over}{1000 * sum(self.each):.0f}"


def runners(pack: Pack, card: str, task: Puzzle, workers: int) -> Iterator[tuple[str, Run, Run | None]]:
    """Each contestant's whole work, and CP-SAT's part of it where there is one."""

    def ours() -> int | None:
        read = scoring_rules(pack.game, [pack.card(card)])
        answer = solve(task, read, time_limit=LIMIT, workers=workers)
        assert isinstance(answer, Solution), answer
        return answer.score if answer.status == "optimal" else None

    states = possible_states(task)
    model = arrangement(task, states, scoring_rules(pack.game, [pack.card(card)]))
    assert isinstance(model, Arrangement)
    compiled, own = model.model, by_hand.model(card, facts(task))
    yield "ours", ours, lambda: optimum(compiled, workers)
    yield "by hand", lambda: by_hand.best(card, facts(task), LIMIT, workers), lambda: optimum(own, workers)
    if find_spec("clingo"):
        from peers import asp

        yield "clingo", lambda: asp.best(card, facts(task), LIMIT, workers), None


def optimum(model: cp_model.CpModel, workers: int) -> int | None:
    """What CP-SAT proves with its own parameters."""
    solver = by_hand.solver_for(LIMIT, workers)
    return round(solver.objective_value) if solver.solve(model) == cp_model.OPTIMAL else None


def measure(runs: dict[str, Run], rounds: int, clock: Callable[[], float], times: dict[str, Times]) -> None:
    """Run all in turn; one who proves another optimum ends everything."""
    found: dict[str, list[float]] = {name: [] for name in runs}
    scores: dict[str, int | None] = {}
    for _ in range(rounds):
        for name, run in runs.items():
            if found[name] and found[name][0] > ONCE:
                continue
            started = clock()
            scores[name] = run()
            found[name].append(clock() - started if scores[name] is not None else LIMIT)
    if len(set(scores.values()) - {None}) > 1:
        sys.exit(f"proved optima differ: {scores}")
    for name, seconds in found.items():
        times.setdefault(name, Times()).puzzles.append(seconds)


def measured(pack: Pack, card: str, size: tuple[int, int], options: argparse.Namespace) -> dict[str, Times]:
    """The times of all contestants on the puzzles of a size."""
    times: dict[str, Times] = {}
    clock = time.perf_counter if options.wall else time.process_time
    for instance in range(options.puzzles):
        task = puzzle(pack, card, *size, f"{options.seed} {instance}")
        runs: dict[str, Run] = {}
        for name, run, alone in runners(pack, card, task, options.workers):
            runs[name] = run
            if alone is not None:
                runs[f"{name} (CP-SAT)"] = alone
        measure(runs, options.rounds, clock, times)
    return times


def ratios(above: Times | None, below: Times) -> str:
    """Of medians and of totals."""
    if above is None:
        return "-"
    return f"x{median(above.each) / median(below.each):.2f} x{sum(above.each) / sum(below.each):.2f}"


def row(name: str, times: dict[str, Times]) -> str:
    """A line of the table."""
    mine, hand = times["ours"], times["by hand"]
    clingo = times.get("clingo")
    cells = [name, mine, hand, ratios(mine, hand), times["ours (CP-SAT)"], times["by hand (CP-SAT)"]]
    cells += [ratios(times["ours (CP-SAT)"], times["by hand (CP-SAT)"]), clingo or "-", ratios(clingo, mine)]
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Measure and print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--puzzles", type=int, default=5, help="of each size")
    parser.add_argument(
        "--dragon", action="append", choices=sorted(by_hand.MODELS), help="only this card; may be repeated"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--wall", action="store_true", help="time by the clock, not of the processor")
    options = parser.parse_args()
    gc.set_threshold(200_000, 50, 50)  # as the commands of tilewright have it
    pack = tilewright.load_pack("dragon-castle")
    print(f"Python {platform.python_version()}, OR-Tools {version('ortools')},", end=" ")
    print(f"clingo {version('clingo')}," if find_spec("clingo") else "no clingo,", end=" ")
    print(f"{options.workers} workers, seed {options.seed}; median and total in milliseconds")
    heads = ["card, size", "ours", "by hand", "ours / by hand", "compiled, CP-SAT alone", "by hand, CP-SAT alone"]
    heads += ["ratio", "clingo", "clingo / ours"]
    print(f"\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    everything: dict[str, Times] = {}
    for card in options.dragon or CARDS:
        for size in SIZES:
            times = measured(pack, card, size, options)
            for name, found in times.items():
                everything.setdefault(name, Times()).puzzles.extend(found.puzzles)
            print(row(f"{card} {size[0]} + {size[1]}", times), flush=True)
    print(row("all", everything))


if __name__ == "__main__":
    main()
