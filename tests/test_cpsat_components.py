"""The components of a chosen set of spaces as the solver sees them, against plain search."""

from __future__ import annotations

from random import Random

import pytest
from ortools.sat.python import cp_model

from tilewright.cpsat.components import component_count, components, heaviest
from tilewright.cpsat.literals import Literal
from tilewright.meaning.exact import Exact
from tilewright.symbolic.graph import fold, grid
from tilewright.symbolic.polarity import BOTH, NEGATIVE, POSITIVE
from tilewright.table.geometry import Geometry

SENSE = {POSITIVE: 1, NEGATIVE: -1, BOTH: 0}
SIZES = [(1, 4), (2, 2), (2, 3), (3, 3), (3, 4), (4, 4)]


def half_known(rng: Random, model: cp_model.CpModel, size: int) -> tuple[list[Literal], list[bool]]:
    """Bits of which some are constants, and a random truth of them all, fixed in the model."""
    truth = [rng.random() < 0.6 for _ in range(size)]
    bits: list[Literal] = []
    for member in truth:
        if rng.random() < 0.4:
            bits.append(member)
        else:
            bits.append(model.new_bool_var(""))
            model.add(bits[-1] == int(member))
    return bits, truth


def value_of(model: cp_model.CpModel, expression: cp_model.LinearExprT, sense: int) -> int:
    """The expression pushed up, down or not at all."""
    if sense:
        model.maximize(sense * expression)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    return int(solver.value(expression))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("polarity", [POSITIVE, NEGATIVE, BOTH])
def test_count_and_weight(seed: int, polarity: int) -> None:
    """Pushed to its side, the count and the heaviest weight are those of a plain search."""
    rng = Random(seed)
    geometry = Geometry(*rng.choice(SIZES))
    weights = [rng.randint(0, 5) for _ in range(geometry.size)]
    model = cp_model.CpModel()
    bits, truth = half_known(rng, model, geometry.size)
    most = rng.choice([None, sum(truth), geometry.size])
    count = component_count(model, grid(geometry), bits, polarity=polarity, most_members=most)
    assert value_of(model, count, SENSE[polarity]) == Exact().component_count(geometry, truth)
    model = cp_model.CpModel()
    bits, truth = half_known(rng, model, geometry.size)
    most = rng.choice([None, sum(truth), geometry.size])
    own = [weight * bit for weight, bit in zip(weights, bits, strict=True)]
    value = heaviest(model, grid(geometry), bits, own, weights, polarity=polarity, most_members=most)
    assert value_of(model, value, SENSE[polarity]) == Exact().heaviest(geometry, truth, weights)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_who_belongs_to_whom(seed: int) -> None:
    """Each space belongs to the component of its least space, and the roots are those spaces."""
    rng = Random(seed)
    geometry = Geometry(*rng.choice(SIZES))
    model = cp_model.CpModel()
    bits, truth = half_known(rng, model, geometry.size)
    roots, belongs = components(model, grid(geometry), bits)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(model) == cp_model.OPTIMAL
    wanted = Exact().components(geometry, truth)
    least = {part.root for part, _ in wanted}
    assert {space for space, root in enumerate(roots) if solver.value(root)} == least
    assert {pair for pair, bit in belongs.items() if solver.value(bit)} == {
        (part.root, space) for part, _ in wanted for space in part.members
    }


@pytest.mark.parametrize("seed", range(8))
def test_exact_labels_leave_nothing_free(seed: int) -> None:
    """Each set of members has one solution."""

    class Counter(cp_model.CpSolverSolutionCallback):
        found = 0

        def on_solution_callback(self) -> None:
            self.found += 1

    rng = Random(seed)
    geometry = Geometry(*rng.choice([(2, 3), (3, 3), (2, 4)]))
    model = cp_model.CpModel()
    bits: list[Literal] = [
        rng.random() < 0.5 if rng.random() < 0.3 else model.new_bool_var("") for _ in range(geometry.size)
    ]
    free = sum(not isinstance(bit, bool) for bit in bits)
    if seed % 2:
        components(model, grid(geometry), bits)
    else:
        heaviest(
            model,
            grid(geometry),
            bits,
            [1 * bit for bit in bits],
            [1] * geometry.size,
            polarity=BOTH,
        )
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    solver.solve(model, counter)
    assert counter.found == 2**free


def test_known_members_fold_into_blocks() -> None:
    """Adjacent known members are one block, and what cannot be joined is apart."""
    regions = fold(grid(Geometry(2, 4)), [True, True, "a", False, False, False, False, "b"])
    assert [region.blocks for region in regions] == [((0, 1), (2,)), ((7,),)]
    assert [region.member for region in regions] == [(True, "a"), ("b",)]
