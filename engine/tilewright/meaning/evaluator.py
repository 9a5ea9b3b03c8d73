"""The meaning of the core calculus, written once for every arithmetic."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from tilewright.core import expr as core
from tilewright.core.walk import variables
from tilewright.meaning.arithmetic import B, N
from tilewright.meaning.binders import Env
from tilewright.meaning.conditions import Conditions


class Evaluator(Conditions[N, B]):
    """Evaluates rules for the players of `seats`, in turn order.

    `number` and `condition` take an expression, an environment (variable id to element)
    and the index of the player it is evaluated for.
    """

    @cached_property
    def _plans(self) -> dict[int, tuple[object, str]]:
        """How sums and extremes over groups are worked out, by expression."""
        return {}

    def number(self, expr: core.Expr, env: Env, seat: int) -> N:
        """The number an expression is."""
        result: N = _NUMBERS[type(expr)](self, expr, env, seat)
        return result

    def _const(self, expr: core.Const, env: Env, seat: int) -> N:
        return self.arithmetic.number(expr.value)

    def _add(self, expr: core.Add, env: Env, seat: int) -> N:
        return self.arithmetic.add([self.number(part, env, seat) for part in expr.parts])

    def _mul(self, expr: core.Mul, env: Env, seat: int) -> N:
        left, right = self.number(expr.left, env, seat), self.number(expr.right, env, seat)
        return self.arithmetic.times(left, right)

    def _div(self, expr: core.Div, env: Env, seat: int) -> N:
        left, right = self.number(expr.left, env, seat), self.number(expr.right, env, seat)
        return self.arithmetic.divide(left, right)

    def _pick(self, expr: core.If, env: Env, seat: int) -> N:
        bit = self.condition(expr.condition, env, seat)
        known = self.arithmetic.decided(bit)
        if known is not None:
            return self.number(expr.then if known else expr.otherwise, env, seat)
        then, otherwise = self.number(expr.then, env, seat), self.number(expr.otherwise, env, seat)
        return self.arithmetic.pick(bit, then, otherwise)

    def _extreme_of(self, expr: core.ExtremeOf, env: Env, seat: int) -> N:
        yes = self.arithmetic.truth(True)
        parts = [(yes, self.number(part, env, seat)) for part in expr.parts]
        return self.arithmetic.extreme(expr.which, parts)

    def _table(self, expr: core.Lookup, env: Env, seat: int) -> N:
        return self.arithmetic.table(self.number(expr.body, env, seat), expr.entries)

    def _sum(self, expr: core.Sum, env: Env, seat: int) -> N:
        arithmetic = self.arithmetic
        if isinstance(expr.binder.domain, core.Groups) and self._plan(expr) == "count":
            count = self._group_count(expr.binder.domain, env, seat)
            return arithmetic.times(count, self.number(expr.body, env, seat))
        zero = arithmetic.number(0)
        return arithmetic.add(
            [
                arithmetic.pick(bit, self.number(expr.body, inner, seat), zero)
                for inner, bit in self.satisfying(expr.binder, env, seat)
            ]
        )

    def _best(self, expr: core.Best, env: Env, seat: int) -> N:
        if isinstance(expr.binder.domain, core.Groups) and self._plan(expr) == "weigh":
            assert isinstance(expr.body, core.Sum)
            return self._heaviest(expr.binder.domain, expr.body, env, seat)
        cases = [(bit, self.number(expr.body, inner, seat)) for inner, bit in self.satisfying(expr.binder, env, seat)]
        return self.arithmetic.extreme(expr.which, cases)

    def _height(self, expr: core.Height, env: Env, seat: int) -> N:
        return self.seats[seat].board.height(env[expr.space.id])

    def _attribute(self, expr: core.Attribute, env: Env, seat: int) -> N:
        board, space = self.seats[seat].board, env[expr.space.id]
        kinds: dict[int, set[int]] = {}
        for kind, number in expr.numbers:
            kinds.setdefault(number, set()).add(kind)
        return self.arithmetic.select(
            [(board.shows(space, frozenset(group)), number) for number, group in kinds.items()]
        )

    def _number_of(self, expr: core.NumberOf, env: Env, seat: int) -> N:
        return self.arithmetic.number(env[expr.value.id].number or 0)

    def _counter_of(self, expr: core.CounterOf, env: Env, seat: int) -> N:
        found = self.seats[seat].counters.get(expr.name)
        return self.arithmetic.number(0) if found is None else found

    def _rule_number(self, expr: core.RuleNumber, env: Env, seat: int) -> N:
        result = self.arithmetic.number(0)
        for ruling in self.rules[expr.rule]:
            inner = {**ruling.env, ruling.parameter.id: env[expr.of.id]}
            said = self.number(ruling.body, inner, seat)
            result = self.arithmetic.add([result, said]) if ruling.also else said
        return result

    def _award(self, expr: core.Award, env: Env, seat: int) -> N:
        return self.number(expr.amount, env, seat)

    def _number_on_board_of(self, expr: core.OnBoardOf, env: Env, seat: int) -> N:
        return self.number(expr.body, env, env[expr.player.id])

    # -- groups

    def _group_count(self, groups: core.Groups, env: Env, seat: int) -> N:
        geometry = self.seats[seat].board.geometry
        counts = [self.arithmetic.component_count(geometry, members) for members in self.memberships(groups, env, seat)]
        return self.arithmetic.add(counts)

    def _heaviest(self, groups: core.Groups, inner: core.Sum, env: Env, seat: int) -> N:
        geometry = self.seats[seat].board.geometry
        variable = inner.binder.var.id
        weights = [self.number(inner.body, {**env, variable: space}, seat) for space in range(geometry.size)]
        yes = self.arithmetic.truth(True)
        found = [
            (yes, self.arithmetic.heaviest(geometry, members, weights))
            for members in self.memberships(groups, env, seat)
        ]
        return self.arithmetic.extreme("max", found)

    def _plan(self, node: core.Sum | core.Best) -> str:
        """How to go about a binder over groups: counting and weighing need no memberships."""
        known = self._plans.get(id(node))
        if known is None:
            known = (node, _plan(node))
            self._plans[id(node)] = known
        return known[1]


def _plan(node: core.Sum | core.Best) -> str:
    binder, body = node.binder, node.body
    if binder.guard != core.TRUE:
        return "each"
    if isinstance(node, core.Sum):
        return "count" if binder.var not in variables(body) else "each"
    whole = isinstance(body, core.Sum) and body.binder.domain == core.SpacesOf(binder.var)
    if node.which == "max" and whole and isinstance(body, core.Sum):
        plain = body.binder.guard == core.TRUE and binder.var not in variables(body.body)
        return "weigh" if plain and never_negative(body.body) else "each"
    return "each"


def never_negative(expr: core.Expr) -> bool:
    """Whether an expression can be seen to be 0 or more."""
    match expr:
        case core.Const():
            return expr.value >= 0
        case core.Height() | core.NumberOf() | core.Attribute():
            return True
        case core.Add():
            return all(never_negative(part) for part in expr.parts)
        case core.Mul():
            return never_negative(expr.left) and never_negative(expr.right)
        case core.If():
            return never_negative(expr.then) and never_negative(expr.otherwise)
        case core.Sum() | core.Best():
            return never_negative(expr.body)
        case core.Lookup():
            return all(value >= 0 for _, _, value in expr.entries)
        case _:
            return False


_NUMBERS: dict[type, Callable[..., Any]] = {
    core.Const: Evaluator._const,
    core.Add: Evaluator._add,
    core.Mul: Evaluator._mul,
    core.Div: Evaluator._div,
    core.If: Evaluator._pick,
    core.ExtremeOf: Evaluator._extreme_of,
    core.Lookup: Evaluator._table,
    core.Sum: Evaluator._sum,
    core.Best: Evaluator._best,
    core.Height: Evaluator._height,
    core.Attribute: Evaluator._attribute,
    core.NumberOf: Evaluator._number_of,
    core.CounterOf: Evaluator._counter_of,
    core.RuleNumber: Evaluator._rule_number,
    core.Award: Evaluator._award,
    core.OnBoardOf: Evaluator._number_on_board_of,
}
