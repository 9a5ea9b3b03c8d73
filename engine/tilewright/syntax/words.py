"""Words of the language."""

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
"""The verbs of the language; those of a game file stand after `do`."""
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
"""The places that have a word: of rows and columns, and of the largest and smallest."""
