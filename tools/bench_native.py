"""Random games inside of the compiled kernel: decisions a second, what compiling takes, beside OpenSpiel if it is installed.

A decision is a choice between two possibilities or more. `--games` ...
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

import tilewright
from lockstep import interpreter_of
from native_lockstep import begin
from tilewright.kernel.beginning import first_state
from tilewright.kernel.flow import Status
from tilewright.kernel.wasm.native import Native, compiled
from tilewright.play.match import Match

SPIRITS = ["abyss", "beauty", "change", "cunning", "deception", "destruction", "elegance", "faith", "strength", "wind"]
LINES: list[tuple[str, Sequence[str] | None]] = [
    ("cairns", []),
    ("herons", []),
    ("dragon-castle", []),
    *(("dragon-castle", [spirit]) for spirit in SPIRITS),
    ("fist-of-dragonstones", None),
    ("court-the-king", []),
    ("court-the-king", None),
    ("princess-and-dragon", []),
    ("princess-and-dragon", None),
]
"""Packs, and the cards in play; None: all."""


def measure(name: str, cards: Sequence[str] | None, seconds: float) -> str:
    """A line: decisions a second, games a second, and the times of compiling and of loading."""
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
    started = time.process_time()
    native = Native(game)
    loading = time.process_time() - started
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
    label = f"{name} {'all cards' if cards is None else '+'.join(cards)}"
    return (
        f"{label:45}{decisions / spent:>12,.0f}{games / spent:>12,.1f}{decisions / games:>9.1f}"
        f"{1000 * compiling:>8.0f}{1000 * loading:>8.1f}{interpreter.layout.size:>8}"
    )


def open_spiel(seconds: float) -> list[str]:
    """The same of OpenSpiel's games, played at random from Python."""
    try:
        import numpy
        import pyspiel
    except ImportError:
        return ["OpenSpiel is not installed"]
    found = []
    for name in ("tic_tac_toe", "connect_four", "hex", "breakthrough"):
        game, random = pyspiel.load_game(name), numpy.random.RandomState(1)
        decisions, started = 0, time.process_time()
        while time.process_time() - started < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[random.randint(len(actions))])
                decisions += 1
        found.append(f"OpenSpiel from Python, {name:22}{decisions / (time.process_time() - started):>12,.0f}")
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="how long each line is measured")
    parser.add_argument("--only", default="", help="the pack that is measured")
    given = parser.parse_args()
    print(f"{'':45}{'decisions/s':>12}{'games/s':>12}{'a game':>9}{'ms':>8}{'load':>8}{'bytes':>8}")
    for name, cards in LINES:
        if given.only in name:
            print(measure(name, cards, given.seconds), flush=True)
    for line in open_spiel(given.seconds):
        print(line)


if __name__ == "__main__":
    main()
