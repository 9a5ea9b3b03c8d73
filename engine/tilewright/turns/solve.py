"""The best line of play over several turns, with proof.

If a turn can be split into phases, the machine enumerates every way to take, and each plan is a model of its own; else
all turns are one model; or, if the statements cannot be executed symbolically, the machine enumerates every line
(`played_out`). Every line in an answer has been played by the machine, move by move, to the same total.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, TypeAlias

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.kernel import flow as f
from tilewright.meaning.domain import Env, SpaceSet
from tilewright.play.machine import Machine
from tilewright.play.state import GameState, Move
from tilewright.stopping import Deadline, OutOfTime
from tilewright.symbolic.nodes import Bit, Linear, combine, invert
from tilewright.table.card import Card
from tilewright.table.goal import MOST, Goal
from tilewright.table.position import Position
from tilewright.turns.execute import AnswerReading, BestFound, best, execution, scored
from tilewright.turns.lines import Disallowed, Endgame, PlayedLine, is_over
from tilewright.turns.plans import (
    TakenPieces,
    TakenTurn,
    Taking,
    TakingMoves,
    TakingPlan,
    UsePlans,
    UsesByTurn,
    cut_of,
    no_uses,
)
from tilewright.turns.played_out import PlayTree, executable
from tilewright.turns.run import STOP, Execution, GuardedDecision, LinearDemand
from tilewright.turns.stacks import NotExecutable
from tilewright.turns.upper_bound import UpperBound, UpperBoundWithUses
from tilewright.turns.uses import PlayedMoves

MOST_REFUSED = 20
"""The maximum number of solutions of one plan that the rules refuse; then the plan is left open."""


@dataclass(frozen=True)
class TurnsAnswer:
    """The answer to "what is the most in so many turns?", or to another goal.

    `status`: ``optimal`` (proved; for a goal: reached), ``feasible`` (the best found in time), ``infeasible`` (no line
    reaches the goal), ``unknown``. `bound` is an upper bound of all lines (None: nothing was proved). `plans` is the
    number of plans, `solved` how many of them were examined.
    """

    status: str
    line: PlayedLine | None
    bound: int | None
    plans: int = 0
    solved: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class FirstTake:
    """A way to begin the first turn: the moves of its first phase, or its first move if it has no phases.

    `taken` is the result of that phase; `bit` says, in the model of all turns, that this move is picked.
    """

    moves: tuple[str, ...]
    taken: TakenTurn | None = None
    bit: Bit = True


def solve_turns(
    position: Position,
    cards: Sequence[Card],
    turns: int,
    *,
    goal: Goal = MOST,
    time_limit: float | None = None,
    workers: int | None = None,
    worth: str = "",
) -> TurnsAnswer:
    """The maximum that the first player can reach in a number of turns while the others pass, or a line for another
    goal.

    With a `worth`, that number is maximized in place of the score. Raises `NotExecutable` if a statement of the game
    cannot be executed symbolically.
    """
    return LineSearch(position, cards, turns, time_limit=time_limit, workers=workers, worth=worth).best(goal)


class LineSearch:
    """Searches for lines of play from a position; results for plans are kept between questions.

    `work` limits the total search in CP-SAT's deterministic time, so that the same things are left open in every run.
    Raises `NotExecutable` if a statement of the game cannot be executed symbolically.
    """

    def __init__(
        self,
        position: Position,
        cards: Sequence[Card],
        turns: int,
        *,
        time_limit: float | None = None,
        work: float | None = None,
        workers: int | None = None,
        worth: str = "",
    ) -> None:
        self.deadline = Deadline(None if time_limit is None else time.monotonic() + time_limit, work)
        play_rules = position.game.play_rules
        assert play_rules is not None
        if play_rules.course and turns > 1:
            raise NotExecutable("several turns in a game with a course, which decides what happens between them")
        self.turns, self.workers = turns, workers
        self.ending = Endgame(position, cards, worth)
        self.table, self.evaluator, self.rules = self.ending.table, self.ending.evaluator, self.ending.rules
        self.cut = self.tree = None
        plain = not play_rules.course and play_rules.at_once == core.FALSE and self.ending.worth is None
        if plain and executable(self.evaluator):
            self.cut = cut_of(self.evaluator)
            self.uses = UsePlans(self.evaluator, self.table, self.cut, self.deadline)
        else:
            self.tree = PlayTree(self.ending, turns, self.deadline)
        self._plans: dict[tuple[str, ...] | None, Sequence[TakingPlan]] = {}
        self._found: dict[tuple[tuple[TakenPieces, ...], UsesByTurn], BestFound] = {}

    def best(self, goal: Goal = MOST, first: FirstTake | None = None) -> TurnsAnswer:
        """The best line, or one that reaches another goal; with `first`, among those that begin so.

        Plan by plan if the turn has phases, else all at once.
        """
        started = time.monotonic()
        try:
            answer = self._by_plans(goal, first) if self.tree is None else self._by_play(self.tree, goal, first)
        except OutOfTime:
            answer = TurnsAnswer("unknown", None, None)
        return replace(answer, seconds=time.monotonic() - started)

    def first_takes(self) -> list[FirstTake]:
        """Every way to begin. Raises `OutOfTime`."""
        if self.tree is not None:
            return [FirstTake((text,)) for text in self.tree.first_moves()]
        if self.evaluator.abilities:
            raise NotExecutable("first takes where cards can be used before and after them")
        if self.cut is not None:
            found = self._taking.hauls(self.table)
            return sorted((FirstTake(one[1].parts[0], one) for one in found), key=lambda take: take.moves)
        state, whole = self.ending.begun(self.table), self._plans_of(None)[0]
        run = self.uses.executed(whole.hauls, no_uses(whole))
        assert run is not None
        moves, decision = self.ending.machine.moves_at(state), run.decisions[0]
        elements = dict(picks(state, moves))
        bits = [
            next((bit for one, bit in decision.cases if same_element(one, elements.get(move))), None) for move in moves
        ]
        if (
            state.choice is None
            or decision.level is None
            or state.choice.step is not decision.level.step
            or None in bits
        ):
            raise NotExecutable("a game whose first moves cannot be distinguished")
        return [FirstTake((move.text,), bit=bit) for move, bit in zip(moves, bits, strict=True) if bit is not None]

    def ceiling(self, first: FirstTake) -> int | None:
        """An upper bound of the lines that begin so, without search; None if there is none."""
        if self.cut is None:
            return None
        found = [self._ceiling.of(plan.hauls) for plan in self._plans_of(first)]
        known = [one for one in found if one is not None]
        return max(known) if len(known) == len(found) and known else None

    @property
    def over(self) -> bool:
        """Whether the game is over before the first turn."""
        return is_over(self.evaluator, self.table)

    def reaching(self, total: int) -> tuple[int, int]:
        """The number of plans without abilities that reach a total, and the number of others whose upper bound does; 0
        without phases.

        Raises `OutOfTime` if that is not decided in time.
        """
        if self.cut is None:
            return 0, 0
        reached = promised = 0
        for plan in self._plans_of(None):
            so_far, most = _SoFar(Goal("at least", total)), self._ceiling.of(plan.hauls)
            if so_far.promising(most):
                promised += 1
                self._solve_plan(so_far, most, plan, no_uses(plan), None)
                if so_far.open:
                    raise OutOfTime
                reached += so_far.line is not None
        return reached, promised - reached

    # -- line by line

    def _by_play(self, tree: PlayTree, goal: Goal, first: FirstTake | None) -> TurnsAnswer:
        """The answer from all reachable totals; if the time was up, from those found until then."""
        whole = True
        try:
            totals = tree.totals(() if first is None else first.moves)
        except OutOfTime:
            whole, totals = False, tree.seen
        wanted = [total for total in totals if goal.worth({"": total}, 0) is not None]
        line = self.ending.written(totals[max(wanted)]) if wanted else None
        return _SoFar(goal, line, [] if whole else [None]).answer()

    # -- plan by plan

    @cached_property
    def _taking(self) -> Taking:
        assert self.cut is not None
        return Taking(self.evaluator, self.table.players, self.cut, self.rules.values(), self.deadline)

    @cached_property
    def _ceiling(self) -> UpperBound:
        return UpperBound(execution(self.evaluator, self.table), self.uses.rest, self.rules)

    @cached_property
    def _ceiling_with_uses(self) -> UpperBoundWithUses:
        taking = frozenset[int]() if self.cut is None else self.cut.taking
        return UpperBoundWithUses(self._ceiling, taking)

    def _plans_of(self, first: FirstTake | None) -> Sequence[TakingPlan]:
        if self.cut is None:
            return [TakingPlan((TakenPieces(),) * self.turns, (TakingMoves(),) * self.turns)]
        key = None if first is None else first.moves
        if key not in self._plans:
            self._plans[key] = self._taking.plans(self.table, self.turns, None if first is None else first.taken)
        return self._plans[key]

    def _by_plans(self, goal: Goal, first: FirstTake | None) -> TurnsAnswer:
        """Best first: plans in descending order of their upper bounds; those that cannot improve the result are
        skipped.

        Plans that use fewer abilities come first, so those that use more have to be strictly better.
        """
        so_far, waiting = _SoFar(goal), dict[int, list[_BoundedPlan]]()
        for plan in self._plans_of(first):
            waiting.setdefault(_used(plan, no_uses(plan)), []).append((self._ceiling_of(plan), plan, no_uses(plan)))
        while waiting:
            level = sorted(waiting.pop(min(waiting)), key=lambda one: -(one[0] or 0))
            so_far.plans += len(level)
            for most, plan, uses in level:
                if so_far.promising(most):
                    self._solve_plan(so_far, most, plan, uses, first)
                    if so_far.line is not None and goal != MOST:
                        return so_far.answer()
                for wider in self._with_one_more_use(so_far, plan, uses):
                    waiting.setdefault(_used(*wider[1:]), []).append(wider)
        return so_far.answer()

    def _with_one_more_use(self, so_far: _SoFar, plan: TakingPlan, uses: UsesByTurn) -> list[_BoundedPlan]:
        """The plan with one more use, unless its upper bound shows that it cannot improve the result."""
        limit = self._limit_with_uses(plan)
        try:
            return [(limit, plan, more) for more in self.uses.more(plan, uses)] if so_far.promising(limit) else []
        except OutOfTime:
            so_far.open.append(limit)
        except NotExecutable:
            so_far.leave(limit)
        return []

    def _ceiling_of(self, plan: TakingPlan) -> int | None:
        if self.cut is None:
            return None
        most = self._ceiling.of(plan.hauls)
        return self._limit_with_uses(plan) if most is None else most

    def _limit_with_uses(self, plan: TakingPlan) -> int | None:
        """An upper bound of the lines of a plan with any uses of abilities."""
        return None if self.cut is None or not self.evaluator.abilities else self._ceiling_with_uses.of(plan.hauls)

    def _solve_plan(
        self, so_far: _SoFar, most: int | None, plan: TakingPlan, uses: UsesByTurn, first: FirstTake | None
    ) -> None:
        """Solve a plan, and play its solution. Solutions that the rules refuse are excluded, and the plan is solved
        again."""
        if not self.uses.complete(plan, uses):
            return
        try:
            run = self.uses.executed(plan.hauls, uses)
            if run is None:
                return
            if first is not None and first.bit is not True:
                run = run.fork()
                run.demand(first.bit)
            parts = scored(run, self.rules)
            if self.cut is not None:
                used = any(uses) or any(haul.early or haul.late for haul in plan.hauls)
                most = _lower(most, self._ceiling.executed(parts, plan.hauls, used))
                if not so_far.promising(most):
                    return
            so_far.solved += 1
            total = combine((1, part) for part in parts.values())
            for _ in range(MOST_REFUSED):
                found = self._improve_on(
                    run, total, (plan.hauls, uses), so_far, whole=first is None or first.bit is True
                )
                most = _lower(most, found.bound)
                if found.value is None or self._played(run, found, plan.moves, so_far):
                    break
        except OutOfTime:
            so_far.open.append(most)
            return
        except NotExecutable:
            so_far.leave(most if any(uses) else None)
            return
        if found.status in ("feasible", "unknown") or (found.value is not None and so_far.below(found.value)):
            so_far.open.append(most)

    # -- solving and playing

    def _improve_on(
        self,
        run: Execution,
        total: Linear,
        key: tuple[tuple[TakenPieces, ...], UsesByTurn],
        so_far: _SoFar,
        *,
        whole: bool,
    ) -> BestFound:
        """The best solution of a plan if it improves the result, or one with exactly the total asked for.

        The result is kept if the `whole` plan was searched.
        """
        least, exactly = so_far.least, so_far.goal.kind == "exactly"
        known = self._found.get(key) if whole and not exactly else None
        if known is not None:
            if known.bound is not None and least is not None and known.bound < least:
                return BestFound("infeasible", None, None, {})
            if known.status == "optimal":
                return known
        if exactly:
            run = run.fork()
            run.bounds.append(LinearDemand(total, high=so_far.goal.score))
        found = best(run, total, self.deadline, self.workers, least)
        if whole and not exactly:
            ruled_out = found.status == "infeasible" and least is not None
            self._found[key] = (
                BestFound("infeasible", None, least - 1, {}) if ruled_out and least is not None else found
            )
        return found

    def _played(self, run: Execution, found: BestFound, taken: Sequence[TakingMoves], so_far: _SoFar) -> bool:
        """Whether playing confirms a solution; if not, the solution is excluded by a demand."""
        reading = AnswerReading(found.states)
        try:
            line = self.ending.line(run.turn, Replay(self.ending.machine, run.decisions, reading, taken).moves)
        except Disallowed:
            line = None
        if line is not None and so_far.reached(line):
            so_far.line = line
        if line is not None and line.total >= (found.value or 0) and so_far.line is line:
            return True
        run.demand(*_otherwise(run, reading))
        self._found.clear()
        return False


def _otherwise(run: Execution, reading: AnswerReading) -> Iterator[Bit]:
    """Bits of which at least one holds in every solution that is played differently."""
    for decision in run.decisions:
        held = [bit for _, bit in decision.cases if reading.bit(bit)]
        yield from [invert(bit) for bit in held[:1]] if held else [bit for _, bit in decision.cases]


def _used(plan: TakingPlan, uses: UsesByTurn) -> int:
    """The number of abilities used; those used in taking count from the beginning, whenever they are paid for."""
    taking = sum(len(haul.early) + len(haul.late) for haul in plan.hauls)
    return taking + sum(not use.taking for own in uses for use in own)


_BoundedPlan: TypeAlias = tuple[int | None, TakingPlan, UsesByTurn]
"""A plan with uses of abilities, and its upper bound."""


@dataclass
class _SoFar:
    """The state of a search: the best line, and the upper bounds of the plans that were left open (None: unknown)."""

    goal: Goal
    line: PlayedLine | None = None
    open: list[int | None] = field(default_factory=list)
    plans: int = 0
    solved: int = 0

    @property
    def least(self) -> int | None:
        """The least total that would improve the result; None if any would."""
        if self.line is not None:
            return self.line.total + 1
        return None if self.goal == MOST else self.goal.score

    def promising(self, most: int | None) -> bool:
        """Whether a plan with this upper bound may improve the result."""
        return most is None or self.least is None or most >= self.least

    def below(self, value: int) -> bool:
        """Whether a total would improve the result."""
        return self.least is None or value >= self.least

    def reached(self, line: PlayedLine) -> bool:
        """Whether a line improves the result and satisfies the goal."""
        return self.below(line.total) and (self.goal.kind != "exactly" or line.total == self.goal.score)

    def leave(self, most: int | None) -> None:
        """After `NotExecutable`: leave a plan open if it has an upper bound, else raise again."""
        if most is None:
            raise
        self.open.append(most)

    def answer(self) -> TurnsAnswer:
        """The answer to the question."""
        if self.goal != MOST and self.line is not None:
            return TurnsAnswer("optimal", self.line, None, self.plans, self.solved)
        return _answer(self.goal, self.line, self.open, self.plans, self.solved)


def _lower(one: int | None, other: int | None) -> int | None:
    """The lower of two bounds, either of which may be missing."""
    return other if one is None else one if other is None else min(one, other)


def _answer(
    goal: Goal, line: PlayedLine | None, open_bounds: Sequence[int | None], plans: int, solved: int
) -> TurnsAnswer:
    """The answer, given the upper bounds of the plans that were left open (None: unknown)."""
    if not open_bounds:
        if line is None and goal != MOST:
            bound = goal.score - 1 if goal.kind == "at least" else None
            return TurnsAnswer("infeasible", None, bound, plans, solved)
        return TurnsAnswer("optimal", line, None if line is None else line.total, plans, solved)
    known = [bound for bound in open_bounds if bound is not None]
    bound = None if len(known) < len(open_bounds) else max([*known, *([line.total] if line else [])])
    if line is not None and bound == line.total:
        return TurnsAnswer("optimal", line, bound, plans, solved)
    return TurnsAnswer("unknown" if line is None else "feasible", line, bound, plans, solved)


# ------------------------------------------------------------------ solutions played by the rules


@dataclass
class _Entry:
    """The next thing to do: a choice of an element, the use of an ability, or moves that the machine has played before."""

    turn: int
    step: object
    env: Env
    what: Any
    texts: list[str] = field(default_factory=list)


class Replay:
    """Plays the decisions of one turn after another, in order.

    `taken` are the moves that were not decided but played: for each turn those of taking, and of late abilities.
    """

    def __init__(
        self,
        machine: Machine,
        decisions: Sequence[GuardedDecision],
        reading: AnswerReading,
        taken: Sequence[TakingMoves],
    ) -> None:
        self._machine = machine
        self._left = list[_Entry]()
        for one in decisions:
            what = reading.chosen(one)
            if isinstance(what, PlayedMoves):
                moves = taken[one.turn]
                texts = moves.parts[what.part] if what.ability is None else dict(moves.late)[what.ability]
                self._left += [_Entry(one.turn, None, {}, what, list(texts))] if texts else []
            elif what is not None:
                step = None if one.level is None else one.level.step
                self._left.append(_Entry(one.turn, step, reading.env(one.env), what))

    def moves(self, state: GameState, turn: int) -> tuple[list[str], GameState]:
        """The moves of a turn (numbered within the solution) from its first choice to its end, and the final state.
        Raises `Disallowed`."""
        played, own = list[str](), [one for one in self._left if one.turn == turn]
        while not state.over:
            move = self._next(state, turn, own)
            played.append(move.text)
            state = self._machine.applied(state, move)
        return played, state

    def _next(self, state: GameState, turn: int, own: list[_Entry]) -> Move:
        moves = self._machine.moves_at(state)
        decided = next(((at, move) for at, move in self._decided(state, moves, own)), None)
        first = next((at for at, one in enumerate(own) if one.step is None), len(own))
        if first < len(own) and (decided is None or decided[0] > first):
            move = _matching_move(own[first], state, moves)
            if move is not None:
                if not own[first].texts:
                    del own[: first + 1]
                return move
        if decided is not None:
            del own[: decided[0] + 1]
            return decided[1]
        stop = next((move for move in moves if move.kind == "stop"), None)
        others = [move for move in moves if move.kind != "use"]
        if stop is None and len(others) > 1:
            raise Disallowed(f"none of {', '.join(map(str, moves[:6]))} is the move in the answer", turn)
        return stop or others[0]

    def _decided(self, state: GameState, moves: Sequence[Move], own: Sequence[_Entry]) -> Iterator[tuple[int, Move]]:
        """The moves that match a decision at this choice, each with the index of the decision."""
        choice, frame = state.choice, state.frame
        if choice is not None and choice.step is not None and frame is not None:
            picked = dict(picks(state, moves))
            for at, one in enumerate(own):
                if one.step is choice.step and _agree(one.env, frame.env):
                    for move in moves:
                        chosen = move.kind == "stop" if one.what is STOP else move in picked
                        if chosen and (one.what is STOP or same_element(picked[move], one.what)):
                            yield at, move


def picks(state: GameState, moves: Sequence[Move]) -> Iterator[tuple[Move, Any]]:
    """The moves that pick something, each with the element or the index of the option."""
    elements = state.choice.elements if state.choice is not None else ()
    found = [move for move in moves if move.kind in ("pick", "option")]
    listing = state.listing
    return zip(found, range(len(elements)) if isinstance(listing, f.Options) else elements, strict=True)


def _matching_move(entry: _Entry, state: GameState, moves: Sequence[Move]) -> Move | None:
    """The next move that was played before, or the use of an ability; None if it is not possible here."""
    if isinstance(entry.what, play.Ability):
        return next((move for move in moves if move.kind == "use" and state.picked(move) is entry.what), None)
    # a recorded move that is forced here has been made without asking, so its text is skipped
    for at, text in enumerate(entry.texts):
        move = next((move for move in moves if move.text == text), None)
        if move is not None:
            del entry.texts[: at + 1]
            return move
    return None


def _agree(one: Env, other: Env) -> bool:
    return all(same_element(element, other[var]) for var, element in one.items() if var in other)


def same_element(one: Any, other: Any) -> bool:
    """Whether an element of a solution is the same as one of the machine."""
    if isinstance(one, SpaceSet) and isinstance(other, SpaceSet):
        return set(one.members) == set(other.members)
    return bool(one == other)
