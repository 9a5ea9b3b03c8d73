"""Time that is counted, not measured: the same on every machine, busy or idle.

Each look at the clock takes a fixed step, and a search of CP-SAT takes the solver's own deterministic
measure of its work, which is about a second of an idle core. A limit in seconds then becomes a limit of work:
the same test stops at the same place on every run. Several workers search in turns (``interleave_search``), for
only that is deterministic: https://github.com/google/or-tools/blob/stable/ortools/sat/sat_parameters.proto
"""

from __future__ import annotations

import time

import pytest
from ortools.sat.python import cp_model

TICK = 2.0**-20
"""Seconds; all times are multiples of it, whose sums are exact: the same work takes as long whenever it begins."""
LOOK = 8 * TICK
"""Seconds for a look at the monotonic clock: the solver's model builder looks for each of its steps."""
DECISION = 1024 * TICK
"""Seconds for a look at the performance counter: bots look for each decision of a plan."""


class CountedTime:
    """A clock that only the work it is asked for moves on."""

    def __init__(self) -> None:
        self.now = 0.0

    def spend(self, seconds: float) -> float:
        """Let some time pass; the moment after it."""
        self.now += seconds
        return self.now

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Replace the clocks of this process and the time limits of CP-SAT until the patch is undone."""
        solve = cp_model.CpSolver.solve

        def counted(
            solver: cp_model.CpSolver,
            model: cp_model.CpModel,
            solution_callback: cp_model.CpSolverSolutionCallback | None = None,
        ) -> cp_model.CpSolverStatus:
            parameters = solver.parameters
            if parameters.max_time_in_seconds != float("inf"):
                limit = min(parameters.max_deterministic_time, parameters.max_time_in_seconds)
                parameters.max_deterministic_time = limit
                parameters.clear_max_time_in_seconds()
                parameters.interleave_search = parameters.num_workers != 1
            status = solve(solver, model, solution_callback)
            self.spend(round(solver.response_proto.deterministic_time / TICK) * TICK)
            return status

        patch.setattr(cp_model.CpSolver, "solve", counted)
        patch.setattr(time, "monotonic", lambda: self.spend(LOOK))
        patch.setattr(time, "perf_counter", lambda: self.spend(DECISION))
