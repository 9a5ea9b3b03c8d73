"""`tilewright verify`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from tilewright.cli.args import given
from tilewright.cli.args.games import note_missing_cards, playable, players_of
from tilewright.cli.args.given import complete_games
from tilewright.cli.args.inputs import workspace
from tilewright.cli.args.matches import match_to_ask, names_match
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.series import (
    SeriesRecipe,
    bots_by_seat,
    executor,
    plotter,
    warn_of_weights,
)
from tilewright.cli.commands.simulate import never_lines
from tilewright.cli.terminal import Bar, CannotRun, Status, echo, echo_json, table
from tilewright.outputs.games import HealthOutput, MeasuredMean, PerftOutput, ShareOutput, VerifyOutput
from tilewright.outputs.output import ABSENT
from tilewright.play.bots import BOTS, DESCRIBED
from tilewright.sim.health import Health, measure_games
from tilewright.sim.simulation import CAP, Series
from tilewright.stopping import STOP, until_interrupted

if TYPE_CHECKING:
    from tilewright.tree.search import LineCount


USUAL_BOT = "uct:100"


class VerifyOptions(given.Options):
    game: str = given.argument(metavar="GAME|FILE", shell_complete=complete_games)
    perft: int | None = given.count(
        "--perft",
        250,
        help="Count the ways to make 1, 2, ... N decisions. A decision is a choice between two or more moves: a forced move is made without "
        "being counted. Each outcome of chance is counted separately.",
    )
    expect: int | None = given.count(
        "--expect",
        least=0,
        metavar="COUNT",
        help="With --perft: exit code 1 if the last count is different.",
    )
    games: int = given.count("--games", 100_000, default=100, help="Games to measure (100).")
    players: str | None = given.option(
        "--players",
        metavar="N|BOT,BOT...",
        help=f"How many players, or the bot of each seat (default: {USUAL_BOT}, two players if the game allows it, else the fewest). "
        f"Bots: {', '.join(BOTS)}.",
    )
    playouts: int = given.count(
        "--playouts",
        1_000_000,
        least=0,
        default=100,
        help="Evaluate each decision by N playouts, for decisiveness and lead changes (100); 0 leaves these out.",
    )
    cards: str | None = given.cards()
    layout: str | None = given.layout()
    seed: int = given.seed(default=0)
    cap: int = given.cap(CAP)
    workers: int = given.workers()
    plot: str | None = given.plot("the report")
    as_json: bool = given.json()


@given.command(
    VerifyOptions,
    epilog=f"{DESCRIBED}\n\n"
    "Examples: tilewright verify my-game --plot health.svg; tilewright verify my-game --perft 5 --expect 15120",
)
def command(options: VerifyOptions) -> int:
    """Measure how well a game works, or count the ways in which it can be played.

    Without --perft, bots play GAME and these are measured: length, branching, completion, draws, the first player's advantage, decisiveness, and
    which statements were never done. The measures are those of Browne (2008) and Ludii (2020).

    With --perft, all lines of play are counted, to compare with known numbers; also from a position or a record (FILE).
    """
    if options.perft is not None:
        if options.plot:
            raise click.UsageError("--plot draws the health report, not --perft")
        return _count(options, options.perft)
    if options.expect is not None:
        raise click.UsageError("--expect needs --perft")
    if names_match(options.game):
        raise click.UsageError("games are measured from their beginning: name a game, or use --perft")
    plot_of = plotter("health_plot") if options.plot else None
    bots = _bots(options)
    recipe = SeriesRecipe(options.game, len(bots), options.cards, options.layout, options.seed)
    found = recipe.setup()
    warn_of_weights(found.pack, bots)
    note_missing_cards(found.pack, found.cards)
    health = Health(Series(recipe, bots, options.seed, cap=options.cap), options.playouts)
    if _measure(health, options.games, options.workers):
        echo(f"tilewright: stopped: {len(health.games)} of {options.games} games are done", err=True)
    if not health.games:
        return 0
    report = VerifyOutput(
        game=found.pack.game.id, players=bots, seed=options.seed, playouts=options.playouts, health=health.summary()
    )
    if options.as_json:
        echo_json(report)
    else:
        echo(health_text(report))
    if options.plot and plot_of:
        echo(write_picture(options.plot, plot_of(report)), err=options.as_json)
    return 0


def _bots(options: VerifyOptions) -> tuple[str, ...]:
    """The bot of each seat. Raises `CannotRun`."""
    found, players = playable(options.game, workspace().resolver()).game, options.players
    low, high = found.players
    if players is None:
        return (USUAL_BOT,) * max(low, min(2, high))
    if players.isdecimal():
        return (USUAL_BOT,) * players_of(found, _number(players))
    return bots_by_seat(players)


def _number(players: str) -> int:
    """The number of players in digits."""
    if len(players) > 9:
        raise click.UsageError("--players is too large")
    return int(players)


def _measure(health: Health, games: int, workers: int) -> bool:
    """Play the games. Returns whether it was interrupted."""
    try:
        with (
            executor(min(workers, games), None, lambda: f"{len(health.games)} of {games} games are done") as found,
            Bar("games", games, 0) as bar,
        ):
            for played in measure_games(health.series, health.playouts, range(1, games + 1), found, 4 * workers):
                health.add(played)
                bar.step()
    except KeyboardInterrupt:
        return True
    return False


def _count(options: VerifyOptions, decisions: int) -> int:
    """Count lines of play and print them, also the counts before an interrupt. Returns the exit code. Raises
    `CannotRun`."""
    from tilewright.tree.search import count_lines

    game, players, seed, expect = options.game, options.players, options.seed, options.expect
    if players is not None and not players.isdecimal():
        raise click.UsageError("with --perft, --players is a number")
    seats = None if players is None else _number(players)
    match = match_to_ask(game, seats, options.cards, options.as_json, seed)
    found = []
    with STOP.heeded(), Status(game) as status:
        for one in until_interrupted(count_lines(match, decisions)):
            found.append(one)
            status.say(f"{game}: {one.decisions} decisions")
    if not found:
        raise CannotRun("interrupted before anything was counted")
    is_whole = found[-1].is_complete or found[-1].decisions == decisions
    if options.as_json:
        names = [str(seat) for seat in range(1, len(match.names) + 1)]
        lines = [
            PerftOutput(decisions=one.decisions, positions=one.positions, over=one.over, lines=one.lines)
            for one in found
        ]
        complete = found[-1].is_complete
        echo_json(VerifyOutput(game=match.game.id, players=names, seed=seed, perft=lines, complete=complete))
    else:
        echo(counts_text(game, found))
    if not is_whole:
        echo(f"tilewright: stopped: {found[-1].decisions} of {decisions} decisions are counted", err=True)
    if expect is not None and found[-1].lines != expect:
        echo(f"tilewright: {found[-1].lines} lines, not {expect}", err=True)
        return 1
    return 0


# ------------------------------------------------------------------ what is printed


MeasureRow = tuple[str, str, str, str]


def counts_text(name: str, counts: Sequence[LineCount]) -> str:
    """A line per number of decisions."""
    rows = [("decisions", "positions", "over", "lines")]
    rows += [(str(one.decisions), str(one.positions), str(one.over), str(one.lines)) for one in counts]
    last = counts[-1]
    whole = f"\nEvery game has ended: there are {last.lines} in all." if last.is_complete else ""
    return "\n".join([click.style(name, bold=True), *table(rows, left=0)]) + whole


def health_text(report: VerifyOutput) -> str:
    """The health of a game as a table: a line per measure, with its 95% interval and source."""
    health = report.health
    about = f"{health.games} games, {', '.join(report.players)}, seed {report.seed}"
    rows: list[MeasureRow] = [
        ("measure", "value", "95%", "source"),
        *_length(health),
        *_results(health),
        *_course(health),
    ]
    parts = [click.style(report.game, bold=True) + f": {about}", "\n".join(_aligned(rows))]
    notes = list(_notes(report))
    if notes:
        parts.append("\n".join(notes))
    if health.never:
        parts.append(never_lines(health.never))
    return "\n\n".join(parts)


def _aligned(rows: Sequence[MeasureRow]) -> list[str]:
    """Aligned columns, with numbers to the right."""
    wide = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = (
        f"  {name:<{wide[0]}}  {value:>{wide[1]}}  {interval:>{wide[2]}}  {source}"
        for name, value, interval, source in rows
    )
    return [line.rstrip() for line in lines]


def _length(health: HealthOutput) -> Iterator[MeasureRow]:
    for what, of in (("turns", health.length.turns), ("decisions", health.length.decisions)):
        if of:
            spread = f"{of.min:g} to {of.max:g}"
            yield f"length in {what}", f"{of.mean:.1f}", "", f"duration; from {spread}, sd {of.sd:.1f}"
    if branching := health.branching:
        yield "branching", f"{branching.mean:.1f}", "", f"decision factor; {branching.most} at most"
        yield "size of the tree", f"10^{branching.complexity:.0f}", "", "game tree complexity"


def _results(health: HealthOutput) -> Iterator[MeasureRow]:
    if health.completion and health.draws:
        yield "won by one player", *_share(health.completion), "completion"
        yield "drawn", *_share(health.draws), "drawishness"
    yield "stopped at the cap", *_share(health.timeouts), "timeouts"
    for seat, wins in enumerate(health.wins, start=1):
        yield f"won by player {seat}", *_share(wins), "advantage of the first player" if seat == 1 else ""
    if health.balance is not None:
        yield "balance", f"{health.balance:.2f}", "", "balance; 1 if all seats win as often"


def _course(health: HealthOutput) -> Iterator[MeasureRow]:
    if found := health.decisiveness:
        yield "decided for the last", *_share_of_mean(found), "decisiveness; of the decisions"
    if found := health.lead_changes:
        yield "the lead changes at", *_share_of_mean(found), "lead change; of the decisions"


def _share_of_mean(found: MeasuredMean) -> tuple[str, str]:
    """The mean of numbers between 0 and 1 as a percentage."""
    if found.low is ABSENT:
        return f"{100 * found.mean:.1f}%", ""
    return _share(ShareOutput(share=found.mean, low=max(0.0, found.low), high=min(1.0, found.high)))


def _share(found: ShareOutput) -> tuple[str, str]:
    return f"{100 * found.share:.1f}%", f"{100 * found.low:.0f} to {100 * found.high:.0f}%"


def _notes(report: VerifyOutput) -> Iterator[str]:
    """Findings that need attention, a sentence each."""
    health, players = report.health, len(report.players)
    if health.stalled.share:
        yield f"In {100 * health.stalled.share:.1f}% of the games, nothing could be done anymore, and no rule ended the game."
    if health.timeouts.share:
        yield "Games were stopped before their end: a rule that ends the game may be missing."
    for seat, wins in enumerate(health.wins, start=1):
        if wins.low > 1 / players:
            yield f"Player {seat} wins more than an even share ({100 / players:.0f}%)."
    if (draws := health.draws) and draws.low > 0.5:
        yield "Most games are drawn."
