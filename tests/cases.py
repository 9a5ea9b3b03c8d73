"""The cases of a test that is run many times over."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from _pytest.mark.structures import ParameterSet


def mostly_slow(cases: Iterable[object], quick: int = 2) -> list[ParameterSet]:
    """All cases, for ``parametrize``; those after the first few are marked slow, and `make quick` leaves them out."""
    return [pytest.param(case, marks=[pytest.mark.slow] if i >= quick else []) for i, case in enumerate(cases)]
