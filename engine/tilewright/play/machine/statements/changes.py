"""Statements that change the table, the counters of the player or the rules of the turn."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence

from tilewright.core import drift, play
from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.drift import Drift
from tilewright.meaning.domain import Env
from tilewright.play.frames import Frame
from tilewright.play.machine.referee import Referee
from tilewright.play.machine.statements.kind import Footprint, Outcome, StatementKind
from tilewright.play.state import State
from tilewright.play.table import COVERED, Grid, Pile, Table, Unseen
from tilewright.table.game import CounterDef


class ShiftKind(StatementKind[play.Shift]):
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
            if referee.maps and (seat := referee.seat(step.to.home, frame.env)) in referee.maps:
                state.table.tile_placed(seat, onto)
        elif piece >= 0:
            state.table.gone[referee.game.kinds[piece >> 1].first] += 1
        _note_uncovered(referee, state, frame, step.piece, grid.piles[space])
        return frame.next()

    def changes(self, step: play.Shift) -> Footprint:
        return _places(step.piece.home, *(() if step.to is None else (step.to.home,)), stock=True)

    def drift(self, referee: Referee, env: Env, step: play.Shift) -> Drift | None:
        taken, to = drift.lifted(referee.seat(step.piece.home, env)), step.to
        if to is not None and referee.seat(to.home, env) in referee.maps:  # it grows
            return None
        return taken if to is None else taken | drift.anything(referee.seat(to.home, env))


class SwapKind(StatementKind[play.Swap]):
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


class KeepKind(StatementKind[play.Keep]):
    """A piece under a cap, or none, cannot be taken up; nor one that lies in the pool already."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Keep) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        pool = state.table.changing(frame.env[step.pool.id])
        if grid is pool or not _loose(grid, space):
            return None
        kept = pool.add(grid.lift(space))
        _note_uncovered(referee, state, frame, step.piece, grid.piles[space])
        return _kept(state, frame, step, kept)

    def cannot_fail(self, step: play.Keep, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return step.piece.home != step.pool

    def changes(self, step: play.Keep) -> Footprint:
        return _places(step.piece.home, step.pool, stock=True)

    def drift(self, referee: Referee, env: Env, step: play.Keep) -> Drift | None:
        if step.lasting:
            return None
        return drift.lifted(referee.seat(step.piece.home, env)) | drift.added(env[step.pool.id], step.kept.id)


class DrawKind(StatementKind[play.Draw]):
    """Without a piece of the sort to draw it fails."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Draw) -> Outcome:
        pool = state.table.changing(frame.env[step.pool.id])
        sort = referee.sorts[step.piece].kinds if step.piece else None
        if state.table.left(sort) <= 0:
            return None
        space = pool.add(COVERED)
        state.draws += 1
        state.unseen += (Unseen(frame.env[step.pool.id], space, str(state.draws), drawn=True, among=sort),)
        return _kept(state, frame, step, space)

    def cannot_fail(self, step: play.Draw, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return False

    def changes(self, step: play.Draw) -> Footprint:
        return _places(step.pool, stock=True)


class FillKind(StatementKind[play.Fill]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Fill) -> Outcome:
        seat = frame.env[step.home.id]
        state.draws += 1
        heights, hides_covered = referee.layouts.get(seat, ()), seat in referee.hiding
        state.chance = state.chance.fill(state.table, seat, heights, hides_covered, str(state.draws))
        return frame.next()

    def changes(self, step: play.Fill) -> Footprint:
        return _places(step.home, stock=True)


class FlipKind(StatementKind[play.Flip]):
    """A piece under a cap, or none, cannot be turned, nor one face-up that nobody has seen."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Flip) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        if not _loose(grid, space):
            return None
        if grid.piles[space][-1] < 0:
            return None if step.up else frame.next()
        front = referee.game.kinds[grid.piles[space][-1] >> 1].first
        back = referee.game.turned.get(front)
        if back is None:
            grid.turn(space, step.up)
        else:
            grid.turn_to(space, front if step.up else back)
        return frame.next()

    def cannot_fail(self, step: play.Flip, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not step.up

    def changes(self, step: play.Flip) -> Footprint:
        return _places(step.piece.home)

    def drift(self, referee: Referee, env: Env, step: play.Flip) -> Drift | None:
        seat = referee.seat(step.piece.home, env)
        return drift.anything(seat) if referee.game.turned else drift.turned(seat, step.up)


class ReturnKind(StatementKind[play.Return]):
    """It lies at home as such pieces do when a game begins: face-up, with the first of its sides.

    A piece of the bag goes back there; one that nobody has seen leaves the table for good.
    """

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Return) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        if not _loose(grid, space):
            return None
        kind = grid.piles[space][-1] >> 1
        stock = referee.game.kinds[kind].first if kind >= 0 else kind
        home = referee.homes.get(stock)
        if home is not None and state.table.grids[home] is grid:
            return None
        grid.lift(space)
        if home is not None:
            state.table.changing(home).add(2 * stock + 1)
        elif kind >= 0:
            state.table.bag[stock] += 1
        return frame.next()

    def changes(self, step: play.Return) -> Footprint:
        return _places(step.piece.home, stock=True, everywhere=True)


class RollKind(StatementKind[play.Roll]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Roll) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        if not _loose(grid, space):
            return None
        seat = frame.env[referee.me if step.piece.home is None else step.piece.home.id]
        sides = referee.game.stocks[grid.piles[space][-1] >> 1]
        state.draws += 1
        state.unseen += (Unseen(seat, space, str(state.draws), sides=sides),)
        return frame.next()

    def changes(self, step: play.Roll) -> Footprint:
        return _places(step.piece.home)

    def drift(self, referee: Referee, env: Env, step: play.Roll) -> Drift | None:
        return drift.another_side(referee.seat(step.piece.home, env))


class TurnKind(StatementKind[play.TurnTo]):
    """Fails when the piece has no such side."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.TurnTo) -> Outcome:
        grid, space = _lying(referee, state, frame, step.piece)
        if not _loose(grid, space):
            return None
        game = referee.game
        sides = game.stocks[grid.piles[space][-1] >> 1]
        if isinstance(step.side, core.Var):
            kinds = frame.env[step.side.id].kinds
            side = next((kind for kind in sides if kind in kinds), None)
        else:
            number = referee.number(state, step.side, frame.env)
            side = next((kind for kind in sides if number in game.kinds[kind].numbers.values()), None)
        if side is None:
            return None
        grid.turn_to(space, side)
        return frame.next()

    def cannot_fail(self, step: play.TurnTo, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return isinstance(step.side, core.Var)

    def changes(self, step: play.TurnTo) -> Footprint:
        return _places(step.piece.home)

    def drift(self, referee: Referee, env: Env, step: play.TurnTo) -> Drift | None:
        return drift.another_side(referee.seat(step.piece.home, env))


class CapKind(StatementKind[play.Cap]):
    """A cap that no counter keeps has to be in the supply, and one that is taken off has to be there."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Cap) -> Outcome:
        grid, space = _lying(referee, state, frame, step.at)
        mark = referee.marks[step.cap]
        if step.cap in referee.game.owned:
            return self._owned(referee, state, frame, step, mark)
        if not step.on:
            if mark not in grid.caps[space]:
                return None
            grid.caps[space] = grid.caps[space].replace(mark, "", 1)
        elif step.cap not in referee.reserved and not state.table.supply(step.cap):
            return None
        else:
            grid.caps[space] += mark
        return frame.next()

    def _owned(self, referee: Referee, state: State, frame: Frame, step: play.Cap, mark: str) -> Outcome:
        """A sign with the number of the player whose it is."""
        grid, space = _lying(referee, state, frame, step.at)
        caps = grid.caps[space]
        if step.on:
            if mark in caps:
                return None
            grid.caps[space] = f"{caps}{mark}{frame.env[referee.me]}"
            return frame.next()
        if mark not in caps:
            return None
        at = caps.index(mark)
        grid.caps[space] = caps[:at] + caps[at + 2 :]
        if step.back and step.cap in referee.reserves:
            state.table.counters[int(caps[at + 1])][referee.reserves[step.cap]] += 1
        return frame.next()

    def cannot_fail(self, step: play.Cap, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not step.on or step.cap in reserved

    def changes(self, step: play.Cap) -> Footprint:
        return Footprint(places=frozenset({step.at.home}), everywhere=step.back)

    def drift(self, referee: Referee, env: Env, step: play.Cap) -> Drift | None:
        return None if step.back else drift.capped(referee.seat(step.at.home, env), step.cap, step.on)


class GainKind(StatementKind[play.Gain]):
    """No more is gained than the supply, or the other player, has; what is paid has to be there."""

    def do(self, referee: Referee, state: State, frame: Frame, step: play.Gain) -> Outcome:
        counters = state.table.counters
        own = counters[frame.env[referee.me]]
        other = None if step.other is None else counters[frame.env[step.other.id]]
        amount = max(0, referee.number(state, step.amount, frame.env))
        giver, taker = (own, other) if step.pay else (other, own)
        if step.pay and own[step.counter] < amount:
            return None
        if taker is not None:
            amount = min(amount, self._most(referee.counters[step.counter], state.table, giver, taker))
            taker[step.counter] += amount
        if giver is not None:
            giver[step.counter] -= amount
        return frame.next()

    def _most(
        self, counter: CounterDef, table: Table, giver: Mapping[str, int] | None, taker: Mapping[str, int]
    ) -> int:
        """How many there are to be had, as far as the taker may have them."""
        limits = [] if counter.most is None else [counter.most - taker[counter.name]]
        if giver is not None:
            limits.append(giver[counter.name])
        elif counter.cap is not None:
            limits.append(table.supply(counter.cap))
        elif counter.copies is not None:
            limits.append(table.bank(counter))
        return min(limits, default=sys.maxsize)

    def cannot_fail(self, step: play.Gain, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not step.pay or step.there

    def changes(self, step: play.Gain) -> Footprint:
        return Footprint(counters=frozenset({step.counter}))

    def drift(self, referee: Referee, env: Env, step: play.Gain) -> Drift | None:
        own = drift.counted(step.counter, not step.pay)
        return own if step.other is None else own | drift.counted(step.counter, step.pay)

    def requires(self, step: play.Gain) -> core.Expr | None:
        return core.Compare(">=", core.CounterOf(step.counter), step.amount) if step.pay and not step.there else None


class SetCounterKind(StatementKind[play.SetCounter]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.SetCounter) -> Outcome:
        number = referee.number(state, step.number, frame.env)
        for own in state.table.counters:
            own[step.counter] = number
        return frame.next()

    def changes(self, step: play.SetCounter) -> Footprint:
        return Footprint(counters=frozenset({step.counter}))


class SetRoleKind(StatementKind[play.SetRole]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.SetRole) -> Outcome:
        for player, own in enumerate(state.table.counters):
            own[step.role] = int(player == frame.env[step.player.id])
        return frame.next()

    def changes(self, step: play.SetRole) -> Footprint:
        return Footprint(counters=frozenset({step.role}))


class FlagKind(StatementKind[play.Flag]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Flag) -> Outcome:
        grid, space = _lying(referee, state, frame, step.at)
        grid.flags[space] |= 1 << referee.flags[step.mark]
        return frame.next()

    def changes(self, step: play.Flag) -> Footprint:
        return Footprint(marks=frozenset({step.mark}))

    def drift(self, referee: Referee, env: Env, step: play.Flag) -> Drift | None:
        return drift.marked(referee.seat(step.at.home, env), step.mark)


class NowKind(StatementKind[play.Now]):
    def do(self, referee: Referee, state: State, frame: Frame, step: play.Now) -> Outcome:
        referee.change(state, step, frame.env, (frame.section.number, frame.at))
        return frame.next()

    def cannot_fail(self, step: play.Now, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
        return not is_condition(step.body)  # what only so can be picked has to be there

    def changes(self, step: play.Now) -> Footprint:
        return Footprint(rules=frozenset({step.rule}))

    def drift(self, referee: Referee, env: Env, step: play.Now) -> Drift | None:
        return drift.NO_DRIFT

    def ruled(self, referee: Referee, state: State, frame: Frame, step: play.Now) -> State:
        changed = state.copy()
        referee.change(changed, step, frame.env, (frame.section.number, frame.at))
        return changed


def _lying(referee: Referee, state: State, frame: Frame, at: play.At) -> tuple[Grid, int]:
    """The grid, which is about to change, and the space that something lies on."""
    seat = frame.env[referee.me if at.home is None else at.home.id]
    return state.table.changing(seat), frame.env[at.space.id]


def _note_uncovered(referee: Referee, state: State, frame: Frame, at: play.At, pile: Pile) -> None:
    """Where a hidden piece is now the top of a stack that one was taken off, it has come to light."""
    if pile and pile[-1] == COVERED:
        seat, space = referee.seat(at.home, frame.env), frame.env[at.space.id]
        if seat in referee.hiding:
            among = referee.game.sorts[0].kinds if len(referee.sorts) > 1 else None
            state.unseen += (Unseen(seat, space, f"{seat} {space} {len(pile)}", among=among),)


def _loose(grid: Grid, space: int) -> bool:
    """Whether there is a piece that can be taken up or turned."""
    return grid.heights[space] > 0 and not grid.caps[space]


def _kept(state: State, frame: Frame, step: play.Keep | play.Draw, space: int) -> Frame:
    """Where the game goes on when a piece has come to a space of the pool."""
    if step.lasting:
        state.last(step.kept, space)
    return frame.next({**frame.env, step.kept.id: space})


def _places(*homes: core.Var | None, stock: bool = False, everywhere: bool = False) -> Footprint:
    return Footprint(places=frozenset(homes), stock=stock, everywhere=everywhere)
