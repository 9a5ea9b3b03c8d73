"""The value of a state to each player, learned from games: which numbers predict the result.

At the beginning of each secret block every player's numbers are recorded: counters, and pieces in pools. When the game
is over, a player's lead over the mean of the others is regressed on the leads in these numbers, by least squares; every
game has the same weight. Confidence intervals come from bootstrapping games (Efron, "Bootstrap methods", Annals of
Statistics 7, 1979). Terms whose interval contains zero are dropped. The result is a sum in the words of the game, so it
can be read, edited, and passed as the payoff of players.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tilewright.check.fragments import read_question
from tilewright.play.bots import bots_of_game
from tilewright.play.budget import Budget
from tilewright.play.match import Match
from tilewright.play.state import DECIDER, GameState
from tilewright.play.totals import Totals
from tilewright.play.view import same_secret, secret_block
from tilewright.sim.processes import in_order
from tilewright.sim.simulation import CAP, EndlessGame, Start, start_of
from tilewright.stopping import PlayError
from tilewright.table.game import Game

if TYPE_CHECKING:
    import numpy as np

HUNDREDTHS = 100
"""Hundredths of a point, the unit of the learned sum: its coefficients are integers."""
LEAST = 10
"""The minimum number of games: bootstrapping fewer says too little about the error."""
DRAWS = 400
"""The number of bootstrap samples."""
TAIL = 2.5
"""The percentage of these samples on either side of an interval."""
RIDGE = 1e-6
"""The ridge penalty, relative to the mean square of each number, which keeps nearly collinear ones stable."""


@dataclass(frozen=True)
class Term:
    """A number in the words of the game: the points at the end that one more of it is worth, with a 95% interval."""

    text: str
    worth: float
    low: float
    high: float


@dataclass(frozen=True)
class LearnedStake:
    """The result of learning from a number of games and moments: the terms, and the others, which were `left` out.

    `explained` is R squared, over all moments.
    """

    terms: tuple[Term, ...]
    left: tuple[str, ...]
    games: int
    moments: int
    explained: float

    @property
    def text(self) -> str:
        """The sum in the words of the game, in hundredths of a point."""
        factors = [(round(term.worth * HUNDREDTHS), term.text) for term in self.terms]
        parts = [f"{'-' if factor < 0 else '+'} {abs(factor)} * {_one(text)}" for factor, text in factors if factor]
        return " ".join(parts).removeprefix("+ ")


@dataclass(frozen=True)
class LearningGame:
    """A game played for learning: the bots by seat, and the texts of the recorded numbers."""

    recipe: Callable[[], Start]
    bots: tuple[str, ...]
    seed: int
    texts: tuple[str, ...]


@dataclass(frozen=True)
class ObservedGame:
    """The numbers of each player at some moments of a game (moment, player, text), and all totals at its end."""

    numbers: tuple[tuple[tuple[int, ...], ...], ...]
    totals: tuple[int, ...]


def learn(
    recipe: Callable[[], Start], players: int, bots: Sequence[str], games: int, seed: int, executor: Executor
) -> LearnedStake:
    """The value of moments, learned from games of bots that rotate seats; the same on any executor.

    Raises `EndlessGame` if a game does not end.
    """
    start = start_of(recipe)
    match = Match(start.game, [str(seat + 1) for seat in range(players)], start.cards, start.layouts, seed)
    texts = tuple(texts_of(match.game))
    played = (
        LearningGame(
            recipe,
            tuple(bots[(game + seat) % len(bots)] for seat in range(players)),
            Random(f"{seed} {game}").getrandbits(32),
            texts,
        )
        for game in range(games)
    )
    return fitted(texts, list(in_order(executor, noted, played)))


def texts_of(game: Game) -> Iterator[str]:
    """The numbers of a player that a game has words for: counters, and the contents of pools."""
    for text in _numbers(game):
        if not isinstance(read_question(text, game), list):
            yield text


def _numbers(game: Game) -> Iterator[str]:
    yield from (counter.written if counter.cap is None else counter.name for counter in game.counters)
    pieces = dict.fromkeys(sort.name for sort in game.sorts)
    for place in game.boards:
        if place.each_player and place.pool:
            for piece in (one for one in pieces if place.keeps(one)):
                things = f"{game.plural(piece)} in the {place.name}"
                yield f"count of {things}"
                yield from (f"total {name} of {things}" for name in game.numeric_attributes)


def noted(game: LearningGame) -> ObservedGame:
    """Play a game, and record the numbers when a secret block begins. Raises `EndlessGame`."""
    try:
        return _observed(game)
    except PlayError as problem:
        raise EndlessGame(f"a game to learn from (seed {game.seed}) has not ended: {problem}") from None


def _observed(game: LearningGame) -> ObservedGame:
    start, names = start_of(game.recipe), [str(seat + 1) for seat in range(len(game.bots))]
    match = Match(
        start.game, names, start.cards, start.layouts, game.seed, Budget(limited=True, counts_questions=False)
    )
    bots = bots_of_game(game.bots, game.seed)
    asked = [read_question(text, match.game) for text in game.texts]
    found = list[tuple[tuple[int, ...], ...]]()
    before: GameState | None = None
    for _ in range(CAP):
        if match.over:
            break
        block = secret_block(match.state)
        if block is not None and (before is None or not same_secret(before, match.state)):
            found.append(tuple(_answers_by_player(match, match.state, asked)))
        before = match.state
        match.play(bots[match.turn].choose(match.view()))
    if not match.over:
        raise EndlessGame(f"a game to learn from (seed {game.seed}) has not ended after {CAP} decisions")
    return ObservedGame(tuple(found), tuple(Totals(match)(match.state)))


def _answers_by_player(match: Match, state: GameState, asked: Sequence[object]) -> Iterator[tuple[int, ...]]:
    evaluator = match.machine.evaluator
    for player in range(state.table.players):
        env = {**evaluator.places_of(state.table, player), DECIDER: player}
        yield tuple(evaluator.answer(state, one, env) for one in asked)  # type: ignore[arg-type]


# -- least squares


def fitted(texts: Sequence[str], games: Sequence[ObservedGame]) -> LearnedStake:
    """The regression of the results of some games on their numbers."""
    import numpy as np

    recorded = [game for game in games if game.numbers]
    moments = sum(len(game.numbers) for game in recorded)
    if len(recorded) < LEAST:
        return LearnedStake((), tuple(texts), len(games), 0, 0.0)
    sums = [_sums(game) for game in recorded]
    squares, products = np.array([one[0] for one in sums]), np.array([one[1] for one in sums])
    drawn = np.random.default_rng(0).multinomial(len(recorded), [1 / len(recorded)] * len(recorded), DRAWS)
    used = _apart(squares.sum(0))
    while used:
        low, high = _intervals(squares, products, drawn, used)
        doubtful = [i for i, below, above in zip(used, low, high, strict=True) if below <= 0 <= above]
        if not doubtful:
            break
        # one at a time: without it, others that vary with it may become significant
        weak = min(doubtful, key=lambda i: _strength(squares, products, used, i))
        used.remove(weak)
    if not used:
        return LearnedStake((), tuple(texts), len(games), moments, 0.0)
    worth = _solved(squares.sum(0), products.sum(0), used)
    terms = tuple(Term(texts[i], *numbers) for i, *numbers in zip(used, map(float, worth), low, high, strict=True))
    explained = float(worth @ products.sum(0)[used]) / sum(one[2] for one in sums)
    left = tuple(text for i, text in enumerate(texts) if i not in used)
    return LearnedStake(terms, left, len(games), moments, explained)


def _sums(game: ObservedGame) -> tuple[np.ndarray, np.ndarray, float]:
    """The sums of squares and products of a game, normalized to weight 1: of the leads, with the final leads, and of
    these."""
    import numpy as np

    numbers, totals = np.array(game.numbers, float), np.array(game.totals, float)
    players = len(totals)
    leads = (numbers - numbers.mean(1, keepdims=True)) * players / (players - 1)
    final = (totals - totals.mean()) * players / (players - 1)
    count = len(numbers)
    squares = np.einsum("mpi,mpj->ij", leads, leads) / count
    return squares, np.einsum("mpi,p->i", leads, final) / count, float(final @ final)


def _apart(squares: np.ndarray) -> list[int]:
    """The numbers that vary between players and are not a linear combination of earlier ones."""
    found: list[int] = []
    for i, own in enumerate(squares.diagonal()):
        explained = float(_solved(squares, squares[i], found) @ squares[i][found]) if found else 0.0
        if own - explained > 10 * RIDGE * own:
            found.append(i)
    return found


def _solved(squares: np.ndarray, products: np.ndarray, used: Sequence[int]) -> np.ndarray:
    """The coefficients of some of the numbers."""
    import numpy as np

    own = squares[np.ix_(used, used)]
    found: np.ndarray = np.linalg.solve(own + RIDGE * np.diag(np.diag(own) + 1e-9), products[list(used)])
    return found


def _intervals(
    squares: np.ndarray, products: np.ndarray, drawn: np.ndarray, used: Sequence[int]
) -> tuple[list[float], list[float]]:
    """The bootstrap intervals of the coefficients."""
    import numpy as np

    found = [_solved(np.tensordot(draw, squares, 1), draw @ products, used) for draw in drawn]
    low, high = np.percentile(found, [TAIL, 100 - TAIL], axis=0)
    return [float(one) for one in low], [float(one) for one in high]


def _strength(squares: np.ndarray, products: np.ndarray, used: Sequence[int], one: int) -> float:
    """The part of the final leads that a number explains beyond some others."""
    whole, total = squares.sum(0), products.sum(0)
    without = [i for i in used if i != one]

    def explained(own: Sequence[int]) -> float:
        return float(_solved(whole, total, own) @ total[list(own)]) if own else 0.0

    return explained(used) - explained(without)


def _one(text: str) -> str:
    """A number as a factor."""
    return f"({text})" if " " in text else text
