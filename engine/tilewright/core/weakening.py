"""Conditions weakened under a drift: what has to hold now, so that a condition can hold after it.

Statements that were passed over have not been done, and conditions are asked of the table as it is. `Weakening`
makes of a condition one that holds now if the first may hold after the drift. Inside of a negation it makes
the opposite: what holds after the drift if it holds now. A comparison stays as it is where its sides can only move
apart from what it asks for. Where nothing better is seen a condition is taken for true, or inside a negation false.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.drift import MARKS, Drift, Drifting
from tilewright.core.node import Node
from tilewright.core.walk import substitute, variables

Sides = frozenset[bool]
"""Whether a number may have become more (True), less (False), either or neither."""
NEITHER: Sides = frozenset()
EITHER: Sides = frozenset({True, False})


@dataclass(frozen=True)
class Weakening:
    """The conditions of one statement under a drift; `seats` are those of the places that its variables are bound to.

    `bodies` has what each named rule may say, and `plain` those that nothing changes, with their parameters;
    `measured` the variables that may be bound to heights; `larger` and `unknown` are the variables of which the drift says so.
    Conditions are asked at a seat; None: it may be any. The variables `elsewhere` are bound to other spaces than those
    on which something has come to light; `parameters` are those of each rule.
    """

    drift: Drift
    seats: Mapping[int, int]
    bodies: Mapping[str, Iterable[core.Expr]]
    plain: Mapping[str, tuple[core.Var, core.Expr]]
    measured: frozenset[int] = frozenset()
    larger: frozenset[int] = frozenset()
    unknown: frozenset[int] = frozenset()
    parameters: Mapping[str, frozenset[int]] = field(default_factory=dict)
    elsewhere: frozenset[int] = frozenset()
    _rules: dict[tuple[str, int | None, frozenset[int]], bool] = field(default_factory=dict)

    # -- binders

    def binder(self, binder: core.Binder, seat: int | None) -> core.Binder | None:
        """What satisfies it now has among it all that may satisfy the binder after the drift; None: not seen.

        Of a group there is one now that has all of its spaces.
        """
        domain, inside = self._domain(binder, seat)
        if domain is None:
            return None
        return replace(binder, domain=domain, guard=inside.condition(binder.guard, seat))

    def grows(self, binder: core.Binder, seat: int | None) -> bool:
        """Whether the groups that satisfy a weakened binder may be larger than they are after the drift."""
        return isinstance(binder.domain, core.Groups) and self._touched_domain(binder, seat)

    def _domain(self, binder: core.Binder, seat: int | None) -> tuple[core.RangeExpr | None, Weakening]:
        """The weakened domain, and what to weaken conditions about its elements by."""
        domain = binder.domain
        if not self._touched_domain(binder, seat):
            return domain, self
        match domain:
            case core.SpacesOf(of) if of.id not in self.unknown:
                return domain, self
            case core.Groups(member, same) if same is None or not (same.heights or self._may("shows", seat, True)):
                members = replace(member, guard=self.condition(member.guard, seat))
                return replace(domain, binder=members), replace(self, larger=self.larger | {binder.var.id})
        return None, self

    def _touched_domain(self, binder: core.Binder, seat: int | None) -> bool:
        """Whether what a binder ranges over may differ after the drift."""
        domain = binder.domain
        if self._mentions_vague(domain):
            return True
        match domain:
            case core.SpacesOf() | core.Neighbors() | core.Lines() | core.Players() | core.Axes() | core.Image():
                return False
            case core.Groups(member, same):
                return self.touched(member.guard, seat) or (same is not None and self._tops(seat))
            case core.Runs(member, links):
                return any(self.touched(one.guard, seat) for one in (member, *links))
            case core.Values():
                return domain.heights and bool(self._sides("height", seat))
            case core.Spaces():  # of a pool there may be more
                return any(known.what == "room" and seat in (None, known.where) for known in self.drift)
        return bool(self.drift)

    def _tops(self, seat: int | None) -> bool:
        return any(self._sides(what, seat) for what in ("shows", "height"))

    # -- conditions

    def condition(self, condition: core.Expr, seat: int | None, may: bool = True) -> core.Expr:
        """The condition weakened, or if not `may` its opposite: what surely holds after the drift."""
        match condition:
            case core.And(parts) | core.Or(parts):
                return replace(condition, parts=tuple(self.condition(part, seat, may) for part in parts))
            case core.Not(body):
                return core.Not(self.condition(body, seat, not may))
            case core.OnBoardOf(player, body):
                return replace(condition, body=self.condition(body, self._at(player), may))
            case core.Compare():
                return self._compare(condition, seat, may)
            case core.Exists() | core.Forall():
                return self._quantified(condition, seat, may)
            case core.RuleHolds(rule, of) if rule in self.plain and self._unsettled(condition, seat, may):
                parameter, body = self.plain[rule]
                return self.condition(substitute(body, parameter, of), seat, may)
            case core.Inside(space, of) if may and of.id in self.larger and space.id not in self.unknown:
                return condition
        return core.Truth(may) if self._unsettled(condition, seat, may) else condition

    def different(self, asked: core.Expr | core.Binder, seat: int | None) -> bool:
        """Whether a condition or number may have another value after the drift, or a binder other elements."""
        if isinstance(asked, core.Binder):
            return self._touched_domain(asked, seat) or self.touched(asked.guard, seat)
        return self.touched(asked, seat) if is_condition(asked) else bool(self.sides(asked, seat))

    def touched(self, condition: core.Expr, seat: int | None) -> bool:
        """Whether a condition may have another value after the drift."""
        return self._mentions_vague(condition) or any(
            self.condition(condition, seat, may) != condition for may in (True, False)
        )

    def _unsettled(self, atom: core.Expr, seat: int | None, rises: bool) -> bool:
        """Whether a condition without parts may have become true (`rises`), or false."""
        if self._mentions_vague(atom):
            return True
        match atom:
            case core.Truth() | core.OneOf() | core.Inside() | core.InRegion() | core.Near() | core.Same():
                return False
            case core.Shows(space):
                return self._may("shows", seat, rises, space)
            case core.ShowsValue(space, value):
                by_height = value.id in self.measured and bool(self._sides("height", seat))
                return by_height or self._may("shows", seat, rises, space)
            case core.FaceDown(space):
                return self._may("down", seat, rises, space)
            case core.Capped(_, cap):
                return self._may(f"cap {cap}", seat, rises)
            case core.Flagged(_, mark):
                return self._may(MARKS + mark, seat, rises) or (not rises and self._may(MARKS, seat, False))
            case core.RuleHolds(rule, of):
                return self.rule(rule, seat, of)
        return bool(self.drift)

    def _compare(self, compare: core.Compare, seat: int | None, may: bool) -> core.Expr:
        left, right = self.sides(compare.left, seat), self.sides(compare.right, seat)
        if not left and not right:
            return compare
        match compare.operator:
            case "=":
                halves = tuple(replace(compare, operator=operator) for operator in ("<=", ">="))
                return self.condition(core.And(halves), seat, may)
            case "!=":
                halves = tuple(replace(compare, operator=operator) for operator in ("<", ">"))
                return self.condition(core.Or(halves), seat, may)
            case "<" | "<=":
                left, right = right, left
        return core.Truth(may) if may in left or (not may) in right else compare

    def _quantified(self, one: core.Exists | core.Forall, seat: int | None, may: bool) -> core.Expr:
        binder, exists = one.binder, isinstance(one, core.Exists)
        if not self._touched_domain(binder, seat):
            guard = self.condition(binder.guard, seat, may == exists)
            return replace(one, binder=replace(binder, guard=guard), condition=self.condition(one.condition, seat, may))
        if not (exists and may):
            return core.Truth(may)
        domain, inside = self._domain(binder, seat)
        if domain is None:
            return core.Truth(may)
        weak = replace(binder, domain=domain, guard=inside.condition(binder.guard, seat))
        return replace(one, binder=weak, condition=inside.condition(one.condition, seat))

    # -- numbers

    def sides(self, number: core.Expr, seat: int | None) -> Sides:
        """In which directions a number may have changed."""
        match number:
            case core.Const():
                return NEITHER
            case core.Height() if not self._mentions_vague(number):
                return self._sides("height", seat)
            case core.Attribute(_, numbers) if not self._mentions_vague(number):
                low = min((value for _, value in numbers), default=0)
                shown = self._sides("shows", seat)
                return EITHER if True in shown or (shown and low < 0) else shown
            case core.CounterOf(name):
                return self._sides(f"counter {name}", -1)
            case core.Add(parts) | core.ExtremeOf(_, parts):
                return NEITHER.union(*(self.sides(part, seat) for part in parts))
            case core.OnBoardOf(player, body):
                return self.sides(body, self._at(player))
            case core.Sum(binder, core.Const(value)) if value >= 0:
                return self._counted(binder, seat)
        return EITHER if self._mixed(number, seat) else NEITHER

    def _counted(self, binder: core.Binder, seat: int | None) -> Sides:
        """In which directions the number of things that satisfy a binder may have changed."""
        touched = self._touched_domain(binder, seat)
        if touched and not (isinstance(binder.domain, core.SpacesOf) and binder.domain.of.id in self.larger):
            return EITHER
        guards = {may: self.condition(binder.guard, seat, may) != binder.guard for may in (True, False)}
        return frozenset(may for may in (True, False) if guards[may]) | ({False} if touched else NEITHER)

    def _mixed(self, number: core.Expr, seat: int | None) -> bool:
        """Whether a number that is not looked into may have changed."""
        if self._mentions_vague(number) or isinstance(number, core.NumberOf):
            return self._mentions_vague(number)
        if isinstance(number, core.RuleNumber):
            return self.rule(number.rule, seat)
        parts = _parts(number)
        return any(self.different(part, seat) for part in parts) if parts else bool(self.drift)

    # -- what drifts

    def _mentions_vague(self, node: Node) -> bool:
        vague = self.larger | self.unknown
        return bool(vague) and not vague.isdisjoint(var.id for var in variables(node))

    def _at(self, player: core.Var) -> int | None:
        return self.seats.get(player.id)

    def _may(self, what: str, seat: int | None, rises: bool, space: core.Var | None = None) -> bool:
        """Whether something of the place at a seat, or of one space of it, may have become more, or less."""
        if what in ("shows", "down") and not (space is not None and space.id in self.elsewhere) and self._lit(seat):
            return True
        if seat is None:
            return any(known.what == "anything" or (known.what, known.rises) == (what, rises) for known in self.drift)
        return Drifting(what, seat, rises) in self.drift or Drifting("anything", seat) in self.drift

    def _lit(self, seat: int | None) -> bool:
        """Whether something has come to light."""
        return any(known.what == "light" and seat in (None, known.where) for known in self.drift)

    def _sides(self, what: str, seat: int | None) -> Sides:
        return frozenset(rises for rises in (True, False) if self._may(what, seat, rises))

    def rule(self, rule: str, seat: int | None, of: core.Var | None = None) -> bool:
        """Whether a named rule may say something else of what it is asked about."""
        settled = of is not None and of.id in self.elsewhere
        elsewhere = self.parameters.get(rule, frozenset()) if settled else frozenset()
        key = rule, seat, elsewhere
        known = self._rules.get(key)
        if known is None:
            self._rules[key] = False  # a rule that asks itself says nothing new by that
            known = any(replace(self, elsewhere=elsewhere).different(body, seat) for body in self.bodies[rule])
            self._rules[key] = known
        return known


def _parts(number: core.Expr) -> list[core.Expr | core.Binder]:
    match number:
        case core.If(condition, then, otherwise):
            return [condition, then, otherwise]
        case core.Sum(binder, body) | core.Best(_, binder, body):
            return [binder, body]
        case core.Mul(left, right) | core.Div(left, right) | core.Mod(left, right):
            return [left, right]
        case core.Lookup(body) | core.Award(body):
            return [body]
    return []
