"""Keywords."""

from __future__ import annotations

VERBS = (
    "choose",
    "take",
    "draw",
    "discard",
    "place",
    "move",
    "swap",
    "turn",
    "roll",
    "return",
    "build",
    "gain",
    "pay",
    "mark",
)
"""The verbs of the language; those of a game file follow `do`."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The ordinals, for rows and columns, and for ranks of the largest and smallest."""
