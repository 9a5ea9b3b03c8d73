"""Plots of simulations, of the worth of cards, and of game quality; the only module that imports altair (extra
``pictures``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

import altair as alt
import vl_convert

from tilewright.draw.palette import FAINT, FILLS, INK, MUTED, PAPER
from tilewright.draw.sheet import FONTS
from tilewright.outputs.games import (
    AbilitySummary,
    BalanceOutput,
    HealthOutput,
    MeasureAtTurn,
    PartSummary,
    PlayerScores,
    SummaryOutput,
    VerifyOutput,
)
from tilewright.sim.verdict import comparable, printed_gains

WIDTH = 460
"""The width of a panel, in pixels."""
SCORE_BARS = 40
"""The maximum number of bars for the scores of a seat."""
COLORS = tuple(fill for fill, _, _ in FILLS)
PlotRows = list[dict[str, Any]]


def simulation_plot(summary: SummaryOutput) -> str:
    """A summary as SVG: scores, points by part, measures by turn."""
    panels = [*_scores(summary), _chart_of_parts(summary.parts)]
    if any(found.gain is not None for found in summary.abilities):
        panels.append(_abilities(summary.abilities))
    panels += [_measure(name, turns) for name, turns in summary.measures.items()]
    return drawn(panels, _title(summary))


def drawn(panels: Sequence[Any], title: alt.TitleParams) -> str:
    """Panels below one another as SVG, in the common style."""
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
    """A title with what was played, and a subtitle with the cards."""
    setting = summary.setting
    played = ", ".join([setting.game, *setting.layouts.values(), f"{summary.games} games"])
    cards = wrap(", ".join(setting.cards), 70)
    return alt.TitleParams(played, subtitle=cards, fontSize=15, subtitleFontSize=12, offset=14)


def _scores(summary: SummaryOutput) -> list[Any]:
    """Histograms for each seat (each bot, if they rotate seats), on a common scale; the line is the mean."""
    seats = summary.bots or summary.seats
    values = [value for seat in seats for value, _ in seat.counts]
    low, high = min(values), max(values) + 1
    step = -(-(high - low) // SCORE_BARS)
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
    """The points of each part of the score, and the share of players to whom it paid."""
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
    """The gain of turns with an ability compared with the others."""
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
    """An axis with room for a label after the longest bar."""
    numbers = [row[key] for row in rows]
    least, most = min(0.0, *numbers), max(0.0, *numbers) or 1
    scale = alt.Scale(domain=[least, most + 0.36 * (most - least)], nice=False)
    return alt.X(f"{key}:Q", title=title, scale=scale, axis=alt.Axis(tickCount=6))


def _labelled(base: Any, bar: Any) -> Any:
    return bar + base.mark_text(align="left", dx=5, fontSize=11, color=INK).encode(text="label:N")


def _measure(name: str, turns: Sequence[MeasureAtTurn]) -> Any:
    """Mean and minimum of a measure by turn; dotted where fewer than half of the games continue."""
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


def balance_plot(report: BalanceOutput, printed: BalanceOutput | None) -> str:
    """A balance as SVG: for each class and bot what cards add to its points, the strongest first."""
    setting = report.setting
    alike = printed is not None and comparable(setting, printed) and bool(printed.held) == bool(report.held)
    table = printed if alike else None
    classes = dict.fromkeys(card.class_ for card in report.cards)
    panels = [_class_panel(report, table, name, bot) for name in classes for bot in dict.fromkeys(setting.players)]
    about = ", ".join([setting.game, *setting.layouts.values(), " and ".join(setting.players)])
    return drawn([panel for panel in panels if panel is not None] or [_empty_panel()], _balance_title(about))


def _balance_title(about: str) -> alt.TitleParams:
    return alt.TitleParams("What cards add to the points of a player", subtitle=about, fontSize=15, offset=14)


def _class_panel(report: BalanceOutput, table: BalanceOutput | None, name: str, bot: str) -> Any:
    """The cards of a class by their worth for a bot, with intervals; None if none is known."""
    own = printed_gains(report, name, bot)
    others = printed_gains(table, name, bot) if table else {}
    rows: PlotRows = [
        {"card": id, "sort": sort, "mean": gain.mean, "low": gain.low, "high": gain.high}
        for sort, gains in (("asked", own), ("printed", others))
        for id, gain in gains.items()
        if sort == "asked" or id not in own
    ]
    if not own:
        return None
    order = [row["card"] for row in sorted(rows, key=lambda row: -row["mean"])]
    base = alt.Chart(alt.InlineData(values=rows)).encode(
        y=alt.Y("card:N", title=None, sort=order),
        color=alt.Color(
            "sort:N", legend=None, scale=alt.Scale(domain=["asked", "printed"], range=[COLORS[1], MUTED.light])
        ),
    )
    span = base.mark_rule(strokeWidth=2).encode(x=alt.X("low:Q", title="points added, with 95% intervals"), x2="high:Q")
    point = base.mark_point(filled=True, size=60, opacity=1).encode(x="mean:Q")
    zero = alt.Chart(alt.InlineData(values=[{"none": 0}])).mark_rule(color=INK, strokeDash=[3, 3]).encode(x="none:Q")
    return (zero + span + point).properties(width=WIDTH, height=22 * len(rows), title=f"{name} cards, {bot}")


def _empty_panel() -> Any:
    """A text in place of numbers that would be meaningless."""
    note = alt.InlineData(values=[{"text": "not known: the games do not show the effect of the cards"}])
    return alt.Chart(note).mark_text(align="left", color=INK).encode(text="text:N").properties(width=WIDTH, height=22)


LENGTH_BARS = 40
"""The maximum number of bars for the lengths of games."""


def health_plot(report: VerifyOutput) -> str:
    """The quality of a game as SVG: results, lengths, numbers of choices."""
    health = report.health
    panels = [_results(health)]
    if health.lengths:
        panels.append(_lengths(health.lengths))
    if health.branching:
        panels.append(_branching(health.branching.by_decision))
    title = f"{report.game}, {health.games} games"
    return drawn(panels, alt.TitleParams(title, fontSize=15, offset=14))


def _results(health: HealthOutput) -> Any:
    """The shares of games won by each player alone, drawn, and stopped; lines are 95% intervals."""
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
    """The numbers of games by number of decisions."""
    low, high = lengths[0][0], lengths[-1][0] + 1
    step = -(-(high - low) // LENGTH_BARS)
    bins: dict[int, int] = {}
    for decisions, games in lengths:
        start = low + (decisions - low) // step * step
        bins[start] = bins.get(start, 0) + games
    rows: PlotRows = [{"from": start - 0.5, "to": start + step - 0.5, "games": count} for start, count in bins.items()]
    chart = alt.Chart(alt.InlineData(values=rows)).mark_rect(color=COLORS[0], stroke=PAPER.light)
    most = max(bins.values())  # integer ticks
    shown = chart.encode(
        x=alt.X("from:Q", title="decisions", axis=alt.Axis(tickMinStep=1, format="d"), scale=alt.Scale(zero=False)),
        x2="to:Q",
        y=alt.Y("games:Q", title="games", axis=alt.Axis(values=[*range(0, most + 1, -(-most // 5))], format="d")),
        y2=alt.datum(0),
    )
    return shown.properties(width=WIDTH, height=110, title="Length of the games")


def _branching(by_decision: Sequence[Sequence[float]]) -> Any:
    """The mean number of moves at each decision, as long as half of the games continue."""
    shown = [one for one in by_decision if 2 * one[0] >= by_decision[0][0]]
    rows: PlotRows = [{"decision": at, "moves": mean} for at, (_, mean) in enumerate(shown, start=1)]
    chart = alt.Chart(alt.InlineData(values=rows)).mark_line(color=COLORS[1], point=alt.OverlayMarkDef(size=18))
    drawn_line = chart.encode(
        x=alt.X("decision:Q", scale=alt.Scale(nice=False), axis=alt.Axis(tickMinStep=1, format="d")),
        y=alt.Y("moves:Q", title="moves", scale=alt.Scale(zero=True)),
    )
    return drawn_line.properties(width=WIDTH, height=130, title="Moves to choose from, by decision")
