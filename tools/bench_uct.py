"""UCT of compiled games beside OpenSpiel's MCTS in C++: simulations a second from the beginning of a game, and games of one against the other.

    python tools/bench_uct.py [--seconds S] [--games N] [--simulations N]

Needs OpenSpiel (pip install open_spiel, or the extra `bench`). A simulation is one way down the tree and a random game from there; both use
processor time of one core, and both prove what surely wins (`solve`). OpenSpiel plays each random game to its end, as we do where only the end
counts. In the games of one against the other both have the same number of simulations a move, and sides change; draws count as halves.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from peers.open_spiel import CLASSICS, Classic
from tilewright.play.bots.uct import Rollouts, Uct, shared_tree
from tilewright.sim.estimates import share

BATCH = 1000
EXPLORATION = 1.4
"""The `uct_c` of OpenSpiel's own examples is 2, for results from -1 to 1; ours are from 0 to 1."""


def rival(classic: Classic, simulations: int, seed: int) -> Any:
    """OpenSpiel's bot."""
    import pyspiel

    game = classic.load()
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, EXPLORATION, simulations, 1000, True, seed, False)


def our_speed(classic: Classic, seconds: float) -> float:
    """Simulations a second at the first choice; the tree begins anew after so many."""
    match, done, spent = classic.match(), 0, 0.0
    tree = shared_tree(match.view()).tree
    codes = [move.value for move in match.moves]
    while spent < seconds:
        started = time.process_time()
        tree.begin(match.state.cells, match.turn, codes, done + 1, Rollouts())
        done += tree.search(BATCH)
        spent += time.process_time() - started
    return done / spent


def their_speed(classic: Classic, seconds: float) -> float:
    """The same of OpenSpiel."""
    state, done, spent = classic.load().new_initial_state(), 0, 0.0
    classic.choices(state)
    bot = rival(classic, BATCH, 1)
    while spent < seconds:
        started = time.process_time()
        bot.step(state)
        spent += time.process_time() - started
        done += BATCH
    return done / spent


def against(classic: Classic, games: int, simulations: int) -> float:
    """How many games our bot wins against theirs; draws are halves."""
    won = 0.0
    for seed in range(games):
        match, state, own = classic.match(seed), classic.load().new_initial_state(), seed % 2
        ours, theirs = Uct(seed, playouts=simulations), rival(classic, simulations, seed)
        while moves := classic.choices(state):
            text = ours.choose(match.view()).text if match.turn == own else texts(moves)[theirs.step(state)]
            match.play(match.moves.parse(text))
            state.apply_action(moves[text])
        won += (1 + state.returns()[own]) / 2
    return won


def texts(moves: dict[str, int]) -> dict[int, str]:
    """What actions of OpenSpiel are here."""
    return {action: text for text, action in moves.items()}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="how long each speed is measured")
    parser.add_argument(
        "--games", type=int, default=0, help="games of one against the other, where nothing is left to chance"
    )
    parser.add_argument("--simulations", type=int, default=1000, help="simulations for each move of these")
    given = parser.parse_args()
    print(f"{'':16}{'ours /s':>12}{'OpenSpiel /s':>14}   won against OpenSpiel")
    for classic in CLASSICS:
        ours, theirs = our_speed(classic, given.seconds), their_speed(classic, given.seconds)
        line = f"{classic.ours:16}{ours:>12,.0f}{theirs:>14,.0f}"
        if given.games and classic.parts == 1 and classic.theirs.partition("(")[0] != "pig":
            found = share(against(classic, given.games, given.simulations), given.games)
            line += f"   {found.share:.0%} ({found.low:.0%} to {found.high:.0%}) of {given.games}"
        print(line, flush=True)


if __name__ == "__main__":
    main()
