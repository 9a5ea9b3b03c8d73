"""What many games have in common: scores, wins, length, what pays, measures by turn."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version

from tilewright.play.bots import knows_weights
from tilewright.play.bots.value import weights_for
from tilewright.sim.estimates import distribution, mean, mean_interval, share
from tilewright.sim.secret_sums import SecretsTally
from tilewright.sim.simulation import Json, Played, Series, Start
from tilewright.source import Source
from tilewright.table.card import Card

NO_NUMBERS: Json = {
    "seats": [],
    "bots": [],
    "first": None,
    "length": None,
    "parts": [],
    "abilities": [],
    "forced": None,
    "idle": None,
    "measures": {},
}
"""What is reported about games none of which has ended."""


def digest(texts: Iterable[str]) -> str:
    """What stands for texts: another one, or another order, gives another digest."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


_WORDS = re.compile(r"^\s*word \S+ [a-z]{2} .*\n", re.MULTILINE)
"""Lines that say how a thing is called in a printed language, which changes no game."""


def setting_of(series: Series, start: Start, game: Source) -> Json:
    """All that decides how the games of a series go; `rules` is a digest of the files, that of the game among them, without words of printed languages."""
    cards = [card.source for card in (*start.cards, *start.aside)]
    files = [game, *cards, *(layout.source for layout in start.layouts.values())]
    return {
        "game": start.game.id,
        "players": list(series.bots),
        "rotate": series.rotate,
        "cards": [card.id for card in start.cards],
        **({"aside": [card.id for card in start.aside]} if start.aside else {}),
        "layouts": {board: layout.id for board, layout in start.layouts.items()},
        "seed": series.seed,
        "cap": series.cap,
        **({"traced": True} if series.traced else {}),
        **_weights(series, start),
        "rules": digest([_WORDS.sub("", file.text).rstrip() for file in files]),
        "version": version("tilewright"),
    }


def _weights(series: Series, start: Start) -> Json:
    """What stands for the weights that some of the bots know, if there are any."""
    known = weights_for(start.game) if any(knows_weights(bot) for bot in series.bots) else None
    return {} if known is None else {"weights": digest(f"{name} {value}" for name, value in sorted(known.items()))}


class Tally:
    """Adds games up; what it keeps does not grow with their number, but for values not seen before.

    `cards` are those in play. `games` came to an end and make the numbers, `stalled` of them because nothing could be done,
    `unchanged` because it was time, without a turn that changed anything; `unended` were stopped, and are only counted.
    """

    def __init__(self, series: Series, cards: Sequence[Card]) -> None:
        self.series = series
        self.cards = cards
        bots = series.bots
        self.games = self.unended = self.stalled = self.unchanged = 0
        self._scores: list[Counter[int]] = [Counter() for _ in bots]
        self._wins = [0.0 for _ in bots]
        self._bot_scores: list[Counter[int]] = [Counter() for _ in bots]
        self._bot_wins = [0.0 for _ in bots]
        self._leads: Counter[int] = Counter()
        self._turns: Counter[int] = Counter()
        self._decisions: Counter[int] = Counter()
        self._parts: dict[str, Counter[int]] = {}
        self._used: dict[str, Counter[int]] = {}
        self._gains: dict[str, Counter[int]] = {}
        self._all_gains: Counter[int] = Counter()
        self._measures: dict[str, list[Counter[int]]] = {}
        self._forced: Counter[int] = Counter()
        self._idle: Counter[int] = Counter()
        self._secrets = SecretsTally()
        self._never: dict[str, None] | None = None

    def add(self, game: Played) -> None:
        """One more game."""
        if game.never is not None:
            left = game.never if self._never is None else [line for line in self._never if line in game.never]
            self._never = dict.fromkeys(left)
        if not game.ended:
            self.unended += 1
            return
        self.games += 1
        self.stalled += game.stalled or 0
        self.unchanged += not game.stalled and len(game.idle) == game.turns
        self._add_scores(game)
        self._turns[game.turns] += 1
        self._decisions[game.decisions] += 1
        self._forced[len(game.forced)] += 1
        self._idle[len(game.idle)] += 1
        self._all_gains.update(game.gains)
        self._secrets.add(game.secrets or ())
        for card in (card.id for card in self.cards if card.abilities):
            turns = [turn for own in game.uses for turn in own.get(card, ())]
            self._used.setdefault(card, Counter())[len(turns)] += 1
            self._gains.setdefault(card, Counter()).update(game.gains[turn - 1] for turn in set(turns))
        for name, values in game.measures.items():
            known = self._measures.setdefault(name, [])
            known.extend(Counter() for _ in range(len(known), len(values)))
            for counts, value in zip(known, values, strict=False):
                counts[value] += 1

    @property
    def played(self) -> int:
        """How many games were added."""
        return self.games + self.unended

    def _add_scores(self, game: Played) -> None:
        for seat, total in enumerate(game.totals):
            won = (seat + 1 in game.winners) / len(game.winners)
            self._scores[seat][total] += 1
            self._wins[seat] += won
            bot = self.series.bot_at(seat, game.game)
            self._bot_scores[bot][total] += 1
            self._bot_wins[bot] += won
        for parts in game.scores:
            for name, points in parts.items():
                self._parts.setdefault(name, Counter())[points] += 1
        first, *others = game.totals
        self._leads[first * len(others) - sum(others)] += 1

    def summary(self, setting: Json) -> Json:
        """The object of ``simulation-summary/1``, without numbers when no game has ended; of no games at all there is none."""
        assert self.played
        counts: Json = {"games": self.games, "unended": self.unended}
        odd = {"stalled": self.stalled, "unchanged": self.unchanged}
        counts |= {name: count for name, count in odd.items() if count}
        numbers = self._numbers() if self.games else NO_NUMBERS
        return {"format": "simulation-summary/1", "setting": setting, **counts, **numbers}

    def _numbers(self) -> Json:
        rotate, secrets = self.series.rotate, self._secrets.summary()
        seats = [self._player(counts, wins) for counts, wins in zip(self._scores, self._wins, strict=True)]
        bots = [self._player(counts, wins) for counts, wins in zip(self._bot_scores, self._bot_wins, strict=True)]
        named = [{"bot": name} | found for name, found in zip(self.series.bots, bots, strict=True)]
        return {
            "seats": seats if rotate else named,
            "bots": named if rotate else [],
            "first": self._first(),
            "length": {"turns": distribution(self._turns), "decisions": distribution(self._decisions)},
            "parts": [self._part(name, counts) for name, counts in self._parts.items()],
            "abilities": [self._ability(card, counts) for card, counts in self._used.items()],
            "forced": self._rare(self._forced),
            "idle": self._rare(self._idle),
            "measures": {name: _by_turn(turns) for name, turns in self._measures.items()},
            **({"secrets": secrets} if secrets else {}),
            **({"never": list(self._never)} if self._never else {}),
        }

    def _player(self, counts: Counter[int], wins: float) -> Json:
        """The scores at a seat or of a bot, and its share of wins; a win that k share is 1/k for each."""
        return {
            "score": distribution(counts),
            "counts": [[value, counts[value]] for value in sorted(counts)],
            "wins": share(wins, self.games),
        }

    def _first(self) -> Json:
        """What it is worth to be the first: wins beside an even share, and the mean lead over the others."""
        others = len(self.series.bots) - 1
        found: Json = {"wins": share(self._wins[0], self.games), "even": round(1 / (others + 1), 4)}
        return found | ({"lead": mean_interval(self._leads, others)} if others else {})

    def _part(self, name: str, counts: Counter[int]) -> Json:
        paid = 1 - counts[0] / counts.total()
        card = any(card.id == name for card in self.cards)
        return {"name": name, "card": card, "paid": round(paid, 4), "mean": mean(counts), "most": max(counts)}

    def _ability(self, card: str, counts: Counter[int]) -> Json:
        gains = self._gains[card]
        rest = self._all_gains - gains
        return {
            "card": card,
            "uses": mean(counts),
            "games": round(1 - counts[0] / self.games, 4),
            "turns": gains.total(),
            "gain": mean(gains) if gains else None,
            "otherwise": mean(rest) if rest else None,
        }

    def _rare(self, counts: Counter[int]) -> Json:
        """Turns of a sort: how many a game, and the share of games with any."""
        return {"turns": mean(counts), "games": round(1 - counts[0] / self.games, 4)}


def _by_turn(turns: list[Counter[int]]) -> list[Json]:
    return [
        {"turn": turn, "games": counts.total(), "mean": mean(counts), "min": min(counts)}
        for turn, counts in enumerate(turns, start=1)
    ]
