"""Every best arrangement of a puzzle, each once."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import negate
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import Unsupported, possible_states
from tilewright.solver.solve import Progress, Refused, Solution, checked, solve, solver_for
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

Found = Callable[[int], None]
FIRST_SLICE = 2.0  # seconds; doubled each time


@dataclass(frozen=True)
class Solutions:
    """The answer to a puzzle, and the arrangements that are as good as it, without repetition.

    Two arrangements differ when any space differs at the end, in a piece or in a cap; pieces of
    one kind are not told apart. `boards` begin with that of the answer; the others are in
    the order of their notation. ``complete``: it is
    proved that there are no others; else there are at least these. Without a proof that the
    answer is the best there are none but its own.
    """

    answer: Solution
    boards: tuple[Board, ...]
    complete: bool

    @property
    def unique(self) -> bool | None:
        """Whether there is just one; None when that is not known."""
        if len(self.boards) > 1:
            return False
        return len(self.boards) == 1 if self.complete else None


def solutions(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    *,
    limit: int | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Progress | None = None,
    on_found: Found | None = None,
) -> Solutions | Unsupported:
    """All arrangements that are best for the goal of a puzzle, or the first `limit` of them.

    The best is found and proved first; the options are those of `solve`. `on_found` is then told
    how many there are so far.
    """
    started = time.monotonic()
    deadline = Deadline(None if time_limit is None else started + time_limit)
    answer = solve(puzzle, rules, time_limit=time_limit, workers=workers, on_progress=on_progress)
    if isinstance(answer, Unsupported):
        return answer
    if answer.board is None or answer.status != "optimal":
        found = () if answer.board is None else (answer.board,)
        return Solutions(answer, found, answer.status == "infeasible")
    boards = [answer.board]
    try:
        complete = _others(boards, puzzle, rules, answer, limit, deadline, workers, on_found)
    except OutOfTime:
        complete = False
    return Solutions(answer, tuple(boards[:limit]), complete)


def _others(
    boards: list[Board],
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    answer: Solution,
    limit: int | None,
    deadline: Deadline,
    workers: int | None,
    on_found: Found | None,
) -> bool:
    """Add the other arrangements to that of the answer; whether these are all. Raises `OutOfTime`.

    That there is no other is proved best without listing.
    """
    another = _another(_model(puzzle, rules, answer, False, deadline), rules, boards[0], deadline, workers)
    if another is None:
        return True
    boards.append(another)
    if limit is not None and limit <= 2:
        return False
    model = _model(puzzle, rules, answer, True, deadline)
    collector, complete = _search(lambda: _Collector(model, rules, limit, on_found), deadline)
    if complete and not set(boards) <= collector.boards.keys():
        raise Refused("not all of the best arrangements were found again")
    others = {board for board in (another, *collector.boards) if board != boards[0]}
    boards[1:] = sorted(others, key=repr)
    return complete


def _model(
    puzzle: Puzzle, rules: Mapping[str, core.Expr], answer: Solution, exact: bool, deadline: Deadline
) -> Arrangement:
    """The arrangements that are as good as the answer; if not `exact`, some of them several times."""
    states = possible_states(puzzle)
    worth = puzzle.goal.worth(answer.parts, len(answer.placed))
    assert not isinstance(states, Unsupported)  # it was solved
    model = arrangement(puzzle, states, rules, exact=exact, apart=True, least=worth, deadline=deadline)
    assert not isinstance(model, Unsupported)
    model.model.clear_objective()  # type: ignore[no-untyped-call]
    return model


def _another(
    model: Arrangement, rules: Mapping[str, core.Expr], board: Board, deadline: Deadline, workers: int | None
) -> Board | None:
    """Another arrangement than the board; None if there is none. Raises `OutOfTime`."""
    same = [
        next(literal for state, literal in states if state.stack == board.stacks[space])
        for space, states in model.spaces.items()
        if len(states) > 1
    ]
    model.model.add_bool_or([negate(literal) for literal in same])
    solver = solver_for(deadline.left, workers)
    status = solver.solve(model.model)
    if status == cp_model.UNKNOWN:
        raise OutOfTime
    if status == cp_model.INFEASIBLE:
        return None
    found, _ = checked(model, rules, lambda literal: bool(solver.value(literal)))
    return found.board


def _search(collectors: Callable[[], _Collector], deadline: Deadline) -> tuple[_Collector, bool]:
    """The longest list of solutions that was collected, and whether they are all.

    With more linear relaxation some models are listed ten times faster, others ten times slower
    (seen on the puzzles of the packs). So both ways get slices of the time, by turns.
    """
    longest, slice_ = collectors(), FIRST_SLICE
    while True:
        for linearization in (1, 2):
            left = deadline.left
            if left is not None and left <= 0:
                return longest, False
            collector = collectors()
            seconds = slice_ if left is None else min(slice_, left)
            complete = _listed(collector, linearization, seconds)
            longest = max(longest, collector, key=lambda found: len(found.boards))
            if complete or longest.full:
                return longest, complete
        slice_ *= 2


def _listed(collector: _Collector, linearization: int, seconds: float) -> bool:
    """Collect the solutions of a model, as long as that may take; whether they are all."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1  # others would report a solution twice
    parameters.enumerate_all_solutions = True
    parameters.linearization_level = linearization
    parameters.max_time_in_seconds = seconds
    status = solver.solve(collector.model.model, collector)
    if collector.fault is not None:
        raise collector.fault
    if status == cp_model.INFEASIBLE:
        raise Refused("the best arrangement is not found again")
    return status == cp_model.OPTIMAL


class _Collector(cp_model.CpSolverSolutionCallback):
    """Scores every arrangement by the rules and keeps it; stops at the limit."""

    def __init__(
        self, model: Arrangement, rules: Mapping[str, core.Expr], limit: int | None, on_found: Found | None
    ) -> None:
        super().__init__()
        self.model, self.rules, self.limit, self.on_found = model, rules, limit, on_found
        self.boards: dict[Board, None] = {}
        self.worth: int | None = None
        self.fault: Refused | None = None

    @property
    def full(self) -> bool:
        """Whether there are as many as wanted."""
        return self.limit is not None and len(self.boards) >= self.limit

    def on_solution_callback(self) -> None:
        """An arrangement was found; a fault stops the search."""
        try:
            self._keep()
        except Refused as fault:
            self.fault = fault
        if self.fault or self.full:
            self.stop_search()

    def _keep(self) -> None:
        found, worth = checked(self.model, self.rules, lambda literal: bool(self.value(literal)))
        assert found.board is not None
        if self.worth not in (None, worth):
            raise Refused(f"arrangements that are as good are worth {self.worth} and {worth}")
        if found.board in self.boards:
            raise Refused(f"an arrangement was found twice: {found.board}")
        self.worth = worth
        self.boards[found.board] = None
        if self.on_found is not None:
            self.on_found(len(self.boards))
