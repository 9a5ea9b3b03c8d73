"""Writes the table of bots against one another: `tools/bots_table.json`, from which docs/bots.md has its table.

    python tools/bots_table.py [--games N] [--keep FOLDER] [--only GAME]

Each bot plays each other one, alone against it at all other seats, in games of the seeds 1, 2 and so on, with the cards that are in the
box (of Dragon Castle without cards). Budgets are numbers of games or plans, so the same command gives the same games; the table has the
processor seconds a turn, by which to compare them. With --keep the games are kept, and a run that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import tournament
from tilewright.packs.equipment import printed_cards
from tilewright.sim.estimates import share

TABLE = Path(__file__).with_suffix(".json")
LINES = [
    ("../examples/tic-tac-toe", 2, ("random", "greedy", "uct:100", "exact:100")),
    ("../examples/connect-four", 2, ("random", "greedy", "uct:100")),
    ("../examples/pig", 2, ("random", "greedy", "uct:100")),
    ("herons", 3, ("random", "greedy", "uct:100")),
    ("cairns", 2, ("random", "greedy", "uct:200", "halving:10")),
    ("cairns", 4, ("random", "greedy", "uct:200")),
    ("fist-of-dragonstones", 3, ("random", "greedy", "uct:50", "equilibrium")),
    ("court-the-king", 2, ("random", "uct:20")),
    ("dragon-castle", 2, ("random", "greedy", "uct:150", "halving:10")),
    ("princess-and-dragon", 2, ("random", "greedy", "uct:50", "expectimax")),
]
"""Games, how many play, and the bots, the weakest first. In To Court the King `greedy` never ends a game."""


def rows_of(name: str, players: int, bots: tuple[str, ...], given: argparse.Namespace) -> list[dict[str, object]]:
    """What each bot came to against each other one before it, of whom there are one or more at the table."""
    pack = str((Path(__file__).parent / name).resolve()) if name.startswith("..") else name
    game = tournament.pack(pack)
    cards = () if name == "dragon-castle" else tuple(printed_cards(game))
    keep = None if given.keep is None else str(given.keep / f"{game.game.id}-{players}.jsonl")
    options = argparse.Namespace(pack=pack, layout="", games=given.games, seed=1, keep=keep, played_cards=cards)
    found = []
    with ProcessPoolExecutor(given.processes) as pool:
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


def main() -> None:
    """Play the games, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--only", default="", help="only games whose names have this; the other rows of the table stay")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    if given.keep is not None:
        given.keep.mkdir(parents=True, exist_ok=True)
    known = json.loads(TABLE.read_text("utf-8"))["rows"] if TABLE.exists() else []
    for name, players, bots in LINES:
        if given.only not in name:
            continue
        rows = rows_of(name, players, bots, given)
        game = rows[0]["game"]
        known = [row for row in known if (row["game"], row["players"]) != (game, players)] + rows
        lines = ",\n".join(f"  {json.dumps(row)}" for row in known)
        TABLE.write_text(f'{{"format": "bots-table/1", "rows": [\n{lines}\n]}}\n', "utf-8")


if __name__ == "__main__":
    main()
