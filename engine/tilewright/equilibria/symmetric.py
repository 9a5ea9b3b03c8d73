"""Equilibria in which several players who are alike mix in the same way: one of many, and told with its exploitability.

Fictitious play (Brown 1951) finds which choices matter, Newton's method on these the chances: all of them have to pay
the same, and no other more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

ROUNDS = (40, 400, 4000)
"""Of fictitious play; more where Newton's method does not come from fewer to an equilibrium."""
STEPS = 60
"""Of Newton's method, with changes of what is chosen at all."""
CHOSEN = 2e-3
"""What fictitious play chose more often than that is taken to matter."""
NEAR = 1e-13
EXACT = 1e-11
"""An exploitability that comes of rounding."""

Others = tuple[int, ...]
"""What the other players chose, as indices in order."""


@dataclass(frozen=True)
class SymmetricEquilibrium:
    """A mix that all play; what it pays each of them, and how much more another choice would pay (`exploitability`)."""

    mix: tuple[float, ...]
    value: float
    exploitability: float


class Payoffs:
    """What each own choice pays against all that the others may choose: `table` has a row for each choice."""

    def __init__(self, choices: int, found: Mapping[tuple[int, Others], float]) -> None:
        others = sorted({pair[1] for pair in found})
        self.table = np.array([[found[own, other] for other in others] for own in range(choices)])
        self.counts = np.array([[other.count(at) for at in range(choices)] for other in others])
        ways = [factorial(len(other)) // prod(factorial(other.count(at)) for at in set(other)) for other in others]
        self.ways = np.array(ways, dtype=float)

    def of(self, mix: NDArray[np.float64]) -> NDArray[np.float64]:
        """What each choice pays when all others mix."""
        return np.asarray(self.table @ self._chances(mix))

    def slopes(self, mix: NDArray[np.float64]) -> NDArray[np.float64]:
        """How what each choice (row) pays changes with each chance of the mix (column)."""
        found = []
        for at in range(len(mix)):
            fewer = self.counts.copy()
            fewer[:, at] -= 1
            products = np.where(fewer < 0, 1.0, mix[None, :] ** np.maximum(fewer, 0))
            found.append(self.table @ (self.ways * self.counts[:, at] * products.prod(axis=1)))
        return np.array(found).T

    def _chances(self, mix: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(self.ways * (mix[None, :] ** self.counts).prod(axis=1))


def solve_symmetric(payoffs: Payoffs) -> SymmetricEquilibrium:
    """A symmetric equilibrium; how far from one it is says its exploitability."""
    found = []
    for rounds in ROUNDS:
        found.append(_polished(payoffs, _fictitious(payoffs, rounds)))
        if found[-1].exploitability < EXACT * max(1.0, float(abs(payoffs.table).max())):
            break
    return min(found, key=lambda one: one.exploitability)


def _polished(payoffs: Payoffs, mix: NDArray[np.float64]) -> SymmetricEquilibrium:
    """The best of what Newton's method comes to from a mix."""
    best = _told(payoffs, mix)
    chosen = np.flatnonzero(mix > CHOSEN)
    for _ in range(STEPS):
        found = _newton(payoffs, mix, chosen)
        if found is None:
            break
        if found[chosen].min() < 0:
            chosen = np.delete(chosen, found[chosen].argmin())
        else:
            mix = found
            best = min(best, _told(payoffs, mix), key=lambda one: one.exploitability)
            pays = payoffs.of(mix)
            other = int(pays.argmax())
            if other in chosen or pays[other] - mix @ pays < NEAR:
                break
            chosen = np.sort(np.append(chosen, other))
        if not len(chosen):
            break
    return best


def _told(payoffs: Payoffs, mix: NDArray[np.float64]) -> SymmetricEquilibrium:
    pays = payoffs.of(mix)
    value = float(mix @ pays)
    return SymmetricEquilibrium(tuple(map(float, mix)), value, max(0.0, float(pays.max()) - value))


def _fictitious(payoffs: Payoffs, rounds: int) -> NDArray[np.float64]:
    """How often each choice was best against what was chosen before."""
    counts = np.ones(len(payoffs.table))
    for _ in range(rounds):
        counts[int(payoffs.of(counts / counts.sum()).argmax())] += 1
    return np.asarray((counts - 1) / (counts.sum() - len(counts)))


def _newton(payoffs: Payoffs, mix: NDArray[np.float64], chosen: NDArray[np.intp]) -> NDArray[np.float64] | None:
    """The mix of the chosen that makes all of them pay the same; None where no step leads to it."""
    mix = np.where(np.isin(np.arange(len(mix)), chosen), mix, 0.0)
    mix /= mix.sum()
    size = len(chosen)
    for _ in range(STEPS):
        pays = payoffs.of(mix)[chosen]
        value = float(mix[chosen] @ pays)
        wrong = np.append(pays - value, mix.sum() - 1)
        if abs(wrong).max() < NEAR:
            break
        system = np.zeros((size + 1, size + 1))
        system[:size, :size] = payoffs.slopes(mix)[np.ix_(chosen, chosen)]
        system[:size, size], system[size, :size] = -1, 1
        try:
            step = np.linalg.solve(system, np.append(pays - value, mix.sum() - 1))
        except np.linalg.LinAlgError:
            return None
        mix[chosen] -= step[:size]
        if not np.isfinite(mix).all() or abs(mix).max() > 10:
            return None
    return mix
