"""What the numbers of several settings come to in words, and when they come to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt

from tilewright.outputs.games import BotOnSide, MeanOutput, PairedDifference, Rank, SideOutput
from tilewright.outputs.output import ABSENT
from tilewright.sim.estimates import FEWEST

LEAD = "lead of the first player"
LITTLE = 0.5
"""A mean is little when it certainly is less than so many standard deviations of a single game: Cohen's medium effect."""
MAIN = ("points", "turns", "decisions", LEAD)
"""The numbers that have to be alike for two versions of the rules to play alike."""
WORDS = {
    "first": "the first player is ahead",
    "others": "the first player is behind",
    "even": "no seat is ahead by much",
    "different": "the games differ",
    "alike": "the games are alike",
    "unknown": "not known",
}
"""What can be said, and how."""


def layout_verdict(sides: Sequence[SideOutput], places: Mapping[str, Mapping[str, Rank]]) -> tuple[str, str]:
    """The verdict of a layout, a key of `WORDS`, and its reason: whether the seats are even there, for every bot."""
    asked = sides[0].bots
    if reason := _too_few(asked):
        return "unknown", reason
    if LEAD not in asked[0].numbers:
        return "unknown", "with a single player there is nobody to be ahead of"
    found = {_of_lead(own.numbers[LEAD], own.games) for own in asked}
    leads = "; ".join(f"{own.bot} {_span(own.numbers[LEAD])}{_place(places[own.bot])}" for own in asked)
    reason = f"the lead of the first player is, for {leads}"
    if len(found) == 1 and "open" not in found:
        return found.pop(), reason
    if {"first", "others"} <= found or "open" not in found:
        return "unknown", f"the bots disagree: {reason}"
    return "unknown", f"{reason}; there are too few games"


def rules_verdict(
    sides: Sequence[SideOutput], changes: Mapping[str, Mapping[str, PairedDifference]]
) -> tuple[str, str]:
    """The same of two versions of the rules: what differs certainly, and for every bot in the same direction."""
    if reason := _too_few([own for side in sides for own in side.bots]):
        return "unknown", reason
    if reason := "; ".join(bot for bot, own in changes.items() if _pairs(own) < FEWEST):
        return "unknown", f"too few games ended on both sides: {reason}"
    first, *others = changes.values()
    agreed, against = [], []
    for name in first:
        signs = [_sign(own.get(name)) for own in (first, *others)]
        if all(signs) and len(set(signs)) == 1:
            agreed.append(f"{name} {'more' if signs[0] > 0 else 'less'}")
        elif {1, -1} <= set(signs):
            against.append(name)
    if agreed:
        more = f"; the bots disagree about {', '.join(against)}" if against else ""
        said = f"with {sides[1].side}, with statistical certainty for every bot: {', '.join(agreed)}{more}"
        return "different", said
    if against:
        return "unknown", f"the bots disagree about {', '.join(against)}"
    main = [(name, own[name]) for own in changes.values() for name in MAIN if name in own]
    if all(_is_little(gain, gain.games) for _, gain in main):
        return "alike", f"{', '.join(dict.fromkeys(name for name, _ in main))} differ only slightly, if at all"
    some = "for every bot" if any(_sign(gain) for own in changes.values() for gain in own.values()) else "for any bot"
    few = "there are too few games to show that any difference is small"
    return "unknown", f"no difference is certain {some}, and {few}"


def _pairs(compared: Mapping[str, PairedDifference]) -> int:
    """How many games of the same seeds ended on both sides."""
    return min((own.games for name, own in compared.items() if name in MAIN), default=0)


def _too_few(bots: Sequence[BotOnSide]) -> str:
    few = [own for own in bots if own.games < FEWEST]
    return "; ".join(dict.fromkeys(f"{own.bot} has finished only {own.games} games" for own in few))


def _of_lead(lead: MeanOutput, games: int) -> str:
    if sign := _sign(lead):
        return "first" if sign > 0 else "others"
    return "even" if _is_little(lead, games) else "open"


def _is_little(found: MeanOutput, games: int) -> bool:
    """Whether an interval lies within `LITTLE` standard deviations; of what never varies it does where it is nothing."""
    most = LITTLE * found.error * sqrt(games)
    return -most <= found.low and found.high <= most


def _sign(found: MeanOutput | None) -> int:
    """1 of what certainly is more, -1 of what certainly is less, else 0."""
    if found is None or found.low is ABSENT:
        return 0
    return 1 if found.low > 0 else -1 if found.high < 0 else 0


def _span(found: MeanOutput) -> str:
    return f"{found.mean:+.1f} ({found.low:+.1f} to {found.high:+.1f})"


def _place(places: Mapping[str, Rank]) -> str:
    return f", place {places[LEAD]} from the largest" if LEAD in places else ""
