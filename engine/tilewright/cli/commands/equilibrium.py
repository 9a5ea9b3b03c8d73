"""`tilewright equilibrium`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import click

from tilewright.cli.args import given
from tilewright.cli.args.given import complete_games
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.matches import match_to_ask
from tilewright.cli.args.series import bots_option, carried, executor
from tilewright.cli.terminal import CannotRun, echo, echo_answer
from tilewright.equilibria.bot import one_of, strategy_of
from tilewright.equilibria.matrix import Real
from tilewright.equilibria.question import Play, exploitability, read_stake, solve, stake_of_points
from tilewright.outputs.chances import (
    AnswerChance,
    EquilibriumOutput,
    ExploitedStrategy,
    LearnedOutput,
    LearnedTerm,
    MoveWorth,
    PlayerMix,
    RealNumber,
)
from tilewright.outputs.output import ABSENT
from tilewright.play.bots import DESCRIBED, bot
from tilewright.play.match import Match
from tilewright.sim.simulation import Start
from tilewright.sim.stakes import LEAST, LearnedStake
from tilewright.sim.stakes import learn as learn_stake


class EquilibriumOptions(given.Options):
    game: str = given.argument(metavar="GAME|FILE", shell_complete=complete_games)
    value: str | None = given.option(
        "--value",
        metavar="TEXT",
        help="What each player plays for: a number or a condition in the words of the game (default: points).",
    )
    learn: tuple[str, ...] | None = bots_option(
        "--learn",
        "Learn what players play for from games of these bots, which take the seats in turn (for example 'random').",
    )
    games: int = given.option(
        "--games",
        type=click.IntRange(LEAST, 100_000),
        default=200,
        metavar="N",
        help="How many games to learn from (200).",
    )
    workers: int = given.workers()
    until: str = given.option(
        "--until",
        default="",
        metavar="WHEN",
        help="When the value is evaluated: at the end of the 'turn', of the 'game', or of a verb being carried out "
        "(default: the innermost verb).",
    )
    players: int | None = given.count(
        "--players", 20, least=2, help="Number of players (default: the fewest the game allows)."
    )
    cards: str | None = given.cards()
    seed: int = given.seed("The random seed for what happens before the choices (0).", default=0)
    exploit: tuple[str, ...] | None = bots_option(
        "--exploit",
        "With two players: what each of these bots, playing first, loses to a best response. With more: what a best "
        "response gains when everyone plays like the bot.",
    )
    strategy: str | None = given.option(
        "--strategy",
        metavar="ANSWER,ANSWER...",
        help="The same for a fixed strategy: one of these answers with equal probability, or any answer where none of them is available.",
    )
    as_json: bool = given.json()


@given.command(
    EquilibriumOptions,
    epilog=f'{DESCRIBED}\n\nExample: tilewright equilibrium GAME --value "4 * points + count of cards" --until turn',
)
def command(options: EquilibriumOptions) -> int:
    """Find optimal mixed strategies for secret choices, and their value.

    GAME is a pack that comes with tilewright, or the folder of a pack; FILE is the record of a game or a position.
    In a block 'for each player secretly', players choose simultaneously: each player mixes the answers so that
    nobody gains by mixing differently. Two players play for the difference of their values, and the best response
    of each proves the answer. With more players, the answer is one equilibrium of many, or an approximate one if
    players are in different situations. Hidden information counts as known to all.
    """
    match = match_to_ask(options.game, options.players, options.cards, options.as_json, options.seed, least=2)
    if options.learn is not None and options.value is not None:
        raise click.UsageError("--value says what players play for, --learn finds it out: use only one of them")
    learned = None if options.learn is None else _learned(match, options.learn, options)
    value = options.value if learned is None else learned.text
    if learned is not None and not options.as_json:
        for line in learned_lines(learned, options.learn or ()):  # though nothing be solved for it
            echo(line)
    stake = stake_of_points(match.game, match.cards) if value is None else read_stake(value, match.game)
    if isinstance(stake, list):
        Inputs([], as_json=options.as_json).sound(stake[0].source, stake)
        return 2
    play = solve(match, stake, options.until)
    strategies = {text: strategy_of(match, bot(text, options.seed)) for text in options.exploit or ()}
    if options.strategy is not None:
        strategies[options.strategy] = one_of([answer.strip() for answer in options.strategy.split(",")])
    lost = {name: exploitability(match, stake, own, until=options.until) for name, own in strategies.items()}
    output = equilibrium_output(options.game, play, lost)
    if learned is not None:
        output.learned = learned_output(learned, options.learn or ())
    echo_answer(output, equilibrium_lines(play, lost), options.as_json)
    return 0


def _learned(match: Match, bots: tuple[str, ...], options: EquilibriumOptions) -> LearnedStake:
    """The utility learned from games like the match. Raises `CannotRun`."""
    if not match.game.answers:
        raise CannotRun("nothing is chosen in secret in this game")
    if match.game.layouts and not match.layouts:
        raise CannotRun("--learn plays new games, and a position does not name a layout: use it with a game")
    recipe = carried(lambda: Start(match.game, match.cards, match.layouts))
    with executor(options.workers, None, lambda: "nothing was learned") as found:
        learned = learn_stake(recipe, len(match.names), bots, options.games, options.seed, found)
    if not learned.text:
        raise CannotRun(
            "in these games, nothing that players have predicts how they end: play more games, or use other bots"
        )
    return learned


# ------------------------------------------------------------------ what is printed


MOST_LISTED = 30
"""The largest number of answers of a strategy, or of moves, that are listed."""
SHORT = 10**6
"""Fractions are printed if their denominator is smaller."""
PRECISION = 1e-9
"""Gains of other answers are rounded to this; smaller ones are rounding errors."""
NEARLY = 1e-6
"""The largest gain of another answer in an equilibrium."""


def equilibrium_lines(play: Play, lost: Mapping[str, Real]) -> Iterator[str]:
    """The value, and each player's mixed strategy or the moves; `lost` is the regret of strategies."""
    two = len(play.players) == 2
    if two:
        first, second = play.players
        yield f"{play.stake.text}, {first} less {second}: {value_text(play.worth[0])}"
    else:
        each = (f"{name} {value_text(worth)}" for name, worth in zip(play.players, play.worth, strict=True))
        yield f"{play.stake.text}: {', '.join(each)}"
    if play.block is not None:
        for player, mix in play.block.mixes.items():
            yield from _mix(play.players[player], mix)
        yield _proof(play)
    for text, worth in play.moves[:MOST_LISTED]:
        yield f"  {value_text(worth):>12}  {text}"
    for name, loss in lost.items():
        if two:
            yield f"{name} as {play.players[0]} loses {value_text(loss)} to a best response"
        else:
            yield f"if everyone plays {name}, {play.players[0]} gains {value_text(loss)} with a best response"


def _mix(name: str, mix: Mapping[str, Real]) -> Iterator[str]:
    yield f"  {name}"
    for text, chance in list(mix.items())[:MOST_LISTED]:
        yield f"    {float(chance) * 100:6.2f}%{_fraction(chance)}  {text}"
    if len(mix) > MOST_LISTED:
        yield f"    and {len(mix) - MOST_LISTED} more answers"


def _proof(play: Play) -> str:
    block = play.block
    assert block is not None
    if block.several:
        kind = "nearly an equilibrium, one of many" if block.gap > NEARLY else "one equilibrium of many"
        kind += ", in which all players use the same mix" if block.alike else ""
        return f"{kind}: no other answer of one player gains more than {max(float(block.gap), PRECISION):.0e}; this is not a guarantee"
    if isinstance(block.gap, Fraction) and isinstance(play.worth[0], Fraction):
        return "exact: neither player can gain with another answer"
    return f"a best response of either player gains at most {float(block.gap):.1e}"


def learned_lines(learned: LearnedStake, bots: Sequence[str]) -> Iterator[str]:
    """The learned utility: the worth of each number, and their sum in the words of the game."""
    yield f"learned from {learned.games} games of {', '.join(bots)}: the value of one more at the end, in points (95%)"
    rows = [[term.text, f"{term.worth:.2f}", f"({term.low:.2f} to {term.high:.2f})"] for term in learned.terms]
    width = max(len(row[0]) for row in rows)
    for text, worth, interval in rows:
        yield f"  {text:<{width}}  {worth:>6}  {interval}"
    yield f"this explains {learned.explained * 100:.0f}% of the variance of the results; as a value, in hundredths of a point:"


def learned_output(learned: LearnedStake, bots: Sequence[str]) -> LearnedOutput:
    """The learned utility as JSON."""
    return LearnedOutput(
        games=learned.games,
        bots=bots,
        moments=learned.moments,
        explained=learned.explained,
        terms=[
            LearnedTerm(number=term.text, worth=term.worth, interval=[term.low, term.high]) for term in learned.terms
        ],
        left=learned.left,
    )


def value_text(value: Real) -> str:
    """An integer, or four decimal places, with the exact fraction if it is short."""
    if isinstance(value, Fraction) and value.denominator == 1:
        return str(value)
    return f"{float(value):.4f}{_fraction(value)}"


def _fraction(value: Real) -> str:
    return f" ({value})" if isinstance(value, Fraction) and 1 < value.denominator < SHORT else ""


def equilibrium_output(name: str, play: Play, lost: Mapping[str, Real]) -> EquilibriumOutput:
    """The equilibrium as JSON."""
    block = play.block
    output = EquilibriumOutput(
        game=name,
        value=play.stake.text,
        players=play.players,
        worth=[_number(worth) for worth in play.worth],
        exact=all(isinstance(worth, Fraction) for worth in play.worth),
        secret=block is not None,
        moves=[MoveWorth(move=text, worth=_number(worth)) for text, worth in play.moves],
        states=play.states,
    )
    if block is not None:
        output.mixes = [
            PlayerMix(
                player=play.players[player],
                answers=[AnswerChance(answer=text, chance=_number(chance)) for text, chance in mix.items()],
            )
            for player, mix in block.mixes.items()
        ]
        output.gap, output.symmetric, output.several = float(block.gap), block.alike, block.several
    if lost:
        output.exploited = [ExploitedStrategy(strategy=name, loses=_number(loss)) for name, loss in lost.items()]
    return output


def _number(value: Real) -> RealNumber:
    """A number as decimal, and as fraction if it is exact."""
    return RealNumber(fraction=str(value) if isinstance(value, Fraction) else ABSENT, decimal=float(value))
