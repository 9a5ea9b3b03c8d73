"""Secret choices in games between bots: aggregated over many games, and what they say about a card compared with
others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from random import Random
from statistics import fmean, pstdev

from tilewright.outputs.games import (
    BalanceOutput,
    GivenByBot,
    MeanOutput,
    Played,
    Rank,
    SecretAnswers,
    SecretPiece,
    SecretsAboutCard,
    SecretSummary,
)
from tilewright.outputs.output import ABSENT
from tilewright.play.match import Match
from tilewright.play.state import Move
from tilewright.play.view import answer_of, card_at, offered, revealed, same_secret, secret_block
from tilewright.sim.estimates import LITTLE, interval, mean, share
from tilewright.sim.verdict import ENOUGH, disagree, is_close_to, joint, printed_cards, rank_of


class SecretsWatch:
    """Records the secret choices in a match as the moves are made: the blocks of numbers in which somebody had a
    choice, and the pieces."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._kept: dict[int, int] = {}
        self.found: list[SecretAnswers] = []
        self.pieces = PiecesTally()

    def play(self, move: Move) -> None:
        """Make a move of the match."""
        match = self._match
        if not match.game.answers:
            match.play(move)
            return
        before = match.state
        block, choice = secret_block(before), before.choice
        found = revealed(match.machine, match.state, move)
        name, pieces = offered(match.machine, before)
        if block is not None and pieces:
            about, codes = card_at(match.machine, before, block.env), [kind.code for kind in match.game.kinds]
            shown = {codes[answer - 1] for answer in pieces}
            self.pieces.choice(name, about, shown, codes[answer_of(match.machine, before, move) - 1])
        if block is None or choice is None or found is None or any(match.game.answers[name] for name in found.answers):
            match.play(move)
            return
        player = before.player
        self._kept[player] = self._kept.get(player, 0) + choice.elements[-1].number - before.picked(move).number
        match.play(move)
        after = secret_block(match.state)
        if after is None or not same_secret(before, match.state):
            given = [sum(one or 0 for one in own) for own in zip(*found.answers.values(), strict=True)]
            most = [
                given[seat] + self._kept.get(seat, 0) if seat in found.asked else None for seat in range(len(given))
            ]
            self.found.append(SecretAnswers(about=found.about, answers=found.answers, most=most))
            self._kept = {}


class PiecesTally:
    """Counts the secret choices of pieces, by the name of the answer, the card and the code of the piece."""

    def __init__(self) -> None:
        self._offered: Counter[tuple[str, str, str]] = Counter()
        self._chosen: Counter[tuple[str, str, str]] = Counter()

    def choice(self, answer: str, about: str, offered: Iterable[str], chosen: str) -> None:
        """Add a choice between pieces; if all are of one kind, there is none."""
        keys = {(answer, about, code) for code in offered}
        if len(keys) > 1:
            self._offered.update(keys)
            self._chosen[answer, about, chosen] += 1

    def add(self, pieces: Iterable[SecretPiece]) -> None:
        """Add the choices of a game."""
        for own in pieces:
            key = own.answer, own.about, own.piece
            self._offered[key] += own.offered
            self._chosen[key] += own.chosen

    def summary(self) -> list[SecretPiece]:
        """The counts, by name and card, with codes in order."""
        return [
            SecretPiece(answer=key[0], about=key[1], piece=key[2], offered=offered, chosen=self._chosen[key])
            for key, offered in sorted(self._offered.items())
        ]


SecretSort = tuple[str, ...]
"""The names of the answers in a block: blocks with the same names are of the same kind."""


@dataclass(frozen=True)
class SecretSums:
    """The secret blocks of one kind about one card in a game.

    By block and seat, `given` is the sum of the player's answers and `most` its maximum; None for a player who was not
    asked.
    """

    about: str
    names: SecretSort
    given: tuple[tuple[int | None, ...], ...]
    most: tuple[tuple[int | None, ...], ...]

    @property
    def sums(self) -> list[int]:
        """The sums of all players in all blocks."""
        return [one for block in self.given for one in block if one is not None]

    @property
    def mean(self) -> float:
        """The mean of a player's sum."""
        return fmean(self.sums)

    @property
    def unwanted(self) -> int:
        """The number of blocks in which nobody gave anything."""
        return sum(not any(block) for block in self.given)

    def of(self, seats: Sequence[int]) -> list[tuple[list[int], int]]:
        """For each block, the sums of the players at some seats, and the maximum of their total."""
        return [
            ([one for seat in seats if (one := given[seat]) is not None], sum(most[seat] or 0 for seat in seats))
            for given, most in zip(self.given, self.most, strict=True)
        ]


def sums(secrets: Iterable[SecretAnswers]) -> list[SecretSums]:
    """The blocks of a game by card and kind."""
    found: dict[tuple[str, SecretSort], list[tuple[tuple[int | None, ...], tuple[int | None, ...]]]] = {}
    for one in secrets:
        blocks = found.setdefault((one.about, tuple(one.answers)), [])
        blocks.append((tuple(_by_seat(one.answers)), tuple(one.most)))
    return [
        SecretSums(about, names, *(tuple(side) for side in zip(*blocks, strict=True)))
        for (about, names), blocks in found.items()
    ]


def _by_seat(answers: Mapping[str, Sequence[int | None]]) -> Iterator[int | None]:
    for own in zip(*answers.values(), strict=True):
        known = [number for number in own if number is not None]
        yield sum(known) if known else None


class SecretsTally:
    """Aggregates the secret blocks of games by card and kind."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, SecretSort], Counter[int]] = {}
        self._blocks: Counter[tuple[str, SecretSort]] = Counter()
        self._unwanted: Counter[tuple[str, SecretSort]] = Counter()

    def add(self, secrets: Iterable[SecretAnswers]) -> None:
        """Add a game."""
        for own in sums(secrets):
            key = own.about, own.names
            self._given.setdefault(key, Counter()).update(own.sums)
            self._blocks[key] += len(own.given)
            self._unwanted[key] += own.unwanted

    def summary(self) -> list[SecretSummary]:
        """What was given, the most first."""
        found = [
            SecretSummary(
                about=key[0],
                answers=list(key[1]),
                blocks=self._blocks[key],
                mean=mean(given),
                most=max(given),
                unwanted=share(self._unwanted[key], self._blocks[key]),
            )
            for key, given in self._given.items()
        ]
        return sorted(found, key=lambda one: (one.answers, -one.mean, one.about))


SHUFFLES, LEVEL = 199, 0.05
"""The number of permutations in the permutation test, and its level: with the observed order there are 200, of which the
level is a whole number."""
NO_EVIDENCE = "bids do not depend on the card in the games of {}"


@dataclass(frozen=True, slots=True)
class ShareGiven:
    """What was given for a card, as a `part` of the `most`."""

    card: str
    most: int
    part: float


@dataclass(frozen=True)
class SecretGames:
    """The blocks of one kind in games, by game and card; `seats` are those of each bot by game."""

    names: SecretSort
    blocks: tuple[Mapping[str, SecretSums], ...]
    seats: tuple[Mapping[str, Sequence[int]], ...]

    def about(self, card: str) -> list[SecretSums]:
        """The blocks about a card, by game."""
        return [found[card] for found in self.blocks if card in found]

    def parts(self, bot: str) -> list[ShareGiven]:
        """For each block in which a bot had a choice: what it gave, as a part of the maximum."""
        return [
            ShareGiven(card, most, sum(given) / most)
            for found, seats in zip(self.blocks, self.seats, strict=True)
            for card, own in found.items()
            for given, most in own.of(seats.get(bot, ()))
            if most
        ]

    def given(self, card: str, bot: str, critical: float) -> tuple[MeanOutput, MeanOutput] | None:
        """What a bot gave for a card: the mean per player, and the mean part of the maximum; the sample unit is a game."""
        means, parts = [], []
        for found, seats in zip(self.blocks, self.seats, strict=True):
            own = found[card].of(seats[bot]) if card in found and bot in seats else []
            every, most = [one for given, _ in own for one in given], sum(most for _, most in own)
            if most:
                means.append(fmean(every))
                parts.append(sum(every) / most)
        return (interval(means, critical), interval(parts, critical)) if parts else None


def secret_games(card: str, games: Sequence[Played]) -> SecretGames | None:
    """The blocks of the most frequent kind about a card in games; None if there are none."""
    found: dict[SecretSort, list[dict[str, SecretSums]]] = {}
    for number, game in enumerate(games):
        for own in sums(game.secrets or ()):
            found.setdefault(own.names, [{} for _ in games])[number][own.about] = own
    counts = {names: sum(len(own[card].given) for own in blocks if card in own) for names, blocks in found.items()}
    if not any(counts.values()):
        return None
    names = max(counts, key=counts.__getitem__)
    seats = tuple({bot: [at for at, one in enumerate(game.bots) if one == bot] for bot in game.bots} for game in games)
    return SecretGames(names, tuple(found[names]), seats)


def about_card(
    id: str, category: str, games: Sequence[Played], critical: float, printed: BalanceOutput | None = None
) -> SecretsAboutCard | None:
    """What was given in secret for a card in games, and its rank by that; None if nothing was.

    The rank is among the `printed` cards of its class, or without a table among all cards of the same games.
    """
    found = secret_games(id, games)
    if found is None:
        return None
    own = found.about(id)
    blocks = sum(len(one.given) for one in own)
    others = printed_cards(printed, category, id) if printed else []
    kept = [own.secrets for own in others if own.secrets and own.secrets.answers == list(found.names)]
    bots = [
        _of_bot(bot, id, found, critical, [own for one in kept for own in one.bots if own.bot == bot])
        for bot in dict.fromkeys(bot for game in games for bot in game.bots)
    ]
    rank, reason = _together(bots)
    return SecretsAboutCard(
        answers=list(found.names),
        blocks=blocks,
        mean=interval([one.mean for one in own], critical),
        unwanted=share(sum(one.unwanted for one in own), blocks, critical),
        bots=bots,
        rank=rank,
        reason=reason,
    )


def _of_bot(bot: str, id: str, found: SecretGames, critical: float, kept: Sequence[GivenByBot]) -> GivenByBot:
    """What a bot gave, whether that depends on the card at all, and the rank of the card by it.

    `kept` is what it gave for the printed cards, from a table.
    """
    mean, part = found.given(id, bot, critical) or (None, None)
    parts = found.parts(bot)
    tells = any(one.tells for one in kept) if kept else depends_on_card(parts)
    others = [one.part for one in kept] if kept else _others(id, bot, found, critical)
    known = [one for one in others if one and one.error is not ABSENT]
    own = GivenByBot(bot=bot, mean=mean, part=part, tells=tells, rank=None)
    if tells and part and part.error is not ABSENT and len(known) >= ENOUGH:
        own.rank, most = rank_of(part, known, critical), LITTLE * pstdev(one.part for one in parts)
        own.among = round(most, 4) if is_close_to(part, known, most, critical) else ABSENT
    return own


def _others(id: str, bot: str, found: SecretGames, critical: float) -> list[MeanOutput]:
    """What a bot gave for the other cards of the same games."""
    others = dict.fromkeys(about for own in found.blocks for about in own if about not in ("", id))
    given = (found.given(other, bot, critical) for other in others)
    return [one[1] for one in given if one]


def _together(bots: Sequence[GivenByBot]) -> tuple[Rank | None, str]:
    """The rank by all bots together, or why there is none: two bots must have evidence, and not disagree."""
    silent = [own.bot for own in bots if not own.tells]
    telling = [own.rank for own in bots if own.tells]
    if len(telling) < 2:
        reasons = [NO_EVIDENCE.format(" and of ".join(silent))] if silent else []
        return None, "; ".join(reasons + ["one bot alone proves nothing"] * len(telling))
    ranks = [rank for rank in telling if rank is not None]
    if len(ranks) < len(telling):
        return None, "there are too few games about it or about other cards"
    return (None, "the bots disagree") if disagree(ranks) else (joint(ranks), "")


def depends_on_card(blocks: Sequence[ShareGiven]) -> bool:
    """A permutation test whether what is given depends on the card, and not only on the maximum.

    Cards are permuted among blocks with the same `most`. The statistic is the between-card sum of squares of the parts,
    centered by the mean of such blocks. R. A. Fisher, The Design of Experiments (1935), section 21.
    """
    random = Random(0)
    alike: dict[int, list[ShareGiven]] = {}
    for block in blocks:
        alike.setdefault(block.most, []).append(block)
    means = {most: fmean(one.part for one in own) for most, own in alike.items()}
    parts = [block.part - means[block.most] for own in alike.values() for block in own]
    cards = [[block.card for block in own] for own in alike.values()]
    seen = _between(cards, parts)
    more = sum(_between([random.sample(own, len(own)) for own in cards], parts) >= seen for _ in range(SHUFFLES))
    return 1 + more <= LEVEL * (SHUFFLES + 1)


def _between(cards: Sequence[Sequence[str]], parts: Sequence[float]) -> float:
    """The between-card sum of squares, without terms that permutations do not change."""
    totals: dict[str, tuple[float, int]] = {}
    for card, part in zip(chain.from_iterable(cards), parts, strict=True):
        total, count = totals.get(card, (0.0, 0))
        totals[card] = total + part, count + 1
    return sum(total**2 / count for total, count in totals.values())
