"""What choices pay among players who are alike and mix alike: by how often each choice is made by the others."""

from __future__ import annotations

from collections.abc import Mapping
from math import factorial, prod
from typing import TypeAlias

import numpy as np

from tilewright.equilibria.payoffs import Reals

Others: TypeAlias = tuple[int, ...]
"""What the other players chose, as indices in order."""


class SymmetricPayoffs:
    """What each own choice pays against all that the others may choose: `table` has a row for each choice."""

    def __init__(self, choices: int, found: Mapping[tuple[int, Others], float]) -> None:
        others = sorted({pair[1] for pair in found})
        self.table = np.array([[found[own, other] for other in others] for own in range(choices)])
        self.counts = np.array([[other.count(at) for at in range(choices)] for other in others])
        ways = [factorial(len(other)) // prod(factorial(other.count(at)) for at in set(other)) for other in others]
        self.ways = np.array(ways, dtype=float)

    @property
    def sizes(self) -> tuple[int]:
        """One who mixes stands for all."""
        return (len(self.table),)

    @property
    def largest(self) -> float:
        """The largest payoff, without its sign."""
        return float(abs(self.table).max())

    def of(self, mix: Reals) -> Reals:
        """What each choice pays when all others mix."""
        return np.asarray(self.table @ (self.ways * (mix[None, :] ** self.counts).prod(axis=1)))

    def slopes(self, mix: Reals) -> Reals:
        """How what each choice (row) pays changes with each chance of the mix (column)."""
        found = []
        for at in range(len(mix)):
            fewer = self.counts.copy()
            fewer[:, at] -= 1
            products = np.where(fewer < 0, 1.0, mix[None, :] ** np.maximum(fewer, 0))
            found.append(self.table @ (self.ways * self.counts[:, at] * products.prod(axis=1)))
        return np.array(found).T
