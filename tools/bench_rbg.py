"""The classics of `examples/` beside the compiler of Regular Boardgames (rbg2cpp).

    python tools/bench_rbg.py COMPILER GAMES BOOST [--rounds N]

COMPILER is the folder of rbg2cpp (github.com/uicus/rbg2cpp, built by `make rbg2cpp`, its parser in `rbgParser`), GAMES that of the games
(github.com/marekesz/rbgGames, `games`), BOOST a folder with the headers of Boost. Each game is compiled to C++ and by g++; then random games
are played by its `test/simulation.cpp` and by our compiled game, in turns, measured in seconds of the processor. A state is one in which a
player moves, also where there is one move: ours counts as many as the mean game there.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

from bench_native import rate
from peers.open_spiel import CLASSICS

GAMES = {
    "tic-tac-toe": "ticTacToe",
    "connect-four": "connect4",
    "reversi": "reversi",
    "breakthrough": "breakthrough_6x6",
}
"""Ours, and the file there."""
SECONDS = 1.0
"""So long each program plays in a round, about."""


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description="Compare the speed of classics with that of rbg2cpp.")
    parser.add_argument("compiler", type=Path, help="folder of rbg2cpp, built")
    parser.add_argument("games", type=Path, help="folder of games in .rbg")
    parser.add_argument("boost", type=Path, help="folder with the headers of Boost")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, of which the median counts (3)")
    options = parser.parse_args()
    print("| game | states per second | rbg2cpp | ratio |\n|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for ours, theirs in GAMES.items():
            source = (options.games / f"{theirs}.rbg").resolve()
            program = built(options.compiler.resolve(), source, options.boost.resolve(), Path(folder) / theirs)
            print(beside(ours, program, options.rounds), flush=True)


def built(compiler: Path, source: Path, boost: Path, folder: Path) -> Path:
    """The program that plays random games of a file."""
    folder.mkdir()
    subprocess.run([compiler / "bin" / "rbg2cpp", "-o", "reasoner", source], cwd=folder, check=True)
    options = ["-std=c++17", "-O3", "-flto", "-w", "-include", "limits", "-DRBG_RANDOM_GENERATOR=0"]
    include = [f"-I{path}" for path in (boost, compiler / "test", folder)]
    parts: list[str | Path] = ["reasoner.cpp", compiler / "test" / "simulation.cpp"]
    subprocess.run(["g++", *options, *include, "-o", "play", *parts], cwd=folder, check=True)
    return folder / "play"


def played(program: Path, games: int) -> tuple[int, float]:
    """The states of so many games, and the seconds of the processor."""
    before = getrusage(RUSAGE_CHILDREN).ru_utime
    said = subprocess.run([program, str(games)], check=True, capture_output=True, text=True).stdout
    found = re.search(r"number of states: (\d+)", said)
    assert found is not None, said
    return int(found[1]), getrusage(RUSAGE_CHILDREN).ru_utime - before


def beside(ours: str, program: Path, rounds: int) -> str:
    """A line of the table: states per second of both."""
    native = next(classic for classic in CLASSICS if classic.ours == ours).native()
    games = 1000
    while (run := played(program, games))[1] < SECONDS:
        games *= 2
    mean = run[0] / games

    def play(number: int, seed: int) -> float:
        native.playouts(number, seed + 1)
        return number * mean

    pairs = []
    for seed in range(rounds):
        own = rate(partial(play, seed=seed), SECONDS)
        states, seconds = played(program, games)
        pairs.append((own, states / seconds))
    ratios = [own / theirs for own, theirs in pairs]
    own, theirs = (median(side) for side in zip(*pairs, strict=True))
    return f"| {ours} | {own:,.0f} | {theirs:,.0f} | {median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f}) |"


if __name__ == "__main__":
    main()
