"""Secret blocks of more than two players: one equilibrium of many, or an approximate one.

The path of logit equilibria leads from uniform strategies to an equilibrium (McKelvey, Palfrey 1995; Turocy 2005).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from math import factorial, prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.equilibria.matrix import Payoffs, Reals, SecretBlock, Worth, parts_of
from tilewright.equilibria.stage_graph import Answers

FIRST, SHORTEST = 0.1, 1e-5
"""The first and the smallest step along the path, in logarithms of probabilities and precision; steps grow as long as
Newton's method converges."""
STEPS = 600
"""The maximum number of steps."""
CORRECTIONS = 8
"""The maximum number of Newton corrections per step."""
CLOSE = 1e-8
"""The tolerance for being on the path."""


def logit_path(payoffs: Payoffs) -> Iterator[Reals]:
    """Strategies on the path, at each doubling of the precision; it ends where it cannot be followed any further."""
    path = _Path(payoffs)
    point, ahead = path.start(), None
    step, reported = FIRST, 1.0
    for _ in range(STEPS):
        tangent = path.tangent(point, ahead)
        found = path.corrected(point + step * tangent, tangent)
        if found is None:
            step /= 2
            if step < SHORTEST:
                return
            continue
        point, ahead = found, tangent
        step *= 1.5
        if point[-1] > reported:
            reported = 2 * point[-1]
            yield path.mix(point)


class _Path:
    """The equations of the path; a point consists of the logarithms of all probabilities, and the precision."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs
        self._parts = parts_of(payoffs.sizes)
        self._scale = max(payoffs.largest, 1e-9)

    def start(self) -> Reals:
        """The start: uniform strategies, with precision 0."""
        return np.array([*(-np.log(size) for size in self._payoffs.sizes for _ in range(size)), 0.0])

    def mix(self, point: Reals) -> Reals:
        """The probabilities at a point."""
        return np.asarray(np.exp(point[:-1]))

    def tangent(self, point: Reals, ahead: Reals | None) -> Reals:
        """The direction of the path, consistent with the previous one; at first towards higher precision."""
        _, slopes = self._system(point)
        found = np.linalg.svd(slopes)[2][-1]
        forward = found[-1] if ahead is None else found @ ahead
        return np.asarray(found if forward > 0 else -found)

    def corrected(self, point: Reals, tangent: Reals) -> Reals | None:
        """The corrector step: a point of the path near a predicted one, orthogonal to its direction; None if it does
        not converge."""
        for _ in range(CORRECTIONS):
            if not np.isfinite(point).all() or point[:-1].max() > 1:
                return None
            wrong, slopes = self._system(point)
            if abs(wrong).max() < CLOSE:
                return point
            point = point - np.linalg.lstsq(np.vstack([slopes, tangent]), np.append(wrong, 0.0), rcond=None)[0]
        return None

    def _system(self, point: Reals) -> tuple[Reals, Reals]:
        """The residual at a point, and its Jacobian."""
        mix, precision = self.mix(point), point[-1]
        pays, slopes = self._payoffs.of(mix) / self._scale, self._payoffs.slopes(mix) / self._scale * mix
        wrong, system = np.zeros(len(mix)), np.zeros((len(mix), len(point)))
        for part in self._parts:
            first, rest = part.start, slice(part.start + 1, part.stop)
            wrong[first] = mix[part].sum() - 1
            system[first, part] = mix[part]
            wrong[rest] = point[rest] - point[first] - precision * (pays[rest] - pays[first])
            system[rest, :-1] = -precision * (slopes[rest] - slopes[first])
            system[rest, rest] += np.eye(rest.stop - rest.start)
            system[rest, first] -= 1
            system[rest, -1] = pays[first] - pays[rest]
        return wrong, system


ROUNDS = 40
"""The number of rounds of fictitious play; if Newton's method does not converge from there, the logit path is used."""
CHANGES = 24
"""The maximum number of changes of the support."""
NEWTON = 12
"""The maximum number of Newton steps per support; near an equilibrium fewer are enough."""
CHOSEN = 2e-3
"""Choices with a higher frequency in fictitious play are in the initial support."""
NEAR = 1e-13
EXACT = 1e-11
"""An exploitability attributed to rounding, where no payoff exceeds 1."""


@dataclass(frozen=True)
class MixedEquilibrium:
    """The strategies, their payoffs, and the maximum gain by deviating (`exploitability`)."""

    mixes: tuple[tuple[float, ...], ...]
    values: tuple[float, ...]
    exploitability: float


def solve_supports(payoffs: Payoffs) -> MixedEquilibrium:
    """An equilibrium, or the candidate with the least exploitability."""
    search = _Search(payoffs)
    found = []
    for mix in _starts(payoffs, search):
        found.append(search.refined(mix))
        if found[-1].exploitability < EXACT * search.scale:
            break
    return min(found, key=lambda one: one.exploitability)


def _starts(payoffs: Payoffs, search: _Search) -> Iterator[Reals]:
    """Starting points that may be near an equilibrium, the cheapest first."""
    yield search.fictitious(ROUNDS)
    yield from logit_path(payoffs)


class _Search:
    """The search for an equilibrium: `parts` are the slices of the players in the vector of all probabilities."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs
        self._parts = parts_of(payoffs.sizes)
        self._owner = np.repeat(np.arange(len(self._parts)), payoffs.sizes)
        self.scale = max(1.0, payoffs.largest)

    def fictitious(self, rounds: int) -> Reals:
        """Fictitious play: the frequency with which each choice was a best response to the history of the others."""
        counts = np.ones(len(self._owner))
        for number in range(rounds):
            pays = self._payoffs.of(
                counts / np.repeat([number + size for size in self._payoffs.sizes], self._payoffs.sizes)
            )
            for part in self._parts:
                counts[part.start + int(pays[part].argmax())] += 1
        return np.asarray((counts - 1) / rounds)

    def refined(self, mix: Reals) -> MixedEquilibrium:
        """The best strategies that Newton's method reaches from a point."""
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
        """The regret: the gain of each choice over the strategy of its player."""
        pays = self._payoffs.of(mix)
        return np.asarray(pays - self._values(mix, pays)[self._owner])

    def _mixed(self, mix: Reals) -> MixedEquilibrium:
        pays = self._payoffs.of(mix)
        values = self._values(mix, pays)
        mixes = tuple(tuple(map(float, mix[part])) for part in self._parts)
        return MixedEquilibrium(mixes, tuple(map(float, values)), max(0.0, float((pays - values[self._owner]).max())))

    def _newton(self, mix: Reals, chosen: NDArray[np.intp]) -> Reals | None:
        """The strategies on this support that make all its choices pay the same per player; None if Newton's method
        does not converge."""
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


ALIKE = 1e-9
"""The tolerance for players being interchangeable."""
GAIN = 1e-9
"""Best responses that gain no more than this are not added to the support."""


def block_of_several(answers: Answers) -> SecretBlock:
    """An equilibrium of simultaneous answers."""
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
    """The game restricted to some answers (double oracle): `chosen` are the indices of those of each player."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._texts = answers.texts
        self._same = all(own == self._texts[0] for own in self._texts)
        self.chosen = [[0] for _ in self._texts]

    def worths(self) -> Reals:
        """The values of all combinations: an axis for the answers of each player, and one for the players of the game."""
        sizes = tuple(map(len, self.chosen))
        found = [self._worth(own) for own in product(*self.chosen)]
        return np.array(found, dtype=float).reshape(*sizes, -1)

    def solved(self) -> tuple[list[Reals], bool]:
        """The strategies of the players on the chosen answers, and whether players are interchangeable."""
        worths, players = self.worths(), self._answers.players
        pays = _alike(players, worths) if self._same and self.chosen.count(self.chosen[0]) == len(players) else None
        if pays is None:
            return _solved([worths[..., player] for player in players]), False
        solved = solve_supports(SymmetricPayoffs(len(self.chosen[0]), pays))
        return [np.array(solved.mixes[0])] * len(players), True

    def responses(self, mixes: Sequence[Reals]) -> list[Reals]:
        """The payoff of every available answer of each player against the strategies of the others."""
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
        """Add the best responses that gain more than the chosen answers; returns whether there are any. Interchangeable
        players share them."""
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
    """The payoff of an answer by the sorted answers of the others; None if it depends on who they are."""
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
    """Strategies of players who are not interchangeable; the arrays have each player's payoffs."""
    if len(tables) == 2:
        with suppress(NoPath):
            return list(solve_bimatrix(*tables))
    return [np.array(mix) for mix in solve_supports(AsymmetricPayoffs(tables)).mixes]


def _mean(worths: Reals, mixes: Sequence[Reals]) -> Reals:
    """The expected values under mixed strategies."""
    for mix in mixes:
        worths = np.tensordot(mix, worths, axes=(0, 0))
    return np.asarray(worths)


Others: TypeAlias = tuple[int, ...]
"""The choices of the other players, as sorted indices."""


class SymmetricPayoffs:
    """The payoff of each choice against all combinations of the others' choices: `table` has a row per choice."""

    def __init__(self, choices: int, found: Mapping[tuple[int, Others], float]) -> None:
        others = sorted({pair[1] for pair in found})
        self.table = np.array([[found[own, other] for other in others] for own in range(choices)])
        self.counts = np.array([[other.count(at) for at in range(choices)] for other in others])
        ways = [factorial(len(other)) // prod(factorial(other.count(at)) for at in set(other)) for other in others]
        self.ways = np.array(ways, dtype=float)

    @property
    def sizes(self) -> tuple[int]:
        """One strategy for all players."""
        return (len(self.table),)

    @property
    def largest(self) -> float:
        """The largest absolute payoff."""
        return float(abs(self.table).max())

    def of(self, mix: Reals) -> Reals:
        """The expected payoff of each choice against the strategy of all others."""
        return np.asarray(self.table @ (self.ways * (mix[None, :] ** self.counts).prod(axis=1)))

    def slopes(self, mix: Reals) -> Reals:
        """The Jacobian: the derivative of each choice's payoff (row) by each probability (column)."""
        found = []
        for at in range(len(mix)):
            fewer = self.counts.copy()
            fewer[:, at] -= 1
            products = np.where(fewer < 0, 1.0, mix[None, :] ** np.maximum(fewer, 0))
            found.append(self.table @ (self.ways * self.counts[:, at] * products.prod(axis=1)))
        return np.array(found).T


class AsymmetricPayoffs:
    """The payoffs of each choice of each player; `tables` has an array per player, with an axis for the choices of
    each."""

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
        """The expected payoff of each choice against the strategies of all others."""
        return np.concatenate([self._summed(table, mix, at) for at, table in enumerate(self._tables)])

    def slopes(self, mix: Reals) -> Reals:
        """The Jacobian: the derivative of each choice's payoff (row) by each probability (column)."""
        found = np.zeros((len(mix), len(mix)))
        for (at, other), table in self._turned.items():
            found[self._parts[at], self._parts[other]] = self._summed(table, mix, at, other)
        return found

    def _summed(self, table: Reals, mix: Reals, *kept: int) -> Reals:
        """The mean of a table over the strategies of all players except those whose axes come first in it."""
        for other in reversed(range(len(self.sizes))):
            if other not in kept:
                table = (table.reshape(-1, self.sizes[other]) @ mix[self._parts[other]]).reshape(table.shape[:-1])
        return table


DIGITS = 11
ZERO = 10.0**-DIGITS
"""A smaller number is attributed to rounding, where payoffs are between 1 and 2."""
PIVOTS = 100
"""The maximum number of pivots per choice, after which rounding errors are reported."""


class NoPath(ArithmeticError):
    """The pivots do not end, because of rounding."""


def solve_bimatrix(rows: Reals, columns: Reals) -> tuple[Reals, Reals]:
    """The strategies of both players of a bimatrix game, by complementary pivoting (Lemke and Howson 1964).

    The arrays have the payoffs of the row player and of the column player. Raises `NoPath`.
    """
    sizes = rows.shape
    # The column player's payoffs bound the row strategy, in the first tableau; in the second one the roles are swapped.
    tableaux = _Tableau(_between_1_and_2(columns).T), _Tableau(_between_1_and_2(rows))
    label = 0
    for step in range(PIVOTS * sum(sizes)):
        # A choice of one player and the slack variable of the other that bounds it share a label, its index in the first tableau.
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
    """The system: bounds x + slack = 1; a row has the coefficients of the choices, of the slack variables, and the
    right side."""

    def __init__(self, bounds: Reals) -> None:
        size, self._choices = bounds.shape
        self._lines = np.hstack([bounds, np.eye(size), np.ones((size, 1))])
        self._basis = list(range(self._choices, self._choices + size))
        self._order = [-1, *self._basis]

    def pivot(self, entering: int) -> int:
        """Let a variable enter the basis; returns the one that leaves it."""
        able = np.flatnonzero(self._lines[:, entering] > ZERO)
        if not len(able):
            raise NoPath
        ratios = (self._lines[able][:, self._order] / self._lines[able, entering, None]).round(DIGITS)
        # the lexicographic minimum ratio test prevents cycling in degenerate games
        row = int(able[np.lexsort(ratios.T[::-1])[0]])
        self._lines[row] /= self._lines[row, entering]
        factors = self._lines[:, entering].copy()
        factors[row] = 0
        self._lines -= np.outer(factors, self._lines[row])
        leaving, self._basis[row] = self._basis[row], entering
        return leaving

    def mix(self) -> Reals:
        """The probabilities of the choices."""
        found = np.zeros(self._choices)
        for variable, value in zip(self._basis, self._lines[:, -1], strict=True):
            if variable < self._choices:
                found[variable] = max(0.0, value)
        return np.asarray(found / found.sum())
