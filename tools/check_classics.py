"""Does OpenSpiel play the classics of `examples/` as we do?

    python tools/check_classics.py [--games N]

Needs OpenSpiel (pip install open_spiel, or the extra `bench`). Random games are played in both at once, move by move: the moves that there
are, whose turn it is, when the game is over and who has won; what chance decides is taken from ours. Then all sequences of so many decisions are
counted in both. Exit code 1 at the first difference.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from peers.open_spiel import CLASSICS, GOOFSPIEL, Classic, own_paths, paths
from tilewright.kernel.wasm.native import compiled
from tilewright.kernel.wasm.walks import TreeSearch
from tilewright.play.match import Match

MOST_PATHS = 300_000
"""The sequences that are counted are as long as they can be without being more than so many."""


def main() -> None:
    """Compare them."""
    parser = argparse.ArgumentParser(description="Compare the classics of examples/ with OpenSpiel.")
    parser.add_argument("--games", type=int, default=1000, help="random games of each, 1000 by default")
    games = parser.parse_args().games
    for classic in CLASSICS:
        decisions = listed = 0
        for seed in range(games):
            for moves in played(classic, seed):
                decisions, listed = decisions + 1, listed + moves
        print(
            f"{classic.ours}: {games} random games, {decisions} decisions, {listed} moves, each list, turn and result the same"
        )
        depth, found = counted(classic)
        print(f"{classic.ours}: {found} sequences of {depth} decisions in both", flush=True)
    bids = sum(map(bids_in, range(games)))
    print(f"goofspiel: {games} random games, {bids} bids, each list of bids and all points the same")


def played(classic: Classic, seed: int) -> Iterator[int]:
    """A random game in both; at each choice, the number of moves."""
    match, state, random = classic.match(seed), classic.load().new_initial_state(), Random(seed)
    while moves := classic.choices(state):
        if classic.limited and classic.limited(match, state):
            return
        spelled = classic.spelled(match.machine, match.state)
        ours = list(spelled)
        same(classic, seed, "moves", sorted(ours), sorted(moves))
        same(classic, seed, "turns", match.state.mover, state.current_player())
        yield len(ours)
        move, drawn = random.choice(ours), len(match.state.drawn)
        for own in spelled[move]:
            match.play(own)
        state.apply_action(moves[move])
        follow(match, state, drawn)
    if classic.limited and classic.limited(match, state):
        return
    same(classic, seed, "ends", match.over, state.is_terminal())
    points = [score.total for score in match.scores()]
    lead = sorted(range(2), key=lambda player: -points[player])
    ours = [0.0, 0.0] if points[0] == points[1] else [1.0 if player == lead[0] else -1.0 for player in range(2)]
    same(classic, seed, "results", ours, list(state.returns()))


def bids_in(seed: int) -> int:
    """A random game of Goofspiel in both; the number of bids. Both players bid at once there, one after the other and in secret here."""
    match, state, random, bids = GOOFSPIEL.match(seed), GOOFSPIEL.load().new_initial_state(), Random(seed), 0
    while not match.over:
        state.apply_action(int(repr(match.position().boards["prize"]).removeprefix("L")) - 1)
        both = [0, 0]
        for _ in both:
            player, ours = match.state.player, {int(str(move).removeprefix("bid L")) - 1: move for move in match.moves}
            same(GOOFSPIEL, seed, "bids", sorted(ours), state.legal_actions(player))
            both[player] = random.choice(sorted(ours))
            match.play(ours[both[player]])
        state.apply_actions(both)
        bids += 2
    same(GOOFSPIEL, seed, "ends", match.over, state.is_terminal())
    same(GOOFSPIEL, seed, "points", [score.total for score in match.scores()], list(state.returns()))
    return bids


def follow(match: Match, state: Any, drawn: int) -> None:
    """Chance does to a state of OpenSpiel what it has done to ours since it had drawn so much: the outcomes of a die are in order."""
    for kind in match.state.drawn[drawn:]:
        state.apply_action(int(match.game.kinds[kind].code) - 1)


def counted(classic: Classic, most: int = MOST_PATHS) -> tuple[int, int]:
    """The longest sequences of decisions that are few enough, and how many there are, in both."""
    match, before, last = classic.match(), 1, 1
    search = TreeSearch(compiled(match.machine.layout))
    for depth in count(1):
        if classic.parts == 1:
            found = search.perft(match.state.cells, depth)
        elif last * last > most * before:  # it would be about so many, and to count them from Python takes long
            break
        else:
            found = own_paths(classic, match, match.state, depth)
        if found > most or found == last:
            break
        before, last = last, found
    same(
        classic,
        0,
        f"counts of {depth - 1} decisions",
        last,
        paths(classic, classic.load().new_initial_state(), depth - 1),
    )
    return depth - 1, last


def same(classic: Classic, seed: int, what: str, ours: object, theirs: object) -> None:
    """Stop at a difference."""
    if ours != theirs:
        print(f"{classic.ours}: seed {seed}: the {what} differ: {ours} here, {theirs} in OpenSpiel")
        sys.exit(1)


if __name__ == "__main__":
    main()
