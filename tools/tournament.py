"""Lets bots play many games against one another, and counts.

    python tools/tournament.py uct:0.2s greedy --games 100 [--cards humility,destruction]

A bot ``finish:BOT`` plays as that bot and finishes by proof; ``halving:20@FILE`` plays with the weights of that file. The layout
``small:3x4`` is drawn for each game: so many rows and columns of one or two pieces each. Several layouts have commas between
them, and are gone through; without --layout those are that fit the number of players and that no training of the weights has
seen. Without --cards those are in play with which the game begins. The share of games that a bot wins is told with an interval of
Wilson at 95%, shared games counted as halves, and with it the seconds of the processor and the moves applied to a state a turn,
the measure of equal thinking. A game is stopped after 5,000 moves, and then counts as it stands.

With --all each bot plays each other one, alone against it at all other seats, and the table has a row for each bot and
rival, the worst of a bot first. The games have the seeds `--seed`, `--seed` + 1 and so on; the bots change seats from one
to the next. With --keep the games are kept in a file, and a run that was stopped goes on from there. The first line of the file
says with which game, cards, weights and bots its games were played (digests of them), and no others are added to it.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random
from statistics import mean

from tilewright.api import Problems, load_pack
from tilewright.packs.equipment import fitting_layouts, printed_cards
from tilewright.packs.pack import WEIGHTS_FILE, Pack, weights_of
from tilewright.play.bots import Bot, UnknownBot, bot
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.halving import Halving
from tilewright.play.match import Match
from tilewright.play.state import GameState, Move
from tilewright.sim.estimates import share
from tilewright.sim.simulation import CAP
from tilewright.source import Source
from tilewright.table.card import Layout
from tilewright.table.game import spanned
from tilewright.turns.last_round import Finisher
from tournament_keep import Keep, setting_of

SMALL = re.compile("small:[1-9][0-9]*x[1-9][0-9]*")
"""Layouts that are drawn for a game."""


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
    """A game that was played: totals, who won (by index); seconds, the longest move and moves applied of each bot; its turns.

    A game that has not `ended` was stopped.
    """

    totals: list[int]
    winners: list[int]
    seconds: list[float]
    longest: list[float]
    applied: list[int]
    turns: int
    ended: bool = True


@cache
def pack(name: str) -> Pack:
    """A pack that came with tilewright, or the one in a folder."""
    return load_pack(name)


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
    """The bot of a text; after ``finish:`` one that finishes by proof and else plays as that bot, before ``@`` one with weights."""
    if text.startswith("finish:"):
        return Finisher(seated(text.removeprefix("finish:"), seed))
    plain, _, file = text.partition("@")
    if not file:
        return bot(text, seed)
    name, _, plans = plain.partition(":")
    found = weights_of(Source(file, Path(file).read_text("utf-8")))
    if found is None or name not in ("greedy", "halving") or (name == "halving") != plans.isdigit():
        raise SystemExit(f"'{text}' is no bot: greedy@FILE and halving:20@FILE play with the weights of a file")
    return Greedy(seed, found.values) if name == "greedy" else Halving(seed, plans=int(plans), weights=found.values)


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
    going_on = match.machine.applied

    def counted(state: GameState, move: Move) -> GameState:
        applied[turn] += state is not match.state
        return going_on(state, move)

    match.machine.applied = counted  # type: ignore[method-assign]
    turn = decisions = 0
    while not match.over and decisions < CAP:
        decisions += 1
        turn, begin = match.turn, time.process_time()
        move = bots[turn].choose(match.view())
        spent = time.process_time() - begin
        seconds[turn] += spent
        longest[turn] = max(longest[turn], spent)
        match.play(move)
    winners = [match.names.index(name) for name in match.winners()]
    totals = [score.total for score in match.scores()]
    return Result(totals, winners, seconds, longest, applied, match.state.turn, match.over)


def layouts_of(options: argparse.Namespace, players: int) -> list[str]:
    """The layouts that are gone through: those that are named, or all that fit and that no training of the weights has seen."""
    if options.layout:
        return list(options.layout.split(","))
    played = pack(options.pack)
    file = played.folder / WEIGHTS_FILE
    seen = json.loads(file.read_text("utf-8"))["training"]["layouts"] if file.exists() else []
    sorts = [definition.name for definition in played.game.layouts]
    fitting = [
        layout.id for sort in sorts for layout in fitting_layouts(played, sort, players) if isinstance(layout, Layout)
    ]
    return [id for id in fitting if id not in seen] or [""]


def tasks(options: argparse.Namespace, bots: list[str]) -> list[Task]:
    """The games of a table of bots; in each the bots sit one seat further."""
    layouts, found = layouts_of(options, len(bots)), []
    for i in range(options.games):
        shift = i % len(bots)
        layout = layouts[i // len(bots) % len(layouts)]
        found.append(
            Task(options.seed + i, tuple(bots[shift:] + bots[:shift]), options.played_cards, layout, options.pack)
        )
    return found


def results(options: argparse.Namespace, asked: list[Task], pool: Executor) -> list[Result]:
    """The results of games, those that are kept and those that are played now."""
    keep = Keep(options.keep, setting_of(pack(options.pack), options.played_cards))
    missing = [task for task in asked if task_text(task) not in keep.games]
    for task, result in zip(missing, pool.map(played, missing), strict=True):
        keep.add(task_text(task), asdict(result))
    return [Result(**keep.games[task_text(task)]) for task in asked]


def task_text(task: Task) -> str:
    """A game as files name it, with the weights that its bots read from files of their own."""
    files = sorted({text.partition("@")[2] for text in task.bots} - {""})
    return " ".join([repr(task), *(Path(file).read_text("utf-8") for file in files)])


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
    longest, stopped = max(result.longest[seat] for seat, result in at), sum(not result.ended for result in found)
    wins = share(won + shared / 2, len(found))
    text = (
        f"{wins.share:6.1%} ({wins.low:.1%} to {wins.high:.1%}) of {len(found)}  points {mean(points):5.1f} ({min(points)} to {max(points)})"
        f"  a turn: {seconds / turns:.3f} s, {applied / turns:5.0f} applied  longest {longest:.3f} s"
        f"{f'  {stopped} stopped' if stopped else ''}"
    )
    return Row(wins.share, text)


def report_table(options: argparse.Namespace, found: list[Result]) -> None:
    """A line for each bot at one table."""
    for own, text in enumerate(options.bots):
        print(f"{text:14} {row(own, len(options.bots), found).text}")


def report_all(options: argparse.Namespace, pool: Executor) -> None:
    """A line for each bot and rival, the worst of a bot first."""
    for own in options.bots:
        rows = []
        for rival in options.bots:
            if rival == own:
                continue
            bots = [own, *[rival] * (options.players - 1)]
            if options.players == 2:  # the games are those of the rival against this bot
                bots.sort(key=options.bots.index)
            found = results(options, tasks(options, bots), pool)
            rows.append((rival, row(bots.index(own), options.players, found)))
        for rival, told in sorted(rows, key=lambda one: one[1].share):
            print(f"{own:14} against {rival:14} {told.text}", flush=True)


def check(options: argparse.Namespace, players: int) -> None:
    """Ends the program with a message when something that the command line names is not there, or does not fit."""
    try:
        for text in options.bots:
            seated(text, 0)
        played = pack(options.pack)
        for id in filter(None, (options.cards or "").split(",")):
            played.card(id)
    except OSError as problem:
        raise SystemExit(f"cannot read {problem.filename}: {problem.strerror}") from None
    except (Problems, UnknownBot, ValueError) as problem:
        raise SystemExit(str(problem)) from None
    low, high = played.game.players
    if not low <= players <= high:
        raise SystemExit(f"{played.game.id} is for {spanned(low, high)} players, not {players}")
    if options.games < 1 or (options.all and len(set(options.bots)) < 2):
        raise SystemExit("nothing to play: name a game or more with --games, and two bots or more with --all")
    known = {layout.id for layout in played.layouts()}
    for id in filter(None, options.layout.split(",")):
        if id not in known and not SMALL.fullmatch(id):
            raise SystemExit(f"there is no layout '{id}' in {options.pack}; name one of its layouts, or small:3x4")


def main() -> None:
    """Plays the games of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bots", nargs="+", help="a bot for each player")
    parser.add_argument("--games", type=int, default=20, help="how many games (20)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cards", help="ids of cards with commas between them")
    parser.add_argument("--layout", default="", help="ids of layouts with commas between them")
    parser.add_argument("--pack", default="dragon-castle", help="the id of a game, or the folder of a pack")
    parser.add_argument("--all", action="store_true", help="each against each other one")
    parser.add_argument("--players", type=int, default=2, help="how many play with --all")
    parser.add_argument("--keep", help="a file that keeps the games")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    players = options.players if options.all else len(options.bots)
    check(options, players)
    cards = printed_cards(pack(options.pack)) if options.cards is None else filter(None, options.cards.split(","))
    options.played_cards = tuple(cards)
    layouts = ",".join(layouts_of(options, players)) or "none"
    print(
        f"{options.pack} for {players}, layouts {layouts}, cards {','.join(options.played_cards) or 'none'}, "
        f"seeds from {options.seed}, {options.games} games; equals win {1 / players:.0%}",
        flush=True,
    )
    with ProcessPoolExecutor(options.processes) as pool:
        if options.all:
            report_all(options, pool)
        else:
            report_table(options, results(options, tasks(options, options.bots), pool))


if __name__ == "__main__":
    main()
