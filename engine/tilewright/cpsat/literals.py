"""Literals and linear expressions of a CP-SAT model, and runs of the solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ortools.sat.python import cp_model

from tilewright.stopping import STOP

Literal: TypeAlias = bool | cp_model.BoolVarT
"""A constant, a Boolean variable or its negation."""
Expression: TypeAlias = cp_model.LinearExpr | int
Assignment: TypeAlias = Callable[[Literal], bool]
"""The value of each literal in a solution."""


def negate(literal: Literal) -> Literal:
    """The negation of a literal."""
    return (not literal) if isinstance(literal, bool) else literal.negated()


def name_of(literal: Literal) -> tuple[bool, int]:
    """A key that is unique for each literal."""
    if isinstance(literal, bool):
        return True, int(literal)
    return False, literal.index


Solve: TypeAlias = Callable[[cp_model.CpSolver, cp_model.CpModel], cp_model.CpSolverStatus]


def run(
    solver: cp_model.CpSolver, model: cp_model.CpModel, watcher: cp_model.CpSolverSolutionCallback | None = None
) -> cp_model.CpSolverStatus:
    """Solve a model; every search of the engine starts here.

    The solver's own handler of Ctrl-C, which would be installed again for each search, is disabled.
    """
    solver.parameters.catch_sigint_signal = False
    with STOP.calling(solver.stop_search):
        return cp_model.UNKNOWN if STOP.asked else solver.solve(model, watcher)


def run_alone_first(
    model: cp_model.CpModel, alone: cp_model.CpSolver, several: Callable[[], cp_model.CpSolver], solve: Solve = run
) -> tuple[cp_model.CpSolver, cp_model.CpSolverStatus]:
    """Run the solver with one worker first, then with several; returns the solver that answered, and its status.

    One worker proves most models before several have started (measured: docs/benchmarks.md), so they start only after
    it, from what it has found.
    """
    first = solve(alone, model)
    if first in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        return alone, first
    if first == cp_model.FEASIBLE:
        found = alone.response_proto.solution
        model.proto.solution_hint.vars.extend(range(len(found)))
        model.proto.solution_hint.values.extend(found)
    solver = several()
    status = solve(solver, model)
    return (alone, first) if status == cp_model.UNKNOWN and first == cp_model.FEASIBLE else (solver, status)
