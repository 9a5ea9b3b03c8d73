"""What a bot gains by finishing with a proof: the same games with and without it, until the time is up.

    python tools/finish_gain.py uct:100 [--layout small:4x5] [--cards LIST] [--seconds 900] [--seed 1]

Each game is played three times with equal seeds: by the plain bot at both seats, and with the bot that finishes by proof at one
seat and then at the other. Until a proof is found all three go alike, so what differs in the result is what the proof is worth.
The mean of that difference (in games won, a shared game is half a one) has an interval of 95%, over the seeds.
"""

from __future__ import annotations

import argparse
import time

from tilewright.sim.estimates import FEWEST, interval
from tilewright.turns.last_round import Finisher
from tournament import Task, match_of, seated


def result(task: Task) -> tuple[float, int, int]:
    """What the first seat won (1, 0, or a half), its lead, and how many turns were proved to be best."""
    match, bots = match_of(task), [seated(text, 1000 * task.seed + i) for i, text in enumerate(task.bots)]
    while not match.over:
        match.play(bots[match.turn].choose(match.view()))
    totals, winners = [score.total for score in match.scores()], match.winners()
    won = (match.names[0] in winners) / len(winners)
    return won, totals[0] - totals[1], sum(bot.proved for bot in bots if isinstance(bot, Finisher))


def compared(bot: str, seed: int, options: argparse.Namespace) -> tuple[float, float, int]:
    """What finishing by proof changes at the two seats together: games won, points of lead; and the turns that were proved."""

    def play(*bots: str) -> tuple[float, int, int]:
        return result(Task(seed, bots, tuple(filter(None, options.cards.split(","))), options.layout, options.pack))

    plain, first, second = play(bot, bot), play(f"finish:{bot}", bot), play(bot, f"finish:{bot}")
    won, lead = first[0] - plain[0] + plain[0] - second[0], first[1] - plain[1] + plain[1] - second[1]
    return won / 2, lead / 2, first[2] + second[2]


def spread(values: list[float]) -> str:
    """The mean of values with its interval."""
    found = interval(values)
    return (
        f"{found.mean:+.3f} ({found.low:+.3f} to {found.high:+.3f})" if len(values) >= FEWEST else f"{found.mean:+.3f}"
    )


def main() -> None:
    """Play until the time is up, and tell the mean difference."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("bot")
    parser.add_argument("--layout", default="small:4x5")
    parser.add_argument("--cards", default="", help="ids of cards with commas between them")
    parser.add_argument("--pack", default="dragon-castle")
    parser.add_argument("--seconds", type=float, default=900.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    end, found, seed = time.monotonic() + options.seconds, list[tuple[float, float, int]](), options.seed
    while time.monotonic() < end:
        found.append(compared(options.bot, seed, options))
        seed += 1
    print(f"{options.bot}, {options.layout}, cards {options.cards or 'none'}: {len(found)} seeds from {options.seed}")
    won, lead, proved = zip(*found, strict=True)
    print(f"a game: {spread(list(won))} games won, {spread(list(lead))} points of lead")
    changed = sum(bool(one) for one in won)
    print(f"{sum(proved) / 2 / len(found):.2f} turns proved a game; {changed} seeds end with another winner")


if __name__ == "__main__":
    main()
