"""What is chosen in secret in the games that bots play, and what many games have in common of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from tilewright.outputs.games import SecretAnswers, SecretPiece, SecretSummary
from tilewright.play.match import Match
from tilewright.play.revealed import answer_of, card_at, offered, revealed
from tilewright.play.state import Move
from tilewright.play.unseen import same_secret, secret_block
from tilewright.sim.estimates import mean, share


class SecretsWatch:
    """Notes what is chosen in secret in a match, as the moves are made: the blocks of numbers in which somebody had a choice, and the pieces."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._kept: dict[int, int] = {}
        self.found: list[SecretAnswers] = []
        self.pieces = PiecesTally()

    def play(self, move: Move) -> None:
        """Make a move of the match."""
        match = self._match
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
    """Adds up the choices of pieces in secret, by the name of the answer, the card and the code of the piece."""

    def __init__(self) -> None:
        self._offered: Counter[tuple[str, str, str]] = Counter()
        self._chosen: Counter[tuple[str, str, str]] = Counter()

    def choice(self, answer: str, about: str, offered: Iterable[str], chosen: str) -> None:
        """One more choice between pieces; of only one sort there is none."""
        keys = {(answer, about, code) for code in offered}
        if len(keys) > 1:
            self._offered.update(keys)
            self._chosen[answer, about, chosen] += 1

    def add(self, pieces: Iterable[SecretPiece]) -> None:
        """The choices of one more game."""
        for own in pieces:
            key = own.answer, own.about, own.piece
            self._offered[key] += own.offered
            self._chosen[key] += own.chosen

    def summary(self) -> list[SecretPiece]:
        """What was chosen, by name and card, the codes in order."""
        return [
            SecretPiece(answer=key[0], about=key[1], piece=key[2], offered=offered, chosen=self._chosen[key])
            for key, offered in sorted(self._offered.items())
        ]


SecretSort = tuple[str, ...]
"""The names of what is chosen in a block: blocks of the same names are of one sort."""


@dataclass(frozen=True)
class SecretSums:
    """The secret blocks of one sort about one card in a game.

    By block and seat `given` is the sum of what a player gave and `most` what it could have been; None of who was not asked.
    """

    about: str
    names: SecretSort
    given: tuple[tuple[int | None, ...], ...]
    most: tuple[tuple[int | None, ...], ...]

    @property
    def sums(self) -> list[int]:
        """What players gave in a block, of all blocks."""
        return [one for block in self.given for one in block if one is not None]

    @property
    def mean(self) -> float:
        """What a player gave in a block."""
        return fmean(self.sums)

    @property
    def unwanted(self) -> int:
        """In how many blocks nobody gave anything."""
        return sum(not any(block) for block in self.given)

    def of(self, seats: Sequence[int]) -> list[tuple[list[int], int]]:
        """By block what the players of some seats gave, and the most that it could have come to together."""
        return [
            ([one for seat in seats if (one := given[seat]) is not None], sum(most[seat] or 0 for seat in seats))
            for given, most in zip(self.given, self.most, strict=True)
        ]


def sums(secrets: Iterable[SecretAnswers]) -> list[SecretSums]:
    """The blocks of a game by card and sort."""
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
    """Adds up the secret blocks of games by card and sort."""

    def __init__(self) -> None:
        self._given: dict[tuple[str, SecretSort], Counter[int]] = {}
        self._blocks: Counter[tuple[str, SecretSort]] = Counter()
        self._unwanted: Counter[tuple[str, SecretSort]] = Counter()

    def add(self, secrets: Iterable[SecretAnswers]) -> None:
        """One more game."""
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
