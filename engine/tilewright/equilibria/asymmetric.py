"""What choices pay among players who need not be alike: an array with an axis for the choices of each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tilewright.equilibria.payoffs import Reals, parts_of


class AsymmetricPayoffs:
    """What each choice of each player pays; `tables` has an array for each player, with an axis for the choices of each."""

    def __init__(self, tables: Sequence[Reals]) -> None:
        self.sizes = tables[0].shape
        self.largest = max(float(abs(table).max()) for table in tables)
        self._parts = parts_of(self.sizes)
        self._tables = [np.ascontiguousarray(np.moveaxis(table, at, 0)) for at, table in enumerate(tables)]
        self._turned = {
            (at, other): np.ascontiguousarray(np.moveaxis(table, (at, other), (0, 1)))
            for at, table in enumerate(tables)
            for other in range(len(tables))
            if other != at
        }

    def of(self, mix: Reals) -> Reals:
        """What each choice pays when all others mix."""
        return np.concatenate([self._summed(table, mix, at) for at, table in enumerate(self._tables)])

    def slopes(self, mix: Reals) -> Reals:
        """How what each choice (row) pays changes with each chance of the mix (column)."""
        found = np.zeros((len(mix), len(mix)))
        for (at, other), table in self._turned.items():
            found[self._parts[at], self._parts[other]] = self._summed(table, mix, at, other)
        return found

    def _summed(self, table: Reals, mix: Reals, *kept: int) -> Reals:
        """The mean of a table over what all mix but those whose axes come first in it."""
        for other in reversed(range(len(self.sizes))):
            if other not in kept:
                table = (table.reshape(-1, self.sizes[other]) @ mix[self._parts[other]]).reshape(table.shape[:-1])
        return table
