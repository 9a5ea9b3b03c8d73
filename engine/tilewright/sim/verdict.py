"""What the numbers of a card come to in words, and when they come to nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import sqrt

from tilewright.outputs.games import (
    BalanceOutput,
    BotWithCard,
    CardBalance,
    DifferenceOutput,
    MeanOutput,
    Rank,
    SettingOutput,
)
from tilewright.sim.estimates import FEWEST, sign

ENOUGH = 3
"""So many printed cards of the class have to be known for a rank."""
SAME = ("game", "players", "rotate", "cards", "layouts", "cap", "weights", "rules")
"""What two settings have to share if their numbers are to be compared."""
NONE_KEPT = "the pack keeps no table of its printed cards"
"""Why there are no printed cards to compare with, if nobody says otherwise."""
VERDICTS = {
    "strongest": "stronger than every printed {} card",
    "upper": "as strong as the stronger half of the printed {} cards",
    "within": "about as strong as the printed {} cards",
    "lower": "as weak as the weaker half of the printed {} cards",
    "weakest": "weaker than every printed {} card",
    "equal": "worth the same as {}",
    "unranked": "not ranked",
    "unknown": "not known",
}
"""What can be said, and how."""
EXTREME = {"upper": "the strongest", "lower": "the weakest"}
"""What a verdict leaves open."""

UNPAIRED = "what it adds shows only in comparison with games without it, and none were played"
"""Why there is no verdict of a card without games to compare with."""
EARLY = "stopped before the first examination: the numbers so far are no verdict"
"""Why there is none between examinations, where a test would find too much."""
ENDLESS = "none of the first games ended before they were stopped: name other bots (--players) or a higher --cap"
"""Why more games are not played: bots that do not come to the end of a game say nothing of it."""


@dataclass(frozen=True)
class CardStats:
    """The numbers of a card, how they were found, and how wide intervals are."""

    found: CardBalance
    setting: SettingOutput
    critical: float


def is_conclusive(found: CardBalance) -> bool:
    """Whether more games would not say more: there is a verdict, or without a rank every bot's gain is distinguished from 0, or no game ends."""
    gains = list(map(gain_of, found.known))
    clear = len(gains) == len(found.bots) and all(map(sign, gains))
    return found.reason == ENDLESS or (found.verdict != "unknown" and (found.verdict != "unranked" or clear))


def gain_of(own: BotWithCard) -> DifferenceOutput:
    """What a card adds to the points of a bot that is known."""
    assert own.points is not None
    return own.points.difference


def unknown(found: CardBalance, reason: str) -> CardBalance:
    """A card of which nothing can be said."""
    return replace(found, verdict="unknown", words=VERDICTS["unknown"], reason=reason)


def verdict(study: CardStats, printed: BalanceOutput | None, none: str = NONE_KEPT) -> CardBalance:
    """A card with its rank and its verdict; `none` says why there are no printed ones."""
    rank: Rank | None = None
    word, reason = "unknown", _no_evidence(study) or _disagreement(study)
    if not reason:
        ranks = _ranks(study, printed, none)
        if isinstance(ranks, str):
            word, reason = "unranked", f"{ranks}; {_gains(study)}"
        elif disagree(ranks):
            reason = f"the bots disagree: its rank is {_each(study, ranks)}"
        else:
            rank = joint(ranks)
            word = rank.word
            reason = f"its rank by the points it adds is {_each(study, ranks)}"
            if word in EXTREME:
                reason += f"; more games are needed to tell whether it is {EXTREME[word]}"
            if word == "unknown":
                reason += "; too few games to distinguish it from the printed cards"
    words = VERDICTS[word].format(study.found.class_)
    return replace(study.found, rank=rank, verdict=word, words=words, reason=reason)


def disagree(ranks: Sequence[Rank]) -> bool:
    """Whether there is no rank that all leave open."""
    return max(own.best for own in ranks) > min(own.worst for own in ranks)


def joint(ranks: Sequence[Rank]) -> Rank:
    """All ranks that some leave open."""
    return Rank(best=min(own.best for own in ranks), worst=max(own.worst for own in ranks), of=ranks[0].of)


def _no_evidence(study: CardStats) -> str:
    """Why the games say nothing of the card, if they do not: two bots have to be paid by it, or to use it."""
    if len(study.found.known) > 1:
        return ""
    if 0 < study.found.games < FEWEST:
        return f"{study.found.games} games with it are too few for a result"
    silent = [own for own in study.found.bots if not own.known]
    return "; ".join(map(_silence, silent)) + ("; one bot alone proves nothing" if study.found.known else "")


def _silence(own: BotWithCard) -> str:
    touched = own.touched
    if touched is None:
        return f"{own.bot} has finished no game"
    what = " or ".join(
        word for word, known in (("was paid by it", own.paid), ("used it", own.uses)) if known is not None
    )
    often = f"in {100 * touched.share:.0f} % of its games" if touched.share else "in no game"
    still = " and left {} unchanged".format(", ".join(own.still)) if own.still else ""
    return f"{own.bot} {what or 'met it'} {often}{still}"


def _disagreement(study: CardStats) -> str:
    """That the card helps one bot and harms another, if so."""
    signs = {own.bot: sign(gain_of(own)) for own in study.found.known}
    more, less = ([bot for bot, found in signs.items() if found == wanted] for wanted in (1, -1))
    if not (more and less):
        return ""
    return f"the bots disagree: with it {', '.join(more)} scores more and {', '.join(less)} less"


def _gains(study: CardStats) -> str:
    """Whether the card adds points at all, for the bots that are known."""
    bots_by_effect: dict[str, list[str]] = {}
    for own in study.found.known:
        words = ("", "more", "fewer")[sign(gain_of(own))]
        bots_by_effect.setdefault(words, []).append(own.bot)
    parts = [
        f"with it {' and '.join(bots_by_effect[words])} certainly scored {words} points"
        for words in bots_by_effect
        if words
    ]
    if "" in bots_by_effect:
        parts.append(f"the games do not show whether it adds points for {' and '.join(bots_by_effect[''])}")
    return ", ".join(parts)


def _each(study: CardStats, ranks: Sequence[Rank]) -> str:
    return ", ".join(f"{rank} for {own.bot}" for own, rank in zip(study.found.known, ranks, strict=True))


# ------------------------------------------------------------------ among the printed cards


def _ranks(study: CardStats, printed: BalanceOutput | None, none: str) -> list[Rank] | str:
    """The rank by each bot that is known, or why there is none."""
    if printed is None:
        return none
    if others := differing(study.setting, printed):
        if {"cards", "layouts"} & set(others):  # the texts of these are among those of the rules
            others = [key for key in others if key != "rules"]
        return f"the table of printed cards was made with different {', '.join(others)}"
    card, category = study.found.card, study.found.class_
    if not printed_cards(printed, category, card):
        return f"the table of printed cards has no {category} cards"
    ranks = []
    for own in study.found.known:
        gains = printed_gains(printed, category, own.bot, card)
        if len(gains) < ENOUGH:
            return f"too few printed {category} cards are known for {own.bot}"
        ranks.append(rank_of(gain_of(own), list(gains.values()), study.critical))
    return ranks


def comparable(setting: SettingOutput, printed: BalanceOutput) -> bool:
    """Whether a table of printed cards was made with the same game, bots and layouts."""
    return not differing(setting, printed)


def differing(setting: SettingOutput, printed: BalanceOutput) -> list[str]:
    """In what the setting of a table of printed cards differs, so that they cannot be compared."""
    return [key for key in SAME if getattr(printed.setting, key) != getattr(setting, key)]


def printed_cards(printed: BalanceOutput, category: str, but: str = "") -> list[CardBalance]:
    """The printed cards of a class, `but` one."""
    return [one for one in printed.cards if one.class_ == category and one.card != but]


def printed_gains(printed: BalanceOutput, category: str, bot: str, but: str = "") -> dict[str, DifferenceOutput]:
    """What the printed cards of a class, `but` one, add to the points of a bot, as far as it is known."""
    cards = printed_cards(printed, category, but)
    return {card.card: gain_of(own) for card in cards for own in card.known if own.bot == bot}


def rank_of(gain: MeanOutput, others: Sequence[MeanOutput], critical: float) -> Rank:
    """By how many of the others the card certainly is passed, and how many it certainly passes.

    Both errors are added as if the games were others; those without a card are often the same, so this errs to the safe
    side.
    """
    beyond = [(other.mean - gain.mean, critical * sqrt(gain.error**2 + other.error**2)) for other in others]
    above = sum(distance > width for distance, width in beyond)
    below = sum(distance < -width for distance, width in beyond)
    return Rank(best=1 + above, worst=len(others) + 1 - below, of=len(others) + 1)
