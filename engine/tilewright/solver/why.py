"""Why an answer is what it is: a sensitivity analysis, the optimum of each part, and minimal conflicts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import Literal, name_of, run
from tilewright.meaning.scoring import ScoringRules
from tilewright.solver.arrange import Arrangement, arrangement, parts_of, seats_of
from tilewright.solver.places import SpaceState, possible_states
from tilewright.solver.solve import Solution, solve, solver_for
from tilewright.stopping import Deadline, OutOfTime, Unsupported
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.board import Board, Stack
from tilewright.table.goal import MOST, Goal
from tilewright.table.position import Puzzle

StepReport = Callable[[str], None]


@dataclass(frozen=True)
class Perturbation:
    """A small change of the puzzle, in the game's words, and the optimum with it.

    `worth` is None if nothing can be placed then, or if it is not ``known``.
    """

    words: str
    worth: int | None
    known: bool


@dataclass(frozen=True)
class PartOptimum:
    """The maximum of one part of the score, and the maximum of the whole score given that.

    `parts` are the points by part then; None: the time ran out.
    """

    part: str
    most: int
    parts: Mapping[str, int] | None


@dataclass(frozen=True)
class Sensitivity:
    """The explanation of an answer.

    `best` is the placement with the most points. `changes` are small changes of the puzzle and what they would gain;
    `alone` the optimum of each part. If a score is unreachable, `mus` says why; `near` are the nearest reachable scores
    below and above, if a score has to be met exactly. ``complete``: there was enough time for all of it.
    """

    best: Solution
    changes: tuple[Perturbation, ...] = ()
    alone: tuple[PartOptimum, ...] = ()
    mus: Mus | None = None
    near: tuple[int | None, int | None] | None = None
    complete: bool = True


class Reasons:
    """Computes the explanation of an answer, until the deadline; `on_step` receives what is being tried."""

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
        """The explanation of an answer to the puzzle."""
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

    # -- sensitivity

    def _changes(self, answer: Solution) -> Iterator[Perturbation]:
        for words, changed in changes(self.puzzle):
            found = self._solve(changed, words)
            worth = changed.goal.worth(found.parts, len(found.placed)) if found and found.board else None
            yield Perturbation(words, worth, found is not None)

    def _part_optima(self, puzzle: Puzzle) -> Iterator[PartOptimum]:
        """For each part that placing can change."""
        for name, rule in self.rules.items():
            if not turns(puzzle, rule):
                continue
            most = self._solve(puzzle, f"the most of {name}", {name: rule})
            if most is None or most.score is None:
                continue
            whole = self._solve(puzzle, f"the most with all of {name}", floors={name: most.score})
            yield PartOptimum(name, most.score, whole.parts if whole else None)

    # -- unreachable scores

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
        """The next reachable score above (sign 1) or below a score, if there is one.

        As a puzzle: one rule keeps the score on that side, and with the other one their sum is the smaller the farther
        it is.
        """
        total = core.Add(tuple(self.rules.values()))
        rules = {"it": core.Mul(core.Const(sign), total), "back": core.Mul(core.Const(-2 * sign), total)}
        words = f"the next score {'above' if sign > 0 else 'below'}"
        found = self._solve(plain, words, rules, {"it": sign * score + 1})
        return None if found is None or found.score is None else sign * found.parts["it"]

    def _solve(
        self, puzzle: Puzzle, words: str, rules: ScoringRules | None = None, floors: Mapping[str, int] | None = None
    ) -> Solution | None:
        """A proved answer; None if no time is left for it."""
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
    """Whether the value of a rule depends on where things are placed."""
    try:
        states = possible_states(puzzle)
    except Unsupported:
        return False
    symbolic = Symbolic()
    seats, _ = seats_of(symbolic, puzzle, states)
    parts = parts_of(symbolic, seats, {"it": rule})
    return not parts["it"].constant


def changes(puzzle: Puzzle) -> Iterator[tuple[str, Puzzle]]:
    """Small changes of a puzzle under which it remains possible, in the game's words."""
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


# ------------------------------------------------------------------ minimal unsatisfiable subsets

# Deletion-based extraction: a limit without which the rest is still unsatisfiable is removed
# permanently (Chinneck and Dravnieks, "Locating Minimal Infeasible Constraint Sets in Linear Programs",
# ORSA Journal on Computing 3(2), 157-168, 1991; for clauses, Marques-Silva, "Minimal Unsatisfiability:
# Models, Algorithms and Applications", ISMVL 2010). Halves are tried before single limits.


@dataclass(frozen=True)
class Mus:
    """A set of limits of a puzzle, in the game's words, that together keep a score out of reach.

    None of the limits can be dropped, unless the time ran out (not ``minimal``). Dropping any single one in `enough`
    makes the score reachable: they are the minimal correction subsets of size one. If `limits` is empty, the score is
    unreachable even with more pieces and caps and with every space cleared.
    """

    limits: tuple[str, ...]
    enough: tuple[str, ...]
    minimal: bool


def mus(
    puzzle: Puzzle, rules: Mapping[str, core.Expr], score: int, deadline: Deadline, workers: int | None = None
) -> Mus | None:
    """Why no arrangement reaches a score; None if the time runs out first, or if it cannot be modeled."""
    more = _with_all(puzzle, Goal("fewest", score))
    try:
        model = arrangement(more, _states(more), rules, deadline=deadline)
    except (Unsupported, OutOfTime):
        return None
    return _Relaxation(puzzle, model, deadline, workers).mus()


class _Relaxation:
    """A model in which each limit of a puzzle can be dropped: `limits` are assumption literals by their words."""

    def __init__(self, puzzle: Puzzle, model: Arrangement, deadline: Deadline, workers: int | None) -> None:
        self.puzzle, self.deadline, self.workers = puzzle, deadline, workers
        self.model = model.model
        self.model.clear_objective()  # type: ignore[no-untyped-call]
        self.limits: dict[str, cp_model.IntVar] = {}
        self._spaces(model)
        self._pieces(model)
        self._caps(model)

    def mus(self) -> Mus | None:
        """The subset that remains when no further limit can be dropped; halves are tried first, then smaller blocks."""
        kept = list(self.limits)
        if self._reached(kept) is not False:
            return None
        minimal, size = True, len(kept)
        while size:
            start = 0
            while start < len(kept):
                fewer = kept[:start] + kept[start + size :]
                reached = self._reached(fewer)
                minimal = minimal and reached is not None
                if reached is False:
                    kept = fewer
                else:
                    start += size
            size //= 2
        every = set(self.limits)
        enough = [limit for limit in kept if self._reached(every - {limit})]
        return Mus(tuple(kept), tuple(enough), minimal)

    def _reached(self, limits: Iterable[str]) -> bool | None:
        """Whether the score is reachable under some of the limits; None if the time runs out."""
        left = self.deadline.left
        if left is not None and left <= 0:
            return None
        self.model.clear_assumptions()
        self.model.add_assumptions([self.limits[limit] for limit in limits])
        status = run(solver_for(left, self.workers), self.model)
        return {cp_model.INFEASIBLE: False, cp_model.FEASIBLE: True, cp_model.OPTIMAL: True}.get(status)

    def _limit(self, words: str) -> cp_model.IntVar:
        self.limits[words] = self.model.new_bool_var("")
        return self.limits[words]

    def _spaces(self, model: Arrangement) -> None:
        geometry = self.puzzle.board.geometry
        for space, states in model.spaces.items():
            cleared = _distinct((state, literal, int(state.cleared)) for state, literal in states)
            if cleared:
                limit = self._limit(f"{self.puzzle.board.stacks[space]!r} stays at {geometry.name(space)}")
                self.model.add(_sum(cleared) == 0).only_enforce_if(limit)

    def _pieces(self, model: Arrangement) -> None:
        classes: dict[int, list[str]] = {}
        for code in self.puzzle.pieces:
            classes.setdefault(model.alike[code], []).append(code)
        for number, codes in classes.items():
            placed = _sum(
                _distinct(
                    (state, literal, int(state.piece is not None and model.alike[state.piece] == number))
                    for states in model.spaces.values()
                    for state, literal in states
                )
            )
            named = ", ".join(codes)
            if not self.puzzle.goal.leaves_pieces:
                must = self._limit(f"{named} {'has' if len(codes) == 1 else 'have'} to be placed")
                self.model.add(placed >= len(codes)).only_enforce_if(must)
            few = self._limit(f"no more {self.puzzle.game.plural(self.puzzle.game.piece)} than {named}")
            self.model.add(placed <= len(codes)).only_enforce_if(few)

    def _caps(self, model: Arrangement) -> None:
        game = self.puzzle.game
        for cap in game.caps:
            most = self.puzzle.caps.get(cap.name, 0)
            lying = _sum(
                _distinct(
                    (state, literal, state.caps.count(cap.mark))
                    for states in model.spaces.values()
                    for state, literal in states
                )
            )
            few = self._limit(f"no more than {most} {cap.name if most == 1 else game.plural(cap.name)}")
            self.model.add(lying <= most).only_enforce_if(few)


def _distinct(terms: Iterable[tuple[SpaceState, Literal, int]]) -> list[tuple[Literal, int]]:
    """Literals with their worth; a literal that stands for several states occurs once."""
    found = {name_of(literal): (literal, worth) for _, literal, worth in terms if worth}
    return list(found.values())


def _sum(terms: Sequence[tuple[Literal, int]]) -> cp_model.LinearExpr:
    return cp_model.LinearExpr.sum([worth * literal for literal, worth in terms])


def _with_all(puzzle: Puzzle, goal: Goal) -> Puzzle:
    """The puzzle with every piece of its kinds and every cap that the game has left."""
    game = puzzle.game
    stacks = [stack for player in puzzle.start().players for stack in player.board.stacks]
    shown = Counter(code for stack in stacks for code in stack.up)
    size = puzzle.board.geometry.size
    pieces: list[str] = []
    for code, count in Counter(puzzle.pieces).items():
        pieces += [code] * max(count, min(size, game.by_code[code].copies - shown[code]))
    caps = {
        cap.name: max(puzzle.caps.get(cap.name, 0), cap.copies - sum(s.caps.count(cap.mark) for s in stacks))
        for cap in game.caps
    }
    return replace(puzzle, pieces=tuple(pieces), caps=caps, goal=goal)


def _states(puzzle: Puzzle) -> list[list[SpaceState]]:
    """The possible states of each space; where nothing can be placed, also those after clearing it."""
    cleared = Board(puzzle.board.geometry, tuple(Stack(stack.down) for stack in puzzle.board.stacks))
    states, freed = possible_states(puzzle), possible_states(replace(puzzle, board=cleared))
    return [
        own if len(own) > 1 or stack == Stack(stack.down) else [*own, *(replace(s, cleared=True) for s in more)]
        for own, more, stack in zip(states, freed, puzzle.board.stacks, strict=True)
    ]


# ------------------------------------------------------------------ parts of a goal that conflict


@dataclass(frozen=True)
class MinimalSubsets:
    """The minimal sets of a goal's parts that cannot be met together, small ones first.

    ``complete``: these are all of them; else the time ran out first.
    """

    sets: tuple[tuple[str, ...], ...]
    complete: bool


def minimal_subsets(
    puzzle: Puzzle,
    rules: Mapping[str, core.Expr],
    answer: Solution,
    deadline: Deadline,
    workers: int | None = None,
) -> MinimalSubsets:
    """The minimal conflicts of a goal of the kind ``meet``; `answer` is the answer to the puzzle."""
    parts = dict(puzzle.goal.parts)
    met: list[set[str]] = [set(answer.met)]
    found: list[set[str]] = []
    for size in range(1, len(parts) + 1):
        for names in combinations(parts, size):
            if any(set(names) <= known for known in met) or any(known <= set(names) for known in found):
                continue
            left = deadline.left
            if left is not None and left <= 0:
                return MinimalSubsets(_in_order(parts, found), False)
            goal = Goal("meet", parts=tuple((name, parts[name]) for name in names))
            tried = solve(replace(puzzle, goal=goal), rules, time_limit=left, workers=workers)
            if tried.bound is None or tried.status != "optimal":
                return MinimalSubsets(_in_order(parts, found), False)
            if tried.bound < size:
                found.append(set(names))
            else:
                met.append(set(tried.met))
    return MinimalSubsets(_in_order(parts, found), True)


def _in_order(parts: Mapping[str, int], found: list[set[str]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(name for name in parts if name in names) for names in found)
