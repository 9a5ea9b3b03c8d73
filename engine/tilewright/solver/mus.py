"""Why a goal cannot be reached: a minimal unsatisfiable subset (MUS) of the limits of its puzzle.

Deletion-based extraction: a limit without which the rest is still unsatisfiable is left out for
good (Chinneck and Dravnieks, "Locating Minimal Infeasible Constraint Sets in Linear Programs",
ORSA Journal on Computing 3(2), 157-168, 1991; for clauses, Marques-Silva, "Minimal Unsatisfiability:
Models, Algorithms and Applications", ISMVL 2010). Halves are tried before single limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.literals import Literal, name_of, run
from tilewright.solver.arrange import Arrangement, arrangement
from tilewright.solver.places import SpaceState, possible_states
from tilewright.solver.solve import solver_for
from tilewright.stopping import Unsupported
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.table.board import Board, Stack
from tilewright.table.goal import Goal
from tilewright.table.position import Puzzle


@dataclass(frozen=True)
class Mus:
    """Limits of a puzzle, in the game's words, that together keep a score out of reach.

    None of the limits can be left out, unless the time ran out (not ``minimal``). Without any one of
    those in `enough` alone the score is in reach: they are the minimal correction subsets of size
    one. If `limits` is empty the score is out of reach even with more pieces and caps and with
    every space cleared.
    """

    limits: tuple[str, ...]
    enough: tuple[str, ...]
    minimal: bool


def mus(
    puzzle: Puzzle, rules: Mapping[str, core.Expr], score: int, deadline: Deadline, workers: int | None = None
) -> Mus | None:
    """Why no arrangement scores so much; None when the time runs out first, or when it cannot be modeled."""
    more = _with_all(puzzle, Goal("fewest", score))
    try:
        model = arrangement(more, _states(more), rules, deadline=deadline)
    except (Unsupported, OutOfTime):
        return None
    return _Relaxation(puzzle, model, deadline, workers).mus()


class _Relaxation:
    """A model in which each limit of a puzzle can be left out: `limits` are assumption literals by their words."""

    def __init__(self, puzzle: Puzzle, model: Arrangement, deadline: Deadline, workers: int | None) -> None:
        self.puzzle, self.deadline, self.workers = puzzle, deadline, workers
        self.model = model.model
        self.model.clear_objective()  # type: ignore[no-untyped-call]
        self.limits: dict[str, cp_model.IntVar] = {}
        self._spaces(model)
        self._pieces(model)
        self._caps(model)

    def mus(self) -> Mus | None:
        """The subset that is left when no limit more can go; halves are tried first, then smaller blocks."""
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
        """Whether the score is in reach under some of the limits; None when the time runs out."""
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
    """Literals and what each is worth, those that stand for several states once."""
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
    """What each space can become, and those where nothing can be placed also when cleared."""
    cleared = Board(puzzle.board.geometry, tuple(Stack(stack.down) for stack in puzzle.board.stacks))
    states, freed = possible_states(puzzle), possible_states(replace(puzzle, board=cleared))
    return [
        own if len(own) > 1 or stack == Stack(stack.down) else [*own, *(replace(s, cleared=True) for s in more)]
        for own, more, stack in zip(states, freed, puzzle.board.stacks, strict=True)
    ]
