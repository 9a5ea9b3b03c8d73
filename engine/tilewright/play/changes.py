"""What statements do to the table. Each takes what it needs from the state and says whether it could."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from tilewright.core import play
from tilewright.meaning.binders import Env
from tilewright.play.table import EMPTY, Grid

if TYPE_CHECKING:
    from tilewright.play.referee import Referee
    from tilewright.play.state import State


def grid_of(state: State, at: play.At, env: Env, me: int) -> tuple[Grid, int]:
    """The grid, which is about to change, and the space that something lies on."""
    return state.table.changing(env[me if at.home is None else at.home.id]), env[at.space.id]


def shift(referee: Referee, state: State, step: play.Shift, env: Env) -> bool:
    """A piece under a cap, or none, cannot be taken up."""
    grid, space = grid_of(state, step.piece, env, referee.me)
    if not grid.heights[space] or grid.caps[space]:
        return False
    marks = grid.flags[space]
    piece = grid.lift(space)
    if step.to is None:
        if piece >= 0:
            state.table.gone[piece >> 1] += 1
        return True
    target, onto = grid_of(state, step.to, env, referee.me)
    target.put(onto, piece)
    target.flags[onto] = marks
    return True


def keep(referee: Referee, state: State, step: play.Keep, env: Env) -> int | None:
    """The space of the pool that the piece now lies on; None when it is full."""
    grid, space = grid_of(state, step.piece, env, referee.me)
    pool = state.table.changing(env[step.pool.id])
    free = free_space(pool)
    if free is None or not grid.heights[space] or grid.caps[space]:
        return None
    pool.put(free, grid.lift(space))
    return free


def draw(referee: Referee, state: State, step: play.Draw, env: Env) -> int | None:
    """The space of the pool that a piece drawn now lies on; None without pieces or room."""
    pool = state.table.changing(env[step.pool.id])
    free = free_space(pool)
    kind = None if free is None else state.table.draw(dice(state))
    if free is None or kind is None:
        return None
    pool.put(free, kind * 2 + 1)
    return free


def fill(referee: Referee, state: State, step: play.Fill, env: Env) -> bool:
    """Build the layout of a place."""
    seat = env[step.home.id]
    state.table.fill(seat, referee.layouts.get(seat, ()), dice(state))
    return True


def flip(referee: Referee, state: State, step: play.Flip, env: Env) -> bool:
    """A piece under a cap, or one that nobody has seen, stays as it is."""
    grid, space = grid_of(state, step.piece, env, referee.me)
    if not grid.heights[space] or grid.caps[space]:
        return False
    if grid.piles[space][-1] < 0:
        return not step.up
    grid.turn(space, step.up)
    return True


def cap(referee: Referee, state: State, step: play.Cap, env: Env) -> bool:
    """Put a cap on a stack, or take it off."""
    grid, space = grid_of(state, step.at, env, referee.me)
    mark = referee.marks[step.cap]
    if step.on:
        if referee.game.reserve_of(step.cap) is None and not state.table.supply(step.cap):
            return False
        grid.caps[space] += mark
    elif mark in grid.caps[space]:
        grid.caps[space] = grid.caps[space].replace(mark, "", 1)
    else:
        return False
    return True


def gain(referee: Referee, state: State, step: play.Gain, env: Env) -> bool:
    """No more than the supply has; what is paid has to be there."""
    counters = state.table.counters[env[referee.me]]
    amount = max(0, referee.number(state, step.amount, env))
    if step.pay:
        if counters[step.counter] < amount:
            return False
        counters[step.counter] -= amount
        return True
    definition = referee.counters[step.counter]
    if definition.cap is not None:
        amount = min(amount, state.table.supply(definition.cap))
    if definition.most is not None:
        amount = min(amount, definition.most - counters[step.counter])
    counters[step.counter] += amount
    return True


def flag(referee: Referee, state: State, step: play.Flag, env: Env) -> bool:
    """Mark a space to the end of the turn."""
    grid, space = grid_of(state, step.at, env, referee.me)
    grid.flags[space] |= 1 << referee.flags[step.mark]
    return True


def free_space(pool: Grid) -> int | None:
    """The first space of a pool on which nothing lies."""
    return next((space for space, top in enumerate(pool.tops) if top == EMPTY), None)


def dice(state: State) -> Random:
    """Chance: the seed of the game and the number of draws so far decide it."""
    state.draws += 1
    return Random(f"{state.seed}/{state.draws}")
