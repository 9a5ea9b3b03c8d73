"""The best line of play over several turns, by proof.

Where a turn has a cut, every way to take is gone through by the machine and each plan is a model of its own; else all turns are
one model. Every line that comes out has been played by the machine, move by move, to the same total.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tilewright.core import expr as core
from tilewright.play.chance import Chance
from tilewright.play.machine import Machine
from tilewright.play.sections import Section
from tilewright.play.state import Move, State
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.symbolic.nodes import Bit, combine
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.card import Card
from tilewright.table.goal import MOST, Goal
from tilewright.table.position import Position
from tilewright.turns.ceiling import Ceiling
from tilewright.turns.cut import cut_of
from tilewright.turns.execute import execution, scored
from tilewright.turns.lines import Disallowed, Endgame, PlayedLine, play_texts
from tilewright.turns.model import BestFound, best
from tilewright.turns.plans import Haul, TakenTurn, Taking, TakingPlan
from tilewright.turns.reading import AnswerReading
from tilewright.turns.replay import Replay, same_element
from tilewright.turns.run import Execution, LinearDemand
from tilewright.turns.stacks import known_stack
from tilewright.turns.unsupported import NotExecutable


@dataclass(frozen=True)
class TurnsAnswer:
    """The answer to "what is the most in so many turns?", or to another goal.

    `status`: ``optimal`` (proved; of a goal that is reached or not: it is reached), ``feasible`` (the best found in
    time), ``infeasible`` (no line reaches the goal), ``unknown``. No line comes to more than `bound` (None: nothing was
    proved). `plans` is how many ways to take there are, `solved` how many of them were looked into.
    """

    status: str
    line: PlayedLine | None
    bound: int | None
    plans: int = 0
    solved: int = 0
    seconds: float = 0.0


@dataclass(frozen=True)
class FirstTake:
    """A way to begin the first turn: the moves of its first part, or where it has no parts its first move.

    `taken` is what that part came to; `bit` says in the model of all turns that this is picked.
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
) -> TurnsAnswer:
    """The most that the first player can come to in so many turns while the others pass, or a line for another goal.

    Raises `NotExecutable` when a statement of the game cannot be executed symbolically.
    """
    return LineSearch(position, cards, turns, time_limit=time_limit, workers=workers).best(goal)


class LineSearch:
    """Searches for lines of play from a position; what was found out about plans is kept from one question to the next.

    Raises `NotExecutable` when a statement of the game cannot be executed symbolically.
    """

    def __init__(
        self,
        position: Position,
        cards: Sequence[Card],
        turns: int,
        *,
        time_limit: float | None = None,
        workers: int | None = None,
    ) -> None:
        self.deadline = Deadline(None if time_limit is None else time.monotonic() + time_limit)
        course = position.game.course
        assert course is not None
        if any(card.abilities for card in cards):
            raise NotExecutable("cards with abilities")
        if course.course or course.at_once != core.FALSE:
            raise NotExecutable("a game in which turns do not simply come one after another")
        self.turns, self.workers = turns, workers
        self.ending = Endgame(position, cards)
        self.table, self.referee, self.rules = self.ending.table, self.ending.referee, self.ending.rules
        self.cut = cut_of(self.referee)
        self._plans: dict[tuple[str, ...] | None, Sequence[TakingPlan]] = {}
        self._executed: dict[tuple[Haul, ...], Execution] = {}
        self._found: dict[tuple[Haul, ...], BestFound] = {}

    def best(self, goal: Goal = MOST, first: FirstTake | None = None) -> TurnsAnswer:
        """The best line, or one that reaches another goal; with `first` one that begins so.

        Plan by plan where the turn has a cut, else all at once.
        """
        started = time.monotonic()
        try:
            answer = self._direct(goal, first) if self.cut is None else self._by_plans(goal, first)
        except OutOfTime:
            answer = TurnsAnswer("unknown", None, None)
        return replace(answer, seconds=time.monotonic() - started)

    def first_takes(self) -> list[FirstTake]:
        """Every way to begin. Raises `OutOfTime`."""
        if self.cut is not None:
            found = self._taking.hauls(self.table)
            return sorted((FirstTake(one[1], one) for one in found), key=lambda take: take.moves)
        state = self.ending.machine.resume(self.table.copy(), 0, Chance(0))
        moves, decision = self.ending.machine.moves_at(state), self._whole.decisions[0]
        bits = [next((bit for one, bit in decision.cases if same_element(one, move.value)), None) for move in moves]
        if state.choice is None or state.choice.step is not decision.step or None in bits:
            raise NotExecutable("a game whose first moves cannot be told apart")
        return [FirstTake((move.text,), bit=bit) for move, bit in zip(moves, bits, strict=True) if bit is not None]

    def ceiling(self, first: FirstTake) -> int | None:
        """A number that no line passes that begins so, found without search; None when there is none."""
        if self.cut is None:
            return None
        found = [self._ceiling.of(plan.hauls) for plan in self._plans_of(first)]
        known = [one for one in found if one is not None]
        return max(known) if len(known) == len(found) and known else None

    # -- plan by plan

    @cached_property
    def _taking(self) -> Taking:
        assert self.cut is not None
        return Taking(self.referee, self.table.players, self.cut, self.rules.values(), self.deadline)

    @cached_property
    def _rest(self) -> Section:
        section = self.referee.program.turn
        return Section(section.steps[self.cut :], inner=section.inner[self.cut :])

    @cached_property
    def _ceiling(self) -> Ceiling:
        return Ceiling(execution(self.referee, self.table), self._rest, self.rules)

    def _plans_of(self, first: FirstTake | None) -> Sequence[TakingPlan]:
        key = None if first is None else first.moves
        if key not in self._plans:
            self._plans[key] = self._taking.plans(self.table, self.turns, None if first is None else first.taken)
        return self._plans[key]

    def _by_plans(self, goal: Goal, first: FirstTake | None) -> TurnsAnswer:
        """The plans that promise most come first; the others are let be when none can be better than what was found."""
        plans = self._plans_of(first)
        promised = sorted(((self._ceiling.of(plan.hauls), plan) for plan in plans), key=lambda one: -(one[0] or 0))
        line: PlayedLine | None = None
        solved, open_bounds = 0, list[int | None]()
        for most, plan in promised:
            least = _least(goal) if line is None else line.total + 1
            if most is not None and least is not None and most < least:
                break
            try:
                found = self._look(plan.hauls, goal, least)
            except OutOfTime:
                open_bounds.append(most)
                continue
            solved += 1
            if found.status in ("feasible", "unknown"):
                open_bounds.append(_lower(found.bound, most))
            if found.value is not None:
                line = self._played(self._executed_plan(plan.hauls), found, plan.moves, goal)
                if goal != MOST:
                    return TurnsAnswer("optimal", line, None, len(plans), solved)
        return _told(goal, line, open_bounds, len(plans), solved)

    def _look(self, hauls: tuple[Haul, ...], goal: Goal, least: int | None) -> BestFound:
        """The best of a plan if it is `least` or more, or where exactly so much is wanted one with that total."""
        known = self._found.get(hauls)
        if known is not None and goal.kind != "exactly":
            if known.bound is not None and least is not None and known.bound < least:
                return BestFound("infeasible", None, None, {})
            if known.status == "optimal":
                return known
        found = self._best(self._executed_plan(hauls), goal, least)
        if goal.kind != "exactly":
            ruled_out = found.status == "infeasible" and least is not None
            self._found[hauls] = (
                BestFound("infeasible", None, least - 1, {}) if ruled_out and least is not None else found
            )
        return found

    def _executed_plan(self, hauls: tuple[Haul, ...]) -> Execution:
        """The execution of the later parts of turns with these hauls; what plans begin with alike is executed once."""
        if not hauls:
            return execution(self.referee, self.table, Symbolic(self.deadline))
        known = self._executed.get(hauls)
        if known is None:
            run = self._executed_plan(hauls[:-1]).fork()
            _lay(run, hauls[-1])
            run.run_turn(self._rest)
            known = self._executed[hauls] = run
        return known

    # -- all at once

    @cached_property
    def _whole(self) -> Execution:
        run = execution(self.referee, self.table, Symbolic(self.deadline))
        for _ in range(self.turns):
            run.run_turn(self.referee.program.turn)
            over = run.rules.condition(self.referee.course.end, run.rules.lasting)
            if not isinstance(over, bool):
                raise NotExecutable("a game that may end before the turns are over")
            if over:
                break
        return run

    def _direct(self, goal: Goal, first: FirstTake | None) -> TurnsAnswer:
        run = self._whole
        if first is not None:
            run = run.fork()
            run.demand(first.bit)
        found = self._best(run, goal, _least(goal))
        line = self._played(run, found, (), goal) if found.value is not None else None
        if goal != MOST and line is not None:
            return TurnsAnswer("optimal", line, None, 1, 1)
        return _told(goal, line, [] if found.status in ("optimal", "infeasible") else [found.bound], 1, 1)

    # -- solving and playing it

    def _best(self, run: Execution, goal: Goal, least: int | None) -> BestFound:
        total = combine((1, part) for part in scored(run, self.rules).values())
        if goal.kind == "exactly":
            run = run.fork()
            run.bounds.append(LinearDemand(total, high=goal.score))
        return best(run, total, self.deadline, self.workers, least)

    def _played(self, run: Execution, found: BestFound, taken: Sequence[Sequence[str]], goal: Goal) -> PlayedLine:
        """The line of an answer, played by the machine. Raises `Disallowed` when the rules do not confirm it."""
        replay = Replay(run.decisions, AnswerReading(found.states))

        def play(machine: Machine, state: State, turn: int) -> list[Move]:
            before = state.turn
            moves = play_texts(machine, state, taken[turn], turn) if taken else []
            return moves + (replay.moves(machine, state, turn) if state.turn == before else [])

        line = self.ending.line(run.turn, play)
        if line.total < (found.value or 0) or (goal.kind == "exactly" and line.total != goal.score):
            raise Disallowed(f"the solver rates the answer {found.value}, the rules {line.total}")
        return line


def _least(goal: Goal) -> int | None:
    """The total below which no line is of use; None when any is."""
    return None if goal == MOST else goal.score


def _lower(one: int | None, other: int | None) -> int | None:
    """The lower of two bounds, of which either may be missing."""
    return other if one is None else one if other is None else min(one, other)


def _lay(run: Execution, haul: Haul) -> None:
    """The haul of the turn to come lies in the pools and counters."""
    for seat, pieces in haul.pieces:
        run.boards[seat].stacks = [known_stack(run.logic, (piece,), "") for piece in pieces]
    for name, gain in haul.gains:
        own = run.counters[run.player]
        own[name] = own[name].plus(gain)
        cap = run.referee.counters[name].cap
        if cap is not None:
            run.supplies[cap] = run.supplies[cap].plus(-gain)


def _told(
    goal: Goal, line: PlayedLine | None, open_bounds: Sequence[int | None], plans: int, solved: int
) -> TurnsAnswer:
    """The answer when plans were left open that come to at most these bounds (None: not known)."""
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
