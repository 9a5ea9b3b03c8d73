"""Compares proofs about turns with exhaustive play by the machine, on random endings on 4 x 4 realms.

    python tools/check_turns.py --replies [--tables N]
    python tools/check_turns.py [--tables N] [--turns N] [--seconds N] [--cards LIST]... [--stacks N] [--up N] [--types N]

With each list of cards (``-`` for none; the Spirits one by one but Strength, which has too many ways to play, and no card) so many tables are solved. What is
not proved in time is counted apart. With ``--replies`` two players have one turn each, and the lead is compared with minimax by the machine; an answer that all play contradicts ends the run with exit code 1.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from cards import pack
from line_search import evaluator_for, lead_by_play, most_by_play, random_ending, rules_of, two_players
from tilewright.turns.last_round import last_round
from tilewright.turns.lines import Endgame, open_table
from tilewright.turns.solve import solve_turns

SPIRITS = ("abyss", "beauty", "change", "cunning", "deception", "destruction", "elegance", "faith", "wind")


def compared(cards: str, seed: int, arguments: argparse.Namespace) -> str:
    """Whether an answer is the ``same`` as that of exhaustive play, ``open``, or else what is wrong."""
    game, drawn = pack().game, [pack().card(name) for name in cards.split(",") if name != "-"]
    position = random_ending(seed, stacks=arguments.stacks, up=arguments.up, types=arguments.types)
    answer = solve_turns(position, drawn, arguments.turns, time_limit=arguments.seconds, workers=1)
    if answer.status == "optimal" or answer.bound is not None:
        most = most_by_play(evaluator_for(game, drawn), open_table(position), arguments.turns, rules_of(game, drawn))
        total = answer.line.total if answer.line is not None else None
        if answer.status == "optimal" and total == most:
            return "same"
        if answer.status == "optimal" or answer.bound is None or answer.bound < most or (total or most) > most:
            return f"{cards} {seed}: {answer.status} {total}, bound {answer.bound}, all play {most}"
    return "open"


def compared_reply(seed: int, arguments: argparse.Namespace) -> str:
    """The same of the largest lead after the best reply."""
    position = two_players(seed)
    answer = last_round(position, (), time_limit=arguments.seconds, workers=1)
    if answer.status != "optimal":
        return "open"
    most = lead_by_play(Endgame(position, ()))
    return "same" if answer.low == most else f"reply {seed}: {answer.low}, minimax {most}"


def main() -> None:
    """Print a row for each list of cards."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--first", type=int, default=0, help="the first table")
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--cards", action="append", metavar="LIST", help="names with commas, or - for none")
    parser.add_argument("--replies", action="store_true", help="two players with one turn each")
    parser.add_argument("--stacks", type=int, default=1)
    parser.add_argument("--up", type=int, default=8)
    parser.add_argument("--types", type=int, default=2)
    arguments = parser.parse_args()
    wrong, seeds = 0, range(arguments.first, arguments.first + arguments.tables)
    for cards in ["replies"] if arguments.replies else arguments.cards or ("-", *SPIRITS):
        started = time.monotonic()
        found = [
            compared_reply(seed, arguments) if arguments.replies else compared(cards, seed, arguments) for seed in seeds
        ]
        told = [one for one in found if one not in ("same", "open")]
        wrong += len(told)
        counts = f"{found.count('same')} the same, {found.count('open')} open, {len(told)} wrong"
        print(f"{cards}: {counts}, {time.monotonic() - started:.0f} s", *told, sep="\n  ", flush=True)
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
