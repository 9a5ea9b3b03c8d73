"""Closing a proof: searching for better answers and refuting that there are any, by turns.

Bounds from linear relaxations close most models; where they do not, "better than the best" as a
question of its own often falls to clause learning in a second. So both get slices of the time.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import Assignment, Expression, run
from tilewright.solver.solve import Progress, Refused, solver_for
from tilewright.symbolic.deadline import Deadline

SEEKERS = ("max_lp", "no_lp", "lb_tree_search")
REFUTERS = ("no_lp", "probing", "quick_restart_no_lp")
FIRST_SLICE = 2.0  # seconds; doubled each time


@dataclass
class Incumbent:
    """The best value found, with what the solver said of it, and the bound proved so far.

    ``closed``: no better value exists; then `value` None means that there is no answer at all.
    """

    bound: int
    value: int | None = None
    reading: Assignment | None = None
    closed: bool = False


def close(
    model: cp_model.CpModel,
    goal: Expression,
    up: bool,
    bound: int,
    deadline: Deadline,
    *,
    refute: bool = False,
    workers: int | None = None,
    on_progress: Progress | None = None,
) -> Incumbent:
    """Make `goal` as large (`up`) or as small as can be; the model is changed by it.

    No answer passes `bound`. With `refute` it is asked first whether there is any answer at all.
    `on_progress` receives seconds, the best value and the bound.
    """
    started, slice_ = time.monotonic(), FIRST_SLICE
    found, seeking = Incumbent(bound), not refute
    while not found.closed:
        left = deadline.left
        if left is not None and left <= 0:
            break
        limit = slice_ if left is None else min(slice_, left)
        _seek(model, goal, up, found, limit, workers, seeking)
        found.closed = found.closed or found.value == found.bound
        if on_progress is not None:
            on_progress(time.monotonic() - started, found.value, found.bound)
        # both sides get slices of one length, then longer ones: neither can starve the other
        slice_ *= 1 if seeking else 2
        seeking = not seeking
    return found


def improve(
    model: cp_model.CpModel, goal: Expression, up: bool, bound: int, deadline: Deadline, workers: int | None = None
) -> Incumbent:
    """The best answer to be had by changing parts of others, until the deadline; it proves nothing."""
    (model.maximize if up else model.minimize)(goal)
    solver = solver_for(deadline.left, workers if workers is None else max(workers, 2), ())
    solver.parameters.use_lns_only = True
    solver.parameters.linearization_level = 1
    status = run(solver, model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Incumbent(bound)
    return Incumbent(bound, int(solver.value(goal)), lambda literal: bool(solver.value(literal)))


def _seek(
    model: cp_model.CpModel,
    goal: Expression,
    up: bool,
    found: Incumbent,
    limit: float,
    workers: int | None,
    seeking: bool,
) -> None:
    """One slice of time: the best answer, or without `seeking` any that is better."""
    if seeking:
        (model.maximize if up else model.minimize)(goal)
    else:
        model.clear_objective()  # type: ignore[no-untyped-call]
    solver = solver_for(limit, workers, SEEKERS if seeking else REFUTERS)
    if seeking:
        solver.parameters.cp_model_probing_level = 0  # on large models it takes most of a slice
    status = run(solver, model)
    if status == cp_model.MODEL_INVALID:
        raise Refused(f"the solver refuses the model: {model.validate()}")
    if status == cp_model.INFEASIBLE:
        found.closed, found.bound = True, found.bound if found.value is None else found.value
        return
    if seeking and status != cp_model.UNKNOWN:
        proved = round(solver.best_objective_bound)  # the solver gives a float
        found.bound = min(found.bound, proved) if up else max(found.bound, proved)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.value = int(solver.value(goal))
        found.reading = lambda literal: bool(solver.value(literal))
        found.closed = seeking and status == cp_model.OPTIMAL
        # stays in the model: the next slice starts beyond what is known
        model.add(goal >= found.value + 1 if up else goal <= found.value - 1)
