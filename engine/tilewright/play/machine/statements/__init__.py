"""What each statement of play means, said once for all who read statements.

`KINDS` has an object for each class of statements of `core.play`: what the statement does, whether it can
fail, what the player may pick there and where that leads, what it reads and changes. The machine that runs a
game, foresight, trials and pruning know no statement themselves. Which of the things that can be picked are
offered is not decided here.
"""

from __future__ import annotations

from typing import Any

from tilewright.core import expr as core
from tilewright.core import facts, play
from tilewright.core.asked import counters_read, marks_read, rules_asked
from tilewright.core.facts import COUNTERS, asked_of
from tilewright.core.facts import KINDS as NAMES_KINDS
from tilewright.core.node import Node
from tilewright.core.walk import children, walk
from tilewright.play.machine.statements import changes, control
from tilewright.play.machine.statements.kind import Footprint, StatementKind

__all__ = ["KINDS", "Footprint", "StatementKind", "looked_at", "reads"]

KINDS: dict[type[play.Step], StatementKind[Any]] = {
    play.Pick: control.PickKind(),
    play.PickSome: control.PickSomeKind(),
    play.PickNumber: control.PickNumberKind(),
    play.Wholly: control.WhollyKind(),
    play.LetNow: control.LetNowKind(),
    play.Require: control.RequireKind(),
    play.Menu: control.MenuKind(),
    play.InAnyOrder: control.InAnyOrderKind(),
    play.Times: control.TimesKind(),
    play.Repeat: control.RepeatKind(),
    play.TurnOf: control.TurnOfKind(),
    play.When: control.WhenKind(),
    play.Each: control.EachKind(),
    play.First: control.FirstKind(),
    play.Call: control.CallKind(),
    play.Shift: changes.ShiftKind(),
    play.Swap: changes.SwapKind(),
    play.Keep: changes.KeepKind(),
    play.Draw: changes.DrawKind(),
    play.Fill: changes.FillKind(),
    play.Return: changes.ReturnKind(),
    play.Roll: changes.RollKind(),
    play.TurnTo: changes.TurnKind(),
    play.Flip: changes.FlipKind(),
    play.Cap: changes.CapKind(),
    play.Gain: changes.GainKind(),
    play.SetCounter: changes.SetCounterKind(),
    play.SetRole: changes.SetRoleKind(),
    play.Flag: changes.FlagKind(),
    play.Now: changes.NowKind(),
}
"""The statements of play, each by its node."""


def reads(step: play.Step) -> Footprint:
    """What a statement looks at, the blocks inside not counted.

    The rules are those that it names; what they ask in turn is not looked up.
    """
    inside = list(children(step))
    asked = [node for node in inside if not isinstance(node, (*KINDS, play.Option, play.At, core.Var))]
    asked += [option.condition for option in inside if isinstance(option, play.Option)]
    homes = {node.home for node in (step, *inside) if isinstance(node, (play.At, *_OF_ELEMENTS))}
    if isinstance(step, play.Call):  # it passes on where its things lie, and looks at none of them
        homes.clear()
    if isinstance(step, _OF_ELEMENTS):  # their binders are asked at their home; all else, as how many, of the player
        others = (node for node in asked if node is not step.binder)
        looked = (looked_at(step.binder) - {None}) | looked_at(*others)
    else:
        looked = looked_at(*asked)
    return Footprint(
        places=looked.union(homes),
        counters=counters_read(*asked),
        marks=marks_read(*asked),
        rules=rules_asked(*asked),
    )


def looked_at(*asked: Node) -> frozenset[core.Var | None]:
    """The places that conditions and numbers look at; None: the one they are asked at."""
    named = (asked_of(node) for node in walk(*asked) if asked_of(node) and any(map(_looks, children(node))))
    return frozenset(named).union([None] if any(map(_looks, asked)) else [])


def _looks(node: Node) -> bool:
    """Whether the value depends on the place where it is asked, its geometry included."""
    if asked_of(node):
        return False
    if isinstance(node, core.Players):
        return bool(node.place)
    return bool(facts.reads(node) - _OF_NO_PLACE) or any(map(_looks, children(node)))


_OF_NO_PLACE = COUNTERS | NAMES_KINDS
"""What is the same wherever it is asked: counters are the player's."""


_OF_ELEMENTS = (play.Pick, play.PickSome, play.InAnyOrder, play.Each, play.First)
