"""Why an answer is what it is: what would make it better, and how far each part goes alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace

from tilewright.core import expr as core
from tilewright.meaning.scoring import ScoringRules
from tilewright.solver.arrange import parts_of, seats_of
from tilewright.solver.mus import Mus, mus
from tilewright.solver.places import possible_states
from tilewright.solver.solve import Solution, solve
from tilewright.stopping import Unsupported
from tilewright.symbolic.deadline import Deadline
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.board import Board, Stack
from tilewright.table.goal import MOST
from tilewright.table.position import Puzzle

StepReport = Callable[[str], None]


@dataclass(frozen=True)
class Perturbation:
    """A small change of the puzzle, in the game's words, and the best worth with it.

    `worth` is None when nothing can be placed then, or when it is not known: then not ``known``.
    """

    words: str
    worth: int | None
    known: bool


@dataclass(frozen=True)
class PartOptimum:
    """The most of one part of the score, and the most of the whole score with it.

    `parts` are the points by part then; None: the time ran out.
    """

    part: str
    most: int
    parts: Mapping[str, int] | None


@dataclass(frozen=True)
class Sensitivity:
    """What there is to say of an answer.

    `best` is the placement with the most points. `changes` tell what would be better; `alone`
    how far each part goes. Of a score that is out of reach `mus` says why; `near` are the
    next scores below and above that are in reach, of one that has to be met exactly.
    ``complete``: the time was enough for all of it.
    """

    best: Solution
    changes: tuple[Perturbation, ...] = ()
    alone: tuple[PartOptimum, ...] = ()
    mus: Mus | None = None
    near: tuple[int | None, int | None] | None = None
    complete: bool = True


class Reasons:
    """Looks for the reasons of an answer, until the deadline; `on_step` receives what is tried."""

    def __init__(
        self,
        puzzle: Puzzle,
        rules: ScoringRules,
        deadline: Deadline,
        workers: int | None = None,
        on_step: StepReport | None = None,
    ) -> None:
        self.puzzle, self.rules, self.deadline, self.workers = puzzle, rules, deadline, workers
        self.on_step = on_step or (lambda words: None)
        self.complete = True

    def why(self, answer: Solution) -> Sensitivity:
        """What there is to say of an answer to the puzzle."""
        goal = self.puzzle.goal
        plain = replace(self.puzzle, goal=MOST)
        best = answer if goal == MOST else self._solve(plain, "the most points")
        if answer.status == "infeasible" and goal.can_fail:
            return self._out_of_reach(plain, best)
        if best is None or best.board is None or answer.board is None:
            return Sensitivity(answer, complete=answer.status == "infeasible")
        changes = tuple(self._changes(answer)) if goal.counts else ()
        alone = tuple(self._part_optima(plain)) if goal == MOST else ()
        return Sensitivity(best, changes, alone, complete=self.complete)

    # -- what would be better

    def _changes(self, answer: Solution) -> Iterator[Perturbation]:
        for words, changed in changes(self.puzzle):
            found = self._solve(changed, words)
            worth = changed.goal.worth(found.parts, len(found.placed)) if found and found.board else None
            yield Perturbation(words, worth, found is not None)

    def _part_optima(self, puzzle: Puzzle) -> Iterator[PartOptimum]:
        """Of each part that placing can change."""
        for name, rule in self.rules.items():
            if not turns(puzzle, rule):
                continue
            most = self._solve(puzzle, f"the most of {name}", {name: rule})
            if most is None or most.score is None:
                continue
            whole = self._solve(puzzle, f"the most with all of {name}", floors={name: most.score})
            yield PartOptimum(name, most.score, whole.parts if whole else None)

    # -- what is out of reach

    def _out_of_reach(self, plain: Puzzle, best: Solution | None) -> Sensitivity:
        goal = self.puzzle.goal
        if best is None or best.score is None:
            return Sensitivity(Solution("unknown") if best is None else best, complete=best is not None)
        alone = tuple(self._part_optima(plain))
        if goal.kind == "exactly" and best.score > goal.score:
            near = self._next(plain, goal.score, -1), self._next(plain, goal.score, 1)
            return Sensitivity(best, (), alone, near=near, complete=self.complete)
        self.on_step("what clashes")
        found = mus(self.puzzle, self.rules, goal.score, self.deadline, self.workers)
        complete = self.complete and found is not None and found.minimal
        return Sensitivity(best, (), alone, found, complete=complete)

    def _next(self, plain: Puzzle, score: int, sign: int) -> int | None:
        """The next score above (sign 1) or below that can be met, if there is one.

        The least that is above: one rule keeps it there, and with the other they add up to less
        the more it is.
        """
        total = core.Add(tuple(self.rules.values()))
        rules = {"it": core.Mul(core.Const(sign), total), "back": core.Mul(core.Const(-2 * sign), total)}
        words = f"the next score {'above' if sign > 0 else 'below'}"
        found = self._solve(plain, words, rules, {"it": sign * score + 1})
        return None if found is None or found.score is None else sign * found.parts["it"]

    def _solve(
        self, puzzle: Puzzle, words: str, rules: ScoringRules | None = None, floors: Mapping[str, int] | None = None
    ) -> Solution | None:
        """A proved answer; None when there is no time left for it."""
        left = self.deadline.left
        self.on_step(words)
        if left is None or left > 0:
            with suppress(Unsupported):
                found = solve(puzzle, rules or self.rules, floors=floors, time_limit=left, workers=self.workers)
                if found.status in ("optimal", "infeasible"):
                    return found
        self.complete = False
        return None


def turns(puzzle: Puzzle, rule: core.Expr) -> bool:
    """Whether what a rule gives depends on where things are placed."""
    try:
        states = possible_states(puzzle)
    except Unsupported:
        return False
    symbolic = Symbolic()
    seats, _ = seats_of(symbolic, puzzle, states)
    parts = parts_of(symbolic, seats, {"it": rule})
    return not parts["it"].constant


def changes(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Small changes of a puzzle that leave it possible, in the game's words."""
    game = puzzle.game
    for cap in game.caps:
        caps = {**puzzle.caps, cap.name: puzzle.caps.get(cap.name, 0) + 1}
        yield from _possible(f"one more {cap.name}", replace(puzzle, caps=caps))
    for code in dict.fromkeys(puzzle.pieces):
        yield from _possible(f"one more {code}", replace(puzzle, pieces=(*puzzle.pieces, code)))
    if not puzzle.goal.leaves_pieces:
        for code in dict.fromkeys(puzzle.pieces):
            left = list(puzzle.pieces)
            left.remove(code)
            yield from _possible(f"one {code} fewer", replace(puzzle, pieces=tuple(left)))
    for space, stack in enumerate(puzzle.board.stacks):
        if stack.up or stack.caps:
            stacks = list(puzzle.board.stacks)
            stacks[space] = Stack(stack.down)
            board = Board(puzzle.board.geometry, tuple(stacks))
            lying = ["/".join(stack.up)] if stack.up else [f"its {game.by_mark[cap].name}" for cap in stack.caps]
            words = f"{puzzle.board.geometry.name(space)} without {' and '.join(lying)}"
            yield from _possible(words, replace(puzzle, board=board))


def _possible(words: str, puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    if not puzzle.status():
        yield words, puzzle
