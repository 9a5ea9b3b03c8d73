"""What balance finds about layouts and rules, as text."""

from __future__ import annotations

import click

from tilewright.cli.report.table import table
from tilewright.outputs.games import MeanOutput, PairedDifference, Rank, ShareOutput, SideOutput, SidesOutput
from tilewright.outputs.output import ABSENT


def text(report: SidesOutput) -> str:
    """What was found, for people."""
    if not report.sides:
        return f"{report.words}: {report.reason}."
    names = [side.side for side in report.sides]
    asked = names[0] if report.about == "layout" else " against ".join(names)
    head = f"{click.style(asked, bold=True)} ({report.about}): {report.words}\n  {report.reason}."
    played = f"  {report.bots[0]} and others, each playing against itself" if len(report.bots) > 2 else _played(report)
    parts = [f"{head}\n{played}, {report.sides[0].bots[0].games} games per bot and side, examination {report.look}."]
    parts += ["\n".join(_numbers(report, index, bot)) for index, bot in enumerate(report.bots)]
    for side in report.sides[: 1 if report.about == "layout" else 2]:
        parts += _unused(side)
    return "\n\n".join(parts)


def _played(report: SidesOutput) -> str:
    return f"  {' and '.join(report.bots)}, each playing against itself at {report.players} seats"


def _numbers(report: SidesOutput, index: int, bot: str) -> list[str]:
    """The numbers of a bot: of a layout with its places among the others, of rules with those of the other version."""
    shown = report.sides[: 1 if report.about == "layout" else 2]
    found = [side.bots[index] for side in shown]
    compared = report.compared[bot]
    head = [bot, *(side.side for side in shown), "rank, 1 = largest" if len(shown) == 1 else "difference"]
    rows = [
        (name, *(_interval(own.numbers.get(name)) for own in found), _compared(compared.get(name)))
        for name in found[0].numbers
    ]
    wins = [
        (f"wins of seat {seat + 1}", *(_share(own.wins[seat]) if own.wins else "" for own in found), "")
        for seat in range(report.players)
    ]
    return table([head, *rows, *wins])


def _interval(found: MeanOutput | None) -> str:
    if found is None:
        return ""
    return f"{found.mean:.2f} ± {found.high - found.mean:.2f}" if found.high is not ABSENT else f"{found.mean:.2f}"


def _share(found: ShareOutput) -> str:
    return f"{100 * found.share:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})"


def _compared(found: Rank | PairedDifference | None) -> str:
    if found is None or isinstance(found, Rank):
        return str(found or "")
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})" if found.low is not ABSENT else ""


def _unused(side: SideOutput) -> list[str]:
    of = side.unused
    kinds = {"rules": of.rules, "options": of.options, "cards": of.cards, "parts": of.parts}
    used = [f"{key} {', '.join(names)}" for key, names in kinds.items() if names]
    return [f"Never used with {side.side}: {'; '.join(used)}."] if used else []
