"""Lets bots play many games against one another, and counts.

    python tools/tournament.py search:0.2s greedy --games 100 [--cards humility,destruction]

A bot ``finish:BOT`` plays as that bot and finishes by proof. The layout ``small:3x4`` is drawn for each game: so many rows and
columns of one or two pieces each. Several layouts have commas between them, and are gone through. The share of games that a bot
wins is told with an interval of Wilson at 95 %, shared games counted as halves, and with it the seconds of the
processor and the moves applied to a state a turn, the measure of equal thinking.

With --all each bot plays each other one, alone against it at all other seats, and the table has a row for each bot and
rival, the worst of a bot first. The games have the seeds `--seed`, `--seed` + 1 and so on; the bots change seats from one
to the next. With --keep the games are kept in a file, and a run that was stopped goes on from there; take another file when
bots or weights have changed.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean

from tilewright.api import load_pack
from tilewright.packs.pack import Pack
from tilewright.play.bots import Bot, bot
from tilewright.play.match import Match
from tilewright.play.state import Move, State
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
    """A game that was played: totals, who won (by index); seconds, the longest move and moves applied of each bot; its turns."""

    totals: list[int]
    winners: list[int]
    seconds: list[float]
    longest: list[float]
    applied: list[int]
    turns: int


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
    low, high = pack(task.pack).game.players
    assert low <= len(task.bots) <= high, f"{task.pack} is for {low} to {high} players"
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
    seconds, longest, applied = [0.0] * len(bots), [0.0] * len(bots), [0] * len(bots)
    apply = match.machine.apply

    def counted(state: State, move: Move) -> None:
        applied[turn] += state is not match.state
        apply(state, move)

    match.machine.apply = counted  # type: ignore[method-assign]
    turn = 0
    while not match.over:
        turn, begin = match.turn, time.process_time()
        move = bots[turn].choose(match.view())
        spent = time.process_time() - begin
        seconds[turn] += spent
        longest[turn] = max(longest[turn], spent)
        match.play(move)
    winners = [match.names.index(name) for name in match.winners()]
    return Result([score.total for score in match.scores()], winners, seconds, longest, applied, match.state.turn)


def tasks(options: argparse.Namespace, bots: list[str]) -> list[Task]:
    """The games of a table of bots; in each the bots sit one seat further."""
    cards, layouts = tuple(filter(None, options.cards.split(","))), options.layout.split(",")
    found = []
    for i in range(options.games):
        shift = i % len(bots)
        layout = layouts[i // len(bots) % len(layouts)]
        found.append(Task(options.seed + i, tuple(bots[shift:] + bots[:shift]), cards, layout, options.pack))
    return found


def results(options: argparse.Namespace, asked: list[Task], pool: Executor) -> list[Result]:
    """The results of games, those that are kept and those that are played now."""
    known = {}
    if options.keep and Path(options.keep).exists():
        for line in Path(options.keep).read_text("utf-8").splitlines():
            task, result = json.loads(line)
            known[task] = Result(**result)
    missing = [task for task in asked if repr(task) not in known]
    for task, result in zip(missing, pool.map(played, missing), strict=True):
        known[repr(task)] = result
        if options.keep:
            with Path(options.keep).open("a", encoding="utf-8") as file:
                file.write(json.dumps([repr(task), asdict(result)]) + "\n")
    return [known[repr(task)] for task in asked]


@dataclass(frozen=True)
class Row:
    """What a bot came to in games: the share that it won with its interval, and the line that tells all of it."""

    share: float
    text: str


def row(own: int, count: int, found: list[Result]) -> Row:
    """What the bot at a seat of the first game came to; it sits one seat before in each next one."""
    seats = [(own - i) % count for i in range(len(found))]
    at = list(zip(seats, found, strict=True))
    won = sum(result.winners == [seat] for seat, result in at)
    shared = sum(seat in result.winners for seat, result in at) - won
    points = [result.totals[seat] for seat, result in at]
    turns = sum(result.turns / count for result in found)
    seconds, applied = (sum(getattr(result, what)[seat] for seat, result in at) for what in ("seconds", "applied"))
    longest = max(result.longest[seat] for seat, result in at)
    share = (won + shared / 2) / len(found)
    low, high = interval(won + shared / 2, len(found))
    text = (
        f"{share:6.1%} ({low:.1%} to {high:.1%}) of {len(found)}  points {mean(points):5.1f} ({min(points)} to {max(points)})"
        f"  a turn: {seconds / turns:.3f} s, {applied / turns:5.0f} applied  longest {longest:.3f} s"
    )
    return Row(share, text)


def report_table(options: argparse.Namespace, found: list[Result]) -> None:
    """A line for each bot at one table."""
    for own, text in enumerate(options.bots):
        print(f"{text:14} {row(own, len(options.bots), found).text}")


def report_all(options: argparse.Namespace, pool: Executor) -> None:
    """A line for each bot and rival, the worst of a bot first."""
    for own in options.bots:
        rows = []
        for rival in options.bots:
            if rival != own:
                bots = [own, *[rival] * (options.players - 1)]
                rows.append((rival, row(0, options.players, results(options, tasks(options, bots), pool))))
        for rival, told in sorted(rows, key=lambda one: one[1].share):
            print(f"{own:14} against {rival:14} {told.text}", flush=True)


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
    parser.add_argument("--all", action="store_true", help="each against each other one")
    parser.add_argument("--players", type=int, default=2, help="how many play with --all")
    parser.add_argument("--keep", help="a file that keeps the games")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    print(
        f"layouts {options.layout}, cards {options.cards or 'none'}, seeds from {options.seed}, {options.games} games"
    )
    with ProcessPoolExecutor(options.processes) as pool:
        if options.all:
            report_all(options, pool)
        else:
            report_table(options, results(options, tasks(options, options.bots), pool))


if __name__ == "__main__":
    main()
