"""The plain form of what an ability does: statements that come to the same are written alike.

A thing that is chosen and then used is picked for that use, numbers gained are sums, gains that do not depend on one
another are in a fixed order, and so are options. The verbs of picks, which only name moves, are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import TypeVar, cast

from tilewright.core import expr as core
from tilewright.core.build import conjunction, conjuncts
from tilewright.core.node import COUNTERS, Node
from tilewright.core.play import (
    Ability,
    Atomic,
    BindFirst,
    Block,
    Call,
    ForEach,
    Gain,
    KeepPiece,
    Menu,
    MovePiece,
    Option,
    Pick,
    PickNumber,
    PickSome,
    RepeatTimes,
    SetCounter,
    Step,
    When,
    blocks,
    inside,
)
from tilewright.core.same import comparable
from tilewright.core.walk import asks, counters_read, substitute, transform, variables

N = TypeVar("N", bound=Node)
NOTHING = core.Const(0)
WHOLE = (Ability, Option, Atomic, RepeatTimes)
"""Statements whose block is completed or not begun: in it nothing is picked with which what follows cannot be done."""
CHOICES = (Pick, PickSome, PickNumber, Menu, RepeatTimes)


def plainly(ability: Ability, unlimited: Collection[str] = ()) -> Ability:
    """An ability in its plain form; of the `unlimited` counters there is enough for all, and nothing happens at once
    when they change."""

    def change(node: Node) -> Node:
        plain = _plain_step(node)
        if isinstance(plain, When):
            return replace(plain, body=block(plain.body), otherwise=block(plain.otherwise))
        if isinstance(plain, (*WHOLE, ForEach)):
            return _plain_step(replace(plain, body=block(plain.body, isinstance(plain, WHOLE))))
        return plain

    def block(steps: Block, whole: bool = False) -> Block:
        return _plain_block(steps, whole, unlimited)

    return transform(ability, change)


def gaining(counter: str, amount: core.Expr) -> Ability:
    """The ability to gain an amount."""
    return Ability("", "", (Gain(counter, amount),))


def only_gains(ability: Ability, counter: str) -> bool:
    """Whether all that an ability does is to gain some of a counter."""
    match plainly(ability).body:
        case (Gain(counter=name) as gain,):
            return _gives(gain) and name == counter
        case _:  # anything else does more, or cannot be simplified to a gain
            return False


def chooses_in_vain(ability: Ability) -> bool:
    """Whether something is chosen with which nothing is done: "Choose a row. Turn all tiles in it" is about those of the row."""
    return any(
        isinstance(step, Pick)
        and step.verb == "choose"
        and step.binder.var not in frozenset().union(*map(variables, rest))
        for step, rest in _with_rest(ability.body)
    )


def _with_rest(block: Block) -> Iterator[tuple[Step, Block]]:
    """The statements of a block, and of those in it, each with those that follow in its block."""
    for at, step in enumerate(block):
        yield step, block[at + 1 :]
        for inner in blocks(step):
            yield from _with_rest(inner)


def _plain_step(step: Node) -> Node:
    """A statement without the names of its moves; gains as numbers."""
    match step:
        case Pick() | PickSome():
            return replace(step, verb="", binder=_from_neighbors(step.binder))
        case PickNumber():
            return replace(step, verb="")
        case Atomic(
            body=(
                PickSome(least=core.Const(value=1), most=core.Const(value=1), joint=core.TRUE) as one,
                ForEach(binder=core.Binder(domain=core.SpacesOf(of=of)) as each, body=body),
            )
        ) if of == one.some and each.guard == core.TRUE:
            pick = Pick("", one.binder, one.home)
            return Atomic((pick, *(substitute(it, each.var, one.binder.var) for it in body)))
        case Menu():
            return Menu(tuple(sorted(step.options, key=lambda option: repr(comparable(option)))))
        case Option():
            return replace(step, name="")
        case When(condition=core.Not(body=condition), body=body, otherwise=others) if others:
            return _plain_step(replace(step, condition=condition, body=others, otherwise=body))
        case When(body=(Gain() as gain,), otherwise=others) if _gives(gain) and _counts_alike(gain, others):
            other = others[0].amount if others and isinstance(others[0], Gain) else NOTHING
            return replace(gain, amount=core.If(step.condition, gain.amount, other))
        case ForEach(binder=binder, home=None, body=(Gain(amount=core.Const(value=value)) as gain,)) if (
            _gives(gain) and value >= 0 and not isinstance(binder.domain, core.Players)
        ):
            return replace(gain, amount=core.Sum(binder, gain.amount))
        case ForEach(decides=True) if not any(isinstance(one, CHOICES) for one in inside(step.body)):
            return replace(step, decides=False)
        case _:  # other statements have no plainer form: two that are not alike are compared by playing
            return step


def _from_neighbors(binder: core.Binder) -> core.Binder:
    """A space that is beside something as a neighbor of it."""
    parts = conjuncts(binder.guard)
    near = next((part for part in parts if isinstance(part, core.Near) and part.left == binder.var), None)
    if near is None or binder.domain != core.Spaces():
        return binder
    return replace(binder, domain=near.neighbors, guard=conjunction(tuple(part for part in parts if part != near)))


def _gives(gain: Gain) -> bool:
    """Whether something is gained from the supply, whatever the counters are."""
    return not gain.pay and gain.other is None and not asks(COUNTERS, gain.amount)


def _counts_alike(gain: Gain, others: Block) -> bool:
    """Whether other statements are none, or gain something of the same counter."""
    match others:
        case ():
            return True
        case (Gain(counter=gain.counter) as other,):
            return _gives(other)
        case _:  # what is not known to gain the same is left as it is
            return False


def _plain_block(steps: Block, whole: bool, unlimited: Collection[str]) -> Block:
    found = [*_split(steps)]
    if whole:
        found = _used_as_picked(found)
    return tuple(_in_order(found, unlimited, whole))


def _split(steps: Block) -> Iterator[Step]:
    """What all players gain, as what the player and each opponent gain; what is done one time, or with one thing, as that."""
    for step in steps:
        match step:
            case ForEach(
                binder=core.Binder(domain=core.Players(which="player", place="")) as binder,
                body=(Gain(amount=core.Const()) as gain,),
            ) if binder.guard == core.TRUE and _gives(gain):
                yield gain
                yield replace(step, binder=replace(binder, domain=core.Players("opponent")))
            case RepeatTimes(least=None | 1, most=core.Const(value=1), until=core.FALSE, body=body):
                yield from body
            case Atomic(body=(Pick(), *rest)) if not any(
                isinstance(it, (*CHOICES, BindFirst)) for it in inside((*rest,))
            ):
                yield from step.body
            case _:  # other statements are what they are
                yield step


def _used_as_picked(steps: list[Step]) -> list[Step]:
    """Statements in which what is chosen, and must then be something for what follows, is picked as that."""
    found: list[Step] = []
    rest = [*steps]
    while rest:
        step = rest.pop(0)
        before = found[-1] if found else None
        match before, step:
            case Pick(random=False) as pick, BindFirst(binder=core.Binder(domain=core.SpacesOf(of=of)) as use) if (
                of == pick.binder.var and of.sort == use.var.sort
            ):
                guard = conjunction((pick.binder.guard, substitute(use.guard, use.var, of)))
                found[-1] = replace(pick, binder=replace(pick.binder, guard=guard))
                rest = [substitute(one, use.var, of) for one in rest]
            case KeepPiece(lasting=False) as kept, BindFirst(binder=core.Binder(domain=core.SpacesOf(of=of))) if (
                rest and isinstance(rest[0], MovePiece) and rest[0].to is None and of == kept.kept
            ):
                found[-1] = replace(cast(MovePiece, rest.pop(0)), piece=kept.piece)
            case _:  # other statements stay as they are, in their order
                found.append(step)
    return found


# ------------------------------------------------------------------ the order of gains


def _in_order(steps: list[Step], unlimited: Collection[str], whole: bool) -> Iterator[Step]:
    """Gains side by side in a fixed order, those of one counter as one; in a whole block fixed ones at the end."""
    if whole:
        steps = _fixed_last(steps, unlimited)
    for gaining, some in groupby(steps, lambda step: _given(step) is not None):
        beside = [*some]
        yield from _joined(beside, unlimited) if gaining else beside


def _given(step: Step) -> Gain | None:
    """What the player, or each of some players, gains."""
    match step:
        case Gain() if _gives(step):
            return step
        case ForEach(binder=core.Binder(domain=core.Players()), body=(Gain() as gain,)) if _gives(gain):
            return gain
        case _:  # other statements keep their places
            return None


def _fixed_last(steps: list[Step], unlimited: Collection[str]) -> list[Step]:
    """Statements with fixed gains of unlimited counters behind all others, if none of these has to do with these."""

    def is_fixed(step: Step) -> bool:
        gain = _given(step)
        return gain is not None and isinstance(gain.amount, core.Const) and gain.counter in unlimited

    fixed, others = ([step for step in steps if is_fixed(step) is known] for known in (True, False))
    counters = {gain.counter for gain in map(_given, fixed) if gain is not None}
    within = [*inside(tuple(others))]
    used = counters_read(*others).union(one.counter for one in within if isinstance(one, Gain | SetCounter))
    free = counters.isdisjoint(used) and not any(isinstance(one, Call) for one in within)
    return others + fixed if free else steps


def _joined(steps: Iterable[Step], unlimited: Collection[str]) -> list[Step]:
    """Gains side by side: in the order of their counters; who gains first matters only where there is not enough."""
    found: list[Step] = []
    for step in sorted(steps, key=_order(unlimited)):
        last = found[-1] if found else None
        if isinstance(step, Gain) and isinstance(last, Gain) and last.counter == step.counter:
            found[-1] = replace(last, amount=_sum(last.amount, step.amount))
        else:
            found.append(step)
    return found


def _order(unlimited: Collection[str]) -> Callable[[Step], tuple[str, str]]:
    def order(step: Step) -> tuple[str, str]:
        gain = _given(step)
        assert gain is not None
        return (gain.counter, repr(comparable(step)) if gain.counter in unlimited else "")

    return order


def _sum(one: core.Expr, other: core.Expr) -> core.Expr:
    if isinstance(one, core.Const) and isinstance(other, core.Const):
        return core.Const(one.value + other.value)
    return core.Add((one, other))
