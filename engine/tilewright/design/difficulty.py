"""The difficulty of a puzzle: the sum of four numbers, each in bits or weighted points, that can be inspected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2
from random import Random

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import run
from tilewright.meaning.scoring import ScoringRules, points
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import SpaceState, possible_states
from tilewright.solver.solve import solve
from tilewright.stopping import Unsupported
from tilewright.symbolic.kinds import interchangeable
from tilewright.table.board import Board, Stack
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle

States = Sequence[Sequence[SpaceState]]

POINT = 2
"""The weight of a point that the greedy player misses."""
MOST_NEAR, MOST_CONFLICTS = 128, 16_384
"""Limits of the counts of near-optimal arrangements and of conflicts."""
LISTING = 0.2
"""The deterministic time for a list of arrangements (at most half a second)."""
LEVELS = {"easy": (4.0, 12.0), "medium": (12.0, 20.0), "hard": (20.0, float("inf"))}
"""The range of the difficulty of each level, from (inclusive) and to (exclusive). Below the first, it is not a
puzzle."""


@dataclass(frozen=True)
class Difficulty:
    """How hard it is to find an arrangement with `best` points, and to see that it is the best.

    `greedy` is the mean score of the greedy player, `insight` the bits of `Appearance.insight`, `near` the number of
    arrangements within one point of the best (itself included), `conflicts` the conflicts of clause learning without
    linear relaxation until the proof.
    """

    best: int
    greedy: float
    insight: float
    near: int
    conflicts: int

    @property
    def missed(self) -> float:
        """The points that the greedy player misses on average."""
        return self.best - self.greedy

    @property
    def parts(self) -> dict[str, float]:
        """The terms of the difficulty by name."""
        return {
            "greed": POINT * self.missed,
            "insight": self.insight,
            "near": log2(max(1, self.near)),
            "search": log2(1 + self.conflicts),
        }

    @property
    def value(self) -> float:
        """The difficulty: the sum of the terms."""
        return sum(self.parts.values())

    @property
    def level(self) -> str:
        """The name of the level. A puzzle that the greedy player always solves is easy."""
        if not self.missed:
            return "easy"
        return next(name for name, (_, end) in LEVELS.items() if self.value < end)


def difficulty(puzzle: Puzzle, states: States, rules: ScoringRules, best: int, board: Board) -> Difficulty:
    """The difficulty of a puzzle whose best arrangement is `board`. Deterministic."""
    appearance = Appearance(puzzle, states, rules)
    near = len(listed(puzzle, states, rules, best - 1, MOST_NEAR))
    conflicts = _conflicts(puzzle, states, rules)
    return Difficulty(best, appearance.greedy(), appearance.insight(board), near, conflicts)


def rated(puzzle: Puzzle, rules: ScoringRules) -> Difficulty | str:
    """The difficulty of a puzzle that asks for the most points, or the reason why it is not known.

    If several arrangements are best, one of them is measured.
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
    """The number of conflicts of a search with one worker and without linear relaxation."""
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
    """Arrangements that score `least` or more, each once, at most `limit` of them.

    Deterministic: the search is limited by deterministic time. The scores are not confirmed by the exact evaluator,
    since the arrangements only guide the search and measure difficulty.
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
    """Collects arrangements, and stops the search at the limit."""

    def __init__(self, model: Arrangement, limit: int) -> None:
        super().__init__()
        self.model, self.limit = model, limit
        self.boards: list[Board] = []

    def on_solution_callback(self) -> None:
        """Store an arrangement."""
        stacks = (
            next(state.stack for state, literal in states if self.value(literal))
            for states in self.model.spaces.values()
        )
        self.boards.append(Board(self.model.puzzle.board.geometry, tuple(stacks)))
        if len(self.boards) >= self.limit:
            self.stop_search()


# ------------------------------------------------------------------ how a board looks


PATHS = 4
"""The number of paths through ties that are followed; if there are more, they are sampled."""

Key = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement of one piece (by its code) or cap (by its mark) on a space."""

    space: int
    code: str
    cap: bool


@dataclass(frozen=True)
class PartialPlacement:
    """The piece and caps placed on each space so far, and those left."""

    placed: tuple[Key, ...]
    pieces: tuple[tuple[str, int], ...]
    caps: tuple[tuple[str, int], ...]


class Appearance:
    """The states of a puzzle between placements, with the score of each.

    Pieces that no rule distinguishes count as one kind. `states` is the result of `possible_states`.
    """

    def __init__(self, puzzle: Puzzle, states: Sequence[Sequence[SpaceState]], rules: Mapping[str, core.Expr]) -> None:
        self.puzzle, self.rules = puzzle, rules
        classes = interchangeable(puzzle.game, list(rules.values()))
        self.same = {kind.code: members[0].code for members in classes for kind in members}
        self.stacks: list[dict[Key, Stack]] = [{} for _ in states]
        for space, possible in enumerate(states):
            for state in possible:
                piece = None if state.piece is None else self.same[state.piece]
                self.stacks[space].setdefault((piece, "".join(sorted(state.caps))), state.stack)
        self._known: dict[tuple[Key, ...], int] = {}

    def start(self) -> PartialPlacement:
        """The state before any placement."""
        pieces = Counter(self.same[code] for code in self.puzzle.pieces)
        marks = {cap.name: cap.mark for cap in self.puzzle.game.caps}
        caps = {marks[name]: count for name, count in self.puzzle.caps.items() if count}
        nothing: Key = (None, "")
        return PartialPlacement((nothing,) * len(self.stacks), _sorted(pieces), _sorted(caps))

    def score(self, stage: PartialPlacement) -> int:
        """The total of the rules in a state."""
        known = self._known.get(stage.placed)
        if known is None:
            stacks = tuple(self.stacks[space][key] for space, key in enumerate(stage.placed))
            end = self.puzzle.end(Board(self.puzzle.board.geometry, stacks))
            known = sum(points(end, self.rules)[0].values())
            self._known[stage.placed] = known
        return known

    def steps(self, stage: PartialPlacement) -> dict[Placed, PartialPlacement]:
        """Every possible placement, with the state after it."""
        found: dict[Placed, PartialPlacement] = {}
        for space, (piece, caps) in enumerate(stage.placed):
            for code, _ in stage.pieces if piece is None and not caps else ():
                found |= self._stage_after(stage, Placed(space, code, False), (code, ""))
            for mark, _ in stage.caps:
                found |= self._stage_after(stage, Placed(space, mark, True), (piece, "".join(sorted(caps + mark))))
        return found

    def _stage_after(self, stage: PartialPlacement, step: Placed, key: Key) -> dict[Placed, PartialPlacement]:
        if key not in self.stacks[step.space]:
            return {}
        placed = (*stage.placed[: step.space], key, *stage.placed[step.space + 1 :])
        if step.cap:
            return {step: PartialPlacement(placed, stage.pieces, _without(stage.caps, step.code))}
        return {step: PartialPlacement(placed, _without(stage.pieces, step.code), stage.caps)}

    # -------------------------------------------------------------- greed

    def greedy(self, seed: int = 0) -> float:
        """The mean score of a player who always makes the placement with the highest score; ties are broken at random.

        A cap that adds nothing is not placed; a piece must be placed even if it costs points.
        """
        random, ends, weights = Random(seed), [], []
        paths: dict[PartialPlacement, float] = {self.start(): 1.0}
        while paths:
            following: dict[PartialPlacement, float] = {}
            for stage, weight in paths.items():
                best = self._best_steps(stage)
                if not best:
                    ends.append(self.score(stage))
                    weights.append(weight)
                for after in best:
                    following[after] = following.get(after, 0.0) + weight / len(best)
            paths = _drawn(following, random)
        return sum(e * w for e, w in zip(ends, weights, strict=True)) / sum(weights)

    def _best_steps(self, stage: PartialPlacement) -> list[PartialPlacement]:
        """The states after the placements with the highest score; empty if none is worth making."""
        now = self.score(stage)
        paying = {
            after: self.score(after)
            for step, after in self.steps(stage).items()
            if not step.cap or self.score(after) > now
        }
        most = max(paying.values(), default=0)
        return [after for after, score in paying.items() if score == most]

    # -------------------------------------------------------------- insight

    def insight(self, board: Board) -> float:
        """How unlikely it is to find this arrangement by appearance, in bits; 0 if nothing is misleading.

        At each step the player takes the placement of the arrangement with the highest score. The bits are those of
        the chance to choose a right one among all placements that score as much or more.
        """
        goal, stage, bits = self._goal(board), self.start(), 0.0
        while stage.placed != goal:
            scores = {step: self.score(after) for step, after in self.steps(stage).items()}
            right = {step: score for step, score in scores.items() if self._belongs(step, stage, goal)}
            best = max(right, key=lambda step: right[step])
            good = sum(score == right[best] for score in right.values())
            tempting = sum(score >= right[best] for step, score in scores.items() if step not in right)
            bits += log2((good + tempting) / good)
            stage = self.steps(stage)[best]
        return bits

    def _goal(self, board: Board) -> tuple[Key, ...]:
        """The pieces and caps placed on each space in a finished board."""
        return tuple(map(self._added, self.puzzle.board.stacks, board.stacks))

    def _added(self, before: Stack, after: Stack) -> Key:
        piece = next((self.same[code] for code in after.up[len(before.up) :]), None)
        caps = Counter(after.caps) - Counter(before.caps)
        return piece, "".join(sorted(caps.elements()))

    def _belongs(self, step: Placed, stage: PartialPlacement, goal: tuple[Key, ...]) -> bool:
        piece, caps = goal[step.space]
        if not step.cap:
            return piece == step.code
        ready = stage.placed[step.space][0] == piece
        return ready and stage.placed[step.space][1].count(step.code) < caps.count(step.code)


def _sorted(counts: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(counts.items()))


def _without(counts: tuple[tuple[str, int], ...], name: str) -> tuple[tuple[str, int], ...]:
    return tuple((n, c - (n == name)) for n, c in counts if c > (n == name))


def _drawn(paths: dict[PartialPlacement, float], random: Random) -> dict[PartialPlacement, float]:
    """A sample of the paths, drawn by weight."""
    if len(paths) <= PATHS:
        return paths
    drawn = random.choices(list(paths), list(paths.values()), k=PATHS)
    return {stage: count / PATHS for stage, count in Counter(drawn).items()}
