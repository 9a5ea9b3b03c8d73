"""Bounded symbolic execution: one state, in which every change is guarded by the bit of the path that leads to it.

Nothing forks. A choice is an unknown with a state for each candidate, and a branch is the conjunction of the bits on
the way to it. The meaning of blocks is in `blocks`; here is what they share: the table, the bindings of the turn, the
demands that every solution must meet, and the decisions, in the order in which the machine of `play` reaches them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import partial
from typing import Any, TypeAlias

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.kernel import flow as f
from tilewright.kernel.contents import Levels, contents_of, statements_of
from tilewright.kernel.lowering import AFTER, USE
from tilewright.meaning.domain import Element, Env, Ruling
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.play.evaluator import StateEvaluator
from tilewright.play.table import POOL, Table
from tilewright.symbolic.nodes import Bit, Conjunction, Finite, In, Linear, Variable, full, invert
from tilewright.symbolic.numbers import Symbolic
from tilewright.turns.stacks import (
    CaseSplit,
    GuardedBoard,
    GuardedPiece,
    GuardedStack,
    Rulebook,
    TableRules,
    known_stack,
)
from tilewright.turns.uses import PlannedUse, PlayedMoves, TurnUses, quiet, reported_for

STOP = object()
"""The pick that stands for stopping."""


class PickDemand(Enum):
    """The demand of a choice: something is picked whenever the path reaches it, or if there is a candidate; or the
    player may stop."""

    ALWAYS = 1
    IF_ANY = 2
    FREE = 3


@dataclass(frozen=True)
class GuardedDecision:
    """A choice that was executed: the candidates, each with the bit that it is picked, or `STOP`.

    `env` are the bindings there; `turn` counts from 0. An option is given by its index. Without a `level` it is an
    ability in use, or moves that the machine played (`uses.PlayedMoves`).
    """

    turn: int
    level: f.Level | None
    env: Env
    cases: Sequence[tuple[Any, Bit]]


@dataclass(frozen=True)
class Event:
    """A change of a place: its pieces, caps or marks; `piece` is on top after it."""

    seat: int
    sort: str
    piece: GuardedPiece


@dataclass(frozen=True)
class LinearDemand:
    """A number that must be between `low` and `high` in every solution."""

    number: Linear
    low: int | None = None
    high: int | None = None


Meaning: TypeAlias = Callable[["Execution", f.Level, Bit, bool], Bit]
"""Executes a statement: given the guard and whether it is in an atomic block, the guard under which it was completed."""


class Execution:
    """A table, and everything that the mover can do with it in the turns executed so far.

    Every solution of `demands` (clauses: one bit of each must hold) and `bounds` is a line of play, except for
    statements in `relaxed`, which it may play against the rules. `meaning` executes a statement, `cells` holds the
    values of slots. `facts` caches facts about statements, shared by all copies.
    """

    def __init__(
        self,
        evaluator: StateEvaluator,
        table: Table,
        meaning: Meaning,
        logic: Symbolic | None = None,
        player: int = 0,
    ) -> None:
        self.evaluator, self.meaning, self.logic, self.player = evaluator, meaning, logic or Symbolic(), player
        self.flow = evaluator.flow
        self.contents = contents_of(self.flow)
        self.cells: dict[int, Any] = {}
        self.book = Rulebook(evaluator.play_rules)
        self.players = table.players
        self._seats = evaluator.game.seats(table.players)
        self.boards = [self._board(table, seat) for seat in range(len(table.grids))]
        self.counters = [{name: self.logic.number(n) for name, n in own.items()} for own in table.counters]
        self.supplies = {cap.name: self.logic.number(table.supply(cap.name)) for cap in evaluator.game.caps}
        self.opening = table
        self.turn, self.over = 0, False
        self.demands: list[list[Bit]] = []
        self.bounds: list[LinearDemand] = []
        self.decisions: list[GuardedDecision] = []
        self.relaxed: list[f.Level] = []
        self.events: list[Event] = []
        self.settled: dict[object, int] = {}
        self.changes: list[tuple[str, Ruling]] = []
        self.uses = TurnUses()
        self.variables: list[Variable] = []
        self.watch: OrderMonitor | None = None
        self.facts: dict[object, Any] = {}
        self._reasons: dict[Bit, Bit] = {}
        self._begin()

    def _board(self, table: Table, seat: int) -> GuardedBoard:
        grid = table.grids[seat]
        stacks = [known_stack(self.logic, pile, caps) for pile, caps in zip(grid.piles, grid.caps, strict=True)]
        return GuardedBoard(self.logic, None if grid.geometry == POOL else grid.geometry, stacks, self.evaluator.marks)

    def fork(self) -> Execution:
        """An independent copy to continue from here; the arithmetic is shared."""
        other: Execution = Execution.__new__(Execution)
        other.__dict__.update(self.__dict__)
        other.boards = [board.copy() for board in self.boards]
        other.counters = [own.copy() for own in self.counters]
        other.cells = self.cells.copy()
        other.supplies, other.settled = self.supplies.copy(), self.settled.copy()
        for name in ("demands", "bounds", "decisions", "relaxed", "events", "variables", "changes"):
            setattr(other, name, getattr(self, name)[:])
        other.uses = replace(self.uses)
        other._bind(self.rules.lasting)
        return other

    def adopt(self, other: Execution) -> None:
        """Take over the state of a copy."""
        watch = self.watch
        self.__dict__.update(other.__dict__)
        self.watch = watch

    def _begin(self) -> None:
        """Begin a turn of the player."""
        self.cells = {self.flow.mover.index: self.player}
        self._bind(self.evaluator.places_of(self.opening, self.player))

    def _bind(self, lasting: Env) -> None:
        seats = self.evaluator.game.seats(self.players)
        found: list[Seat[Linear, Bit]] = []
        owners = self.evaluator.game.places(self.players)
        for seat, (board, (_, owner)) in enumerate(zip(self.boards, owners, strict=True)):
            if seat < self.players:
                places = {name: own[seat] for name, own in seats.items()}
                found.append(Seat(board, self.counters[seat], places=places))
            else:
                found.append(Seat(board, {}, owner=owner or 0))
        domain = Unrolled(self.logic, found)
        self.rules = TableRules(self.logic, domain, self.book, self.evaluator.me, lasting, self.changes)

    # -- turns and blocks

    def begin_turn(self, planned: tuple[PlannedUse, ...]) -> None:
        """Begin a turn of the player, in which abilities are used as planned."""
        self._begin()
        self.uses = TurnUses(planned)

    def run_turn(self, levels: Levels) -> None:
        """Execute statements as a turn of the player, and end it."""
        self.begin_turn(())
        self.block(levels, True, False)
        self.end_turn()

    def end_turn(self) -> None:
        """Marks and overrides end with the turn."""
        self.moment(True, False)
        for board in self.boards:
            board.stacks = [stack.unmarked() if stack.marks else stack for stack in board.stacks]
        self.changes.clear()
        self.turn += 1

    def block(self, levels: Levels, guard: Bit, whole: bool) -> None:
        """Execute statements in order under a guard.

        In an atomic block nothing fails: solutions in which something would are excluded by demands.
        """
        for level in levels:
            if guard is False:
                return
            self.logic.deadline.check()
            guard = self.meaning(self, level, guard, whole)

    def body(self, body: f.Body, guard: Bit, whole: bool) -> Bit:
        """Execute a body; returns the guard under which it was entered, if it can be declined at its first choice."""
        first, *others = statements_of(body)
        entered = self.meaning(self, first, guard, whole) if guard is not False else guard
        self.block(others, entered, whole)
        stops = (isinstance(part, f.Choose) and part.stop is not None for part in self.contents.parts_of(first))
        return entered if any(stops) else guard

    # -- questions

    def env(self, scope: f.Scope) -> Env:
        """The values of the variables of a scope."""
        own = self.evaluator.places_of(self.opening, self.cells[scope.me.index])
        return {**own, **{var: self.cells[slot.index] for var, slot in scope.slots.items() if slot.index in self.cells}}

    def condition(self, question: f.Question) -> Bit:
        """The bit of a condition."""
        assert not isinstance(question.asked, core.Binder)
        return self.rules.condition(question.asked, self.env(question.scope))

    def number(self, question: f.Question) -> Linear:
        """The value of a number."""
        assert not isinstance(question.asked, core.Binder)
        return self.rules.number(question.asked, self.env(question.scope))

    def elements(self, question: f.Question) -> list[tuple[Element, Bit]]:
        """The elements that may satisfy a binder, each with the bit that it does."""
        assert isinstance(question.asked, core.Binder)
        return self.rules.elements(question.asked, question.home, self.env(question.scope))

    def home(self, question: f.Question, env: Env) -> int:
        """The place on which a question is evaluated."""
        found = env[self.evaluator.me if question.home is None else question.home.id]
        assert not isinstance(found, CaseSplit)
        return int(found)

    # -- abilities

    def moment(self, guard: Bit, whole: bool) -> None:
        """A moment at which the player may use abilities, under a guard."""
        while not self.uses.quiet and guard is not False:
            uses = self.uses
            now = (*uses.prefix, uses.number)
            uses.number += 1
            if not uses.planned or uses.planned[0].when != now:
                uses.passed += (now,)
                return
            use, *later = uses.planned
            uses.planned, uses.passed = tuple(later), ()
            self._use(use, guard, whole)

    def _use(self, use: PlannedUse, guard: Bit, whole: bool) -> None:
        ability = self.evaluator.abilities[use.ability]
        self.tell(ability, guard)
        if self.watch is not None:
            self.watch.undecided()
        with reported_for(ability):
            self._wholly(self.cost_of(use.ability) if use.taking else self.use_of(use.ability), guard)
        if use.taking:
            self.tell(PlayedMoves(use.ability), guard)
        self._run_after(ability, guard, whole)

    def pay(self, number: int) -> None:
        """The cost of an ability that was used in the phase played by the machine, and what the game does after it."""
        with reported_for(self.evaluator.abilities[number]):
            self._wholly(self.cost_of(number), True)
        with quiet(self):
            self._run_after(self.evaluator.abilities[number], True, False)

    def _wholly(self, levels: Levels, guard: Bit) -> None:
        with quiet(self):
            self._apart(levels, guard, True)
        self.uses.failed = self.uses.failed or any(not bits for bits in self.demands)

    def _run_after(self, ability: play.Ability, guard: Bit, whole: bool) -> None:
        with reported_for(ability):
            self._apart(statements_of(self.flow.roots[AFTER]), guard, whole)

    def _apart(self, levels: Levels, guard: Bit, whole: bool) -> None:
        """Execute what belongs to an ability; the slots of the interrupted statements are restored."""
        before = self.cells.copy()
        self.block(levels, guard, whole)
        self.cells = before

    def use_of(self, number: int) -> Levels:
        """The statements of an ability: its cost and its body."""
        return statements_of(self.flow.roots[f"{USE} {number}"])

    def cost_of(self, number: int) -> Levels:
        """The statements of the cost of an ability."""
        return self.use_of(number)[: len(self.flow.play_rules.cost)]

    # -- demands

    def demand(self, *bits: Bit) -> None:
        """Add a clause: one of the bits holds in every solution."""
        if not any(bit is True for bit in bits):
            self.demands.append([bit for bit in bits if bit is not False])

    def only_if(self, bit: Bit, condition: Bit) -> None:
        """Add an implication: the bit holds only if the condition does."""
        if bit != condition:
            self.demand(invert(bit), condition)

    def implies(self, bit: Bit, other: Bit) -> bool:
        """Whether a bit implies another one, by the choices that lead to it."""
        waiting = [bit]
        for one in waiting:
            if one == other:
                return True
            if one in self._reasons:
                waiting.append(self._reasons[one])
            if isinstance(one, In) and isinstance(one.node, Conjunction) and one.mask == 0b10:
                waiting += one.node.parts
        return False

    def both(self, bit: Bit, guard: Bit) -> Bit:
        """The conjunction of a bit and a guard."""
        return bit if self.implies(bit, guard) else self.logic.every([guard, bit])

    def succeed(self, guard: Bit, condition: Bit, whole: bool) -> Bit:
        """The guard after a statement that requires a condition."""
        if whole:
            self.only_if(guard, condition)
            return guard
        return self.logic.every([guard, condition])

    # -- choices

    def fresh(self, states: int) -> Variable:
        """A new unknown."""
        variable = self.logic.variable(states)
        self.variables.append(variable)
        return variable

    def choose(
        self,
        level: f.Level,
        env: Env,
        candidates: Sequence[tuple[Any, Bit]],
        guard: Bit,
        demand: PickDemand,
        question: f.Question | None = None,
    ) -> tuple[Bit, Any]:
        """Choose one of the candidates under a guard; each comes with the bit that it can be picked.

        Returns the bit that one is picked, and what: an element, or a `CaseSplit`. `question` is given if the
        candidates are elements of the table.
        """
        open_ = [(element, bit) for element, bit in candidates if bit is not False]
        sure = demand is PickDemand.ALWAYS
        if demand is PickDemand.IF_ANY and open_:
            bits = [bit for _, bit in open_]
            sure = exists_by_counting(bits) or self.implies(guard, self.logic.some(bits))
        if not open_:
            if sure:
                self.demand(invert(guard))
            return False, CaseSplit(())
        if len(open_) == 1 and demand is not PickDemand.FREE:
            cases, picked = self._single(open_[0], guard, sure)
        else:
            cases, picked = self._several(open_, guard, demand, sure)
        stopped = [(STOP, self.logic.every([guard, invert(picked)]))] if demand is PickDemand.FREE else []
        self.decisions.append(GuardedDecision(self.turn, level, env, [*cases, *stopped]))
        if self.watch is not None:
            self.watch.picked(self, question, env, open_, cases, sure)
        return picked, cases[0][0] if len(cases) == 1 else CaseSplit(tuple(cases))

    def _single(self, candidate: tuple[Any, Bit], guard: Bit, sure: bool) -> tuple[list[tuple[Any, Bit]], Bit]:
        element, valid = candidate
        if sure:
            self.only_if(guard, valid)
            return [(element, guard)], guard
        picked = self.logic.every([guard, valid])
        return [(element, picked)], picked

    def _several(
        self, open_: Sequence[tuple[Any, Bit]], guard: Bit, demand: PickDemand, sure: bool
    ) -> tuple[list[tuple[Any, Bit]], Bit]:
        none = 0 if sure and guard is True else 1  # with `none`, the first state means that nothing is picked
        variable = self.fresh(len(open_) + none)
        cases = [(element, In(variable, 1 << none << i)) for i, (element, _) in enumerate(open_)]
        picked: Bit = True
        if none:
            picked = invert(In(variable, 1))
            self.only_if(picked, guard)
            self._reasons[picked] = guard
            # with a single candidate the two bits are equal, and need no reason
            self._reasons.update((bit, picked) for _, bit in cases if bit != picked)
            if sure:
                self.demand(invert(guard), picked)
            elif demand is PickDemand.IF_ANY:
                for _, valid in open_:
                    self.demand(picked, invert(guard), invert(valid))
        for (_, bit), (_, valid) in zip(cases, open_, strict=True):
            self.demand(invert(bit), valid)
        return list(cases), guard if sure else picked

    def tell(self, what: play.Ability | PlayedMoves, guard: Bit) -> None:
        """Record another event among the decisions."""
        self.decisions.append(GuardedDecision(self.turn, None, {}, [(what, guard)]))

    # -- changes

    def seat(self, seat: f.Seat) -> int:
        """The index of a place."""
        where = 0 if seat.slot is None else self.cells[seat.slot.index]
        assert not isinstance(where, CaseSplit)
        return int(where) if seat.exact else self._seats[seat.board.name][where]

    def spots(self, place: f.Place, guard: Bit) -> tuple[int, list[tuple[int, Bit]]]:
        """A place, and the spaces on which a thing may be, each with the bit that it is."""
        where, seat = self.cells[place.space.index], self.seat(place.seat)
        if isinstance(where, CaseSplit):
            return seat, [(space, self.both(bit, guard)) for space, bit in where.of]
        return seat, [(where, guard)]

    def top(self, seat: int, spots: Sequence[tuple[int, Bit]], depth: int = 0) -> GuardedPiece:
        """The piece with `depth` others on top of it, on one of several stacks."""
        pieces = [(self.boards[seat].stacks[space].pieces, bit) for space, bit in spots]
        if len(pieces) == 1:
            return partial(pieces[0][0].ask, depth)
        every, some = self.logic.every, self.logic.some
        return lambda question: some([every([bit, own.ask(depth, question)]) for own, bit in pieces])

    def change(
        self,
        seat: int,
        spots: Sequence[tuple[int, Bit]],
        how: Callable[[GuardedStack, Bit], GuardedStack],
        shown: GuardedPiece,
        sort: str = "pieces",
    ) -> None:
        """Change the stack of one of several spaces, each where its bit holds; then the piece `shown` is on top."""
        stacks = self.boards[seat].stacks
        for space, bit in spots:
            if bit is not False:
                stacks[space] = how(stacks[space], bit)
        self.events.append(Event(seat, sort, shown))


class OrderMonitor:
    """Detects whether the iterations of a loop can be done in any order: no pick of one depends on what another did."""

    def __init__(self) -> None:
        self.matters = False
        self._before: list[tuple[int, Any, Bit]] = []
        self._now: list[tuple[int, Any, Bit]] = []

    def next_round(self) -> None:
        """The end of an iteration."""
        self._before += self._now
        self._now = []

    def undecided(self) -> None:
        """A branch depends on a choice."""
        self.matters = True

    def picked(
        self,
        run: Execution,
        question: f.Question | None,
        env: Env,
        open_: Sequence[tuple[Any, Bit]],
        cases: Sequence[tuple[Any, Bit]],
        sure: bool,
    ) -> None:
        """A pick is independent if it is certain, depends only on the space itself, and never takes a space that
        another iteration took."""
        binder = None if question is None else question.asked
        if (
            question is None
            or not isinstance(binder, core.Binder)
            or not isinstance(binder.domain, core.Spaces)
            or not sure
        ):
            self.matters = True
            return
        seat = run.home(question, env)
        if not _WIDER.isdisjoint(run.book.types(binder.guard)):
            self.matters = True
        for element, valid in open_:
            clash = [bit for where, taken, bit in self._before if (where, taken) == (seat, element)]
            if not all(run.logic.excludes(bit, valid) for bit in clash):
                self.matters = True
        self._now += [(seat, element, bit) for element, bit in cases]


_WIDER = frozenset((core.Binder, core.OnBoardOf, core.CounterOf, core.SignedCounter))
"""Nodes with which a condition about a space reads more than that space."""


def exists_by_counting(bits: Sequence[Bit]) -> bool:
    """Whether one of the bits holds in every case, by a counting argument.

    A bit is assumed to hold unless some unknown is in a state that spoils it. An unknown is in one state at a time, so
    it spoils at most as many bits as its worst state; if there are more bits than all unknowns together can spoil, one
    is left.
    """
    if any(bit is True for bit in bits):
        return True
    spoilt: dict[Finite, Counter[int]] = {}
    holds = 0
    for bit in bits:
        parts = _sufficient(bit)
        if parts is None:
            continue
        holds += 1
        for node, mask in parts:
            spoiling = full(node) ^ mask
            spoilt.setdefault(node, Counter()).update(state for state in range(node.states) if spoiling >> state & 1)
    return holds > sum(max(counts.values()) for counts in spoilt.values())


def _sufficient(bit: Bit) -> list[In] | None:
    """Bits of single unknowns that together imply a bit, as few as are found."""
    if isinstance(bit, bool):
        return [] if bit else None
    node, mask = bit
    if not isinstance(node, Conjunction):
        return [bit]
    if mask == 0b10:
        found = [_sufficient(part) for part in node.parts]
        return None if None in found else [one for parts in found for one in parts or ()]
    ways = [way for part in node.parts if (way := _sufficient(invert(part))) is not None]
    return min(ways, key=_risk, default=None)


def _risk(parts: Sequence[In]) -> float:
    """The sum of the shares of states that spoil the bits."""
    return sum(1 - mask.bit_count() / node.states for node, mask in parts)
