"""Secret blocks of more than two players: an equilibrium of those who are alike, else one that is nearly one.

Who is alike gets the same for the same answers, but for a constant, however the others are numbered; such players mix
alike (`symmetric`). Where they are not, fictitious play (Brown 1951) comes near an equilibrium in many games, though not in
all (Shapley 1964): how near says what another answer would gain.

Only some answers are ever mixed, so only these are played against each other: the game is solved with a few answers, the best
response of all that there are joins them, and so on until none gains more (double oracle: McMahan, Gordon, Blum 2003).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from tilewright.equilibria.answers import Answers
from tilewright.equilibria.block import SecretBlock, Worth
from tilewright.equilibria.symmetric import Payoffs, solve_symmetric

ALIKE = 1e-9
"""What players who are alike get may differ by so much."""
ROUNDS = (50, 500, 5000)
"""Of fictitious play; more where fewer do not come to an equilibrium."""
GAIN = 1e-9
"""An answer that gains no more does not join those that are mixed."""
PayArray = NDArray[np.float64]


def block_of_several(answers: Answers) -> SecretBlock:
    """How they answer at once."""
    restricted = _Restricted(answers)
    while True:
        mixes, alike = restricted.solved()
        pays = restricted.responses(mixes)
        if not restricted.grow(pays):
            break
    at = range(len(mixes))
    gap = max(float(pays[i].max() - mixes[i] @ pays[i][restricted.chosen[i]]) for i in at)
    told = {
        player: {
            answers.texts[i][own]: float(chance)
            for own, chance in zip(restricted.chosen[i], mixes[i], strict=True)
            if chance
        }
        for i, player in enumerate(answers.players)
    }
    worth = _mean(restricted.worths(), mixes)
    return SecretBlock(told, tuple(map(float, worth)), max(0.0, gap), alike=alike, several=True)


class _Restricted:
    """The game with some of the answers: `chosen` are the indices of those of each player."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._texts = answers.texts
        self._same = all(own == self._texts[0] for own in self._texts)
        self.chosen = [[0] for _ in self._texts]

    def worths(self) -> PayArray:
        """What all get: an axis for the answers of each player, and one for the players of the game."""
        sizes = tuple(map(len, self.chosen))
        found = [self._worth(own) for own in product(*self.chosen)]
        return np.array(found, dtype=float).reshape(*sizes, -1)

    def solved(self) -> tuple[list[PayArray], bool]:
        """How each of the players mixes the chosen answers, and whether they do it alike."""
        worths, players = self.worths(), self._answers.players
        pays = _alike(players, worths) if self._same and self.chosen.count(self.chosen[0]) == len(players) else None
        if pays is None:
            return _fictitious(players, worths), False
        solved = solve_symmetric(Payoffs(len(self.chosen[0]), pays))
        return [np.array(solved.mix)] * len(players), True

    def responses(self, mixes: Sequence[PayArray]) -> list[PayArray]:
        """What each answer that there is pays each player while the others mix the chosen ones."""
        found = []
        for i, player in enumerate(self._answers.players):
            others = [
                [(own, chance) for own, chance in zip(self.chosen[j], mixes[j], strict=True) if chance]
                for j in range(len(mixes))
                if j != i
            ]
            pays = np.zeros(len(self._texts[i]))
            for said in product(*others):
                chance = float(np.prod([one for _, one in said]))
                rest = [own for own, _ in said]
                for own in range(len(pays)):
                    pays[own] += chance * float(self._worth((*rest[:i], own, *rest[i:]))[player])
            found.append(pays)
        return found

    def grow(self, pays: Sequence[PayArray]) -> bool:
        """Let the best responses join that gain more than the chosen answers; whether there is one. Who is alike learns of all."""
        new = [
            {int(own.argmax())} if own.max() > own[chosen].max() + GAIN else set[int]()
            for own, chosen in zip(pays, self.chosen, strict=True)
        ]
        if self._same:
            new = [set().union(*new)] * len(new)
        before = self.chosen
        self.chosen = [sorted({*chosen, *more}) for chosen, more in zip(before, new, strict=True)]
        return self.chosen != before

    def _worth(self, own: Sequence[int]) -> Worth:
        return self._answers(tuple(texts[at] for texts, at in zip(self._texts, own, strict=True)))


def _alike(players: Sequence[int], worths: PayArray) -> dict[tuple[int, tuple[int, ...]], float] | None:
    """What an answer pays by what the others answer, in order; None where that depends on who they are."""
    pays: dict[tuple[int, tuple[int, ...]], float] = {}
    means = [float(worths[..., player].mean()) for player in players]
    for chosen in np.ndindex(worths.shape[:-1]):
        for at, player in enumerate(players):
            worth = float(worths[chosen][player]) - means[at]
            known = pays.setdefault((chosen[at], tuple(sorted(chosen[:at] + chosen[at + 1 :]))), worth)
            if abs(known - worth) > ALIKE:
                return None
    return pays


def _fictitious(players: Sequence[int], worths: PayArray) -> list[PayArray]:
    """How often each answer of each player was best against what the others had answered before."""
    mixes: list[PayArray] = []
    for rounds in ROUNDS:
        counts = [np.ones(size) for size in worths.shape[:-1]]
        for _ in range(rounds):
            mixes = [own / own.sum() for own in counts]
            for own, pays in zip(counts, _payoffs(players, worths, mixes), strict=True):
                own[int(pays.argmax())] += 1
        mixes = [(own - 1) / (own.sum() - len(own)) for own in counts]
        found = zip(_payoffs(players, worths, mixes), mixes, strict=True)
        if max(float(own.max() - mix @ own) for own, mix in found) < GAIN:
            break
    return mixes


def _payoffs(players: Sequence[int], worths: PayArray, mixes: Sequence[PayArray]) -> list[PayArray]:
    """What each answer pays each player while the others mix."""
    found = []
    for at, player in enumerate(players):
        pays = worths[..., player]
        for other in reversed(range(len(players))):
            if other != at:
                pays = np.tensordot(pays, mixes[other], axes=(other, 0))
        found.append(np.asarray(pays))
    return found


def _mean(worths: PayArray, mixes: Sequence[PayArray]) -> PayArray:
    """What all get while all mix."""
    for mix in mixes:
        worths = np.tensordot(mix, worths, axes=(0, 0))
    return np.asarray(worths)
