"""How fast games are played at random: our rules from files beside games of OpenSpiel.

    python tools/bench_play.py [--rounds N] [--seconds S] [--cards a,b]...

Each round plays every game for some seconds of processor time, one after another, so that a slow
minute of the machine hits all alike; the table has the medians of the rounds. A playout is a game from
its set-up to its end and the counting of the result; a decision is a move that a player has picked
at random from the list of all legal ones (moves of chance are not counted, their time is).

OpenSpiel (pip install open_spiel, or the extra `bench`): `python_block_dominoes` and
`python_team_dominoes` are written in Python, `dou_dizhu` in C++ and driven from Python here.
Without it only our own games are measured. The game of dice has all its printed cards, and beside it
stands the same game written by hand (`tools/peers/court.py`); so it is with the game of tiles (`tools/peers/tiles.py`).
"""

from __future__ import annotations

import argparse
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from statistics import median

import tilewright
from peers.court import RandomGame
from peers.tiles import RandomTiles, Tile
from tilewright.play.bots.value import FinalTotals
from tilewright.play.match import Match
from tilewright.play.totals import totals
from tilewright.table.card import Layout

BASELINE = "python_block_dominoes"
PEERS = (BASELINE, "python_team_dominoes", "dou_dizhu")
PLAYERS = ("Ada", "Bo")
LAYOUT = "base-2"

CAP = 2000
"""A game of dice that is played at random hardly ever ends, since the last card asks for seven equal ones."""

Playout = Callable[[Random], int]
"""Plays one game to its end; gives the number of decisions."""


@dataclass
class Rates:
    """Playouts and decisions a second, one of each for a round."""

    playouts: list[float] = field(default_factory=list)
    decisions: list[float] = field(default_factory=list)

    def measure(self, playout: Playout, rng: Random, seconds: float) -> None:
        """Play for some seconds of processor time."""
        games = decisions = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < seconds:
            decisions += playout(rng)
            games += 1
        self.playouts.append(games / spent)
        self.decisions.append(decisions / spent)


def ours(pack: tilewright.Pack, layout: Layout, ids: list[str]) -> Playout:
    """A game of the flagship pack for two players."""
    cards = [pack.card(id) for id in ids]

    def playout(rng: Random) -> int:
        match = Match(pack.game, PLAYERS, cards, {layout.category: layout}, rng.randrange(1 << 30))
        state, machine, decisions = match.state, match.machine, 0
        while not state.over:
            state = machine.applied(state, rng.choice(machine.moves_at(state)))
            decisions += 1
        totals(match, state)
        return decisions

    return playout


def court(seats: int) -> Playout:
    """The game of dice of the packs with all its cards, to its end or the cap of decisions."""
    pack = tilewright.load_pack("court-the-king")
    printed = [card for card in pack.cards() if card.source.path and card.source.path.parent.name == "characters"]

    def playout(rng: Random) -> int:
        match = Match(pack.game, [f"P{seat}" for seat in range(seats)], printed, seed=rng.randrange(1 << 30))
        state, machine, decisions = match.state, match.machine, 0
        while not state.over and decisions < CAP:
            state = machine.applied(state, rng.choice(machine.moves_at(state)))
            decisions += 1
        return decisions

    return playout


def court_by_hand(seats: int) -> Playout:
    """The same game, written by hand."""

    def playout(rng: Random) -> int:
        game = RandomGame(seats, rng)
        game.play(CAP)
        return game.decisions

    return playout


def tiles(seats: int) -> Playout:
    """The game of tiles of the packs with all its tiles and their cards."""
    pack = tilewright.load_pack("princess-and-dragon")
    printed = [card for card in pack.cards() if card.source.path and card.source.path.parent.name == "symbols"]

    def playout(rng: Random) -> int:
        match = Match(pack.game, [f"P{seat}" for seat in range(seats)], printed, seed=rng.randrange(1 << 30))
        state, machine, decisions = match.state, match.machine, 0
        while not state.over:
            state = machine.applied(state, rng.choice(machine.moves_at(state)))
            decisions += 1
        return decisions

    return playout


def tiles_by_hand(seats: int) -> Playout:
    """The same game, written by hand."""
    kinds = [kind for kind in tilewright.load_pack("princess-and-dragon").game.kinds if kind.face is not None]
    turned = {one.stock: tuple(kind.face for kind in kinds if kind.stock == one.stock and kind.face) for one in kinds}
    heap = [
        Tile(one.values["land"], turned[one.stock])
        for one in kinds
        if one.index == one.stock
        for _ in range(one.copies)
    ]
    first = next(tile for tile in heap if tile.turns[0] is turned[next(k.stock for k in kinds if k.code == "D")][0])
    heap.remove(first)

    def playout(rng: Random) -> int:
        game = RandomTiles(seats, heap, first.turns[0], rng)
        game.play()
        return game.decisions

    return playout


def scoring(maps: int, size: int = 72) -> float:
    """Seconds that it takes to pay for all that stands on a map of so many tiles: the median of some maps of random games."""
    pack, rng, found = tilewright.load_pack("princess-and-dragon"), Random(1), list[float]()
    for seed in range(maps):
        match = Match(pack.game, PLAYERS, (), {}, seed)  # without the cards each turn lays one tile, but for misfits
        while match.state.turn < size - 1:
            match.play(rng.choice(match.moves))
        final = FinalTotals(match)
        final.lead(match.state, 0)
        begin = time.process_time()
        for _ in range(20):
            final.lead(match.state, 0)
        found.append((time.process_time() - begin) / 20)
    return median(found)


def peer(name: str) -> Playout | None:
    """A game of OpenSpiel, if that is installed."""
    try:
        import pyspiel
        from open_spiel.python import games
    except ImportError:
        return None
    assert games
    game = pyspiel.load_game(name)

    def playout(rng: Random) -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        state.returns()
        return decisions

    return playout


def contestants(extra: list[str]) -> dict[str, Playout]:
    """What is measured, by name."""
    pack = tilewright.load_pack("dragon-castle")
    layout = next(known for known in pack.layouts() if known.id == LAYOUT)
    sets = [[], ["harmony", "power"], *(text.split(",") for text in extra)]
    found = {", ".join([pack.game.id, *ids]): ours(pack, layout, ids) for ids in sets}
    dice = {"court-the-king": court(2), "court-the-king by hand": court_by_hand(2)}
    maps = {"princess-and-dragon": tiles(2), "princess-and-dragon by hand": tiles_by_hand(2)}
    return {name: run for name in PEERS if (run := peer(name))} | found | dice | maps


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--cards", action="append", default=[], metavar="A,B", help="our game with these cards, too")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    games = contestants(options.cards)
    rates = {name: Rates() for name in games}
    for number in range(-1, options.rounds):  # the first one warms up
        for name, playout in games.items():
            known = rates[name] if number >= 0 else Rates()
            known.measure(playout, Random(options.seed + number), options.seconds if number >= 0 else 0.3)
    report(rates)
    print(f"\nscoring a map of 72 tiles: {1000 * scoring(20):.2f} ms of processor time, the median of 20 maps")


def report(rates: dict[str, Rates]) -> None:
    """Print a row for each game."""
    base = median(rates[BASELINE].decisions) if BASELINE in rates else None
    print(f"Python {platform.python_version()}")
    print("\n| game | playouts per second | decisions per second | ratio |\n|---|---|---|---|")
    for name, found in rates.items():
        decisions = median(found.decisions)
        ratio = f"{decisions / base:.2f}" if base else "-"
        print(f"| {name} | {median(found.playouts):,.1f} | {decisions:,.0f} | {ratio} |")


if __name__ == "__main__":
    main()
