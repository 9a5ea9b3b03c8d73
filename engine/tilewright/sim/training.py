"""Training of the weights of features by games against a pool of bots.

An evolution strategy (the rank-mu update of CMA-ES with a diagonal covariance: Ros and Hansen, "A simple modification
in CMA-ES achieving linear time and space complexity", PPSN 2008): weights are sampled from normal distributions, the
bot `greedy` plays with them, and the better half of the samples determines the next distribution, weighted by rank. All
samples of a generation play games with the same seeds and seats against the same rivals (common random numbers). The
last mean is the result. With few games per sample the result is noisy and may be worse than the known weights:
`compared` lets both play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, field
from math import log, tanh
from random import Random
from statistics import fmean

from tilewright.outputs.games import ShareOutput
from tilewright.play.bots import Bot, bot
from tilewright.play.bots.features import names_of
from tilewright.play.bots.greedy import Greedy
from tilewright.play.bots.value import ValueFunction
from tilewright.play.match import Match
from tilewright.play.totals import Totals
from tilewright.sim.estimates import share
from tilewright.sim.processes import in_order
from tilewright.sim.simulation import Start, start_of

ITSELF = "itself"
"""The rival that plays with the mean of the previous generation."""
POOL = ("uct:30", ITSELF)
WIDTH = 16
"""The beam width of `greedy` in training: narrow, so that many games can be played."""
DRAWS, GAMES = 16, 6
"""The number of samples per generation, and of games per sample."""
FIRST = 1.0
"""The initial standard deviation of a weight, in points per usual difference of its feature."""
BEGUN = 0.3
"""The same if training starts from known weights: samples far from these would only be bad."""
WIDER = (1, 1, 1, 3)
"""Factors of the spread, used in turn: some samples are far away, because small weights may change nothing at all."""
SMOOTHING = 0.5
"""The weight of the better samples in the next spread; the rest is the previous spread."""
SELDOM = 0.01
"""A feature in which players differ after a smaller share of turns gets no weight."""
PILOTS = 6
"""The number of games before the first generation, which calibrate the scale of each feature."""
COMPARED = 60
"""The number of games for comparing the result with the known weights."""


def _shares(count: int) -> list[float]:
    """The weights of the better samples by rank, the best first."""
    found = [log(count + 0.5) - log(rank) for rank in range(1, count + 1)]
    return [share / sum(found) for share in found]


SHARES = _shares(DRAWS // 2)
"""The weights of the better samples in the next distribution."""

WeightItems = tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Training:
    """The input of training: `recipes` of what is played, used in turn, the number of players, the pool of rivals.

    The first distribution is centered at the weights `begin`, 0 for missing ones.
    """

    recipes: tuple[Callable[[], Start], ...]
    players: int = 2
    pool: tuple[str, ...] = POOL
    generations: int = 8
    seed: int = 0
    begin: Mapping[str, float] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The total number of games."""
        return PILOTS + self.generations * DRAWS * GAMES


@dataclass(frozen=True)
class TrainingGame:
    """A game of `greedy` with some weights at one seat, against a rival at all others."""

    recipe: Callable[[], Start]
    players: int
    seed: int
    seat: int
    weights: WeightItems
    rival: str
    mean: WeightItems


@dataclass(frozen=True)
class Generation:
    """The state of training: the mean and the spread of each weight, the success of the samples, the games so far."""

    number: int
    mean: Mapping[str, float]
    spread: Mapping[str, float]
    success: float
    games: int


def train(training: Training, executor: Executor) -> Iterator[Generation]:
    """The generations in order; the same training gives the same numbers on any executor."""
    usual, scale = _pilots(training, executor)
    if not usual:
        return
    mean = {name: training.begin.get(name, 0.0) for name in usual}
    spread = {name: (BEGUN if training.begin else FIRST) / deviation for name, deviation in usual.items()}
    for number in range(training.generations):
        random = Random(f"{training.seed} {number}")
        drawn = [
            {name: random.gauss(mean[name], WIDER[i % len(WIDER)] * spread[name]) for name in usual}
            for i in range(DRAWS)
        ]
        trials = [trial for weights in drawn for trial in _trials(training, number, weights, mean)]
        results = [success(lead, scale) for lead in in_order(executor, lead_of, trials)]
        each = [fmean(results[i * GAMES : (i + 1) * GAMES]) for i in range(DRAWS)]
        better = sorted(range(DRAWS), key=lambda i: (-each[i], i))[: len(SHARES)]
        for name in usual:
            steps = [drawn[i][name] - mean[name] for i in better]
            squares = sum(share * step * step for share, step in zip(SHARES, steps, strict=True))
            mean[name] += sum(share * step for share, step in zip(SHARES, steps, strict=True))
            spread[name] += SMOOTHING * (squares**0.5 - spread[name])
        games = PILOTS + (number + 1) * len(trials)
        yield Generation(number + 1, dict(mean), dict(spread), fmean(each), games)


def compared(
    training: Training, found: Mapping[str, float], known: Mapping[str, float], executor: Executor
) -> ShareOutput:
    """The share of games that `greedy` wins with the trained weights against itself with known ones, with its interval.

    Both rotate seats, with the same seed at each of them. A shared lead counts half.
    """
    games = [
        TrainingGame(
            training.recipes[game // training.players % len(training.recipes)],
            training.players,
            Random(f"{training.seed} compared {game // training.players}").getrandbits(32),
            game % training.players,
            _items(found),
            ITSELF,
            _items(known),
        )
        for game in range(COMPARED)
    ]
    leads = list(in_order(executor, lead_of, games))
    return share(sum(lead > 0 for lead in leads) + sum(lead == 0 for lead in leads) / 2, len(leads))


def success(lead: float, scale: float) -> float:
    """The value of a game by its final lead, from -1 to 1: half for winning, half for the size of the lead."""
    return ((lead > 0) - (lead < 0) + tanh(lead / scale)) / 2


def lead_of(trial: TrainingGame) -> int:
    """Play a game; returns the final lead of the sample."""
    start = start_of(trial.recipe)
    match = _match(start, trial.players, trial.seed)
    bots: list[Bot] = []
    for seat in range(trial.players):
        chance = Random(f"{trial.seed} {seat}").getrandbits(32)
        if seat == trial.seat:
            bots.append(Greedy(chance, dict(trial.weights), WIDTH))
        else:
            bots.append(Greedy(chance, dict(trial.mean), WIDTH) if trial.rival == ITSELF else bot(trial.rival, chance))
    while not match.over:
        match.play(bots[match.turn].choose(match.view()))
    return Totals(match).lead(match.state, trial.seat)


def _trials(
    training: Training, generation: int, weights: Mapping[str, float], mean: Mapping[str, float]
) -> list[TrainingGame]:
    """The games of one sample: rotating seats and rivals, the same for all samples of a generation."""
    found = []
    for game in range(GAMES):
        at = generation * GAMES + game
        rival = training.pool[at % len(training.pool)]
        seat = at // len(training.pool) % training.players
        recipe = training.recipes[at % len(training.recipes)]
        seed = Random(f"{training.seed} game {at}").getrandbits(32)
        found.append(TrainingGame(recipe, training.players, seed, seat, _items(weights), rival, _items(mean)))
    return found


def _items(weights: Mapping[str, float]) -> WeightItems:
    return tuple(weights.items())


def _match(start: Start, players: int, seed: int) -> Match:
    return Match(start.game, [str(seat + 1) for seat in range(players)], start.cards, start.layouts, seed)


# -- calibration


@dataclass(frozen=True)
class CalibrationGame:
    """A game for calibration: its recipe, its seed and the bots by seat."""

    recipe: Callable[[], Start]
    seed: int
    bots: tuple[str, ...]


def _pilots(training: Training, executor: Executor) -> tuple[dict[str, float], float]:
    """The usual difference of players in each feature after a turn, and twice the usual final lead.

    Features that hardly ever differ are omitted.
    """
    rivals = [*(text for text in training.pool if text != ITSELF), "random"]
    pilots = []
    for game in range(PILOTS):
        names = tuple(rivals[(game + seat) % len(rivals)] for seat in range(training.players))
        seed = Random(f"{training.seed} pilot {game}").getrandbits(32)
        pilots.append(CalibrationGame(training.recipes[game % len(training.recipes)], seed, names))
    differences: dict[str, list[float]] = {}
    leads = []
    for found, lead in in_order(executor, watched, pilots):
        leads.append(lead)
        for name, values in found.items():
            differences.setdefault(name, []).extend(values)
    usual = {
        name: sum(value * value for value in values) / len(values)
        for name, values in differences.items()
        if sum(map(bool, values)) > SELDOM * len(values)
    }
    return {name: square**0.5 for name, square in usual.items()}, max(1.0, 2 * fmean(map(abs, leads)))


def watched(pilot: CalibrationGame) -> tuple[dict[str, list[float]], int]:
    """Play a game: for each feature the differences of the first two players after each turn, and the final lead."""
    start = start_of(pilot.recipe)
    match = _match(start, len(pilot.bots), pilot.seed)
    asked = {name: ValueFunction(match, {name: 1.0}) for name in names_of(start.game)}
    found: dict[str, list[float]] = {name: [] for name in asked}
    bots = [bot(text, pilot.seed + seat) for seat, text in enumerate(pilot.bots)]
    turn = match.state.turn
    while not match.over:
        match.play(bots[match.turn].choose(match.view()))
        if match.state.turn != turn:
            turn = match.state.turn
            for name, value in asked.items():
                own, *others = value.promises(match.state)
                found[name].append(own - (others[0] if others else 0.0))
    return found, Totals(match).lead(match.state, 0)
