"""What many games have in common of what is chosen in secret: how much for which card, and how often nobody gives anything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from tilewright.sim.estimates import interval, mean, share
from tilewright.sim.verdict import rank_of


@dataclass(frozen=True)
class SecretSums:
    """The secret blocks of one sort about one card in a game.

    `names` are those of the answers; `given` is by block and player who was asked the sum of what that player gave.
    """

    about: str
    names: tuple[str, ...]
    given: tuple[tuple[int, ...], ...]

    @property
    def mean(self) -> float:
        """What a player gave in a block."""
        return fmean(one for block in self.given for one in block)

    @property
    def unwanted(self) -> int:
        """In how many blocks nobody gave anything."""
        return sum(not any(block) for block in self.given)


def sums(secrets: Iterable[Mapping[str, object]]) -> list[SecretSums]:
    """The blocks of a game by card and sort."""
    found: dict[tuple[str, tuple[str, ...]], list[tuple[int, ...]]] = {}
    for one in secrets:
        answers: Mapping[str, Sequence[int | None]] = one["answers"]  # type: ignore[assignment]
        found.setdefault((str(one["about"]), tuple(answers)), []).append(tuple(_by_player(answers)))
    return [SecretSums(about, names, tuple(given)) for (about, names), given in found.items()]


def _by_player(answers: Mapping[str, Sequence[int | None]]) -> Iterator[int]:
    for own in zip(*answers.values(), strict=True):
        known = [number for number in own if number is not None]
        if known:
            yield sum(known)


class SecretsTally:
    """Adds up the secret blocks of games by card and sort."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, tuple[str, ...]], Counter[int]] = {}
        self._blocks: Counter[tuple[str, tuple[str, ...]]] = Counter()
        self._unwanted: Counter[tuple[str, tuple[str, ...]]] = Counter()

    def add(self, secrets: Iterable[Mapping[str, object]]) -> None:
        """One more game."""
        for own in sums(secrets):
            key = own.about, own.names
            self._given.setdefault(key, Counter()).update(one for block in own.given for one in block)
            self._blocks[key] += len(own.given)
            self._unwanted[key] += own.unwanted

    def summary(self) -> list[dict[str, object]]:
        """What was given, the most first."""
        found: list[dict[str, object]] = [
            {
                "about": key[0],
                "answers": list(key[1]),
                "blocks": self._blocks[key],
                "mean": mean(given),
                "most": max(given),
                "unwanted": share(self._unwanted[key], self._blocks[key]),
            }
            for key, given in self._given.items()
        ]
        return sorted(found, key=lambda one: (one["answers"], -float(str(one["mean"])), one["about"]))


def about_card(card: str, games: Sequence[Iterable[Mapping[str, object]]], critical: float) -> dict[str, object] | None:
    """What was given in secret for a card in games, and its place among all cards of the same games; None without any.

    Of the sorts of blocks about it the one that there was most often is told.
    """
    known: dict[tuple[str, ...], dict[str, list[SecretSums]]] = {}
    for secrets in games:
        for own in sums(secrets):
            known.setdefault(own.names, {}).setdefault(own.about, []).append(own)
    sorts = [of for of in known.values() if card in of]
    if not sorts:
        return None
    of = max(sorts, key=lambda one: sum(len(own.given) for own in one[card]))
    means = {about: interval([own.mean for own in found], critical) for about, found in of.items() if about}
    blocks = sum(len(own.given) for own in of[card])
    others = [found for about, found in means.items() if about != card and "error" in found]
    rank = rank_of(means[card], others, critical) if "error" in means[card] else None
    return {
        "answers": list(of[card][0].names),
        "blocks": blocks,
        "mean": means[card],
        "unwanted": share(sum(own.unwanted for own in of[card]), blocks, critical),
        "rank": rank and {"best": rank.best, "worst": rank.worst, "of": rank.of},
    }
