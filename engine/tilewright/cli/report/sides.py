"""What balance finds about layouts and rules, as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from tilewright.cli.report.table import table

SidesReport = Mapping[str, Any]


def text(report: SidesReport) -> str:
    """The object of ``balance-sides/1`` for people."""
    if not report["sides"]:
        return f"{report['words']}: {report['reason']}."
    names = [side["side"] for side in report["sides"]]
    asked = names[0] if report["about"] == "layout" else " against ".join(names)
    head = f"{click.style(asked, bold=True)} ({report['about']}): {report['words']}\n  {report['reason']}."
    played = (
        f"  {report['bots'][0]} and others, each playing against itself" if len(report["bots"]) > 2 else _played(report)
    )
    parts = [
        f"{head}\n{played}, {report['sides'][0]['bots'][0]['games']} games per bot and side, examination {report['look']}."
    ]
    parts += ["\n".join(_numbers(report, index, bot)) for index, bot in enumerate(report["bots"])]
    for side in report["sides"][: 1 if report["about"] == "layout" else 2]:
        parts += _unused(side)
    return "\n\n".join(parts)


def _played(report: SidesReport) -> str:
    return f"  {' and '.join(report['bots'])}, each playing against itself at {report['players']} seats"


def _numbers(report: SidesReport, index: int, bot: str) -> list[str]:
    """The numbers of a bot: of a layout with its places among the others, of rules with those of the other version."""
    shown = report["sides"][: 1 if report["about"] == "layout" else 2]
    found = [side["bots"][index] for side in shown]
    compared = report["compared"][bot]
    head = [bot, *(side["side"] for side in shown), "rank, 1 = largest" if len(shown) == 1 else "difference"]
    rows = [
        (name, *(_interval(own["numbers"].get(name)) for own in found), _compared(compared.get(name)))
        for name in found[0]["numbers"]
    ]
    wins = [
        (f"wins of seat {seat + 1}", *(_share(own["wins"][seat]) if own["wins"] else "" for own in found), "")
        for seat in range(report["players"])
    ]
    return table([head, *rows, *wins])


def _interval(found: Mapping[str, float] | None) -> str:
    if found is None:
        return ""
    return f"{found['mean']:.2f} ± {found['high'] - found['mean']:.2f}" if "high" in found else f"{found['mean']:.2f}"


def _share(found: Mapping[str, float]) -> str:
    return f"{100 * found['share']:.0f} % ({100 * found['low']:.0f} to {100 * found['high']:.0f})"


def _compared(found: Mapping[str, Any] | None) -> str:
    if found is None:
        return ""
    if "of" in found:
        span = f"{found['best']}" if found["best"] == found["worst"] else f"{found['best']} to {found['worst']}"
        return f"{span} of {found['of']}"
    return f"{found['mean']:+.2f} ({found['low']:+.2f} to {found['high']:+.2f})" if "low" in found else ""


def _unused(side: SidesReport) -> list[str]:
    kinds = {key: names for key, names in side["unused"].items() if names}
    if not kinds:
        return []
    return [f"Never used with {side['side']}: " + "; ".join(f"{key} {', '.join(kinds[key])}" for key in kinds) + "."]
