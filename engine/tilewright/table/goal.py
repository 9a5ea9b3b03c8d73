"""The goal of a puzzle (the most points, or another one), and its notation."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

FORMS = "most, exactly 17, at least 17, fewest 17, meet NAME=3, NAME=5"
"""Every form of a goal, for messages."""
TURNS_FORMS = "most, exactly 17, at least 17"
"""The forms for puzzles about turns."""
LAYOUT_FORMS = "most, least, at least 17, at most 17"
"""The forms for puzzles about layouts."""
POOL_FORMS = "most, least"
"""The forms for puzzles over pools."""

_SCORE = re.compile(r"(exactly|at least|at most|fewest) (-?\d{1,9})")
_MEET = re.compile(r"meet (.+)")
_PART = re.compile(r"([^\s=,]+) ?= ?(-?\d{1,9})")


@dataclass(frozen=True)
class Goal:
    """The goal of a puzzle; ``str`` is its notation.

    ``most``: the most points. ``exactly``, ``at least``: any placement with that `score`. ``fewest``: the fewest pieces
    for at least that score; not every piece has to be placed. ``least``, ``at most``: the opposite goals, for layouts.
    ``meet``: as many `parts` of the score as possible that reach their points together.
    """

    kind: str = "most"
    score: int = 0
    parts: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        if self.kind == "meet":
            return "meet " + ", ".join(f"{name}={points}" for name, points in self.parts)
        return self.kind if self.kind in ("most", "least") else f"{self.kind} {self.score}"

    @property
    def leaves_pieces(self) -> bool:
        """Whether pieces may be left over."""
        return self.kind == "fewest"

    @property
    def can_fail(self) -> bool:
        """Whether there may be no placement that reaches it."""
        return self.kind in ("exactly", "at least", "fewest")

    @property
    def counts(self) -> bool:
        """Whether one answer can be better than another."""
        return self.kind in ("most", "fewest", "meet")

    def worth(self, parts: Mapping[str, int], placed: int) -> int | None:
        """The value of a placement (higher is better), None if it does not reach the goal.

        `parts` are its points by part, `placed` is the number of pieces placed.
        """
        score = sum(parts.values())
        match self.kind:
            case "exactly":
                return 0 if score == self.score else None
            case "at least":
                return 0 if score >= self.score else None
            case "fewest":
                return -placed if score >= self.score else None
            case "meet":
                return len(self.met(parts))
        return score

    def met(self, parts: Mapping[str, int]) -> tuple[str, ...]:
        """The parts that reach their points."""
        return tuple(name for name, points in self.parts if parts[name] >= points)


MOST = Goal()
LEAST = Goal("least")


def parse_goal(text: str, forms: str = FORMS) -> Goal | None:
    """Parse a goal; None if it has none of these forms."""
    words = " ".join(text.split())
    goal = _parsed(words)
    known = goal is not None and any(f"{form} ".startswith(f"{goal.kind} ") for form in forms.split(", "))
    return goal if known else None


def _parsed(words: str) -> Goal | None:
    if words in ("most", "least"):
        return MOST if words == "most" else LEAST
    if found := _SCORE.fullmatch(words):
        return Goal(found[1], int(found[2]))
    if found := _MEET.fullmatch(words):
        parts = [_PART.fullmatch(part.strip()) for part in found[1].split(",")]
        known = {part[1]: int(part[2]) for part in parts if part}
        return Goal("meet", parts=tuple(known.items())) if len(known) == len(parts) else None
    return None
