"""`tilewright simulate`."""

from __future__ import annotations

from contextlib import nullcontext
from itertools import islice

from tilewright.cli.args import given
from tilewright.cli.args.completion import complete_games, complete_layouts
from tilewright.cli.args.games import note_missing_cards
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.series import SeriesRecipe, bots_option, carried, executor, plotter, warn_of_weights
from tilewright.cli.progress import Bar
from tilewright.cli.report.simulation import text
from tilewright.cli.terminal import echo, in_json
from tilewright.play.bots import BOTS, DESCRIBED
from tilewright.sim.journal import Journal
from tilewright.sim.simulation import CAP, Series, simulate
from tilewright.sim.summary import Tally, setting_of


class SimulateOptions(given.Options):
    game: str = given.argument(shell_complete=complete_games)
    games: int = given.count("--games", 10_000_000, default=100, help="Number of games (100).")
    players: tuple[str, ...] = bots_option(
        "--players", f"The bot of each seat (uct:100,uct:100). Bots: {', '.join(BOTS)}.", default="uct:100,uct:100"
    )
    rotate: bool = given.flag(
        "--rotate", help="Move each bot to the next seat after each game (default: they keep their seats)."
    )
    cards: str | None = given.cards()
    layout: str | None = given.option(
        "--layout",
        metavar="ID",
        shell_complete=complete_layouts,
        help="The layout for all games: an id or a .tw file (default: a suitable one, chosen by the seed).",
    )
    seed: int = given.seed(
        "A different seed gives different games (0). Bots with a time budget do not repeat their games.", default=0
    )
    cap: int = given.cap(CAP, ". Such games are counted as not ended and left out of all other numbers")
    workers: int = given.workers()
    cluster: str | None = given.cluster()
    output: str | None = given.option(
        "-o",
        "--output",
        metavar="FILE.jsonl",
        help="Write the games to a file, one per line; an existing file is continued.",
    )
    plot: str | None = given.plot("the summary")
    as_json: bool = given.json("The summary as one JSON object.")


@given.command(
    SimulateOptions,
    epilog=f"{DESCRIBED}\n\n"
    "Example: tilewright simulate my-game --players uct:100,random --rotate --cards mine.tw -o games.jsonl",
)
def command(options: SimulateOptions) -> int:
    """Play many games between bots, and show how the game plays and what the cards pay.

    GAME is a pack that comes with tilewright, or the folder of a pack. To continue a run that was stopped,
    repeat the command with the same -o. To see what a word of the summary means: tilewright explain q1
    """
    plot_of = plotter("tilewright.sim.plot") if options.plot else None
    recipe = SeriesRecipe(options.game, len(options.players), options.cards, options.layout, options.seed)
    found = recipe.setup()
    warn_of_weights(found.pack, options.players)
    note_missing_cards(found.pack, found.cards)
    series = Series(
        recipe if options.cluster is None else carried(recipe),
        options.players,
        options.seed,
        options.rotate,
        options.cap,
        covered=True,
    )
    described = setting_of(series, recipe(), found.pack.source)
    tally = Tally(series, found.cards)
    with Journal(options.output, described) if options.output else nullcontext() as journal:
        stopped = _run(series, tally, journal, options)
    if stopped:
        echo(f"tilewright: stopped: {_kept(tally.played, options.games, options.output)}", err=True)
    if stopped and not tally.played:
        return 0
    summary = tally.summary(described)
    echo(in_json(summary) if options.as_json else text(summary))
    if options.plot and not tally.games:
        echo("tilewright: no game has ended, so there is no plot", err=True)
    elif options.plot and plot_of:
        echo(write_picture(options.plot, plot_of(summary)), err=options.as_json)
    return 0


def _run(series: Series, tally: Tally, journal: Journal | None, options: SimulateOptions) -> bool:
    """Add up the games that are kept, play the others, and keep those; whether that was interrupted."""
    games = options.games
    for game in islice(journal.played(), games) if journal else ():
        tally.add(game)
    left = range(tally.played + 1, games + 1)
    if not left:
        return False
    try:
        with (
            executor(
                min(options.workers, len(left)),
                options.cluster,
                lambda: _kept(tally.played, games, journal and journal.path),
            ) as found,
            Bar("games", games, tally.played) as bar,
        ):
            for game in simulate(series, left, found, 4 * options.workers):
                if journal:
                    journal.add(game)
                tally.add(game)
                bar.step()
    except KeyboardInterrupt:
        return True
    return False


def _kept(done: int, games: int, file: object) -> str:
    kept = f", kept in {file}; the same command continues from there" if file else ""
    return f"{done} of {games} games are done{kept}"
