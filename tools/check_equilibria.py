"""Does OpenSpiel find our values of games whose players choose at once?

    python tools/check_equilibria.py [--cards N]

Needs OpenSpiel with CVXPY (`pip install open_spiel cvxpy ecos ml_collections`). Rock, paper, scissors and Goofspiel with N cards (3) are those of
`examples/`. The states of OpenSpiel's own Goofspiel are valued by backward induction with its linear programs; ours are compared at
the first bids and after every first round, where the hands are mostly unequal. Equilibria need not be the same, so of ours it is
told what best responses gain on the matrix of OpenSpiel's values. Exit code 1 when a value differs or a response gains more
than a millionth.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import tilewright
from tilewright.equilibria.question import solve_each, stake_of_points
from tilewright.packs.pack import Pack
from tilewright.play.match import Match

NEAR = 1e-6
EXAMPLES = Path(__file__).parent.parent / "examples"


def main() -> None:
    """Compare them."""
    parser = argparse.ArgumentParser(description="Compare equilibria with those of OpenSpiel.")
    parser.add_argument("--cards", type=int, default=3)
    cards = parser.parse_args().cards
    found = tilewright.equilibrium(match_of(tilewright.load_pack(EXAMPLES / "rock-paper-scissors")))
    worst = abs(float(found.worth[0]))
    print(f"rock, paper, scissors: value {found.worth[0]}, 0 by symmetry")
    with tempfile.TemporaryDirectory() as folder:
        pack = goofspiel(Path(folder), cards)
        worst = max(worst, *(difference for difference in compared(pack, cards)))
    print(f"largest difference: {worst:.1e}")
    sys.exit(worst > NEAR)


def match_of(pack: Pack, seed: int = 0) -> Match:
    """A game of two."""
    return Match(pack.game, ["Ada", "Bo"], (), {}, seed)


def goofspiel(folder: Path, cards: int) -> Pack:
    """The pack of the example with fewer cards."""
    for name in ("pack.yaml", "game.tw"):
        (folder / name).write_text(with_cards((EXAMPLES / "goofspiel" / name).read_text("utf-8"), cards), "utf-8")
    return tilewright.load_pack(folder)


def with_cards(text: str, cards: int) -> str:
    """The game file with so many cards in each suit, five at most."""
    dealt = re.compile(r"^ +move a random lot in the deck where its worth = (\d) to the hand\n", re.MULTILINE)
    text = dealt.sub(lambda line: line[0] if int(line[1]) <= cards else "", text)
    return text.replace("L1 to L5 worth 1 to 5", f"L1 to L{cards} worth 1 to {cards}")


class PeerValues:
    """The value of every state of OpenSpiel's Goofspiel, by backward induction with its own solver of matrix games.

    Points got so far are added to what is still to come, so states with the same hands, prize and prizes left are one.
    """

    def __init__(self) -> None:
        self._known: dict[object, float] = {}

    def value(self, state: Any) -> float:
        """The difference of the points of both at the end, when both play for it."""
        if state.is_terminal():
            return float(2 * state.returns()[0])  # OpenSpiel's is that to the mean of both
        if state.is_chance_node():
            return sum(chance * self.value(state.child(outcome)) for outcome, chance in state.chance_outcomes())
        *hands, prizes, points = (line.partition(":")[2].split() for line in str(state).strip().splitlines())
        key = (*map(tuple, hands), prizes[-1], frozenset(prizes))
        so_far = int(points[0]) - int(points[1])
        if key not in self._known:
            self._known[key] = self._solved(self.matrix(state)) - so_far
        return self._known[key] + so_far

    def matrix(self, state: Any) -> list[list[float]]:
        """The values after every pair of bids."""
        return [
            [self._after(state, row, column) for column in state.legal_actions(1)] for row in state.legal_actions(0)
        ]

    @property
    def states(self) -> int:
        """How many different states were valued."""
        return len(self._known)

    def _after(self, state: Any, row: int, column: int) -> float:
        after = state.clone()
        after.apply_actions([row, column])
        return self.value(after)

    def _solved(self, matrix: list[list[float]]) -> float:
        import pyspiel
        from open_spiel.python.algorithms.lp_solver import solve_zero_sum_matrix_game

        if len(matrix) == len(matrix[0]) == 1:
            return matrix[0][0]
        *_, value, _ = solve_zero_sum_matrix_game(
            pyspiel.create_matrix_game(matrix, [[-number for number in row] for row in matrix])
        )
        return float(value)


def compared(pack: Pack, cards: int) -> list[float]:
    """The differences at the first bids with each first prize, and after all first rounds with each second one."""
    import pyspiel

    setting = {"num_cards": cards, "imp_info": False, "returns_type": "point_difference", "points_order": "random"}
    game, peer = pyspiel.load_game("goofspiel", setting), PeerValues()
    print(f"Goofspiel with {cards} cards")
    bids = [(), *(product(range(1, cards + 1), repeat=2) if cards > 2 else ())]
    begun = [(prizes, said, match) for said in bids for prizes, match in by_prize(pack, said).items()]
    found, first = [], 0
    started = time.process_time()
    plays = solve_each([match for *_, match in begun], stake_of_points(pack.game, ()), "game")
    for number, ((prizes, said, _), play) in enumerate(zip(begun, plays, strict=True)):
        state = game.new_initial_state()
        state.apply_action((prizes[0] if said else prizes) - 1)
        if said:
            state.apply_actions([bid - 1 for bid in said])
            state.apply_action(prizes[1] - 1)
        assert play.block is not None
        gained = gap(state, peer, [list(play.block.mixes[player].items()) for player in (0, 1)])
        found += [abs(float(play.worth[0]) - peer.value(state)), gained]
        if not said:
            first = len(found)
            told = f"{float(play.worth[0]):+.6f}, OpenSpiel {peer.value(state):+.6f}; a response gains {gained:.1e}"
            print(f"  prize {prizes}: {told}; {play.states} states, {time.process_time() - started:.0f} s", flush=True)
        elif number % 100 == 0:
            print(f"  {number} of {len(begun)}, {time.process_time() - started:.0f} s", flush=True)
    told = f"  after first rounds: {(len(found) - first) // 2} states, largest difference or gain {max(found[first:], default=0):.1e}"
    print(f"{told}; OpenSpiel valued {peer.states} states")
    return found


def by_prize(pack: Pack, bids: Sequence[int]) -> dict[Any, Match]:
    """Matches by their prizes, one for each, after these first bids if there are any."""
    found: dict[Any, Match] = {}
    for seed in range(80):
        match = match_of(pack, seed)
        prizes = [_prize(match)]
        if bids:
            for bid in bids:
                match.play(f"bid L{bid}")
            prizes.append(_prize(match))
        found.setdefault(prizes[0] if len(prizes) == 1 else tuple(prizes), match)
    return dict(sorted(found.items()))


def _prize(match: Match) -> int:
    table = match.state.table
    (kind,) = (pile[-1] >> 1 for pile in table.grids[table.seat_of("prize", 0)].piles if pile)
    return int(match.game.kinds[kind].numbers["worth"])


def gap(state: Any, peer: PeerValues, mixes: Sequence[Sequence[tuple[str, Any]]]) -> float:
    """What best responses to our mixes gain on the matrix of OpenSpiel's values after a round."""
    matrix = peer.matrix(state)
    rows, columns = (
        [
            (state.legal_actions(player).index(int(text.removeprefix("bid L")) - 1), float(chance))
            for text, chance in mix
        ]
        for player, mix in enumerate(mixes)
    )
    best = max(sum(chance * own[other] for other, chance in columns) for own in matrix)
    least = min(sum(chance * matrix[own][other] for own, chance in rows) for other in range(len(matrix[0])))
    return max(0.0, best - least)


if __name__ == "__main__":
    main()
