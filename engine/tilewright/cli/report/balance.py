"""What balance finds of cards, layouts and rules, as text."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tilewright.cli.report.table import table
from tilewright.outputs.games import (
    BalanceOutput,
    BotWithCard,
    CardBalance,
    ComparedOutput,
    GivenByBot,
    MeanOutput,
    MostPoints,
    PairedDifference,
    Rank,
    SecretsAboutCard,
    ShareOutput,
    SideOutput,
    SidesOutput,
)
from tilewright.outputs.output import ABSENT

COLUMNS = ("bot", "points without", "with", "adds", "from", "to", "effect", "pays", "passive", "active", "uses")


def text(report: BalanceOutput) -> str:
    """What was found, for people."""
    cards = [_card(card) for card in report.cards]
    return "\n\n".join([_head(report), *(cards or ["Stopped before the first results: nothing is known yet."])])


def _head(report: BalanceOutput) -> str:
    setting, looks = report.setting, report.looks
    layouts = [f"{board} {id}" for board, id in setting.layouts.items()]
    beside = ["with " + " ".join(setting.cards)] if setting.cards else ["no other cards"]
    about = [", ".join(setting.players), *layouts, *beside, f"seed {setting.seed}"]
    each = "each with and without" if report.paired is not False else "with it, and none without"
    if report.held:
        each = "each where one player begins with it and where nobody does; that player is counted"
    planned = f"checked after {', '.join(map(str, looks))} games, {each}"
    return click.style(setting.game, bold=True) + f": {'; '.join(about)}\n{planned}"


def _card(card: CardBalance) -> str:
    """The verdict, its reason, and the numbers that it comes from."""
    head = click.style(card.card, bold=True) + f" ({card.class_}): {card.words}"
    without = f" and {card.games} without" if card.length else ""
    examined = f", check {card.look}" if card.look else ""
    games = f"{card.games} games with it{without}{examined}"
    stopped = f" ({card.unended} more were stopped, or their counterpart was)" if card.unended else ""
    lines = [head, f"  {card.reason}.", f"  {games}{stopped}."]
    if card.known and card.look:  # before the first examination the intervals are too wide to say anything
        lines += ["", *table([COLUMNS, *(_row(own) for own in card.bots)])]
        lines += ["", *table([_WINS, *(_wins(own) for own in card.bots)])]
    if card.secrets:
        lines += ["", *_secrets(card.secrets)]
    lines += _length(card.length) if card.look else []
    if card.most:
        lines.append(f"  It can pay {_most(card.most)}.")
    return "\n".join(lines)


def _row(own: BotWithCard) -> tuple[str, ...]:
    """The numbers of a bot; of one whose games say nothing, only how often the card paid or was used."""
    points, adds = own.points, [""] * 6
    if points:
        gain = points.difference
        adds = [_number(points.without), _number(points.with_), _number(gain, signed=True)]
        adds += [f"{gain.low:+.2f}", f"{gain.high:+.2f}", f"{gain.effect:+.2f}" if gain.effect is not None else ""]
    return (
        own.bot,
        *adds,
        _number(own.paid, width=True),
        _number(own.passive, width=True),
        _number(own.active, signed=True, width=True),
        _number(own.uses, width=True),
    )


_WINS = ("bot", "wins without", "with", "difference", "from", "to", "games it mattered in", "from", "to")


def _wins(own: BotWithCard) -> tuple[str, ...]:
    wins, touched = own.wins, own.touched
    shown, share = [""] * 5, [""] * 3
    if wins:
        gain = wins.difference
        shown = [f"{100 * side.mean:.0f}%" for side in (wins.without, wins.with_)]
        shown += [f"{100 * number:+.0f}%" for number in (gain.mean, gain.low, gain.high)]
    if touched:
        share = [f"{100 * number:.0f}%" for number in (touched.share, touched.low, touched.high)]
    return (own.bot, *shown, *share)


def _secrets(own: SecretsAboutCard) -> Sequence[str]:
    """What was given for it in secret, and its place by that among printed cards."""
    unwanted, rank = own.unwanted, own.rank
    least, most = f"{100 * unwanted.low:.0f}", f"{100 * unwanted.high:.0f}"
    bids = f"In secret ({' + '.join(own.answers)}): {_number(own.mean, width=True)} per player in {own.blocks} blocks; "
    bids += f"nobody bid for it in {100 * unwanted.share:.0f}% (from {least} to {most}%)."
    place = f"By secret bids, it ranks {rank}." if rank else f"Its rank by secret bids is not known: {own.reason}."
    return [f"  {bids}", "", *table([_GIVEN, *(_given(bot) for bot in own.bots)]), "", f"  {place}"]


_GIVEN = ("bot", "gives", "share of what it could give", "place")


def _given(own: GivenByBot) -> tuple[str, ...]:
    """What a bot gave for it; where that does not depend on the card, it has no place."""
    part = _number(own.part, width=True, scale=100) + "%" if own.part else ""
    place = str(own.rank or "") if own.tells else "gives the same for any card"
    return own.bot, _number(own.mean, width=True), part, place


def _number(found: MeanOutput | None, signed: bool = False, width: bool = False, scale: int = 1) -> str:
    """A mean, and with `width` how far its interval goes either way; nothing of what is not known."""
    if found is None:
        return ""
    mean = scale * found.mean
    shown = f"{mean:+.2f}" if signed else f"{mean:.2f}"
    return f"{shown} ± {scale * found.high - mean:.2f}" if width and found.high is not ABSENT else shown


def _length(length: ComparedOutput | None) -> Sequence[str]:
    if length is None or length.difference.low is ABSENT:
        return []
    gain = length.difference
    turns = f"{length.without.mean:.1f} turns without it, {length.with_.mean:.1f} with it"
    return ["", f"  Length: {turns} ({gain.mean:+.1f}, from {gain.low:+.1f} to {gain.high:+.1f})."]


def _most(most: MostPoints) -> str:
    if most.value == most.bound:
        return f"at most {most.value}, proved"
    bound = "nothing is proved" if most.bound is None else f"proved: never more than {most.bound}"
    return f"at least {most.value} where it pays most ({bound})"


def sides_text(report: SidesOutput) -> str:
    """What was found, for people."""
    if not report.sides:
        return f"{report.words}: {report.reason}."
    names = [side.side for side in report.sides]
    asked = names[0] if report.about == "layout" else " against ".join(names)
    head = f"{click.style(asked, bold=True)} ({report.about}): {report.words}\n  {report.reason}."
    played = f"  {report.bots[0]} and others, each playing against itself" if len(report.bots) > 2 else _played(report)
    parts = [f"{head}\n{played}, {report.sides[0].bots[0].games} games per bot and side, check {report.look}."]
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
    return f"{100 * found.share:.0f}% ({100 * found.low:.0f} to {100 * found.high:.0f})"


def _compared(found: Rank | PairedDifference | None) -> str:
    if found is None or isinstance(found, Rank):
        return str(found or "")
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})" if found.low is not ABSENT else ""


def _unused(side: SideOutput) -> list[str]:
    of = side.unused
    kinds = {"rules": of.rules, "options": of.options, "cards": of.cards, "parts": of.parts}
    used = [f"{key} {', '.join(names)}" for key, names in kinds.items() if names]
    return [f"Never used with {side.side}: {'; '.join(used)}."] if used else []
