"""Whether a stack can be all that a phrase says, against every stack there is."""

from __future__ import annotations

from random import Random

import pytest

from cards import checked
from cases import mostly_slow
from cpsat_random import GAME, KIND_SETS, NUMBERS, OPERATORS
from tilewright.core import expr as core
from tilewright.lint.rules import can_be, holds
from tilewright.table.board import Stack

IT = core.Var(1, core.SPACE, "stack")
HEIGHT = core.Height(IT)
STACKS = [
    stack
    for height in range(31)
    for stack in (
        Stack(height),
        *([Stack(height, (), "^")] if height else []),
        *(Stack(height - 1, (kind.code,)) for kind in GAME.kinds if height),
    )
]  # a lamp is on a crown only, and no stack bears two


def number(rng: Random, depth: int) -> core.Expr:
    """A number about one stack."""
    if depth == 0 or rng.random() < 0.4:
        return rng.choice([HEIGHT, HEIGHT, core.Attribute(IT, NUMBERS, "number"), core.Const(rng.randint(0, 5))])
    left, right = number(rng, depth - 1), number(rng, depth - 1)
    return rng.choice([core.Add((left, right)), core.Mul(left, right)])


def condition(rng: Random, depth: int) -> core.Expr:
    """A condition on one stack."""
    if depth and rng.random() < 0.3:
        parts = condition(rng, depth - 1), condition(rng, depth - 1)
        return rng.choice([core.And(parts), core.Or(parts), core.Not(parts[0])])
    return rng.choice(
        [
            core.Compare(rng.choice(OPERATORS), number(rng, 2), number(rng, 1)),
            core.Compare(rng.choice(OPERATORS), HEIGHT, core.Const(rng.randint(0, 30))),
            core.Compare(rng.choice(OPERATORS), number(rng, 2), core.Const(rng.randint(0, 30))),
            core.Shows(IT, rng.choice(KIND_SETS)),
            core.FaceDown(IT),
            core.Capped(IT, "crown"),
        ]
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", mostly_slow(range(60), quick=10))
def test_a_contradiction_holds_of_no_stack(seed: int) -> None:
    """What no stack can be, none of the stacks up to 30 high is."""
    rng = Random(seed)
    for _ in range(4):
        guard = core.And(tuple(condition(rng, 1) for _ in range(rng.randint(2, 3))))
        if not can_be(guard, IT, GAME):
            assert not any(holds(guard, IT, stack, GAME) for stack in STACKS)


@pytest.mark.parametrize(
    "phrase",
    [
        "stack where 2 * height = 8",
        "stack where height + 3 = 8",
        "stack where height * height = 16",
        "tile where number * 3 = height and number > 1",
        "stack where height > 40 and height < 42",
    ],
)
def test_stacks_that_can_be(phrase: str) -> None:
    """A height that sums and products ask for is found."""
    assert checked(f"dragon a\n  score 1 for each {phrase}\n")[1] == []


@pytest.mark.parametrize(
    "phrase",
    [
        "stack where 2 * height = 7",
        "stack where height * height = 17",
        "tile where number * 3 = height and height < 3",
        "face-down dragon",
        "merchant with a shrine",
        "stack where height > 3 and height < 2",
        "empty stack",
    ],
)
def test_stacks_that_cannot_be(phrase: str) -> None:
    """What no stack is, is an error."""
    assert [problem.code for problem in checked(f"dragon a\n  score 1 for each {phrase}\n")[1]] == ["TW203"]
