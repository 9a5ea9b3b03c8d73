"""What the choices of several players pay: what those who look for an equilibrium ask of a game."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Reals: TypeAlias = NDArray[np.float64]


class Payoffs(Protocol):
    """What choices pay. Of those who mix, each has a part of one vector, of these `sizes`; players who mix alike are one."""

    @property
    def sizes(self) -> Sequence[int]:
        """How many choices each has who mixes."""
        ...

    @property
    def largest(self) -> float:
        """The largest payoff, without its sign."""
        ...

    def of(self, mix: Reals) -> Reals:
        """What each choice pays when all others mix."""
        ...

    def slopes(self, mix: Reals) -> Reals:
        """How what each choice (row) pays changes with each chance of the mix (column)."""
        ...


def parts_of(sizes: Sequence[int]) -> list[slice]:
    """The part of each in the vector of all chances."""
    return [slice(int(start), int(end)) for start, end in pairwise(np.cumsum([0, *sizes]))]
