"""Core expressions as Python text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.meaning.exact import look_up
from tilewright.play import fixed
from tilewright.play.loops import Loops, Scope
from tilewright.play.table import DOWN

OPERATORS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


class Phrases(Loops):
    """One method for each expression; what they come to is said by `meaning.exact`."""

    def number(self, expr: core.Expr, scope: Scope) -> str:
        """Python text of a number; lines that it needs are written."""
        return self.steady(expr, scope, lambda: self._write(expr, scope))

    def condition(self, expr: core.Expr, scope: Scope) -> str:
        """Python text of a condition; lines that it needs are written."""
        return self.steady(expr, scope, lambda: self._write(expr, scope))

    def _write(self, expr: core.Expr, scope: Scope) -> str:
        text: str = _TEXTS[type(expr)](self, expr, scope)
        return text

    # -- numbers

    def _const(self, expr: core.Const, scope: Scope) -> str:
        return f"({expr.value})"

    def _add(self, expr: core.Add, scope: Scope) -> str:
        return "(" + " + ".join([self.number(part, scope) for part in expr.parts] or ["0"]) + ")"

    def _mul(self, expr: core.Mul, scope: Scope) -> str:
        return f"({self.number(expr.left, scope)} * {self.number(expr.right, scope)})"

    def _div(self, expr: core.Div, scope: Scope) -> str:
        left, right, by = self.number(expr.left, scope), self.number(expr.right, scope), self.fresh("t")
        return f"({left} // {by} if ({by} := {right}) else 0)"

    def _pick(self, expr: core.If, scope: Scope) -> str:
        condition = self.condition(expr.condition, scope)
        then_lines, then = self.apart(lambda: self.number(expr.then, scope))
        else_lines, otherwise = self.apart(lambda: self.number(expr.otherwise, scope))
        if not then_lines and not else_lines:
            return f"({then} if {condition} else {otherwise})"
        name = self.fresh("t")
        for header, written, text in [(f"if {condition}:", then_lines, then), ("else:", else_lines, otherwise)]:
            with self.inside(header):
                self.block.extend(written)
                self.emit(f"{name} = {text}")
        return name

    def _extreme_of(self, expr: core.ExtremeOf, scope: Scope) -> str:
        return f"{expr.which}([{', '.join([self.number(part, scope) for part in expr.parts])}])"

    def _table(self, expr: core.Lookup, scope: Scope) -> str:
        known = self.constant(look_up, look_up)
        return f"{known}({self.number(expr.body, scope)}, {self.constant(expr.entries)})"

    def _sum(self, expr: core.Sum, scope: Scope) -> str:
        domain, plain = expr.binder.domain, expr.binder.guard == core.TRUE
        if plain and isinstance(domain, core.SpacesOf) and isinstance(expr.body, core.Const):
            spaces = self.spaces(domain.of, scope)
            return f"({expr.body.value} * len({spaces}))" if spaces else f"({expr.body.value})"
        total = self.fresh("t")
        self.emit(f"{total} = 0")
        with self.over(expr.binder, scope) as inner:
            self.emit(f"{total} += {self.number(expr.body, inner)}")
        return total

    def _best(self, expr: core.Best, scope: Scope) -> str:
        height, binder = core.Height(expr.binder.var), expr.binder
        guards = (core.TRUE, core.Compare(">", height, core.Const(0)))
        if (
            expr.which == "max"
            and isinstance(binder.domain, core.Spaces)
            and expr.body == height
            and binder.guard in guards
        ):
            return f"max({self.grid('heights', scope)})"
        best, new = self.fresh("t"), self.fresh("t")
        self.emit(f"{best} = None")
        with self.over(binder, scope) as inner:
            self.emit(f"{new} = {self.number(expr.body, inner)}")
            sign = ">" if expr.which == "max" else "<"
            self.emit(f"if {best} is None or {new} {sign} {best}: {best} = {new}")
        return f"({best} or 0)"

    def _height(self, expr: core.Height, scope: Scope) -> str:
        local = self.local(expr.space, scope)
        own = local.high and local.seat == scope.seat.name
        return local.high if own else self._at("heights", expr.space, scope)

    def _at(self, what: str, space: core.Var, scope: Scope) -> str:
        """What a list of the grid says of a space."""
        return f"{self.grid(what, scope)}[{self.name(space, scope)}]"

    def _attribute(self, expr: core.Attribute, scope: Scope) -> str:
        table = self.constant(fixed.numbers(expr, self.world.kinds), ("numbers", expr.numbers))
        return f"{table}[{self._at('tops', expr.space, scope)}]"

    def _number_of(self, expr: core.NumberOf, scope: Scope) -> str:
        return f"({self.name(expr.value, scope)}.number or 0)"

    def _counter_of(self, expr: core.CounterOf, scope: Scope) -> str:
        seat = scope.seat.name
        return f"(K[{seat}].get({expr.name!r}, 0) if {seat} < {self.world.players} else 0)"

    def _rule_number(self, expr: core.RuleNumber, scope: Scope) -> str:
        said = [self.ruled(*known, expr.of, scope) for known in self.rulings[expr.rule]]
        return "(" + " + ".join([self.number(body, where) for body, where in said]) + ")"

    def _award(self, expr: core.Award, scope: Scope) -> str:
        return self.number(expr.amount, scope)

    def _on_board_of(self, expr: core.OnBoardOf, scope: Scope) -> str:
        write = self.condition if is_condition(expr.body) else self.number
        return write(expr.body, self._there(expr, scope))

    def _there(self, expr: core.OnBoardOf, scope: Scope) -> Scope:
        """The scope of what is asked of another player."""
        return Scope(scope.locals, scope.env, self.seat_of(expr.player, scope))

    # -- conditions

    def _truth(self, expr: core.Truth, scope: Scope) -> str:
        return str(expr.value)

    def _compare(self, expr: core.Compare, scope: Scope) -> str:
        left, right = self.number(expr.left, scope), self.number(expr.right, scope)
        return f"({left} {OPERATORS[expr.operator]} {right})"

    def _and(self, expr: core.And, scope: Scope) -> str:
        parts = self.conjuncts(expr, scope)
        return self.chain("and", [lambda part=part: self.condition(*part) for part in parts])  # type: ignore[misc]

    def _or(self, expr: core.Or, scope: Scope) -> str:
        parts = sorted(expr.parts, key=lambda part: self.cost(part, scope))
        return self.chain("or", [lambda part=part: self.condition(part, scope) for part in parts])  # type: ignore[misc]

    def _not(self, expr: core.Not, scope: Scope) -> str:
        return f"(not {self.condition(expr.body, scope)})"

    def _exists(self, expr: core.Exists, scope: Scope) -> str:
        shared = self._shared_value(expr, scope)
        if shared is not None:
            return shared
        return self._search(expr.binder, expr.condition, True, scope)

    def _shared_value(self, expr: core.Exists, scope: Scope) -> str | None:
        """Whether some spaces show the same value, if nothing but that is asked: a bit for each value."""
        domain, var = expr.binder.domain, expr.binder.var
        if not isinstance(domain, core.Values) or domain.heights or expr.binder.guard != core.TRUE:
            return None
        kinds, texts = [value.kinds for value in domain.values], []
        for part in expr.condition.parts if isinstance(expr.condition, core.And) else [expr.condition]:
            shown = part.body if isinstance(part, core.OnBoardOf) else part
            if not isinstance(shown, core.ShowsValue) or shown.value.id != var.id or None in kinds:
                return None
            there = self._there(part, scope) if isinstance(part, core.OnBoardOf) else scope
            table = self.constant(fixed.classes(kinds, self.world.kinds), ("values", id(domain), "bits"))
            texts.append(f"{table}[{self._at('tops', shown.space, there)}]")
        return "(" + " & ".join(texts) + " != 0)"

    def _forall(self, expr: core.Forall, scope: Scope) -> str:
        return self._search(expr.binder, expr.condition, False, scope)

    def _search(self, binder: core.Binder, condition: core.Expr, found: bool, scope: Scope) -> str:
        """Whether some element satisfies the condition (`found`), or none fails to."""
        name = self.fresh("t")
        self.emit(f"{name} = {not found}")
        with self.over(binder, scope, condition if found else core.TRUE) as inner:
            if found:
                self.need(condition, inner)
            else:
                self.emit(f"if {self.condition(condition, inner)}: continue")
            self.emit(f"{name} = {found}")
            self.emit("break")
        return name

    def _shows(self, expr: core.Shows, scope: Scope) -> str:
        top = self._at("tops", expr.space, scope)
        if len(expr.kinds) == self.world.kinds:
            return f"({top} >= 0)"
        return f"({top} in {self.constant(expr.kinds, expr.kinds)})"

    def _shows_value(self, expr: core.ShowsValue, scope: Scope) -> str:
        value = self.local(expr.value, scope)
        shown = f"{self._at('tops', expr.space, scope)} in {value.name}.kinds"
        if value.kinds:
            return f"({shown})"
        as_high = f"{self._at('heights', expr.space, scope)} == ({value.name}.number or 0)"
        return f"({shown} if {value.name}.kinds is not None else {as_high})"

    def _one_of(self, expr: core.OneOf, scope: Scope) -> str:
        kinds = f"{self.name(expr.value, scope)}.kinds"
        return f"({kinds} is not None and not {kinds}.isdisjoint({self.constant(expr.kinds, expr.kinds)}))"

    def _face_down(self, expr: core.FaceDown, scope: Scope) -> str:
        return f"({self._at('tops', expr.space, scope)} == {DOWN})"

    def _capped(self, expr: core.Capped, scope: Scope) -> str:
        return f"({self.world.marks[expr.cap]!r} in {self._at('caps', expr.space, scope)})"

    def _agree(self, expr: core.Agree, scope: Scope) -> str:
        table = self.constant(fixed.classes(expr.classes, self.world.kinds), ("classes", expr.classes))
        left, right = self._at("tops", expr.left, scope), self._at("tops", expr.right, scope)
        return f"({table}[{left}] & {table}[{right}] != 0)"

    def _inside(self, expr: core.Inside, scope: Scope) -> str:
        spaces, space = self.spaces(expr.of, scope), self.name(expr.space, scope)
        return f"({space} in {spaces})" if spaces else f"({space} == {self.name(expr.of, scope)})"

    def _in_region(self, expr: core.InRegion, scope: Scope) -> str:
        region = self.table(("region", expr.region), lambda g: g.region(expr.region), scope)
        return f"({self.name(expr.space, scope)} in {region})"

    def _same_line(self, expr: core.SameLine, scope: Scope) -> str:
        lines = self.table(("same", expr.kind), lambda g: fixed.same_line(g, expr.kind), scope)
        return f"({self.name(expr.right, scope)} in {lines}[{self.name(expr.left, scope)}])"

    def _near(self, expr: core.Near, scope: Scope) -> str:
        around = self.near(expr.neighbors.shape, expr.neighbors.distance, scope)
        return f"({self.name(expr.left, scope)} in {around}[{self.name(expr.neighbors.space, scope)}])"

    def _flagged(self, expr: core.Flagged, scope: Scope) -> str:
        return f"({self._at('flags', expr.space, scope)} & {1 << self.world.flags[expr.mark]} != 0)"

    def _rule_holds(self, expr: core.RuleHolds, scope: Scope) -> str:
        said = [self.ruled(*known, expr.of, scope) for known in self.rulings[expr.rule]]
        return self.chain("or", [lambda one=one: self.condition(*one) for one in said])  # type: ignore[misc]

    def _same(self, expr: core.Same, scope: Scope) -> str:
        left, right = self.spaces(expr.left, scope), self.spaces(expr.right, scope)
        if left and right:
            return f"(set({left}) == set({right}))"
        return f"({self.name(expr.left, scope)} == {self.name(expr.right, scope)})"


_TEXTS: dict[type, Callable[..., Any]] = {
    core.Const: Phrases._const,
    core.Add: Phrases._add,
    core.Mul: Phrases._mul,
    core.Div: Phrases._div,
    core.If: Phrases._pick,
    core.ExtremeOf: Phrases._extreme_of,
    core.Lookup: Phrases._table,
    core.Sum: Phrases._sum,
    core.Best: Phrases._best,
    core.Height: Phrases._height,
    core.Attribute: Phrases._attribute,
    core.NumberOf: Phrases._number_of,
    core.CounterOf: Phrases._counter_of,
    core.RuleNumber: Phrases._rule_number,
    core.Award: Phrases._award,
    core.OnBoardOf: Phrases._on_board_of,
    core.Truth: Phrases._truth,
    core.Compare: Phrases._compare,
    core.And: Phrases._and,
    core.Or: Phrases._or,
    core.Not: Phrases._not,
    core.Exists: Phrases._exists,
    core.Forall: Phrases._forall,
    core.Shows: Phrases._shows,
    core.ShowsValue: Phrases._shows_value,
    core.OneOf: Phrases._one_of,
    core.FaceDown: Phrases._face_down,
    core.Capped: Phrases._capped,
    core.Agree: Phrases._agree,
    core.Inside: Phrases._inside,
    core.InRegion: Phrases._in_region,
    core.SameLine: Phrases._same_line,
    core.Near: Phrases._near,
    core.Flagged: Phrases._flagged,
    core.RuleHolds: Phrases._rule_holds,
    core.Same: Phrases._same,
}
