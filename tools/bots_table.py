"""Writes the table of bots against one another: `tools/bots_table.json` and docs/data/tournament.md.

    python tools/bots_table.py [--games N] [--keep FOLDER] [--only GAME] [--seconds S]

Each bot plays each other one, alone against it at all other seats, in games of the seeds 1, 2 and so on, with the cards that are in the
box (of Dragon Castle without cards). Budgets are numbers of games or plans, so the same command gives the same games; the table has the
processor seconds a turn, by which to compare them. With --keep the games are kept, and a run that was stopped goes on from there.

With --seconds the bots that have a budget have so many processor seconds for each turn instead, whatever else the machine does. That table is
`tools/bots_at_equal_time.json`, and docs/data/equal-time.md.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import tournament
from tilewright.packs.equipment import printed_cards
from tilewright.play.bots import BUDGETED
from tilewright.sim.estimates import share

TABLE = Path(__file__).with_suffix(".json")
LINES = [
    ("court-the-king", 2, 96, ("random", "uct:20", "uct:100")),
    ("court-the-king", 3, 36, ("random", "uct:20", "uct:100")),
    ("court-the-king", 4, 24, ("random", "uct:20", "uct:100")),
    ("fist-of-dragonstones", 3, 120, ("random", "uct:20", "uct:100")),
    ("fist-of-dragonstones", 4, 60, ("random", "uct:20", "uct:100")),
    ("herons", 3, 300, ("random", "greedy", "uct:100")),
    ("herons", 4, 60, ("random", "greedy", "uct:100")),
    ("cairns", 2, 40, ("random", "greedy", "uct:100")),
    ("cairns", 3, 24, ("random", "greedy", "uct:100")),
    ("cairns", 4, 8, ("random", "greedy", "uct:100")),
    ("dragon-castle", 2, 20, ("random", "uct:100")),
    ("dragon-castle", 3, 12, ("random", "uct:100")),
    ("dragon-castle", 4, 8, ("random", "uct:100")),
    ("princess-and-dragon", 2, 20, ("random", "uct:50")),
    ("princess-and-dragon", 3, 12, ("random", "uct:50")),
    ("princess-and-dragon", 4, 4, ("random", "uct:50")),
    ("../examples/pig", 2, 400, ("random", "greedy", "uct:100")),
    ("../examples/tic-tac-toe", 2, 1000, ("random", "greedy", "uct:100", "exact:100")),
    ("../examples/connect-four", 2, 400, ("random", "greedy", "uct:100")),
]
"""Games, how many play, the number of games for each two bots, and the bots, the weakest first. In To Court the King `greedy` never
ends a game; in Fist of Dragonstones, Dragon Castle and The Princess and the Dragon its games take 5 to 25 seconds of processor time."""
EQUAL_TIME = TABLE.with_name("bots_at_equal_time.json")
PAGES = TABLE.parents[1] / "docs" / "data"
TIMED = [
    ("court-the-king", 2, 12, ("random", "uct")),
    ("fist-of-dragonstones", 3, 12, ("random", "uct")),
    ("herons", 3, 12, ("random", "greedy", "uct")),
    ("cairns", 2, 8, ("random", "greedy", "halving", "uct")),
    ("dragon-castle", 2, 4, ("random", "greedy", "halving", "uct")),
    ("princess-and-dragon", 2, 2, ("random", "greedy", "uct")),
]
"""The same for equal time."""


def count_processor_time() -> None:
    """Let bots take the time of the processor for that of the clock."""
    time.perf_counter = time.process_time


def timed(seconds: float) -> list[tuple[str, int, int, tuple[str, ...]]]:
    """The games for equal time, the bots with their budgets."""
    given = {name: f"{name}:{seconds:g}s" for name in BUDGETED}
    return [(game, players, games, tuple(given.get(bot, bot) for bot in bots)) for game, players, games, bots in TIMED]


def rows_of(
    name: str, players: int, games: int, bots: tuple[str, ...], given: argparse.Namespace
) -> list[dict[str, Any]]:
    """What each bot came to against each other one before it, of whom there are one or more at the table."""
    pack = str((Path(__file__).parent / name).resolve()) if name.startswith("..") else name
    game = tournament.pack(pack)
    cards = () if name == "dragon-castle" else tuple(printed_cards(game))
    keep = None if given.keep is None else str(given.keep / f"{game.game.id}-{players}.jsonl")
    options = argparse.Namespace(pack=pack, layout="", games=games, seed=1, keep=keep, played_cards=cards)
    found = []
    clock = count_processor_time if given.seconds else None
    with ProcessPoolExecutor(given.processes, initializer=clock) as pool:
        for index, own in enumerate(bots):
            for rival in bots[:index]:
                table = [own, *[rival] * (players - 1)]
                results = tournament.results(options, tournament.tasks(options, table), pool)
                seats = [(-game) % players for game in range(len(results))]
                won = sum((seat in one.winners) / len(one.winners) for seat, one in zip(seats, results, strict=True))
                turns = sum(one.turns / players for one in results)
                spent = sum(one.seconds[seat] for seat, one in zip(seats, results, strict=True))
                row = {"game": game.game.id, "players": players, "bot": own, "rival": rival, "games": len(results)}
                found.append(
                    row
                    | share(won, len(results)).keys()
                    | {"seeds": [1, len(results)], "seconds": round(spent / turns, 4)}
                )
                print(json.dumps(found[-1]), flush=True)
    return found


def page(rows: list[dict[str, Any]]) -> str:
    """The rows as a table in Markdown."""
    found = "| game | bot | rival | share, 95% | games | seconds per turn of the bot |\n|---|---|---|---|---|---|\n"
    for (game, players), group in groupby(rows, lambda row: (row["game"], row["players"])):
        title = f"{game}, {players} players"
        for row in group:
            shares = f"{row['share']:.0%} ({100 * row['low']:.0f} to {100 * row['high']:.0f})"
            cells = (title, f"`{row['bot']}`", f"`{row['rival']}`", shares, row["games"], f"{row['seconds']:.4f}")
            found += f"| {' | '.join(map(str, cells))} |\n"
            title = ""
    return found


def main() -> None:
    """Play the games, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, help="games for each two bots, instead of those of the table")
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", default="", help="only games whose names have this; the other rows of the table stay")
    parser.add_argument("--seconds", type=float, help="processor seconds for each turn of a bot that has a budget")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    path, where, lines = TABLE, "tournament.md", LINES
    if given.seconds:
        path, where, lines = EQUAL_TIME, "equal-time.md", timed(given.seconds)
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    known = json.loads(path.read_text("utf-8"))["rows"] if path.exists() else []
    for name, players, games, bots in lines:
        if given.only not in name:
            continue
        rows = rows_of(name, players, given.games or games, bots, given)
        game = rows[0]["game"]
        known = [row for row in known if (row["game"], row["players"]) != (game, players)] + rows
        text = ",\n".join(f"  {json.dumps(row)}" for row in known)
        path.write_text(f'{{"format": "bots-table/1", "rows": [\n{text}\n]}}\n', "utf-8")
        (PAGES / where).write_text(page(known), "utf-8")


if __name__ == "__main__":
    main()
