"""What a model has to maximize for the goal of a puzzle, and the constraints that the goal adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tilewright.solver.places import SpaceState
from tilewright.symbolic.nodes import Linear, Variable, as_number, combine, function
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, Polarities
from tilewright.table.goal import Goal


@dataclass(frozen=True)
class LinearConstraint:
    """A number that must not be less than `low` nor more than `high`; None is without end."""

    number: Linear
    low: int | None = None
    high: int | None = None

    def need(self, polarities: Polarities) -> None:
        """Mark the number with the polarity that the constraint gives it."""
        polarity = (POSITIVE if self.low is not None else 0) | (NEGATIVE if self.high is not None else 0)
        polarities.number(self.number, polarity)


@dataclass(frozen=True)
class Objective:
    """A number to make as large as can be, and what must hold of others."""

    best: Linear
    constraints: tuple[LinearConstraint, ...] = ()


def aim_of(
    goal: Goal, parts: Mapping[str, Linear], owner: Mapping[Variable, Sequence[SpaceState]], symbolic: Symbolic
) -> Objective:
    """The aim of a goal; the parts of the score and the unknown spaces are those of its puzzle.

    What it maximizes is `Goal.worth`.
    """
    total = combine((1, part) for part in parts.values())
    match goal.kind:
        case "exactly":
            return Objective(symbolic.number(0), (LinearConstraint(total, goal.score, goal.score),))
        case "at least":
            return Objective(symbolic.number(0), (LinearConstraint(total, goal.score),))
        case "fewest":
            taken = [function(c, [-(s.piece is not None) for s in states]) for c, states in owner.items()]
            return Objective(combine((1, number) for number in taken), (LinearConstraint(total, goal.score),))
        case "meet":
            met = [symbolic.compare(">=", parts[name], symbolic.number(n)) for name, n in goal.parts]
            return Objective(combine((1, as_number(bit)) for bit in met))
    return Objective(total)
