"""What is known of a statement whatever lies on the table: what it may change, and whether it can fail.

The blocks inside of a statement are not counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.build import is_condition


@dataclass(frozen=True, slots=True)
class Effects:
    """What a statement may change: places by their variables (None: the board of the player), all else by name.

    With `home` the place as well where a piece begins that goes back there, or the counter of the owner of a cap.
    """

    places: frozenset[core.Var | None] = frozenset()
    counters: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()
    rules: frozenset[str] = frozenset()
    home: bool = False


def effects(step: play.Step) -> Effects:
    """What a statement may change."""
    match step:
        case play.Shift(piece=piece, to=to):
            return _places(piece, *(() if to is None else (to,)))
        case play.Swap(first=first, second=second):
            return _places(first, second)
        case play.Keep(piece=piece, pool=pool):
            return Effects(places=frozenset({piece.home, pool}))
        case play.Draw(pool=home) | play.Fill(home=home):
            return Effects(places=frozenset({home}))
        case play.Flip(piece=at) | play.Roll(piece=at) | play.TurnTo(piece=at):
            return _places(at)
        case play.Return(piece=at):
            return Effects(places=frozenset({at.home}), home=True)
        case play.Cap(at=at, back=back):
            return Effects(places=frozenset({at.home}), home=back)
        case play.Gain(counter=name) | play.SetCounter(counter=name) | play.SetRole(role=name):
            return Effects(counters=frozenset({name}))
        case play.PickNumber(answer=name) if name:
            return Effects(counters=frozenset({name}))
        case play.Flag(mark=mark):
            return Effects(marks=frozenset({mark}))
        case play.Now(rule=rule):
            return Effects(rules=frozenset({rule}))
        case _:
            return Effects()


def _places(*at: play.At) -> Effects:
    return Effects(places=frozenset(one.home for one in at))


def cannot_fail(step: play.Step, inner: Sequence[bool], reserved: frozenset[str]) -> bool:
    """Whether the player can always bring a statement to its end.

    `inner` says so of the blocks inside, `reserved` are the caps that a counter keeps.
    """
    match step:
        case play.Pick() | play.First() | play.Require() | play.Draw():
            return False
        case play.PickSome():
            return step.least == core.Const(0) and step.joint == core.TRUE
        case play.PickNumber(low=core.Const(value=low), high=core.Const(value=high)):
            return low <= high
        case play.PickNumber():
            return False
        case play.Menu():
            return any(sure and one.condition == core.TRUE for one, sure in zip(step.options, inner, strict=True))
        case play.Times():
            return step.least == 0
        case play.Swap():
            return step.first.home == step.second.home  # two names of boards may be one board
        case play.Keep():
            return step.piece.home != step.pool
        case play.Flip():
            return not step.up
        case play.TurnTo():
            return isinstance(step.side, core.Var)
        case play.Cap():
            return not step.on or step.cap in reserved
        case play.Gain():
            return not step.pay or step.there
        case play.Now():
            return not is_condition(step.body)  # what only so can be picked has to be there
        case _:  # what does nothing else that can fail cannot fail if the blocks in it cannot
            return all(inner)
