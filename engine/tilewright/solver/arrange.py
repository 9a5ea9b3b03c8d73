"""The model of an arrangement: where to put pieces and caps to maximize the score; and upper bounds from the supply."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from heapq import nlargest
from operator import add, or_
from typing import NamedTuple, TypeAlias

from ortools.sat.python import cp_model

from tilewright.core import expr as core
from tilewright.cpsat.cuts import Taken, add_cuts
from tilewright.cpsat.literals import Assignment, Literal, name_of
from tilewright.cpsat.post import Post
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.unrolled import Seat
from tilewright.solver.places import SpaceState
from tilewright.stopping import Deadline, Unsupported
from tilewright.symbolic.board import SymbolicBoard, Unknowns, known_board
from tilewright.symbolic.nodes import (
    Belongs,
    Bit,
    Conjunction,
    In,
    IsComponent,
    Linear,
    Partition,
    Variable,
    as_number,
    combine,
    full,
    function,
)
from tilewright.symbolic.numbers import Symbolic
from tilewright.symbolic.polarity import NEGATIVE, POSITIVE, Polarities
from tilewright.table.goal import Goal
from tilewright.table.position import Puzzle

StateValues: TypeAlias = Sequence[int]
"""A value for each state of a variable."""


class _Gains(NamedTuple):
    """The maximum gain of a number by the state of one variable, compared with its current state.

    `cleared`: by removing what is there; `cap`: by a cap only; `pieces`: by each kind of piece.
    """

    cleared: int
    cap: int
    pieces: Mapping[str, int]


@dataclass
class _Separable:
    """A separable function: a constant plus functions of single variables."""

    const: int = 0
    values: dict[Variable, list[int]] = field(default_factory=dict)

    def add(self, variable: Variable, own: StateValues) -> None:
        """Add a function of a variable."""
        known = self.values.get(variable)
        self.values[variable] = list(own) if known is None else list(map(add, known, own))

    def add_bit(self, implied: tuple[Variable, int] | None, worth: int) -> None:
        """Add the worth of a bit, as a function of a variable that it depends on: it implies some of its states (None:
        a constant)."""
        if implied is None:
            self.const += worth
        else:
            variable, mask = implied
            self.add(variable, [worth * (mask >> i & 1) for i in range(variable.states)])

    def add_largest(self, others: Sequence[_Separable]) -> None:
        """Add an upper bound of the maximum of several non-negative functions."""
        self.const += max(other.const for other in others)
        for variable in dict.fromkeys(variable for other in others for variable in other.values):
            columns = [other.values[variable] for other in others if variable in other.values]
            self.add(variable, [max(column) for column in zip(*columns, strict=True)])


class Supply:
    """The pieces and caps of a puzzle, and what the states of each variable take of them."""

    def __init__(self, puzzle: Puzzle, states: Mapping[Variable, Sequence[SpaceState]]) -> None:
        self.counts = Counter(puzzle.pieces)
        self.caps = sum(puzzle.caps.values())
        self.states = states
        self.leaves_pieces = puzzle.goal.leaves_pieces
        self._uses = {v: tuple((s.cleared, s.piece) for s in own) for v, own in states.items()}
        """What each state takes: nothing if it was cleared, a piece, else a cap or nothing."""
        taken = [{state.piece for state in own} - {None} for own in states.values()]
        self._takers = Counter(code for codes in taken for code in codes)
        self._places = sum(map(bool, taken))
        self._known: dict[tuple[object, StateValues], _Gains] = {}
        self._implied: dict[In, tuple[Variable, int] | None] = {}

    def most(self, number: Linear) -> int:
        """An upper bound, valid in every solution.

        Each space contributes its current worth. To this are added the largest gains by caps, and by pieces: kind by
        kind, or regardless of kind if that is less. A term that depends on several spaces is relaxed to what it implies
        for one of them.
        """
        total, gains = self._gains(number)
        by_kind: dict[str, list[int]] = {code: [] for code in self.counts}
        best = []
        for gain in gains:
            total += gain.cleared
            for code, worth in gain.pieces.items():
                by_kind[code].append(worth)
            if gain.pieces:
                best.append(max(gain.pieces.values()))
        total += sum(nlargest(self.caps, (gain.cap for gain in gains)))
        sorted_out = sum(_largest(n, by_kind[code], self._takers[code]) for code, n in self.counts.items())
        return total + min(sorted_out, _largest(self.counts.total(), best, self._places))

    def _gains(self, number: Linear) -> tuple[int, list[_Gains]]:
        """The value of a number if nothing is placed, and the maximum gains of the variables that it depends on."""
        relaxed = self._relaxed(number)
        total, gains = relaxed.const, []
        for variable, own in relaxed.values.items():
            total += own[0]
            key = self._uses[variable], tuple(value - own[0] for value in own)
            if key not in self._known:
                self._known[key] = self._gain(*key)
            gains.append(self._known[key])
        return total, gains

    def _gain(self, uses: Sequence[tuple[bool, str | None]], values: StateValues) -> _Gains:
        cleared = cap = 0
        pieces: dict[str, int] = {}
        for (free, code), gain in zip(uses, values, strict=True):
            if free:
                cleared = max(cleared, gain)
            elif code is None:
                cap = max(cap, gain)
            else:
                pieces[code] = max(pieces.get(code, 0 if self.leaves_pieces else gain), gain)
        return _Gains(cleared, cap, pieces)

    # -- relaxation

    def _relaxed(self, number: Linear) -> _Separable:
        """A separable upper bound of a number.

        A space is in one component only, so its contributions for several roots are not added, but their maximum is
        taken.
        """
        total = _Separable(number.const + sum(c * (n.high if c > 0 else n.low) for n, c in number.coefs.items()))
        rooted: dict[tuple[Partition, int], dict[int, _Separable]] = {}
        for node, own in number.terms.items():
            if isinstance(node, Variable) and node in self.states:
                total.add(node, own)
            elif node.states != 2:
                total.const += max(own)
            else:
                bit, worth = In(node, 0b10 if own[1] > 0 else 0b01), abs(own[1])
                total.const += min(own)
                home = _belonging(bit)
                part = total
                if home is not None:
                    by_root = rooted.setdefault((home.partition, home.space), {})
                    part = by_root.setdefault(home.root, _Separable())
                part.add_bit(self.implied(bit), worth)
        for found in rooted.values():
            total.add_largest(list(found.values()))
        return total

    def implied(self, bit: In) -> tuple[Variable, int] | None:
        """A variable and a mask of its states that a bit implies, the one in shortest supply; None if none is known."""
        if bit not in self._implied:
            self._implied[bit] = min(self._consequences(bit).items(), key=self._rarity, default=None)
        return self._implied[bit]

    def taken(self, variable: Variable, mask: int) -> Taken | None:
        """What the states of a mask take; None if some of them take nothing."""
        uses = {use for i, use in enumerate(self._uses.get(variable, ())) if mask >> i & 1}
        if mask & 1 or not uses or any(cleared for cleared, _ in uses):
            return None
        kind = frozenset(code for _, code in uses)
        return Taken(kind, sum(self.caps if code is None else self.counts[code] for code in kind))

    def _rarity(self, implied: tuple[Variable, int]) -> int:
        found = self.taken(*implied)
        return len(self.states) if found is None else found.most

    def _consequences(self, bit: In) -> dict[Variable, int]:
        """For each variable that a bit restricts, the mask of its remaining states."""
        node, mask = bit
        match node:
            case Variable() if node in self.states:
                return {node: mask}
            case Belongs() if mask == 0b10:
                member = node.partition.members[node.space]
                return {} if isinstance(member, bool) else self._consequences(member)
            case IsComponent() if mask == 0b10:
                members = (node.partition.members[space] for space in node.spaces)
                return self._consequences_of(member for member in members if isinstance(member, In))
            case Conjunction() if mask == 0b10:
                return self._consequences_of(node.parts)
            case Conjunction():
                each = [self._consequences(In(part.node, full(part.node) ^ part.mask)) for part in node.parts]
                shared = set(each[0]).intersection(*each[1:])
                return {variable: reduce(or_, (found[variable] for found in each)) for variable in shared}
        return {}

    def _consequences_of(self, bits: Iterable[In]) -> dict[Variable, int]:
        """The restrictions implied by a conjunction of bits."""
        found: dict[Variable, int] = {}
        for bit in bits:
            for variable, own in self._consequences(bit).items():
                found[variable] = found.get(variable, own) & own
        return found


def _belonging(bit: In) -> Belongs | None:
    """The membership in a component that a bit implies, if any."""
    if bit.mask != 0b10:
        return None
    match bit.node:
        case Belongs():
            return bit.node
        case Conjunction():
            members = (part.node for part in bit.node.parts if part.mask == 0b10)
            return next((node for node in members if isinstance(node, Belongs)), None)
    return None


def _largest(count: int, gains: Sequence[int], places: int) -> int:
    """The maximum sum of `count` of the gains, where the places without a gain give 0."""
    if not gains:
        return 0
    nothing = min(count, max(0, places - len(gains)))
    return sum(nlargest(count, [*gains, *(0,) * nothing]))


LARGEST = 2**40  # keeps sums well inside the 64 bits of the solver


@dataclass(frozen=True)
class Arrangement:
    """A posted model with the interpretation of its solutions; `most` is an upper bound of what the goal counts."""

    model: cp_model.CpModel
    puzzle: Puzzle
    spaces: Mapping[int, Sequence[tuple[SpaceState, Literal]]]
    alike: Mapping[str, int]
    most: int

    def read(self, value: Assignment) -> tuple[dict[int, str], list[tuple[int, str]]]:
        """The code placed on each space, and the space and mark of each cap, in order.

        Kinds that no rule distinguishes are one kind in the model; they are assigned in order.
        """
        left: dict[int, list[str]] = {}
        for code in sorted(self.puzzle.pieces, reverse=True):
            left.setdefault(self.alike[code], []).append(code)
        placed: dict[int, str] = {}
        caps: list[tuple[int, str]] = []
        for space, states in self.spaces.items():
            state = next(state for state, literal in states if value(literal))
            if state.piece is not None:
                placed[space] = left[self.alike[state.piece]].pop()
            caps += [(space, mark) for mark in state.caps]
        return placed, caps


def seats_of(
    symbolic: Symbolic, puzzle: Puzzle, states: Sequence[Sequence[SpaceState]]
) -> tuple[list[Seat[Linear, Bit]], SymbolicBoard]:
    """The players of a puzzle, and the unknown board of the first one."""
    stacks = [[state.stack for state in possible] for possible in states]
    board = SymbolicBoard(symbolic, puzzle.game, puzzle.board.geometry, stacks)
    first, *others = puzzle.start().players
    seats = [Seat(board, _counters(first.counters), first.name)]
    for player in others:
        known = known_board(symbolic, puzzle.game, player.board)
        seats.append(Seat(known, _counters(player.counters), player.name))
    return seats, board


def parts_of(
    symbolic: Symbolic, seats: Sequence[Seat[Linear, Bit]], rules: Mapping[str, core.Expr]
) -> dict[str, Linear]:
    """The value of each rule for the first player."""
    evaluator = Evaluator(Unknowns(symbolic, seats))
    return {name: evaluator.number(rule, {}, 0) for name, rule in rules.items()}


def _counters(counters: Mapping[str, int]) -> dict[str, Linear]:
    return {name: Linear(value, {}, {}) for name, value in counters.items()}


def arrangement(
    puzzle: Puzzle,
    states: Sequence[Sequence[SpaceState]],
    rules: Mapping[str, core.Expr],
    *,
    exact: bool = False,
    apart: bool = False,
    least: int | None = None,
    floors: Mapping[str, int] | None = None,
    deadline: Deadline | None = None,
) -> Arrangement:
    """The model that maximizes what the puzzle's goal counts: the sum of the rules, if nothing else.

    It must be at least `least`, and the rules named in `floors` at least their numbers. With `exact`, solutions and
    arrangements correspond one to one: both sides of every definition are posted, and with `apart` no kinds or states
    are merged. Raises `OutOfTime`.
    """
    symbolic = Symbolic(deadline)
    seats, board = seats_of(symbolic, puzzle, states)
    owner = {variable: list(states[s]) for s, variable in enumerate(board.variables) if variable}
    supply = Supply(puzzle, owner)
    symbolic.most = supply.most  # before the rules are evaluated: constant folding uses the bounds from the supply
    parts = parts_of(symbolic, seats, rules)
    aim = aim_of(puzzle.goal, parts, owner, symbolic)
    constraints = [*aim.constraints, *(LinearConstraint(parts[name], low) for name, low in (floors or {}).items())]
    polarities = Polarities(exact=exact, deadline=deadline)
    polarities.number(aim.best, POSITIVE)
    for constraint in constraints:
        constraint.need(polarities)
    if any(
        polarities.largest(number) > LARGEST
        for number in (aim.best, *(constraint.number for constraint in constraints))
    ):
        raise Unsupported("the numbers of the rules are too large to solve with")
    model = cp_model.CpModel()
    # all uses are recorded in the polarities by now, so it is known which states no rule distinguishes
    alike = _alike(puzzle, owner, polarities, exact or apart)
    literals = {c: _literals(model, c, owner[c], alike, polarities, exact or apart) for c in owner}
    post = Post(model, polarities, literals, supply.most)
    home = {variable: space for space, variable in enumerate(board.variables) if variable}
    # cuts on groups need to know which variables are adjacent
    near = puzzle.board.geometry.neighbors
    add_cuts(post, polarities, supply.taken, lambda one, other: home[other] in near(home[one]))
    _sums(model, puzzle, post, owner, alike)
    _keep(model, post, constraints)
    objective, most = post.number(aim.best), supply.most(aim.best)
    if least is not None:
        model.add(objective >= least)
    model.maximize(objective)
    spaces = {
        s: list(zip(states[s], literals[variable], strict=True)) if variable else [(states[s][0], True)]
        for s, variable in enumerate(board.variables)
    }
    return Arrangement(model, puzzle, spaces, alike, most)


def _keep(model: cp_model.CpModel, post: Post, constraints: Sequence[LinearConstraint]) -> None:
    for constraint in constraints:
        number = post.number(constraint.number)
        if constraint.low is not None:
            model.add(number >= constraint.low)
        if constraint.high is not None:
            model.add(number <= constraint.high)


def _alike(
    puzzle: Puzzle, owner: Mapping[Variable, Sequence[SpaceState]], polarities: Polarities, apart: bool
) -> dict[str, int]:
    """A class number for each kind to place: equal for kinds that no rule distinguishes."""
    marks: dict[str, list[object]] = {code: [] for code in puzzle.pieces}
    if apart:
        return {code: number for number, code in enumerate(marks)}
    # two kinds are interchangeable if every function of every space has the same value for both
    for variable, states in owner.items():
        for i, state in enumerate(states):
            if state.piece is not None:
                seen = tuple(values[i] for values in polarities.uses.get(variable, ()))
                marks[state.piece].append((variable.index, state.cleared, state.caps, seen))
    numbers: dict[tuple[object, ...], int] = {}
    return {code: numbers.setdefault(tuple(mark), len(numbers)) for code, mark in marks.items()}


def _literals(
    model: cp_model.CpModel,
    variable: Variable,
    states: Sequence[SpaceState],
    alike: Mapping[str, int],
    polarities: Polarities,
    apart: bool,
) -> list[Literal]:
    """A literal for each state; caps that change nothing are not placed (dominance)."""
    keys = [((None if s.piece is None else alike[s.piece], s.cleared), s.caps) for s in states]
    seen = [tuple(values[i] for values in polarities.uses.get(variable, ())) for i in range(len(states))]
    bare = {kind: mark for (kind, caps), mark in zip(keys, seen, strict=True) if not caps}
    idle = {key for key, mark in zip(keys, seen, strict=True) if key[1] and mark == bare[key[0]] and not apart}
    open_ = [key for key in dict.fromkeys(keys) if key not in idle]
    literals: dict[tuple[tuple[int | None, bool], str], Literal] = dict.fromkeys(idle, False)
    if len(open_) == 1:
        literals[open_[0]] = True
    elif len(open_) == 2:
        # two states need one Boolean: the other one is its negation
        fresh = model.new_bool_var("")
        literals |= {open_[0]: fresh.negated(), open_[1]: fresh}
    else:
        several = [model.new_bool_var("") for _ in open_]
        model.add_exactly_one(several)
        literals |= dict(zip(open_, several, strict=True))
    return [literals[key] for key in keys]


def _sums(
    model: cp_model.CpModel,
    puzzle: Puzzle,
    post: Post,
    owner: Mapping[Variable, Sequence[SpaceState]],
    alike: Mapping[str, int],
) -> None:
    """Exactly the pieces of the puzzle (at most, if some may be left out), and at most the caps that it allows.

    One sum per kind is enough: sums over sets of kinds follow from these in the linear relaxation, and only cost time
    (measured: docs/benchmarks.md).
    """
    counts = Counter(alike[code] for code in puzzle.pieces)
    for kind, count in counts.items():
        shown = []
        for variable, states in owner.items():
            mask = sum(1 << i for i, s in enumerate(states) if s.piece and alike[s.piece] == kind)
            shown += [post.of_variable(variable, mask)] if mask else []
        total = cp_model.LinearExpr.sum(shown)
        model.add(total <= count if puzzle.goal.leaves_pieces else total == count)
    for cap in puzzle.game.caps:
        placed: dict[object, tuple[Literal, int]] = {}
        for variable, states in owner.items():
            for literal, state in zip(post.states[variable], states, strict=True):
                placed[variable, name_of(literal)] = literal, state.caps.count(cap.mark)
        lying = sum(number * literal for literal, number in placed.values() if number)
        model.add(lying <= puzzle.caps.get(cap.name, 0))


@dataclass(frozen=True)
class LinearConstraint:
    """A number between `low` and `high`; None: no limit."""

    number: Linear
    low: int | None = None
    high: int | None = None

    def need(self, polarities: Polarities) -> None:
        """Mark the number with the polarity that the constraint gives it."""
        polarity = (POSITIVE if self.low is not None else 0) | (NEGATIVE if self.high is not None else 0)
        polarities.number(self.number, polarity)


@dataclass(frozen=True)
class Objective:
    """A number to maximize, and constraints on others."""

    best: Linear
    constraints: tuple[LinearConstraint, ...] = ()


def aim_of(
    goal: Goal, parts: Mapping[str, Linear], owner: Mapping[Variable, Sequence[SpaceState]], symbolic: Symbolic
) -> Objective:
    """The objective of a goal; the parts of the score and the unknown spaces are those of its puzzle.

    It maximizes `Goal.worth`.
    """
    total = combine((1, part) for part in parts.values())
    match goal.kind:
        case "exactly":
            return Objective(symbolic.number(0), (LinearConstraint(total, goal.score, goal.score),))
        case "at least":
            return Objective(symbolic.number(0), (LinearConstraint(total, goal.score),))
        case "fewest":
            taken = [function(c, [-(s.piece is not None) for s in states]) for c, states in owner.items()]
            return Objective(combine((1, number) for number in taken), (LinearConstraint(total, goal.score),))
        case "meet":
            met = [symbolic.compare(">=", parts[name], symbolic.number(n)) for name, n in goal.parts]
            return Objective(combine((1, as_number(bit)) for bit in met))
    return Objective(total)
