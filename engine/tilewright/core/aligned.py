"""Abilities of the same form: in which conditions of what can be picked they differ, and whether that is all."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_args

from tilewright.core import expr as core
from tilewright.core.build import conjunction, conjuncts, either_alone
from tilewright.core.facts import MARKS, RULES
from tilewright.core.node import Node
from tilewright.core.play import Ability
from tilewright.core.same import canonical
from tilewright.core.walk import asks, bound, free, transform

NOTHING, ONE = core.Const(0), core.Const(1)


def gaps(one: Ability, other: Ability) -> list[core.Expr] | None:
    """Numbers that are 0 just where two abilities let the same be picked; None when they may differ in more than that.

    Only conditions of what is picked on the board of the player are compared, and of these what a board alone can
    decide; what else the two have in common is left out.
    """
    aligner = _Aligner(one, other)
    return aligner.gaps if aligner.align(one, other) else None


class _Aligner:
    def __init__(self, one: Ability, other: Ability) -> None:
        self.names: dict[core.Var, core.Var] = {var: var for var in free(other)}
        self.domains: dict[core.Var, core.RangeExpr] = {}
        self.gaps: list[core.Expr] = []
        self.known = set(free(one))

    def align(self, one: Any, other: Any, home: object = None) -> bool:
        """Whether two parts of abilities come to the same if all gaps are 0; `home` is where a binder picks from."""
        if isinstance(one, core.Binder) and isinstance(other, core.Binder):
            return self._binders(one, other, home)
        if isinstance(one, core.Var) or isinstance(other, core.Var):
            return isinstance(other, core.Var) and self.names.get(other) is not None and self.names[other] == one
        if isinstance(one, get_args(core.Expr)):
            return isinstance(other, Node) and self._same(one, other)
        if isinstance(one, tuple) and isinstance(other, tuple):
            return len(one) == len(other) and all(map(self.align, one, other))
        if isinstance(one, Node):
            return type(one) is type(other) and self._fields(one, other)
        return bool(one == other)

    def _fields(self, one: Node, other: Node) -> bool:
        home = getattr(one, "home", None)
        kind: Any = type(one)
        return all(
            self.align(getattr(one, f.name), getattr(other, f.name), home)
            for f in fields(kind)
            if f.compare and not (isinstance(one, Ability) and f.name == "card")
        )

    def _binders(self, one: core.Binder, other: core.Binder, home: object) -> bool:
        if not self._same(one.domain, other.domain) or one.var.sort != other.var.sort or one.var in self.known:
            return False
        self.names[other.var] = one.var
        self.known.add(one.var)
        self.domains[one.var] = one.domain
        guard = self._renamed(other.guard)
        if canonical(one.guard) == canonical(guard):
            return True
        gap = self._gap(one, guard) if home is None else None
        if gap is not None:
            self.gaps.append(gap)
        return gap is not None

    def _same(self, one: Node, other: Node) -> bool:
        return bool(canonical(one) == canonical(self._renamed(other)))

    def _gap(self, one: core.Binder, guard: core.Expr) -> core.Expr | None:
        """How many things only one of two conditions lets be picked, of all that could be picked before."""
        theirs = {canonical(part): part for part in conjuncts(guard)}
        ours = {canonical(part): part for part in conjuncts(one.guard)}
        alone = (
            conjunction(part for key, part in own.items() if key not in more)
            for own, more in ((ours, theirs), (theirs, ours))
        )
        apart = either_alone(*alone)
        if _is_of_the_turn(apart) or _is_of_the_turn(one.domain):
            return None
        common = (part for key, part in ours.items() if key in theirs and not _is_of_the_turn(part))
        gap: core.Expr = core.Sum(core.Binder(one.var, one.domain, conjunction((*common, apart))), ONE)
        while free(gap):
            var = free(gap)[0]
            if var not in self.domains:
                return None
            gap = core.Sum(core.Binder(var, self.domains[var], core.TRUE), gap)
        return gap

    def _renamed(self, node: Node) -> Any:
        own = set(bound(node))
        return transform(
            node, lambda one: self.names.get(one, one) if isinstance(one, core.Var) and one not in own else one
        )


def _is_of_the_turn(node: Node) -> bool:
    """Whether it asks what a board alone does not say."""
    return asks(MARKS | RULES, node)
