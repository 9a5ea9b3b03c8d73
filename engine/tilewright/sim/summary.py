"""A summary of many games: scores, wins, length, points by part, measures by turn."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from importlib.metadata import version

from tilewright.outputs.games import (
    AbilitySummary,
    FirstPlayer,
    GameLengths,
    MeasureAtTurn,
    PartSummary,
    Played,
    PlayerScores,
    RareTurns,
    SettingOutput,
    SummaryOutput,
)
from tilewright.outputs.output import ABSENT
from tilewright.play.bots import knows_weights, named
from tilewright.play.bots.value import weights_for
from tilewright.sim.estimates import distribution, mean, mean_interval, share
from tilewright.sim.secrets import PiecesTally, SecretsTally
from tilewright.sim.simulation import Series, Start
from tilewright.source import Source
from tilewright.table.card import Card


def digest(texts: Iterable[str]) -> str:
    """A digest of texts, which depends on their order."""
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


_WORDS = re.compile(r"^\s*word \S+ [a-z]{2} .*\n", re.MULTILINE)
"""Lines that give the name of a thing in a printed language; they do not affect a game."""


def setting_of(series: Series, start: Start, game: Source) -> SettingOutput:
    """Everything that determines the games of a series; `rules` is a digest of the files, including the game, without
    words of printed languages."""
    cards = [card.source for card in (*start.cards, *start.aside)]
    files = [game, *cards, *(layout.source for layout in start.layouts.values())]
    return SettingOutput(
        game=start.game.id,
        players=[named(bot) for bot in series.bots],
        rotate=series.rotate,
        cards=[card.id for card in start.cards],
        aside=[card.id for card in start.aside] or ABSENT,
        layouts={board: layout.id for board, layout in start.layouts.items()},
        seed=series.seed,
        cap=series.cap,
        traced=series.traced or ABSENT,
        held=series.held or ABSENT,
        weights=_weights(series, start),
        rules=digest([_WORDS.sub("", file.text).rstrip() for file in files]),
        version=version("tilewright"),
    )


def _weights(series: Series, start: Start) -> str:
    """A digest of the weights used by the bots, empty if there are none."""
    known = weights_for(start.game) if any(knows_weights(bot) for bot in series.bots) else None
    return ABSENT if known is None else digest(f"{name} {value}" for name, value in sorted(known.items()))


class Tally:
    """Aggregates games; its size does not grow with their number, except for values not seen before.

    `cards` are those in play. `games` is the number of games that ended and give the numbers, `stalled` those that
    ended because nothing could be done, `unchanged` those that ended by schedule without a turn that changed anything;
    `unended` were stopped, and are only counted.
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
        self._secrets, self._pieces = SecretsTally(), PiecesTally()
        self._never: dict[str, None] | None = None

    def add(self, game: Played) -> None:
        """Add a game."""
        if game.never is not ABSENT:
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
        self._pieces.add(game.pieces or ())
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
        """The number of games added."""
        return self.games + self.unended

    def _add_scores(self, game: Played) -> None:
        for seat, total in enumerate(game.totals):
            won = game.won(seat)
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

    def summary(self, setting: SettingOutput) -> SummaryOutput:
        """The summary, without numbers if no game has ended. At least one game must have been added."""
        assert self.played
        found = SummaryOutput(
            setting=setting,
            games=self.games,
            unended=self.unended,
            stalled=self.stalled or ABSENT,
            unchanged=self.unchanged or ABSENT,
            seats=[],
            bots=[],
            first=None,
            length=None,
            parts=[self._part(name, counts) for name, counts in self._parts.items()],
            abilities=[self._ability(card, counts) for card, counts in self._used.items()],
            forced=self._rare(self._forced),
            idle=self._rare(self._idle),
            measures={name: _by_turn(turns) for name, turns in self._measures.items()},
            secrets=self._secrets.summary() or ABSENT,
            pieces=self._pieces.summary() or ABSENT,
            never=list(self._never or ()) if self.games and self._never else ABSENT,
        )
        if self.games:
            rotate, bots = self.series.rotate, self._players(self._bot_scores, self._bot_wins, self.series.bots)
            found.seats, found.bots = (self._players(self._scores, self._wins), bots) if rotate else (bots, [])
            found.first = self._first()
            found.length = GameLengths(turns=distribution(self._turns), decisions=distribution(self._decisions))
        return found

    def _players(
        self, scores: Sequence[Counter[int]], wins: Sequence[float], bots: Sequence[str] | None = None
    ) -> list[PlayerScores]:
        """The scores at seats or of bots, and their shares of wins; a win shared by k counts 1/k for each."""
        return [
            PlayerScores(
                bot=bots[i] if bots else ABSENT,
                score=distribution(counts),
                counts=[[value, counts[value]] for value in sorted(counts)],
                wins=share(won, self.games),
            )
            for i, (counts, won) in enumerate(zip(scores, wins, strict=True))
        ]

    def _first(self) -> FirstPlayer:
        """The advantage of the first player: wins compared with an even share, and the mean lead over the others."""
        others = len(self.series.bots) - 1
        return FirstPlayer(
            wins=share(self._wins[0], self.games),
            even=round(1 / (others + 1), 4),
            lead=mean_interval(self._leads, others) if others else ABSENT,
        )

    def _part(self, name: str, counts: Counter[int]) -> PartSummary:
        return PartSummary(
            name=name,
            card=any(card.id == name for card in self.cards),
            paid=round(1 - counts[0] / counts.total(), 4),
            mean=mean(counts),
            most=max(counts),
        )

    def _ability(self, card: str, counts: Counter[int]) -> AbilitySummary:
        gains = self._gains[card]
        rest = self._all_gains - gains
        return AbilitySummary(
            card=card,
            uses=mean(counts),
            games=round(1 - counts[0] / self.games, 4),
            turns=gains.total(),
            gain=mean(gains) if gains else None,
            otherwise=mean(rest) if rest else None,
        )

    def _rare(self, counts: Counter[int]) -> RareTurns | None:
        """The number of turns of a kind per game, and the share of games with any."""
        return RareTurns(turns=mean(counts), games=round(1 - counts[0] / self.games, 4)) if self.games else None


def _by_turn(turns: list[Counter[int]]) -> list[MeasureAtTurn]:
    return [
        MeasureAtTurn(turn=turn, games=counts.total(), mean=mean(counts), min=min(counts))
        for turn, counts in enumerate(turns, start=1)
    ]
