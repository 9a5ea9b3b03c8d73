"""The outcomes of games for each bot: the samples that are compared."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from statistics import fmean

from tilewright.outputs.games import Played
from tilewright.sim.journal import Journal
from tilewright.sim.simulation import Series, Start, simulate


@dataclass(frozen=True)
class CardChoice:
    """A recipe for games with some of the cards of another one; it records what the cards `aside` would pay."""

    recipe: Callable[[], Start]
    cards: tuple[str, ...]
    aside: tuple[str, ...] = ()

    def __call__(self) -> Start:
        start = self.recipe()
        known = {card.id: card for card in (*start.cards, *start.aside)}
        aside = tuple(known[id] for id in self.aside)
        return Start(start.game, tuple(known[id] for id in self.cards), start.layouts, aside)


@dataclass(frozen=True)
class GameOutcome:
    """The outcome of a game for one bot: means over its seats.

    `points` are the totals, `win` the share of the victory. By card: `paid` points, `uses` of its ability, `aside` what
    it would have paid; `about` are the cards of its secret choices. `changed` are the `measures` of the game that
    varied between the turns of the bot.
    """

    points: float
    win: float
    paid: dict[str, float]
    uses: dict[str, float]
    aside: dict[str, float]
    about: frozenset[str]
    measures: frozenset[str]
    changed: frozenset[str]


def outcome(game: Played, bot: str, seat: int | None = None) -> GameOutcome:
    """The outcome of a game for a bot, at one seat or at all of its seats."""
    seats = [own for own, name in enumerate(game.bots) if name == bot and seat in (None, own)]
    turns = [turn for turn, mover in enumerate(game.movers) if mover - 1 in seats]
    aside = game.aside or [{} for _ in game.bots]
    return GameOutcome(
        points=fmean(game.totals[seat] for seat in seats),
        win=fmean(map(game.won, seats)),
        paid={name: fmean(game.scores[seat][name] for seat in seats) for name in game.scores[0]},
        uses={id: fmean(len(game.uses[seat].get(id, ())) for seat in seats) for own in game.uses for id in own},
        aside={id: fmean(aside[seat][id] for seat in seats) for id in aside[0]},
        about=frozenset(secret.about for secret in game.secrets or ()),
        measures=frozenset(game.measures),
        changed=frozenset(name for name, values in game.measures.items() if len({values[turn] for turn in turns}) > 1),
    )


class GameSeries:
    """The games of one series so far; kept in a journal if there is one."""

    def __init__(self, series: Series, journal: Journal | None = None) -> None:
        self.series = series
        self.games: list[Played] = list(journal.played()) if journal else []
        self._journal = journal

    def play(self, games: int, executor: Executor, ahead: int, done: Callable[[], None]) -> None:
        """Play up to a total number of games; `done` is called after each. Raises what `simulate` raises."""
        for game in simulate(self.series, range(len(self.games) + 1, games + 1), executor, ahead):
            if self._journal:
                self._journal.add(game)
            self.games.append(game)
            done()
