"""`tilewright equilibrium`."""

from __future__ import annotations

import click

from tilewright.cli import given
from tilewright.cli.args.completion import complete_games
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.matches import match_to_ask
from tilewright.cli.args.series import bots_by_seat, carried, executor
from tilewright.cli.echo import echo, echo_answer
from tilewright.cli.errors import CannotRun
from tilewright.cli.report.equilibrium import (
    equilibrium_lines,
    equilibrium_output,
    learned_lines,
    learned_output,
)
from tilewright.equilibria.block import NoEquilibrium
from tilewright.equilibria.bot import one_of, strategy_of
from tilewright.equilibria.question import exploitability, read_stake, solve, stake_of_points
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
    learn: tuple[str, ...] | None = given.option(
        "--learn",
        callback=bots_by_seat,
        metavar="BOT,BOT...",
        help="Learn what players play for from games of these bots, which take the seats in turn (for example 'random').",
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
    seed: int = given.seed("The random seed for what happens before it (0).", default=0)
    exploit: tuple[str, ...] | None = given.option(
        "--exploit",
        callback=bots_by_seat,
        metavar="BOT,BOT...",
        help="With two players: what each of these bots, playing first, loses to a best response. With more: what a best "
        f"response gains when everyone plays like the bot. {DESCRIBED}",
    )
    strategy: str | None = given.option(
        "--strategy",
        metavar="ANSWER,ANSWER...",
        help="The same for a fixed strategy: one of these answers with equal probability, or any answer where none of them is available.",
    )
    as_json: bool = given.json()


@given.command(
    EquilibriumOptions, epilog='Example: tilewright equilibrium GAME --value "4 * points + count of cards" --until turn'
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
    try:
        play = solve(match, stake, options.until)
        strategies = {text: strategy_of(match, bot(text, options.seed)) for text in options.exploit or ()}
        if options.strategy is not None:
            strategies[options.strategy] = one_of([answer.strip() for answer in options.strategy.split(",")])
        lost = {name: exploitability(match, stake, own, until=options.until) for name, own in strategies.items()}
    except NoEquilibrium as problem:
        raise CannotRun(str(problem)) from None
    output = equilibrium_output(options.game, play, lost)
    if learned is not None:
        output.learned = learned_output(learned, options.learn or ())
    echo_answer(output, equilibrium_lines(play, lost), options.as_json)
    return 0


def _learned(match: Match, bots: tuple[str, ...], options: EquilibriumOptions) -> LearnedStake:
    """What games like a match tell that is played for. Raises `CannotRun`."""
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
