"""Statements that steer: what the player picks, branches, loops, verbs. None of them changes the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.kernel.table import sets_of
from tilewright.meaning.domain import Element, SpaceSet
from tilewright.play.frames import Frame
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements.kind import NOTHING, Footprint, Outcome, StatementKind
from tilewright.play.state import DECIDER, State

MOST_IDLE = 1000
"""Turns without any choice, or passes of a loop without end, one after another, after which a game has ended."""
MOST_SETS = 5000
"""So many sets or numbers are offered at most, the first ones."""

# ------------------------------------------------------------------ choices


class PickKind(StatementKind[play.Pick]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Pick) -> Outcome:
        if step.random:  # of equal things each may be the one
            return referee.elements(state, step.binder, step.home, frame.env)
        return _different(referee, state, frame, step)

    def enter(self, frame: Frame, step: play.Pick, value: Element) -> Frame:
        return frame.next({**frame.env, step.binder.var.id: value})

    def note(self, referee: Referee, state: State, frame: Frame, step: play.Pick, value: Element) -> None:
        if step.lasting:
            state.last(step.binder.var, value)

    def lasting(self, step: play.Pick) -> bool:
        return step.lasting

    def cannot_fail(self, step: play.Pick, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return False

    def only_binds(self, step: play.Pick) -> bool:
        return True

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: play.Pick) -> bool | None:
        return referee.some(state, step.binder, step.home, frame.env)


class PickSomeKind(StatementKind[play.PickSome]):
    """One set for each way that makes a difference, in the order of the board or of what the pieces show."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.PickSome) -> Outcome:
        found = referee.elements(state, step.binder, step.home, frame.env)
        least = max(0, referee.number(state, step.least, frame.env))
        most = len(found) if step.most is None else min(len(found), referee.number(state, step.most, frame.env))
        alike: dict[object, list[int]] = {}
        grid = state.table.grids[referee.seat(step.home, frame.env)]
        pool = referee.seat(step.home, frame.env) in referee.pools
        for space in sorted(found, key=grid.piles.__getitem__) if pool else found:
            alike.setdefault((grid.piles[space], grid.flags[space]) if pool else space, []).append(space)
        sets = (
            SpaceSet(min(chosen, default=-1), dict.fromkeys(chosen, True))
            for chosen in sets_of(list(alike.values()), least, most)
        )
        if step.joint == core.TRUE:
            return list(islice(sets, MOST_SETS))
        some = step.some.id
        fitting = (one for one in sets if referee.holds(state, step.joint, {**frame.env, some: one}))
        return list(islice(fitting, MOST_SETS))

    def enter(self, frame: Frame, step: play.PickSome, value: Element) -> Frame:
        return frame.next({**frame.env, step.some.id: value})

    def cannot_fail(self, step: play.PickSome, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return step.least == core.Const(0) and step.joint == core.TRUE

    def only_binds(self, step: play.PickSome) -> bool:
        return True

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: play.PickSome) -> bool | None:
        return bool(self.do(referee, state, frame, step))


class PickNumberKind(StatementKind[play.PickNumber]):
    """There is nothing to choose when the range is empty: then it fails."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.PickNumber) -> Outcome:
        low, high = (referee.number(state, side, frame.env) for side in (step.low, step.high))
        return [core.Value(str(number), None, number) for number in range(low, min(high + 1, low + MOST_SETS))]

    def note(self, referee: Referee, state: State, frame: Frame, step: play.PickNumber, value: Element) -> None:
        if step.answer:
            state.table.counters[frame.env[referee.me]][step.answer] = value.number

    def enter(self, frame: Frame, step: play.PickNumber, value: Element) -> Frame:
        return frame.next() if step.answer else frame.next({**frame.env, step.var.id: value})

    def cannot_fail(self, step: play.PickNumber, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        low, high = step.low, step.high
        return isinstance(low, core.Const) and isinstance(high, core.Const) and low.value <= high.value

    def only_binds(self, step: play.PickNumber) -> bool:
        return not step.answer

    def changes(self, step: play.PickNumber) -> Footprint:
        return Footprint(counters=frozenset({step.answer})) if step.answer else NOTHING


class MenuKind(StatementKind[play.Menu]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Menu) -> Outcome:
        env = frame.env
        return [one for one in step.options if one.condition is core.TRUE or referee.holds(state, one.condition, env)]

    def enter(self, frame: Frame, step: play.Menu, value: play.Option) -> Frame:
        index = 0
        while step.options[index] is not value:
            index += 1
        return frame.wholly(index, frame.next(), value.name)

    def only_binds(self, step: play.Menu) -> bool:
        return True

    def block(self, referee: Referee, state: State, frame: Frame, step: play.Menu, index: int) -> Frame:
        return self.enter(frame, step, step.options[index])

    def cannot_fail(self, step: play.Menu, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return any(sure and one.condition == core.TRUE for one, sure in zip(step.options, inner, strict=True))


class InAnyOrderKind(StatementKind[play.InAnyOrder]):
    all_offered = True  # every round comes, whichever is the first

    def do(self, referee: Referee, state: State, frame: Frame, step: play.InAnyOrder) -> Outcome:
        if step.once:
            return self._one_of(referee, state, frame, step)
        place = state.table.grids[referee.seat(step.home, frame.env)]
        found = _different(referee, state, frame, step) if frame.done <= len(place.tops) else []
        return found or frame.next()

    def _one_of(self, referee: Referee, state: State, frame: Frame, step: play.InAnyOrder) -> Outcome:
        """What is left of the things that there were at the beginning."""
        found = referee.elements(state, step.binder, step.home, frame.env)
        if frame.left is None:
            return replace(frame, left=tuple(found)) if found else frame.next()
        left = [one for one in frame.left if one in found]
        return _distinct(referee, state, frame, step, left) or frame.next()

    def enter(self, frame: Frame, step: play.InAnyOrder, value: Element) -> Frame:
        left = None if frame.left is None else tuple(one for one in frame.left if one != value)
        return frame.inner(0, {**frame.env, step.binder.var.id: value}, frame.again(left))

    def block(self, referee: Referee, state: State, frame: Frame, step: play.InAnyOrder, index: int) -> Frame:
        assert frame.left
        return self.enter(frame, step, frame.left[0])


class TimesKind(StatementKind[play.Times]):
    may_pass = True

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Times) -> Outcome:
        if step.until is not core.FALSE and referee.holds(state, step.until, frame.env):
            return frame.next()
        if frame.left is None and not isinstance(step.most, core.Const):
            return replace(frame, left=(referee.number(state, step.most, frame.env),))
        if frame.done < (step.least or 0):
            return self.block(referee, state, frame, step, 0)
        most = step.most.value if isinstance(step.most, core.Const) else (frame.left or (0,))[0]
        if frame.done >= most:
            return frame.next()
        asked = step.least is not None and not _picks_first(step)
        return (True,) if asked else self.block(referee, state, frame, step, 0)

    def block(self, referee: Referee, state: State, frame: Frame, step: play.Times, index: int) -> Frame:
        env, then = frame.env, frame.again(frame.left)
        if step.least is not None and frame.done >= step.least:
            return frame.wholly(0, then, optional=_picks_first(step))
        if step.in_turn:
            player = (env[referee.me] + frame.done) % state.table.players
            env = {**env, **referee.deciding_player(state.table, player)}
        return frame.inner(0, env, then)

    def enter(self, frame: Frame, step: play.Times, value: bool) -> Frame:
        return frame.wholly(0, frame.again(frame.left))

    def cannot_fail(self, step: play.Times, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return step.least == 0

    def may_stop(self, frame: Frame, step: play.Times) -> bool:
        return step.least is not None and frame.done >= step.least


def _picks_first(step: play.Times) -> bool:
    """Whether the block begins with a choice: picking there is doing it again."""
    return bool(step.body) and isinstance(step.body[0], (play.Pick, play.Menu))


def _different(referee: Referee, state: State, frame: Frame, step: play.Pick | play.InAnyOrder) -> list[Element]:
    """What satisfies the binder; in a pool, pieces that show the same are as good as one another."""
    return _distinct(referee, state, frame, step, referee.elements(state, step.binder, step.home, frame.env))


def _distinct(
    referee: Referee, state: State, frame: Frame, step: play.Pick | play.InAnyOrder, found: list[Element]
) -> list[Element]:
    """Some elements of a binder, each of them that makes a difference."""
    if len(found) < 2 or not referee.pools:
        return found
    seat = frame.env[referee.me if step.home is None else step.home.id]
    if seat not in referee.pools or step.binder.var.sort != core.SPACE:
        return found
    grid = state.table.grids[seat]
    return list({(grid.piles[space], grid.flags[space]): space for space in reversed(found)}.values())[::-1]


# ------------------------------------------------------------------ control without a choice


class WhenKind(StatementKind[play.When]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.When) -> Outcome:
        holds = referee.holds(state, step.condition, frame.env)
        if not (step.body if holds else step.otherwise):
            return frame.next()
        return self.block(referee, state, frame, step, 0 if holds else 1)

    def only_binds(self, step: play.When) -> bool:
        return True


class EachKind(StatementKind[play.Each]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Each) -> Frame:
        left = frame.left
        if left is None:
            left = tuple(referee.elements(state, step.binder, step.home, frame.env))
        at = frame.done if step.sealed else 0  # who has been asked in secret is still told of
        if at >= len(left):
            return frame.next()
        env = {**frame.env, step.binder.var.id: left[at]}
        if step.binder.var.sort == core.PLAYER:
            env |= (referee.deciding_player if step.decides else referee.places_of)(state.table, left[at])
        return frame.inner(0, env, frame.again(left if step.sealed else left[1:]))

    def block(self, referee: Referee, state: State, frame: Frame, step: play.Each, index: int) -> Frame:
        return self.do(referee, state, frame, step)


class RepeatKind(StatementKind[play.Repeat]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Repeat) -> Outcome:
        if referee.holds(state, step.until, frame.env):
            return frame.next()
        state.idle += 1
        state.over = state.idle > MOST_IDLE
        return self.block(referee, state, frame, step, 0)

    def block(self, referee: Referee, state: State, frame: Frame, step: play.Repeat, index: int) -> Frame:
        return frame.inner(0, frame.env, frame)


class TurnOfKind(StatementKind[play.TurnOf]):
    """What begins is another player's affair, or a later moment's: nothing of it is looked at ahead."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.TurnOf) -> Outcome:
        return ()


class WhollyKind(StatementKind[play.Wholly]):
    asks = False

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Wholly) -> Outcome:
        return (True,)

    def enter(self, frame: Frame, step: play.Wholly, value: bool) -> Frame:
        return frame.wholly(0, frame.next())

    def block(self, referee: Referee, state: State, frame: Frame, step: play.Wholly, index: int) -> Frame:
        return frame.wholly(0, frame.next())

    def may_stop(self, frame: Frame, step: play.Wholly) -> bool:
        return False

    def only_binds(self, step: play.Wholly) -> bool:
        return True


class RequireKind(StatementKind[play.Require]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Require) -> Outcome:
        return frame.next() if referee.holds(state, step.condition, frame.env) else None

    def cannot_fail(self, step: play.Require, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return False

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: play.Require) -> bool | None:
        return referee.holds(state, step.condition, frame.env)

    def only_binds(self, step: play.Require) -> bool:
        return True


class LetNowKind(StatementKind[play.LetNow]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.LetNow) -> Outcome:
        number = referee.number(state, step.number, frame.env)
        return frame.next({**frame.env, step.var.id: core.Value(str(number), None, number)})

    def only_binds(self, step: play.LetNow) -> bool:
        return True


class FirstKind(StatementKind[play.First]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.First) -> Outcome:
        found = referee.elements(state, step.binder, step.home, frame.env)
        return frame.next({**frame.env, step.binder.var.id: found[0]}) if found else None

    def cannot_fail(self, step: play.First, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return False

    def can_be_done(self, referee: Referee, state: State, frame: Frame, step: play.First) -> bool | None:
        return referee.some(state, step.binder, step.home, frame.env)

    def only_binds(self, step: play.First) -> bool:
        return True


class CallKind(StatementKind[play.Call]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Call) -> Frame:
        places = referee.places_of(state.table, frame.env[referee.me])
        env = {**state.env, **places, DECIDER: frame.env[DECIDER]}
        for parameter, argument in zip(referee.parameters[step.verb], step.arguments, strict=True):
            env[parameter.space.id] = frame.env[argument.space.id]
            if parameter.home is not None:
                env[parameter.home.id] = referee.seat(argument.home, frame.env)
        inner = frame.inner(0, env, frame.next())
        inner.name = step.verb
        return inner

    def block(self, referee: Referee, state: State, frame: Frame, step: play.Call, index: int) -> Frame:
        return self.do(referee, state, frame, step)

    def only_binds(self, step: play.Call) -> bool:
        return True
