"""What balance finds, as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from tilewright.cli.report.table import table

BalanceNumbers = Mapping[str, Any]
COLUMNS = ("bot", "points without", "with", "adds", "from", "to", "effect", "pays", "passive", "active", "uses")


def text(report: BalanceNumbers) -> str:
    """The object of ``balance/1`` for people."""
    cards = [_card(card) for card in report["cards"]]
    return "\n\n".join([_head(report), *(cards or ["Stopped before the first results: nothing is known yet."])])


def _head(report: BalanceNumbers) -> str:
    setting, looks = report["setting"], report["looks"]
    layouts = [f"{board} {id}" for board, id in setting["layouts"].items()]
    beside = ["with " + " ".join(setting["cards"])] if setting["cards"] else ["no other cards"]
    about = [", ".join(setting["players"]), *layouts, *beside, f"seed {setting['seed']}"]
    each = "each with and without" if report.get("paired", True) else "with it, and none without"
    planned = f"examined after {', '.join(map(str, looks))} games, {each}"
    return click.style(setting["game"], bold=True) + f": {'; '.join(about)}\n{planned}"


def _card(card: BalanceNumbers) -> str:
    """The verdict, its reason, and the numbers that it comes from."""
    head = click.style(card["card"], bold=True) + f" ({card['class']}): {card['words']}"
    without = f" and {card['games']} without" if card["length"] else ""
    examined = f", examination {card['look']}" if card["look"] else ""
    games = f"{card['games']} games with it{without}{examined}"
    stopped = f" ({card['unended']} more were stopped, or their counterpart was)" if card["unended"] else ""
    lines = [head, f"  {card['reason']}.", f"  {games}{stopped}."]
    if any(own["known"] for own in card["bots"]):
        lines += ["", *table([COLUMNS, *(_row(own) for own in card["bots"])])]
        lines += ["", *table([_WINS, *(_wins(own) for own in card["bots"])])]
    if card.get("secrets"):
        lines += ["", *_secrets(card["secrets"])]
    lines += _length(card["length"])
    if card["most"]:
        lines.append(f"  It can pay {_most(card['most'])}.")
    return "\n".join(lines)


def _row(own: BalanceNumbers) -> tuple[str, ...]:
    """The numbers of a bot; of one whose games say nothing, only how often the card paid or was used."""
    points, gain = own["points"], own["points"] and own["points"]["difference"]
    numbers = [points["without"], points["with"], gain] if points else [None] * 3
    mean = [_number(numbers[0]), _number(numbers[1]), _number(numbers[2], signed=True)]
    ends = [f"{gain[key]:+.2f}" if gain else "" for key in ("low", "high")]
    effect = f"{gain['effect']:+.2f}" if gain and gain["effect"] is not None else ""
    return (
        own["bot"],
        *mean,
        *ends,
        effect,
        _number(own["paid"], width=True),
        _number(own["passive"], width=True),
        _number(own["active"], signed=True, width=True),
        _number(own["uses"], width=True),
    )


_WINS = ("bot", "wins without", "with", "difference", "from", "to", "games it touched", "from", "to")


def _wins(own: BalanceNumbers) -> tuple[str, ...]:
    wins, touched = own["wins"], own["touched"]
    shown = [f"{100 * wins[side]['mean']:.0f} %" for side in ("without", "with")] if wins else ["", ""]
    gain = [f"{100 * wins['difference'][key]:+.0f} %" for key in ("mean", "low", "high")] if wins else [""] * 3
    share = [f"{100 * touched[key]:.0f} %" for key in ("share", "low", "high")] if touched else [""] * 3
    return (own["bot"], *shown, *gain, *share)


def _secrets(own: Mapping[str, Any]) -> Sequence[str]:
    """What was given for it in secret, and its place by that among printed cards."""
    unwanted, rank = own["unwanted"], own["rank"]
    least, most = (f"{100 * unwanted[key]:.0f}" for key in ("low", "high"))
    bids = f"In secret ({' + '.join(own['answers'])}): {_number(own['mean'], width=True)} per player in {own['blocks']} blocks; "
    bids += f"nobody bid for it in {100 * unwanted['share']:.0f} % (from {least} to {most} %)."
    place = (
        f"Its rank by secret bids: {_place(rank)}."
        if rank
        else f"Its rank by secret bids is not known: {own['reason']}."
    )
    return [f"  {bids}", "", *table([_GIVEN, *(_given(bot) for bot in own["bots"])]), "", f"  {place}"]


_GIVEN = ("bot", "gives", "share of what it could give", "place")


def _given(own: Mapping[str, Any]) -> tuple[str, ...]:
    """What a bot gave for it; where that does not depend on the card, it has no place."""
    part = own["part"] and {key: 100 * value for key, value in own["part"].items()}
    place = _place(own["rank"]) if own["rank"] else "" if own["tells"] else "gives the same for any card"
    return own["bot"], _number(own["mean"], width=True), (part and _number(part, width=True) + " %") or "", place


def _place(rank: Mapping[str, int]) -> str:
    span = f"{rank['best']}" if rank["best"] == rank["worst"] else f"{rank['best']} to {rank['worst']}"
    return f"{span} of {rank['of']}"


def _number(found: Mapping[str, float] | None, signed: bool = False, width: bool = False) -> str:
    """A mean, and with `width` how far its interval goes either way; nothing of what is not known."""
    if found is None:
        return ""
    shown = f"{found['mean']:+.2f}" if signed else f"{found['mean']:.2f}"
    return f"{shown} ± {found['high'] - found['mean']:.2f}" if width and "high" in found else shown


def _length(length: Mapping[str, Mapping[str, float]] | None) -> Sequence[str]:
    if length is None or "low" not in length["difference"]:
        return []
    gain = length["difference"]
    turns = f"{length['without']['mean']:.1f} turns without it, {length['with']['mean']:.1f} with it"
    return ["", f"  Length: {turns} ({gain['mean']:+.1f}, from {gain['low']:+.1f} to {gain['high']:+.1f})."]


def _most(most: Mapping[str, int | None]) -> str:
    if most["value"] == most["bound"]:
        return f"at most {most['value']}, proved"
    bound = "nothing is proved" if most["bound"] is None else f"proved: never more than {most['bound']}"
    return f"at least {most['value']} where it pays most ({bound})"
