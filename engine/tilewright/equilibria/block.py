"""How a block in which players choose in secret is played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from tilewright.equilibria.matrix import Real

Worth: TypeAlias = tuple[Real, ...]
"""What a state is worth to each player; of two players, what it is worth to one less what it is worth to the other."""
Mix: TypeAlias = Mapping[str, Real]
"""How likely each answer is, by its text."""


class NoEquilibrium(Exception):
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
