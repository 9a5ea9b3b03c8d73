"""Whether one stack can be all that a phrase says: tried on every kind of stack there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tilewright.core import expr as core
from tilewright.core.build import conjuncts
from tilewright.core.walk import walk
from tilewright.meaning.exact import holds, is_local
from tilewright.table.board import MAX_HEIGHT, Stack
from tilewright.table.game import Game
from tilewright.table.placing import PlacingRule


def can_be(guard: core.Expr, var: core.Var, game: Game) -> bool:
    """Whether some stack of the game satisfies what a guard says of `var` alone.

    Parts of the guard that speak of other spaces are taken to hold.
    """
    parts = conjuncts(guard)
    local = [part for part in parts if is_local(part, var)]
    if len(local) < 2:
        return True
    together = core.And(tuple(local))
    return any(holds(together, var, stack, game) for stack in _stacks(together, game))


def counts_without_number(guard: core.Expr, var: core.Var, game: Game) -> bool:
    """Whether a guard asks that a number is small, and a face-down stack, of which it is 0, satisfies it.

    Parts of the guard that speak of other spaces are taken to hold.
    """
    parts = conjuncts(guard)
    if not any(_asks_small(part, var) for part in parts):
        return False
    return holds(core.And(tuple(part for part in parts if is_local(part, var))), var, Stack(1), game)


def _asks_small(part: core.Expr, var: core.Var) -> bool:
    """`number < 3`, of the variable."""
    if not isinstance(part, core.Compare) or part.operator not in ("<", "<=", ">", ">="):
        return False
    number, most = (part.left, part.right) if part.operator in ("<", "<=") else (part.right, part.left)
    return isinstance(number, core.Attribute) and number.space == var and isinstance(most, core.Const)


def _stacks(condition: core.Expr, game: Game) -> Iterator[Stack]:
    """Stacks that differ in anything the condition can see."""
    for height in _heights(condition):
        yield from _with_caps(Stack(height), game)
        if height:
            for code in _representatives(condition, game):
                yield from _with_caps(Stack(height - 1, (code,)), game)


def _heights(condition: core.Expr) -> Iterable[int]:
    """Heights on both sides of each that is asked for; all heights if it is not that plain."""
    compared = [n for n in walk(condition) if isinstance(n, core.Compare)]
    plain = [n for n in compared if {type(n.left), type(n.right)} == {core.Height, core.Const}]
    if any(isinstance(n, core.Height) for c in compared if c not in plain for n in walk(c)):
        return range(MAX_HEIGHT + 1)
    numbers = {n.value for c in plain for n in (c.left, c.right) if isinstance(n, core.Const)}
    near = {0, 1, 2} | {n + step for n in numbers for step in (-1, 0, 1)}
    return sorted(near.intersection(range(MAX_HEIGHT + 1)))


def _representatives(condition: core.Expr, game: Game) -> Iterator[str]:
    """One kind of each class that the condition can tell apart."""
    sets = [n.kinds for n in walk(condition) if isinstance(n, core.Shows)]
    numbers = [dict(n.numbers) for n in walk(condition) if isinstance(n, core.Attribute)]
    seen = set()
    for kind in game.kinds:
        sign = (*(kind.index in s for s in sets), *(n.get(kind.index) for n in numbers))
        if sign not in seen:
            seen.add(sign)
            yield kind.code


def _with_caps(stack: Stack, game: Game) -> Iterator[Stack]:
    yield stack
    for cap in game.caps:
        if _may_lie(cap.place, stack, game):
            yield Stack(stack.down, stack.up, cap.mark)


def _may_lie(place: PlacingRule, stack: Stack, game: Game) -> bool:
    return not is_local(place.condition, place.var) or holds(place.condition, place.var, stack, game)
