"""The answer to a puzzle: solved by CP-SAT, and scored again by the exact arithmetic."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import floor

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import Assignment, Expression, run, run_alone_first
from tilewright.meaning.exact import exact_evaluator
from tilewright.solver.arrange import LARGEST, Arrangement, arrangement
from tilewright.solver.places import obstacles, possible_states, replayed
from tilewright.stopping import Deadline, OutOfTime, Unsupported
from tilewright.table.board import Board
from tilewright.table.goal import Goal
from tilewright.table.notebook import Displayed
from tilewright.table.position import Puzzle

# Best first: the first closes most gaps by itself (measured: docs/benchmarks.md).
SEARCHES = ("max_lp", "lb_tree_search", "core")
ALONE = 0.05  # for one worker first, in CP-SAT's deterministic time: less than a tenth of a second

Progress = Callable[[float, int | None, int], None]
"""Called on progress with the seconds since the start, the best value (None: none yet), and the bound."""


class UnconfirmedAnswer(Exception):
    """An answer that the rules do not confirm: a bug in this program."""


@dataclass(frozen=True)
class Solution(Displayed):
    """The answer to a puzzle.

    `status`: ``optimal`` (proved: no arrangement is better), ``feasible`` (the best found in time), ``infeasible``
    (`reasons` say why), ``unknown`` (nothing found in time). `score` is the sum of `parts`; `bound` is an upper bound
    of the score (None if the time ran out while building the model). With a goal it bounds what the goal counts: the
    fewest pieces, the most parts met; None if it counts nothing. `placed` is the code put on each space, `caps` the
    spaces that got each cap, `met` the parts of the goal that are met. `seconds` is the total time, including building
    the model. `puzzle` is the puzzle, if known.
    """

    status: str
    score: int | None = None
    bound: int | None = None
    parts: Mapping[str, int] = field(default_factory=dict)
    board: Board | None = None
    placed: Mapping[int, str] = field(default_factory=dict)
    caps: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    met: tuple[str, ...] = ()
    seconds: float = 0.0
    reasons: tuple[str, ...] = ()
    puzzle: Puzzle | None = field(default=None, compare=False, repr=False)


def solve(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    *,
    floors: Mapping[str, int] | None = None,
    time_limit: float | None = None,
    workers: int | None = None,
    on_progress: Progress | None = None,
    on_board: Callable[[Board], None] | None = None,
) -> Solution:
    """The best arrangement for the goal of the puzzle, by default the one with the largest sum of the rules.

    `rules` are the parts of the score by name; those in `floors` must reach their numbers. `on_progress` is called with
    the seconds since the start, the best value of what the goal counts, and the bound, whenever either improves;
    `on_board` with the board of each better arrangement. Raises `Unsupported` if the puzzle cannot be modeled.
    """
    started = time.monotonic()
    _check_goal(puzzle.goal, rules)
    states = possible_states(puzzle)
    reasons = obstacles(puzzle, states)
    if reasons:
        return Solution("infeasible", seconds=time.monotonic() - started, reasons=reasons)
    deadline = Deadline(None if time_limit is None else started + time_limit)
    try:
        model = arrangement(puzzle, states, rules, floors=floors, deadline=deadline)
    except OutOfTime:
        return Solution("unknown", seconds=time.monotonic() - started)
    watcher = _Watcher(started, puzzle.goal, model.most, on_progress, on_board and _drawn(model, on_board))
    solver, status = _searched(model.model, deadline, workers, watcher)
    if status == cp_model.UNKNOWN:
        answer = Solution("unknown", bound=counted(puzzle.goal, watcher.bound))
    elif status == cp_model.INFEASIBLE and (puzzle.goal.can_fail or floors):
        answer = Solution("infeasible", reasons=(unreached(puzzle.goal),))
    else:
        answer = _answer(model, rules, solver, status)
    return replace(answer, seconds=time.monotonic() - started)


def _check_goal(goal: Goal, rules: Mapping[str, core.Expr]) -> None:
    """Raises `Unsupported` if a goal does not apply to these parts of a score."""
    for name, _ in goal.parts:
        if name not in rules:
            raise Unsupported(f"the score has no part '{name}'; it has: {', '.join(rules)}")
    if any(abs(number) > LARGEST for number in (goal.score, *dict(goal.parts).values())):
        raise Unsupported("the numbers of the goal are too large to solve with")


def counted(goal: Goal, worth: int) -> int | None:
    """What a worth stands for: points, pieces, or parts that are met; None if the goal counts nothing."""
    return abs(worth) if goal.kind == "fewest" else worth if goal.counts else None


def unreached(goal: Goal) -> str:
    """The message that no arrangement reaches a goal."""
    points = f"{goal.score} point{'' if goal.score == 1 else 's'}"
    return f"no placement scores {points if goal.kind == 'exactly' else points + ' or more'}"


def _searched(
    model: cp_model.CpModel, deadline: Deadline, workers: int | None, watcher: _Watcher
) -> tuple[cp_model.CpSolver, cp_model.CpSolverStatus]:
    """The solver that answered, and its status; with one worker, CP-SAT's own parameters are used."""
    alone = cp_model.CpSolver()
    alone.parameters.num_workers = 1
    alone.parameters.random_seed = 0
    alone.parameters.max_deterministic_time = ALONE
    if deadline.left is not None:
        alone.parameters.max_time_in_seconds = deadline.left
    return run_alone_first(model, alone, lambda: solver_for(deadline.left, workers), watcher.watch)


def solver_for(time_limit: float | None, workers: int | None, searches: Sequence[str] = SEARCHES) -> cp_model.CpSolver:
    """A solver with parameters that suit these models."""
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.random_seed = 0
    parameters.linearization_level = 2
    parameters.subsolvers.extend(searches)
    if time_limit is not None:
        parameters.max_time_in_seconds = time_limit
    if workers is not None:
        parameters.num_workers = workers
    return solver


def _answer(
    model: Arrangement,
    rules: Mapping[str, core.Expr],
    solver: cp_model.CpSolver,
    status: cp_model.CpSolverStatus,
) -> Solution:
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise UnconfirmedAnswer(f"the solver says {solver.status_name(status)} of a puzzle that has an answer")
    answer, worth = checked(model, rules, lambda literal: bool(solver.value(literal)))
    claimed = round(solver.objective_value)
    bound = min(_whole(solver.best_objective_bound), model.most)
    if not claimed <= worth <= bound or (status == cp_model.OPTIMAL and worth != bound):
        raise UnconfirmedAnswer(f"the solver rates the answer {claimed} (at most {bound}), the rules {worth}")
    status_word = "optimal" if worth == bound else "feasible"
    return replace(answer, status=status_word, bound=counted(model.puzzle.goal, bound))


def checked(model: Arrangement, rules: Mapping[str, core.Expr], value: Assignment) -> tuple[Solution, int]:
    """The arrangement of a solution, placed and scored by the rules, and its worth.

    Raises `UnconfirmedAnswer` if the rules do not confirm it.
    """
    puzzle = model.puzzle
    placed, caps = model.read(value)
    board = replayed(puzzle, placed, caps)
    if board is None:
        raise UnconfirmedAnswer("the placing rules do not allow the answer")
    evaluator = exact_evaluator(puzzle.end(board))
    parts = {name: evaluator.number(rule, {}, 0) for name, rule in rules.items()}
    worth = puzzle.goal.worth(parts, len(placed))
    if worth is None:
        raise UnconfirmedAnswer(f"the answer does not reach the goal; the rules score it {sum(parts.values())}")
    spaces: dict[str, tuple[int, ...]] = {}
    for space, mark in caps:
        name = puzzle.game.by_mark[mark].name
        spaces[name] = (*spaces.get(name, ()), space)
    met = puzzle.goal.met(parts)
    return Solution("feasible", sum(parts.values()), None, parts, board, placed, spaces, met), worth


def _drawn(model: Arrangement, on_board: Callable[[Board], None]) -> Callable[[Assignment], None]:
    """A callback that passes on the board of a solution."""

    def draw(value: Assignment) -> None:
        board = replayed(model.puzzle, *model.read(value))
        if board is not None:
            on_board(board)

    return draw


class _Watcher(cp_model.CpSolverSolutionCallback):
    """Keeps the best bound and reports progress."""

    def __init__(
        self,
        started: float,
        goal: Goal,
        bound: int,
        on_progress: Progress | None,
        on_better: Callable[[Assignment], None] | None,
    ) -> None:
        super().__init__()
        self.on_better = on_better
        self.started = started
        self.goal = goal
        self.bound = bound
        self.on_progress = on_progress
        self.best: int | None = None

    def watch(self, solver: cp_model.CpSolver, model: cp_model.CpModel) -> cp_model.CpSolverStatus:
        """Solve with this callback."""
        solver.best_bound_callback = self.on_bound
        return run(solver, model, self)

    def on_solution_callback(self) -> None:
        """Called for each solution that improves on the previous ones of this solver."""
        found = round(self.objective_value)
        if self.best is None or found > self.best:
            self.best = found
            self._tell()
            if self.on_better is not None:
                self.on_better(lambda literal: bool(self.value(literal)))

    def on_bound(self, bound: float) -> None:
        """Called for each improved bound."""
        if bound < self.bound and _whole(bound) < self.bound:
            self.bound = _whole(bound)
            self._tell()

    def _tell(self) -> None:
        if self.on_progress is not None:
            best = None if self.best is None else counted(self.goal, self.best)
            bound = counted(self.goal, self.bound)
            if bound is not None:
                self.on_progress(time.monotonic() - self.started, best, bound)


def _whole(bound: float) -> int:
    """The largest integer score within a bound."""
    return floor(bound + 1e-6)


# ------------------------------------------------------------------ closing a proof

SEEKERS = ("max_lp", "no_lp", "lb_tree_search")
REFUTERS = ("no_lp", "probing", "quick_restart_no_lp")
FIRST_SLICE = 2.0  # seconds; doubled each time


@dataclass
class Incumbent:
    """The best value found, with the solver's assignment, and the bound proved so far.

    ``closed``: no better value exists; if `value` is None, there is no solution at all.
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
    """Maximize (`up`) or minimize `goal`; modifies the model.

    `bound` is known to hold. With `refute`, the first question is whether there is any solution. `on_progress` receives
    seconds, the best value and the bound.
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
        # both alternate with slices of equal, growing length, so that neither can starve the other
        slice_ *= 1 if seeking else 2
        seeking = not seeking
    return found


def improve(
    model: cp_model.CpModel, goal: Expression, up: bool, bound: int, deadline: Deadline, workers: int | None = None
) -> Incumbent:
    """The best solution found by large neighborhood search until the deadline; proves nothing."""
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
    """One time slice: optimize, or, without `seeking`, look for any solution that is better."""
    if seeking:
        (model.maximize if up else model.minimize)(goal)
    else:
        model.clear_objective()  # type: ignore[no-untyped-call]
    solver = solver_for(limit, workers, SEEKERS if seeking else REFUTERS)
    if seeking:
        solver.parameters.cp_model_probing_level = 0  # on large models, probing takes most of a slice
    status = run(solver, model)
    if status == cp_model.MODEL_INVALID:
        raise UnconfirmedAnswer(f"the solver refuses the model: {model.validate()}")
    if status == cp_model.INFEASIBLE:
        found.closed, found.bound = True, found.bound if found.value is None else found.value
        return
    if seeking and status != cp_model.UNKNOWN:
        proved = round(solver.best_objective_bound)  # the solver returns a float
        found.bound = min(found.bound, proved) if up else max(found.bound, proved)
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        found.value = int(solver.value(goal))
        found.reading = lambda literal: bool(solver.value(literal))
        found.closed = seeking and status == cp_model.OPTIMAL
        # the constraint stays in the model: the next slice starts from what is known
        model.add(goal >= found.value + 1 if up else goal <= found.value - 1)
