"""How hard a puzzle is: four numbers of doublings that anybody can look into, and their sum.

Why these: docs/puzzles.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import run
from tilewright.design.puzzles.appearance import Appearance
from tilewright.meaning.scoring import ScoringRules
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import SpaceState, possible_states
from tilewright.solver.solve import solve
from tilewright.stopping import Unsupported
from tilewright.table.board import Board
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle

States = Sequence[Sequence[SpaceState]]

POINT = 2
"""What a point that greed misses weighs."""
MOST_NEAR, MOST_CONFLICTS = 128, 16_384
"""More is not counted."""
LISTING = 0.2
"""Deterministic time for a list of arrangements (up to half a second)."""
LEVELS = {"easy": (4.0, 12.0), "medium": (12.0, 20.0), "hard": (20.0, float("inf"))}
"""The bounds of the total: from, and below. Anything easier is not a puzzle."""


@dataclass(frozen=True)
class Difficulty:
    """How hard it is to find an arrangement of `best` points, and to know that it is the best.

    `greedy` is the mean score of placing what pays most at once, `insight` the bits of
    `Appearance.insight`, `near` the number of arrangements at most a point short of the best, itself
    included, `conflicts` how often plain clause learning has to turn back until it has a proof.
    """

    best: int
    greedy: float
    insight: float
    near: int
    conflicts: int

    @property
    def missed(self) -> float:
        """The points that greed misses, in the mean."""
        return self.best - self.greedy

    @property
    def parts(self) -> dict[str, float]:
        """The parts of the sum, by name."""
        return {
            "greed": POINT * self.missed,
            "insight": self.insight,
            "near": log2(max(1, self.near)),
            "search": log2(1 + self.conflicts),
        }

    @property
    def value(self) -> float:
        """The sum of the parts."""
        return sum(self.parts.values())

    @property
    def level(self) -> str:
        """The name of the level that it belongs to; what greed always finds is easy."""
        if not self.missed:
            return "easy"
        return next(name for name, (_, end) in LEVELS.items() if self.value < end)


def difficulty(puzzle: Puzzle, states: States, rules: ScoringRules, best: int, board: Board) -> Difficulty:
    """How hard a puzzle is whose best arrangement is `board`; always the same for the same puzzle."""
    appearance = Appearance(puzzle, states, rules)
    near = len(listed(puzzle, states, rules, best - 1, MOST_NEAR))
    conflicts = _conflicts(puzzle, states, rules)
    return Difficulty(best, appearance.greedy(), appearance.insight(board), near, conflicts)


def rated(puzzle: Puzzle, rules: ScoringRules) -> Difficulty | str:
    """How hard a puzzle is that asks for the most points, or why that is not known.

    Of several arrangements that are best, one is measured.
    """
    try:
        states = possible_states(puzzle)
        if puzzle.goal != MOST:
            return f"only puzzles for the most points are rated, not '{puzzle.goal}'"
        answer = solve(puzzle, rules, workers=1)
    except Unsupported as problem:
        return problem.reason
    if answer.board is None or answer.score is None:
        return "there is no answer"
    return difficulty(puzzle, states, rules, answer.score, answer.board)


def _conflicts(puzzle: Puzzle, states: States, rules: ScoringRules) -> int:
    """Conflicts of a search with one worker, without linear relaxation."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.linearization_level = 0
    solver.parameters.max_number_of_conflicts = MOST_CONFLICTS
    run(solver, posted(puzzle, states, rules).model)
    return min(solver.num_conflicts, MOST_CONFLICTS)


def posted(puzzle: Puzzle, states: States, rules: ScoringRules, **options: bool | int) -> Arrangement:
    """The model of a puzzle that has been solved before."""
    return arrangement(puzzle, states, rules, **options)  # type: ignore[arg-type]


def listed(puzzle: Puzzle, states: States, rules: ScoringRules, least: int, limit: int) -> list[Board]:
    """Arrangements that score `least` or more, at most `limit` of them, each once.

    The same on every run: the search is bounded by steps, not by the clock. Nothing scores them
    again: they only guide and measure.
    """
    model = posted(puzzle, states, rules, exact=True, apart=True, least=least)
    model.model.clear_objective()  # type: ignore[no-untyped-call]
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 0
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.max_deterministic_time = LISTING
    found = _Boards(model, limit)
    run(solver, model.model, found)
    return found.boards


class _Boards(cp_model.CpSolverSolutionCallback):
    """Keeps arrangements; stops at the limit."""

    def __init__(self, model: Arrangement, limit: int) -> None:
        super().__init__()
        self.model, self.limit = model, limit
        self.boards: list[Board] = []

    def on_solution_callback(self) -> None:
        """An arrangement was found."""
        stacks = (
            next(state.stack for state, literal in states if self.value(literal))
            for states in self.model.spaces.values()
        )
        self.boards.append(Board(self.model.puzzle.board.geometry, tuple(stacks)))
        if len(self.boards) >= self.limit:
            self.stop_search()
