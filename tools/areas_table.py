"""How many tiles complete the open areas of games at random, and what it takes to find out: python tools/areas_table.py.

Printed are how many areas are possible with how many tiles, never, or undecided, and the processor time of an answer.
"""

from __future__ import annotations

import argparse
from collections import Counter
from random import Random
from statistics import median
from time import process_time

from tilewright.areas.completion import Completer
from tilewright.areas.shapes import terrain_at, tiles_left
from tilewright.packs.equipment import printed_cards
from tilewright.packs.pack import Pack
from tilewright.packs.resolve import Resolver
from tilewright.play.match import Match


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sort", nargs="?", default="city")
    parser.add_argument("--areas", type=int, default=300)
    parser.add_argument("--turns", type=int, default=90)
    given = parser.parse_args()
    pack = Resolver().game("princess-and-dragon")
    assert isinstance(pack, Pack)
    cards = [pack.card(id) for id in printed_cards(pack)]
    seconds: list[float] = []
    answers, seed = Counter[str](), 0
    while len(seconds) < given.areas:
        seed += 1
        match, random = Match(pack.game, ("Ada", "Bo"), cards, seed=seed), Random(seed)
        last = random.randrange(4, given.turns)
        while not match.over and match.state.turn < last:
            match.play(random.choice(list(match.moves)))
        terrain = terrain_at(match.state)
        assert terrain is not None
        asked = Completer(terrain, tiles_left(match.state))
        for root in asked.open_areas():
            if asked.sort(root) == given.sort and len(seconds) < given.areas:
                began = process_time()
                found = asked.complete(root)
                seconds.append(process_time() - began)
                answers[f"{found.status} {len(found.tiles) or ''}".strip()] += 1
    for answer, count in sorted(answers.items()):
        print(f"{answer:12} {count:4}")
    print(f"median {median(seconds) * 1000:.1f} ms, most {max(seconds) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
