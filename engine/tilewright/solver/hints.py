"""Hints: the most important part of the best placement, revealed step by step."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import run
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import SpaceState, possible_states
from tilewright.solver.solve import Solution, solve, solver_for
from tilewright.stopping import Deadline, OutOfTime
from tilewright.table.board import Stack
from tilewright.table.position import Puzzle


@dataclass(frozen=True)
class Hint:
    """What the best placement puts on a space, what the space becomes, and the loss if it becomes something else.

    `loss` is in units of what the goal counts; None if there is no placement without it.
    """

    space: int
    piece: str | None
    caps: str
    stack: Stack
    loss: int | None


def best_hint(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    *,
    answer: Solution | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
) -> Hint | None:
    """The space with the largest loss; None if no optimal answer is known, or the time is over.

    The loss of a space is the difference to the best placement in which it differs: the larger, the fewer good
    placements are left. Of several with the same loss, the first on the board.
    """
    deadline = Deadline(None if time_limit is None else time.monotonic() + time_limit)
    answer = answer or solve(puzzle, rules, time_limit=time_limit, workers=workers)
    if answer.status != "optimal" or answer.board is None:
        return None
    before, found = puzzle.board.stacks, list[Hint]()
    try:
        for space, stack in enumerate(answer.board.stacks):
            if stack != before[space]:
                loss = _loss(puzzle, rules, answer, space, deadline, workers)
                piece = answer.placed.get(space)
                found.append(Hint(space, piece, stack.caps[len(before[space].caps) :], stack, loss))
    except OutOfTime:
        return None
    return max(found, key=lambda hint: (hint.loss is None, hint.loss or 0, -hint.space), default=None)


def _loss(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    answer: Solution,
    space: int,
    deadline: Deadline,
    workers: int | None,
) -> int | None:
    """How much worse the best placement is in which the space differs; None if there is none. Raises `OutOfTime`."""
    states = possible_states(puzzle)
    model = arrangement(puzzle, states, rules, apart=True, deadline=deadline)
    assert isinstance(model, Arrangement)
    assert answer.board is not None
    for state, literal in model.spaces[space]:
        if _same(state, answer.board.stacks[space]):
            model.model.add(literal == 0)
    solver = solver_for(deadline.left, workers)
    status = run(solver, model.model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise OutOfTime
    worth = puzzle.goal.worth(answer.parts, len(answer.placed))
    assert worth is not None
    return worth - round(solver.objective_value)


def _same(state: SpaceState, stack: Stack) -> bool:
    """Whether a state is a given stack, regardless of the order of its caps."""
    plain = state.stack.down == stack.down and state.stack.up == stack.up
    return plain and sorted(state.stack.caps) == sorted(stack.caps)
