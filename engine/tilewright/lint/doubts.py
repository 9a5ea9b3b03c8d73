"""Abilities of which it is not seen at a glance that they can be used and change something: those are tried."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find, variables

_SURE = (play.Shift, play.Swap, play.Keep, play.Draw, play.Cap, play.Flag, play.Now, play.Call)
"""Statements that leave something behind when they are done."""
_MOST_PAID = 5
_MOST_ROUNDS = 4


def in_doubt(ability: play.Ability) -> bool:
    """Whether picks depend on one another or on conditions, much is asked for, or it may be that nothing is changed.

    What the verbs and rules of the game come to is taken to be in order.
    """
    conditional = [option.body for option in find(play.Option, ability) if option.condition != core.TRUE]
    conditional += [block for when in find(play.When, ability) for block in (when.body, when.otherwise)]
    conditional += [ability.body] if ability.condition != core.TRUE else []
    return (
        not _changes(ability.body)
        or any(map(_may_fail, conditional))
        or any(_depends(binder, ability) for binder in _picked(ability))
        or any(gain.pay and not _small(gain.amount) for gain in find(play.Gain, ability))
        or any((times.least or 0) > _MOST_ROUNDS for times in find(play.Times, ability))
    )


def _changes(block: play.Block) -> bool:
    """Whether something is changed whenever a block is done."""
    return any(_leaves_something(step) for step in block)


def _leaves_something(step: play.Step) -> bool:
    match step:
        case play.Times(least=least, body=body):
            return bool(least) and _changes(body)
        case play.Menu(options=options):
            return all(_changes(option.body) for option in options)
        case play.Gain(amount=core.Const(value=value)):
            return value > 0
        case _:
            return isinstance(step, _SURE)


def _may_fail(block: Iterable[play.Step]) -> bool:
    """Whether a block picks or pays something."""
    steps = tuple(block)
    return any(find(play.Pick, *steps)) or any(gain.pay for gain in find(play.Gain, *steps))


def _small(amount: core.Expr) -> bool:
    return isinstance(amount, core.Const) and amount.value <= _MOST_PAID


def _picked(ability: play.Ability) -> list[core.Binder]:
    """What is picked, or has to be there."""
    return [pick.binder for pick in find(play.Pick, ability)] + [one.binder for one in find(play.First, ability)]


def _depends(binder: core.Binder, ability: play.Ability) -> bool:
    """Whether a space is picked by what it has to do with another thing that was picked; not being it is no matter."""
    if binder.var.sort != core.SPACE:
        return False
    others = {pick.binder.var for pick in find(play.Pick, ability)} - {binder.var}
    parts = binder.guard.parts if isinstance(binder.guard, core.And) else (binder.guard,)
    return any(
        variables(part) & others and not (isinstance(part, core.Not) and isinstance(part.body, core.Same))
        for part in parts
    )
