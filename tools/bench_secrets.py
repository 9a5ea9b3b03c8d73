"""What it gains to choose in secret as an equilibrium does: the first auction of Fist of Dragonstones, again and again.

    python tools/bench_secrets.py [--auctions N] [--value TEXT]

One of three players mixes as `tilewright equilibrium` says, the two others are bots of one sort: `random`, `greedy`, and one who
offers an even share of its gold, a coin for each of the ten auctions of a round. Seats change from auction to auction. Told is
by how much the value of the one lies above the mean of the others when the auction is over, with its 95 % interval.
"""

from __future__ import annotations

import argparse
from random import Random

import tilewright
from tilewright.equilibria.bot import EquilibriumBot
from tilewright.equilibria.question import Stake, read_stake
from tilewright.play.bots import Bot, bot
from tilewright.play.match import Match
from tilewright.play.state import Move
from tilewright.play.view import View
from tilewright.sim.estimates import interval

PLAYERS = 3


class Mixing:
    """Draws from the mixes of the bot `equilibrium`, each of which is found once."""

    name = "equilibrium"

    def __init__(self, stake: Stake) -> None:
        self._bot, self._random = EquilibriumBot(0, stake), Random(0)
        self._mixes: dict[object, list[tuple[str, float]]] = {}
        self._next: list[str] = []

    def choose(self, view: View) -> Move:
        """The next number of what was drawn."""
        if not self._next:
            key = view.player, view.state.key
            if key not in self._mixes:
                self._mixes[key] = [(text, float(chance)) for text, chance in self._bot.mix(view).items()]
            texts, chances = zip(*self._mixes[key], strict=True)
            (drawn,) = self._random.choices(texts, chances)
            self._next = drawn.split("; ")
        text = self._next.pop(0)
        return next(move for move in view.moves if move.text == text)


class Even:
    """Offers one coin of fairy gold, and nothing else."""

    name = "even share"

    def choose(self, view: View) -> Move:
        """The first number but for the fairy gold."""
        return next((move for move in view.moves if move.text == "magic 1"), view.moves[0])


def main() -> None:
    """Play the auctions against each sort of bot."""
    parser = argparse.ArgumentParser(description="What an equilibrium gains in single auctions.")
    parser.add_argument("--auctions", type=int, default=300)
    parser.add_argument("--value", default="4 * black-coins + fairy-gold + common-gold")
    options = parser.parse_args()
    pack = tilewright.load_pack("fist-of-dragonstones")
    cards = [pack.card(id) for name in pack.game.card_classes for id in pack.catalog().printed(name, pack.folder)]
    start = Match(pack.game, ["Ada", "Bo", "Cy"], cards, seed=1)
    stake = read_stake(options.value, start.game)
    assert isinstance(stake, Stake), stake
    mixing = Mixing(stake)
    print(f"value: {stake.text}; {options.auctions} auctions each, the mean lead over the others")
    for name in ("random", "greedy", "even share"):
        leads = []
        for number in range(options.auctions):
            match = Match(pack.game, ["Ada", "Bo", "Cy"], cards, seed=1)
            others: list[Bot] = [
                bot(name, number * PLAYERS + seat) if name != "even share" else Even() for seat in range(PLAYERS)
            ]
            others[number % PLAYERS] = mixing
            values = auctioned(match, others, stake)
            own = values.pop(number % PLAYERS)
            leads.append(own - sum(values) / len(values))
        found = interval(leads)
        print(f"  {name:12} {found['mean']:+.3f}  ({found['low']:+.3f} to {found['high']:+.3f})")


def auctioned(match: Match, bots: list[Bot], stake: Stake) -> list[float]:
    """What all have after the first auction."""
    while match.state.turn == 0 and not match.over:
        match.machine.apply(match.state, bots[match.turn].choose(match.view()))
    referee, table = match.machine.referee, match.state.table
    return [
        float(referee.number(match.state, stake.asked, referee.deciding_player(table, seat))) for seat in range(PLAYERS)
    ]


if __name__ == "__main__":
    main()
