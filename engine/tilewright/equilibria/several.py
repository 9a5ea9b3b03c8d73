"""Secret blocks of more than two players: an equilibrium of those who are alike, else one that is nearly one.

Who is alike gets the same for the same answers, however the others are numbered; such players mix alike (`symmetric`).
Where they are not, fictitious play (Brown 1951) comes near an equilibrium in many games, though not in all (Shapley
1964): how near says what another answer would gain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from tilewright.equilibria.block import SecretBlock, Worth, texts_of
from tilewright.equilibria.symmetric import Payoffs, solve_symmetric

ALIKE = 1e-9
"""What players who are alike get may differ by so much."""
ROUNDS = 5000
"""Of fictitious play."""


def block_of_several(players: tuple[int, ...], found: Mapping[tuple[str, ...], Worth]) -> SecretBlock:
    """How they answer at once; `found` has what all get for each way in which they may."""
    texts = [texts_of(found, at) for at in range(len(players))]
    worths = np.zeros((*map(len, texts), len(next(iter(found.values())))))
    for said, worth in found.items():
        worths[tuple(own.index(text) for own, text in zip(texts, said, strict=True))] = [float(one) for one in worth]
    pays = _alike(players, worths) if all(own == texts[0] for own in texts) else None
    if pays is not None:
        solved = solve_symmetric(Payoffs(len(texts[0]), pays))
        mixes, gap = [np.array(solved.mix)] * len(players), solved.exploitability
    else:
        mixes = _fictitious(players, worths)
        gap = max(
            float(own.max() - mix @ own) for own, mix in zip(_payoffs(players, worths, mixes), mixes, strict=True)
        )
    told = {
        player: {text: float(chance) for text, chance in zip(own, mix, strict=True) if chance}
        for player, own, mix in zip(players, texts, mixes, strict=True)
    }
    mean = worths
    for mix in mixes:
        mean = np.tensordot(mix, mean, axes=(0, 0))
    return SecretBlock(told, tuple(map(float, mean)), max(0.0, gap), alike=pays is not None, several=True)


def _alike(players: Sequence[int], worths: NDArray[np.float64]) -> dict[tuple[int, tuple[int, ...]], float] | None:
    """What an answer pays by what the others answer, in order; None where that depends on who they are."""
    pays: dict[tuple[int, tuple[int, ...]], float] = {}
    for chosen in np.ndindex(worths.shape[:-1]):
        for at, player in enumerate(players):
            worth = float(worths[chosen][player])
            known = pays.setdefault((chosen[at], tuple(sorted(chosen[:at] + chosen[at + 1 :]))), worth)
            if abs(known - worth) > ALIKE:
                return None
    return pays


def _fictitious(players: Sequence[int], worths: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """How often each answer of each player was best against what the others had answered before."""
    counts = [np.ones(size) for size in worths.shape[:-1]]
    for _ in range(ROUNDS):
        mixes = [own / own.sum() for own in counts]
        for own, pays in zip(counts, _payoffs(players, worths, mixes), strict=True):
            own[int(pays.argmax())] += 1
    return [(own - 1) / (own.sum() - len(own)) for own in counts]


def _payoffs(
    players: Sequence[int], worths: NDArray[np.float64], mixes: Sequence[NDArray[np.float64]]
) -> list[NDArray[np.float64]]:
    """What each answer pays each player while the others mix."""
    found = []
    for at, player in enumerate(players):
        pays = worths[..., player]
        for other in reversed(range(len(players))):
            if other != at:
                pays = np.tensordot(pays, mixes[other], axes=(other, 0))
        found.append(np.asarray(pays))
    return found
