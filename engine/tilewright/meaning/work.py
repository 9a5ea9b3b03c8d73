"""The work of a rule, bounded without unrolling it: the domain in which a number is its cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb

from tilewright.core import expr as core
from tilewright.core.build import is_condition
from tilewright.core.play import RuleDef
from tilewright.core.walk import CAP, USUAL, Extent, free
from tilewright.meaning.domain import Element, Entries, Env, Loop, Ruling, X
from tilewright.meaning.evaluator import Evaluator
from tilewright.source import Span
from tilewright.table.geometry import DIAGONAL_SIDES, SIDES, SLOPE, STRAIGHT

PATCHES = 9
"""The assumed maximum number of patches on a tile."""
_DEPTH = 4  # nesting depth of groups up to which their sizes are distinguished


def work(rule: core.Expr | core.Binder, extent: Extent = USUAL, named: Iterable[RuleDef] = ()) -> int:
    """An upper bound of the number of evaluations of expressions for one player.

    By default on a usual board. For a binder: to find its elements. `named` are the named rules that may be used; all
    rulings of one name count.
    """
    rulings: dict[str, list[Ruling]] = {}
    for one in named:
        rulings.setdefault(one.name, []).append(Ruling(one.parameter, one.body, _ones(one.body), also=True))
    evaluator: Evaluator[int, int] = Evaluator(Work(extent), rulings)
    asked = core.Exists(rule, core.TRUE) if isinstance(rule, core.Binder) else rule
    return (evaluator.condition if is_condition(asked) else evaluator.number)(asked, _ones(asked), 0)


def elements(domain: core.Neighbors | core.Between, extent: Extent) -> int:
    """The maximum number of spaces near one, or between two."""
    found: WorkRange = Evaluator[int, int](Work(extent)).range(domain, _ones(domain), 0)
    return sum(count for count, _ in found.elements)


def _ones(expr: core.Expr | core.RangeExpr) -> Env:
    """Bindings for an expression: each variable to an element of one space."""
    return dict.fromkeys((var.id for var in free(expr)), 1)


@dataclass(frozen=True)
class WorkRange:
    """A range: the cost of finding its elements, and their numbers by size.

    An element is represented by its number of spaces: for a line or group the maximum, else 1.
    """

    cost: int
    elements: tuple[tuple[int, int], ...]


class CostOfAll(int):
    """The cost of a conjunction, and that of its `first` part: the others are only evaluated where that holds."""

    first: int


class Work:
    """`meaning.domain.Domain` in which numbers and bits are their costs in evaluations."""

    def __init__(self, extent: Extent) -> None:
        self.extent = extent
        self._depth = 0
        self._known: dict[tuple[object, ...], object] = {}

    # -- numbers and bits

    def _steps(self, parts: Iterable[int]) -> int:
        return min(CAP, 1 + sum(parts))

    def number(self, value: int) -> int:
        return 1

    def truth(self, value: bool) -> int:
        return 1

    def add(self, parts: Sequence[int]) -> int:
        return self._steps(parts)

    def times(self, left: int, right: int) -> int:
        return self._steps((left, right))

    def divide(self, left: int, right: int) -> int:
        return self._steps((left, right))

    def remainder(self, left: int, right: int) -> int:
        return self._steps((left, right))

    def extreme_of(self, which: str, parts: Sequence[int]) -> int:
        return self._steps(parts)

    def table(self, body: int, entries: Entries) -> int:
        return self._steps((body,))

    def if_else(self, condition: Callable[[], int], then: Callable[[], int], otherwise: Callable[[], int]) -> int:
        return self._steps((condition(), then(), otherwise()))

    def award(self, amount: Callable[[], int], span: Span) -> int:
        return self._steps((amount(),))

    def compare(self, operator: str, left: int, right: int) -> int:
        return self._steps((left, right))

    def every(self, parts: Sequence[Callable[[], int]]) -> int:
        costs = [part() for part in parts]
        found = CostOfAll(self._steps(costs))
        found.first = self._steps(costs[:1])
        return found

    def some(self, parts: Sequence[Callable[[], int]]) -> int:
        return self._steps(part() for part in parts)

    def invert(self, bit: int) -> int:
        return self._steps((bit,))

    # -- loops

    def _loop(self, each: Loop[int], body: Callable[[Env], int]) -> int:
        rounds: WorkRange = each.range
        elements = rounds.elements
        if len(elements) > 1 and self._depth >= _DEPTH:
            elements = ((sum(count for count, _ in elements), max(element for _, element in elements)),)
        self._depth += len(elements) > 1
        steps = [rounds.cost]
        for count, element in elements:
            inner = each.bind(element)
            guard = 1 if each.guard is None else each.guard(inner)
            first = guard.first if isinstance(guard, CostOfAll) else guard
            left = count if each.shown is None else min(count, comb(self.extent.most(each.shown), element))
            steps += [count * first, left * (body(inner) + guard - first)]
        self._depth -= len(elements) > 1
        return self._steps(steps)

    def total(self, each: Loop[int], body: Callable[[Env], int], alike: bool) -> int:
        return self._loop(each, body)

    def best(
        self,
        which: str,
        each: Loop[int],
        body: Callable[[Env], int],
        weight: Callable[[Element], int] | None,
        rank: int,
    ) -> int:
        return self._loop(each, body)

    def exists(self, each: Loop[int], condition: Callable[[Env], int]) -> int:
        return self._loop(each, condition)

    def forall(self, each: Loop[int], condition: Callable[[Env], int]) -> int:
        return self._loop(each, condition)

    # -- ranges

    def _some(self, count: int, element: int = 1) -> WorkRange:
        return WorkRange(1, ((count, element),))

    def spaces(self, seat: Element) -> WorkRange:
        return self._some(self.extent.spaces)

    def neighbors(self, seat: Element, space: int, around: core.Neighbors) -> WorkRange:
        shape, spaces = around.shape, self.extent.spaces
        steps = self.extent.rows + self.extent.columns if around.distance is None else around.distance
        if shape == "itself":
            return self._some(1)
        if shape == "orthogonal":
            return self._some(min(spaces, self.extent.touching * steps * (steps + 1) // 2))
        rows, columns = self.extent.rows, self.extent.columns
        if shape in SIDES or shape in DIAGONAL_SIDES:
            return self._some(min(steps, max(rows, columns)))
        if shape == STRAIGHT:
            return self._some(min(8 * steps, rows + columns + 2 * min(rows, columns) - 4))
        reached = (2 * steps + 1) ** 2 - 1 if shape in ("diagonal", "surrounding") else 8**steps
        return self._some(min(spaces, reached))

    def between(self, seat: Element, first: int, last: int) -> WorkRange:
        return self._some(max(0, max(self.extent.rows, self.extent.columns) - 2))

    def lines(self, seat: Element, which: core.Lines) -> WorkRange:
        rows, columns = self.extent.rows, self.extent.columns
        count, longest = {
            "row": (rows, columns),
            "column": (columns, rows),
            "line": ((self.extent.touching - 2) * (rows + columns) // 2, max(rows, columns)),
            "diagonal": (2, max(rows, columns)),
            SLOPE: (2 * (rows + columns), min(rows, columns)),
            STRAIGHT: (3 * (rows + columns), max(rows, columns)),
            "quadrant": (4, (rows // 2) * (columns // 2)),
            "square": ((rows - 1) * (columns - 1), 4),
            "edge": (4, max(rows, columns)),
            "pair": (rows * columns * (rows * columns - 1) // 2, 2),
            "adjacent pair": (rows * (columns - 1) + columns * (rows - 1), 2),
        }[which.kind]
        return self._some(count if which.at is None else min(count, 1), longest)

    def members(self, part: int) -> WorkRange:
        return self._some(part)

    def groups(self, seat: Element, member: Callable[[Element], int], same: core.Values | None) -> WorkRange:
        """Groups are disjoint: at worst one has all spaces but one for each of the others."""
        spaces, values = self.extent.spaces, 0
        if same is not None:
            values = min(self.extent.tallest, spaces) if same.heights else len(same.values)
        looking = self.extent.tallest * spaces if same is not None and same.heights else values
        cost = min(CAP, 2 + spaces * (member(1) + max(1, values)) + looking)
        return WorkRange(cost, ((spaces if same or self.extent.touching > 6 else (spaces + 1) // 2, 1), (1, spaces)))

    def runs(
        self,
        seat: Element,
        member: Callable[[Element], int],
        links: Sequence[Callable[[Element, Element], int]],
        along: str,
    ) -> WorkRange:
        """The runs of one line and link are disjoint: at worst one has all spaces but two for each of the others."""
        (count, longest), spaces = self.lines(seat, core.Lines(along)).elements[0], self.extent.spaces
        joints = (4 if along == STRAIGHT else self.extent.touching // 2) * spaces * sum(link(1, 1) for link in links)
        lines, others = count * len(links), max(longest // 2 - 1, 0)
        return WorkRange(min(CAP, 2 + spaces * (member(1) + 2) + joints), ((lines * others, 2), (lines, longest)))

    def values(self, values: Sequence[core.Value]) -> WorkRange:
        return self._some(len(values))

    def heights(self, seat: Element) -> WorkRange:
        tallest, spaces = self.extent.tallest, self.extent.spaces
        return WorkRange(1 + tallest * spaces, ((min(tallest, spaces), 1),))

    def players(self, which: str, seat: Element, place: str) -> WorkRange:
        return self._some({"self": 1, "left": 1, "right": 1, "adjacent": 2}.get(which, self.extent.players))

    def axes(self, names: Sequence[str]) -> WorkRange:
        return self._some(len(names))

    def image(self, seat: Element, axis: Element, space: Element) -> WorkRange:
        return self._some(1)

    # -- elements

    def axis(self, name: str) -> Element:
        return 1

    def elsewhere(self, player: Element, body: Callable[[Element], X]) -> X:
        return body(player)

    def same(self, left: Element, right: Element, sort: str) -> int:
        return 1

    def inside(self, space: Element, part: Element) -> int:
        return 1

    def in_region(self, seat: Element, space: Element, region: str) -> int:
        return 1

    def near(self, seat: Element, left: Element, right: Element, around: core.Neighbors) -> int:
        return 1

    def one_of(self, value: Element, kinds: frozenset[int]) -> int:
        return 1

    def number_of(self, value: Element) -> int:
        return 1

    def distance(self, seat: Element, one: Element, other: Element) -> int:
        return 1

    def shows_value(self, seat: Element, space: Element, value: Element) -> int:
        return 1

    def board(self, seat: Element) -> BoardWork:
        return BoardWork()

    @property
    def maps(self) -> MapsWork:
        return MapsWork(self.extent.pieces)

    def seat_number(self, seat: Element) -> int:
        return 1

    def counter(self, seat: Element, name: str) -> int:
        return 1

    def shared(self, expr: core.Expr, env: Env, seat: Element, make: Callable[[], X]) -> X:
        key = (expr, self._depth, *(env.get(var.id) for var in free(expr)))
        if key not in self._known:
            self._known[key] = make()
        return self._known[key]  # type: ignore[return-value]


@dataclass(frozen=True)
class MapsWork:
    """`meaning.domain.Maps`: areas are maintained, so they cost as much as their patches; all areas together have all
    patches."""

    pieces: int

    def areas(self, seat: Element, patch: Element | None) -> WorkRange:
        if patch is not None:
            return WorkRange(1, ((1, self.pieces),))
        return WorkRange(1, ((self.pieces * PATCHES, 1), (1, self.pieces)))

    def patches(self, seat: Element, space: Element) -> WorkRange:
        return WorkRange(1, ((PATCHES, 1),))

    def tiles_of(self, seat: Element, part: int, sort: str) -> WorkRange:
        return WorkRange(part, ((part, 1),))

    def turns(self, seat: Element, space: Element) -> WorkRange:
        return WorkRange(1, ((4, 1),))

    def fits(self, seat: Element, space: Element, face: Element) -> int:
        return 4

    def loose(self, seat: Element, patch: Element) -> int:
        return 1

    def capped_by(self, seat: Element, space: Element, cap: str, player: Element) -> int:
        return 1


class BoardWork:
    """`meaning.domain.BoardView`: reading a space is one evaluation."""

    def height(self, space: Element) -> int:
        return 1

    def attribute(self, space: Element, numbers: tuple[tuple[int, int], ...]) -> int:
        return 1

    def shows(self, space: Element, kinds: frozenset[int]) -> int:
        return 1

    def face_down(self, space: Element) -> int:
        return 1

    def capped(self, space: Element, cap: str) -> int:
        return 1

    def flagged(self, space: Element, mark: str) -> int:
        return 1
