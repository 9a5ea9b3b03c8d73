"""What it gains to choose in secret as an equilibrium does: the first auction of Fist of Dragonstones, again and again.

    python tools/bench_secrets.py [--auctions N] [--value TEXT] [--minutes M [--keep FILE]]

One of three players mixes as `tilewright equilibrium` says, the two others are bots of one sort: `random`, `greedy`, and one who
offers an even share of its gold, a coin for each of the ten auctions of a round. Seats change from auction to auction. Told is
by how much the value of the one lies above the mean of the others when the auction is over, with its 95% interval.

With --minutes whole games are played instead, against each sort by turns: how many of them the one wins, with the 95%
interval of Wilson; an even share is a third. Each game is a line of a journal (--keep), and those that stand there are not
played again.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import tilewright
from tilewright.equilibria.bot import EquilibriumBot
from tilewright.equilibria.question import Payoff, read_stake
from tilewright.equilibria.stage_graph import is_secret
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
WHOLE = """\
45 * points + 15 * points * points + 9 * count of stones + 3 * common-gold + silver + 6 * amulets
+ 5 * (fairy-gold + tired) + fairy-gold * (smaller of 3 and count of characters in the crowd)
+ black-coins * (smaller of 6 and count of characters in the crowd)"""
"""What each auction of a whole game is played for: a stone is worth three coins of common gold, the first point nearly seven stones,
the last thirteen. Fairy gold that is not offered is worth something in what is left of a round, and comes back in the next."""
RIVALS = ("random", "greedy", "even share")


class Mixing:
    """Draws from the mixes of the bot `equilibrium`, each of which is found once."""

    name = "equilibrium"

    def __init__(self, stake: Payoff) -> None:
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


def whole_games(pack: Pack, cards: Sequence[Card], stake: Payoff, minutes: float, keep: Path) -> None:
    """Play games against each sort of bot by turns, each a line of the journal as it ends, and tell what they come to."""
    keep.touch()
    games = [json.loads(line) for line in keep.read_text("utf-8").splitlines()]
    played = {(one["rival"], one["number"]) for one in games if one["stake"] == stake.text}
    ended = time.monotonic() + 60 * minutes
    for number, name in ((number, name) for number in count() for name in RIVALS):
        if time.monotonic() > ended:
            break
        if (name, number) not in played:
            line = {"rival": name, "number": number, "stake": stake.text} | whole_game(pack, cards, stake, name, number)
            games.append(line)
            with keep.open("a", encoding="utf-8") as journal:
                journal.write(json.dumps(line) + "\n")
            print(f"  { ({key: line[key] for key in line if key != 'stake'}) }", flush=True)
    for name in RIVALS:
        tell(name, [one for one in games if one["rival"] == name and one["stake"] == stake.text])


def whole_game(pack: Pack, cards: Sequence[Card], stake: Payoff, name: str, number: int) -> dict[str, Any]:
    """What came of one game: the part of a win, the points of the one and of the others, and what it took."""
    match, seat, started = (
        Match(pack.game, ["Ada", "Bo", "Cy"], cards, seed=number),
        number % PLAYERS,
        time.process_time(),
    )
    players = [rival(name, number * PLAYERS + one) for one in range(PLAYERS)]
    players[seat] = mixing = EquilibriumBot(number, stake)
    blocks = 0
    while not match.over:
        at = match.turn
        blocks += at == seat and is_secret(match.state)
        match.play(players[at].choose(match.view()))
    winners, points = match.winners(), [own["points"] for own in match.state.table.counters]
    return {
        "won": (match.names[seat] in winners) / len(winners),
        "points": points.pop(seat),
        "others": points,
        "auctions": match.state.turn,
        "numbers": blocks,
        "left": mixing.left,
        "seconds": round(time.process_time() - started, 1),
    }


def tell(name: str, games: Sequence[dict[str, Any]]) -> None:
    """The share of wins, and by how many points the one is ahead of the mean of the others."""
    if len(games) > 1:
        won = share(sum(one["won"] for one in games), len(games))
        lead = interval([one["points"] - sum(one["others"]) / len(one["others"]) for one in games])
        mean = {key: sum(one[key] for one in games) / len(games) for key in ("auctions", "left", "seconds")}
        print(
            f"  {name:12} {len(games)} games: {100 * won.share:.0f}% won (95%: {100 * won.low:.0f} to {100 * won.high:.0f}), "
            f"ahead by {lead.mean:.2f} points ({lead.low:.2f} to {lead.high:.2f}); {mean['auctions']:.0f} auctions, "
            f"{mean['left']:.1f} answers left to greedy, {mean['seconds']:.0f} s"
        )


def main() -> None:
    """Play the auctions against each sort of bot."""
    parser = argparse.ArgumentParser(description="What an equilibrium gains in single auctions.")
    parser.add_argument("--auctions", type=int, default=300)
    parser.add_argument("--value", help="what the one plays for")
    parser.add_argument("--minutes", type=float, help="whole games for so long")
    parser.add_argument("--keep", type=Path, default=Path("secret-games.jsonl"), help="the journal of whole games")
    options = parser.parse_args()
    pack = tilewright.load_pack("fist-of-dragonstones")
    cards = [pack.card(id) for name in pack.game.card_classes for id in pack.catalog().printed(name, pack.folder)]
    start = Match(pack.game, ["Ada", "Bo", "Cy"], cards, seed=1)
    stake = read_stake(options.value or (WHOLE if options.minutes else FIRST), start.game)
    assert isinstance(stake, Payoff), stake
    if options.minutes:
        whole_games(pack, cards, stake, options.minutes, options.keep)
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
        print(f"  {name:12} {found.mean:+.3f}  ({found.low:+.3f} to {found.high:+.3f})")


def auctioned(match: Match, bots: list[Bot], stake: Payoff) -> list[float]:
    """What all have after the first auction."""
    while match.state.turn == 0 and not match.over:
        match.play(bots[match.turn].choose(match.view()))
    evaluator, table = match.machine.evaluator, match.state.table
    return [
        float(evaluator.number(match.state, stake.asked, evaluator.places_of(table, seat))) for seat in range(PLAYERS)
    ]


if __name__ == "__main__":
    main()
