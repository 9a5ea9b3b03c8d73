"""The cases of a test that is run many times over."""

from __future__ import annotations

import os
from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet

GAMES = int(os.environ.get("TILEWRIGHT_GAMES", "0"))
"""How many games each test of random games plays (`make games` plays many); 0: some, the same on each run."""
THOROUGH = bool(os.environ.get("TILEWRIGHT_THOROUGH"))
"""Whether tests that draw samples draw many (`make thorough`)."""


def samples(few: int, many: int) -> int:
    """How many samples a test draws: the first few of the many that a thorough run draws."""
    return many if THOROUGH else few


def mostly_slow(cases: Iterable[object], quick: int = 2) -> list[ParameterSet]:
    """All cases, for ``parametrize``; those after the first few are marked slow, and `make quick` leaves them out.

    A case for several arguments is a tuple.
    """
    found = []
    for number, case in enumerate(cases):
        values = case if isinstance(case, tuple) else (case,)
        found.append(pytest.param(*values, marks=[pytest.mark.slow] if number >= quick else []))
    return found
