"""The meaning of the core calculus, written once: one method for each node, over any domain."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Generic

from tilewright.core import expr as core
from tilewright.core.node import never_negative
from tilewright.core.walk import free, variables
from tilewright.meaning.domain import B, Domain, Element, Env, Loop, LoopRange, N, Ruling


class Evaluator(Generic[N, B]):
    """Evaluates expressions; `rules` are the named rules of the game, each as its rulings in force, oldest first.

    `number` and `condition` take an expression, an environment (the values of its free variables) and the seat for
    which it is evaluated, an element of the domain.
    """

    def __init__(self, domain: Domain[N, B], rules: Mapping[str, Sequence[Ruling]] | None = None) -> None:
        self.domain = domain
        self.rules = {} if rules is None else rules

    def number(self, expr: core.Expr, env: Env, seat: Element) -> N:
        """The value of a number."""
        result: N = _NUMBERS[type(expr)](self, expr, env, seat)
        return result

    def condition(self, expr: core.Expr, env: Env, seat: Element) -> B:
        """The value of a condition."""
        result: B = _CONDITIONS[type(expr)](self, expr, env, seat)
        return result

    def each(self, binder: core.Binder, env: Env, seat: Element, body: core.Expr = core.TRUE) -> Loop[B]:
        """The elements that satisfy a binder, as a loop for the domain; `body` will be evaluated in it."""
        guard = None if binder.guard == core.TRUE else lambda inner: self.condition(binder.guard, inner, seat)
        apart, asked = None, (binder.guard, body)
        if isinstance(binder.domain, core.SpacesOf) and all(binder.domain.of not in variables(node) for node in asked):
            others = (env.get(var.id) for node in asked for var in free(node) if var != binder.var)
            apart = (*asked, seat, *others)
        range = self.range(binder.domain, env, seat)
        return Loop(binder.var, range, env, guard, apart, _largest_size(binder), _shown(binder))

    def range(self, domain: core.RangeExpr, env: Env, seat: Element) -> LoopRange:
        """The range of a binder."""
        return _RANGES[type(domain)](self, domain, env, seat)

    # -- ranges

    def _spaces(self, range: core.Spaces, env: Env, seat: Element) -> LoopRange:
        return self.domain.spaces(seat)

    def _neighbors(self, range: core.Neighbors, env: Env, seat: Element) -> LoopRange:
        return self.domain.neighbors(seat, env[range.space.id], range)

    def _between(self, range: core.Between, env: Env, seat: Element) -> LoopRange:
        return self.domain.between(seat, env[range.first.id], env[range.last.id])

    def _lines(self, range: core.Lines, env: Env, seat: Element) -> LoopRange:
        return self.domain.lines(seat, range)

    def _spaces_of(self, range: core.SpacesOf, env: Env, seat: Element) -> LoopRange:
        if range.of.sort == core.SPACE:
            return self.domain.neighbors(seat, env[range.of.id], core.Neighbors(range.of, "itself"))
        return self.domain.members(env[range.of.id])

    def _groups(self, range: core.Groups, env: Env, seat: Element) -> LoopRange:
        binder = range.binder
        return self.domain.groups(
            seat, lambda space: self.condition(binder.guard, env | {binder.var.id: space}, seat), range.same
        )

    def _runs(self, range: core.Runs, env: Env, seat: Element) -> LoopRange:
        first, guard = range.binder.var.id, range.binder.guard

        def linked(link: core.Binder, one: Element, other: Element) -> B:
            return self.condition(link.guard, env | {first: one, link.var.id: other}, seat)

        links = [partial(linked, link) for link in range.links]

        def member(space: Element) -> B:
            return self.condition(guard, env | {first: space}, seat)

        return self.domain.runs(seat, member, links, range.along)

    def _values(self, range: core.Values, env: Env, seat: Element) -> LoopRange:
        return self.domain.heights(seat) if range.heights else self.domain.values(range.values)

    def _players(self, range: core.Players, env: Env, seat: Element) -> LoopRange:
        return self.domain.players(range.which, seat, range.place)

    def _axes(self, range: core.Axes, env: Env, seat: Element) -> LoopRange:
        return self.domain.axes(range.names)

    def _image(self, range: core.Image, env: Env, seat: Element) -> LoopRange:
        axis = self.domain.axis(range.axis) if isinstance(range.axis, str) else env[range.axis.id]
        return self.domain.image(seat, axis, env[range.space.id])

    def _areas(self, range: core.Areas, env: Env, seat: Element) -> LoopRange:
        return self.domain.maps.areas(seat, None if range.of is None else env[range.of.id])

    def _patches(self, range: core.Patches, env: Env, seat: Element) -> LoopRange:
        return self.domain.maps.patches(seat, env[range.space.id])

    def _tiles_of(self, range: core.TilesOf, env: Env, seat: Element) -> LoopRange:
        return self.domain.maps.tiles_of(seat, env[range.of.id], range.of.sort)

    def _turns(self, range: core.Turns, env: Env, seat: Element) -> LoopRange:
        return self.domain.maps.turns(seat, env[range.space.id])

    # -- numbers

    def _const(self, expr: core.Const, env: Env, seat: Element) -> N:
        return self.domain.number(expr.value)

    def _add(self, expr: core.Add, env: Env, seat: Element) -> N:
        return self.domain.add([self.number(part, env, seat) for part in expr.parts])

    def _mul(self, expr: core.Mul, env: Env, seat: Element) -> N:
        return self.domain.times(self.number(expr.left, env, seat), self.number(expr.right, env, seat))

    def _div(self, expr: core.Div, env: Env, seat: Element) -> N:
        return self.domain.divide(self.number(expr.left, env, seat), self.number(expr.right, env, seat))

    def _mod(self, expr: core.Mod, env: Env, seat: Element) -> N:
        return self.domain.remainder(self.number(expr.left, env, seat), self.number(expr.right, env, seat))

    def _if(self, expr: core.If, env: Env, seat: Element) -> N:
        return self.domain.if_else(
            lambda: self.condition(expr.condition, env, seat),
            lambda: self.number(expr.then, env, seat),
            lambda: self.number(expr.otherwise, env, seat),
        )

    def _extreme_of(self, expr: core.MinMax, env: Env, seat: Element) -> N:
        return self.domain.extreme_of(expr.which, [self.number(part, env, seat) for part in expr.parts])

    def _lookup(self, expr: core.Lookup, env: Env, seat: Element) -> N:
        return self.domain.table(self.number(expr.body, env, seat), expr.entries)

    def _sum(self, expr: core.Sum, env: Env, seat: Element) -> N:
        def work_out() -> N:
            each = self.each(expr.binder, env, seat, expr.body)
            alike = expr.binder.var not in variables(expr.body)
            return self.domain.total(each, lambda inner: self.number(expr.body, inner, seat), alike)

        return self.domain.shared(expr, env, seat, work_out)

    def _extremum(self, expr: core.Extremum, env: Env, seat: Element) -> N:
        def work_out() -> N:
            each, inside = self.each(expr.binder, env, seat, expr.body), _weight_of_groups(expr)
            weight = None
            if inside is not None:
                var, worth = inside.binder.var.id, inside.body
                weight = lambda space: self.number(worth, env | {var: space}, seat)  # noqa: E731
            body = lambda inner: self.number(expr.body, inner, seat)  # noqa: E731
            return self.domain.best(expr.which, each, body, weight, expr.rank)

        return self.domain.shared(expr, env, seat, work_out)

    def _height(self, expr: core.Height, env: Env, seat: Element) -> N:
        return self.domain.board(seat).height(env[expr.space.id])

    def _attribute(self, expr: core.Attribute, env: Env, seat: Element) -> N:
        return self.domain.board(seat).attribute(env[expr.space.id], expr.numbers)

    def _number_of(self, expr: core.NumberOf, env: Env, seat: Element) -> N:
        return self.domain.number_of(env[expr.value.id])

    def _distance(self, expr: core.Distance, env: Env, seat: Element) -> N:
        return self.domain.distance(seat, env[expr.one.id], env[expr.other.id])

    def _counter_of(self, expr: core.CounterOf | core.SignedCounter, env: Env, seat: Element) -> N:
        return self.domain.counter(seat, expr.name)

    def _seat_number(self, expr: core.SeatNumber, env: Env, seat: Element) -> N:
        return self.domain.seat_number(seat)

    def _rule_number(self, expr: core.RuleNumber, env: Env, seat: Element) -> N:
        first, *later = self._ruled(expr.rule, env[expr.of.id])
        found = partial(self.number, first[0].body, first[1], seat)
        for ruling, inner in later:
            found = partial(self._changed, found, ruling, inner, seat)
        return found()

    def _changed(self, before: Callable[[], N], ruling: Ruling, env: Env, seat: Element) -> N:
        """A number with a later ruling applied to it."""
        new = partial(self.number, ruling.body, env, seat)
        if ruling.also:
            return self.domain.add([before(), new()])
        return self.domain.if_else(partial(self.condition, ruling.where, env, seat), new, before)

    def _award(self, expr: core.Award, env: Env, seat: Element) -> N:
        return self.domain.award(lambda: self.number(expr.amount, env, seat), expr.span)

    def _number_on_board_of(self, expr: core.OnBoardOf, env: Env, seat: Element) -> N:
        return self.domain.elsewhere(env[expr.player.id], lambda there: self.number(expr.body, env, there))

    # -- conditions

    def _truth(self, expr: core.Truth, env: Env, seat: Element) -> B:
        return self.domain.truth(expr.value)

    def _compare(self, expr: core.Compare, env: Env, seat: Element) -> B:
        left, right = self.number(expr.left, env, seat), self.number(expr.right, env, seat)
        return self.domain.compare(expr.operator, left, right)

    def _and(self, expr: core.And, env: Env, seat: Element) -> B:
        return self.domain.every([partial(self.condition, part, env, seat) for part in expr.parts])

    def _or(self, expr: core.Or, env: Env, seat: Element) -> B:
        return self.domain.some([partial(self.condition, part, env, seat) for part in expr.parts])

    def _not(self, expr: core.Not, env: Env, seat: Element) -> B:
        return self.domain.invert(self.condition(expr.body, env, seat))

    def _exists(self, expr: core.Exists, env: Env, seat: Element) -> B:
        def work_out() -> B:
            each = self.each(expr.binder, env, seat, expr.condition)
            return self.domain.exists(each, lambda inner: self.condition(expr.condition, inner, seat))

        return self.domain.shared(expr, env, seat, work_out)

    def _forall(self, expr: core.Forall, env: Env, seat: Element) -> B:
        def work_out() -> B:
            each = self.each(expr.binder, env, seat, expr.condition)
            return self.domain.forall(each, lambda inner: self.condition(expr.condition, inner, seat))

        return self.domain.shared(expr, env, seat, work_out)

    def _shows(self, expr: core.Shows, env: Env, seat: Element) -> B:
        return self.domain.board(seat).shows(env[expr.space.id], expr.kinds)

    def _shows_value(self, expr: core.ShowsValue, env: Env, seat: Element) -> B:
        return self.domain.shows_value(seat, env[expr.space.id], env[expr.value.id])

    def _one_of(self, expr: core.OneOf, env: Env, seat: Element) -> B:
        return self.domain.one_of(env[expr.value.id], expr.kinds)

    def _face_down(self, expr: core.FaceDown, env: Env, seat: Element) -> B:
        return self.domain.board(seat).face_down(env[expr.space.id])

    def _capped(self, expr: core.Capped, env: Env, seat: Element) -> B:
        return self.domain.board(seat).capped(env[expr.space.id], expr.cap)

    def _capped_by(self, expr: core.CappedBy, env: Env, seat: Element) -> B:
        return self.domain.maps.capped_by(seat, env[expr.space.id], expr.cap, env[expr.player.id])

    def _fits(self, expr: core.Fits, env: Env, seat: Element) -> B:
        return self.domain.maps.fits(seat, env[expr.space.id], env[expr.face.id])

    def _loose(self, expr: core.HasOpenEdge, env: Env, seat: Element) -> B:
        return self.domain.maps.loose(seat, env[expr.space.id])

    def _inside(self, expr: core.Inside, env: Env, seat: Element) -> B:
        space, owner = env[expr.space.id], env[expr.of.id]
        if expr.of.sort == core.SPACE:
            return self.domain.same(space, owner, core.SPACE)
        return self.domain.inside(space, owner)

    def _in_region(self, expr: core.InRegion, env: Env, seat: Element) -> B:
        return self.domain.in_region(seat, env[expr.space.id], expr.region)

    def _near(self, expr: core.Near, env: Env, seat: Element) -> B:
        around = expr.neighbors
        return self.domain.near(seat, env[expr.left.id], env[around.space.id], around)

    def _flagged(self, expr: core.Flagged, env: Env, seat: Element) -> B:
        return self.domain.board(seat).flagged(env[expr.space.id], expr.mark)

    def _rule_holds(self, expr: core.RuleHolds, env: Env, seat: Element) -> B:
        said = self._ruled(expr.rule, env[expr.of.id])
        parts = [partial(self.condition, ruling.body, inner, seat) for ruling, inner in said]
        return self.domain.shared(expr, env, seat, lambda: parts[0]() if len(parts) == 1 else self.domain.some(parts))

    def _same(self, expr: core.Same, env: Env, seat: Element) -> B:
        return self.domain.same(env[expr.left.id], env[expr.right.id], expr.left.sort)

    def _condition_on_board_of(self, expr: core.OnBoardOf, env: Env, seat: Element) -> B:
        return self.domain.elsewhere(env[expr.player.id], lambda there: self.condition(expr.body, env, there))

    # -- named rules

    def _ruled(self, rule: str, of: Element) -> list[tuple[Ruling, Env]]:
        """The rulings in effect for an element: the last one that replaces the others unconditionally, and later ones."""
        rulings = self.rules[rule]
        whole = (i for i, ruling in enumerate(rulings) if not ruling.also and ruling.where == core.TRUE)
        return [(ruling, ruling.env | {ruling.parameter.id: of}) for ruling in rulings[max(whole, default=0) :]]


def _weight_of_groups(expr: core.Extremum) -> core.Sum | None:
    """If an expression is the maximum over all groups of a sum over a group's spaces: that sum."""
    binder, body = expr.binder, expr.body
    if not isinstance(binder.domain, core.Groups) or binder.guard != core.TRUE or (expr.which, expr.rank) != ("max", 1):
        return None
    if not isinstance(body, core.Sum) or body.binder.domain != core.SpacesOf(binder.var):
        return None
    plain = body.binder.guard == core.TRUE and binder.var not in variables(body.body)
    return body if plain and never_negative(body.body) else None


def _largest_size(binder: core.Binder) -> int | None:
    """The maximum size of a group according to a guard that compares its size with a constant; None if there is none."""
    if not isinstance(binder.domain, core.Groups):
        return None
    parts = binder.guard.parts if isinstance(binder.guard, core.And) else (binder.guard,)
    found = [_size_allowed(part, binder.var) for part in parts if isinstance(part, core.Compare)]
    return min((size for size in found if size is not None), default=None)


def _shown(binder: core.Binder) -> core.Shows | core.Capped | None:
    """What every space of an element must show, if a guard asks that first; None if it asks something else."""
    asked = binder.guard.parts[0] if isinstance(binder.guard, core.And) else binder.guard
    var = binder.var
    if isinstance(asked, core.Forall):
        inner = asked.binder
        if inner.domain != core.SpacesOf(var) or inner.guard != core.TRUE:
            return None
        asked, var = asked.condition, inner.var
    return asked if isinstance(asked, (core.Shows, core.Capped)) and asked.space == var else None


def _size_allowed(compared: core.Compare, group: core.Var) -> int | None:
    """The maximum size of a group for which a comparison can hold; None if there is none."""
    match compared.left, compared.right:
        case core.Sum(binder=inner, body=core.Const(value=1)), core.Const(value=bound):
            counts_all = inner.domain == core.SpacesOf(group) and inner.guard == core.TRUE
            if counts_all and compared.operator in ("=", "<=", "<"):
                return bound - (compared.operator == "<")
        case _:  # no bound
            pass
    return None


_RANGES: dict[type, Callable[..., LoopRange]] = {
    core.Spaces: Evaluator._spaces,
    core.Neighbors: Evaluator._neighbors,
    core.Between: Evaluator._between,
    core.Lines: Evaluator._lines,
    core.SpacesOf: Evaluator._spaces_of,
    core.Groups: Evaluator._groups,
    core.Runs: Evaluator._runs,
    core.Values: Evaluator._values,
    core.Players: Evaluator._players,
    core.Axes: Evaluator._axes,
    core.Image: Evaluator._image,
    core.Areas: Evaluator._areas,
    core.Patches: Evaluator._patches,
    core.TilesOf: Evaluator._tiles_of,
    core.Turns: Evaluator._turns,
}
_NUMBERS: dict[type, Callable[..., Any]] = {
    core.Const: Evaluator._const,
    core.Add: Evaluator._add,
    core.Mul: Evaluator._mul,
    core.Div: Evaluator._div,
    core.Mod: Evaluator._mod,
    core.If: Evaluator._if,
    core.MinMax: Evaluator._extreme_of,
    core.Lookup: Evaluator._lookup,
    core.Sum: Evaluator._sum,
    core.Extremum: Evaluator._extremum,
    core.Height: Evaluator._height,
    core.Attribute: Evaluator._attribute,
    core.NumberOf: Evaluator._number_of,
    core.Distance: Evaluator._distance,
    core.CounterOf: Evaluator._counter_of,
    core.SignedCounter: Evaluator._counter_of,
    core.SeatNumber: Evaluator._seat_number,
    core.RuleNumber: Evaluator._rule_number,
    core.Award: Evaluator._award,
    core.OnBoardOf: Evaluator._number_on_board_of,
}
_CONDITIONS: dict[type, Callable[..., Any]] = {
    core.Truth: Evaluator._truth,
    core.Compare: Evaluator._compare,
    core.And: Evaluator._and,
    core.Or: Evaluator._or,
    core.Not: Evaluator._not,
    core.Exists: Evaluator._exists,
    core.Forall: Evaluator._forall,
    core.Shows: Evaluator._shows,
    core.ShowsValue: Evaluator._shows_value,
    core.OneOf: Evaluator._one_of,
    core.FaceDown: Evaluator._face_down,
    core.Capped: Evaluator._capped,
    core.CappedBy: Evaluator._capped_by,
    core.Fits: Evaluator._fits,
    core.HasOpenEdge: Evaluator._loose,
    core.Inside: Evaluator._inside,
    core.InRegion: Evaluator._in_region,
    core.Near: Evaluator._near,
    core.Flagged: Evaluator._flagged,
    core.RuleHolds: Evaluator._rule_holds,
    core.Same: Evaluator._same,
    core.OnBoardOf: Evaluator._condition_on_board_of,
}
