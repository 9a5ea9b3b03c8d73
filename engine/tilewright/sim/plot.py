"""The summary of a simulation as a plot; the one module that imports altair (extra ``pictures``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import altair as alt
import vl_convert

from tilewright.draw.palette import FAINT, FILLS, INK, MUTED, PAPER
from tilewright.draw.sheet import FONTS
from tilewright.outputs.games import AbilitySummary, MeasureAtTurn, PartSummary, PlayerScores, SummaryOutput

WIDTH = 460
"""The width of a panel, in pixels."""
BARS = 40
"""The most bars for the scores of a seat."""
COLORS = tuple(fill for fill, _, _ in FILLS)
PlotRows = list[dict[str, Any]]


def plot(summary: SummaryOutput) -> str:
    """A summary as SVG: scores, what pays, measures by turn."""
    panels = [*_scores(summary), _chart_of_parts(summary.parts)]
    if any(found.gain is not None for found in summary.abilities):
        panels.append(_abilities(summary.abilities))
    panels += [_measure(name, turns) for name, turns in summary.measures.items()]
    return drawn(panels, _title(summary))


def drawn(panels: Sequence[Any], title: alt.TitleParams) -> str:
    """Panels below one another as SVG, in the look of all plots."""
    chart = (
        alt.vconcat(*panels, spacing=26, title=title)
        .resolve_scale(color="independent")
        .configure(
            font=FONTS,
            background=PAPER.light,
            view=alt.ViewConfig(stroke=None),
            padding=16,
            axis=alt.AxisConfig(labelFontSize=11, titleFontSize=11, titleFontWeight="normal", gridColor=FAINT.light),
            title=alt.TitleConfig(fontSize=13, anchor="start", frame="group"),
            legend=alt.LegendConfig(labelFontSize=11, orient="top", columnPadding=28, title=None),
        )
    )
    svg: str = vl_convert.vegalite_to_svg(chart.to_dict())
    return svg


def _title(summary: SummaryOutput) -> alt.TitleParams:
    """What was played, and under it the cards."""
    setting = summary.setting
    played = ", ".join([setting.game, *setting.layouts.values(), f"{summary.games} games"])
    cards = wrap(", ".join(setting.cards), 70)
    return alt.TitleParams(played, subtitle=cards, fontSize=15, subtitleFontSize=12, offset=14)


def _scores(summary: SummaryOutput) -> list[Any]:
    """Bars for each seat (each bot, when they changed seats), all on one scale; the line is the mean."""
    seats = summary.bots or summary.seats
    values = [value for seat in seats for value, _ in seat.counts]
    low, high = min(values), max(values) + 1
    step = -(-(high - low) // BARS)
    scale = alt.Scale(domain=[low - 0.5, low - 0.5 + -(-(high - low) // step) * step], nice=False)
    return [
        _bars(seat, low, step, scale).properties(
            width=WIDTH, height=70, title=_seat(seat, None if summary.bots else number)
        )
        for number, seat in enumerate(seats, start=1)
    ]


def _bars(seat: PlayerScores, low: int, step: int, scale: alt.Scale) -> Any:
    bins: Counter[int] = Counter()
    for value, count in seat.counts:
        bins[low + (value - low) // step * step] += count
    rows: PlotRows = [{"from": start - 0.5, "to": start + step - 0.5, "games": bins[start]} for start in sorted(bins)]
    top = max(bins.values())
    bar = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_bar(color=COLORS[0], stroke=PAPER.light)
        .encode(
            x=alt.X("from:Q", title="score", scale=scale, axis=alt.Axis(tickMinStep=1, format="d")),
            x2="to:Q",
            y2=alt.datum(0),
            y=alt.Y("games:Q", title="games", axis=alt.Axis(values=sorted({0, top // 2, top}), format="d")),
        )
    )
    middle = alt.InlineData(values=[{"mean": seat.score.mean}])
    return bar + alt.Chart(middle).mark_rule(strokeWidth=2, color=INK).encode(x="mean:Q")


def _seat(seat: PlayerScores, number: int | None) -> str:
    who = seat.bot if number is None else f"seat {number} ({seat.bot})"
    return f"Scores of {who}: mean {seat.score.mean:.1f}, {100 * seat.wins.share:.0f}% of wins"


def _chart_of_parts(parts: Sequence[PartSummary]) -> Any:
    """What each part of the score pays, and the share of the players to whom it paid."""
    rows: PlotRows = [
        {
            "part": part.name,
            "points": part.mean,
            "sort": "card" if part.card else "part",
            "label": f"{part.mean:.1f}; paid in {100 * part.paid:.0f}%",
        }
        for part in parts
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y("part:N", title=None, sort=[row["part"] for row in rows]),
        x=_amount("points", "points per player", rows),
    )
    colors = alt.Scale(domain=["part", "card"], range=[MUTED.light, COLORS[1]])
    bar = base.mark_bar(height=14).encode(color=alt.Color("sort:N", legend=None, scale=colors))
    return _labelled(base, bar).properties(width=WIDTH, height=22 * len(rows), title="What pays (cards in color)")


def _abilities(abilities: Sequence[AbilitySummary]) -> Any:
    """The gain of a turn with an ability beside that of the others."""
    order = ["turns in which it was used", "other turns"]
    rows: PlotRows = [
        {"card": found.card, "turns": label, "gain": gain, "label": f"{gain:+.2f}"}
        for found in abilities
        for label, gain in zip(order, (found.gain, found.otherwise), strict=True)
        if gain is not None
    ]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y("card:N", title=None),
        yOffset=alt.YOffset("turns:N", sort=order),
        x=_amount("gain", "gain in score per turn", rows),
    )
    colors = alt.Scale(domain=order, range=[COLORS[1], MUTED.light])
    bar = base.mark_bar().encode(color=alt.Color("turns:N", scale=colors))
    height = 40 * len({row["card"] for row in rows})
    return _labelled(base, bar).properties(width=WIDTH, height=height, title="Turns with and without an ability")


def _amount(key: str, title: str, rows: PlotRows) -> alt.X:
    """An axis that leaves room for a text after the longest bar."""
    numbers = [row[key] for row in rows]
    least, most = min(0.0, *numbers), max(0.0, *numbers) or 1
    scale = alt.Scale(domain=[least, most + 0.36 * (most - least)], nice=False)
    return alt.X(f"{key}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=6))


def _labelled(base: Any, bar: Any) -> Any:
    return bar + base.mark_text(align="left", dx=5, fontSize=11, color=INK).encode(text="label:N")


def _measure(name: str, turns: Sequence[MeasureAtTurn]) -> Any:
    """Mean and least of a measure by turn; dotted from where fewer than half of the games go on, which say less."""
    many = [turn for turn in turns if 2 * turn.games >= turns[0].games]
    few = turns[len(many) - 1 :] if len(many) < len(turns) else []
    rows: PlotRows = [
        {"turn": turn.turn, "value": value, "of": key, "few": part is few}
        for part in (many, few)
        for turn in part
        for key, value in (("mean", turn.mean), ("min", turn.min))
    ]
    colors = alt.Scale(domain=["mean", "min"], range=[COLORS[0], MUTED.light])
    dashes = alt.Scale(domain=[False, True], range=[[1, 0], [2, 3]])
    lines = (
        alt.Chart(alt.InlineData(values=rows))
        .mark_line(point=alt.OverlayMarkDef(size=18))
        .encode(
            x=alt.X("turn:Q", title="turn", scale=alt.Scale(nice=False), axis=alt.Axis(tickMinStep=1, format="d")),
            y=alt.Y("value:Q", title=name),
            color=alt.Color("of:N", scale=colors),
            strokeDash=alt.StrokeDash("few:N", scale=dashes, legend=None),
        )
    )
    note = " (dotted: fewer than half of the games)" if few else ""
    return lines.properties(width=WIDTH, height=150, title=f"{name} by turn{note}")
