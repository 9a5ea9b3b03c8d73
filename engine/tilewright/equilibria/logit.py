"""The path of logit equilibria, from choices that are all as likely to an equilibrium (McKelvey, Palfrey 1995; Turocy 2005).

At a precision p each chooses by chances that are as exp(p * what a choice pays), the others mixing in the same way. Followed
from p = 0, these mixes lead to one equilibrium of almost every game.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tilewright.equilibria.matrix import Payoffs, Reals, parts_of

FIRST, SHORTEST = 0.1, 1e-5
"""Steps along the path, in logarithms of chances and precision; they grow as long as Newton's method leads back to the path."""
STEPS = 600
"""So many at most."""
NEWTON = 8
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
        for _ in range(NEWTON):
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
