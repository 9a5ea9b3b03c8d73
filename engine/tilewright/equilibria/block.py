"""How a block in which players choose in secret is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tilewright.equilibria.matrix import Real
from tilewright.stopping import Unsupported

Worth: TypeAlias = tuple[Real, ...]
"""What a state is worth to each player; of two players, what it is worth to one less what it is worth to the other."""
Mix: TypeAlias = Mapping[str, Real]
"""How likely each answer is, by its text."""


class NoEquilibrium(Unsupported):
    """What is asked cannot be answered; the text says why."""


@dataclass(frozen=True)
class SecretBlock:
    """How a secret block is played: the mix of each player who chooses in it, and what it is worth to all players.

    Another answer of one player gains `gap` at most: nothing where it is exact. Of `several` players it is one equilibrium
    of many, in which those who are `alike` mix alike, or one that is nearly one.
    """

    mixes: Mapping[int, Mix]
    worth: Worth
    gap: Real
    alike: bool = False
    several: bool = False


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
