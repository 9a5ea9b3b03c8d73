"""Equilibria of games in which several players choose at once: one of many, found with how far from one it is.

Fictitious play (Brown 1951) comes near an equilibrium in many games, though not in all (Shapley 1964); where it does not, the
path of logit equilibria (`logit`) leads to one. Either finds which choices matter (the supports), Newton's method on these the
chances: of each player all of them have to pay the same, and no other more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilewright.equilibria.logit import logit_path
from tilewright.equilibria.matrix import Payoffs, Reals, parts_of

ROUNDS = 40
"""Of fictitious play; where Newton's method does not come from what they lead to to an equilibrium, it begins on the logit path."""
CHANGES = 24
"""So many changes of what is chosen at all."""
NEWTON = 12
"""So many steps of Newton's method for each; where there is an equilibrium near, fewer are enough."""
CHOSEN = 2e-3
"""What fictitious play chose more often than that is taken to matter."""
NEAR = 1e-13
EXACT = 1e-11
"""An exploitability that comes of rounding, where no payoff is larger than 1."""


@dataclass(frozen=True)
class Mixed:
    """How each mixes, what it pays, and how much more another choice would pay one of them at most (`exploitability`)."""

    mixes: tuple[tuple[float, ...], ...]
    values: tuple[float, ...]
    exploitability: float


def solve_supports(payoffs: Payoffs) -> Mixed:
    """An equilibrium, or what comes nearest to one of all that was tried: how near says its exploitability."""
    search = _Search(payoffs)
    found = []
    for mix in _starts(payoffs, search):
        found.append(search.refined(mix))
        if found[-1].exploitability < EXACT * search.scale:
            break
    return min(found, key=lambda one: one.exploitability)


def _starts(payoffs: Payoffs, search: _Search) -> Iterator[Reals]:
    """Mixes that may be near an equilibrium: what is soon found first."""
    yield search.fictitious(ROUNDS)
    yield from logit_path(payoffs)


class _Search:
    """What is known of a game while it is solved: `parts` are the places of each who mixes in the vector of all."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs
        self._parts = parts_of(payoffs.sizes)
        self._owner = np.repeat(np.arange(len(self._parts)), payoffs.sizes)
        self.scale = max(1.0, payoffs.largest)

    def fictitious(self, rounds: int) -> Reals:
        """How often each choice was best against what the others had chosen before."""
        counts = np.ones(len(self._owner))
        for number in range(rounds):
            pays = self._payoffs.of(
                counts / np.repeat([number + size for size in self._payoffs.sizes], self._payoffs.sizes)
            )
            for part in self._parts:
                counts[part.start + int(pays[part].argmax())] += 1
        return np.asarray((counts - 1) / rounds)

    def refined(self, mix: Reals) -> Mixed:
        """The best of what Newton's method comes to from a mix."""
        best = self._mixed(mix)
        chosen = np.flatnonzero(mix > CHOSEN)
        for _ in range(CHANGES):
            found = self._newton(mix, chosen)
            if found is None:
                break
            if found[chosen].min() < 0:
                chosen = np.delete(chosen, found[chosen].argmin())
            else:
                mix = found
                best = min(best, self._mixed(mix), key=lambda one: one.exploitability)
                gains = self._gains(mix)
                other = int(gains.argmax())
                if other in chosen or gains[other] < NEAR * self.scale:
                    break
                chosen = np.sort(np.append(chosen, other))
        return best

    def _values(self, mix: Reals, pays: Reals) -> Reals:
        return np.array([mix[part] @ pays[part] for part in self._parts])

    def _gains(self, mix: Reals) -> Reals:
        """How much more each choice pays than the mix of who has it."""
        pays = self._payoffs.of(mix)
        return np.asarray(pays - self._values(mix, pays)[self._owner])

    def _mixed(self, mix: Reals) -> Mixed:
        pays = self._payoffs.of(mix)
        values = self._values(mix, pays)
        mixes = tuple(tuple(map(float, mix[part])) for part in self._parts)
        return Mixed(mixes, tuple(map(float, values)), max(0.0, float((pays - values[self._owner]).max())))

    def _newton(self, mix: Reals, chosen: NDArray[np.intp]) -> Reals | None:
        """The mix of the chosen that makes all of one player's pay the same; None where no step leads to it."""
        mix = np.where(np.isin(np.arange(len(mix)), chosen), mix, 0.0)
        totals = np.array([mix[part].sum() for part in self._parts])
        if not totals.all():
            return None
        mix /= totals[self._owner]
        size, players = len(chosen), len(self._parts)
        whose = np.equal.outer(self._owner[chosen], np.arange(players)).astype(float)
        for _ in range(NEWTON):
            pays = self._payoffs.of(mix)
            values = self._values(mix, pays)
            wrong = np.concatenate([(pays - values[self._owner])[chosen], mix[chosen] @ whose - 1])
            if abs(wrong).max() < NEAR * self.scale:
                return mix
            system = np.zeros((size + players, size + players))
            system[:size, :size] = self._payoffs.slopes(mix)[np.ix_(chosen, chosen)]
            system[:size, size:], system[size:, :size] = -whose, whose.T
            step = np.linalg.lstsq(system, wrong, rcond=None)[0]
            mix[chosen] -= step[:size]
            if not np.isfinite(mix).all() or abs(mix).max() > 10:
                break
        return None
