"""The verdict on a card as text, and the reasons for having none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, hypot
from typing import TypeAlias

from tilewright.outputs.games import (
    BalanceOutput,
    BotWithCard,
    CardBalance,
    DifferenceOutput,
    MeanOutput,
    Played,
    Rank,
    SettingOutput,
)
from tilewright.outputs.output import ABSENT
from tilewright.sim.estimates import FEWEST, is_within, little, sign

ENOUGH = 3
"""The minimum number of printed cards of the class for a rank."""
WITNESSES = 2
"""The number of printed cards that must show that a card is not stronger, or weaker, by a margin: the single strongest
one of a table is also the luckiest."""
SAME = ("game", "players", "rotate", "cards", "layouts", "cap", "weights", "rules")
"""The keys in which two settings must agree if their numbers are to be compared."""
NONE_KEPT = "the pack keeps no table of its printed cards"
"""The default reason for having no printed cards to compare with."""
VERDICTS = {
    "strongest": "stronger than every printed {} card",
    "upper": "in the stronger half of the printed {} cards",
    "within": "about as strong as the printed {} cards",
    "lower": "in the weaker half of the printed {} cards",
    "weakest": "weaker than every printed {} card",
    "equal": "worth the same as {}",
    "unranked": "not ranked",
    "unknown": "not known",
}
"""The verdicts, and their texts."""
EXTREME = {"upper": "the strongest", "lower": "the weakest"}
"""The remaining possibility of a one-sided verdict."""

UNPAIRED = "what it adds shows only in comparison with games without it, and none were played"
"""Why there is no verdict on a card without games to compare with."""
EARLY = "stopped before the first check: the numbers so far are no verdict"
"""Why there is none between analyses, where a test would find too much."""
ENDLESS = "none of the first games ended before they were stopped: name other bots (--players) or a higher --cap"
"""Why no more games are played: bots that do not finish a game show nothing."""


@dataclass(frozen=True)
class CardStats:
    """The numbers of a card, how they were found, and the critical value of intervals."""

    found: CardBalance
    setting: SettingOutput
    critical: float


def is_conclusive(found: CardBalance) -> bool:
    """Whether more games would add nothing: there is a verdict; or, without a rank, every bot's gain is shown to
    differ from 0 or to be little; or no game ends."""
    gains = [sign(gain_of(own)) or adds_little(found, own) for own in found.known]
    clear = len(gains) == len(found.bots) and all(gains)
    return found.reason == ENDLESS or (found.verdict != "unknown" and (found.verdict != "unranked" or clear))


def gain_of(own: BotWithCard) -> DifferenceOutput:
    """What a card adds to the points of a bot for which it is known."""
    assert own.points is not None
    return own.points.difference


def adds_little(found: CardBalance, own: BotWithCard) -> bool:
    """Whether the card adds and takes significantly less than its `tolerance`, in a bot's points: two one-sided tests."""
    gain, most = gain_of(own), tolerance(found, own)
    return most is not None and gain.low is not ABSENT and is_within(gain, most)


def tolerance(found: CardBalance, own: BotWithCard) -> float | None:
    """What is `little` for a total of the bot in the games without the card, or of the player who holds it, in points;
    None if they are not known."""
    held = own.games is not ABSENT
    totals = own.points and (own.points.with_ if held else own.points.without)
    return little(totals, own.games if held else found.games) if totals and totals.error is not ABSENT else None


def early(found: CardBalance) -> CardBalance:
    """A card before its first analysis, with about how many games are needed."""
    needed = max((_enough(found, own) for own in found.known), default=0)
    more = f"; about {needed} games would show whether it adds points" if needed > found.games else ""
    return unknown(found, f"{EARLY}{more}")


def unknown(found: CardBalance, reason: str) -> CardBalance:
    """A card about which nothing can be said."""
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
            reason = f"the bots disagree: it ranks {_each(study, ranks)}"
        else:
            rank = joint(ranks)
            word = rank.word
            reason = f"by the points it adds, it ranks {_each(study, ranks)}"
            if word in EXTREME:
                reason += f"; more games are needed to tell whether it is {EXTREME[word]}"
            if word == "unknown" and printed and (among := _among(study, printed)):
                word = "within"
                reason += f"; it is certainly less than {among:.1f} points stronger than two of them, and less than that weaker than two"
            elif word == "unknown":
                reason += f"; too few games to distinguish it from the printed cards{_more(study, printed)}"
    words = VERDICTS[word].format(study.found.class_)
    return replace(study.found, rank=rank, verdict=word, words=words, reason=reason)


def total_of_all(games: Sequence[Played]) -> int | None:
    """The sum of the totals of all players, if it is the same in every game (constant-sum), with several players; else
    None."""
    found = {sum(game.totals) for game in games}
    return found.pop() if len(games) >= FEWEST and len(found) == 1 and len(games[0].totals) > 1 else None


def _each(study: CardStats, ranks: Sequence[Rank]) -> str:
    return ", ".join(f"{rank} for {own.bot}" for own, rank in zip(study.found.known, ranks, strict=True))


def shared(found: CardBalance, total: int | None) -> CardBalance:
    """A card that everybody can have in a constant-sum game: the text says that nobody can gain by it."""
    if total is None or found.verdict not in ("unknown", "unranked"):
        return found
    gain = f"the totals of every game add up to {total}, so a card that everybody can have adds nothing to all: --held lets one player begin with it"
    return replace(found, reason=f"{found.reason}; {gain}")


def verdict_by_secrets(found: CardBalance) -> CardBalance:
    """A card with the verdict from its rank by secret choices, in games without a comparison."""
    secrets = found.secrets
    if not secrets or secrets.rank is None:
        return found
    word, reason = secrets.rank.word, f"by secret bids, it ranks {secrets.rank}"
    margins = [own.among for own in secrets.bots if own.tells]
    if word in EXTREME:
        reason += f"; more games are needed to tell whether it is {EXTREME[word]}"
    elif word == "unknown" and margins and ABSENT not in margins:
        word = "within"
        reason += f"; the bids for it are certainly less than {100 * max(margins):.0f}% of the maximum above those for two of them, and less than that below those for two"
    elif word == "unknown":
        reason += "; too few games to distinguish it from the printed cards"
    return replace(found, verdict=word, words=VERDICTS[word].format(found.class_), reason=reason)


def disagree(ranks: Sequence[Rank]) -> bool:
    """Whether the ranks have no value in common."""
    return max(own.best for own in ranks) > min(own.worst for own in ranks)


def joint(ranks: Sequence[Rank]) -> Rank:
    """The union of the ranks."""
    return Rank(best=min(own.best for own in ranks), worst=max(own.worst for own in ranks), of=ranks[0].of)


def _no_evidence(study: CardStats) -> str:
    """Why the games are no evidence about the card, if they are not: it must pay two bots, or be used by them."""
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
    if own.games is not ABSENT and own.games < FEWEST:
        return f"{own.bot} has finished only {own.games} games"
    what = " or ".join(
        word for word, known in (("was paid by it", own.paid), ("used it", own.uses)) if known is not None
    )
    often = f"in {100 * touched.share:.0f}% of its games" if touched.share else "in no game"
    still = " and left {} unchanged".format(", ".join(own.still)) if own.still else ""
    return f"{own.bot} {what or 'met it'} {often}{still}"


def _disagreement(study: CardStats) -> str:
    """The text that the card helps one bot and harms another, if so."""
    signs = {own.bot: sign(gain_of(own)) for own in study.found.known}
    more, less = ([bot for bot, found in signs.items() if found == wanted] for wanted in (1, -1))
    if not (more and less):
        return ""
    return f"the bots disagree: with it {', '.join(more)} scores more and {', '.join(less)} less"


def _gains(study: CardStats) -> str:
    """Whether the card adds points at all, for the bots for which it is known."""
    bots_by_effect: dict[str, list[str]] = {}
    slight: list[BotWithCard] = []
    for own in study.found.known:
        words = ("", "more", "fewer")[sign(gain_of(own))]
        if not words and adds_little(study.found, own):
            slight.append(own)
        else:
            bots_by_effect.setdefault(words, []).append(own.bot)
    parts = [
        f"with it {' and '.join(bots_by_effect[words])} certainly scored {words} points"
        for words in bots_by_effect
        if words
    ]
    if slight:
        most = max(tolerance(study.found, own) or 0.0 for own in slight)
        bots = " and ".join(own.bot for own in slight)
        parts.append(f"it certainly changes the total of {bots} by less than {most:.1f} points")
    if "" in bots_by_effect:
        open_ = bots_by_effect[""]
        needed = max((_enough(study.found, own) for own in study.found.known if own.bot in open_), default=0)
        more = f" (about {needed} games would)" if needed > study.found.games else ""
        parts.append(f"the games do not show whether it adds points for {' and '.join(open_)}{more}")
    return ", ".join(parts)


def _enough(found: CardBalance, own: BotWithCard) -> int:
    """About how many games are needed to show whether a card adds something for a bot, or little, if it adds what it
    seems to: until the interval around that leaves out 0, or lies within the `tolerance`."""
    gain, most = gain_of(own), tolerance(found, own)
    if not most or gain.low is ABSENT:
        return 0
    size = abs(gain.mean)
    return ceil(found.games * ((gain.high - gain.low) / 2 / max(size, most - size)) ** 2)


# ------------------------------------------------------------------ among the printed cards


def _ranks(study: CardStats, printed: BalanceOutput | None, none: str) -> list[Rank] | str:
    """The rank by each bot for which it is known, or why there is none."""
    if printed is None:
        return none
    if others := differing(study.setting, printed):
        if {"cards", "layouts"} & set(others):  # the texts of these are part of the digest of the rules
            others = [key for key in others if key != "rules"]
        return f"the table of printed cards was made with different {', '.join(others)}"
    card, category = study.found.card, study.found.class_
    if not printed_cards(printed, category, card):
        return f"the table of printed cards has no {category} cards"
    ranks = []
    for own in study.found.known:
        ahead = _ahead(own, _others(own, printed, study), study)
        if len(ahead) < ENOUGH:
            return f"too few printed {category} cards are known for {own.bot}"
        ranks.append(_rank(ahead, study.critical))
    return ranks


def _among(study: CardStats, printed: BalanceOutput) -> float | None:
    """The margin in points by which a card is significantly not stronger than `WITNESSES` of the printed ones, nor
    weaker than as many, for every bot; None if that is not shown.

    The margin is `LITTLE` standard deviations of a total in the games of the table, so it does not depend on the tested
    games.
    """
    margins = []
    for own in study.found.known:
        others = _others(own, printed, study)
        ahead, most = _ahead(own, others, study), _margin(others)
        if most is None:
            return None
        if not _has_witnesses(ahead, most, study.critical):
            return None
        margins.append(most)
    return max(margins, default=None)


def _has_witnesses(ahead: Sequence[MeanOutput], most: float, critical: float) -> bool:
    """Whether `WITNESSES` of the differences of other cards and a card are significantly above minus the margin, and as
    many below it."""
    higher = sum(other.mean + most > critical * other.error for other in ahead)
    lower = sum(other.mean - most < -critical * other.error for other in ahead)
    return min(higher, lower) >= WITNESSES


def _more(study: CardStats, printed: BalanceOutput | None) -> str:
    """The half-width of the interval that is widest relative to its margin, and about how many games would reduce it to
    the margin; empty if it is within."""
    if printed is None:
        return ""
    found = []
    for own in study.found.known:
        gain, most = gain_of(own), _margin(_others(own, printed, study))
        if most is not None and gain.low is not ABSENT:
            found.append(((gain.high - gain.low) / 2 / most, most))
    part, most = max(found, default=(0.0, 0.0))
    if part <= 1:
        return ""
    games = ceil(study.found.games * part * part)
    return (
        f": what it adds is known to {part * most:.1f} points, and about {games} games would bring that to {most:.1f}"
    )


def _margin(others: KnownCards) -> float | None:
    """What is `LITTLE` for a total in the games of a table without a card; None if that is not known."""
    return max((most for card, other in others if (most := tolerance(card, other)) is not None), default=None)


KnownCards: TypeAlias = list[tuple[CardBalance, BotWithCard]]


def _others(own: BotWithCard, printed: BalanceOutput, study: CardStats) -> KnownCards:
    """The printed cards that a card is compared with for a bot."""
    return _known_printed(printed, study.found.class_, own.bot, study.found.card)


def _ahead(own: BotWithCard, others: KnownCards, study: CardStats) -> list[MeanOutput]:
    """The differences of the other cards and a card."""
    return [_closest(own, other, study.critical) for _, other in others]


def _closest(own: BotWithCard, other: BotWithCard, critical: float) -> MeanOutput:
    """The difference of a printed card and a card: of their gains or, as games without a card cancel out, of the totals
    with them, whichever has the smaller error.

    Both estimate the same. Gains are exact if a card changes no decision, and totals have less variance if games
    diverge early. If a player holds the card, only gains do: there are no games without it, and those with different
    cards need not have the same totals.
    """
    assert own.points is not None and other.points is not None
    found = [_above(_of_few(gain_of(own), critical), gain_of(other))]
    if (
        own.games is ABSENT
        and own.points.with_
        and other.points.with_
        and ABSENT not in (own.points.with_.error, other.points.with_.error)
    ):
        found.append(_above(_of_few(own.points.with_, critical), other.points.with_))
    return min(found, key=lambda one: one.error)


def _of_few(found: MeanOutput, critical: float) -> MeanOutput:
    """A mean whose error is taken from its interval, which is wider for few games (Student's t)."""
    if found.low is ABSENT:
        return found
    return MeanOutput(mean=found.mean, error=(found.high - found.low) / (2 * critical))


def _above(one: MeanOutput, other: MeanOutput) -> MeanOutput:
    """The difference of two means. The errors are added as if the samples were independent; games without a card are
    often the same, so this is conservative."""
    return MeanOutput(mean=other.mean - one.mean, error=hypot(one.error, other.error))


def comparable(setting: SettingOutput, printed: BalanceOutput) -> bool:
    """Whether a table of printed cards was made with a setting that agrees in all keys of `SAME`."""
    return not differing(setting, printed)


def differing(setting: SettingOutput, printed: BalanceOutput) -> list[str]:
    """The keys in which the setting of a table of printed cards differs, so that they cannot be compared."""
    return [key for key in SAME if getattr(printed.setting, key) != getattr(setting, key)]


def printed_cards(printed: BalanceOutput, category: str, but: str = "") -> list[CardBalance]:
    """The printed cards of a class, without `but`."""
    return [one for one in printed.cards if one.class_ == category and one.card != but]


def printed_gains(printed: BalanceOutput, category: str, bot: str, but: str = "") -> dict[str, DifferenceOutput]:
    """The gains of the printed cards of a class, without `but`, for a bot, as far as they are known."""
    return {card.card: gain_of(own) for card, own in _known_printed(printed, category, bot, but)}


def _known_printed(printed: BalanceOutput, category: str, bot: str, but: str = "") -> KnownCards:
    """The printed cards of a class, without `but`, that are known for a bot, and their numbers."""
    cards = printed_cards(printed, category, but)
    return [(card, own) for card in cards for own in card.known if own.bot == bot]


def is_close_to(gain: MeanOutput, others: Sequence[MeanOutput], most: float, critical: float) -> bool:
    """Whether a number is significantly less than a margin above those of other cards, and below them (`WITNESSES`)."""
    return _has_witnesses([_above(gain, other) for other in others], most, critical)


def rank_of(gain: MeanOutput, others: Sequence[MeanOutput], critical: float) -> Rank:
    """The rank by the numbers of other cards that are significantly better, and significantly worse."""
    return _rank([_above(gain, other) for other in others], critical)


def _rank(ahead: Sequence[MeanOutput], critical: float) -> Rank:
    """The rank by the differences of the other cards."""
    above = sum(other.mean > critical * other.error for other in ahead)
    below = sum(other.mean < -critical * other.error for other in ahead)
    return Rank(best=1 + above, worst=len(ahead) + 1 - below, of=len(ahead) + 1)
