"""How long proofs take for cards that the encodings were not made for: those in tools/unseen/.

    python tools/bench_unseen.py [--card ID]... [--seeds N] [--limit SECONDS] [--workers N]

Realms are 6 x 6 with 12 face-down stacks of 1 to 3; 8 tiles and up to 3 shrines are to be placed. The tiles are
drawn from all tiles, from the three factions, from two of them, or from one: the fewer, the more pairs and groups
there are to be had. Times are seconds by the clock, and seconds of the processor for all workers, to a *proved*
optimum, building of the model included: median and worst. A `>` marks a run that reached the limit.
"""

from __future__ import annotations

import argparse
import platform
import random
import time
from importlib.metadata import version
from pathlib import Path
from statistics import median

import tilewright
from tilewright import Board, Pack, Puzzle, Stack
from tilewright.meaning.scoring import scoring_rules
from tilewright.solver.solve import Solution, solve
from tilewright.table.geometry import Geometry

CARDS = Path(__file__).with_name("unseen")
SUPPLIES = {"all tiles": "MSFYWD", "three factions": "MSF", "two factions": "MS", "one faction": "M"}
SIDE, STACKS, PIECES, CAPS = 6, 12, 8, 3


def puzzle(pack: Pack, letters: str, seed: int) -> Puzzle:
    """A random puzzle whose tiles have codes that begin with one of the letters."""
    rng = random.Random(f"unseen {letters} {seed}")
    game = pack.game
    supply = [kind.code for kind in game.kinds for _ in range(kind.copies) if kind.code[0] in letters]
    stacks = [Stack()] * (SIDE * SIDE)
    for space in rng.sample(range(SIDE * SIDE), STACKS):
        stacks[space] = Stack(rng.randint(1, 3))
    return Puzzle(
        game=game,
        title="",
        board=Board(Geometry(SIDE, SIDE), tuple(stacks)),
        cards=(),
        pieces=tuple(rng.sample(supply, PIECES)),
        caps={game.caps[0].name: CAPS},
    )


def measured(pack: Pack, card: str, letters: str, arguments: argparse.Namespace) -> str:
    """A cell of the table: median and worst by the clock, and the same of the processor."""
    rules = scoring_rules(pack.game, [pack.card(card, CARDS)])
    clock, work, proved = [], [], True
    for seed in range(arguments.seeds):
        task = puzzle(pack, letters, seed)
        started, busy = time.monotonic(), time.process_time()
        answer = solve(task, rules, time_limit=arguments.limit, workers=arguments.workers)
        clock.append(time.monotonic() - started)
        work.append(time.process_time() - busy)
        assert isinstance(answer, Solution), answer
        proved = proved and answer.status == "optimal"
    mark = "" if proved else ">"
    return f"{median(clock):.2f} {mark}{max(clock):.2f} ({median(work):.2f} {mark}{max(work):.2f})"


def main() -> None:
    """Print the table, in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--card", action="append", metavar="ID", help="only this card; may be repeated")
    parser.add_argument("--seeds", type=int, default=5, help="puzzles for each card and choice of tiles")
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    pack = tilewright.load_pack("dragon-castle")
    print(f"Python {platform.python_version()}, OR-Tools {version('ortools')},", end=" ")
    print(f"{arguments.workers} workers; median and worst in seconds (of the processor)")
    print(f"\n| card | {' | '.join(SUPPLIES)} |\n|{'---|' * (len(SUPPLIES) + 1)}")
    for card in arguments.card or sorted(path.stem for path in CARDS.glob("*.tw")):
        cells = [measured(pack, card, letters, arguments) for letters in SUPPLIES.values()]
        print(f"| {card} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
