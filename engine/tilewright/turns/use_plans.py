"""Which abilities are used when: every way, one use after another, and the execution of each.

A plan says of each turn what is taken in it, and of each use of an ability at which moment of the turn it is; so in the model
of a plan it is certain what is done, and where on the boards it is done is what is left to the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from tilewright.core import expr as core
from tilewright.kernel.contents import turn_of
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.table import Table
from tilewright.symbolic.deadline import Deadline
from tilewright.symbolic.numbers import Symbolic
from tilewright.turns.execute import execution
from tilewright.turns.phase_split import PhaseSplit
from tilewright.turns.plans import TakenPieces, TakingPlan
from tilewright.turns.run import Execution
from tilewright.turns.stacks import known_stack
from tilewright.turns.unsupported import NotExecutable
from tilewright.turns.uses import PlannedUse, PlayedMoves, UseMoment

UsesByTurn: TypeAlias = tuple[tuple[PlannedUse, ...], ...]
"""The uses of each turn, in the order of time."""
BEFORE_TAKING: UseMoment = (0,)


class UsePlans:
    """Executes plans; `rest` are the statements of a turn that come after taking, where it has such a `cut`."""

    def __init__(self, evaluator: StateEvaluator, table: Table, cut: PhaseSplit | None, deadline: Deadline) -> None:
        self.evaluator, self.table, self.cut, self.deadline = evaluator, table, cut, deadline
        self.rest = turn_of(evaluator.flow)[cut.at if cut is not None else 0 :]
        self.taking = cut.taking if cut is not None else frozenset[int]()
        self._executed: dict[tuple[tuple[TakenPieces, ...], UsesByTurn], Execution] = {}
        for number, ability in enumerate(evaluator.abilities):
            if ability.once or ability.kind >= 0 or ability.condition != core.TRUE:
                raise NotExecutable("an ability that cannot be used once in every turn", None, ability.card)
            if ability.during and number not in self.taking:
                raise NotExecutable("an ability that is used while an option is done", None, ability.card)

    def complete(self, plan: TakingPlan, uses: UsesByTurn) -> bool:
        """Whether every late ability of a plan is used."""
        return all(not _pending(haul, own) for haul, own in zip(plan.hauls, uses, strict=True))

    def more(self, plan: TakingPlan, uses: UsesByTurn) -> Iterator[UsesByTurn]:
        """The ways to use one ability more, after those that are used."""
        if not self.evaluator.abilities or self.executed(plan.hauls, uses) is None:
            return
        # uses are added in order of time, so that each way to use them comes up once
        begun = max((turn for turn, own in enumerate(uses) if own), default=0)
        for turn in range(begun, len(uses)):
            run = self.executed(plan.hauls[: turn + 1], uses[: turn + 1])
            assert run is not None
            for use in self._next(plan.hauls[turn], uses[turn], run.uses.passed):
                yield (*uses[:turn], (*uses[turn], use), *uses[turn + 1 :])
            if _pending(plan.hauls[turn], uses[turn]):
                return

    def _next(
        self, haul: TakenPieces, own: tuple[PlannedUse, ...], passed: tuple[UseMoment, ...]
    ) -> Iterator[PlannedUse]:
        cards = [ability.card for ability in self.evaluator.abilities]
        # a card is used once a turn, whichever of its abilities it is
        used = {cards[one] for one in (*haul.early, *haul.late, *(use.ability for use in own))}
        free = [number for number, card in enumerate(cards) if number not in self.taking and card not in used]
        for when in passed:
            yield from (PlannedUse(number, when) for number in free)
            if when != BEFORE_TAKING:
                yield from (PlannedUse(number, when, taking=True) for number in _pending(haul, own)[:1])

    def executed(self, hauls: tuple[TakenPieces, ...], uses: UsesByTurn) -> Execution | None:
        """The execution of turns with these hauls and uses; None if a use cannot be brought to its end.

        What plans begin with alike is executed once.
        """
        if not hauls:
            return execution(self.evaluator, self.table, Symbolic(self.deadline))
        known = self._executed.get((hauls, uses))
        if known is None:
            before = self.executed(hauls[:-1], uses[:-1])
            if before is None:
                return None
            # plans share their first turns: those are executed once
            known = before.fork()
            if not known.over:
                self._turn(known, hauls[-1], uses[-1])
            self._executed[hauls, uses] = known
        return None if known.uses.failed else known

    def _turn(self, run: Execution, haul: TakenPieces, own: tuple[PlannedUse, ...]) -> None:
        run.begin_turn(own)
        if self.cut is not None:
            run.moment(True, False)
            for part, ability in enumerate(haul.early):
                run.tell(PlayedMoves(part=part), True)
                run.pay(ability)
            run.tell(PlayedMoves(part=len(haul.early)), True)
            _lay(run, haul)
        run.block(self.rest, True, False)
        run.end_turn()
        if self.cut is None:
            over = run.rules.condition(self.evaluator.course.end, run.rules.lasting)
            if not isinstance(over, bool):
                raise NotExecutable("a game that may end before the turns are over")
            run.over = over


def no_uses(plan: TakingPlan) -> UsesByTurn:
    """No ability is used but in taking."""
    return ((),) * len(plan.hauls)


def _pending(haul: TakenPieces, own: tuple[PlannedUse, ...]) -> tuple[int, ...]:
    """The late abilities of a turn that are not used yet."""
    return haul.late[sum(use.taking for use in own) :]


def _lay(run: Execution, haul: TakenPieces) -> None:
    """The haul of the turn to come lies in the pools and counters."""
    for seat, pieces in haul.pieces:
        run.boards[seat].stacks = [known_stack(run.logic, (piece,), "") for piece in pieces]
    for name, gain in haul.gains:
        own = run.counters[run.player]
        own[name] = own[name].plus(gain)
        cap = run.evaluator.game.counters_by_name[name].cap
        if cap is not None:
            run.supplies[cap] = run.supplies[cap].plus(-gain)
