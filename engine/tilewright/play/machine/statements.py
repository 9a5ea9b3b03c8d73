"""What each statement of play means, said once for all who read statements.

`KINDS` has an object for each class of statements of `core.play`: what the statement does, whether it can
fail, what the player may pick there and where that leads, what it reads and changes. The machine that runs a
game, foresight, trials and pruning know no statement themselves. Which of the things that can be picked are
offered is not decided here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import is_condition
from tilewright.core.walk import children, find
from tilewright.meaning.domain import Element
from tilewright.play.frames import Frame
from tilewright.play.machine.referee import Referee, rules_asked
from tilewright.play.state import State
from tilewright.play.table import Grid
from tilewright.table.columns import EMPTY

S = TypeVar("S", bound=play.Step)
Outcome = Frame | Sequence[Any] | None
"""Where a statement leads: to a frame, to a choice of elements or options, or nowhere, as it cannot be done."""


@dataclass(frozen=True, slots=True)
class Footprint:
    """What a statement may change, or what it reads.

    Places are given by their variables (None: the board of the player), the others by name. `stock` are the
    pieces that lie on no place: those that can be drawn and those that left the game.
    """

    places: frozenset[core.Var | None] = frozenset()
    counters: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    stock: bool = False


def _places(*homes: core.Var | None, stock: bool = False) -> Footprint:
    return Footprint(places=frozenset(homes), stock=stock)


class StatementKind(Generic[S]):
    """One kind of statement. What is said here holds where the kind does not say otherwise."""

    may_pass = False
    """When nothing of what there is to pick leads on, the game goes on after it; else the statement fails."""
    all_offered = False
    """What there is to pick is offered even if what follows could not be done."""
    needs_body = False
    """It does nothing by itself: with nothing in its blocks it can be left out."""

    def do(self, referee: Referee, state: State, frame: Frame, step: S) -> Outcome:
        """Do the statement that a frame stands at."""
        raise NotImplementedError

    def enter(self, frame: Frame, step: S, value: Any) -> Frame:
        """Where the game goes on when a value is picked."""
        raise NotImplementedError

    def lasting(self, step: S) -> core.Var | None:
        """The variable that keeps what is picked to the end of the turn."""
        return None

    def cannot_fail(self, step: S, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        """Whether the player can always bring it to its end, whatever lies on the table.

        `inner` says so of the blocks inside, `reserved` are the caps that a counter keeps.
        """
        return all(inner)

    def may_stop(self, frame: Frame, step: S) -> bool:
        """Whether the player may go on to `frame.stopped` without doing it."""
        return frame.optional and not frame.at

    def only_binds(self, step: S) -> bool:
        """Whether all it does is to lead to a frame: so it can be done ahead, on no copy of the state."""
        return False

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: S) -> bool | None:
        """Whether it can be done at a frame, the blocks inside not counted; None: not known before it is."""
        return None

    def changes(self, step: S) -> Footprint:
        """What it may change, the blocks inside not counted."""
        return Footprint()


def reads(step: play.Step) -> Footprint:
    """What a statement looks at, the blocks inside not counted.

    The rules are those that it names; what they ask in turn is not looked up.
    """
    inside = list(children(step))
    asked = [node for node in inside if not isinstance(node, (*KINDS, play.Option, play.At, core.Var))]
    asked += [option.condition for option in inside if isinstance(option, play.Option)]
    homes = {node.home for node in (step, *inside) if isinstance(node, (play.At, *_OF_ELEMENTS))}
    if asked and not isinstance(step, _OF_ELEMENTS):
        homes.add(None)  # conditions and numbers are asked for the player
    return Footprint(
        places=frozenset(homes.union(node.player for node in find(core.OnBoardOf, *asked))),
        counters=frozenset(node.name for node in find(core.CounterOf, *asked)),
        marks=frozenset(node.mark for node in find(core.Flagged, *asked)),
        rules=rules_asked(*asked),
    )


_OF_ELEMENTS = (play.Pick, play.InAnyOrder, play.Each, play.First)


# ------------------------------------------------------------------ choices


class _Pick(StatementKind[play.Pick]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Pick) -> Outcome:
        return _different(referee, state, frame, step)

    def enter(self, frame: Frame, step: play.Pick, value: Element) -> Frame:
        return frame.next({**frame.env, step.binder.var.id: value})

    def lasting(self, step: play.Pick) -> core.Var | None:
        return step.binder.var if step.lasting else None

    def cannot_fail(self, step: play.Pick, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return False

    def only_binds(self, step: play.Pick) -> bool:
        return not step.lasting

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: play.Pick) -> bool | None:
        return referee.some(state, step.binder, step.home, frame.env)


class _Menu(StatementKind[play.Menu]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Menu) -> Outcome:
        return [one for one in step.options if referee.holds(state, one.condition, frame.env)]

    def enter(self, frame: Frame, step: play.Menu, value: play.Option) -> Frame:
        return frame.wholly(step.options.index(value), frame.next(), value.name)

    def cannot_fail(self, step: play.Menu, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return any(sure and one.condition == core.TRUE for one, sure in zip(step.options, inner, strict=True))


class _InAnyOrder(StatementKind[play.InAnyOrder]):
    all_offered = True  # every round comes, whichever is the first
    needs_body = True

    def do(self, referee: Referee, state: State, frame: Frame, step: play.InAnyOrder) -> Outcome:
        place = state.table.grids[referee.seat(step.home, frame.env)]
        found = _different(referee, state, frame, step) if frame.done <= place.geometry.size else []
        return found or frame.next()

    def enter(self, frame: Frame, step: play.InAnyOrder, value: Element) -> Frame:
        return frame.inner(0, {**frame.env, step.binder.var.id: value}, frame.again())


class _Times(StatementKind[play.Times]):
    may_pass = True
    needs_body = True

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Times) -> Outcome:
        if frame.done < step.least:
            return frame.inner(0, frame.env, frame.again())
        if frame.done >= referee.number(state, step.most, frame.env):
            return frame.next()
        if step.body and isinstance(step.body[0], (play.Pick, play.Menu)):  # picking there is doing it again
            return frame.wholly(0, frame.again(), optional=True)
        return (True,)

    def enter(self, frame: Frame, step: play.Times, value: bool) -> Frame:
        return frame.wholly(0, frame.again())

    def cannot_fail(self, step: play.Times, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return step.least == 0

    def may_stop(self, frame: Frame, step: play.Times) -> bool:
        return frame.done >= step.least


def _different(referee: Referee, state: State, frame: Frame, step: play.Pick | play.InAnyOrder) -> list[Element]:
    """What satisfies the binder; in a pool, pieces of one kind are as good as one another."""
    found = referee.elements(state, step.binder, step.home, frame.env)
    seat = frame.env[referee.me if step.home is None else step.home.id]
    if seat not in referee.pools:
        return found
    tops = state.table.grids[seat].tops
    return list({tops[space]: space for space in reversed(found)}.values())[::-1]


# ------------------------------------------------------------------ control without a choice


class _When(StatementKind[play.When]):
    needs_body = True

    def do(self, referee: Referee, state: State, frame: Frame, step: play.When) -> Outcome:
        holds = referee.holds(state, step.condition, frame.env)
        if not (step.body if holds else step.otherwise):
            return frame.next()
        return frame.inner(0 if holds else 1, frame.env, frame.next())

    def only_binds(self, step: play.When) -> bool:
        return True


class _Each(StatementKind[play.Each]):
    needs_body = True

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Each) -> Outcome:
        left = frame.left
        if left is None:
            left = tuple(referee.elements(state, step.binder, step.home, frame.env))
        if not left:
            return frame.next()
        env = {**frame.env, step.binder.var.id: left[0]}
        if step.binder.var.sort == core.PLAYER:
            env |= referee.places_of(state.table, left[0])
        return frame.inner(0, env, frame.again(left[1:]))


class _First(StatementKind[play.First]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.First) -> Outcome:
        found = referee.elements(state, step.binder, step.home, frame.env)
        return frame.next({**frame.env, step.binder.var.id: found[0]}) if found else None

    def cannot_fail(self, step: play.First, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return False

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: play.First) -> bool | None:
        return referee.some(state, step.binder, step.home, frame.env)

    def only_binds(self, step: play.First) -> bool:
        return True


class _Call(StatementKind[play.Call]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Call) -> Outcome:
        given = zip(referee.parameters[step.verb], step.arguments, strict=True)
        arguments = {parameter.id: frame.env[argument.id] for parameter, argument in given}
        return frame.inner(0, {**state.env, referee.me: frame.env[referee.me], **arguments}, frame.next())

    def only_binds(self, step: play.Call) -> bool:
        return True


# ------------------------------------------------------------------ changes to the table


class _Shift(StatementKind[play.Shift]):
    """A piece under a cap, or none, cannot be taken up."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Shift) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        if not _loose(grid, space):
            return None
        marks = grid.flags[space]
        piece = grid.lift(space)
        if step.to is not None:
            target, onto = _lying(referee, state, frame, step.to)
            target.put(onto, piece)
            target.flags[onto] = marks
        elif piece >= 0:
            state.table.gone[piece >> 1] += 1
        return frame.next()

    def changes(self, step: play.Shift) -> Footprint:
        return _places(step.piece.home, stock=True) if step.to is None else _places(step.piece.home, step.to.home)


class _Swap(StatementKind[play.Swap]):
    """Two different stacks, each with a piece that no cap lies on; the marks of the turn go with the pieces."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Swap) -> Outcome:
        one, here = _lying(referee, state, frame, step.first)
        other, there = _lying(referee, state, frame, step.second)
        if (one is other and here == there) or not (_loose(one, here) and _loose(other, there)):
            return None
        marks, others_marks = one.flags[here], other.flags[there]
        piece, others_piece = one.lift(here), other.lift(there)
        one.put(here, others_piece)
        other.put(there, piece)
        one.flags[here], other.flags[there] = others_marks, marks
        return frame.next()

    def cannot_fail(self, step: play.Swap, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return step.first.home == step.second.home  # two names of boards may be one board

    def changes(self, step: play.Swap) -> Footprint:
        return _places(step.first.home, step.second.home)


class _Keep(StatementKind[play.Keep]):
    """A piece under a cap, or none, cannot be taken up; nor can any when the pool is full."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Keep) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        pool = state.table.changing(frame.env[step.pool.id])
        free = _free_space(pool)
        if free is None or not _loose(grid, space):
            return None
        pool.put(free, grid.lift(space))
        return _kept(state, frame, step, free)

    def changes(self, step: play.Keep) -> Footprint:
        return _places(step.piece.home, step.pool)


class _Draw(StatementKind[play.Draw]):
    """Without a piece to draw, or room for it in the pool, it fails."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Draw) -> Outcome:
        pool = state.table.changing(frame.env[step.pool.id])
        free = _free_space(pool)
        kind = None if free is None else state.table.draw(_dice(state))
        if free is None or kind is None:
            return None
        pool.put(free, kind * 2 + 1)
        return _kept(state, frame, step, free)

    def cannot_fail(self, step: play.Draw, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return False

    def changes(self, step: play.Draw) -> Footprint:
        return _places(step.pool, stock=True)


class _Fill(StatementKind[play.Fill]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Fill) -> Outcome:
        seat = frame.env[step.home.id]
        state.table.fill(seat, referee.layouts.get(seat, ()), _dice(state))
        return frame.next()

    def changes(self, step: play.Fill) -> Footprint:
        return _places(step.home, stock=True)


class _Flip(StatementKind[play.Flip]):
    """A piece under a cap, or none, cannot be turned, nor one face-up that nobody has seen."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Flip) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        if not _loose(grid, space):
            return None
        if grid.piles[space][-1] < 0:
            return None if step.up else frame.next()
        grid.turn(space, step.up)
        return frame.next()

    def cannot_fail(self, step: play.Flip, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not step.up

    def changes(self, step: play.Flip) -> Footprint:
        return _places(step.piece.home)


class _Cap(StatementKind[play.Cap]):
    """A cap that no counter keeps has to be in the supply, and one that is taken off has to be there."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Cap) -> Outcome:
        grid, space = _lying(referee, state, frame, step.at)
        mark = referee.marks[step.cap]
        if not step.on:
            if mark not in grid.caps[space]:
                return None
            grid.caps[space] = grid.caps[space].replace(mark, "", 1)
        elif step.cap not in referee.reserved and not state.table.supply(step.cap):
            return None
        else:
            grid.caps[space] += mark
        return frame.next()

    def cannot_fail(self, step: play.Cap, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not step.on or step.cap in reserved

    def changes(self, step: play.Cap) -> Footprint:
        return _places(step.at.home)


class _Gain(StatementKind[play.Gain]):
    """No more is gained than the supply has; what is paid has to be there."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Gain) -> Outcome:
        counters = state.table.counters[frame.env[referee.me]]
        amount = max(0, referee.number(state, step.amount, frame.env))
        if step.pay:
            if counters[step.counter] < amount:
                return None
            counters[step.counter] -= amount
            return frame.next()
        definition = referee.counters[step.counter]
        if definition.cap is not None:
            amount = min(amount, state.table.supply(definition.cap))
        if definition.most is not None:
            amount = min(amount, definition.most - counters[step.counter])
        counters[step.counter] += amount
        return frame.next()

    def cannot_fail(self, step: play.Gain, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not step.pay or step.there

    def changes(self, step: play.Gain) -> Footprint:
        return Footprint(counters=frozenset({step.counter}))


class _Flag(StatementKind[play.Flag]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Flag) -> Outcome:
        grid, space = _lying(referee, state, frame, step.at)
        grid.flags[space] |= 1 << referee.flags[step.mark]
        return frame.next()

    def changes(self, step: play.Flag) -> Footprint:
        return Footprint(marks=frozenset({step.mark}))


class _Now(StatementKind[play.Now]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Now) -> Outcome:
        referee.change(state, step, frame.env, (frame.section.number, frame.at))
        return frame.next()

    def cannot_fail(self, step: play.Now, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not is_condition(step.body)  # what only so can be picked has to be there

    def changes(self, step: play.Now) -> Footprint:
        return Footprint(rules=frozenset({step.rule}))


def _lying(referee: Referee, state: State, frame: Frame, at: play.At) -> tuple[Grid, int]:
    """The grid, which is about to change, and the space that something lies on."""
    seat = frame.env[referee.me if at.home is None else at.home.id]
    return state.table.changing(seat), frame.env[at.space.id]


def _loose(grid: Grid, space: int) -> bool:
    """Whether there is a piece that can be taken up or turned."""
    return grid.heights[space] > 0 and not grid.caps[space]


def _free_space(pool: Grid) -> int | None:
    """The first space of a pool on which nothing lies."""
    return next((space for space, top in enumerate(pool.tops) if top == EMPTY), None)


def _kept(state: State, frame: Frame, step: play.Keep | play.Draw, space: int) -> Frame:
    """Where the game goes on when a piece has come to a space of the pool."""
    if step.lasting:
        state.last(step.kept, space)
    return frame.next({**frame.env, step.kept.id: space})


def _dice(state: State) -> Random:
    """Chance: the seed of the game and the number of draws so far decide it."""
    state.draws += 1
    return Random(f"{state.seed}/{state.draws}")


KINDS: dict[type[play.Step], StatementKind[Any]] = {
    play.Pick: _Pick(),
    play.Menu: _Menu(),
    play.InAnyOrder: _InAnyOrder(),
    play.Times: _Times(),
    play.When: _When(),
    play.Each: _Each(),
    play.First: _First(),
    play.Call: _Call(),
    play.Shift: _Shift(),
    play.Swap: _Swap(),
    play.Keep: _Keep(),
    play.Draw: _Draw(),
    play.Fill: _Fill(),
    play.Flip: _Flip(),
    play.Cap: _Cap(),
    play.Gain: _Gain(),
    play.Flag: _Flag(),
    play.Now: _Now(),
}
"""The statements of play, each by its node."""
