"""How hard puzzles about turns are called."""

from __future__ import annotations

LEVELS = {"easy": (0.0, 8.0), "medium": (8.0, 12.0), "hard": (12.0, 16.0), "fiendish": (16.0, float("inf"))}
"""The sum of the parts of the difficulty: from, and below."""
