"""`tilewright trace`."""

from __future__ import annotations

import click

from tilewright.cli.args.completion import complete_games
from tilewright.cli.args.games import cards_option, game_setup, layout_option, note_missing_cards, playable
from tilewright.cli.args.matches import names_match, resumed
from tilewright.cli.args.series import bots_by_seat
from tilewright.cli.args.workspace import workspace
from tilewright.cli.echo import echo, echo_json
from tilewright.cli.errors import CannotRun
from tilewright.cli.report.trace import trace_lines, trace_output
from tilewright.packs.documents import POSITION_SUFFIX
from tilewright.play.bots import BOTS, DESCRIBED, bots_of_game
from tilewright.play.match import Match
from tilewright.play.tracing import traced


@click.command(epilog=f"Bots: {DESCRIBED}.\n\nExample: tilewright trace my-game --cards mine.tw --turns 3")
@click.argument("game", metavar="GAME|RECORD", shell_complete=complete_games)
@click.option(
    "--turn",
    type=click.IntRange(0),
    metavar="N",
    help="Only this turn; 0 is the set-up (default: all that are played).",
)
@click.option(
    "--turns", type=click.IntRange(1), default=10, metavar="N", help="Play at most N turns of a new game (10)."
)
@click.option("--skipped", is_flag=True, help="Only the statements that were skipped.")
@click.option(
    "--players",
    callback=bots_by_seat,
    metavar="BOT,BOT...",
    help=f"The bots that play a new game (default: random ones, as many as it needs). Bots: {', '.join(BOTS)}.",
)
@cards_option
@layout_option
@click.option(
    "--seed", type=click.IntRange(0, 999_999_999), metavar="S", help="A different seed gives a different game (0)."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    game: str,
    turn: int | None,
    turns: int,
    skipped: bool,
    players: tuple[str, ...] | None,
    cards: str | None,
    layout: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Show each statement of a game that was done or skipped, and why.

    RECORD is the record of a game. With GAME, a pack that comes with tilewright or the folder of a pack, bots play
    a new one. Brackets show what was chosen and the numbers that statements used. For a skipped statement, they
    show the condition that does not hold, with the numbers that it compares.
    """
    if names_match(game):
        if (players, cards, layout, seed) != (None, None, None, None):
            raise click.UsageError("--players, --cards, --layout and --seed come from the record")
        if game.endswith(POSITION_SUFFIX):
            raise CannotRun("trace needs a game or a record; continue a position with play --save")
        match = resumed(game, as_json)[1]
    else:
        match = _played(game, players, cards, layout, seed or 0, turns if turn is None else turn)
    shown = range(match.state.turn + match.over + 1) if turn is None else range(turn, turn + 1)
    lines = [line for line in traced(match) if line.turn + 1 in shown and not (skipped and line.done)]
    if as_json:
        echo_json(trace_output(lines, match.names, match.game.id))
    elif not lines:
        echo("no statement was skipped" if skipped else "no statement was done")
    else:
        echo("\n".join(trace_lines(lines, match.names)).rstrip())


def _played(
    game: str, bots: tuple[str, ...] | None, cards: str | None, layout: str | None, seed: int, turns: int
) -> Match:
    """A new game, so many turns of which bots have played. Raises `CannotRun`."""
    if bots is None:
        low, high = playable(game, workspace().resolver()).game.players
        bots = ("random",) * max(low, min(2, high))
    found = game_setup(game, len(bots), cards, layout, seed)
    note_missing_cards(found.pack, found.cards)
    names = [f"player {seat}" for seat in range(1, len(bots) + 1)]
    match = Match(found.pack.game, names, found.cards, found.layouts, seed)
    players = bots_of_game(bots, seed)
    while not match.over and match.state.turn < turns:
        match.play(players[match.turn].choose(match.view()))
    return match
