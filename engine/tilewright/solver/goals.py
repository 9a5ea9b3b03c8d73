"""What a model is to maximize for the goal of a puzzle, and which of its parts clash."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.solver.places import State
from tilewright.symbolic.nodes import Choice, Linear, as_number, combine, function
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import DOWN, UP, Needs
from tilewright.table.goal import Goal


@dataclass(frozen=True)
class Range:
    """A number that must not be less than `low` nor more than `high`; None is without end."""

    number: Linear
    low: int | None = None
    high: int | None = None

    def need(self, needs: Needs) -> None:
        """Ask for the sides of the number that the range is about."""
        sides = (UP if self.low is not None else 0) | (DOWN if self.high is not None else 0)
        needs.number(self.number, sides)


@dataclass(frozen=True)
class Aim:
    """A number to make as large as can be, and what must hold of others."""

    best: Linear
    ranges: tuple[Range, ...] = ()


def aim_of(goal: Goal, parts: Mapping[str, Linear], owner: Mapping[Choice, Sequence[State]], symbolic: Symbolic) -> Aim:
    """The aim of a goal; the parts of the score and the unknown spaces are those of its puzzle.

    What it maximizes is `Goal.worth`.
    """
    total = combine((1, part) for part in parts.values())
    match goal.kind:
        case "exactly":
            return Aim(symbolic.number(0), (Range(total, goal.score, goal.score),))
        case "at least":
            return Aim(symbolic.number(0), (Range(total, goal.score),))
        case "fewest":
            taken = [function(c, [-(s.piece is not None) for s in states]) for c, states in owner.items()]
            return Aim(combine((1, number) for number in taken), (Range(total, goal.score),))
        case "meet":
            met = [symbolic.compare(">=", parts[name], symbolic.number(n)) for name, n in goal.parts]
            return Aim(combine((1, as_number(bit)) for bit in met))
    return Aim(total)
