"""What a model maximizes for a goal, and what it has to keep: on every arrangement what the goal itself says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random

import pytest

from tilewright.solver.arrange import LinearConstraint, Objective, aim_of
from tilewright.solver.places import SpaceState
from tilewright.symbolic.nodes import (
    Conjunction,
    Finite,
    Linear,
    Maximum,
    OrderEncoded,
    Reified,
    Variable,
    combine,
    function,
)
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import BOTH, NEGATIVE, POSITIVE, Polarities
from tilewright.table.board import Stack
from tilewright.table.goal import Goal

PLACED = [SpaceState(Stack(1)), SpaceState(Stack(1, ("A1",)), "A1"), SpaceState(Stack(1), None, "^")]
"""A space as it is, with a piece, and with a cap."""


class Task:
    """Three spaces, and two parts of a score that depend on each of them at random."""

    def __init__(self, seed: int) -> None:
        rng, self.symbolic = Random(seed), Symbolic()
        self.owner: dict[Variable, Sequence[SpaceState]] = {self.symbolic.variable(3): PLACED for _ in range(3)}
        self.parts = {name: self._part(rng) for name in ("stars", "moons")}

    def _part(self, rng: Random) -> Linear:
        return combine((1, function(variable, [rng.randint(-1, 3) for _ in range(3)])) for variable in self.owner)

    def aim(self, goal: Goal) -> Objective:
        """What is to be maximized and kept."""
        return aim_of(goal, self.parts, self.owner, self.symbolic)

    def arrangements(self) -> list[dict[Variable, int]]:
        """Every state of every space."""
        return [dict(zip(self.owner, states, strict=True)) for states in product(range(3), repeat=3)]


def value(number: Linear, states: Mapping[Variable, int]) -> int:
    """A number for given states of the variables."""
    assert not number.coefs
    return number.const + sum(values[state(node, states)] for node, values in number.terms.items())


def state(node: Finite, states: Mapping[Variable, int]) -> int:
    """The state of a node for given states of the variables, by what the nodes are said to be."""
    match node:
        case Variable():
            return states[node]
        case OrderEncoded():
            return value(node.linear, states) - node.low
        case Conjunction():
            return int(all(part.mask >> state(part.node, states) & 1 for part in node.parts))
        case Reified():
            return int(value(node.linear, states) >= 0)
    raise AssertionError(node)


def keeps(constraint: LinearConstraint, states: Mapping[Variable, int]) -> bool:
    """Whether a constraint holds."""
    found = value(constraint.number, states)
    return (constraint.low is None or found >= constraint.low) and (constraint.high is None or found <= constraint.high)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "goal",
    [
        Goal(),
        *(Goal(kind, score) for kind in ("exactly", "at least", "fewest") for score in (-4, 0, 3, 8, 30)),
        Goal("meet", parts=(("stars", 2),)),
        Goal("meet", parts=(("stars", 3), ("moons", 4))),
        Goal("meet", parts=(("stars", 99), ("moons", -99))),
    ],
    ids=str,
)
def test_a_model_maximizes_what_the_goal_counts(goal: Goal, seed: int) -> None:
    """The constraints hold where the goal is reached, and there the aim is the worth that the goal gives."""
    task = Task(seed)
    aim = task.aim(goal)
    for states in task.arrangements():
        points = {name: value(part, states) for name, part in task.parts.items()}
        worth = goal.worth(points, sum(PLACED[i].piece is not None for i in states.values()))
        assert all(keeps(constraint, states) for constraint in aim.constraints) == (worth is not None)
        if worth is not None:
            assert value(aim.best, states) == worth


@pytest.mark.parametrize(("low", "high", "polarity"), [(3, None, POSITIVE), (None, 3, NEGATIVE), (3, 3, BOTH)])
def test_a_constraint_needs_the_sides_it_bounds(low: int | None, high: int | None, polarity: int) -> None:
    """A number that must not be low is needed from below only, one that must not be high from above."""
    parts = Task(1).parts
    larger = Maximum(99, 0, 9, tuple(parts.values()))
    polarities = Polarities()
    LinearConstraint(Linear(0, {}, {larger: 1}), low, high).need(polarities)
    assert polarities.of[larger] == {0: polarity}
