"""`tilewright simulate`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from itertools import islice
from textwrap import shorten

import click

from tilewright.cli.args import given
from tilewright.cli.args.games import note_missing_cards
from tilewright.cli.args.given import complete_games, complete_layouts
from tilewright.cli.args.outputs import write_picture
from tilewright.cli.args.series import SeriesRecipe, bots_option, carried, executor, plotter, warn_of_weights
from tilewright.cli.terminal import Bar, echo, in_json, table
from tilewright.kernel.interpreter import MOST_IDLE
from tilewright.outputs.games import (
    AbilitySummary,
    MeasureAtTurn,
    PartSummary,
    PlayerScores,
    SecretPiece,
    SecretSummary,
    ShareOutput,
    SummaryOutput,
)
from tilewright.outputs.output import ABSENT
from tilewright.play.bots import BOTS, DESCRIBED
from tilewright.sim.journal import Journal
from tilewright.sim.simulation import CAP, Series, simulate
from tilewright.sim.summary import Tally, setting_of

BARS = " ▁▂▃▄▅▆▇█"
WIDTH = 30
"""The largest number of bars in a histogram."""
ROWS = 12
"""The largest number of turns and lines listed."""
LONGEST = 100
"""The largest number of characters of a source line."""


def text(summary: SummaryOutput) -> str:
    """A summary as text."""
    if not summary.games:
        return f"{_head(summary)}\n\n{_unended(summary)}"
    parts = [
        _head(summary),
        *([_unended(summary)] if summary.unended else []),
        *([_stalled(summary)] if summary.stalled else []),
        *([_unchanged(summary)] if summary.unchanged else []),
        _seats(summary.seats, "seat", summary.setting.rotate),
    ]
    if summary.bots:
        parts.append(_seats(summary.bots, "bot", False))
    parts += [_histograms(summary.seats), _first(summary), _length(summary)]
    parts.append(_table_of_parts(summary.parts))
    if summary.abilities:
        parts.append(_abilities(summary.abilities))
    if summary.secrets:
        parts.append(_secrets(summary.secrets))
    if summary.pieces:
        parts.append(_pieces(summary.pieces))
    parts += [_measure(name, turns) for name, turns in summary.measures.items()]
    if summary.never:
        parts.append(never_lines(summary.never))
    return "\n\n".join(parts)


def _head(summary: SummaryOutput) -> str:
    setting = summary.setting
    layouts = [f"{board} {id}" for board, id in setting.layouts.items()]
    cards = ["cards " + " ".join(setting.cards)] if setting.cards else ["no cards"]
    games = summary.games + summary.unended
    about = ", ".join([_count(games, "game"), *layouts, *cards, f"seed {setting.seed}"])
    return click.style(setting.game, bold=True) + f": {about}"


def _unended(summary: SummaryOutput) -> str:
    """The number of games that were stopped, which the numbers do not cover."""
    unended, ended = summary.unended, summary.games
    stopped = f"Not ended: {_count(unended, 'game')}; stopped after {summary.setting.cap} decisions."
    return stopped + (f" The numbers cover the other {ended}." if ended else " So there are no numbers to show.")


def _stalled(summary: SummaryOutput) -> str:
    """The number of games that ended because nothing could be done, which is not a rule of the game."""
    ended = _count(summary.games, "game")
    return f"{summary.stalled} of {ended} ended because nothing could be done for {MOST_IDLE} turns in a row"


def _unchanged(summary: SummaryOutput) -> str:
    """The number of games in which nothing was done, as with a fixed number of rounds."""
    return f"In {summary.unchanged} of {_count(summary.games, 'game')} no turn changed anything"


def _seats(seats: Sequence[PlayerScores], what: str, mixed: bool) -> str:
    """A line per seat (or bot): statistics of the score, and the share of wins."""
    head = (
        what,
        "" if what == "bot" or mixed else "bot",
        "mean",
        "sd",
        "min",
        "q1",
        "median",
        "q3",
        "max",
        "wins",
        "95%",
    )
    rows: list[tuple[str, ...]] = [head]
    for number, seat in enumerate(seats, start=1):
        score, wins = seat.score, seat.wins
        name = (seat.bot, "") if what == "bot" else (str(number), "" if mixed else seat.bot)
        numbers = [f"{score.mean:.1f}", f"{score.sd:.1f}"]
        numbers += [f"{number:g}" for number in (score.min, score.q1, score.median, score.q3, score.max)]
        rows.append((*name, *numbers, _percent(wins.share), _percents(wins)))
    return _table(rows, left=2)


def _histograms(seats: Sequence[PlayerScores]) -> str:
    """The scores of each seat as a histogram in one line, all on one scale."""
    values = [value for seat in seats for value, _ in seat.counts]
    low, high = min(values), max(values)
    step = -(-(high - low + 1) // WIDTH)
    lines = []
    for number, seat in enumerate(seats, start=1):
        bins = [0] * ((high - low) // step + 1)
        for value, count in seat.counts:
            bins[(value - low) // step] += count
        top = max(bins)
        bars = "".join(BARS[-(-count * (len(BARS) - 1) // top)] for count in bins)
        lines.append(f"  seat {number}  {bars}")
    lines.append(f"  scores from {low} to {high}, {_count(step, 'point')} per bar")
    return "\n".join(lines)


def _first(summary: SummaryOutput) -> str:
    first, setting = summary.first, summary.setting
    assert first is not None
    text = (
        f"The first player wins {_percent(first.wins.share)} (95%: {_percents(first.wins)}; "
        f"an even share is {_percent(first.even)})"
    )
    lead = first.lead
    if lead is ABSENT:
        return text + "."
    interval = f" (95%: {lead.low:+.1f} to {lead.high:+.1f})" if lead.low is not ABSENT else ""
    text += f"\nand scores {lead.mean:+.1f} compared with the others' average{interval}."
    if len(set(setting.players)) > 1 and not setting.rotate:
        text += "\nThe bots differ, so this measures bots as well as seats; use --rotate to separate them."
    return text


def _length(summary: SummaryOutput) -> str:
    lines = []
    assert summary.length is not None
    for what, of in (("Turns", summary.length.turns), ("Decisions", summary.length.decisions)):
        lines.append(f"{what} per game: mean {of.mean:.1f}, from {of.min:g} to {of.max:g}.")
    for words, rare in (("without any choice", summary.forced), ("that changed nothing", summary.idle)):
        assert rare is not None
        lines.append(f"Turns {words}: {rare.turns:.2f} per game, in {_percent(rare.games)} of the games.")
    return "\n".join(lines)


def _table_of_parts(parts: Sequence[PartSummary]) -> str:
    rows = [("part", "paid", "mean", "most")]
    for part in parts:
        numbers = (_percent(part.paid), f"{part.mean:.2f}", f"{part.most}") if part.paid else ("never", "-", "-")
        rows.append((_part(part), *numbers))
    return f"{_table(rows)}\n  paid: the share of final scores with points for this part; mean and most: points in a final score"


def _part(part: PartSummary) -> str:
    return f"card {part.name}" if part.card else part.name


def _abilities(abilities: Sequence[AbilitySummary]) -> str:
    rows: list[tuple[str, ...]] = [("ability", "uses per game", "in games", "gain in those turns", "in other turns")]
    for found in abilities:
        gains = [_gain(found.gain), _gain(found.otherwise)]
        rows.append((found.card, f"{found.uses:.2f}", _percent(found.games), *gains))
    return "\n".join([_table(rows), *filter(None, map(_worth, abilities[:1]))])


def _worth(found: AbilitySummary) -> str:
    """The first row in words, as an example of how to read the others; empty if there were no turns of both kinds."""
    if found.gain is None or found.otherwise is None:
        return ""
    more = round(found.gain, 2) - round(found.otherwise, 2)
    points = "point" if f"{abs(more):.2f}" == "1.00" else "points"
    return f"  A turn with {found.card} gained {abs(more):.2f} {points} {'more' if more >= 0 else 'less'} than a turn without it."


def _secrets(secrets: Sequence[SecretSummary]) -> str:
    """The secret answers: for each kind of block and each card, the sum of a player's numbers."""
    rows = [("in secret", "about", "blocks", "mean", "most", "nobody bid")]
    for own in secrets:
        names, unwanted = " + ".join(own.answers), _percent(own.unwanted.share)
        rows.append((names, own.about, str(own.blocks), f"{own.mean:.2f}", str(own.most), unwanted))
    return _table(rows, left=2)


def _pieces(pieces: Sequence[SecretPiece]) -> str:
    """How often pieces were chosen in secret when they were offered."""
    rows = [("in secret", "about", "piece", "choices", "chosen")]
    for own in pieces:
        rows.append((own.answer, own.about, own.piece, str(own.offered), _percent(own.chosen / own.offered)))
    return _table(rows, left=3)


def never_lines(lines: Sequence[str]) -> str:
    """Source lines that were never executed; at most `ROWS`, those of cards first."""
    left = len(lines) - ROWS
    more = [f"  and {_count(left, 'more line')}"] if left > 0 else []
    return "\n".join(
        [
            "Lines that were never carried out in these games:",
            *(f"  {shorten(line, LONGEST, placeholder=' ...')}" for line in lines[:ROWS]),
            *more,
        ]
    )


def _gain(mean: float | None) -> str:
    return "-" if mean is None else f"{mean:+z.2f}"


def _measure(name: str, turns: Sequence[MeasureAtTurn]) -> str:
    """A measure at evenly spaced turns; a warning if it never changed."""
    if all(turn.mean == turn.min == turns[0].min for turn in turns):
        value = turns[0].min
        return (
            f"{name} was {value} in every turn of every game: the bots did nothing that changes it.\n"
            "So these games do not measure cards that depend on it."
        )
    step = -(-len(turns) // ROWS)
    shown = [("turn", *(str(turn.turn) for turn in turns[::step]))]
    shown.append((f"{name}, mean", *(f"{turn.mean:.1f}" for turn in turns[::step])))
    shown.append((f"{name}, min", *(str(turn.min) for turn in turns[::step])))
    shown.append(("games", *(str(turn.games) for turn in turns[::step])))
    return _table(shown)


def _table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    return "\n".join(table(rows, left))


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _percents(interval: ShareOutput) -> str:
    return f"{100 * interval.low:.1f} to {100 * interval.high:.1f}%"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


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
    plot_of = plotter("simulation_plot") if options.plot else None
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
    """Add the kept games, play the others, and keep those. Returns whether it was interrupted."""
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
