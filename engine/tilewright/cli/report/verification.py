"""Counts of lines of play, and how healthy a game is, as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from tilewright.cli.report.simulation import never_lines
from tilewright.cli.report.table import table
from tilewright.outputs.games import HealthOutput, MeasuredMean, ShareOutput, VerifyOutput
from tilewright.outputs.output import ABSENT

if TYPE_CHECKING:
    from tilewright.tree.counting import LineCount

MeasureRow = tuple[str, str, str, str]


def counts_text(name: str, counts: Sequence[LineCount]) -> str:
    """A line for each number of decisions."""
    rows = [("decisions", "positions", "over", "lines")]
    rows += [(str(one.decisions), str(one.positions), str(one.over), str(one.lines)) for one in counts]
    last = counts[-1]
    whole = f"\nEvery game has ended: there are {last.lines} in all." if last.is_complete else ""
    return "\n".join([click.style(name, bold=True), *table(rows, left=0)]) + whole


def health_text(report: VerifyOutput) -> str:
    """The health of a game as a table: a line for each measure, its 95 % interval, and whose measure it is."""
    health = report.health
    about = f"{health.games} games, {', '.join(report.players)}, seed {report.seed}"
    rows: list[MeasureRow] = [
        ("measure", "value", "95 %", "source"),
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
    """Columns of text, the numbers to the right."""
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
    """A mean of numbers between 0 and 1 as a share."""
    if found.low is ABSENT:
        return f"{100 * found.mean:.1f} %", ""
    return _share(ShareOutput(share=found.mean, low=max(0.0, found.low), high=min(1.0, found.high)))


def _share(found: ShareOutput) -> tuple[str, str]:
    return f"{100 * found.share:.1f} %", f"{100 * found.low:.0f} to {100 * found.high:.0f} %"


def _notes(report: VerifyOutput) -> Iterator[str]:
    """What needs a look, in a sentence each."""
    health, players = report.health, len(report.players)
    if health.stalled.share:
        yield f"In {100 * health.stalled.share:.1f} % of the games nothing could be done any more; no rule ended them."
    if health.timeouts.share:
        yield "Games were stopped before their end: a rule that ends the game may be missing."
    for seat, wins in enumerate(health.wins, start=1):
        if wins.low > 1 / players:
            yield f"Player {seat} wins more than an even share ({100 / players:.0f} %)."
    if (draws := health.draws) and draws.low > 0.5:
        yield "Most games are drawn."
