"""Counts of lines of play, and how healthy a game is, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from tilewright.cli.report.simulation import never_lines
from tilewright.cli.report.table import table

if TYPE_CHECKING:
    from tilewright.tree.counting import LineCount

Verification = Mapping[str, Any]
MeasureRow = tuple[str, str, str, str]


def counts_text(name: str, counts: Sequence[LineCount]) -> str:
    """A line for each number of decisions."""
    rows = [("decisions", "positions", "over", "lines")]
    rows += [(str(one.decisions), str(one.positions), str(one.over), str(one.lines)) for one in counts]
    last = counts[-1]
    whole = f"\nEvery game has ended: there are {last.lines} in all." if last.is_complete else ""
    return "\n".join([click.style(name, bold=True), *table(rows, left=0)]) + whole


def health_text(report: Verification) -> str:
    """The object of ``verify/1`` with `health` as a table: a line for each measure, its 95 % interval, and whose measure it is."""
    health = report["health"]
    about = f"{health['games']} games, {', '.join(report['players'])}, seed {report['seed']}"
    rows: list[MeasureRow] = [
        ("measure", "value", "95 %", "source"),
        *_length(health),
        *_results(health),
        *_course(health),
    ]
    parts = [click.style(report["game"], bold=True) + f": {about}", "\n".join(_aligned(rows))]
    notes = list(_notes(report))
    if notes:
        parts.append("\n".join(notes))
    if health["never"]:
        parts.append(never_lines(health["never"]))
    return "\n\n".join(parts)


def _aligned(rows: Sequence[MeasureRow]) -> list[str]:
    """Columns of text, the numbers to the right."""
    wide = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = (
        f"  {name:<{wide[0]}}  {value:>{wide[1]}}  {interval:>{wide[2]}}  {source}"
        for name, value, interval, source in rows
    )
    return [line.rstrip() for line in lines]


def _length(health: Verification) -> Iterator[MeasureRow]:
    for what, of in health["length"].items():
        if of:
            spread = f"{of['min']:g} to {of['max']:g}"
            yield f"length in {what}", f"{of['mean']:.1f}", "", f"duration; from {spread}, sd {of['sd']:.1f}"
    if branching := health["branching"]:
        yield "branching", f"{branching['mean']:.1f}", "", f"decision factor; {branching['most']} at most"
        yield "size of the tree", f"10^{branching['complexity']:.0f}", "", "game tree complexity"


def _results(health: Verification) -> Iterator[MeasureRow]:
    if health["completion"]:
        yield "won by one player", *_share(health["completion"]), "completion"
        yield "drawn", *_share(health["draws"]), "drawishness"
    yield "stopped at the cap", *_share(health["timeouts"]), "timeouts"
    for seat, wins in enumerate(health["wins"], start=1):
        yield f"won by player {seat}", *_share(wins), "advantage of the first player" if seat == 1 else ""
    if health["balance"] is not None:
        yield "balance", f"{health['balance']:.2f}", "", "balance; 1 if all seats win as often"


def _course(health: Verification) -> Iterator[MeasureRow]:
    if found := health["decisiveness"]:
        yield "decided for the last", *_share(_as_share(found)), "decisiveness; of the decisions"
    if found := health["lead_changes"]:
        yield "the lead changes at", *_share(_as_share(found)), "lead change; of the decisions"


def _as_share(found: Mapping[str, float]) -> Mapping[str, float]:
    ends = {key: max(0.0, min(1.0, found[key])) for key in ("low", "high") if key in found}
    return {"share": found["mean"], **ends}


def _share(found: Mapping[str, float]) -> tuple[str, str]:
    interval = f"{100 * found['low']:.0f} to {100 * found['high']:.0f} %" if "low" in found else ""
    return f"{100 * found['share']:.1f} %", interval


def _notes(report: Verification) -> Iterator[str]:
    """What needs a look, in a sentence each."""
    health, players = report["health"], len(report["players"])
    if health["stalled"]["share"]:
        yield f"In {100 * health['stalled']['share']:.1f} % of the games nothing could be done any more; no rule ended them."
    if health["timeouts"]["share"]:
        yield "Games were stopped before their end: a rule that ends the game may be missing."
    for seat, wins in enumerate(health["wins"], start=1):
        if wins["low"] > 1 / players:
            yield f"Player {seat} wins more than an even share ({100 / players:.0f} %)."
    if (draws := health["draws"]) and draws["low"] > 0.5:
        yield "Most games are drawn."
