"""When a growing sample is looked at: planned looks, so that stopping early finds no effects where there are none."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from tilewright.sim.estimates import FEWEST

CONSTANTS = {1: 1.960, 2: 1.977, 3: 2.004, 4: 2.024, 5: 2.040}
"""By the number of looks: the constant of O'Brien and Fleming's bounds for a level of 5 %, two-sided.

C. Jennison, B. W. Turnbull, Group Sequential Methods with Applications to Clinical Trials (2000), table 2.3.
"""


@dataclass(frozen=True)
class InterimAnalyses:
    """How often a sample is looked at, and how large it is at most.

    P. C. O'Brien, T. R. Fleming, Biometrics 35 (1979), 549-556: looks at equal distances, the first ones with wide
    bounds. An effect that is none passes any of them in one of twenty samples. `unit` is what sizes are multiples of;
    so there are fewer looks at small samples. Only a sample below `FEWEST` is larger than `most`.
    """

    number: int
    most: int
    unit: int = 1

    @property
    def sizes(self) -> tuple[int, ...]:
        """The size of the sample at each look."""
        step = self.unit * max(1, self.most // (self.unit * self.number))
        looks = min(self.number, max(self.most // step, -(-FEWEST // step)))
        return tuple(step * look for look in range(1, looks + 1))

    def critical(self, look: int) -> float:
        """How many standard errors the bound of a look lies away from no effect; looks are counted from 1.

        With as many standard errors either way, intervals hold the truth at all looks at once in 19 of 20 samples
        (repeated confidence intervals, Jennison and Turnbull, chapter 9), so also where a run stops.
        """
        looks = len(self.sizes)
        return CONSTANTS[looks] * sqrt(looks / look)


QUICK, USUAL, THOROUGH = (3, 60), (4, 200), (5, 1000)
"""The number of looks, and games of each kind at most."""
