"""Secret blocks of more than two players: one equilibrium of many, or what is nearly one.

Who is alike gets the same for the same answers, but for a constant, however the others are numbered; such players mix
alike (`symmetric`), others each in its own way (`bimatrix` for two of them, `asymmetric`). How near an equilibrium is says what another answer would gain.

Only some answers are ever mixed, so only these are played against each other: the game is solved with a few answers, the best
response of all that there are joins them, and so on until none gains more (double oracle: McMahan, Gordon, Blum 2003).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from itertools import product
from math import factorial, prod
from typing import TypeAlias

import numpy as np

from tilewright.equilibria.answers import Answers
from tilewright.equilibria.matrix import Reals, SecretBlock, Worth, parts_of
from tilewright.equilibria.supports import solve_supports

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


DIGITS = 11
ZERO = 10.0**-DIGITS
"""A smaller number is one that comes of rounding, where payoffs are between 1 and 2."""
PIVOTS = 100
"""So many for each choice, before rounding errors are reported."""


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
