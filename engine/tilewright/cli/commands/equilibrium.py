"""`tilewright equilibrium`."""

from __future__ import annotations

import click

from tilewright.cli.args.completion import complete_games
from tilewright.cli.args.games import cards_option
from tilewright.cli.args.inputs import Inputs
from tilewright.cli.args.matches import match_to_ask
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.errors import CannotRun
from tilewright.cli.report.equilibrium import equilibrium_json, equilibrium_lines
from tilewright.equilibria.block import NoEquilibrium
from tilewright.equilibria.bot import one_of, strategy_of
from tilewright.equilibria.question import exploitability, read_stake, solve, stake_of_points
from tilewright.play.bots import DESCRIBED, UnknownBot, bot


@click.command(epilog='Example: tilewright equilibrium GAME --value "4 * points + count of cards" --until turn')
@click.argument("game", metavar="GAME|FILE", shell_complete=complete_games)
@click.option(
    "--value",
    metavar="TEXT",
    help="What each player plays for: a number or a condition in the words of the game (the points without it).",
)
@click.option(
    "--until",
    default="",
    metavar="WHEN",
    help="When it is asked: 'turn', 'game' or a verb that is being done, at the end of it; "
    "without it, the innermost verb.",
)
@click.option("--players", type=click.IntRange(2, 20), metavar="N", help="How many play (as few as the game allows).")
@cards_option
@click.option(
    "--seed", type=click.IntRange(0, 999_999_999), default=0, metavar="S", help="What chance brings before it (0)."
)
@click.option(
    "--exploit",
    metavar="BOT",
    help="What this bot, as the first of two, loses to a best response; of more, what a best response gains where all "
    f"play as the bot does. {DESCRIBED}",
)
@click.option(
    "--strategy",
    metavar="ANSWER,ANSWER...",
    help="The same of a fixed strategy: one of these answers, each as likely, and any where there is none of them.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    value: str | None,
    until: str,
    players: int | None,
    cards: str | None,
    seed: int,
    exploit: str | None,
    strategy: str | None,
    as_json: bool,
) -> None:
    """Tell how what is chosen in secret is chosen best, and what that is worth.

    GAME is a pack that came with tilewright, or a folder with one; FILE is the record of a game or a position. Players
    choose at once in a block 'for each player secretly': each mixes the answers so that nobody gains by another mix.
    Two players play for the difference of their values, which is proved by both best responses. For more the answer is one
    equilibrium of many, or nearly one where players are not alike. What is hidden is taken as known to all.
    """
    match = match_to_ask(game, players, cards, as_json, seed, least=2)
    stake = stake_of_points(match.game, match.cards) if value is None else read_stake(value, match.game)
    if isinstance(stake, list):
        Inputs([], as_json=as_json).sound(stake[0].source, stake)
        ctx.exit(2)
    try:
        play = solve(match, stake, until)
        tried = {}
        if exploit is not None:
            tried[exploit] = strategy_of(match, bot(exploit, seed))
        if strategy is not None:
            tried[strategy] = one_of([answer.strip() for answer in strategy.split(",")])
        lost = {name: exploitability(match, stake, own, until=until) for name, own in tried.items()}
    except (NoEquilibrium, UnknownBot) as problem:
        raise CannotRun(str(problem)) from None
    if as_json:
        echo_json(equilibrium_json(game, play, lost))
    else:
        for line in equilibrium_lines(play, lost):
            echo(line)
