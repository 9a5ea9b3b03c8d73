"""Lets two bots play many games against one another, and counts.

    python tools/tournament.py search:0.2s greedy --games 100 [--cards humility,destruction]

A bot ``finish:BOT`` plays as that bot and finishes by proof. The layout ``small:3x4`` is drawn for each game: so many rows and
columns of one or two pieces each. With two bots of which the games are many, the share of games that the first wins is told with an
interval of Wilson at 95 %, shared games counted as halves.

The games have the seeds `--seed`, `--seed` + 1 and so on; the bots change seats from one to the next.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import mean

from tilewright.api import load_pack
from tilewright.packs.pack import Pack
from tilewright.play.bots import Bot, bot
from tilewright.play.match import Match
from tilewright.resources import data_folder
from tilewright.source import Source
from tilewright.table.card import Layout
from tilewright.turns.finisher import Finisher


@dataclass(frozen=True)
class Task:
    """A game: its seed, the bots in turn order, and what it is played with."""

    seed: int
    bots: tuple[str, ...]
    cards: tuple[str, ...]
    layout: str
    pack: str


@dataclass(frozen=True)
class Result:
    """A game that was played: totals, who won (by index), seconds and the longest move of each bot."""

    totals: list[int]
    winners: list[int]
    seconds: list[float]
    longest: list[float]


@cache
def pack(name: str) -> Pack:
    """A pack that came with tilewright."""
    return load_pack(data_folder("cards") / name)


def match_of(task: Task) -> Match:
    """The game after its set-up."""
    every = pack(task.pack).layouts()
    layouts = {known.category: known for known in every if known.id == task.layout}
    if task.layout.startswith("small:"):
        layouts = {drawn.category: drawn for drawn in [small(task)]}
    assert layouts or not every, f"no layout {task.layout}"
    cards = [pack(task.pack).card(id) for id in task.cards]
    names = [f"player {i + 1}" for i in range(len(task.bots))]
    return Match(pack(task.pack).game, names, cards, layouts, task.seed)


def seated(text: str, seed: int) -> Bot:
    """The bot of a text; after ``finish:`` one that finishes by proof and else plays as that bot."""
    kind, _, rest = text.partition(":")
    return Finisher(bot(rest, seed)) if kind == "finish" else bot(text, seed)


def small(task: Task) -> Layout:
    """A layout of a few stacks, drawn by the seed, on which a game is over soon."""
    rows, columns = (int(part) for part in task.layout.removeprefix("small:").split("x"))
    random = Random(task.seed)
    heights = tuple(tuple(random.choice((1, 1, 2)) for _ in range(columns)) for _ in range(rows))
    (definition,) = pack(task.pack).game.layouts
    return Layout(task.layout, definition.name, {}, (2, 4), heights, Source(task.layout, ""))


def played(task: Task) -> Result:
    """Plays a game to its end."""
    match = match_of(task)
    bots = [seated(text, 1000 * task.seed + i) for i, text in enumerate(task.bots)]
    seconds, longest = [0.0] * len(bots), [0.0] * len(bots)
    while not match.over:
        turn, begin = match.turn, time.perf_counter()
        move = bots[turn].choose(match.view())
        spent = time.perf_counter() - begin
        seconds[turn] += spent
        longest[turn] = max(longest[turn], spent)
        match.play(move)
    winners = [match.names.index(name) for name in match.winners()]
    return Result([score.total for score in match.scores()], winners, seconds, longest)


def tasks(options: argparse.Namespace) -> Iterator[Task]:
    """The games; in each the bots sit one seat further."""
    cards = tuple(filter(None, options.cards.split(",")))
    for i in range(options.games):
        shift = i % len(options.bots)
        seated = tuple(options.bots[shift:] + options.bots[:shift])
        yield Task(options.seed + i, seated, cards, options.layout, options.pack)


def report(options: argparse.Namespace, results: list[Result]) -> None:
    """Prints a line for each bot."""
    count, games = len(options.bots), len(results)
    print(
        f"{games} games, seeds {options.seed} to {options.seed + games - 1}, layout {options.layout}, cards {options.cards or 'none'}"
    )
    for own, text in enumerate(options.bots):
        seats = [(own - i) % count for i in range(games)]
        won = sum(result.winners == [seat] for seat, result in zip(seats, results, strict=True))
        shared = sum(seat in result.winners for seat, result in zip(seats, results, strict=True)) - won
        points = [result.totals[seat] for seat, result in zip(seats, results, strict=True)]
        seconds = [result.seconds[seat] for seat, result in zip(seats, results, strict=True)]
        longest = max(result.longest[seat] for seat, result in zip(seats, results, strict=True))
        low, high = interval(won + shared / 2, games)
        print(
            f"{text:14} {(won + shared / 2) / games:.1%} ({low:.1%} to {high:.1%}) won {won:3}  shared {shared:3}  points {mean(points):5.1f} ({min(points)} to {max(points)})"
            f"  {mean(seconds):6.2f} s a game, {longest:.3f} s the longest move"
        )


def interval(points: float, games: int) -> tuple[float, float]:
    """The interval of Wilson at 95 % for a share of games."""
    z, share = 1.96, points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * (share * (1 - share) / games + z * z / (4 * games * games)) ** 0.5 / (1 + z * z / games)
    return middle - half, middle + half


def main() -> None:
    """Plays the games of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", help="a bot for each player")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cards", default="", help="ids of cards with commas between them")
    parser.add_argument("--layout", default="base-2")
    parser.add_argument("--pack", default="dragon-castle")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    with ProcessPoolExecutor(options.processes) as pool:
        report(options, list(pool.map(played, tasks(options))))


if __name__ == "__main__":
    main()
