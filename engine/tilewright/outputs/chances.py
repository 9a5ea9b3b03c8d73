"""Outputs about chances and the play of games: odds, turns needed, equilibria, values of games, traces, playouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from tilewright.outputs.output import (
    ABSENT,
    Count,
    ExactNumber,
    Keywords,
    NotNegative,
    OneOrMore,
    Output,
    PlayedMove,
    Positive,
    TwoOf,
    one_of,
)

TurnCount = Annotated[float, Keywords(minimum=1)]


class EstimateOutput(Output):
    """What a policy reaches in sampled games. Best play reaches at least as much and may reach much more."""

    games: Positive
    """how many games were sampled"""
    mean: ExactNumber = ABSENT
    """What the policy reached on average."""
    confidence: float = ABSENT
    """The confidence with which `low` holds (one-sided)."""
    low: float
    """Best play reaches at least this, with the `confidence`."""
    high: float | None
    """Best play certainly reaches at most this; null if no upper bound is known. It is not a bound of the `mean`."""
    move: str = ABSENT
    """The move with which the policy begins."""


class MoveOddsOutput(Output):
    """A move that can be made now."""

    move: str
    """the move, as it is typed"""
    value: ExactNumber
    """With `high`: at least this."""
    high: ExactNumber = ABSENT
    """At most this, if the search was stopped early."""
    line: Sequence[str]
    """The move and the best ones after it, up to the next throw of chance."""


class OddsWithCard(Output):
    """What one additional card would change."""

    card: str
    """the id of the card"""
    value: ExactNumber
    """the value with the card in play"""
    difference: ExactNumber | None
    """Null if one of the two values is a lower bound."""
    exact: Literal[False] = ABSENT
    """Present if one of the two values is a lower bound."""


class OddsOutput(Output, format="odds/1"):
    """odds/1.

    What `tilewright odds --json` prints: the best chance of reaching a goal in a turn, or the highest expected value.
    """

    game: str
    """The game or file that was asked about."""
    goal: str
    """the goal that was asked about, as it was given"""
    asked: Annotated[str, one_of("chance", "number")]
    """chance: the probability of a condition; number: the expected value of a number"""
    exact: bool
    """Whether the value is that of best play; otherwise it is a lower bound."""
    value: ExactNumber
    """What best play reaches; if not `exact`, best play reaches at least this, with the `confidence` of the `estimate`."""
    moves: Sequence[MoveOddsOutput]
    """The moves that can be made now, the best first; of several moves that lead to the same state, one is listed."""
    states: Positive
    """How many states were examined."""
    low: ExactNumber = ABSENT
    """The best chance is certainly at least this; only if not `exact`."""
    high: ExactNumber = ABSENT
    """The best chance is certainly at most this; only if not `exact`."""
    estimate: EstimateOutput = ABSENT
    """present if the value is not exact"""
    margin: ExactNumber = ABSENT
    """By how much the best move is better than the next."""
    with_: OddsWithCard = ABSENT
    """with --with: what one additional card would change"""


class TurnsWithCard(Output):
    """What one additional card would change."""

    card: str
    """the id of the card"""
    turns: TurnCount
    """the turns with the card in play"""
    difference: float
    """these turns minus those without the card"""


class TurnsOutput(Output, format="turns/1"):
    """turns/1.

    What `tilewright odds --turns --json` prints: the least expected number of turns until a goal is met.
    """

    game: str
    """The game or file that was asked about."""
    goal: str
    """the goal that was asked about, as it was given"""
    turns: TurnCount
    """To six decimal places."""
    beginnings: Positive
    """How many different beginnings of turns were examined."""
    with_: TurnsWithCard = ABSENT
    """with --with: what one additional card would change"""


class RealNumber(Output):
    """A number, and the same as a fraction if it is exact."""

    fraction: str = ABSENT
    """the same as a fraction, if it is exact"""
    decimal: float
    """the nearest decimal number"""


class MoveWorth(Output):
    """A move and its value."""

    move: str
    """the move, as it is typed"""
    worth: RealNumber
    """its value for the player who chooses"""


class AnswerChance(Output):
    """An answer and its probability."""

    answer: str
    """the answer, as it is typed"""
    chance: RealNumber
    """its probability"""


class PlayerMix(Output):
    """A mixed strategy of a player."""

    player: str
    """the name of the player"""
    answers: Sequence[AnswerChance]
    """the answers that are given with some probability"""


class ExploitedStrategy(Output):
    """What a strategy loses."""

    strategy: str
    """the strategy: a bot, or fixed answers"""
    loses: RealNumber
    """what it loses to a best response"""


class LearnedTerm(Output):
    """What one more of a number is worth."""

    number: str
    """A number of a player, in the words of the game."""
    worth: float
    """The points at the end that one more of it is worth."""
    interval: TwoOf[float]
    """At 95%."""


class LearnedOutput(Output):
    """With --learn: what was learned from games; `value` is computed from it, in hundredths of a point at the end."""

    games: Positive
    """how many games were played to learn from"""
    bots: Sequence[str]
    """the bots that played them"""
    moments: Count
    """How many beginnings of secret blocks were recorded."""
    explained: float
    """The share of the variance of the final leads that is explained (R squared)."""
    terms: Sequence[LearnedTerm]
    """the numbers that the value is computed from"""
    left: Sequence[str]
    """Numbers whose interval contains 0."""


class EquilibriumOutput(Output, format="equilibrium/1"):
    """equilibrium/1.

    What `tilewright equilibrium --json` prints: optimal mixed strategies for secret choices, and their value.
    """

    game: str
    """The game or file that was asked about."""
    value: str
    """What each player plays for."""
    players: OneOrMore[str]
    """the names of the players, in turn order"""
    worth: Sequence[RealNumber]
    """Its value for each player; with two players, for the first minus for the second."""
    exact: bool
    """Whether every value is a fraction."""
    secret: bool
    """Whether players choose in secret now."""
    moves: Sequence[MoveWorth]
    """If a player chooses openly: the value of each move for that player, the best first."""
    states: Count
    """How many states were evaluated."""
    mixes: Sequence[PlayerMix] = ABSENT
    """The probability with which each player who chooses in secret gives each answer; answers that are never given are
    left out."""
    gap: NotNegative = ABSENT
    """How much another answer of one player gains at most."""
    symmetric: bool = ABSENT
    """Whether players in the same situation use the same mix."""
    several: bool = ABSENT
    """Whether there are more than two players, so that this is one of many equilibria, or nearly one."""
    exploited: Sequence[ExploitedStrategy] = ABSENT
    """What each strategy, a bot or fixed answers, of the first player loses to a best response; with more than two
    players, what the first gains by a best response if all others play it."""
    learned: LearnedOutput = ABSENT
    """with --learn: what was learned from games"""


class GameValueOutput(Output, format="game-value/1"):
    """Value of a game.

    What `solve --json` prints for a game, a position or a record, one object per line: its value for the player who
    decides first, with best play.
    """

    file: str
    """the name of the file or the game"""
    players: Sequence[str]
    """the names of the players, in turn order"""
    player: str
    """the player who decides first; the value is for this player"""
    payoff: Annotated[str, one_of("win", "points")]
    """what players want: to win (1 is a win, -1 a loss, 0 a draw), or points (with two players, the difference)"""
    proved: bool
    """whether the value is known"""
    result: Annotated[str, one_of("win", "draw", "loss")] | None
    """the result for the player, where it is proved and does not depend on chance"""
    low: float | None
    """the value is at least this; null: nothing is known"""
    high: float | None
    """the value is at most this; null: nothing is known"""
    values: Sequence[float | None]
    """the value of the game for each player, if proved"""
    line: Sequence[PlayedMove]
    """best play, with the player who makes each move; without a proof, the move that guarantees the lower bound, if one
    is known"""
    end: bool
    """whether the line goes to the end of the game"""
    depth: Count
    """how many choices ahead were searched; 0 if the whole game was searched in one pass"""
    positions: Count
    """how many positions were visited"""
    stored: Count
    """how many positions were remembered"""
    stopped: Annotated[str, one_of("depth", "time", "interrupt")] | None
    """what ended the search before a proof"""


class TracedStatement(Output):
    """A statement that was done or skipped."""

    turn: Count
    """Counted from 1; 0 is the setup."""
    player: str
    """the name of the player to move"""
    file: str
    """The file of the statement, from the folder on that all of them share."""
    line: Positive
    """the line of the statement in its file, counted from 1"""
    statement: str
    """the statement, as it is written"""
    done: bool
    """False if it was skipped; then the notes say why."""
    notes: Sequence[str]
    """what it did, or why it was skipped"""


class TraceOutput(Output, format="trace/1"):
    """trace/1.

    What `tilewright trace --json` prints: each statement of a game that was done or skipped, in order.
    """

    game: str
    """The id of the game."""
    lines: Sequence[TracedStatement]
    """the statements, in order"""
