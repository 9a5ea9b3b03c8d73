"""All best arrangements of a puzzle, each once."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import negate, run
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import possible_states
from tilewright.solver.solve import Progress, Solution, UnconfirmedAnswer, checked, solve, solver_for
from tilewright.stopping import Deadline, OutOfTime
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

Found = Callable[[Board], None]
FIRST_SLICE = 2.0  # seconds; doubled each time


@dataclass(frozen=True)
class Solutions:
    """The answer to a puzzle, and all arrangements that are equally good, without repetition.

    Two arrangements differ if any space differs at the end, in a piece or in a cap; pieces of one kind are not
    distinguished. `boards` begin with that of the answer; the others are in the order of their notation. ``complete``:
    proved that there are no others; else there are at least these. If the answer is not proved optimal, only its own
    board is listed.
    """

    answer: Solution
    boards: tuple[Board, ...]
    complete: bool

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one; None if that is not known."""
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
) -> Solutions:
    """All arrangements that are optimal for the goal of a puzzle, or the first `limit` of them.

    An optimal one is found and proved first; the options are those of `solve`. If there are several, `on_found` is
    called with each as it is found, from any thread, including the first.
    """
    started = time.monotonic()
    deadline = Deadline(None if time_limit is None else started + time_limit)
    answer = solve(puzzle, rules, time_limit=time_limit, workers=workers, on_progress=on_progress)
    if answer.board is None or answer.status != "optimal":
        only = () if answer.board is None else (answer.board,)
        return Solutions(answer, only, answer.status == "infeasible")
    finds = _Finds(answer.board, limit, on_found)
    try:
        complete = _others(finds, puzzle, rules, answer, deadline, workers)
    except OutOfTime:
        complete = False
    first, *others = finds.boards
    return Solutions(answer, (first, *sorted(others, key=repr)), complete)


class _Finds:
    """The arrangements found so far, in the order of discovery, up to a limit."""

    def __init__(self, first: Board, limit: int | None, on_found: Found | None) -> None:
        self.boards: dict[Board, None] = {first: None}
        self.limit = limit
        self._on_found = on_found

    @property
    def full(self) -> bool:
        """Whether the limit is reached."""
        return self.limit is not None and len(self.boards) >= self.limit

    def add(self, board: Board) -> None:
        """Add a board and report it, unless it is known or the limit is reached."""
        if board in self.boards or self.full:
            return
        news = [board] if len(self.boards) > 1 else [*self.boards, board]
        self.boards[board] = None
        if self._on_found is not None:
            for fresh in news:
                self._on_found(fresh)


def _others(
    found: _Finds,
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    answer: Solution,
    deadline: Deadline,
    workers: int | None,
) -> bool:
    """Add the other arrangements; returns whether these are all. Raises `OutOfTime`.

    Uniqueness is proved by one search for another arrangement, which is faster than enumeration.
    """
    (first,) = found.boards
    another = _another(_model(puzzle, rules, answer, False, deadline), rules, first, deadline, workers)
    if another is None:
        return True
    found.add(another)
    if found.limit is not None and found.limit <= 2:
        return False
    model = _model(puzzle, rules, answer, True, deadline)
    collector, complete = _search(lambda: _Collector(model, rules, found), deadline)
    if complete and found.boards.keys() != collector.boards.keys():
        raise UnconfirmedAnswer("not all of the best arrangements were found again")
    return complete


def _model(
    puzzle: Puzzle, rules: Mapping[str, core.Expr], answer: Solution, exact: bool, deadline: Deadline
) -> Arrangement:
    """The model of all arrangements as good as the answer; if not `exact`, some of them occur several times."""
    states = possible_states(puzzle)
    worth = puzzle.goal.worth(answer.parts, len(answer.placed))
    model = arrangement(puzzle, states, rules, exact=exact, apart=True, least=worth, deadline=deadline)
    model.model.clear_objective()  # type: ignore[no-untyped-call]
    return model


def _another(
    model: Arrangement, rules: Mapping[str, core.Expr], board: Board, deadline: Deadline, workers: int | None
) -> Board | None:
    """An arrangement other than the board; None if there is none. Raises `OutOfTime`."""
    same = [
        next(literal for state, literal in states if state.stack == board.stacks[space])
        for space, states in model.spaces.items()
        if len(states) > 1
    ]
    model.model.add_bool_or([negate(literal) for literal in same])
    solver = solver_for(deadline.left, workers)
    status = run(solver, model.model)
    if status == cp_model.UNKNOWN:
        raise OutOfTime
    if status == cp_model.INFEASIBLE:
        return None
    found, _ = checked(model, rules, lambda literal: bool(solver.value(literal)))
    return found.board


def _search(collectors: Callable[[], _Collector], deadline: Deadline) -> tuple[_Collector, bool]:
    """The longest list of solutions that was collected, and whether it is complete.

    With more linear relaxation, some models are enumerated ten times faster, others ten times slower (seen on the
    puzzles of the packs). So both settings alternate in time slices.
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
            if complete or longest.finds.full:
                return longest, complete
        slice_ *= 2


def _listed(collector: _Collector, linearization: int, seconds: float) -> bool:
    """Enumerate the solutions of a model within a time limit; returns whether these are all."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1  # with several workers a solution can be reported twice
    parameters.enumerate_all_solutions = True
    parameters.linearization_level = linearization
    parameters.max_time_in_seconds = seconds
    status = run(solver, collector.model.model, collector)
    if collector.fault is not None:
        raise collector.fault
    if status == cp_model.INFEASIBLE:
        raise UnconfirmedAnswer("the best arrangement is not found again")
    return status == cp_model.OPTIMAL


class _Collector(cp_model.CpSolverSolutionCallback):
    """Scores every arrangement by the rules and collects it; stops at the limit."""

    def __init__(self, model: Arrangement, rules: Mapping[str, core.Expr], finds: _Finds) -> None:
        super().__init__()
        self.model, self.rules, self.finds = model, rules, finds
        self.boards: dict[Board, None] = {}
        self.worth: int | None = None
        self.fault: BaseException | None = None

    def on_solution_callback(self) -> None:
        """Called for each solution; an exception is kept and stops the search, because it must not propagate into the
        solver."""
        try:
            self._keep()
        except BaseException as fault:
            self.fault = fault
        if self.fault or self.finds.full:
            self.stop_search()

    def _keep(self) -> None:
        found, worth = checked(self.model, self.rules, lambda literal: bool(self.value(literal)))
        assert found.board is not None
        if self.worth not in (None, worth):
            raise UnconfirmedAnswer(f"equally good arrangements are worth {self.worth} and {worth}")
        if found.board in self.boards:
            raise UnconfirmedAnswer(f"an arrangement was found twice: {found.board}")
        self.worth = worth
        self.boards[found.board] = None
        self.finds.add(found.board)
