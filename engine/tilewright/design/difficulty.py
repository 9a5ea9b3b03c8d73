"""How hard a puzzle is: four numbers of doublings that anybody can look into, and their sum."""

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


# ------------------------------------------------------------------ how a board looks


PATHS = 4
"""Ways through ties that are followed; of more, the seed draws these."""

Key = tuple[str | None, str]


@dataclass(frozen=True, slots=True)
class Placed:
    """One thing placed: a piece or a cap, its code or mark, on a space."""

    space: int
    code: str
    cap: bool


@dataclass(frozen=True)
class PartialPlacement:
    """What was placed on each space so far, its piece and caps, and what is still to come."""

    placed: tuple[Key, ...]
    pieces: tuple[tuple[str, int], ...]
    caps: tuple[tuple[str, int], ...]


class Appearance:
    """Placing step by step on a puzzle, and what every step pays at once.

    Pieces that no rule tells apart are one kind here. `states` are those of `possible_states`.
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
        """Before anything is placed."""
        pieces = Counter(self.same[code] for code in self.puzzle.pieces)
        marks = {cap.name: cap.mark for cap in self.puzzle.game.caps}
        caps = {marks[name]: count for name, count in self.puzzle.caps.items() if count}
        nothing: Key = (None, "")
        return PartialPlacement((nothing,) * len(self.stacks), _sorted(pieces), _sorted(caps))

    def score(self, stage: PartialPlacement) -> int:
        """The sum of the rules, unsimplified."""
        known = self._known.get(stage.placed)
        if known is None:
            stacks = tuple(self.stacks[space][key] for space, key in enumerate(stage.placed))
            end = self.puzzle.end(Board(self.puzzle.board.geometry, stacks))
            known = sum(points(end, self.rules)[0].values())
            self._known[stage.placed] = known
        return known

    def steps(self, stage: PartialPlacement) -> dict[Placed, PartialPlacement]:
        """Every step that can be made, and what it leads to."""
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
        """The mean score of placing, again and again, what pays most at once; ties are drawn.

        Caps that pay nothing are left. Pieces have to be placed, whatever they cost.
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
        """What the steps that pay most lead to; empty when none is worth making."""
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
        """How unlikely it is to make this arrangement by looks, in bits; 0 when nothing misleads.

        Whoever makes it takes at each step one that looks best among those that belong to it. The
        chance of that is counted for somebody who draws among all that look as good or better.
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
        """What is placed on each space of a finished board."""
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
    """A few of the paths, likelier ones first in the draw."""
    if len(paths) <= PATHS:
        return paths
    drawn = random.choices(list(paths), list(paths.values()), k=PATHS)
    return {stage: count / PATHS for stage, count in Counter(drawn).items()}
