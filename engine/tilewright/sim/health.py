"""The quality of a game, measured in games between bots, by the measures of Browne (2008) and Ludii (Piette et al.
2020).

C. Browne, Automatic Generation and Evaluation of Recombination Games, PhD thesis, Queensland University of Technology,
2008. E. Piette, D. Soemers, M. Stephenson, C. Sironi, M. Winands, C. Browne, Ludii - The Ludemic General Game System,
ECAI 2020; its measures are in its package `metrics`. `docs/verify.md` defines each measure, and says where it departs
from theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from math import log10
from statistics import fmean

from tilewright.outputs.games import (
    BranchingOutput,
    DistributionOutput,
    HealthLengths,
    HealthOutput,
    MeasuredMean,
)
from tilewright.play.bots.uct import MoveAdvice, Uct
from tilewright.play.match import Match
from tilewright.sim.estimates import distribution, mean_interval, share
from tilewright.sim.processes import in_order
from tilewright.sim.simulation import Series, begun, ending
from tilewright.sim.trace import Coverage

NEVER_AHEAD = 0.0
"""The threshold of a game whose losers were never expected to win."""


@dataclass(frozen=True)
class ExpectedShares:
    """The expectation at a decision: each player's share of the victory, as last estimated."""

    shares: tuple[float, ...]

    @property
    def leader(self) -> int | None:
        """The single player with the highest expected share; None if there are several."""
        most = max(self.shares)
        return self.shares.index(most) if self.shares.count(most) == 1 else None


@dataclass(frozen=True)
class MeasuredGame:
    """A game that was played: the number of moves at each decision, the expectation there, the result.

    `winners` are seats from 0. A game that has not `ended` was stopped at the cap of its series.
    """

    turns: int
    choices: list[int]
    outlooks: list[ExpectedShares]
    winners: list[int]
    ended: bool
    stalled: bool
    never: list[str]

    @property
    def winner(self) -> int | None:
        """The only winner; None if there are several."""
        return self.winners[0] if self.ended and len(self.winners) == 1 else None

    @property
    def decisive(self) -> float | None:
        """The share of decisions from the first one at which the winner's expectation exceeds that of any loser at any
        decision; 0 if there is none. None without a single winner, or without expectations."""
        winner = self.winner
        if winner is None or not self.outlooks:
            return None
        threshold = max((self._best_of_losers(one, winner) for one in self.outlooks), default=NEVER_AHEAD)
        above = (at for at, one in enumerate(self.outlooks) if one.shares[winner] > threshold)
        first = next(above, len(self.outlooks))
        return 1 - first / len(self.outlooks)

    @staticmethod
    def _best_of_losers(outlook: ExpectedShares, winner: int) -> float:
        return max(share for seat, share in enumerate(outlook.shares) if seat != winner)

    @property
    def lead_changes(self) -> float | None:
        """The share of decisions at which the leader changes; decisions with several leaders do not count as a change."""
        if not self.outlooks:
            return None
        leaders = [one.leader for one in self.outlooks if one.leader is not None]
        changes = sum(before != after for before, after in pairwise(leaders))
        return changes / len(self.outlooks)


def measure_games(
    series: Series, playouts: int, games: range, executor: Executor, ahead: int = 8
) -> Iterator[MeasuredGame]:
    """The games of these numbers, in order; each decision is evaluated by so many `playouts` (0: not at all).

    Raises `EndlessGame`, and whatever the recipe raises.
    """
    yield from in_order(executor, measure_game, repeat(series), repeat(playouts), games, ahead=ahead)


def measure_game(series: Series, playouts: int, game: int) -> MeasuredGame:
    """The game of a number, from its setup to its end or the cap. Raises `EndlessGame` if abilities take too much work."""
    with ending(series, game):
        return _measured(series, playouts, game)


def _measured(series: Series, playouts: int, game: int) -> MeasuredGame:
    match, bots = begun(series, game)
    coverage = Coverage(match)
    outlooks, choices = _Outlooks(len(bots), playouts, series.seed_of(game)), list[int]()
    while not match.over and len(choices) < series.cap:
        choices.append(len(match.moves))
        outlooks.look(match)
        move = bots[match.turn].choose(match.view())
        with coverage.following(move):
            match.play(move)
    scores = match.scores()
    return MeasuredGame(
        turns=match.state.turn,
        choices=choices,
        outlooks=outlooks.found,
        winners=[int(name) - 1 for name in match.winners()],
        ended=match.over,
        stalled=match.stalled,
        never=coverage.never(scores),
    )


class _Outlooks:
    """Estimates at each decision who will win, by a search of the deciding player with that player's information. With
    two players, the other one gets the rest."""

    def __init__(self, players: int, playouts: int, seed: int) -> None:
        self._shares, self._playouts, self._seed = [1 / players] * players, playouts, seed
        self.found: list[ExpectedShares] = []

    def look(self, match: Match) -> None:
        if not self._playouts or len(self._shares) == 1 or len(match.moves) < 2:
            return
        advice = Uct(self._seed + len(self.found), playouts=self._playouts).advise(match.view())
        own, decider = _expected(advice[0], match.turn), match.turn
        if len(self._shares) == 2:
            self._shares[1 - decider] = 1 - own
        self._shares[decider] = own
        self.found.append(ExpectedShares(tuple(self._shares)))


def _expected(best: MoveAdvice, player: int) -> float:
    """The share of the victory that a player can expect from the best move found."""
    tried = best.tried
    return tried.won if tried.winner is None else float(tried.winner == player)


@dataclass
class Health:
    """Aggregates games."""

    series: Series
    playouts: int
    games: list[MeasuredGame] = field(default_factory=list)

    def add(self, game: MeasuredGame) -> None:
        """Add a game."""
        self.games.append(game)

    def summary(self) -> HealthOutput:
        """The measures of the games. Shares of games have 95% intervals; what cannot be measured is None."""
        games, ended = self.games, [game for game in self.games if game.ended]
        number, players = len(games), len(self.series.bots)
        wins = Counter(game.winner for game in games)
        stopped = number - len(ended)
        lengths = Counter(len(game.choices) for game in ended)
        return HealthOutput(
            games=number,
            length=HealthLengths(
                turns=_distribution(Counter(game.turns for game in ended)), decisions=_distribution(lengths)
            ),
            lengths=sorted(lengths.items()),
            branching=_branching(games),
            completion=share(number - wins[None], number) if players > 1 else None,
            draws=share(wins[None] - stopped, number) if players > 1 else None,
            timeouts=share(stopped, number),
            stalled=share(sum(game.stalled for game in games), number),
            wins=[share(wins[seat], number) for seat in range(players)] if players > 1 else [],
            balance=_balance([wins[seat] / number for seat in range(players)]) if players > 1 else None,
            decisiveness=_mean([game.decisive for game in games]),
            lead_changes=_mean([game.lead_changes for game in ended]),
            never=self._never(),
        )

    def _never(self) -> list[str]:
        """The lines that were not executed in any of the games, in the order of the first one's list."""
        first, *others = self.games
        left = set(first.never).intersection(*(game.never for game in others))
        return [line for line in first.never if line in left]


def _balance(rates: Sequence[float]) -> float:
    return round(1 - (max(rates) - min(rates)), 4)


def _distribution(counts: Counter[int]) -> DistributionOutput | None:
    return distribution(counts) if counts else None


def _branching(games: Sequence[MeasuredGame]) -> BranchingOutput | None:
    """The branching factor: the mean over games of the mean number of moves, the maximum, by decision; and the
    game-tree complexity."""
    played = [game.choices for game in games if game.choices]
    if not played:
        return None
    by_decision: list[list[int]] = [[] for _ in range(max(map(len, played)))]
    for choices in played:
        for at, size in enumerate(choices):
            by_decision[at].append(size)
    return BranchingOutput(
        mean=round(fmean(map(fmean, played)), 4),
        most=max(map(max, played)),
        complexity=round(fmean(sum(log10(size) for size in choices) for choices in played), 4),
        by_decision=[[len(sizes), round(fmean(sizes), 4)] for sizes in by_decision],
    )


def _mean(values: Sequence[float | None]) -> MeasuredMean | None:
    """The mean of the known values, with its interval."""
    known = [round(10**6 * value) for value in values if value is not None]
    return MeasuredMean(games=len(known), **vars(mean_interval(Counter(known), 10**6))) if known else None
