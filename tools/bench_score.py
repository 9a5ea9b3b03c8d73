"""How fast rules are evaluated on known boards: exactly, compiled, in batches, and by hand with NumPy.

    python tools/bench_score.py [--boards N] [--rounds N]

Every scoring card of the flagship pack on random 6 x 6 boards of two players. Each round measures, one after
another and in seconds of the processor, the exact arithmetic (on some of the boards), the compiled function
called board by board, the batch, and for three cards what tools/peers/numpy_cards.py does; all have to
agree, or the script stops. The table has medians in microseconds for a card and board. Reading boards into
arrays is told apart.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from random import Random
from statistics import median
from typing import Any

import tilewright
from peers.numpy_cards import CARDS as BY_HAND
from tilewright.core.expr import Expr
from tilewright.meaning.batch import BatchBoard, score_boards
from tilewright.meaning.emit.functions import functions
from tilewright.meaning.exact import evaluate
from tilewright.table.board import Board, BoardColumns, Stack
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

SIZE = Geometry(6, 6)
EXACT = 20
"""Boards on which the exact arithmetic is measured: it is slow."""


def random_board(rng: Random, game: Game) -> Board:
    """A board about two thirds full: stacks of up to 4 pieces, half of the tops face-up, some caps."""
    stacks = []
    for _ in range(SIZE.size):
        height = rng.choice([0, 0, 1, 1, 2, 2, 3, 4])
        up = (rng.choice(game.kinds).code,) if height and rng.random() < 0.5 else ()
        capped = height > 0 and not up and rng.random() < 0.4
        stacks.append(Stack(height - len(up), up, game.caps[0].mark if capped else ""))
    return Board(SIZE, tuple(stacks))


def timed(call: Callable[[], Any]) -> tuple[float, Any]:
    """Seconds of the processor, and the answer."""
    start = time.process_time()
    answer = call()
    return time.process_time() - start, answer


class Bench:
    """The boards, in every form that is asked."""

    def __init__(self, count: int) -> None:
        self.pack, self.count, rng = tilewright.load_pack("dragon-castle"), count, Random(1)
        game = self.pack.game
        self.boards = [[random_board(rng, game) for _ in range(count)] for _ in range(2)]
        self.reading, columns = timed(lambda: [[BoardColumns(board, game) for board in own] for own in self.boards])
        self.packing, self.batch = timed(lambda: [BatchBoard.of(own, SIZE, game) for own in columns])
        self.pairs = list(zip(*columns, strict=True))
        self.counters = [{counter.name: 0 for counter in game.counters}] * 2
        self.compiled = functions(game, None, (SIZE, SIZE), 2)
        own = self.batch[0]
        arrays = (own.heights, own.tops, own.caps[game.caps[0].name])
        self.seen = tuple(array.T.reshape(count, 6, 6).copy() for array in arrays)

    def measure(self, id: str, rule: Expr) -> dict[str, float]:
        """Seconds for a board in each way; exits when two ways differ."""
        function, pairs, counters = self.compiled.function(rule), self.pairs, self.counters
        positions = [tilewright.position(self.pack, self.boards[0][i], self.boards[1][i]) for i in range(EXACT)]
        exact, known = timed(lambda: [evaluate(rule, position) for position in positions])
        once, points = timed(lambda: [function(pair, counters, {}, 0, {}, ()) for pair in pairs])
        many, found = timed(lambda: score_boards([rule], self.batch, counters, self.count, players=1)[:, 0, 0])
        times = {"exact": exact / EXACT, "compiled": once / self.count, "batch": many / self.count}
        answers = [known == points[:EXACT], found.tolist() == points]
        if id in BY_HAND:
            hand, own = timed(lambda: BY_HAND[id](*self.seen))
            times["by hand"] = hand / self.count
            answers.append(own.tolist() == points)
        if not all(answers):
            sys.exit(f"{id}: they differ")
        return times


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    bench = Bench(options.boards)
    reading, packing = (1e6 * seconds / options.boards / 2 for seconds in (bench.reading, bench.packing))
    print(
        f"{options.boards} boards, {options.rounds} rounds; a board into columns {reading:.1f} us, into arrays {packing:.1f} us\n"
    )
    print(
        "| card | exact | compiled | batch | batch / compiled | by hand | batch / by hand |\n|---|---|---|---|---|---|---|"
    )
    for card in bench.pack.cards():
        if card.rule is None:
            continue
        rounds = [bench.measure(card.id, card.rule) for _ in range(options.rounds)]
        told = {name: 1e6 * median(times[name] for times in rounds) for name in rounds[0]}
        row = [f"{told['exact']:.0f}", f"{told['compiled']:.2f}", f"{told['batch']:.2f}"]
        row.append(f"x{told['batch'] / told['compiled']:.2f}")
        by_hand = told.get("by hand")
        row += [f"{by_hand:.2f}", f"x{told['batch'] / by_hand:.2f}"] if by_hand else ["", ""]
        print(f"| {card.id} | {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
