"""Outputs about many games between bots: simulations, the balance of cards and layouts, health, weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from tilewright.outputs.output import (
    ABSENT,
    Count,
    Keywords,
    NotNegative,
    OneOrMore,
    Output,
    Positive,
    Share,
    TwoOf,
    one_of,
)

SeatNumbers = Sequence[Positive]


# ------------------------------------------------------------------ numbers of samples


class ShareOutput(Output):
    """A share with its interval, by Wilson's score method."""

    share: Share
    """the share, from 0 to 1"""
    low: Share
    """the lower end of the interval"""
    high: Share
    """the upper end of the interval"""


class IntervalOutput(Output):
    """A mean with its interval, if that is known."""

    mean: float
    """the mean"""
    low: float = ABSENT
    """the lower end of the interval"""
    high: float = ABSENT
    """the upper end of the interval"""


class MeanOutput(Output):
    """A mean with its interval and its error, if these are known."""

    mean: float
    """the mean"""
    low: float = ABSENT
    """the lower end of the interval"""
    high: float = ABSENT
    """the upper end of the interval"""
    error: float = ABSENT
    """the standard error"""


class DifferenceOutput(MeanOutput):
    """How far one sample lies above another, seed by seed."""

    effect: float | None = ABSENT
    """Cohen's d: the mean divided by the pooled standard deviation of both samples; null if nothing varies"""


class PairedDifference(MeanOutput):
    """The difference of the second side from the first, seed by seed."""

    effect: float | None = ABSENT
    """Cohen's d; null if nothing varies"""
    games: int
    """how many games with the same seeds ended on both sides"""


class ComparedOutput(Output):
    """A number in games without a card and with it."""

    without: MeanOutput
    """in games without the card"""
    with_: MeanOutput
    """in games with it"""
    difference: DifferenceOutput
    """with it minus without it"""


class DistributionOutput(Output):
    """Values in numbers."""

    mean: float
    """the mean"""
    sd: NotNegative
    """of the sample; 0 for a single value"""
    min: float
    """the smallest value"""
    q1: float
    """quartiles are interpolated (type 7 of R)"""
    median: float
    """the median"""
    q3: float
    """the upper quartile"""
    max: float
    """the largest value"""


def _place(number: int) -> str:
    """`1st`, `22nd`, `13th`."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{ends.get(number % 10, 'th') if number // 10 % 10 != 1 else 'th'}"


class Rank(Output):
    """The best and the worst rank that something may have; 1 is the strongest or the largest."""

    best: Positive
    """the best rank that is possible"""
    worst: Positive
    """the worst rank that is possible"""
    of: Positive
    """how many are ranked"""

    def __str__(self) -> str:
        best, worst = _place(self.best), _place(self.worst)
        return f"{best if best == worst else f'between {best} and {worst}'} of {self.of}"

    @property
    def word(self) -> str:
        """What that comes to: a key of `sim.verdict.VERDICTS`."""
        if self.worst == 1:
            return "strongest"
        if self.best == self.of:
            return "weakest"
        if self.best > 1 and self.worst < self.of:
            return "within"
        middle = (self.of + 1) / 2
        return "upper" if self.worst <= middle else "lower" if self.best >= middle else "unknown"


# ------------------------------------------------------------------ simulations


class SettingOutput(Output):
    """All that decides how the games of a series go."""

    game: str
    """the id of the game"""
    players: OneOrMore[str]
    """the bots by seat"""
    rotate: bool
    """whether each bot moves to the next seat after each game"""
    cards: Sequence[str]
    """ids of the cards in play"""
    aside: Sequence[str] = ABSENT
    """ids of cards that are not in play; what they would pay is kept"""
    layouts: Mapping[str, str]
    """the layout of each board, by the board's name"""
    seed: int
    """the seed of the first game; those of the others follow from it"""
    cap: Positive = ABSENT
    """decisions after which a game is stopped"""
    traced: bool = ABSENT
    """whether the games record which parts of the game file they used"""
    held: str = ABSENT
    """the id of a card with which one of the players begins"""
    weights: str = ABSENT
    """a digest of the weights of the game, if one of the bots uses them"""
    rules: str
    """a digest of the texts of the game, the cards and the layouts"""
    version: str
    """of tilewright"""


class SecretAnswers(Output):
    """A block in which players chose in secret, and somebody had a choice."""

    about: str
    """the id of the card that the block was about; empty without one"""
    answers: Mapping[str, Sequence[int | None]]
    """by name and seat: the number; null for players who were not asked"""
    most: Sequence[int | None]
    """by seat: the maximum of the sum of these numbers; null for players who were not asked"""


class SecretPiece(Output):
    """A piece that players could choose in secret."""

    answer: str
    """the name of what was chosen"""
    about: str
    """the id of the card that the block was about; empty without one"""
    piece: str
    """its code; equal pieces count as one"""
    offered: Positive
    """how many choices it was in; a player who could choose only one kind of piece had no choice"""
    chosen: Count
    """how often it was chosen"""


class Played(Output):
    """A game that was played. Games, seats and turns are counted from 1."""

    game: Positive
    """its number"""
    seed: Count
    """of this game"""
    bots: Sequence[str]
    """by seat"""
    scores: Sequence[Mapping[str, int]]
    """by seat: points by line of the final score, and by card id"""
    totals: Sequence[int]
    """by seat"""
    winners: SeatNumbers
    """the winning seats; more than one if they share the victory"""
    turns: Count
    """how many turns were played"""
    decisions: Count
    """choices between at least two moves"""
    uses: Sequence[Mapping[str, Sequence[Positive]]]
    """by seat: for each ability that was used, the turns of its uses"""
    movers: SeatNumbers
    """by turn: the seat"""
    gains: Sequence[int]
    """by turn: how much the score of the player to move grew"""
    measures: Mapping[str, Sequence[int]]
    """by turn: each measure of the game file at its beginning"""
    forced: Sequence[Positive]
    """the turns without any choice"""
    idle: Sequence[Positive]
    """the turns that changed nothing on the table"""
    ended: bool = True
    """false for a game that was stopped at the cap; the values are those at that moment"""
    aside: Sequence[Mapping[str, int]] = ABSENT
    """by seat: points that the cards not in play would have paid, by card id"""
    secrets: Sequence[SecretAnswers] = ABSENT
    """the blocks in which players chose numbers in secret, and somebody had a choice; only for games with secret choices"""
    pieces: Sequence[SecretPiece] = ABSENT
    """the pieces that players could choose in secret; only for games with secret choices"""
    options: Mapping[str, Annotated[Sequence[Count], Keywords(minItems=3, maxItems=3)]] = ABSENT
    """for traced games, by option: how often its choice came up, how often it was open then, and how often it was taken"""
    unused: Sequence[str] = ABSENT
    """for traced games: rules and verbs of the game file that were never used"""
    stalled: Literal[True] = ABSENT
    """the game ended because nothing could be done; only for such games"""
    never: Sequence[str] = ABSENT
    """lines that had no part in the game: statements that were never done, lines of cards that paid nobody"""

    def won(self, seat: int) -> float:
        """The share of the victory of a seat, counted from 0."""
        return (seat + 1 in self.winners) / len(self.winners)


class SimulationOutput(SettingOutput, format="simulation/1", other_lines=(Played,)):
    """Simulation.

    A line of the file that `simulate -o` keeps: the first one is the setting, each other one a game, in order. Games, seats
    and turns are counted from 1.
    """


class PlayerScores(Output):
    """The scores at a seat or of a bot."""

    bot: str = ABSENT
    """not for seats with --rotate"""
    score: DistributionOutput
    """the final scores"""
    counts: Sequence[TwoOf[int]]
    """each score and how many games ended with it"""
    wins: ShareOutput
    """a shared win counts in equal parts for each winner"""


class FirstPlayer(Output):
    """The advantage of the first player."""

    wins: ShareOutput
    """the share of victories of the first player"""
    even: float
    """the share of wins if all seats were equally good"""
    lead: IntervalOutput = ABSENT
    """the score of the first player minus the mean score of the others; without an interval for fewer than three games"""


class GameLengths(Output):
    """How long games are."""

    turns: DistributionOutput
    """turns per game"""
    decisions: DistributionOutput
    """choices between at least two moves"""


class SecretSummary(Output):
    """The numbers that were chosen in secret about a card."""

    about: str
    """the id of the card; empty without one"""
    answers: Sequence[str]
    """the names of what was chosen"""
    blocks: Positive
    """how many blocks there were"""
    mean: float
    """the sum of the numbers of a player in a block"""
    most: int
    """the largest sum of a player in a block"""
    unwanted: ShareOutput
    """the share of blocks in which all numbers were 0"""


class PartSummary(Output):
    """A line of the final score, or a card that scores."""

    name: str
    """the line of the final score, or the id of the card"""
    card: bool
    """whether it is a card"""
    paid: Share
    """the share of players who scored something for it"""
    mean: float
    """points per player"""
    most: int
    """the most points of a player"""


class AbilitySummary(Output):
    """How an ability was used."""

    card: str
    """the id of the card"""
    uses: NotNegative
    """uses per game"""
    games: Share
    """the share of games in which it was used"""
    turns: Count
    """turns in which it was used, in all games"""
    gain: float | None
    """mean gain of the player to move in those turns"""
    otherwise: float | None
    """mean gain in all other turns"""


class RareTurns(Output):
    """Turns of a sort."""

    turns: NotNegative
    """turns per game"""
    games: Share
    """the share of games with any"""


class MeasureAtTurn(Output):
    """A measure at the beginning of a turn."""

    turn: Positive
    """the turn, counted from 1"""
    games: Positive
    """that reached this turn"""
    mean: float
    """the mean"""
    min: int
    """the smallest value"""


class SummaryOutput(Output, format="simulation-summary/1"):
    """Simulation summary.

    What `simulate --json` prints: a summary of many games. Shares are between 0 and 1; low and high are the ends of 95%
    intervals (shares: Wilson's score method; means: Student's t).
    """

    setting: SettingOutput
    """the first line of simulation/1, without its format"""
    games: Count
    """that ended: the numbers below are about them"""
    unended: Count = ABSENT
    """games that were stopped at the cap of the setting"""
    stalled: Positive = ABSENT
    """games that ended because nothing could be done; only if there are any"""
    unchanged: Positive = ABSENT
    """games in which no turn changed anything, though they did not stall; only if there are any"""
    seats: Sequence[PlayerScores]
    """in turn order; empty if no game has ended"""
    bots: Sequence[PlayerScores]
    """with --rotate, in the order of the setting"""
    first: FirstPlayer | None
    """the advantage of the first player; null if no game has ended"""
    length: GameLengths | None
    """the length of games; null if no game has ended"""
    parts: Sequence[PartSummary]
    """the lines of the final score and the cards that score"""
    abilities: Sequence[AbilitySummary]
    """the cards with an ability"""
    forced: RareTurns | None
    """turns without any choice"""
    idle: RareTurns | None
    """turns that changed nothing on the table"""
    measures: Mapping[str, Sequence[MeasureAtTurn]]
    """each measure of the game file, by turn"""
    secrets: Sequence[SecretSummary] = ABSENT
    """the numbers that were chosen in secret, by the names of the answers and the card that the block was about; only for
    games with such blocks"""
    pieces: Sequence[SecretPiece] = ABSENT
    """the pieces that could be chosen in secret, in all games; only for games with such choices"""
    never: Sequence[str] = ABSENT
    """lines that had no part in any of the games: statements that were never done, lines of cards that paid nobody"""


# ------------------------------------------------------------------ the balance of a card


class BotWithCard(Output):
    """What a card was for a bot."""

    bot: str
    """the bot"""
    known: bool
    """whether the card paid this bot, or was used by it, often enough for its games to be conclusive"""
    games: int = ABSENT
    """in how many games the bot began with the card, if one player did"""
    touched: ShareOutput | None
    """the share of games in which the card paid or was used"""
    still: Sequence[str]
    """measures of the game that never changed in the bot's games"""
    paid: MeanOutput | None
    """points that the card paid; null for cards that do not score"""
    uses: MeanOutput | None
    """uses of its ability per game; null for cards without one"""
    points: ComparedOutput | None
    """the total of a player"""
    wins: ComparedOutput | None
    """the share of victories; a victory shared by k players counts 1/k for each"""
    passive: MeanOutput | None
    """what the card would have paid at the end of the games without it"""
    active: DifferenceOutput | None
    """what the card adds beyond that"""


class GivenByBot(Output):
    """What a bot chose in secret about a card; numbers of a player in a block are added up."""

    bot: str
    """the bot"""
    mean: MeanOutput | None
    """of a player in a block, by game; null if the bot never had a choice"""
    part: MeanOutput | None
    """the same as a share of its maximum"""
    tells: bool
    """whether the bot's bids depend on the card at all, by a permutation test at 5%"""
    rank: Rank | None
    """the ranks that the card may have among the printed ones of its class by that part, 1 is the largest (without a table
    of these: among all cards of the same games); null if not known"""
    among: float = ABSENT
    """the margin, as a share of the maximum: half a standard deviation of what the bot gave in all blocks of the games; only if
    the card is certainly less than this above two other cards, and less than this below two"""


class SecretsAboutCard(Output):
    """What players chose in secret about a card."""

    answers: Sequence[str]
    """the names of what was chosen"""
    blocks: Positive
    """how many blocks were about the card"""
    mean: MeanOutput
    """the sum of the numbers of a player in a block, by game"""
    unwanted: ShareOutput
    """the share of blocks in which all numbers were 0"""
    bots: OneOrMore[GivenByBot]
    """what each bot chose"""
    rank: Rank | None
    """the ranks that the bots leave open together; null if not known"""
    reason: str
    """why there is no rank; empty when there is one"""


class MostPoints(Output):
    """The most that a card can pay."""

    value: int
    """attained"""
    bound: int | None
    """a proved upper bound; null if there is none"""


class CardBalance(Output):
    """What games with and without a card say of it."""

    card: str
    """the id of the card"""
    class_: str
    """its class, as the game file names it"""
    look: Count
    """the examination that settled it, counted from 1; 0 where a run was stopped before the first one"""
    games: Count
    """with the card and, if they are paired, as many without"""
    unended: Count
    """games that are left out because they, or those with the same seed, were stopped"""
    length: ComparedOutput | None
    """turns per game"""
    bots: OneOrMore[BotWithCard]
    """what it was for each bot"""
    most: MostPoints | None
    """the most that the card can pay; null if not requested"""
    secrets: SecretsAboutCard = ABSENT
    """what players chose in secret about the card in the games with it; only for games with such blocks"""
    rank: Rank | None
    """the ranks it may have among the printed cards of its class and itself, 1 is the strongest; null if not known"""
    verdict: Annotated[str, one_of("strongest", "upper", "within", "lower", "weakest", "equal", "unranked", "unknown")]
    """how strong it is among the printed cards of its class; equal: it does the same as one of them; unranked: there are none to compare with"""
    words: str
    """the verdict in English"""
    reason: str
    """why this is the verdict"""

    @property
    def known(self) -> list[BotWithCard]:
        """The bots whose games say something of the card."""
        return [own for own in self.bots if own.known]


class BalanceOutput(Output, format="balance/1"):
    """Balance.

    What `balance --json` prints, and what a pack keeps of its printed cards: games with and without each card, with the same
    seeds. Intervals are valid at the examination that settled a card (repeated confidence intervals of 95% by
    Pocock's bounds). Meaningless numbers are null.
    """

    setting: SettingOutput
    """the first line of simulation/1, without its format, for the games without the cards"""
    paired: Literal[False] = ABSENT
    """false if no games without the cards were played: then what they add is not known"""
    held: Literal[True] = ABSENT
    """true if one player begins with the card in games of one bot at all seats: with it is that player, without it the mean of all players"""
    looks: OneOrMore[Positive]
    """the numbers of games at which a card is examined"""
    cards: Sequence[CardBalance]
    """those that have been examined at least once"""
    made: str = ABSENT
    """in the table that a pack keeps: the command that made it"""
    texts: str = ABSENT
    """in the table that a pack keeps: a digest of the texts of the cards"""


# ------------------------------------------------------------------ the balance of layouts and rules


class UnusedParts(Output):
    """What no bot used in any game."""

    rules: Sequence[str]
    """rules and verbs of the game file that were never used"""
    options: Sequence[str]
    """options that were never taken, though their choice came up"""
    cards: Sequence[str]
    """cards in play that never paid and were never used"""
    parts: Sequence[str]
    """parts of the final score that never paid"""


class BotOnSide(Output):
    """The games of a bot under one setting."""

    bot: str
    """the bot, at all seats"""
    games: Count
    """how many games have ended"""
    unended: Count
    """how many games were stopped"""
    wins: Sequence[ShareOutput]
    """by seat"""
    numbers: Mapping[str, MeanOutput]
    """by name: the values of a game"""
    measures: Mapping[str, Sequence[float]]
    """by measure: its mean at the beginning of each turn"""


class SideOutput(Output):
    """One of the settings that are compared."""

    side: str
    """the id of the layout, or the name of the version"""
    setting: Mapping[str, Any]
    """the first line of simulation/1, without its format and its players"""
    bots: OneOrMore[BotOnSide]
    """the games of each bot"""
    unused: UnusedParts
    """what no bot used in any game"""


class SidesOutput(Output, format="balance-sides/1"):
    """Balance of layouts and rules.

    What `balance --json` prints for a layout (the first side, compared with the other layouts of its pack) and for two
    versions of the rules. Each bot plays against itself, with the same seeds on every side. Intervals are valid at the
    examination at which the run stopped (repeated confidence intervals of 95%).
    """

    about: Annotated[str, one_of("layout", "rules")]
    """what the sides are: layouts, or two versions of the rules"""
    bots: Sequence[str]
    """the bots that were asked for"""
    players: Positive
    """the number of players"""
    looks: OneOrMore[Positive]
    """games per bot and side at each examination"""
    look: Count
    """the examination after which it stopped, counted from 1; 0 before the first"""
    sides: Sequence[SideOutput]
    """the settings that were compared"""
    compared: Mapping[str, Mapping[str, Rank | PairedDifference]]
    """by bot, then by number: the rank of the layout among the sides, or the difference of the second version from the
    first"""
    verdict: Annotated[str, one_of("first", "others", "even", "different", "alike", "unknown")]
    """of a layout: who is ahead (first, others, even); of rules: different or alike; unknown: not certain"""
    words: str
    """the verdict in English"""
    reason: str
    """why this is the verdict"""


# ------------------------------------------------------------------ verify


class HealthLengths(Output):
    """How long games are that ended."""

    turns: DistributionOutput | None
    """turns per game; null if no game has ended"""
    decisions: DistributionOutput | None
    """decisions per game; null if no game has ended"""


class MeasuredMean(Output):
    """A mean over games with its 95% interval."""

    games: Positive
    """The games in which it could be measured."""
    mean: float
    """the mean"""
    low: float = ABSENT
    """the lower end of the interval"""
    high: float = ABSENT
    """the upper end of the interval"""


class BranchingOutput(Output):
    """How many moves there are at a decision."""

    mean: float
    """the mean number of moves at a decision, over games"""
    most: int
    """the largest number of moves at a decision"""
    complexity: float
    """The decimal logarithm of the size of the game tree."""
    by_decision: Sequence[TwoOf[float]]
    """For the first, second, ... decision: how many games had it, and the mean number of moves there."""


class HealthOutput(Output):
    """How healthy a game is."""

    games: Positive
    """how many games were measured"""
    length: HealthLengths
    """how long games are that ended"""
    lengths: Sequence[TwoOf[int]]
    """How many games took how many decisions, the shortest first."""
    branching: BranchingOutput | None
    """how many moves there are at a decision; null without decisions"""
    completion: ShareOutput | None
    """Games that one player won alone; null with one player."""
    draws: ShareOutput | None
    """Games that several players won; null with one player."""
    timeouts: ShareOutput
    """Games that were stopped at the cap."""
    stalled: ShareOutput
    """Games that ended because nothing could be done."""
    wins: Sequence[ShareOutput]
    """Games that the player of each seat won alone; empty with one player."""
    balance: Share | None
    """1 minus the largest difference between the win rates of two seats; null with one player"""
    decisiveness: MeasuredMean | None
    """Null if it could be measured in no game."""
    lead_changes: MeasuredMean | None
    """Null if it could be measured in no game."""
    never: Sequence[str]
    """Lines that had no part in any of the games: statements that were never done, lines of cards that paid nobody."""


class PerftOutput(Output):
    """The lines of play with so many decisions."""

    decisions: Positive
    """Choices between two or more moves; forced moves are not counted."""
    positions: Count
    """The ways to make exactly so many decisions."""
    over: Count
    """Those of them that end the game."""
    lines: Count
    """The positions, and the ways that ended the game with fewer decisions."""


class VerifyOutput(
    Output,
    format="verify/1",
    keywords={"oneOf": [{"required": ["perft", "complete"]}, {"required": ["health", "playouts"]}]},
):
    """verify/1.

    What `tilewright verify --json` prints: the lines of play of a game, counted, or how healthy the game is. docs/verify.md
    defines each measure.
    """

    game: str
    """The id of the game."""
    players: Sequence[str]
    """The bot of each seat; when lines are counted, the number of each seat."""
    seed: Count
    """the seed of chance"""
    perft: Sequence[PerftOutput] = ABSENT
    """with --perft: the lines of play, by number of decisions"""
    complete: bool = ABSENT
    """Whether every line has ended the game: all lines of the game are counted."""
    playouts: Count = ABSENT
    """The playouts by which each decision was evaluated."""
    health: HealthOutput = ABSENT
    """the measures; without --perft"""


# ------------------------------------------------------------------ weights


class TrainingOutput(Output):
    """How weights were found."""

    tilewright: str
    """the version that trained them"""
    seed: int
    """the seed of the games"""
    games: Count
    """how many games were played"""
    players: Positive
    """how many players took part in each"""
    pool: Sequence[str]
    """the bots that it played against"""
    layouts: Sequence[str]
    """the layouts of the games, if they were named"""
    cards: Sequence[str]
    """ids of the cards in play"""
    begin: Mapping[str, float] = ABSENT
    """the weights that it began with"""


class WeightsOutput(Output, format="weights/1"):
    """Weights.

    The worth of the features of a game in points before they score, as found by `train`; a pack keeps it in
    `weights.json`.
    """

    game: str
    """the id of the game"""
    rules: Annotated[str, Keywords(pattern="^[0-9a-f]{16}$")]
    """the digest of the rules that they were found for"""
    weights: Mapping[str, float]
    """points for one of each feature, by the name of the feature"""
    training: TrainingOutput
    """how they were found"""
