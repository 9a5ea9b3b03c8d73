"""What it gains to choose in secret as an equilibrium does: the first auction of Fist of Dragonstones, again and again.

    python tools/bench_secrets.py [--auctions N] [--value TEXT] [--minutes M]

One of three players mixes as `tilewright equilibrium` says, the two others are bots of one sort: `random`, `greedy`, and one who
offers an even share of its gold, a coin for each of the ten auctions of a round. Seats change from auction to auction. Told is
by how much the value of the one lies above the mean of the others when the auction is over, with its 95 % interval.

With --minutes whole games are played instead, for so many minutes against each sort: how many of them the one wins, with the 95 %
interval of Wilson; an even share is a third.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random

import tilewright
from tilewright.equilibria.bot import EquilibriumBot
from tilewright.equilibria.question import Stake, read_stake
from tilewright.equilibria.stages import is_secret
from tilewright.packs.pack import Pack
from tilewright.play.bots import Bot, bot
from tilewright.play.match import Match
from tilewright.play.state import Move
from tilewright.play.view import View
from tilewright.sim.estimates import interval, share
from tilewright.table.card import Card

PLAYERS = 3
FIRST = "4 * black-coins + fairy-gold + common-gold"
"""What the first auction is played for: the black coin of the Witch."""
WHOLE = "36 * points + 9 * count of stones + 3 * fairy-gold + 3 * common-gold + 6 * black-coins + silver"
"""What each auction of a whole game is played for: a stone is worth three coins of gold, a point twelve."""
RIVALS = ("random", "greedy", "even share")


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
    """Offers one coin of fairy gold, and nothing else; what is not secret it plays as `greedy` does."""

    name = "even share"

    def __init__(self, seed: int) -> None:
        self._other = bot("greedy", seed)

    def choose(self, view: View) -> Move:
        """The first number but for the fairy gold."""
        if not is_secret(view.state):
            return self._other.choose(view)
        return next((move for move in view.moves if move.text == "magic 1"), view.moves[0])


def rival(name: str, seed: int) -> Bot:
    """A bot of a sort."""
    return Even(seed) if name == "even share" else bot(name, seed)


def whole_games(pack: Pack, cards: Sequence[Card], stake: Stake, minutes: float) -> None:
    """Play games against each sort of bot, and tell how many the one wins; shared wins count by halves or thirds."""
    print(f"value: {stake.text}; whole games, {minutes:g} minutes against each sort, share of wins")
    for name in RIVALS:
        started, number, won, decisions = time.monotonic(), 0, 0.0, 0
        while time.monotonic() - started < 60 * minutes:
            match = Match(pack.game, ["Ada", "Bo", "Cy"], cards, seed=number)
            players = [rival(name, number * PLAYERS + seat) for seat in range(PLAYERS)]
            players[number % PLAYERS] = EquilibriumBot(number, stake)
            while not match.over:
                match.machine.apply(match.state, players[match.turn].choose(match.view()))
                decisions += 1
            winners = match.winners()
            won += (match.names[number % PLAYERS] in winners) / len(winners)
            number += 1
        found = share(won, number)
        print(
            f"  {name:12} {won:.1f} of {number} games (95 %: {100 * found['low']:.0f} to {100 * found['high']:.0f} %), {decisions} decisions",
            flush=True,
        )


def main() -> None:
    """Play the auctions against each sort of bot."""
    parser = argparse.ArgumentParser(description="What an equilibrium gains in single auctions.")
    parser.add_argument("--auctions", type=int, default=300)
    parser.add_argument("--value", help="what the one plays for")
    parser.add_argument("--minutes", type=float, help="whole games for so long against each sort")
    options = parser.parse_args()
    pack = tilewright.load_pack("fist-of-dragonstones")
    cards = [pack.card(id) for name in pack.game.card_classes for id in pack.catalog().printed(name, pack.folder)]
    start = Match(pack.game, ["Ada", "Bo", "Cy"], cards, seed=1)
    stake = read_stake(options.value or (WHOLE if options.minutes else FIRST), start.game)
    assert isinstance(stake, Stake), stake
    if options.minutes:
        whole_games(pack, cards, stake, options.minutes)
        return
    mixing = Mixing(stake)
    print(f"value: {stake.text}; {options.auctions} auctions each, the mean lead over the others")
    for name in RIVALS:
        leads = []
        for number in range(options.auctions):
            match = Match(pack.game, ["Ada", "Bo", "Cy"], cards, seed=1)
            others = [rival(name, number * PLAYERS + seat) for seat in range(PLAYERS)]
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
