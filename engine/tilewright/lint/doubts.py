"""A cheap test for abilities that may be unusable or without effect; those are tried in random games."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import variables

_SURE = (
    *(play.MovePiece, play.Look, play.Swap, play.KeepPiece, play.Return, play.Draw, play.Roll, play.TurnTo),
    *(play.MoveCap, play.MarkSpace, play.Override, play.Call),
)
"""Statements that always have an effect when they are executed."""
_MOST_PAID = 5
_MOST_ROUNDS = 4


def in_doubt(ability: play.Ability) -> bool:
    """Whether an ability needs to be tried: picks depend on one another or on conditions, it asks for much, or may
    change nothing.

    Verbs and rules of the game are assumed to work.
    """
    steps = list(_inside(ability.body))
    picked = {step.binder.var for step in steps if isinstance(step, play.Pick)}
    return (
        not _changes(ability.body)
        or (ability.condition != core.TRUE and any(map(_may_fail, steps)))
        or any(_is_doubtful(step, picked) for step in steps)
    )


def _inside(block: play.Block) -> Iterator[play.Step]:
    """The statements of a block, recursively."""
    for step in block:
        yield step
        for inner in play.blocks(step):
            yield from _inside(inner)


def _changes(block: play.Block) -> bool:
    """Whether every execution of a block changes something."""
    return any(_leaves_something(step) for step in block)


def _leaves_something(step: play.Step) -> bool:
    match step:
        case play.RepeatTimes(least=least, body=body):
            return bool(least) and _changes(body)
        case play.Menu(options=options):
            return all(_changes(option.body) for option in options)
        case play.Gain(amount=core.Const(value=value)):
            return value > 0
        case _:  # other statements may change nothing
            return isinstance(step, _SURE)


def _may_fail(step: play.Step) -> bool:
    """Whether a statement picks or pays."""
    return isinstance(step, play.Pick) or (isinstance(step, play.Gain) and step.pay)


def _is_doubtful(step: play.Step, picked: set[core.Var]) -> bool:
    match step:
        case play.Pick() | play.BindFirst():
            return _depends(step.binder, picked)
        case play.Gain(amount=amount, pay=True):
            return not isinstance(amount, core.Const) or amount.value > _MOST_PAID
        case play.RepeatTimes(least=least):
            return (least or 0) > _MOST_ROUNDS
        case play.When():
            return any(map(_may_fail, _inside((step,))))
        case play.Menu(options=options):
            return any(any(map(_may_fail, _inside(one.body))) for one in options if one.condition != core.TRUE)
        case _:
            return False


def _depends(binder: core.Binder, picked: set[core.Var]) -> bool:
    """Whether a picked space is related to another picked thing; being different from it does not count."""
    if binder.var.sort != core.SPACE:
        return False
    others = picked - {binder.var}
    parts = binder.guard.parts if isinstance(binder.guard, core.And) else (binder.guard,)
    return any(
        variables(part) & others and not (isinstance(part, core.Not) and isinstance(part.body, core.Same))
        for part in parts
    )
