"""The best line of play over several turns, by proof.

Where a turn has a cut, every way to take is gone through by the machine and each plan is a model of its own; else all turns are
one model. Every line that comes out has been played by the machine, move by move, to the same total.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.play.machine import Machine
from tilewright.play.sections import Section
from tilewright.play.state import Move, State
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.symbolic.nodes import combine
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.card import Card
from tilewright.table.position import Position
from tilewright.turns.ceiling import Ceiling
from tilewright.turns.cut import cut_of
from tilewright.turns.execute import execution, scored
from tilewright.turns.lines import Disallowed, Endgame, PlayedLine, play_texts
from tilewright.turns.model import BestFound, best
from tilewright.turns.plans import Haul, Taking, TakingPlan
from tilewright.turns.reading import AnswerReading
from tilewright.turns.replay import Replay
from tilewright.turns.run import Execution
from tilewright.turns.stacks import known_stack
from tilewright.turns.unsupported import NotExecutable


@dataclass(frozen=True)
class TurnsAnswer:
    """The answer to "what is the most in so many turns?".

    `status`: ``optimal`` (proved), ``feasible`` (the best found in time), ``unknown``. No line comes to more than `bound`
    (None: nothing was proved). `plans` is how many ways to take there are, `solved` how many of them were looked into.
    """

    status: str
    line: PlayedLine | None
    bound: int | None
    plans: int = 0
    solved: int = 0
    seconds: float = 0.0


def solve_turns(
    position: Position,
    cards: Sequence[Card],
    turns: int,
    *,
    time_limit: float | None = None,
    workers: int | None = None,
) -> TurnsAnswer:
    """The most that the first player can come to in so many turns while the others pass.

    Raises `NotExecutable` when a statement of the game cannot be executed symbolically.
    """
    started = time.monotonic()
    question = _Question(
        position, cards, turns, Deadline(None if time_limit is None else started + time_limit), workers
    )
    answer = question.answer()
    return TurnsAnswer(
        answer.status, answer.line, answer.bound, answer.plans, answer.solved, time.monotonic() - started
    )


class _Question:
    """A position, and how many turns are left."""

    def __init__(
        self, position: Position, cards: Sequence[Card], turns: int, deadline: Deadline, workers: int | None
    ) -> None:
        course = position.game.course
        assert course is not None
        if any(card.abilities for card in cards):
            raise NotExecutable("cards with abilities")
        if course.course or course.at_once != core.FALSE:
            raise NotExecutable("a game in which turns do not simply come one after another")
        self.turns, self.deadline, self.workers = turns, deadline, workers
        self.ending = Endgame(position, cards)
        self.table, self.referee, self.rules = self.ending.table, self.ending.referee, self.ending.rules
        self._executed: dict[tuple[Haul, ...], Execution] = {}

    def answer(self) -> TurnsAnswer:
        """TakingPlan by plan where the turn has a cut, else all at once."""
        cut = cut_of(self.referee)
        if cut is None:
            return self._direct()
        try:
            taking = Taking(self.referee, self.table.players, cut, self.rules.values(), self.deadline)
            plans = taking.plans(self.table, self.turns)
        except OutOfTime:
            return TurnsAnswer("unknown", None, None)
        return self._by_plans(plans, cut)

    # -- plan by plan

    def _by_plans(self, plans: Sequence[TakingPlan], cut: int) -> TurnsAnswer:
        """The plans that promise most come first; the others are let be when none can be better than what was found."""
        section = self.referee.program.turn
        rest = Section(section.steps[cut:], inner=section.inner[cut:])
        ceiling = Ceiling(execution(self.referee, self.table), rest, self.rules)
        promised = sorted(((ceiling.of(plan.hauls), plan) for plan in plans), key=lambda one: -(one[0] or 0))
        line: PlayedLine | None = None
        solved, open_bounds = 0, list[int | None]()
        for most, plan in promised:
            if line is not None and most is not None and most <= line.total:
                break
            try:
                run = self._executed_plan(plan.hauls, rest)
                total = combine((1, part) for part in scored(run, self.rules).values())
                found = best(run, total, self.deadline, self.workers, None if line is None else line.total + 1)
            except OutOfTime:
                open_bounds.append(most)
                continue
            solved += 1
            if found.status in ("feasible", "unknown"):
                open_bounds.append(_lower(found.bound, most))
            if found.value is not None:
                line = self._played(run, found, plan.moves)
        return _told(line, open_bounds, len(plans), solved)

    def _executed_plan(self, hauls: tuple[Haul, ...], rest: Section) -> Execution:
        """The execution of the later parts of turns with these hauls; what plans begin with alike is executed once."""
        if not hauls:
            return execution(self.referee, self.table, Symbolic(self.deadline))
        known = self._executed.get(hauls)
        if known is None:
            run = self._executed_plan(hauls[:-1], rest).fork()
            _lay(run, hauls[-1])
            run.run_turn(rest)
            known = self._executed[hauls] = run
        return known

    # -- all at once

    def _direct(self) -> TurnsAnswer:
        run = execution(self.referee, self.table, Symbolic(self.deadline))
        for _ in range(self.turns):
            run.run_turn(self.referee.program.turn)
            over = run.rules.condition(self.referee.course.end, run.rules.lasting)
            if not isinstance(over, bool):
                raise NotExecutable("a game that may end before the turns are over")
            if over:
                break
        total = combine((1, part) for part in scored(run, self.rules).values())
        found = best(run, total, self.deadline, self.workers)
        line = self._played(run, found, ()) if found.value is not None else None
        return _told(line, [] if found.status == "optimal" else [found.bound], 1, 1)

    # -- playing it

    def _played(self, run: Execution, found: BestFound, taken: Sequence[Sequence[str]]) -> PlayedLine:
        """The line of an answer, played by the machine. Raises `Disallowed` when the rules do not confirm it."""
        replay = Replay(run.decisions, AnswerReading(found.states))

        def play(machine: Machine, state: State, turn: int) -> list[Move]:
            before = state.turn
            moves = play_texts(machine, state, taken[turn], turn) if taken else []
            return moves + (replay.moves(machine, state, turn) if state.turn == before else [])

        line = self.ending.line(run.turn, play)
        if line.total < (found.value or 0):
            raise Disallowed(f"the solver rates the answer {found.value}, the rules {line.total}")
        return line


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


def _told(line: PlayedLine | None, open_bounds: Sequence[int | None], plans: int, solved: int) -> TurnsAnswer:
    """The answer when plans were left open that come to at most these bounds (None: not known)."""
    if not open_bounds:
        return TurnsAnswer("optimal", line, None if line is None else line.total, plans, solved)
    known = [bound for bound in open_bounds if bound is not None]
    bound = None if len(known) < len(open_bounds) else max([*known, *([line.total] if line else [])])
    if line is not None and bound == line.total:
        return TurnsAnswer("optimal", line, bound, plans, solved)
    return TurnsAnswer("unknown" if line is None else "feasible", line, bound, plans, solved)
