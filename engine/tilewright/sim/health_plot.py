"""The health of a game as a plot, with altair (extra ``pictures``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from tilewright.draw.palette import MUTED, PAPER
from tilewright.outputs.games import HealthOutput, VerifyOutput
from tilewright.sim.plot import COLORS, WIDTH, PlotRows, drawn

BARS = 40
"""The most bars for the lengths of games."""


def plot(report: VerifyOutput) -> str:
    """The health of a game as SVG: how games end, how long they are, how much there is to choose from."""
    health = report.health
    panels = [_results(health)]
    if health.lengths:
        panels.append(_lengths(health.lengths))
    if health.branching:
        panels.append(_branching(health.branching.by_decision))
    title = f"{report.game}, {health.games} games"
    return drawn(panels, alt.TitleParams(title, fontSize=15, offset=14))


def _results(health: HealthOutput) -> Any:
    """The shares of games that each player wins alone, that are drawn, that were stopped; lines are 95% intervals."""
    ends = [(f"won by player {seat}", wins) for seat, wins in enumerate(health.wins, start=1)]
    ends += [(name, found) for name, found in (("drawn", health.draws), ("stopped", health.timeouts)) if found]
    rows: PlotRows = [
        {"end": name, "share": 100 * found.share, "low": 100 * found.low, "high": 100 * found.high}
        for name, found in ends
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(y=alt.Y("end:N", title=None, sort=[name for name, _ in ends]))
    scale = alt.Scale(domain=[0, 100])
    bar = base.mark_bar(height=14, color=COLORS[0]).encode(x=alt.X("share:Q", title="% of the games", scale=scale))
    line = base.mark_rule(color=MUTED.light, strokeWidth=2).encode(x="low:Q", x2="high:Q")
    return (bar + line).properties(width=WIDTH, height=26 * len(rows), title="How games end")


def _lengths(lengths: Sequence[Sequence[int]]) -> Any:
    """How many games took how many decisions."""
    low, high = lengths[0][0], lengths[-1][0] + 1
    step = -(-(high - low) // BARS)
    bins: dict[int, int] = {}
    for decisions, games in lengths:
        start = low + (decisions - low) // step * step
        bins[start] = bins.get(start, 0) + games
    rows: PlotRows = [{"from": start - 0.5, "to": start + step - 0.5, "games": count} for start, count in bins.items()]
    chart = alt.Chart(alt.InlineData(values=rows)).mark_rect(color=COLORS[0], stroke=PAPER.light)
    most = max(bins.values())  # ticks at whole numbers
    shown = chart.encode(
        x=alt.X("from:Q", title="decisions", axis=alt.Axis(tickMinStep=1, format="d"), scale=alt.Scale(zero=False)),
        x2="to:Q",
        y=alt.Y("games:Q", title="games", axis=alt.Axis(values=[*range(0, most + 1, -(-most // 5))], format="d")),
        y2=alt.datum(0),
    )
    return shown.properties(width=WIDTH, height=110, title="Length of the games")


def _branching(by_decision: Sequence[Sequence[float]]) -> Any:
    """The mean number of moves at each decision, as far as half of the games go."""
    shown = [one for one in by_decision if 2 * one[0] >= by_decision[0][0]]
    rows: PlotRows = [{"decision": at, "moves": mean} for at, (_, mean) in enumerate(shown, start=1)]
    chart = alt.Chart(alt.InlineData(values=rows)).mark_line(color=COLORS[1], point=alt.OverlayMarkDef(size=18))
    drawn_line = chart.encode(
        x=alt.X("decision:Q", scale=alt.Scale(nice=False), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y("moves:Q", title="moves", scale=alt.Scale(zero=True)),
    )
    return drawn_line.properties(width=WIDTH, height=130, title="Moves to choose from, by decision")
