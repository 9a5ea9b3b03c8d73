"""Games of two players who each want their own: one equilibrium of many, by complementary pivoting (Lemke, Howson 1964).

Ties are broken lexicographically, so that the path of pivots ends also where best responses are more than a mix has choices.
"""

from __future__ import annotations

import numpy as np

from tilewright.equilibria.payoffs import Reals

DIGITS = 11
ZERO = 10.0**-DIGITS
"""A smaller number is one that comes of rounding, where payoffs are between 1 and 2."""
PIVOTS = 100
"""So many for each choice, before it is said that rounding led astray."""


class NoPath(ArithmeticError):
    """Rounding has led the pivots astray."""


def solve_bimatrix(rows: Reals, columns: Reals) -> tuple[Reals, Reals]:
    """The mixes of both; the arrays have what the row player and the column player get. Raises `NoPath`."""
    sizes = rows.shape
    # The column player's payoffs bound the mix of the rows, in the first tableau; in the second it is the other way round.
    tableaux = _Tableau(_between_1_and_2(columns).T), _Tableau(_between_1_and_2(rows))
    label = 0
    for step in range(PIVOTS * sum(sizes)):
        # A choice of one and the slack variable of the other that bounds it have the same label, the number in the first tableau.
        if step % 2 == 0:
            label = tableaux[0].pivot(label)
        else:
            label = (tableaux[1].pivot((label - sizes[0]) % sum(sizes)) + sizes[0]) % sum(sizes)
        if label == 0:
            return tableaux[0].mix(), tableaux[1].mix()
    raise NoPath


def _between_1_and_2(payoffs: Reals) -> Reals:
    least, most = payoffs.min(), payoffs.max()
    return np.asarray(1 + (payoffs - least) / (most - least) if most > least else np.ones_like(payoffs))


class _Tableau:
    """Bounds x + slack = 1; a line has the coefficients of the choices, of the slack variables, and the right side."""

    def __init__(self, bounds: Reals) -> None:
        size, self._choices = bounds.shape
        self._lines = np.hstack([bounds, np.eye(size), np.ones((size, 1))])
        self._basis = list(range(self._choices, self._choices + size))
        self._order = [-1, *self._basis]

    def pivot(self, entering: int) -> int:
        """Let a variable enter the basis; which one leaves it."""
        able = np.flatnonzero(self._lines[:, entering] > ZERO)
        if not len(able):
            raise NoPath
        ratios = (self._lines[able][:, self._order] / self._lines[able, entering, None]).round(DIGITS)
        row = int(able[np.lexsort(ratios.T[::-1])[0]])
        self._lines[row] /= self._lines[row, entering]
        factors = self._lines[:, entering].copy()
        factors[row] = 0
        self._lines -= np.outer(factors, self._lines[row])
        leaving, self._basis[row] = self._basis[row], entering
        return leaving

    def mix(self) -> Reals:
        """The shares of the choices."""
        found = np.zeros(self._choices)
        for variable, value in zip(self._basis, self._lines[:, -1], strict=True):
            if variable < self._choices:
                found[variable] = max(0.0, value)
        return np.asarray(found / found.sum())
