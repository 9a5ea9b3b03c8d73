"""Rules as data: the domain whose numbers and bits are trees of domain operations, which another program evaluates.

`web/src/offline/explained.ts` evaluates the trees as `meaning.explained` evaluates rules, with a reason for every
point. A tree is a list of the operation and its operands, or a constant. An element is the number of a variable (an
axis may be a name); for a seat, ``None`` is the player being scored. What depends only on a geometry is in
`Portable.tables`, with an entry for each seat.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import count
from typing import Any

from tilewright.core import expr as core
from tilewright.meaning.domain import Element, Entries, Env, Loop, Maps
from tilewright.meaning.emit import tables
from tilewright.meaning.evaluator import Evaluator
from tilewright.source import Source, Span
from tilewright.stopping import Unsupported
from tilewright.table.geometry import Geometry

RuleTree = Any
"""A constant, or a list of an operation and its operands."""
SAFE = 2**53 - 1
"""The largest exactly representable integer in JavaScript (ECMA-262, Number.MAX_SAFE_INTEGER)."""
_ANY = core.Var(-1, core.SPACE, "space")


class NotPortable(Unsupported):
    """Something that a page does not support; the message says what and why."""


class Portable:
    """`meaning.domain.Domain` over trees, for boards of these geometries and caps with these symbols by name.

    `awarding` are the lines of rules that award points, indexed by the numbers in the trees.
    """

    def __init__(self, geometries: Sequence[Geometry], caps: Mapping[str, str]) -> None:
        self.geometries = geometries
        self.caps = caps
        self.tables: list[RuleTree] = []
        self.awarding: list[str] = []
        self._known: dict[object, int] = {}
        self._source: Source | None = None
        self._variables = count()

    # -- entry points

    def rule(self, rule: core.Expr, source: Source) -> RuleTree:
        """The points of a rule, whose lines are in a source. Raises `NotPortable`."""
        self._source = source
        return Evaluator[RuleTree, RuleTree](self).number(rule, {}, None)

    def condition(self, var: core.Var, condition: core.Expr) -> RuleTree:
        """A condition on a space, and the number of its variable. Raises `NotPortable`."""
        space = next(self._variables)
        return [space, Evaluator[RuleTree, RuleTree](self).condition(condition, {var.id: space}, None)]

    # -- numbers

    def number(self, value: int) -> RuleTree:
        if abs(value) > SAFE:
            raise NotPortable(f"{value} is a number beyond 2^53, where JavaScript is not exact")
        return value

    def add(self, parts: Sequence[RuleTree]) -> RuleTree:
        return ["add", *parts]

    def times(self, left: RuleTree, right: RuleTree) -> RuleTree:
        return ["times", left, right]

    def divide(self, left: RuleTree, right: RuleTree) -> RuleTree:
        return ["divide", left, right]

    def remainder(self, left: RuleTree, right: RuleTree) -> RuleTree:
        return ["remainder", left, right]

    def extreme_of(self, which: str, parts: Sequence[RuleTree]) -> RuleTree:
        return ["extreme", which, *parts]

    def table(self, body: RuleTree, entries: Entries) -> RuleTree:
        for number in (number for entry in entries for number in entry):
            self.number(number or 0)
        return ["table", body, entries]

    def if_else(
        self, condition: Callable[[], RuleTree], then: Callable[[], RuleTree], otherwise: Callable[[], RuleTree]
    ) -> RuleTree:
        return ["if", condition(), then(), otherwise()]

    def award(self, amount: Callable[[], RuleTree], span: Span) -> RuleTree:
        assert self._source is not None
        key = (self._source.name, span)
        if key not in self._known:
            self._known[key] = len(self.awarding)
            self.awarding.append(self._source.slice(span))
        return ["award", amount(), self._known[key]]

    # -- conditions

    def truth(self, value: bool) -> RuleTree:
        return value

    def compare(self, operator: str, left: RuleTree, right: RuleTree) -> RuleTree:
        return ["compare", operator, left, right]

    def every(self, parts: Sequence[Callable[[], RuleTree]]) -> RuleTree:
        return ["every", *(part() for part in parts)]

    def some(self, parts: Sequence[Callable[[], RuleTree]]) -> RuleTree:
        return ["some", *(part() for part in parts)]

    def invert(self, bit: RuleTree) -> RuleTree:
        return ["not", bit]

    # -- loops

    def total(self, each: Loop[RuleTree], body: Callable[[Env], RuleTree], alike: bool) -> RuleTree:
        return ["total", *self._loop(each, body)]

    def best(
        self,
        which: str,
        each: Loop[RuleTree],
        body: Callable[[Env], RuleTree],
        weight: Callable[[Element], RuleTree] | None,
        rank: int,
    ) -> RuleTree:
        return ["best", *self._loop(each, body), which, rank]

    def exists(self, each: Loop[RuleTree], condition: Callable[[Env], RuleTree]) -> RuleTree:
        return ["exists", *self._loop(each, condition)]

    def forall(self, each: Loop[RuleTree], condition: Callable[[Env], RuleTree]) -> RuleTree:
        return ["forall", *self._loop(each, condition)]

    def _loop(self, each: Loop[RuleTree], body: Callable[[Env], RuleTree]) -> tuple[RuleTree, RuleTree]:
        """The variable with its noun and sort, the guard and the range; and the body."""
        variable = next(self._variables)
        inner = each.bind(variable)
        guard = True if each.guard is None else each.guard(inner)
        return [variable, each.var.noun, each.var.sort, guard, each.range], body(inner)

    # -- ranges

    def spaces(self, seat: Element) -> RuleTree:
        return ["spaces", seat]

    def neighbors(self, seat: Element, space: Element, around: core.Neighbors) -> RuleTree:
        return ["neighbors", seat, self._near(around), space]

    def between(self, seat: Element, first: Element, last: Element) -> RuleTree:
        return ["between", seat, self._table("between", tables.between), first, last]

    def lines(self, seat: Element, which: core.Lines) -> RuleTree:
        return ["lines", seat, self._table(which, lambda geometry: geometry.lines(which.kind, which.at))]

    def members(self, part: Element) -> RuleTree:
        return ["members", part]

    def groups(self, seat: Element, member: Callable[[Element], RuleTree], same: core.Values | None) -> RuleTree:
        space = next(self._variables)
        values = None if same is None else self.heights(seat) if same.heights else self.values(same.values)
        return ["groups", seat, space, member(space), values, self._near(core.Neighbors(_ANY))]

    def runs(
        self,
        seat: Element,
        member: Callable[[Element], RuleTree],
        links: Sequence[Callable[[Element, Element], RuleTree]],
        along: str,
    ) -> RuleTree:
        one, other = next(self._variables), next(self._variables)
        lines = self.lines(seat, core.Lines(along))
        return ["runs", seat, one, other, member(one), [link(one, other) for link in links], lines]

    def values(self, values: Sequence[core.Value]) -> RuleTree:
        return ["values", [[value.label, _sorted(value.kinds), value.number] for value in values]]

    def heights(self, seat: Element) -> RuleTree:
        return ["heights", seat]

    def players(self, which: str, seat: Element, place: str) -> RuleTree:
        if place:
            raise NotPortable(f"the place '{place}' is not on a page")
        return ["players", seat, which]

    def axes(self, names: Sequence[str]) -> RuleTree:
        return ["axes", names]

    def image(self, seat: Element, axis: Element, space: Element) -> RuleTree:
        return ["image", seat, axis, self._table("images", tables.images), space]

    def _near(self, around: core.Neighbors) -> int:
        key = (around.shape, around.distance, around.nearest)
        return self._table(key, lambda geometry: tables.neighbors(geometry, around))

    def _table(self, key: object, make: Callable[[Geometry], object]) -> int:
        """The index of a table."""
        if key not in self._known:
            self._known[key] = len(self.tables)
            self.tables.append([make(geometry) for geometry in self.geometries])
        return self._known[key]

    # -- elements

    def axis(self, name: str) -> str:
        return name

    def elsewhere(self, player: Element, body: Callable[[Element], RuleTree]) -> RuleTree:
        return ["elsewhere", body(player)]

    def same(self, left: Element, right: Element, sort: str) -> RuleTree:
        return ["same", left, right]

    def inside(self, space: Element, part: Element) -> RuleTree:
        return ["inside", space, part]

    def in_region(self, seat: Element, space: Element, region: str) -> RuleTree:
        return ["region", seat, space, self._table(("region", region), lambda g: sorted(g.region(region)))]

    def near(self, seat: Element, left: Element, right: Element, around: core.Neighbors) -> RuleTree:
        return ["near", seat, left, right, self._near(around)]

    def one_of(self, value: Element, kinds: frozenset[int]) -> RuleTree:
        return ["one of", value, sorted(kinds)]

    def number_of(self, value: Element) -> RuleTree:
        return ["number of", value]

    def distance(self, seat: Element, one: Element, other: Element) -> RuleTree:
        """The number of distances d for which the spaces are not within d steps: that is the distance."""
        longest = max(geometry.longest for geometry in self.geometries)
        reached = (self.near(seat, one, other, core.Neighbors(_ANY, distance=steps)) for steps in range(1, longest))
        apart = ["if", ["same", one, other], 0, 1]
        return self.add([apart, *(["if", ["some", ["same", one, other], near], 0, 1] for near in reached)])

    def shows_value(self, seat: Element, space: Element, value: Element) -> RuleTree:
        return ["shows value", seat, space, value]

    def board(self, seat: Element) -> PortableBoard:
        return PortableBoard(seat, self.caps)

    @property
    def maps(self) -> Maps[RuleTree]:
        raise NotPortable("a page knows no boards that grow")

    def seat_number(self, seat: Element) -> RuleTree:
        return ["seat number", seat]

    def counter(self, seat: Element, name: str) -> RuleTree:
        return ["counter", seat, name]

    # -- sharing

    def shared(self, expr: core.Expr, env: Env, seat: Element, make: Callable[[], RuleTree]) -> RuleTree:
        return make()


class PortableBoard:
    """`meaning.domain.BoardView` of a seat."""

    def __init__(self, seat: Element, caps: Mapping[str, str]) -> None:
        self.seat = seat
        self.caps = caps

    def height(self, space: Element) -> RuleTree:
        return ["height", self.seat, space]

    def attribute(self, space: Element, numbers: tuple[tuple[int, int], ...]) -> RuleTree:
        return ["attribute", self.seat, space, numbers]

    def shows(self, space: Element, kinds: frozenset[int]) -> RuleTree:
        return ["shows", self.seat, space, sorted(kinds)]

    def face_down(self, space: Element) -> RuleTree:
        return ["face-down", self.seat, space]

    def capped(self, space: Element, cap: str) -> RuleTree:
        return ["capped", self.seat, space, self.caps[cap]]

    def flagged(self, space: Element, mark: str) -> RuleTree:
        """Boards on pages are between turns, so there are no marks."""
        return False


def _sorted(kinds: frozenset[int] | None) -> list[int] | None:
    return None if kinds is None else sorted(kinds)
