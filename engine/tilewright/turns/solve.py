"""The best line of play over several turns, by proof.

Where a turn has a cut, every way to take is gone through by the machine and each plan is a model of its own; else all turns are
one model. Every line that comes out has been played by the machine, move by move, to the same total.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tilewright.core import expr as core
from tilewright.meaning.exact import exact_evaluator
from tilewright.meaning.scoring import scoring_rules
from tilewright.play.chance import Chance
from tilewright.play.machine import Machine, Referee, machine_of, program_of
from tilewright.play.sections import Section
from tilewright.play.table import Table, position_of
from tilewright.symbolic.deadline import Deadline, OutOfTime
from tilewright.symbolic.nodes import combine
from tilewright.symbolic.numbers import Symbolic
from tilewright.table.card import Card
from tilewright.table.position import Position
from tilewright.turns.ceiling import Ceiling
from tilewright.turns.cut import cut_of
from tilewright.turns.execute import execution, scored
from tilewright.turns.model import BestFound, best
from tilewright.turns.opening import open_table
from tilewright.turns.plans import Haul, Taking, TakingPlan
from tilewright.turns.reading import AnswerReading
from tilewright.turns.replay import Disallowed, Replay
from tilewright.turns.run import Execution
from tilewright.turns.stacks import known_stack
from tilewright.turns.unsupported import NotExecutable


@dataclass(frozen=True)
class PlayedLine:
    """Turns of the first player as they were played: the moves of each, the parts of the score and the table after them."""

    turns: tuple[tuple[str, ...], ...]
    parts: Mapping[str, int]
    table: Table = field(compare=False, repr=False)

    @property
    def total(self) -> int:
        """The sum of the parts."""
        return sum(self.parts.values())


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
        game = position.game
        assert game.course is not None
        abilities = [ability for card in cards for ability in card.abilities]
        if abilities:
            raise NotExecutable("cards with abilities")
        if game.course.course or game.course.at_once != core.FALSE:
            raise NotExecutable("a game in which turns do not simply come one after another")
        self.position, self.turns, self.deadline, self.workers = position, turns, deadline, workers
        self.table = open_table(position)
        self.referee = Referee(game, program_of(game.course, abilities), {}, self.table.players)
        self.machine = machine_of(self.referee)
        self.rules: dict[str, core.Expr] = scoring_rules(game, cards)
        self.names = [player.name for player in position.players]
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
        total = combine((1, part) for part in scored(run, self.rules).values())
        found = best(run, total, self.deadline, self.workers)
        line = self._played(run, found, ()) if found.value is not None else None
        return _told(line, [] if found.status == "optimal" else [found.bound], 1, 1)

    # -- playing it

    def _played(self, run: Execution, found: BestFound, taken: Sequence[Sequence[str]]) -> PlayedLine:
        """The line of an answer, played by the machine. Raises `Disallowed` when the rules do not confirm it."""
        replay, table = Replay(run.decisions, AnswerReading(found.states)), self.table
        turns = []
        for turn in range(run.turn):
            moves, table = self._turn(replay, table, turn, taken[turn] if taken else ())
            turns.append(moves)
        evaluator = exact_evaluator(position_of(table, self.names, ()))
        parts = {name: evaluator.number(rule, {}, 0) for name, rule in self.rules.items()}
        line = PlayedLine(tuple(turns), parts, table)
        if line.total < (found.value or 0):
            raise Disallowed(f"the solver rates the answer {found.value}, the rules {line.total}")
        return line

    def _turn(self, replay: Replay, table: Table, turn: int, taken: Sequence[str]) -> tuple[tuple[str, ...], Table]:
        captured: list[Table] = []
        machine: Machine = self.machine
        state = machine.resume(table.copy(), 0, Chance(0))
        begun = state.turn
        machine.on_turn = lambda now: captured.append(now.table.copy()) if now.turn == begun + 1 else None
        try:
            for text in taken:
                move = next((move for move in machine.moves_at(state) if move.text == text), None)
                if move is None:
                    raise Disallowed(f"'{text}' is no move")
                machine.apply(state, move)
            moves = [] if captured else replay.moves(machine, state, turn)
        finally:
            machine.on_turn = None
        return (*taken, *(move.text for move in moves)), captured[0]


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
