"""Random games inside of the compiled kernel: decisions a second, what compiling takes, beside OpenSpiel if it is installed.

    python tools/bench_native.py [--seconds S] [--rounds N] [--only NAME]

A decision is a choice between two possibilities or more. The classics of `examples/` are measured beside OpenSpiel (the extra `bench`) in
turns, so that a slow minute of the machine hits both; the ratio is the median of the rounds, with the least and the greatest. What
OpenSpiel does is its own loop of random games in C++, and the same driven from Python for reference.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import tilewright
from lockstep import interpreter_of
from native_lockstep import begin
from peers.open_spiel import CLASSICS, Classic
from tilewright.kernel.flow import Status
from tilewright.kernel.table import first_state
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.play.match import Match

SPIRITS = ["abyss", "beauty", "change", "cunning", "deception", "destruction", "elegance", "faith", "strength", "wind"]
DRAGONS = ["boldness", "bravery", "devotion"]
FOUR_SPIRITS = [
    ["abyss", "deception", "destruction", "strength"],
    ["abyss", "beauty", "cunning", "faith"],
    ["change", "cunning", "elegance", "wind"],
]
LINES: list[tuple[str, Sequence[str] | None]] = [
    ("cairns", []),
    ("herons", []),
    ("dragon-castle", []),
    *(("dragon-castle", [spirit]) for spirit in SPIRITS),
    *(("dragon-castle", [*spirits, *DRAGONS]) for spirits in FOUR_SPIRITS),
    ("fist-of-dragonstones", None),
    ("court-the-king", []),
    ("court-the-king", None),
    ("princess-and-dragon", []),
    ("princess-and-dragon", None),
]
"""Packs, and the cards in play; None: all."""
SAMPLE = 2000
"""Games in which the decisions of a mean game are counted."""


def measure(name: str, cards: Sequence[str] | None, seconds: float) -> str:
    """A line: decisions and games per second, the time of compiling, and the size of a state."""
    pack = tilewright.load_pack(name)
    chosen = list(pack.cards()) if cards is None else [pack.card(card) for card in cards]
    layouts = [layout for layout in pack.layouts() if layout.category in {board.name for board in pack.game.boards}]
    named = {layouts[0].category: layouts[0]} if layouts else {}
    low, high = pack.game.players
    match = Match(pack.game, [f"P{i}" for i in range(max(low, min(2, high)))], chosen, named, 1)
    interpreter = interpreter_of(match)
    started = time.process_time()
    game = compiled(interpreter.layout)
    compiling = time.process_time() - started
    native = Native(game)
    state = first_state(interpreter.layout)
    chance = match.state.chance
    pause = interpreter.run(state)
    while pause.status == Status.CHANCE:
        pause, _ = chance.go_on(interpreter, state, pause)
    begin(interpreter, state)
    native.load(state)
    games, decisions, spent, batch = 0, 0, 0.0, 1
    while spent < seconds:
        started = time.process_time()
        decisions += native.playouts(batch, games + 1)
        spent += time.process_time() - started
        games += batch
        batch = min(batch * 2, 10_000)
    spirits = [card for card in cards or () if card not in DRAGONS]
    dragons = " and three Dragons" if len(spirits) < len(cards or ()) else ""
    label = ", ".join([name, *(["all cards"] if cards is None else spirits)]) + dragons
    rates = f"{decisions / spent:,.0f} | {games / spent:,.0f}"
    return f"| {label} | {rates} | {1000 * compiling:.0f} | {interpreter.layout.size:,} |"


def beside(classic: Classic, seconds: float, rounds: int) -> str:
    """A line: random games of ours, of OpenSpiel's own rollouts in C++, and of OpenSpiel driven from Python, in turns.

    Where several of our choices are one there, a game counts as many decisions as the mean game of OpenSpiel.
    """
    native, game, random = classic.native(), classic.load(), Random(1)
    sampled = [by_python(game, random) for _ in range(SAMPLE)]
    mean = sum(sampled) / SAMPLE

    def by_native(games: int, seed: int) -> float:
        decisions = native.playouts(games, seed + 1)
        return decisions if classic.parts == 1 else games * mean

    rates: tuple[list[float], list[float], list[float]] = ([], [], [])
    for seed in range(rounds):
        rates[0].append(rate(lambda games, seed=seed: by_native(games, seed), seconds))
        rates[1].append(rate(lambda games, seed=seed: by_rollouts(game, games, seed, mean), seconds))
        rates[2].append(rate(lambda games: sum(by_python(game, random) for _ in range(games)), seconds / 4))
    ratios = [ours / theirs for ours, theirs in zip(rates[0], rates[1], strict=True)]
    ours, theirs, driven = map(median, rates)
    ratio = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
    return f"| {classic.ours.replace('/positions/', ', ')} | {ours:,.0f} | {theirs:,.0f} | {ratio} | {driven:,.0f} |"


def rate(play: Callable[[int], float], seconds: float) -> float:
    """Decisions a second of the processor; `play` is given a number of games and returns the number of decisions."""
    spent, decisions, games = 0.0, 0.0, 10
    while spent < seconds:
        started = time.process_time()
        decisions += play(games)
        spent += time.process_time() - started
        games = min(2 * games, 20_000)
    return decisions / spent


def by_rollouts(game: Any, games: int, seed: int, mean: float) -> float:
    """Random games by `RandomRolloutEvaluator`, a loop in C++, which the first simulation of a tree search calls at the root.

    It does not count decisions: they are taken to be as many as in the mean game of a sample.
    """
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
    pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, seed, False).mcts_search(game.new_initial_state())
    return games * mean


def by_python(game: Any, random: Random) -> int:
    """A random game of OpenSpiel, played from Python; the number of choices between two possibilities or more."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        else:
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += len(actions) > 1
    return decisions


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each line is measured")
    parser.add_argument(
        "--rounds", type=int, default=5, help="how often the classics are measured, in turns with OpenSpiel"
    )
    parser.add_argument("--only", default="", help="what the name of the games has that are measured")
    given = parser.parse_args()
    print("| game | decisions per second | games per second | compile, ms | bytes |\n|---|---|---|---|---|")
    for name, cards in LINES:
        if given.only in name:
            print(measure(name, cards, given.seconds), flush=True)
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed: pip install open_spiel")
        return
    print("\n| game | decisions per second | OpenSpiel, C++ | ratio | OpenSpiel from Python |\n|---|---|---|---|---|")
    for classic in CLASSICS:
        if given.only in classic.ours and not classic.limited:  # else our games are not as long as theirs
            print(beside(classic, given.seconds, given.rounds), flush=True)


if __name__ == "__main__":
    main()
