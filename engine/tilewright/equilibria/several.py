"""Secret blocks of more than two players: one equilibrium of many, or what is nearly one.

The path of logit equilibria leads from choices that are all as likely to an equilibrium (McKelvey, Palfrey 1995; Turocy 2005).
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
"""Steps along the path, in logarithms of chances and precision; they grow as long as Newton's method leads back to the path."""
STEPS = 600
"""So many at most."""
CORRECTIONS = 8
"""So many corrections at each."""
CLOSE = 1e-8
"""So near to the path is on it."""


def logit_path(payoffs: Payoffs) -> Iterator[Reals]:
    """Mixes on the path, each time the precision has doubled; it ends where it cannot be followed any further."""
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
    """The equations of the path; a point has the logarithms of all chances, and the precision."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs
        self._parts = parts_of(payoffs.sizes)
        self._scale = max(payoffs.largest, 1e-9)

    def start(self) -> Reals:
        """All choices are as likely, and nobody minds what they pay."""
        return np.array([*(-np.log(size) for size in self._payoffs.sizes for _ in range(size)), 0.0])

    def mix(self, point: Reals) -> Reals:
        """The chances at a point."""
        return np.asarray(np.exp(point[:-1]))

    def tangent(self, point: Reals, ahead: Reals | None) -> Reals:
        """The direction of the path, the way that was gone before; at first to more precision."""
        _, slopes = self._system(point)
        found = np.linalg.svd(slopes)[2][-1]
        forward = found[-1] if ahead is None else found @ ahead
        return np.asarray(found if forward > 0 else -found)

    def corrected(self, point: Reals, tangent: Reals) -> Reals | None:
        """A point of the path near one that was guessed, straight across its direction; None where there is none."""
        for _ in range(CORRECTIONS):
            if not np.isfinite(point).all() or point[:-1].max() > 1:
                return None
            wrong, slopes = self._system(point)
            if abs(wrong).max() < CLOSE:
                return point
            point = point - np.linalg.lstsq(np.vstack([slopes, tangent]), np.append(wrong, 0.0), rcond=None)[0]
        return None

    def _system(self, point: Reals) -> tuple[Reals, Reals]:
        """How far a point is from the path, and how that changes with each coordinate."""
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
class MixedEquilibrium:
    """How each mixes, what it pays, and how much more another choice would pay one of them at most (`exploitability`)."""

    mixes: tuple[tuple[float, ...], ...]
    values: tuple[float, ...]
    exploitability: float


def solve_supports(payoffs: Payoffs) -> MixedEquilibrium:
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

    def refined(self, mix: Reals) -> MixedEquilibrium:
        """The best mix that Newton's method reaches from a mix."""
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

    def _mixed(self, mix: Reals) -> MixedEquilibrium:
        pays = self._payoffs.of(mix)
        values = self._values(mix, pays)
        mixes = tuple(tuple(map(float, mix[part])) for part in self._parts)
        return MixedEquilibrium(mixes, tuple(map(float, values)), max(0.0, float((pays - values[self._owner]).max())))

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
