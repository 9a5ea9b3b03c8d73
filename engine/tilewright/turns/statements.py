"""What each statement of play does in a symbolic execution, said in one place: `MEANINGS`.

Statements that are missing there cannot be executed. Each is compared with the machine of `play` in the tests.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import permutations
from typing import Any

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import is_condition
from tilewright.core.effects import cannot_fail
from tilewright.meaning.domain import Env, Ruling
from tilewright.play.sections import Section
from tilewright.symbolic.nodes import Bit, In, Linear, as_number, combine, invert
from tilewright.turns.group_picks import pick_group
from tilewright.turns.groups import each_of_groups, pick_groups
from tilewright.turns.pigeonholes import surely_some
from tilewright.turns.rules import CaseSplit, PickedGroup
from tilewright.turns.run import Execution, GuardedDecision, Meanings, PickDemand, Watch
from tilewright.turns.stacks import THERE, GuardedPiece, GuardedStack, TopQuestion, turned
from tilewright.turns.unsupported import NotExecutable

MOST_PASSES = 4
"""So often a loop comes back to what its rounds left undone."""

_Inner = tuple[Section, ...]
_Done = tuple[Bit, Env]

# ------------------------------------------------------------------ choices


def _pick(run: Execution, step: play.Pick, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    if step.random:
        raise NotExecutable("what is left to chance", step)
    if isinstance(step.binder.domain, core.Groups):
        picked, what = pick_group(run, step, env, guard, whole)
        return picked, _bound(run, env, step.binder.var, what, step.lasting)
    found = run.rules.elements(step.binder, step.home, env)
    picked, what = run.choose(step, env, found, guard, PickDemand.ALWAYS if whole else PickDemand.IF_ANY)
    return picked, _bound(run, env, step.binder.var, what, step.lasting)


def _bound(run: Execution, env: Env, var: core.Var, what: Any, lasting: bool) -> Env:
    if lasting:
        run.rules.lasting = {**run.rules.lasting, var.id: what}
    return {**env, var.id: what}


def _pick_some(run: Execution, step: play.PickSome, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    """Each element is picked or not, and as many as the statement says.

    That is known only of what is done wholly: elsewhere it would have to be known whether there is such a set.
    """
    if not whole and not cannot_fail(step, [], run.evaluator.reserved):
        raise NotExecutable("several things that may not exist", step)
    found = run.rules.elements(step.binder, step.home, env)
    picked = {element: In(run.fresh(2), 0b10) for element, _ in found}
    for element, valid in found:
        run.only_if(picked[element], guard)
        run.only_if(picked[element], valid)
    number, logic = combine((1, as_number(bit)) for bit in picked.values()), run.logic
    run.demand(invert(guard), logic.compare(">=", number, run.rules.number(step.least, env)))
    if step.most is not None:
        run.demand(invert(guard), logic.compare("<=", number, run.rules.number(step.most, env)))
    some = PickedGroup(min(picked, default=-1), picked)
    after = {**env, step.some.id: some}
    run.only_if(guard, run.rules.condition(step.joint, after))
    run.decisions.append(GuardedDecision(run.turn, step, env, [(some, guard)]))
    if run.watch is not None:
        run.watch.undecided()
    return guard, after


def _menu(run: Execution, step: play.Menu, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    """An option is open if its condition holds and it can be brought to its end.

    Outside of what is done wholly it matters whether any is; where that is not known the model is relaxed.
    """
    open_ = [(option, run.rules.condition(option.condition, env)) for option in step.options]
    blocks = dict(zip(step.options, inner, strict=True))
    demand = PickDemand.ALWAYS
    if not whole:
        ends = [_can_end(run, blocks[option], env) for option, _ in open_]
        known = [end for end in ends if end is not None]
        if len(known) == len(ends):
            demand = PickDemand.IF_ANY
            open_ = [(option, run.logic.every([bit, end])) for (option, bit), end in zip(open_, known, strict=True)]
        elif not any(bit is True and end is True for (_, bit), end in zip(open_, ends, strict=True)):
            demand = PickDemand.FREE
            run.relaxed.append(step)
    picked, what = run.choose(step, env, open_, guard, demand)
    for option, bit in what.of if isinstance(what, CaseSplit) else [(what, picked)]:
        run.block(blocks[option], env, bit, True)
    return picked, env


def _can_end(run: Execution, section: Section, env: Env) -> Bit | None:
    """Whether a section can be brought to its end; None if that shows only when it is tried."""
    for at, step in enumerate(section.steps):
        if not _step_is_certain(run, section, at):
            if not _is_certain(run, section, at + 1) or not isinstance(step, (play.Pick, play.First)):
                return None
            if at and any(not isinstance(before, play.Gain) for before in section.steps[:at]):
                return None  # what there is to pick may have changed by then
            if isinstance(step.binder.domain, core.Groups):
                return None
            return run.logic.some([bit for _, bit in run.rules.elements(step.binder, step.home, env)])
    return True


def _is_certain(run: Execution, section: Section, at: int = 0) -> bool:
    """Whether a section can always be brought to its end, from a step on."""
    return all(_step_is_certain(run, section, index) for index in range(at, len(section.steps)))


def _step_is_certain(run: Execution, section: Section, at: int) -> bool:
    key = _step_is_certain, section, at
    if key not in run.facts:
        inner = [_is_certain(run, one) for one in section.inner[at]]
        run.facts[key] = cannot_fail(section.steps[at], inner, run.evaluator.reserved)
    return bool(run.facts[key])


def _wholly(run: Execution, step: play.Wholly, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    if not whole and not _is_certain(run, inner[0]):
        raise NotExecutable("a block that is done completely or not at all", step)
    run.block(inner[0], env, guard, True)
    return guard, env


# ------------------------------------------------------------------ loops


def _in_any_order(run: Execution, step: play.InAnyOrder, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    if isinstance(step.binder.domain, core.Groups):
        if step.once:
            raise NotExecutable("a loop that handles each group once", step)
        pick_groups(run, step, inner[0], env, guard, whole)
        return guard, env
    for _ in range(MOST_PASSES):
        found = run.rules.elements(step.binder, step.home, env)
        found = [(one, bit) for one, there in found for bit in (run.logic.every([guard, there]),) if bit is not False]
        if not found:
            return guard, env
        _once_through(run, step, inner[0], found, env, whole)
        if step.once:
            return guard, env
    raise NotExecutable("a loop whose rounds leave something to be picked again", step)


def _once_through(
    run: Execution, step: play.InAnyOrder, body: Section, found: Sequence[tuple[Any, Bit]], env: Env, whole: bool
) -> None:
    """One round for each element: in the order of the board if another would allow nothing else, or in one that is chosen."""
    trial = run.fork()
    trial.watch = Watch()
    for element, there in found:
        _round(trial, step, body, element, there, env, whole)
        trial.watch.next_round()
    if len(found) == 1 or not trial.watch.matters:
        run.adopt(trial)
        return
    if len(found) > 4:
        raise NotExecutable("a loop in which the order of many things matters", step)
    orders = list(permutations(range(len(found))))
    order = run.fresh(len(orders))
    for at in range(len(found)):
        masks = [sum(1 << i for i, one in enumerate(orders) if one[at] == which) for which in range(len(found))]
        bits = [run.logic.every([In(order, mask), there]) for (_, there), mask in zip(found, masks, strict=True)]
        cases = tuple((element, bit) for (element, _), bit in zip(found, bits, strict=True))
        _round(run, step, body, CaseSplit(cases), run.logic.some(bits), env, whole)


def _round(run: Execution, step: play.InAnyOrder, body: Section, what: Any, guard: Bit, env: Env, whole: bool) -> None:
    run.moment(guard, whole)
    cases = what.of if isinstance(what, CaseSplit) else [(what, guard)]
    run.decisions.append(GuardedDecision(run.turn, step, env, cases))
    run.block(body, {**env, step.binder.var.id: what}, guard, whole)


def _each(run: Execution, step: play.Each, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    if step.decides:
        raise NotExecutable("other players who decide", step)
    if isinstance(step.binder.domain, core.Groups):
        each_of_groups(run, step, inner[0], env, guard, whole)
        return guard, env
    for element, there in run.rules.elements(step.binder, step.home, env):
        bound = {**env, step.binder.var.id: element}
        if step.binder.var.sort == core.PLAYER:
            bound |= run.evaluator.places_of(run.opening, element)
        run.block(inner[0], bound, run.logic.every([guard, there]), whole)
    return guard, env


def _times(run: Execution, step: play.Times, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    if step.in_turn:
        raise NotExecutable("other players who decide", step)
    logic, rules, going = run.logic, run.rules, guard
    most = rules.number(step.most, env)
    for done in range(max(step.least or 0, most.high)):
        going = logic.every([going, invert(rules.condition(step.until, env))])
        room = logic.every([going, logic.compare("<", logic.number(done), most)])
        if step.least is None or done < step.least:
            going = room if step.least is None else going
            run.block(inner[0], env, going, whole)
            continue
        if run.watch is not None:
            run.watch.undecided()
        going = _once_more(run, step, inner[0], env, room)
        if going is False:
            break
    return guard, env


def _once_more(run: Execution, step: play.Times, body: Section, env: Env, room: Bit) -> Bit:
    """The block once more, wholly, if the player wants to; whether it was done. What it begins with is picked at once."""
    first = body.steps[0]
    run.moment(room, True)
    if isinstance(first, play.Pick) and not first.random and not isinstance(first.binder.domain, core.Groups):
        found = run.rules.elements(first.binder, first.home, env)
        picked, what = run.choose(first, env, found, room, PickDemand.FREE)
        rest = Section(body.steps[1:], inner=body.inner[1:])
        run.block(rest, _bound(run, env, first.binder.var, what, first.lasting), picked, True)
        return picked
    if isinstance(first, (play.Menu, play.Pick)):
        raise NotExecutable("a repetition that begins with such a choice", step)
    picked, _ = run.choose(step, env, [(True, True)], room, PickDemand.FREE)
    run.block(body, env, picked, True)
    return picked


# ------------------------------------------------------------------ control without a choice


def _when(run: Execution, step: play.When, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    logic = run.logic
    sure = isinstance(step.condition, core.Exists) and _surely(run, step.condition, env)
    holds = sure or run.rules.condition(step.condition, env)
    if run.watch is not None and not isinstance(holds, bool):
        run.watch.undecided()
    for section, bit in zip(inner, (holds, invert(holds)), strict=True):
        run.block(section, env, logic.every([guard, bit]), whole)
    return guard, env


def _surely(run: Execution, condition: core.Exists, env: Env) -> bool:
    """Whether there is such an element whatever was done before, by counting."""
    if condition.condition != core.TRUE or isinstance(condition.binder.domain, core.Groups):
        return False
    return surely_some([bit for _, bit in run.rules.elements(condition.binder, None, env)])


def _first(run: Execution, step: play.First, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    cases = list[tuple[Any, Bit]]()
    none: Bit = True
    for element, bit in run.rules.elements(step.binder, step.home, env):
        here = run.logic.every([none, bit])
        if here is not False:
            cases.append((element, here))
        none = run.logic.every([none, invert(bit)])
    what = cases[0][0] if len(cases) == 1 else CaseSplit(tuple(cases))
    found = True if none is False else run.logic.some([bit for _, bit in cases])
    return run.succeed(guard, found, whole), {**env, step.binder.var.id: what}


def _require(run: Execution, step: play.Require, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    return run.succeed(guard, run.rules.condition(step.condition, env), whole), env


def _call(run: Execution, step: play.Call, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    own: Env = {**run.rules.lasting, run.evaluator.me: env[run.evaluator.me]}
    for parameter, argument in zip(run.evaluator.parameters[step.verb], step.arguments, strict=True):
        own[parameter.space.id] = env[argument.space.id]
        if parameter.home is not None:
            own[parameter.home.id] = run.seat(argument.home, env)
    run.block(inner[0], own, guard, whole)
    return guard, env


# ------------------------------------------------------------------ changes


def _shift(run: Execution, step: play.Shift, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    seat, spots = run.spots(step.piece, env, guard)
    piece, marks = _taken(run, seat, spots), _marks(run, seat, spots)
    run.change(seat, spots, GuardedStack.lifted, run.top(seat, spots, 1))
    if step.to is not None:
        _put(run, *run.spots(step.to, env, guard), piece, marks)
    return guard, env


def _taken(run: Execution, seat: int, spots: Sequence[tuple[int, Bit]]) -> GuardedPiece:
    """The piece that is taken up: what may be picked for that is there, so it need not be asked."""
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


def _keep(run: Execution, step: play.Keep, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    """The piece goes to the first space of the pool that is free."""
    seat, spots = run.spots(step.piece, env, guard)
    piece, pool = _taken(run, seat, spots), run.seat(step.pool, env)
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
    what = free[0][0] if len(free) == 1 else CaseSplit(tuple(free))
    return guard, _bound(run, env, step.kept, what, step.lasting)


def _return(run: Execution, step: play.Return, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    """The piece lies where such pieces began, in a space of its own: in a pool it does not matter in which."""
    seat, spots = run.spots(step.piece, env, guard)
    piece, home = run.top(seat, spots), _home(run, step, seat, spots)
    if home == seat or (home is not None and not run.boards[home].pool):
        raise NotExecutable("a piece that goes back to where it lies, or to a board", step)
    guard = run.succeed(guard, run.logic.some([invert(guard), piece(THERE)]), whole)
    run.change(seat, spots, GuardedStack.lifted, run.top(seat, spots, 1))
    if home is not None:
        _put(run, home, [(run.boards[home].grow(), guard)], piece, {})
    return guard, env


def _home(run: Execution, step: play.Return, seat: int, spots: Sequence[tuple[int, Bit]]) -> int | None:
    """The place where every piece that may lie there began; None: the bag."""
    shown = [kind.index for kind in run.evaluator.game.kinds]
    kinds = [k for k in shown if run.top(seat, spots)(TopQuestion("is", frozenset({k}))) is not False]
    firsts = {run.evaluator.game.kinds[kind].first for kind in kinds}
    homes = {run.evaluator.homes.get(first) for first in firsts}
    if len(homes) > 1 or firsts != set(kinds):
        raise NotExecutable("pieces that go back to different places, or change as they do", step)
    return next(iter(homes), None)


def _flip(run: Execution, step: play.Flip, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    seat, spots = run.spots(step.piece, env, guard)
    top = run.top(seat, spots)
    run.change(seat, spots, partial(GuardedStack.turned, up=step.up), lambda question: turned(top, step.up, question))
    return guard, env


def _cap(run: Execution, step: play.Cap, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    mark = run.evaluator.marks[step.cap]
    if step.on and step.cap not in run.evaluator.reserved:
        guard = run.succeed(guard, run.logic.compare(">", run.supplies[step.cap], run.logic.number(0)), whole)
    seat, spots = run.spots(step.at, env, guard)
    if not step.on:
        lies = [run.logic.every([bit, run.boards[seat].stacks[space].caps.get(mark, False)]) for space, bit in spots]
        guard = run.succeed(guard, run.logic.some(lies), whole)
    _supplied(run, step.cap, as_number(guard, -1 if step.on else 1))
    run.change(seat, spots, partial(GuardedStack.with_cap, mark=mark, on=step.on), run.top(seat, spots), "caps")
    return guard, env


def _gain(run: Execution, step: play.Gain, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    """No more than the supply has, and than the counter can show; what is paid has to be there."""
    logic, own = run.logic, run.counters[env[run.evaluator.me]]
    amount, had = run.rules.number(step.amount, env), own[step.counter]
    if amount.low < 0:
        amount = logic.extreme("max", [(True, logic.number(0)), (True, amount)])
    definition = run.evaluator.counters[step.counter]
    if step.other is not None:
        raise NotExecutable(f"how many of '{step.counter}' others have", step)
    if step.pay:
        if not step.there:
            guard = run.succeed(guard, logic.compare(">=", had, amount), whole)
        paid = logic.pick(guard, amount, logic.number(0))
        own[step.counter] = combine([(1, had), (-1, paid)])
        _supplied(run, definition.cap, paid)
        return guard, env
    limits = [] if definition.cap is None else [run.supplies[definition.cap]]
    limits += [] if definition.most is None else [combine([(-1, had)]).plus(definition.most)]
    limits += [] if definition.copies is None else [_bank(run, definition.stock, definition.copies)]
    for limit in limits:
        if amount.high > limit.low:
            amount = logic.extreme("min", [(True, amount), (True, limit)])
    gained = logic.pick(guard, amount, logic.number(0))
    own[step.counter] = combine([(1, had), (1, gained)])
    _supplied(run, definition.cap, combine([(-1, gained)]))
    return guard, env


def _bank(run: Execution, stock: str, copies: int) -> Linear:
    """How many of what counters count are nobody's, as `play.table` says it of a table."""
    names = [counter.name for counter in run.evaluator.game.counters if counter.stock == stock]
    return combine((-1, own[name]) for own in run.counters for name in names).plus(copies)


def _supplied(run: Execution, cap: str | None, number: Linear) -> None:
    """So many more caps of a sort lie in the supply."""
    if cap is not None:
        run.supplies[cap] = combine([(1, run.supplies[cap]), (1, number)])


def _flag(run: Execution, step: play.Flag, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    seat, spots = run.spots(step.at, env, guard)
    run.change(seat, spots, partial(GuardedStack.marked, mark=step.mark), run.top(seat, spots), "marks")
    return guard, env


def _swap(run: Execution, step: play.Swap, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    """Two different stacks of one place."""
    (seat, here), (other, there) = run.spots(step.first, env, guard), run.spots(step.second, env, guard)
    if seat != other:
        raise NotExecutable("pieces of two boards that change places", step)
    pieces, marks = (
        [_taken(run, seat, spots) for spots in (here, there)],
        [_marks(run, seat, spots) for spots in (here, there)],
    )
    for spots in (here, there):
        run.change(seat, spots, GuardedStack.lifted, run.top(seat, spots, 1))
    for spots, piece, own in ((here, pieces[1], marks[1]), (there, pieces[0], marks[0])):
        _put(run, seat, spots, piece, own)
    return guard, env


def _now(run: Execution, step: play.Now, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    """Only a number, and only where nothing that was chosen decides whether it is changed, or to what."""
    if is_condition(step.body):
        raise NotExecutable("a changed rule that must be used", step)
    bound = [env.get(var) for var in run.book.mentioned(step.body) | run.book.mentioned(step.where)]
    if guard is not True or any(isinstance(one, (CaseSplit, PickedGroup)) for one in bound):
        raise NotExecutable("a rule that changes only under a condition", step)
    run.changes.append((step.rule, Ruling(step.parameter, step.body, env, step.also, where=step.where)))
    return guard, env


def _let_now(run: Execution, step: play.LetNow, inner: _Inner, env: Env, guard: Bit, whole: bool) -> _Done:
    number = run.rules.number(step.number, env)
    if number.low != number.high:
        raise NotExecutable("a stored number that depends on a choice", step)
    return guard, {**env, step.var.id: core.Value(str(number.low), None, number.low)}


MEANINGS: Meanings = {
    play.Swap: _swap,
    play.Now: _now,
    play.LetNow: _let_now,
    play.Pick: _pick,
    play.PickSome: _pick_some,
    play.Menu: _menu,
    play.Wholly: _wholly,
    play.InAnyOrder: _in_any_order,
    play.Each: _each,
    play.Times: _times,
    play.When: _when,
    play.First: _first,
    play.Require: _require,
    play.Call: _call,
    play.Shift: _shift,
    play.Keep: _keep,
    play.Return: _return,
    play.Flip: _flip,
    play.Cap: _cap,
    play.Gain: _gain,
    play.Flag: _flag,
}
"""What the statements of play do, by their nodes."""
