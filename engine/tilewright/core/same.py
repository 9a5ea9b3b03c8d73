"""Canonical forms: whether two rules are equal up to renaming, and where abilities of the same form differ."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import MISSING, fields, replace
from functools import lru_cache
from typing import Any, TypeVar, cast, get_args

from tilewright.core import expr as core
from tilewright.core.build import add, conjunction, conjuncts, disjunction, either_alone
from tilewright.core.expr import (
    TRUE,
    Add,
    And,
    Award,
    Binder,
    Compare,
    Const,
    Exists,
    Expr,
    Forall,
    Groups,
    Height,
    If,
    Lookup,
    Mul,
    Not,
    Or,
    Runs,
    Shows,
    SpacesOf,
    Sum,
    Truth,
    Var,
)
from tilewright.core.node import MARKS, RULES, Node
from tilewright.core.play import Ability, Gain, PickSome
from tilewright.core.walk import asks, bound, find, free, substitute, transform, variables
from tilewright.source import Span
from tilewright.struct import Struct

N = TypeVar("N", bound=Node)
_OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_SOME = {">= 1": True, "> 0": True, "!= 0": True, "< 1": False, "= 0": False, "<= 0": False}
"""Comparisons of a count that mean that there is something (True) or nothing (False)."""
OWN = 1_000_000
"""Between the numbers of variables of a sum and of those that it is divided into, more than a rule has."""
FIRST = -2
"""Below all numbers of variables in use: -1 is that of a rule without a space."""


def canonical(rule: N) -> N:
    """The canonical form of a rule: bound variables numbered in order of binding, without awards.

    Rules that are equal up to names and positions of awards have equal canonical forms, and so do "at least one" and
    "any", "every" and "no ... not", "1 * n" and "n", "for each" with "if" and with "where" or
    with two amounts and twice with one, conditions in any order (of those that differ in more than names),
    conditions with and without parts implied by the others, and "1: 2, 2: 2" and "1 to 2: 2". Free variables are kept.
    The same applies to abilities.
    """
    return cast(N, _canonical(rule))


@lru_cache(maxsize=1000)
def _canonical(rule: Node) -> Node:
    plain = transform(members_known(rule), _plainer)
    several = [pick.some for pick in find(PickSome, plain)]
    names = {var: Var(FIRST - number, var.sort, "") for number, var in enumerate([*bound(plain), *several])}
    return _renamed(plain, names)


def members_known(rule: N) -> N:
    """A rule that does not ask again of the things in a group, or run, what makes them part of it: their number is its size."""
    return transform(rule, _of_members)


def _of_members(node: Node) -> Node:
    whole = getattr(node, "binder", None)
    if not isinstance(whole, Binder) or not isinstance(whole.domain, Groups | Runs):
        return node
    member = whole.domain.binder

    def known(inner: Node) -> Node:
        if not isinstance(inner, Binder) or inner.domain != SpacesOf(whole.var):
            return inner
        made = conjuncts(substitute(member.guard, member.var, inner.var))
        return replace(inner, guard=conjunction(part for part in conjuncts(inner.guard) if part not in made))

    return transform(node, known)


def _plainer(node: Node) -> Node:
    match node:
        case Award():
            return node.amount
        case Not():
            return _denied(node.body)
        case Compare(operator="!=", left=Height(), right=Const(value=0)):
            return Compare(">", node.left, node.right)
        case Forall(binder=binder):
            return Not(Exists(Binder(binder.var, binder.domain, TRUE), _lean((binder.guard, _denied(node.condition)))))
        case Compare(operator=sign, left=Sum(binder=binder, body=Const(value=1)), right=Const(value=value)) if (
            some := _SOME.get(f"{sign} {value}")
        ) is not None:
            there_is = Exists(Binder(binder.var, binder.domain, TRUE), binder.guard)
            return there_is if some else Not(there_is)
        case Exists(binder=binder) if binder.guard != TRUE:
            return Exists(Binder(binder.var, binder.domain, TRUE), _lean((binder.guard, node.condition)))
        case And():
            return _lean(node.parts)
        case Mul(left=Const(value=1), right=amount) | Mul(left=amount, right=Const(value=1)):
            return amount
        case Sum(binder=binder, body=If(condition=condition, then=amount, otherwise=Const(value=0))):
            return Sum(Binder(binder.var, binder.domain, _lean((binder.guard, condition))), amount)
        case Sum(binder=binder, body=Add(parts=parts)):
            return add(cast(Expr, _plainer(_apart(Sum(binder, part), at))) for at, part in enumerate(parts))
        case Add():
            return add(node.parts)
        case Or():
            return disjunction(_in_order(node.parts))
        case Lookup():
            return Lookup(node.body, tuple(_joined_rows(node.entries)))
        case _:  # no simplification
            return node


def _apart(rule: Sum, at: int) -> Sum:
    """One of several sums over the same things with variables of its own."""
    return _renamed(rule, {var: replace(var, id=var.id + at * OWN) for var in bound(rule)})


def _denied(condition: Expr) -> Expr:
    """The negation of a condition; existence is negated as a whole."""
    match condition:
        case Truth():
            return Truth(not condition.value)
        case Not():
            return condition.body
        case Compare():
            return cast(Expr, _plainer(Compare(_OPPOSITE[condition.operator], condition.left, condition.right)))
        case And():
            return disjunction(map(_denied, condition.parts))
        case Or():
            return _lean(map(_denied, condition.parts))
        case _:  # an atom
            return Not(condition)


def _joined_rows(rows: Iterable[tuple[int, int | None, int]]) -> Iterator[tuple[int, int | None, int]]:
    """The rows of a table, with consecutive rows of equal value joined."""
    before: tuple[int, int | None, int] | None = None
    for low, high, value in rows:
        if before is not None and before[1] == low - 1 and before[2] == value:
            before = before[0], high, value
            continue
        if before is not None:
            yield before
        before = low, high, value
    if before is not None:
        yield before


def _lean(conditions: Iterable[Expr]) -> Expr:
    """A conjunction without parts implied by others: that there is a stack, and the kinds on it."""
    found = conjunction(conditions)
    parts = list(found.parts) if isinstance(found, And) else [found]
    shown: dict[Var, frozenset[int]] = {}
    for part in parts:
        if isinstance(part, Shows):
            shown[part.space] = shown.get(part.space, part.kinds) & part.kinds
    occupied = {space for part in parts for space in _occupied(part)}
    kept: list[Expr] = []
    for part in parts:
        if isinstance(part, Shows):
            kept.append(Shows(part.space, shown[part.space]))
        elif _stack(part) not in occupied:
            kept.append(part)
    return conjunction(_in_order(kept))


def _in_order(parts: Iterable[Expr]) -> list[Expr]:
    """Conditions that hold together, or one of which holds, in an order that does not depend on how they are written."""
    return sorted(parts, key=lambda part: repr(comparable(part)))


def _stack(part: Expr) -> Var | None:
    """The space of a condition that means only that there is a stack."""
    match part:
        case Compare(operator=">", left=Height(space=space), right=Const(value=0)):
            return space
        case _:  # it means more, so it is kept
            return None


def _occupied(part: Expr) -> Iterator[Var]:
    """The spaces that have a stack according to a condition that means more."""
    match part:
        case Shows(space=space):
            yield space
        case Compare(operator=">", left=Height(space=space), right=Height()):
            yield space
        case Compare(operator="<", left=Height(), right=Height(space=space)):
            yield space
        case Compare(operator=">=" | "=", left=Height(space=space), right=Const(value=value)) if value > 0:
            yield space
        case Or():
            yield from set.intersection(*(set(_occupied(either)) for either in part.parts))
        case _:  # implies nothing known
            pass


def apart(rule: Expr, other: Expr) -> Expr:
    """A rule with its bound variables renamed apart from those of another rule."""
    first = 1 + max((var.id for var in variables(rule) | variables(other)), default=0)
    return _renamed(rule, {var: Var(first + i, var.sort, var.noun) for i, var in enumerate(bound(rule))})


def _renamed(rule: N, names: dict[Var, Var]) -> N:
    def change(node: Node) -> Node:
        return names.get(node, node) if isinstance(node, Var) else node

    return transform(rule, change)


# ------------------------------------------------------------------ forms of rules


def form(rule: core.Expr) -> tuple[Any, ...]:
    """A key that is equal for equal rules: rules with the same form pay the same on every board.

    Variables are numbered in order of occurrence, source positions are omitted, and the terms of a sum are sorted.
    """
    terms = _terms(rule)
    return tuple(sorted((_form(term, {}) for term in terms), key=repr))


def _terms(rule: core.Expr) -> list[core.Expr]:
    if isinstance(rule, core.Add):
        return [term for part in rule.parts for term in _terms(part)]
    return [rule]


def _form(value: Any, names: dict[core.Var, int]) -> Any:
    if isinstance(value, core.Var):
        return "var", value.sort, names.setdefault(value, len(names))
    if isinstance(value, Struct):
        return type(value).__name__, *((name, _form(part, names)) for name, part in _significant_fields(value))
    if isinstance(value, tuple):
        return tuple(_form(item, names) for item in value)
    return None if isinstance(value, Span) else value


def _significant_fields(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields without those that have their default: so a new field with a default does not change the forms of old
    nodes."""
    for field in fields(value):
        part = getattr(value, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if field.compare and part != default:
            yield field.name, part


def comparable(value: Any) -> Any:
    """Nodes and other values as lists for JSON: equal for equal rules, in every run and file."""
    return _plain(_form(value, {}))


def _plain(value: Any) -> Any:
    if isinstance(value, (frozenset, set)):
        return sorted(value)
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value if value is None or isinstance(value, (str, int, float)) else repr(value)


NOTHING, ONE = core.Const(0), core.Const(1)


def gaps(one: Ability, other: Ability) -> list[core.Expr] | None:
    """Numbers that are 0 exactly where two abilities allow the same picks and gain the same; None if they may differ in
    more than that.

    Only amounts and conditions on what is picked on the board of the player are compared, and of these only what a
    board determines; everything else must be equal.
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
        """Whether two parts of abilities are equivalent if all gaps are 0; `home` is where a binder picks from."""
        if isinstance(one, core.Binder) and isinstance(other, core.Binder):
            return self._binders(one, other, home)
        if isinstance(one, core.Var) or isinstance(other, core.Var):
            return isinstance(other, core.Var) and self.names.get(other) is not None and self.names[other] == one
        if isinstance(one, get_args(core.Expr)):
            return isinstance(other, Node) and self._same(one, other)
        if isinstance(one, Gain) and isinstance(other, Gain) and self._amounts(one.amount, other.amount):
            other = replace(other, amount=one.amount)
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
        """The number of elements that only one of two conditions allows, among all that could be picked before."""
        theirs = {canonical(part): part for part in conjuncts(guard)}
        ours = {canonical(part): part for part in conjuncts(one.guard)}
        alone = (
            conjunction(part for key, part in own.items() if key not in more)
            for own, more in ((ours, theirs), (theirs, ours))
        )
        apart = either_alone(*alone)
        if _is_of_the_turn(apart) or _is_of_the_turn(one.domain):
            return None
        common = (part for key, part in ours.items() if key in theirs and self._is_of_the_board(part))
        return self._everywhere(core.Sum(core.Binder(one.var, one.domain, conjunction((*common, apart))), ONE))

    def _amounts(self, one: core.Expr, other: core.Expr) -> bool:
        """Whether two amounts are equal if all gaps are 0."""
        theirs = self._renamed(other)
        if canonical(one) == canonical(theirs):
            return True
        gap = None
        if not _is_of_the_turn(one) and not _is_of_the_turn(theirs):
            gap = self._everywhere(core.If(core.Compare("!=", one, theirs), ONE, NOTHING))
        if gap is not None:
            self.gaps.append(gap)
        return gap is not None

    def _everywhere(self, gap: core.Expr) -> core.Expr | None:
        """The sum of a gap for all that could have been picked before, if this is known."""
        while free(gap):
            var = free(gap)[0]
            if var not in self.domains:
                return None
            gap = core.Sum(core.Binder(var, self.domains[var], core.TRUE), gap)
        return gap

    def _is_of_the_board(self, part: core.Expr) -> bool:
        """Whether a board determines it, and what has been picked."""
        return not _is_of_the_turn(part) and self.domains.keys() >= set(free(part))

    def _renamed(self, node: Node) -> Any:
        own = set(bound(node))
        return transform(
            node, lambda one: self.names.get(one, one) if isinstance(one, core.Var) and one not in own else one
        )


def _is_of_the_turn(node: Node) -> bool:
    """Whether it reads something that a board does not determine."""
    return asks(MARKS | RULES, node)
