"""The effect of each operation and terminator in a symbolic execution: `OPERATIONS` and `_Path`.

Paths that part join again at the next statement of the same body, so guards need no merging. Loops whose iterations can
be done in any order are not unrolled block by block. A part of a flow that is missing here cannot be executed. Tests
compare each one with the machine of `play`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import permutations
from typing import Any

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.kernel import flow as f
from tilewright.kernel.contents import FlowPart, Listed, entered, lists_groups, may_fail, next_entry, paths_of
from tilewright.meaning.domain import Ruling
from tilewright.symbolic.nodes import Bit, In, Linear, as_number, combine, invert
from tilewright.turns.groups import each_of_groups, pick_group, pick_groups
from tilewright.turns.run import Execution, GuardedDecision, OrderMonitor, PickDemand, exists_by_counting
from tilewright.turns.stacks import (
    THERE,
    CaseSplit,
    GuardedPiece,
    GuardedStack,
    NotExecutable,
    PickedGroup,
    TopQuestion,
    turned,
)

MOST_PASSES = 4
"""The maximum number of passes over a loop whose iterations create new elements."""


def statement(run: Execution, level: f.Level, guard: Bit, whole: bool) -> Bit:
    """Execute a statement under a guard; returns the guard under which it was completed."""
    loop = run.contents.gone_through(level)
    if loop is not None and lists_groups(loop.question):
        (pick_groups if loop.in_any_order else each_of_groups)(run, loop, guard, whole)
        return guard
    if loop is not None and loop.in_any_order:
        _in_any_order(run, loop, guard, whole)
        return guard
    done = _Path(run, level, int(whole)).follow(level.entry, guard)
    return guard if level.rounds is not None else done


@dataclass
class _Path:
    """Executes the blocks of one statement; `whole` is the number of open atomic blocks."""

    run: Execution
    level: f.Level
    whole: int

    def __post_init__(self) -> None:
        self.after, self.inside = next_entry(self.level), entered(self.level)
        self.first: Bit | None = None

    def follow(self, at: f.BlockId, guard: Bit) -> Bit:
        """Execute from a block under a guard; returns the guard under which the path reaches the end of the statement."""
        run = self.run
        while at != self.after and guard is not False:
            if at in self.inside:
                guard = run.body(self.inside[at], guard, self.whole > 0)
                at = self.inside[at].levels[-1].entry
                continue
            guard = self._every_round(at, guard)
            block = run.flow.blocks[at]
            for operation in block.operations:
                if isinstance(operation, f.Begin | f.End):
                    self.whole += operation.whole * (1 if isinstance(operation, f.Begin) else -1)
                else:
                    guard = OPERATIONS[type(operation)](run, operation, guard, self.whole > 0, self.level)
            at, guard = self._end(block.end, guard)
        return guard

    def _every_round(self, at: f.BlockId, guard: Bit) -> Bit:
        """At the head of a loop over a list, restore the guard of its first iteration: an iteration that fails does not
        prevent the next ones."""
        rounds = self.level.rounds
        if rounds is None or rounds.at is None or at != rounds.head:
            return guard
        self.first = guard if self.first is None else self.first
        return self.first

    def _end(self, end: f.Terminator, guard: Bit) -> tuple[f.BlockId, Bit]:
        """The block where the path continues, and the guard there."""
        match end:
            case f.Goto(then) | f.Uncover(_, then):
                return then, guard
            case f.Return(to):
                return self.run.cells[to.index], guard
            case f.IfLess():
                return self._if_less(end, guard)
            case f.If():
                return self._if(end, guard)
            case f.Choose():
                return self._choose(end, guard)
            case f.ChooseAtRandom():
                raise NotExecutable("what is left to chance", self.level.step)
            case _:
                raise NotExecutable(f"'{type(end).__name__}' cannot be executed symbolically", self.level.step)

    # -- branches

    def _if_less(self, end: f.IfLess, guard: Bit) -> tuple[f.BlockId, Bit]:
        """The count of iterations is known during the execution; the maximum may be symbolic."""
        run, done = self.run, self.run.cells[end.slot.index]
        bound = run.cells[end.bound.index] if isinstance(end.bound, f.Slot) else end.bound
        assert not isinstance(bound, f.Seat)
        if isinstance(bound, int):  # a known bound: the loop is unrolled exactly, and needs no guard
            return (end.then if done < bound else end.otherwise), guard
        more = run.logic.compare("<", run.logic.number(done), bound)
        return end.then, run.logic.every([guard, more])

    def _if(self, end: f.If, guard: Bit) -> tuple[f.BlockId, Bit]:
        run, asked = self.run, end.question.asked
        ways = {True: end.then, False: end.otherwise}
        # A branch that fails is not followed: the negated condition becomes a demand on the whole line of play,
        # which keeps the guards of what comes after short.
        if failing := [way for way, then in ways.items() if self._fails(then)]:
            holds = run.condition(end.question)
            return ways[not failing[0]], run.succeed(guard, invert(holds) if failing[0] else holds, self.whole > 0)
        if self.level.rounds is not None:  # a loop that ends when the condition holds
            return end.otherwise, run.logic.every([guard, invert(run.condition(end.question))])
        holds = (isinstance(asked, core.Exists) and _certainly_exists(run, end.question, asked)) or run.condition(
            end.question
        )
        if run.watch is not None and not isinstance(holds, bool):
            run.watch.undecided()
        # Both branches are executed one after the other on one state; every change is guarded, so only one of them takes effect.
        for at, bit in ((end.then, holds), (end.otherwise, invert(holds))):
            self.follow(at, run.logic.every([guard, bit]))
        return self.after, guard

    def _fails(self, at: f.BlockId) -> bool:
        return any(isinstance(one, f.Fail) for one in self.run.flow.blocks[at].operations)

    # -- choices

    def _choose(self, end: f.Choose, guard: Bit) -> tuple[f.BlockId, Bit]:
        run, level, whole = self.run, self.level, self.whole > 0
        demand = PickDemand.FREE if end.stop is not None else PickDemand.ALWAYS if whole else PickDemand.IF_ANY
        if end.stop is not None and run.watch is not None:
            run.watch.undecided()
        match end.listing:
            case f.Elements(question, slot):
                run.moment(guard, whole)
                guard, run.cells[slot.index] = self._picked(Listed(level, question, slot), guard, demand)
            case f.Sets() as listing:
                self._pick_some(listing, guard)
            case f.Options() as listing:
                run.moment(guard, whole)
                return self.after, self._option(listing, guard, demand)
            case f.Confirm() if end.stop is None:
                if not whole and not paths_of(run.flow).cannot_fail(end.then, 0):
                    raise NotExecutable("a block that is done completely or not at all", level.step)
            case f.Confirm():
                run.moment(guard, True)
                guard, _ = run.choose(level, run.env(level.scope), [(True, True)], guard, demand)
            case f.Numbers():
                raise NotExecutable("a number that is picked", level.step)
        return end.then, guard

    def _picked(self, listed: Listed, guard: Bit, demand: PickDemand) -> tuple[Bit, Any]:
        run = self.run
        if lists_groups(listed.question):
            if demand is PickDemand.FREE:
                raise NotExecutable("a repetition that begins with such a choice", self.level.step)
            return pick_group(run, listed, guard, self.whole > 0)
        env, found = run.env(listed.question.scope), run.elements(listed.question)
        return run.choose(self.level, env, found, guard, demand, listed.question)

    def _pick_some(self, listing: f.Sets, guard: Bit) -> None:
        """Each element is picked or not; their number is constrained as the statement says.

        Only in an atomic block: elsewhere it would have to be known whether such a set exists.
        """
        run = self.run
        if not self.whole and (listing.joint is not None or listing.least.asked != core.Const(0)):
            raise NotExecutable("several things that may not exist", self.level.step)
        found = run.elements(listing.question)
        picked = {element: In(run.fresh(2), 0b10) for element, _ in found}
        for element, valid in found:
            run.only_if(picked[element], guard)
            run.only_if(picked[element], valid)
        number, logic = combine((1, as_number(bit)) for bit in picked.values()), run.logic
        run.demand(invert(guard), logic.compare(">=", number, run.number(listing.least)))
        if listing.most is not None:
            run.demand(invert(guard), logic.compare("<=", number, run.number(listing.most)))
        some, env = PickedGroup(min(picked, default=-1), picked), run.env(listing.question.scope)
        run.cells[listing.slot.index] = some
        if listing.joint is not None:
            run.only_if(guard, run.condition(listing.joint))
        run.decisions.append(GuardedDecision(run.turn, self.level, env, [(some, guard)]))
        if run.watch is not None:
            run.watch.undecided()

    def _option(self, listing: f.Options, guard: Bit, demand: PickDemand) -> Bit:
        """An option is open if its condition holds and it can be completed.

        Outside atomic blocks it matters whether any option is open; where that is not known the model is relaxed.
        """
        run, blocks = self.run, [block for _, _, block in listing.options]
        open_ = [(at, asked is None or run.condition(asked)) for at, (_, asked, _) in enumerate(listing.options)]
        if demand is PickDemand.IF_ANY:
            ends = [_can_end(run, block) for block in blocks]
            known = [end for end in ends if end is not None]
            if len(known) == len(ends):
                open_ = [(at, run.logic.every([bit, end])) for (at, bit), end in zip(open_, known, strict=True)]
            elif any(bit is True and end is True for (_, bit), end in zip(open_, ends, strict=True)):
                demand = PickDemand.ALWAYS
            else:
                demand = PickDemand.FREE
                run.relaxed.append(self.level)
        picked, what = run.choose(self.level, run.env(self.level.scope), open_, guard, demand)
        for at, bit in what.of if isinstance(what, CaseSplit) else [(what, picked)]:
            self.follow(blocks[at], bit)
        return picked


def _certainly_exists(run: Execution, question: f.Question, condition: core.Exists) -> bool:
    """Whether such an element exists whatever was done before, by a counting argument."""
    if condition.condition != core.TRUE or isinstance(condition.binder.domain, core.Groups):
        return False
    return exists_by_counting([bit for _, bit in run.elements(f.Question(condition.binder, question.scope))])


def _can_end(run: Execution, at: f.BlockId) -> Bit | None:
    """Whether an atomic block can be completed; None if that cannot be read off its first pick."""
    paths = paths_of(run.flow)
    if paths.cannot_fail(at, 0):
        return True
    while True:
        block = run.flow.blocks[at]
        match block:
            case f.Block((f.First(_, question),), f.Goto(then)):
                break
            case f.Block((), f.Choose(f.Elements(question), _, then, None, None)):
                break
            case f.Block(operations, f.Goto(then)) if all(
                isinstance(one, f.Begin | f.ChangeCounter) and not may_fail(one) for one in operations
            ):
                at = then  # these change nothing that can be picked
            case _:
                return None
    if not paths.cannot_fail(then, 1) or lists_groups(question):
        return None
    return run.logic.some([bit for _, bit in run.elements(question)])


# ------------------------------------------------------------------ loops in any order


def _in_any_order(run: Execution, loop: Listed, guard: Bit, whole: bool) -> None:
    rounds = loop.level.rounds
    once = rounds is not None and rounds.things is not None
    for _ in range(MOST_PASSES):
        found = run.elements(loop.question)
        found = [(one, bit) for one, there in found for bit in (run.logic.every([guard, there]),) if bit is not False]
        if not found:
            return
        _once_through(run, loop, found, whole)
        if once:
            return
    raise NotExecutable("a loop whose rounds leave something to be picked again", loop.level.step)


def _once_through(run: Execution, loop: Listed, found: Sequence[tuple[Any, Bit]], whole: bool) -> None:
    """One iteration per element: in the order of the board if the order does not matter, else in an order that the
    solver chooses."""
    trial = run.fork()
    trial.watch = OrderMonitor()
    for element, there in found:
        _round(trial, loop, element, there, whole)
        trial.watch.next_round()
    if len(found) == 1 or not trial.watch.matters:
        run.adopt(trial)
        return
    if len(found) > 4:
        raise NotExecutable("a loop in which the order of many things matters", loop.level.step)
    orders = list(permutations(range(len(found))))
    order = run.fresh(len(orders))
    for at in range(len(found)):
        masks = [sum(1 << i for i, one in enumerate(orders) if one[at] == which) for which in range(len(found))]
        bits = [run.logic.every([In(order, mask), there]) for (_, there), mask in zip(found, masks, strict=True)]
        cases = tuple((element, bit) for (element, _), bit in zip(found, bits, strict=True))
        _round(run, loop, CaseSplit(cases), run.logic.some(bits), whole)


def _round(run: Execution, loop: Listed, what: Any, guard: Bit, whole: bool) -> None:
    run.moment(guard, whole)
    cases = what.of if isinstance(what, CaseSplit) else [(what, guard)]
    run.decisions.append(GuardedDecision(run.turn, loop.level, run.env(loop.question.scope), cases))
    run.cells[loop.slot.index] = what
    run.body(loop.body, guard, whole)


# ------------------------------------------------------------------ operations: control


def _set(run: Execution, one: f.Set, guard: Bit, whole: bool, level: f.Level) -> Bit:
    run.cells[one.slot.index] = one.value
    return guard


def _increase(run: Execution, one: f.Increase, guard: Bit, whole: bool, level: f.Level) -> Bit:
    run.cells[one.slot.index] += 1
    return guard


def _copy(run: Execution, one: f.Copy, guard: Bit, whole: bool, level: f.Level) -> Bit:
    source = one.source
    run.cells[one.to.index] = run.seat(source) if isinstance(source, f.Seat) else run.cells[source.index]
    return guard


def _next_player(run: Execution, one: f.NextPlayer, guard: Bit, whole: bool, level: f.Level) -> Bit:
    raise NotExecutable("other players who decide", level.step)


def _ask(run: Execution, one: f.Ask, guard: Bit, whole: bool, level: f.Level) -> Bit:
    """The number of iterations of a loop may be symbolic; a number bound to a name must be known."""
    number = run.number(one.question)
    known = number.const if number.low == number.high else None
    if level.rounds is not None:
        run.cells[one.slot.index] = number if known is None else known
    elif known is None:
        raise NotExecutable("a stored number that depends on a choice", level.step)
    else:
        run.cells[one.slot.index] = core.Value(str(known), None, known)
    return guard


def _collect(run: Execution, one: f.Collect, guard: Bit, whole: bool, level: f.Level) -> Bit:
    things = run.cells[one.to.index] = run.elements(one.question)
    run.cells[one.count.index] = len(things)
    if any(body.levels[0].scope.decider != level.scope.decider for body in level.bodies):
        raise NotExecutable("other players who decide", level.step)
    return guard


def _take(run: Execution, one: f.Take, guard: Bit, whole: bool, level: f.Level) -> Bit:
    element, there = run.cells[one.source.index][run.cells[one.at.index]]
    run.cells[one.slot.index] = element
    return run.logic.every([guard, there])


def _first(run: Execution, one: f.First, guard: Bit, whole: bool, level: f.Level) -> Bit:
    cases = list[tuple[Any, Bit]]()
    none: Bit = True
    for element, bit in run.elements(one.question):
        here = run.logic.every([none, bit])
        if here is not False:
            cases.append((element, here))
        none = run.logic.every([none, invert(bit)])
    run.cells[one.slot.index] = cases[0][0] if len(cases) == 1 else CaseSplit(tuple(cases))
    found = True if none is False else run.logic.some([bit for _, bit in cases])
    return run.succeed(guard, found, whole)


def _bind_lasting(run: Execution, one: f.BindLasting, guard: Bit, whole: bool, level: f.Level) -> Bit:
    run.rules.lasting = {**run.rules.lasting, one.var: run.cells[run.flow.lasting[one.var].index]}
    return guard


# ------------------------------------------------------------------ operations: changes of the table


def _move(run: Execution, one: f.MovePiece, guard: Bit, whole: bool, level: f.Level) -> Bit:
    seat, spots = run.spots(one.piece, guard)
    piece, marks = _taken(run, seat, spots), _marks(run, seat, spots)
    run.change(seat, spots, GuardedStack.lifted, run.top(seat, spots, 1))
    if one.to is not None:
        _put(run, *run.spots(one.to, guard), piece, marks)
    return guard


def _taken(run: Execution, seat: int, spots: Sequence[tuple[int, Bit]]) -> GuardedPiece:
    """The piece that is taken. It exists: only spaces with a piece can be picked for this, so there is no constraint
    for it."""
    top = run.top(seat, spots)
    return lambda question: True if question == THERE else top(question)


def _put(
    run: Execution, seat: int, spots: Sequence[tuple[int, Bit]], piece: GuardedPiece, marks: dict[str, Bit]
) -> None:
    run.change(seat, spots, partial(GuardedStack.put, piece=piece, marks=marks), piece)


def _marks(run: Execution, seat: int, spots: Sequence[tuple[int, Bit]]) -> dict[str, Bit]:
    """The marks of the piece on one of several stacks."""
    found = [(run.boards[seat].stacks[space].marks, bit) for space, bit in spots]
    if len(found) == 1:
        return dict(found[0][0])
    names = {name for marks, _ in found for name in marks}
    every, some = run.logic.every, run.logic.some
    return {name: some([every([bit, marks.get(name, False)]) for marks, bit in found]) for name in sorted(names)}


def _keep(run: Execution, one: f.KeepPiece, guard: Bit, whole: bool, level: f.Level) -> Bit:
    """The piece goes to the first free space of the pool."""
    seat, spots = run.spots(one.piece, guard)
    piece, pool = _taken(run, seat, spots), run.seat(one.pool)
    run.change(seat, spots, GuardedStack.lifted, run.top(seat, spots, 1))
    free, none = list[tuple[int, Bit]](), guard
    for space, stack in enumerate(run.boards[pool].stacks):
        there = stack.top(THERE)
        if run.implies(guard, there):
            continue
        here = run.logic.every([none, invert(there)])
        if here is not False:
            free.append((space, here))
        none = run.logic.every([none, there])
    if none is not False:
        free.append((run.boards[pool].grow(), none))
    _put(run, pool, free, piece, {})
    run.cells[one.kept.index] = free[0][0] if len(free) == 1 else CaseSplit(tuple(free))
    return guard


def _return(run: Execution, one: f.ReturnPiece, guard: Bit, whole: bool, level: f.Level) -> Bit:
    """The piece goes to a space of its own at the place where such pieces begin; in a pool it does not matter which."""
    seat, spots = run.spots(one.piece, guard)
    piece, home = run.top(seat, spots), _home(run, level, seat, spots)
    if home == seat or (home is not None and not run.boards[home].pool):
        raise NotExecutable("a piece that goes back to where it lies, or to a board", level.step)
    guard = run.succeed(guard, run.logic.some([invert(guard), piece(THERE)]), whole)
    run.change(seat, spots, GuardedStack.lifted, run.top(seat, spots, 1))
    if home is not None:
        _put(run, home, [(run.boards[home].grow(), guard)], piece, {})
    return guard


def _home(run: Execution, level: f.Level, seat: int, spots: Sequence[tuple[int, Bit]]) -> int | None:
    """The place where every piece that may be on these spaces began; None: the bag."""
    shown = [kind.index for kind in run.evaluator.game.kinds]
    kinds = [k for k in shown if run.top(seat, spots)(TopQuestion("is", frozenset({k}))) is not False]
    firsts = {run.evaluator.game.kinds[kind].first for kind in kinds}
    homes = {run.evaluator.homes.get(first) for first in firsts}
    if len(homes) > 1 or firsts != set(kinds):
        raise NotExecutable("pieces that go back to different places, or change as they do", level.step)
    return next(iter(homes), None)


def _turn(run: Execution, one: f.TurnPiece, guard: Bit, whole: bool, level: f.Level) -> Bit:
    seat, spots = run.spots(one.piece, guard)
    top = run.top(seat, spots)
    run.change(seat, spots, partial(GuardedStack.turned, up=one.up), lambda question: turned(top, one.up, question))
    return guard


def _put_cap(run: Execution, one: f.PutCap, guard: Bit, whole: bool, level: f.Level) -> Bit:
    if not one.kept:
        guard = run.succeed(guard, run.logic.compare(">", run.supplies[one.cap], run.logic.number(0)), whole)
    _with_cap(run, *run.spots(one.at, guard), one.cap, True)
    _supplied(run, one.cap, as_number(guard, -1))
    return guard


def _take_cap(run: Execution, one: f.TakeCap, guard: Bit, whole: bool, level: f.Level) -> Bit:
    mark = run.evaluator.marks[one.cap]
    seat, spots = run.spots(one.at, guard)
    lies = [run.logic.every([bit, run.boards[seat].stacks[space].caps.get(mark, False)]) for space, bit in spots]
    guard = run.succeed(guard, run.logic.some(lies), whole)
    _with_cap(run, seat, spots, one.cap, False)
    _supplied(run, one.cap, as_number(guard))
    return guard


def _with_cap(run: Execution, seat: int, spots: Sequence[tuple[int, Bit]], cap: str, on: bool) -> None:
    mark = run.evaluator.marks[cap]
    run.change(seat, spots, partial(GuardedStack.with_cap, mark=mark, on=on), run.top(seat, spots), "caps")


def _count(run: Execution, one: f.ChangeCounter, guard: Bit, whole: bool, level: f.Level) -> Bit:
    """A gain is limited by the supply and by the maximum of the counter; a payment must be available."""
    logic, own = run.logic, run.counters[run.cells[one.me.index]]
    amount, had = run.number(one.amount), own[one.counter]
    if amount.low < 0:
        amount = logic.extreme("max", [(True, logic.number(0)), (True, amount)])
    definition = run.evaluator.game.counters_by_name[one.counter]
    if one.other is not None:
        raise NotExecutable(f"how many of '{one.counter}' others have", level.step)
    if one.pay:
        if not one.sure:
            guard = run.succeed(guard, logic.compare(">=", had.plus(-definition.least), amount), whole)
        paid = logic.pick(guard, amount, logic.number(0))
        own[one.counter] = combine([(1, had), (-1, paid)])
        _supplied(run, definition.cap, paid)
        return guard
    limits = [] if definition.cap is None else [run.supplies[definition.cap]]
    limits += [] if definition.most is None else [combine([(-1, had)]).plus(definition.most)]
    limits += [] if definition.copies is None else [_bank(run, definition.stock, definition.copies)]
    for limit in limits:
        if amount.high > limit.low:
            amount = logic.extreme("min", [(True, amount), (True, limit)])
    gained = logic.pick(guard, amount, logic.number(0))
    own[one.counter] = combine([(1, had), (1, gained)])
    _supplied(run, definition.cap, combine([(-1, gained)]))
    return guard


def _bank(run: Execution, stock: str, copies: int) -> Linear:
    """The number of tokens of a stock that no player has, as `kernel.table.bank` computes it."""
    names = [counter.name for counter in run.evaluator.game.counters if counter.stock == stock]
    return combine((-1, own[name]) for own in run.counters for name in names).plus(copies)


def _supplied(run: Execution, cap: str | None, number: Linear) -> None:
    """Add a number of caps of a kind to the supply."""
    if cap is not None:
        run.supplies[cap] = combine([(1, run.supplies[cap]), (1, number)])


def _mark(run: Execution, one: f.Mark, guard: Bit, whole: bool, level: f.Level) -> Bit:
    seat, spots = run.spots(one.at, guard)
    run.change(seat, spots, partial(GuardedStack.marked, mark=one.mark), run.top(seat, spots), "marks")
    return guard


def _swap(run: Execution, one: f.SwapPieces, guard: Bit, whole: bool, level: f.Level) -> Bit:
    """Two different stacks of one place."""
    (seat, here), (other, there) = run.spots(one.first, guard), run.spots(one.second, guard)
    if seat != other:
        raise NotExecutable("pieces of two boards that change places", level.step)
    pieces, marks = (
        [_taken(run, seat, spots) for spots in (here, there)],
        [_marks(run, seat, spots) for spots in (here, there)],
    )
    for spots in (here, there):
        run.change(seat, spots, GuardedStack.lifted, run.top(seat, spots, 1))
    for spots, piece, own in ((here, pieces[1], marks[1]), (there, pieces[0], marks[0])):
        _put(run, seat, spots, piece, own)
    return guard


def _override(run: Execution, one: f.Override, guard: Bit, whole: bool, level: f.Level) -> Bit:
    """Only for numbers, and only where neither the override nor its value depends on a choice."""
    now, env = one.ruling.now, run.env(one.ruling.scope)
    if is_condition(now.body):
        raise NotExecutable("a changed rule that must be used", level.step)
    bound = [env.get(var) for var in run.book.mentioned(now.body) | run.book.mentioned(now.where)]
    if guard is not True or any(isinstance(one, (CaseSplit, PickedGroup)) for one in bound):
        raise NotExecutable("a rule that changes only under a condition", level.step)
    run.changes.append((now.rule, Ruling(now.parameter, now.body, env, now.also, where=now.where)))
    return guard


OPERATIONS: Mapping[type[f.Operation], Callable[..., Bit]] = {
    f.Set: _set,
    f.Increase: _increase,
    f.Copy: _copy,
    f.NextPlayer: _next_player,
    f.Ask: _ask,
    f.Collect: _collect,
    f.Take: _take,
    f.First: _first,
    f.BindLasting: _bind_lasting,
    f.MovePiece: _move,
    f.SwapPieces: _swap,
    f.KeepPiece: _keep,
    f.TurnPiece: _turn,
    f.ReturnPiece: _return,
    f.PutCap: _put_cap,
    f.TakeCap: _take_cap,
    f.ChangeCounter: _count,
    f.Mark: _mark,
    f.Override: _override,
}
"""Each operation under a guard, in an atomic block or not, as part of a statement; returns the guard after it."""


def is_executable(part: FlowPart) -> bool:
    """Whether a part of a flow can be executed symbolically."""
    match part:
        case f.Choose(listing):
            return not isinstance(listing, f.Numbers)
        case f.Goto() | f.If() | f.IfLess() | f.Return() | f.ChooseAtRandom() | f.Uncover():
            return True
        case f.Begin() | f.End() | f.Fail() | f.Remove() | f.EndAbility():
            return True
        case _:
            return type(part) in OPERATIONS
