"""How often a verdict about a card that one player of a game has is wrong: games are drawn from kept ones.

    python tools/check_verdicts.py FILE... [--games N] [--runs N]

The files are those that `balance --keep` wrote (`held-CARD.jsonl`). For each bot the differences between who has the card and the
mean of all players are centered, so that the card adds nothing, and drawn with replacement; then so much is added as the
rows say. Each run is checked as `balance` does.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from statistics import fmean, stdev

from tilewright.sim.estimates import USUAL, InterimAnalyses, difference, interval, is_within, little, sign

Pair = tuple[float, float]
"""The mean total of all players, and that of who has the card."""


def main() -> None:
    """What the command line says."""
    parser = argparse.ArgumentParser(description="How often a verdict is wrong.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--games", type=int, default=USUAL[1])
    parser.add_argument("--runs", type=int, default=1000)
    options = parser.parse_args()
    bots = centered(options.files)
    for bot, pairs in bots.items():
        apart, totals = stdev(own - all for all, own in pairs), stdev(own for _, own in pairs)
        print(f"{bot}: {len(pairs)} games, standard deviation of the difference {apart:.1f}, of a total {totals:.1f}")
    looks = InterimAnalyses(USUAL[0], options.games, len(bots) ** 2)
    for share in (0, 0.25, 0.5, 1, 1.5):
        print(row(bots, share, looks, options.runs))


def centered(files: Sequence[Path]) -> Mapping[str, Sequence[Pair]]:
    """By bot, the games of all cards as if none of these added anything."""
    found: dict[str, list[Pair]] = {}
    for file in files:
        own: dict[str, list[Pair]] = {}
        for bot, pair in games(file):
            own.setdefault(bot, []).append(pair)
        for bot, pairs in own.items():
            shift = fmean(second - first for first, second in pairs)
            middle = fmean(second for _, second in pairs) - shift
            found.setdefault(bot, []).extend((first - middle, second - shift - middle) for first, second in pairs)
    return found


def games(file: Path) -> Iterator[tuple[str, Pair]]:
    """The games of a file that ended, each with its bot."""
    for line in file.read_text("utf-8").splitlines():
        game = json.loads(line)
        if game.get("ended"):
            players = len(game["bots"])
            yield game["bots"][0], (fmean(game["totals"]), game["totals"][(game["game"] - 1) // players % players])


def row(bots: Mapping[str, Sequence[Pair]], share: float, looks: InterimAnalyses, runs: int) -> str:
    """What is found of a card that adds a share of a standard deviation of a total."""
    random, ends, found = Random(1), list[int](), Counter[str]()
    for _ in range(runs):
        size, signs = run(bots, share, looks, random)
        ends.append(size)
        found["any"] += any(signs)
        found["all"] += all(signs)
        found["none"] += not any(signs) and size <= looks.sizes[-1]
    rates = ", ".join(f"{what} {100 * found[key] / runs:.1f}%" for key, what in WORDS.items())
    early = sum(size <= looks.sizes[-2] for size in ends) / runs
    return f"adds {share:.2f}: {rates}; {fmean(ends):.0f} games, {100 * early:.0f}% after at most {looks.sizes[-2]}"


WORDS = {"any": "certain for a bot", "all": "certain for all bots", "none": "certainly little for all bots"}


def run(
    bots: Mapping[str, Sequence[Pair]], share: float, looks: InterimAnalyses, random: Random
) -> tuple[int, list[int]]:
    """After how many games a run ends (more than all if without a verdict), and the sign of what the card certainly adds, by bot."""
    drawn = {bot: random.choices(pairs, k=looks.sizes[-1] // len(bots)) for bot, pairs in bots.items()}
    for size in looks.sizes:
        signs, settled = [], True
        for bot, pairs in drawn.items():
            more = share * stdev(own for _, own in bots[bot])
            own = [(first, second + more) for first, second in pairs[: size // len(bots)]]
            gain = difference(own, looks.critical)
            signs.append(sign(gain))
            settled &= bool(signs[-1]) or is_within(gain, little(interval([second for _, second in own]), len(own)))
        if settled:
            return size, signs
    return looks.sizes[-1] + 1, signs


if __name__ == "__main__":
    main()
