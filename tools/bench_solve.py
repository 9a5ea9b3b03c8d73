"""How long proofs take: random puzzles, each printed card, and two plainer ways beside it.

    python tools/bench_solve.py [--quick] [--dragon ID]... [--seed N] [--workers N] [--no-baseline]

Realms are 6 x 6 with stacks of 0 to 3 and a few face-up pieces; 4, 8 and 12 pieces and 3, 4 and 6
caps are to be placed, five puzzles of each size (two with ``--quick``). Times are seconds to a
*proved* optimum, reading of the puzzle and building of the model included.

Baselines, on the same puzzles: `exact` posts both sides of every definition and tells all kinds
apart; `plain` gives the usual model to CP-SAT with its own parameters. A run that reaches the time
limit counts as the limit and is marked `>`.
"""

from __future__ import annotations

import argparse
import platform
import random
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median

from ortools.sat.python import cp_model

import tilewright
from tilewright import Board, Pack, Player, Puzzle, Stack
from tilewright.core.expr import Expr
from tilewright.meaning.scoring import scoring_rules
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import possible_states
from tilewright.solver.solve import Solution, solve, solver_for
from tilewright.table.geometry import Geometry

SIZES = ((4, 3), (8, 4), (12, 6))
SIDE = 6
LIMIT = 30.0
REACH = {"power": (3.0, None)}  # median and worst, in seconds
USUAL_REACH = (0.3, 2.0)

Rules = Mapping[str, Expr]
Runner = Callable[[Puzzle, Rules, int], tuple[float, int | None]]


@dataclass
class Times:
    """Seconds by size of puzzle, and the proved scores (None: not proved)."""

    by_size: dict[tuple[int, int], list[float]]
    scores: list[int | None]

    @property
    def all(self) -> list[float]:
        return [seconds for times in self.by_size.values() for seconds in times]


def puzzle(pack: Pack, card: str, pieces: int, caps: int, seed: str) -> Puzzle:
    """A random puzzle; one or two other players have about ten face-up pieces each."""
    rng = random.Random(f"{seed} {card} {pieces}")
    game = pack.game
    supply = [kind.code for kind in game.kinds for _ in range(kind.copies)]
    rng.shuffle(supply)
    spaces = range(SIDE * SIDE)
    stacks = [Stack(rng.randint(0, 3)) for _ in spaces]
    for space in rng.sample(spaces, rng.randint(3, 6)):
        stacks[space] = Stack(max(0, stacks[space].down - 1), (supply.pop(),))
    others = []
    for name in ("left", "right")[: rng.randint(1, 2)]:
        own = [Stack() for _ in spaces]
        for space in rng.sample(spaces, rng.randint(8, 12)):
            own[space] = Stack(0, (supply.pop(),))
        others.append(Player(name, Board(Geometry(SIDE, SIDE), tuple(own))))
    return Puzzle(
        game=game,
        title="",
        board=Board(Geometry(SIDE, SIDE), tuple(stacks)),
        cards=(card,),
        pieces=tuple(supply[:pieces]),
        caps={game.caps[0].name: caps},
        others=tuple(others),
    )


def ours(task: Puzzle, rules: Rules, workers: int) -> tuple[float, int | None]:
    """What `tilewright solve` does."""
    answer = solve(task, rules, time_limit=LIMIT, workers=workers)
    assert isinstance(answer, Solution), answer
    proved = answer.status == "optimal"
    return (answer.seconds, answer.score) if proved else (LIMIT, None)


def exact(task: Puzzle, rules: Rules, workers: int) -> tuple[float, int | None]:
    """The same search on a model in which everything is exact."""
    return _solved(task, rules, workers, both_sides=True, tuned=True)


def plain(task: Puzzle, rules: Rules, workers: int) -> tuple[float, int | None]:
    """The same model, searched with CP-SAT's own parameters."""
    return _solved(task, rules, workers, both_sides=False, tuned=False)


def _solved(task: Puzzle, rules: Rules, workers: int, *, both_sides: bool, tuned: bool) -> tuple[float, int | None]:
    started = time.monotonic()
    states = possible_states(task)
    model = arrangement(task, states, rules, exact=both_sides)
    assert isinstance(model, Arrangement)
    solver = solver_for(LIMIT, workers) if tuned else cp_model.CpSolver()
    solver.parameters.num_workers = workers
    solver.parameters.max_time_in_seconds = LIMIT
    status = solver.solve(model.model)
    if status != cp_model.OPTIMAL:
        return LIMIT, None
    return time.monotonic() - started, round(solver.objective_value)


def measured(pack: Pack, card: str, run: Runner, arguments: argparse.Namespace) -> Times:
    """The times of one card, or of several joined by ``+``, size by size."""
    rules = scoring_rules(pack.game, [pack.card(id) for id in card.split("+")])
    found = Times({size: [] for size in SIZES}, [])
    for pieces, caps in SIZES:
        for instance in range(2 if arguments.quick else 5):
            task = puzzle(pack, card, pieces, caps, f"{arguments.seed} {instance}")
            seconds, score = run(task, rules, arguments.workers)
            found.by_size[pieces, caps].append(seconds)
            found.scores.append(score)
        if sys.stderr.isatty():
            print(f"\r\x1b[K{card} {pieces}/{caps} ", end="", file=sys.stderr, flush=True)
    return found


def check_agreement(card: str, found: list[Times]) -> None:
    """Two proofs of one puzzle must give one score."""
    for scores in zip(*(times.scores for times in found), strict=True):
        if len(set(scores) - {None}) > 1:
            sys.exit(f"{card}: proved scores differ: {scores}")


def median_and_worst(times: list[float]) -> str:
    """Median and worst."""
    worst = max(times)
    return f"{median(times):.2f} {'>' if worst >= LIMIT else ''}{worst:.2f}"


def row(card: str, times: Times, baselines: list[Times]) -> list[str]:
    """A line of the table: each size, all together, whether in reach, and the ratios."""
    middle, worst = REACH.get(card, USUAL_REACH)
    own = median(times.all)
    good = own < middle and (worst is None or max(times.all) < worst)
    name, several = (card, False) if "+" not in card else (f"{card.count('+') + 1} at once", True)
    cells = [name, *(median_and_worst(found) for found in times.by_size.values()), median_and_worst(times.all)]
    cells.append("-" if several else "yes" if good else "NO")
    for other in baselines:
        ratios = f"x{median(other.all) / own:.1f} x{sum(other.all) / sum(times.all):.1f}"
        cells += [median_and_worst(other.all), ratios]
    return cells


def main() -> None:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="two puzzles a size instead of five")
    parser.add_argument(
        "--dragon", action="append", metavar="ID", help="only this card, or several joined by +; may be repeated"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--no-baseline", action="store_true")
    arguments = parser.parse_args()
    pack = tilewright.load_pack("dragon-castle")
    printed = sorted(id for id, path in pack.catalog().files().items() if path.parent.name == "dragons")
    baselines: dict[str, Runner] = {} if arguments.no_baseline else {"exact": exact, "plain": plain}
    print(f"Python {platform.python_version()}, OR-Tools {version('ortools')},", end=" ")
    print(f"{arguments.workers} workers, seed {arguments.seed}; median and worst in seconds")
    heads = ["card", *(f"{pieces} + {caps}" for pieces, caps in SIZES), "all", "in reach"]
    for name in baselines:
        heads += [name, "median, total"]
    print(f"\n| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    for card in arguments.dragon or printed:
        times = measured(pack, card, ours, arguments)
        others = [measured(pack, card, run, arguments) for run in baselines.values()]
        check_agreement(card, [times, *others])
        print(f"| {' | '.join(row(card, times, others))} |", flush=True)


if __name__ == "__main__":
    main()
