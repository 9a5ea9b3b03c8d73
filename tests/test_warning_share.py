"""Well-formed cards at random are seldom warned of."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import warning_share


@pytest.mark.slow
def test_few_cards_are_warned_of() -> None:
    """None of some cards has an error, and not one in ten a warning."""
    found = [diagnostics for _, diagnostics in warning_share.checked_cards(100, seed=3)]
    assert not any(diagnostics.has_errors for diagnostics in found)
    assert 0 < sum(bool(diagnostics.items) for diagnostics in found) < 10
