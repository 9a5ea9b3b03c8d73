"""New puzzles: drawn by a seed, then changed step by step until the answer is the only one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from random import Random

from ortools.sat.python import cp_model

from tilewright.cpsat.literals import negate, run
from tilewright.design.puzzles.boards import Drafts, Order
from tilewright.design.puzzles.difficulty import (
    LEVELS,
    Difficulty,
    States,
    difficulty,
    listed,
    posted,
)
from tilewright.meaning.scoring import ScoringRules
from tilewright.solver.places import obstacles, possible_states
from tilewright.solver.solve import checked, solver_for
from tilewright.stopping import Unsupported
from tilewright.symbolic.deadline import Deadline
from tilewright.table.board import Board
from tilewright.table.position import Puzzle

EFFORT = 2.0
"""Deterministic time for a question to the solver; what takes longer is no puzzle for people."""
TRIES, DRAFTS, PATIENCE = 1000, 8, 80
"""Puzzles that are looked at for one answer, at first and again when so many in a row were no better."""
TIES = 64
"""Of answers that are as good so many are looked at."""
SLIP = 1.0
"""How much worse a change may be in the mean and still be kept: the way to better ones."""
FLAW, AMBIGUOUS, HOPELESS = 12.0, 40.0, 1000.0
"""What it costs to have a card that earns nothing or the like, several answers, or none in time."""

TriedReport = Callable[[int, float], None]

UNPLACED = "not all pieces could be placed"
UNSOLVED = "the best placement was not proved within the limit"
SEVERAL = "several placements were equally good"
IDLE = "a card scored nothing, or a cap was left over"
EASY, HARD = "it was too easy", "it was too hard"
HINTS = {
    UNPLACED: "try a larger --size, or fewer --tiles and --caps",
    UNSOLVED: "try a smaller --size, or fewer --tiles and --caps",
    SEVERAL: "try fewer --tiles and --caps, or a smaller --size",
    IDLE: "try more --tiles, fewer --caps, or fewer cards",
    EASY: "try more --tiles, or an easier --difficulty",
    HARD: "try fewer --tiles, or a harder --difficulty",
}
"""Why a puzzle that was tried is none, and what helps where that is the reason of most."""


@dataclass(frozen=True)
class NewPuzzle:
    """A puzzle whose best arrangement, `board`, is the only one; it expects its `parts`."""

    puzzle: Puzzle
    board: Board
    parts: Mapping[str, int]
    difficulty: Difficulty


@dataclass(frozen=True)
class _Look:
    """What one look at a puzzle showed: how far it is from what is wanted, and where answers differ."""

    puzzle: Puzzle
    cost: float
    spaces: tuple[int, ...] = ()
    found: NewPuzzle | None = None
    failure: str = ""


def new_puzzle(
    order: Order,
    level: str,
    seed: int,
    deadline: Deadline,
    on_progress: TriedReport | None = None,
    failures: Counter[str] | None = None,
) -> NewPuzzle | None:
    """The puzzle made from a seed, the same for the same seed; None when none was found.

    `on_progress` receives how many puzzles were looked at, and how far the nearest is from what
    is wanted (0: found). `failures` counts why the puzzles that were tried are none: keys of `HINTS`. Only the
    deadline can make two runs differ. Raises `Unsupported`.
    """
    search = _Search(order, level, Random(seed))
    for number in range(1, TRIES + 1):
        if deadline.left == 0:
            break
        look = search.step()
        if on_progress is not None:
            on_progress(number, search.least)
        if look.found is not None and look.cost == 0:
            return look.found
        if failures is not None:
            failures[look.failure] += 1
    return None


class _Search:
    """A walk from puzzle to puzzle: drafts first, then changes of the best of them, then anew."""

    def __init__(self, order: Order, level: str, random: Random) -> None:
        self.order, self.level, self.random = order, level, random
        self.least = HOPELESS
        self._anew()

    def _anew(self) -> None:
        self.drafts = Drafts(self.order, self.random)
        self.here: _Look | None = None
        self.best: _Look | None = None
        self.drawn = self.idle = 0

    def step(self) -> _Look:
        """Look at one puzzle more."""
        if self.idle > PATIENCE:
            self._anew()
        if self.drawn < DRAFTS or self.here is None:
            self.drawn += 1
            draft = self.drafts.draft()
            if draft is None:
                raise Unsupported("there are not enough pieces for boards of this size")
            puzzle = draft
        else:
            puzzle = self.drafts.changed(self.here.puzzle, self.here.spaces)
        look = _look(puzzle, self.order.rules, self.level)
        self._go(look)
        return look

    def _go(self, look: _Look) -> None:
        slip = self.random.expovariate(1 / SLIP) if self.drawn >= DRAFTS else 0.0
        if self.here is None or look.cost <= self.here.cost + slip:
            self.here = look
        self.idle += 1
        if self.best is None or look.cost < self.best.cost:
            self.best, self.idle = look, 0
        elif self.idle % (PATIENCE // 3) == 0:
            self.here = self.best
        self.least = min(self.least, look.cost)


def _look(puzzle: Puzzle, rules: ScoringRules, level: str) -> _Look:
    """How far a puzzle is from one that has a single answer and is as hard as wanted."""
    states = possible_states(puzzle)
    if obstacles(puzzle, states):
        return _Look(puzzle, HOPELESS, failure=UNPLACED)
    model = posted(puzzle, states, rules, apart=True)
    solver = _solver()
    status = run(solver, model.model)
    if status != cp_model.OPTIMAL:
        return _Look(puzzle, HOPELESS, failure=UNPLACED if status == cp_model.INFEASIBLE else UNSOLVED)
    answer, best = checked(model, rules, lambda literal: bool(solver.value(literal)))
    assert answer.board is not None
    flaws = FLAW * sum(answer.parts[card] == 0 for card in puzzle.cards if card in answer.parts)
    used = {name: len(answer.caps.get(name, ())) for name in puzzle.caps}
    if used != puzzle.caps:
        flaws += FLAW  # a cap that is left over makes one wonder
    others = _others(puzzle, states, rules, best, answer.board)
    if others is None:
        return _Look(puzzle, HOPELESS, failure=UNSOLVED)
    if others:
        spaces = _different([answer.board, *others])
        return _Look(puzzle, AMBIGUOUS + 3 * log2(1 + len(others)) + len(spaces) + flaws, spaces, failure=SEVERAL)
    hard = difficulty(puzzle, states, rules, best, answer.board)
    lured = level == "easy" or hard.missed > 0
    off, found = _off(hard.value, level), NewPuzzle(puzzle, answer.board, answer.parts, hard)
    failure = (HARD if hard.value >= LEVELS[level][1] else EASY) if off or not lured else IDLE if flaws else ""
    return _Look(puzzle, off + flaws + (0.0 if lured else FLAW), (), found, failure)


def _off(value: float, level: str) -> float:
    """How far a difficulty is from a level."""
    low, high = LEVELS[level]
    return low - value if value < low else value - high + 1 if value >= high else 0.0


def _others(puzzle: Puzzle, states: States, rules: ScoringRules, best: int, board: Board) -> list[Board] | None:
    """Some of the other arrangements that are as good; empty when it is proved that there are none.

    None when that is not known.
    """
    model = posted(puzzle, states, rules, apart=True, least=best)
    model.model.clear_objective()  # type: ignore[no-untyped-call]
    same = [
        next(literal for state, literal in known if state.stack == board.stacks[space])
        for space, known in model.spaces.items()
        if len(known) > 1
    ]
    model.model.add_bool_or([negate(literal) for literal in same])
    solver = _solver()
    status = run(solver, model.model)
    if status == cp_model.UNKNOWN:
        return None
    if status == cp_model.INFEASIBLE:
        return []
    other, _ = checked(model, rules, lambda literal: bool(solver.value(literal)))
    assert other.board is not None
    more = listed(puzzle, states, rules, best, TIES)
    return [other.board, *(found for found in more if found not in (board, other.board))]


def _different(boards: Sequence[Board]) -> tuple[int, ...]:
    """The spaces on which boards differ."""
    columns = zip(*(board.stacks for board in boards), strict=True)
    return tuple(space for space, stacks in enumerate(columns) if len(set(stacks)) > 1)


def _solver() -> cp_model.CpSolver:
    """A solver that does the same on every run."""
    solver = solver_for(None, 1)
    solver.parameters.max_deterministic_time = EFFORT
    return solver
