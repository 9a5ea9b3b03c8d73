"""Running CP-SAT so that a request to stop ends it with what it has found."""

from __future__ import annotations

from ortools.sat.python import cp_model

from tilewright.stopping import STOP


def run(
    solver: cp_model.CpSolver, model: cp_model.CpModel, watcher: cp_model.CpSolverSolutionCallback | None = None
) -> cp_model.CpSolverStatus:
    """Solve a model; every search of the engine is started here.

    The solver's own handler of Ctrl-C, which would begin anew with each search, is left out.
    """
    solver.parameters.catch_sigint_signal = False
    with STOP.calling(solver.stop_search):
        return cp_model.UNKNOWN if STOP.asked else solver.solve(model, watcher)
