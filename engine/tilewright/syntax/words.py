"""Words of the language."""

from __future__ import annotations

VERBS = ("choose", "take", "draw", "discard", "place", "move", "swap", "turn", "build", "gain", "pay", "mark")
"""The verbs of the language; those of a game file stand after `do`."""
