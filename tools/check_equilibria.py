"""Does OpenSpiel find our values of games whose players choose at once?

    python tools/check_equilibria.py [--cards N]

Needs OpenSpiel with CVXPY (`pip install open_spiel cvxpy ecos ml_collections`). Rock, paper, scissors and Goofspiel with N cards (3) are those of
`examples/`. OpenSpiel values all states of its own Goofspiel by value iteration with linear programs; ours are compared at
the first bids and after every first round, where the hands are mostly unequal. Equilibria need not be the same, so of ours it is
told what best responses gain on the matrix of OpenSpiel's values. Exit code 1 when a value differs or a response gains more
than a millionth.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import tilewright
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


def compared(pack: Pack, cards: int) -> list[float]:
    """The differences at the first bids with each first prize, and after all first rounds with each second one."""
    import pyspiel
    from open_spiel.python.algorithms.value_iteration import value_iteration

    setting = {"num_cards": cards, "imp_info": False, "returns_type": "point_difference", "points_order": "random"}
    game = pyspiel.load_game("goofspiel", setting)
    # What OpenSpiel calls the difference is that to the mean of both, half of ours.
    values = {state: 2 * value for state, value in value_iteration(game, -1, 1e-10).items()}
    print(f"Goofspiel with {cards} cards: OpenSpiel has {len(values)} states")
    found = []
    for prize, match in by_prize(pack, ()).items():
        state = game.new_initial_state()
        state.apply_action(prize - 1)
        play = tilewright.equilibrium(match, until="game")
        found.append(abs(float(play.worth[0]) - values[str(state)]))
        assert play.block is not None
        gained = gap(state, values, [list(play.block.mixes[player].items()) for player in (0, 1)])
        found.append(gained)
        print(
            f"  prize {prize}: {float(play.worth[0]):+.6f}, OpenSpiel {values[str(state)]:+.6f}; a response gains {gained:.1e}"
        )
    for bids in product(range(1, cards + 1), repeat=2):
        if cards < 3:
            break
        for (prize, second), match in by_prize(pack, bids).items():
            state = game.new_initial_state()
            state.apply_action(prize - 1)
            state.apply_actions([bid - 1 for bid in bids])
            state.apply_action(second - 1)
            ours = float(tilewright.equilibrium(match, until="game").worth[0])
            found.append(abs(ours - values[str(state)]))
    print(
        f"  after first rounds: {len(found) - 2 * cards} states, largest difference {max(found[2 * cards :], default=0):.1e}"
    )
    return found


def by_prize(pack: Pack, bids: Sequence[int]) -> dict[Any, Match]:
    """Matches by their prizes, one for each, after these first bids if there are any."""
    found: dict[Any, Match] = {}
    for seed in range(80):
        match = match_of(pack, seed)
        prizes = [_prize(match)]
        if bids:
            for bid in bids:
                match.play(f"card {bid}")
            prizes.append(_prize(match))
        found.setdefault(prizes[0] if len(prizes) == 1 else tuple(prizes), match)
    return dict(sorted(found.items()))


def _prize(match: Match) -> int:
    table = match.state.table
    (kind,) = (pile[-1] >> 1 for pile in table.grids[table.seat_of("prize", 0)].piles if pile)
    return int(match.game.kinds[kind].numbers["worth"])


def gap(state: Any, values: Mapping[str, float], mixes: Sequence[Sequence[tuple[str, Any]]]) -> float:
    """What best responses to our mixes gain on the matrix of OpenSpiel's values after a round."""
    rows, columns = ([(int(text.split()[1]) - 1, float(chance)) for text, chance in mix] for mix in mixes)
    actions = state.legal_actions(0)
    best = max(sum(chance * _after(state, own, other, values) for other, chance in columns) for own in actions)
    least = min(sum(chance * _after(state, own, other, values) for own, chance in rows) for other in actions)
    return max(0.0, best - least)


def _after(state: Any, row: int, column: int, values: Mapping[str, float]) -> float:
    after = state.clone()
    after.apply_actions([row, column])
    if not after.is_chance_node():
        return values[str(after)]
    return sum(chance * values[str(after.child(outcome))] for outcome, chance in after.chance_outcomes())


if __name__ == "__main__":
    main()
