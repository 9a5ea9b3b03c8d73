"""What the numbers of a card come to in words, and when they come to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tilewright.sim.estimates import FEWEST
from tilewright.sim.simulation import Json

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
    "unranked": "not ranked",
    "unknown": "not known",
}
"""What can be said, and how."""
EXTREME = {"upper": "the strongest", "lower": "the weakest"}
"""What a verdict leaves open."""

UNPAIRED: Json = {
    "rank": None,
    "verdict": "unknown",
    "words": VERDICTS["unknown"],
    "reason": "what it adds shows only in comparison with games without it, and none were played",
}
"""The verdict of a card without games to compare with."""


EARLY: Json = {
    "rank": None,
    "verdict": "unknown",
    "words": VERDICTS["unknown"],
    "reason": "stopped before the first examination: the numbers so far are no verdict",
}
"""The verdict of a card between examinations, where a test would find too much."""


@dataclass(frozen=True)
class CardStats:
    """The numbers of a card (an item of ``cards`` in ``balance/1``), how they were found, and how wide intervals are."""

    found: Mapping[str, Any]
    setting: Json
    critical: float

    @property
    def known(self) -> list[Mapping[str, Any]]:
        """The bots whose games say something of the card."""
        return [own for own in self.found["bots"] if own["known"]]


@dataclass(frozen=True)
class Rank:
    """The best and the worst place that a card may have among the printed ones and itself; 1 is the strongest."""

    best: int
    worst: int
    of: int

    def __str__(self) -> str:
        span = f"{self.best}" if self.best == self.worst else f"{self.best} to {self.worst}"
        return f"{span} of {self.of}"

    @property
    def json(self) -> Json:
        """The object of a rank in ``balance/1``."""
        return {"best": self.best, "worst": self.worst, "of": self.of}

    @property
    def word(self) -> str:
        """What that comes to: a key of `VERDICTS`."""
        if self.worst == 1:
            return "strongest"
        if self.best == self.of:
            return "weakest"
        if self.best > 1 and self.worst < self.of:
            return "within"
        middle = (self.of + 1) / 2
        return "upper" if self.worst <= middle else "lower" if self.best >= middle else "unknown"


def is_conclusive(found: Mapping[str, Any]) -> bool:
    """Whether more games would not say more: there is a verdict, or without a rank every bot's gain is distinguished from 0."""
    gains = [own["points"]["difference"] for own in found["bots"] if own["known"]]
    clear = len(gains) == len(found["bots"]) and all(gain["low"] > 0 or gain["high"] < 0 for gain in gains)
    return found["verdict"] != "unknown" and (found["verdict"] != "unranked" or clear)


def verdict(study: CardStats, printed: Mapping[str, Any] | None, none: str = NONE_KEPT) -> Json:
    """The keys ``rank``, ``verdict``, ``words`` and ``reason`` of a card; `none` says why there are no printed ones."""
    rank: Rank | None = None
    word, reason = "unknown", _no_evidence(study) or _disagreement(study)
    if not reason:
        ranks = _ranks(study, printed, none)
        if isinstance(ranks, str):
            word, reason = "unranked", f"{ranks}; {_gains(study)}"
        elif max(own.best for own in ranks) > min(own.worst for own in ranks):
            reason = f"the bots disagree: its rank is {_each(study, ranks)}"
        else:
            rank = Rank(min(own.best for own in ranks), max(own.worst for own in ranks), ranks[0].of)
            word = rank.word
            reason = f"its rank by the points it adds is {_each(study, ranks)}"
            if word in EXTREME:
                reason += f"; more games are needed to tell whether it is {EXTREME[word]}"
            if word == "unknown":
                reason += "; too few games to distinguish it from the printed cards"
    return {
        "rank": rank and rank.json,
        "verdict": word,
        "words": VERDICTS[word].format(study.found["class"]),
        "reason": reason,
    }


def _no_evidence(study: CardStats) -> str:
    """Why the games say nothing of the card, if they do not: two bots have to be paid by it, or to use it."""
    if len(study.known) > 1:
        return ""
    if 0 < study.found["games"] < FEWEST:
        return f"{study.found['games']} games with it are too few for a result"
    silent = [own for own in study.found["bots"] if not own["known"]]
    return "; ".join(map(_silence, silent)) + ("; one bot alone proves nothing" if study.known else "")


def _silence(own: Mapping[str, Any]) -> str:
    touched = own["touched"]
    if touched is None:
        return f"{own['bot']} has finished no game"
    what = " or ".join(word for word, key in (("was paid by it", "paid"), ("used it", "uses")) if own[key] is not None)
    often = f"in {100 * touched['share']:.0f} % of its games" if touched["share"] else "in no game"
    still = " and left {} unchanged".format(", ".join(own["still"])) if own["still"] else ""
    return f"{own['bot']} {what or 'met it'} {often}{still}"


def _disagreement(study: CardStats) -> str:
    """That the card helps one bot and harms another, if so."""
    gains = {own["bot"]: own["points"]["difference"] for own in study.known}
    more = [bot for bot, gain in gains.items() if gain["low"] > 0]
    less = [bot for bot, gain in gains.items() if gain["high"] < 0]
    if not (more and less):
        return ""
    return f"the bots disagree: with it {', '.join(more)} scores more and {', '.join(less)} less"


def _gains(study: CardStats) -> str:
    """Whether the card adds points at all, for the bots that are known."""
    bots_by_effect: dict[str, list[str]] = {}
    for own in study.known:
        gain = own["points"]["difference"]
        words = "more" if gain["low"] > 0 else "fewer" if gain["high"] < 0 else ""
        bots_by_effect.setdefault(words, []).append(own["bot"])
    parts = [
        f"with it {' and '.join(bots_by_effect[words])} certainly scored {words} points"
        for words in bots_by_effect
        if words
    ]
    if "" in bots_by_effect:
        parts.append(f"the games do not show whether it adds points for {' and '.join(bots_by_effect[''])}")
    return ", ".join(parts)


def _each(study: CardStats, ranks: Sequence[Rank]) -> str:
    return ", ".join(f"{rank} for {own['bot']}" for own, rank in zip(study.known, ranks, strict=True))


# ------------------------------------------------------------------ among the printed cards


def _ranks(study: CardStats, printed: Mapping[str, Any] | None, none: str) -> list[Rank] | str:
    """The rank by each bot that is known, or why there is none."""
    if printed is None:
        return none
    if others := differing(study.setting, printed):
        if {"cards", "layouts"} & set(others):  # the texts of these are among those of the rules
            others = [key for key in others if key != "rules"]
        return f"the table of printed cards was made with different {', '.join(others)}"
    if not printed_cards(printed, study.found):
        return f"the table of printed cards has no {study.found['class']} cards"
    ranks = []
    for own in study.known:
        gains = printed_gains(printed, study.found, own["bot"])
        if len(gains) < ENOUGH:
            return f"too few printed {study.found['class']} cards are known for {own['bot']}"
        ranks.append(rank_of(own["points"]["difference"], list(gains.values()), study.critical))
    return ranks


def comparable(setting: Mapping[str, Any], printed: Mapping[str, Any]) -> bool:
    """Whether a table of printed cards was made with the same game, bots and layouts."""
    return not differing(setting, printed)


def differing(setting: Mapping[str, Any], printed: Mapping[str, Any]) -> list[str]:
    """In what the setting of a table of printed cards differs, so that they cannot be compared."""
    return [key for key in SAME if printed["setting"].get(key) != setting.get(key)]


def printed_cards(printed: Mapping[str, Any], found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The other printed cards of the class of a card."""
    return [one for one in printed["cards"] if one["class"] == found["class"] and one["card"] != found["card"]]


def printed_gains(printed: Mapping[str, Any], found: Mapping[str, Any], bot: str) -> dict[str, Mapping[str, float]]:
    """What the other printed cards of its class add to the points of a bot, as far as it is known."""
    return {
        card["card"]: own["points"]["difference"]
        for card in printed_cards(printed, found)
        for own in card["bots"]
        if own["bot"] == bot and own["known"]
    }


def rank_of(gain: Mapping[str, Any], others: Sequence[Mapping[str, Any]], critical: float) -> Rank:
    """By how many of the others the card certainly is passed, and how many it certainly passes.

    Both errors are added as if the games were others; those without a card are often the same, so this errs to the safe
    side.
    """
    beyond = [
        (other["mean"] - gain["mean"], critical * sqrt(gain["error"] ** 2 + other["error"] ** 2)) for other in others
    ]
    above = sum(distance > width for distance, width in beyond)
    below = sum(distance < -width for distance, width in beyond)
    return Rank(1 + above, len(others) + 1 - below, len(others) + 1)
