"""Many seeded games between bots, on any executor; the same seeds give the same numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import repeat
from random import Random
from typing import Any

from tilewright.core.expr import Expr
from tilewright.meaning.scoring import points
from tilewright.outputs.games import Played
from tilewright.outputs.output import ABSENT
from tilewright.play.bots import Bot, bots_of_game
from tilewright.play.budget import Budget
from tilewright.play.match import Match
from tilewright.play.state import GameState
from tilewright.play.totals import Totals
from tilewright.sim.holding import FavoringChance, hold
from tilewright.sim.processes import in_order
from tilewright.sim.secrets import SecretsWatch
from tilewright.sim.trace import Coverage, Trace
from tilewright.stopping import PlayError, Unsupported
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game

CAP = 5_000
"""The default number of decisions after which a game is stopped: no record may have more moves."""
CHUNK = 4
"""The maximum number of games given to a worker at a time, only if all bots are `QUICK`: if a run is stopped, the games
of unfinished chunks are lost."""
QUICK = frozenset({"random"})


class EndlessGame(Unsupported):
    """A game that does not end."""


@dataclass(frozen=True)
class Start:
    """The game, cards and layouts that games are played with; `layouts` by the name of the board.

    The cards `aside` are not in play: what they would pay is asked when a game is over.
    """

    game: Game
    cards: tuple[Card, ...] = ()
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    aside: tuple[Card, ...] = ()


@dataclass(frozen=True)
class PreparedStart:
    """A recipe whose result is known already, and sent to the workers; equal if the `key` is equal."""

    key: str
    start: Start = field(compare=False, repr=False)

    def __call__(self) -> Start:
        return self.start


@dataclass(frozen=True)
class Series:
    """A series of games.

    `recipe` gives what is played with; it is sent to the workers in place of that, so it must be picklable and
    hashable, and each worker calls it once. `bots` are texts of `play.bots`, by seat; with `rotate` they move by one
    seat from game to game. After `cap` decisions a game is stopped. If games are `traced`, they record what they used
    of the game file; if `covered`, which lines were never executed. A card that is `held` belongs to the holder of each
    game from its beginning, or the holder draws its pieces; the same bot plays at all seats then, so that nothing else
    distinguishes the players.
    """

    recipe: Callable[[], Start]
    bots: tuple[str, ...]
    seed: int = 0
    rotate: bool = False
    cap: int = CAP
    traced: bool = False
    covered: bool = False
    held: str = ""

    def seats(self, game: int) -> list[str]:
        """The bots by seat in a game."""
        return [self.bots[self.bot_at(seat, game)] for seat in range(len(self.bots))]

    def bot_at(self, seat: int, game: int) -> int:
        """The index of the bot at a seat (also an index) in a game; games are counted from 1."""
        if self.held:
            return (game - 1) % len(self.bots)
        return (seat + (game - 1 if self.rotate else 0)) % len(self.bots)

    def holder(self, game: int) -> int:
        """The seat that holds the card in a game: over the games, each bot holds it at each seat equally often."""
        return (game - 1) // len(self.bots) % len(self.bots)

    def seed_of(self, game: int) -> int:
        """The seed of a game."""
        return Random(f"{self.seed} {game}").getrandbits(32)


class AtOnce(Executor):
    """An executor that runs calls in this process, immediately."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """The future of a completed call."""
        future = Future[Any]()
        future.set_result(fn(*args, **kwargs))
        return future


def simulate(series: Series, games: range, executor: Executor, ahead: int = 8) -> Iterator[Played]:
    """The games of these numbers, in order; at most `ahead` chunks of them are pending.

    A caller that stops before the end must shut down the executor. Raises `EndlessGame`, and whatever the recipe
    raises.
    """
    size = max(1, min(CHUNK, len(games) // (4 * ahead))) if QUICK.issuperset(series.bots) else 1
    chunks = (games[first : first + size] for first in range(0, len(games), size))
    for played in in_order(executor, play_games, repeat(series), chunks, ahead=ahead):
        yield from played


def play_games(series: Series, games: range) -> list[Played]:
    """The work of a worker: some games in sequence."""
    return [play_game(series, game) for game in games]


@lru_cache(maxsize=16)
def start_of(recipe: Callable[[], Start]) -> Start:
    """The result of a recipe; each worker calls it once."""
    return recipe()


def play_game(series: Series, game: int) -> Played:
    """The game of a number, from its setup to its end or the cap. Raises `EndlessGame` if abilities take too much work."""
    with ending(series, game):
        return _played(series, game)


@contextmanager
def ending(series: Series, game: int) -> Iterator[None]:
    """A context for playing a game, in which reasons for not ending become `EndlessGame`."""
    try:
        yield
    except PlayError as problem:
        raise EndlessGame(f"game {game} (seed {series.seed_of(game)}) has not ended: {problem}") from None


def begun(series: Series, game: int) -> tuple[Match, list[Bot]]:
    """The match of the game of a number before its first move, and the bots by seat."""
    start, seed, names = start_of(series.recipe), series.seed_of(game), series.seats(game)
    seats = [str(seat) for seat in range(1, len(names) + 1)]
    match = Match(start.game, seats, start.cards, start.layouts, seed, Budget(limited=True, counts_questions=False))
    for card in start.cards:
        if card.id == series.held:
            hold(match, card, series.holder(game))
    return match, bots_of_game(names, seed)


def _played(series: Series, game: int) -> Played:
    start, seed, names = start_of(series.recipe), series.seed_of(game), series.seats(game)
    match, bots = begun(series, game)
    watch, secrets = _Watch(match), SecretsWatch(match)
    trace = Trace(match) if series.traced else None
    coverage = Coverage(match) if series.covered and trace is None else None
    follower = trace.following if trace else coverage.following if coverage else nullcontext
    while not match.over and watch.decisions < series.cap:
        move = bots[match.turn].choose(match.view())
        watch.decided(match.turn, match.state.picked(move).card if move.kind == "use" else None)
        with watch.following(), follower(move):
            secrets.play(move)
    watch.stop()
    if isinstance(match.state.chance, FavoringChance):
        watch.uses[series.holder(game)][series.held] = match.state.chance.found
    scores = match.scores()
    aside = _rules(start.aside)
    return Played(
        game=game,
        seed=seed,
        bots=names,
        scores=[dict(score.parts) for score in scores],
        totals=[score.total for score in scores],
        winners=[int(name) for name in match.winners()],
        turns=len(watch.gains),
        decisions=watch.decisions,
        uses=watch.uses,
        movers=watch.movers,
        gains=watch.gains,
        measures=watch.measures,
        forced=watch.forced,
        idle=watch.idle,
        ended=match.over,
        aside=points(match.position(), aside) if aside else ABSENT,
        secrets=secrets.found if match.game.answers else ABSENT,
        pieces=secrets.pieces.summary() if any(match.game.answers.values()) else ABSENT,
        options=trace.options if trace else ABSENT,
        unused=trace.unused() if trace else ABSENT,
        stalled=match.stalled or ABSENT,
        never=coverage.never(scores) if coverage else ABSENT,
    )


def _rules(cards: tuple[Card, ...]) -> dict[str, Expr]:
    """The scoring rules of cards, by their ids."""
    return {card.id: card.rule for card in cards if card.rule is not None}


class _Watch:
    """Records the turns of a game, including those without a choice."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._totals = Totals(match)
        self._names = dict(match.game.play_rules.measures) if match.game.play_rules else {}
        self.decisions = 0
        self._free = False
        self.uses: list[dict[str, list[int]]] = [{} for _ in match.names]
        self.movers: list[int] = []
        self.gains: list[int] = []
        self.forced: list[int] = []
        self.idle: list[int] = []
        self.measures: dict[str, list[int]] = {name: [] for name in self._names}
        if not match.over:
            self._begin(match.state, *self._lying(match.state))

    @contextmanager
    def following(self) -> Iterator[None]:
        """A context around a move of the match."""
        self._match.machine.on_turn = self._turned
        try:
            yield
        finally:
            self._match.machine.on_turn = None

    def _turned(self, state: GameState) -> None:
        lying = self._lying(state)
        self._end(*lying)
        if not state.over:
            self._begin(state, *lying)

    def decided(self, player: int, ability: str | None) -> None:
        """Record that a move is about to be made; `ability` is the card of the ability it uses, if any."""
        ways = len(self._match.moves)
        self.decisions += ways > 1
        self._free = self._free or ways > 1
        if ability is not None:
            self.uses[player].setdefault(ability, []).append(len(self.movers))

    def stop(self) -> None:
        """End the recording: an unfinished turn counts as far as it went."""
        if len(self.movers) > len(self.gains):
            self._end(*self._lying(self._match.state))

    def _lying(self, state: GameState) -> tuple[list[int], object]:
        """The totals of all players, and a key of the table: a turn ends and the next one begins with the same."""
        return self._totals(state), state.table.key

    def _begin(self, state: GameState, totals: list[int], key: object) -> None:
        machine = self._match.machine
        self._before, self._total = key, totals[state.mover]
        self._free = False
        self.movers.append(state.mover + 1)
        for name, number in self._names.items():
            self.measures[name].append(machine.evaluator.number(state, number, state.env))

    def _end(self, totals: list[int], key: object) -> None:
        turn, mover = len(self.movers), self.movers[-1] - 1
        self.gains.append(totals[mover] - self._total)
        if not self._free:
            self.forced.append(turn)
        if key == self._before:
            self.idle.append(turn)
