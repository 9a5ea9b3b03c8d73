"""`tilewright simulate`."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import islice

import click

from tilewright.cli.args.completion import complete_games, complete_layouts
from tilewright.cli.args.games import cards_option, note_missing_cards
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.series import (
    Recipe,
    bots_by_seat,
    carried,
    cluster_option,
    executor,
    plot_option,
    plotter,
    warn_of_weights,
    workers_option,
)
from tilewright.cli.echo import echo, in_json
from tilewright.cli.errors import CannotRun
from tilewright.cli.progress import Bar
from tilewright.cli.report.simulation import text
from tilewright.play.bots import BOTS, DESCRIBED
from tilewright.sim.journal import Journal, JournalError
from tilewright.sim.simulation import CAP, Series, simulate
from tilewright.sim.summary import Tally, setting_of


@click.command(
    epilog=f"Bots: {DESCRIBED}.\n\n"
    "Example: tilewright simulate my-game --players uct:100,random --rotate --cards mine.tw -o games.jsonl"
)
@click.argument("game", shell_complete=complete_games)
@click.option("--games", type=click.IntRange(1, 10_000_000), default=100, metavar="N", help="Number of games (100).")
@click.option(
    "--players",
    default="uct:100,uct:100",
    callback=bots_by_seat,
    metavar="BOT,BOT...",
    help=f"The bot of each seat (uct:100,uct:100). Bots: {', '.join(BOTS)}.",
)
@click.option(
    "--rotate", is_flag=True, help="Move each bot to the next seat after each game (default: they keep their seats)."
)
@cards_option
@click.option(
    "--layout",
    metavar="ID",
    shell_complete=complete_layouts,
    help="The layout for all games: an id or a .tw file (default: a suitable one, chosen by the seed).",
)
@click.option(
    "--seed",
    type=click.IntRange(0, 999_999_999),
    default=0,
    metavar="S",
    help="A different seed gives different games (0). Bots with a time budget do not repeat their games.",
)
@click.option(
    "--cap",
    type=click.IntRange(1, 1_000_000),
    default=CAP,
    metavar="N",
    help=f"Stop a game after N decisions ({CAP}). Such games are counted as not ended and left out of all other numbers.",
)
@workers_option
@cluster_option
@click.option(
    "-o",
    "--output",
    metavar="FILE.jsonl",
    help="Write the games to a file, one per line; an existing file is continued.",
)
@plot_option("the summary")
@click.option("--json", "as_json", is_flag=True, help="The summary as one JSON object.")
def command(
    game: str,
    games: int,
    players: tuple[str, ...],
    rotate: bool,
    cards: str | None,
    layout: str | None,
    seed: int,
    cap: int,
    workers: int,
    cluster: str | None,
    output: str | None,
    plot: str | None,
    as_json: bool,
) -> None:
    """Play many games between bots, and show how the game plays and what the cards pay.

    GAME is a pack that comes with tilewright, or the folder of a pack. To continue a run that was stopped,
    repeat the command with the same -o. To see what a word of the summary means: tilewright explain q1
    """
    plot_of = plotter("tilewright.sim.plot") if plot else None
    recipe = Recipe(game, len(players), cards, layout, seed)
    found = recipe.setup()
    warn_of_weights(found.pack, players)
    note_missing_cards(found.pack, found.cards)
    series = Series(recipe if cluster is None else carried(recipe), players, seed, rotate, cap, covered=True)
    described = setting_of(series, recipe(), found.pack.source)
    tally = Tally(series, found.cards)
    try:
        with Journal(output, described) if output else nullcontext() as journal:
            stopped = _run(series, games, tally, journal, workers, cluster)
    except JournalError as problem:
        raise CannotRun(str(problem)) from None
    if stopped:
        echo(f"tilewright: stopped: {_kept(tally.played, games, output)}", err=True)
    if stopped and not tally.played:
        return
    summary = tally.summary(described)
    echo(in_json(summary) if as_json else text(summary))
    if plot and not tally.games:
        echo("tilewright: no game has ended, so there is no plot", err=True)
    elif plot and plot_of:
        echo(write_picture(plot, plot_of(summary)), err=as_json)


def _run(series: Series, games: int, tally: Tally, journal: Journal | None, workers: int, cluster: str | None) -> bool:
    """Add up the games that are kept, play the others, and keep those; whether that was interrupted."""
    for game in islice(journal.played(), games) if journal else ():
        tally.add(game)
    left = range(tally.played + 1, games + 1)
    if not left:
        return False
    try:
        with (
            executor(min(workers, len(left)), cluster, lambda: _kept(tally.played, games, _path(journal))) as found,
            Bar("games", games, tally.played) as bar,
        ):
            for game in simulate(series, left, found, 4 * workers):
                if journal:
                    journal.add(game)
                tally.add(game)
                bar.step()
    except KeyboardInterrupt:
        return True
    return False


def _path(journal: Journal | None) -> str | None:
    return journal.path if journal else None


def _kept(done: int, games: int, file: object) -> str:
    kept = f", kept in {file}; the same command continues from there" if file else ""
    return f"{done} of {games} games are done{kept}"
