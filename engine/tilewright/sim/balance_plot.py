"""Cards among the printed ones, as a plot; imports altair (extra ``pictures``)."""

from __future__ import annotations

from typing import Any

import altair as alt

from tilewright.draw.palette import INK, MUTED
from tilewright.outputs.games import BalanceOutput
from tilewright.sim.plot import COLORS, WIDTH, PlotRows, drawn
from tilewright.sim.verdict import comparable, printed_gains


def plot(report: BalanceOutput, printed: BalanceOutput | None) -> str:
    """A balance as SVG: for each class and bot what cards add to its points, the strongest first."""
    setting = report.setting
    table = printed if printed is not None and comparable(setting, printed) else None
    classes = dict.fromkeys(card.class_ for card in report.cards)
    panels = [_panel(report, table, name, bot) for name in classes for bot in dict.fromkeys(setting.players)]
    about = ", ".join([setting.game, *setting.layouts.values(), " and ".join(setting.players)])
    return drawn([panel for panel in panels if panel is not None] or [_nothing()], _title(about))


def _title(about: str) -> alt.TitleParams:
    return alt.TitleParams("What cards add to the points of a player", subtitle=about, fontSize=15, offset=14)


def _panel(report: BalanceOutput, table: BalanceOutput | None, name: str, bot: str) -> Any:
    """The cards of a class by what they are worth to a bot, with intervals; None when none is known."""
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


def _nothing() -> Any:
    """A line instead of numbers that would mean nothing."""
    note = alt.InlineData(values=[{"text": "not known: the games do not show the effect of the cards"}])
    return alt.Chart(note).mark_text(align="left", color=INK).encode(text="text:N").properties(width=WIDTH, height=22)
