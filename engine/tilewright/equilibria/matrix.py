"""Two-player zero-sum games as matrices: the value, and mixed strategies that are verified by best responses.

By linear programming (von Neumann's minimax theorem as in Dantzig 1951): all entries are made positive, and the row
player's strategy is the x with the least sum such that A'x >= 1, normalized. GLOP, the simplex code of OR-Tools, finds
a basis in floating point. If the entries are fractions, the linear system of that basis is solved in fractions and
verified, so that the answer is exact.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from ortools.linear_solver import pywraplp

from tilewright.stopping import Unsupported

Real: TypeAlias = Fraction | float
PayoffMatrix: TypeAlias = Sequence[Sequence[Real]]

TOLERANCE = 1e-9
"""The tolerance for the gain of a best response to a strategy that is not exact, relative to the largest entry."""
DIGITS = 18
"""Entries whose denominators have more digits are not computed exactly."""


class NotSolved(ArithmeticError):
    """The linear program did not give strategies that hold against all responses."""


@dataclass(frozen=True)
class Equilibrium:
    """The value for the row player, the strategies of both, and the maximum gain of a best response (`gap`).

    If the answer is exact, all numbers are fractions and the gap is 0.
    """

    value: Real
    rows: tuple[Real, ...]
    columns: tuple[Real, ...]
    gap: Real

    @property
    def is_exact(self) -> bool:
        """Whether all numbers are fractions."""
        return isinstance(self.value, Fraction)


def solve_matrix(matrix: PayoffMatrix) -> Equilibrium:
    """The equilibrium of a matrix of the row player's payoffs, with at least one row and one column.

    Raises `NotSolved` if a best response gains more than the tolerance.
    """
    saddle = _saddle(matrix)
    if saddle is not None:
        return saddle
    shift = 1 - min(map(min, matrix))
    positive = [[entry + shift for entry in row] for row in matrix]
    rows, columns, basis = _simplex([[round(float(entry), 9) for entry in row] for row in positive])
    if all(isinstance(entry, Fraction) and entry.denominator < 10**DIGITS for row in matrix for entry in row):
        exact = _of_basis(positive, *basis)
        if exact is not None:
            return _checked(matrix, *exact)
    return _checked(matrix, rows, columns)


def gap(matrix: PayoffMatrix, rows: Sequence[Real], columns: Sequence[Real]) -> Real:
    """The exploitability: the difference of the best responses to the columns and to the rows."""
    return max(best_row(matrix, columns)) - min(best_column(matrix, rows))


def best_row(matrix: PayoffMatrix, columns: Sequence[Real]) -> list[Real]:
    """The payoff of each row against a mixed strategy of the columns."""
    return [_dot(row, columns) for row in matrix]


def best_column(matrix: PayoffMatrix, rows: Sequence[Real]) -> list[Real]:
    """The row player's payoff for each column against a mixed strategy of the rows."""
    return [_dot(column, rows) for column in zip(*matrix, strict=True)]


def _dot(one: Sequence[Real], other: Sequence[Real]) -> Real:
    total: Real = Fraction(0)
    for left, right in zip(one, other, strict=True):
        if right:
            total += left * right
    return total


def _saddle(matrix: PayoffMatrix) -> Equilibrium | None:
    """A saddle point: an entry that is the minimum of its row and the maximum of its column."""
    low, high = [min(row) for row in matrix], [max(column) for column in zip(*matrix, strict=True)]
    if max(low) < min(high):
        return None
    row, column = low.index(max(low)), high.index(min(high))
    value = matrix[row][column]
    return Equilibrium(value, _pure(row, len(matrix)), _pure(column, len(high)), Fraction(0))


def _pure(at: int, size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(index == at)) for index in range(size))


def _simplex(positive: Sequence[Sequence[float]]) -> tuple[list[Real], list[Real], tuple[list[int], list[int]]]:
    """The strategies of both, and the rows and columns in the basis."""
    solver = pywraplp.Solver.CreateSolver("GLOP")
    weights = [solver.NumVar(0, solver.infinity(), "") for _ in positive]
    responses = []
    for column in zip(*positive, strict=True):
        response = solver.Constraint(1, solver.infinity())
        for weight, entry in zip(weights, column, strict=True):
            response.SetCoefficient(weight, entry)
        responses.append(response)
    solver.Objective().SetMinimization()
    for weight in weights:
        solver.Objective().SetCoefficient(weight, 1)
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        raise NotSolved("the linear program was not solved")
    rows = [max(0.0, weight.solution_value()) for weight in weights]
    columns = [max(0.0, response.dual_value()) for response in responses]
    basic = [at for at, weight in enumerate(weights) if weight.basis_status() == solver.BASIC]
    tight = [at for at, response in enumerate(responses) if response.basis_status() != solver.BASIC]
    return _shares(rows), _shares(columns), (basic, tight)


def _shares(weights: Sequence[Real]) -> list[Real]:
    total = sum(weights)
    return [weight / total for weight in weights]


def _of_basis(
    positive: PayoffMatrix, basic: Sequence[int], tight: Sequence[int]
) -> tuple[list[Real], list[Real]] | None:
    """The strategies of a basis, in fractions; None if it is singular, or not optimal."""
    square = [[Fraction(positive[row][column]) for column in tight] for row in basic]
    columns = _linear(square)
    rows = _linear([list(line) for line in zip(*square, strict=True)]) if columns else None
    if rows is None or columns is None or min(rows) < 0 or min(columns) < 0:
        return None
    found: tuple[list[Real], list[Real]] = ([Fraction(0)] * len(positive), [Fraction(0)] * len(positive[0]))
    for mix, places, weights in zip(found, (basic, tight), (rows, columns), strict=True):
        for at, weight in zip(places, weights, strict=True):
            mix[at] = weight / sum(weights)
    return found if gap(positive, *found) == 0 else None


def _linear(square: list[list[Fraction]]) -> list[Fraction] | None:
    """The solution of ``square x = 1``, by Gauss-Jordan elimination; None if the matrix is singular."""
    size = len(square)
    if not size or any(len(row) != size for row in square):
        return None
    lines = [[*row, Fraction(1)] for row in square]
    for at in range(size):
        pivot = next((line for line in range(at, size) if lines[line][at]), None)
        if pivot is None:
            return None
        lines[at], lines[pivot] = lines[pivot], lines[at]
        lines[at] = [entry / lines[at][at] for entry in lines[at]]
        for line in range(size):
            factor = lines[line][at]
            if line != at and factor:
                lines[line] = [entry - factor * other for entry, other in zip(lines[line], lines[at], strict=True)]
    return [line[-1] for line in lines]


def _checked(matrix: PayoffMatrix, rows: Sequence[Real], columns: Sequence[Real]) -> Equilibrium:
    """The answer, if both best responses confirm it."""
    above, below = max(best_row(matrix, columns)), min(best_column(matrix, rows))
    largest = max(1.0, *(abs(float(entry)) for row in matrix for entry in row))
    if above - below > TOLERANCE * largest:
        raise NotSolved(f"a best response improves on the strategies by {float(above - below)}")
    value = (above + below) / 2
    return Equilibrium(value, tuple(rows), tuple(columns), max(above - below, Fraction(0)))


# ------------------------------------------------------------------ secret blocks

Worth: TypeAlias = tuple[Real, ...]
"""The value of a state to each player; with two players, the difference to the other one."""
Mix: TypeAlias = Mapping[str, Real]
"""A mixed strategy: the probability of each answer, by its text."""


class NoEquilibrium(Unsupported):
    """The question cannot be answered; the text says why."""


@dataclass(frozen=True)
class SecretBlock:
    """The solution of a secret block: the mixed strategy of each player who chooses in it, and its value to all
    players.

    `gap` is the maximum gain of a player by deviating: 0 if the solution is exact. With more than two players
    (`several`) it is one equilibrium of many, in which interchangeable players (`alike`) have the same strategy, or an
    approximate one.
    """

    mixes: Mapping[int, Mix]
    worth: Worth
    gap: Real
    alike: bool = False
    several: bool = False


Reals: TypeAlias = NDArray[np.float64]


class Payoffs(Protocol):
    """The payoffs of choices. The strategies of all players are parts of one vector, of these `sizes`; players with a
    common strategy are one."""

    @property
    def sizes(self) -> Sequence[int]:
        """The number of choices of each player."""
        ...

    @property
    def largest(self) -> float:
        """The largest absolute payoff."""
        ...

    def of(self, mix: Reals) -> Reals:
        """The expected payoff of each choice against the strategies of all others."""
        ...

    def slopes(self, mix: Reals) -> Reals:
        """The Jacobian: the derivative of each choice's payoff (row) by each probability (column)."""
        ...


def parts_of(sizes: Sequence[int]) -> list[slice]:
    """The slice of each player in the vector of all probabilities."""
    return [slice(int(start), int(end)) for start, end in pairwise(np.cumsum([0, *sizes]))]
