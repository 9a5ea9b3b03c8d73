"""Secret blocks of more than two players: one equilibrium of many, or what is nearly one.

Who is alike gets the same for the same answers, but for a constant, however the others are numbered; such players mix
alike (`symmetric`), others each in its own way (`bimatrix` for two of them, `asymmetric`). How near an equilibrium is says what another answer would gain.

Only some answers are ever mixed, so only these are played against each other: the game is solved with a few answers, the best
response of all that there are joins them, and so on until none gains more (double oracle: McMahan, Gordon, Blum 2003).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import product

import numpy as np

from tilewright.equilibria.answers import Answers
from tilewright.equilibria.asymmetric import AsymmetricPayoffs
from tilewright.equilibria.bimatrix import NoPath, solve_bimatrix
from tilewright.equilibria.block import SecretBlock, Worth
from tilewright.equilibria.payoffs import Reals
from tilewright.equilibria.supports import solve_supports
from tilewright.equilibria.symmetric import SymmetricPayoffs

ALIKE = 1e-9
"""What players who are alike get may differ by so much."""
GAIN = 1e-9
"""An answer that gains no more does not join those that are mixed."""


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
    strategies = {
        player: {
            answers.texts[i][own]: float(chance)
            for own, chance in zip(restricted.chosen[i], mixes[i], strict=True)
            if chance
        }
        for i, player in enumerate(answers.players)
    }
    worth = _mean(restricted.worths(), mixes)
    return SecretBlock(strategies, tuple(map(float, worth)), max(0.0, gap), alike=alike, several=True)


class _Restricted:
    """The game with some of the answers: `chosen` are the indices of those of each player."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._texts = answers.texts
        self._same = all(own == self._texts[0] for own in self._texts)
        self.chosen = [[0] for _ in self._texts]

    def worths(self) -> Reals:
        """What all get: an axis for the answers of each player, and one for the players of the game."""
        sizes = tuple(map(len, self.chosen))
        found = [self._worth(own) for own in product(*self.chosen)]
        return np.array(found, dtype=float).reshape(*sizes, -1)

    def solved(self) -> tuple[list[Reals], bool]:
        """How each of the players mixes the chosen answers, and whether they do it alike."""
        worths, players = self.worths(), self._answers.players
        pays = _alike(players, worths) if self._same and self.chosen.count(self.chosen[0]) == len(players) else None
        if pays is None:
            return _solved([worths[..., player] for player in players]), False
        solved = solve_supports(SymmetricPayoffs(len(self.chosen[0]), pays))
        return [np.array(solved.mixes[0])] * len(players), True

    def responses(self, mixes: Sequence[Reals]) -> list[Reals]:
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

    def grow(self, pays: Sequence[Reals]) -> bool:
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


def _alike(players: Sequence[int], worths: Reals) -> dict[tuple[int, tuple[int, ...]], float] | None:
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


def _solved(tables: Sequence[Reals]) -> list[Reals]:
    """How players mix who need not be alike; the arrays have what each gets."""
    if len(tables) == 2:
        with suppress(NoPath):
            return list(solve_bimatrix(*tables))
    return [np.array(mix) for mix in solve_supports(AsymmetricPayoffs(tables)).mixes]


def _mean(worths: Reals, mixes: Sequence[Reals]) -> Reals:
    """What all get while all mix."""
    for mix in mixes:
        worths = np.tensordot(mix, worths, axes=(0, 0))
    return np.asarray(worths)
