"""Interval analysis of a rule over all boards: one abstract element represents all elements of a loop, for all board
sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from typing import Any

from tilewright.core import expr as core
from tilewright.meaning.domain import Element, Entries, Env, Loop, X
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.intervals import Interval, Intervals, Maybe
from tilewright.meaning.work import PATCHES
from tilewright.source import Span
from tilewright.struct import Struct, struct
from tilewright.table.board import MAX_HEIGHT
from tilewright.table.drawn import Drawn
from tilewright.table.game import BoardDef, Game
from tilewright.table.geometry import STEPS, STRAIGHT, Geometry

Regions = frozenset[str]


@dataclass(frozen=True)
class BoardSizes:
    """The possible sizes of a board.

    Counts grow with the board, apart from parity and squareness, so the three smallest and the largest sizes bound
    them. `small` has every pair of the three: neighborhoods on larger boards are the same.
    """

    small: tuple[Geometry, ...]
    large: tuple[Geometry, ...]

    @property
    def drawn(self) -> bool:
        """Whether the board is a graph given by a picture."""
        return isinstance(self.large[-1], Drawn)

    @property
    def most_apart(self) -> int:
        """The size of the largest set of pairwise nonadjacent spaces: on a full grid, half of them."""
        spaces = self.spaces()[1]
        return spaces if self.drawn else (spaces + 1) // 2

    @cache  # noqa: B019 (there is one for each board of a game)
    def keeps(self, axis: str) -> bool:
        """Whether a symmetry maps all spaces onto the board."""
        return all(None not in board.image(axis) for board in self.small + self.large)

    @property
    def longest(self) -> int:
        """The largest distance of two spaces."""
        return max(board.longest for board in self.small + self.large)

    def lines_through(self, along: str) -> int:
        """The largest number of lines of a kind (`core.Runs`) through a space."""
        board = self.small[-1]
        return max(sum(space in line for line in board.lines(along)) for space in range(board.size))

    @cache  # noqa: B019
    def spaces(self, regions: Regions = frozenset()) -> Interval:
        """The number of spaces in the intersection of regions; without regions, on the board."""
        return _bounds(len(_common(board, regions)) for board in self.small + self.large)

    @cache  # noqa: B019
    def within(self, regions: Regions, region: str) -> Maybe:
        """Whether the intersection of `regions` is part of `region`."""
        found = [(_common(board, regions), board.region(region)) for board in self.small + self.large]
        if all(known <= asked for known, asked in found):
            return True
        return None if any(known & asked for known, asked in found) else False

    @cache  # noqa: B019
    def lines(self, kind: str, at: int | None = None) -> tuple[Interval, Interval]:
        """The number of lines of a kind (with `at`: at that index), and their lengths."""
        if kind == "pair" and at is None:
            low, high = self.spaces()
            return (low * (low - 1) // 2, high * (high - 1) // 2), (2, 2) if high > 1 else (0, 0)
        found = [board.lines(kind, at) for board in self.small + self.large]
        return _bounds(map(len, found)), _bounds(len(line) for lines in found for line in lines)

    @cache  # noqa: B019
    def near(self, regions: Regions, shape: str, distance: int | None = 1, nearest: int = 1) -> Interval:
        """The number of neighbors of a space in the intersection of regions (`core.Neighbors`)."""
        same_line = shape.startswith("same ") or shape == STRAIGHT
        boards = self.small + self.large if same_line else self.small
        least = [
            board.neighbors(space, shape, distance if shape == STRAIGHT else nearest, nearest)
            for board in boards
            for space in _common(board, regions)
        ]
        low, high = _bounds(map(len, least))
        largest = self.large[-1]
        if isinstance(largest, Drawn):
            return _bounds(
                len(largest.neighbors(space, shape, distance, nearest)) for space in _common(largest, regions)
            )
        steps = largest.steps(shape) if not same_line else ()
        if not steps or (distance == 1 and shape in STEPS):
            return low, high
        reach = largest.rows if distance is None else min(distance, largest.rows)
        side = 1 + 2 * reach * max(max(map(abs, step)) for step in steps)
        around = replace(largest, rows=side, columns=side)
        reached = around.neighbors(around.size // 2, shape, reach, nearest)
        return low, min(len(reached), self.spaces()[1] - 1)


@cache
def sizes_of(board: BoardDef) -> BoardSizes:
    """The possible sizes of a board."""
    if board.fixed:
        return BoardSizes((board.geometry,), (board.geometry,))
    sides = [n for n in range(board.low, board.high + 1) if board.allows(n, n)]
    small = product(sides[:3], repeat=2)
    large = ((sides[0], sides[-1]), (sides[-1], sides[0]), (sides[-1], sides[-1]))
    return BoardSizes(tuple(board.sized(*pair) for pair in small), tuple(board.sized(*pair) for pair in large))


def _common(board: Geometry, regions: Regions) -> frozenset[int]:
    return board.region("board").intersection(*map(board.region, regions))


def _bounds(counts: Iterable[int]) -> Interval:
    found = set(counts) or {0}
    return min(found), max(found)


ENDLESS = 10**100
"""A number above all counters and all literals."""
_SCATTERED = {"corner", "diagonal", "pair"}
_JOINED = {"border", "center"}
"""Regions in which at most half of the spaces are pairwise nonadjacent, on full grids."""
_LINES_OF = {"diagonal": "diagonal", "edge": "border"}


@dataclass(frozen=True, eq=False)
class AbstractElement:
    """Any one of some spaces, lines, groups, values, axes or players; two abstract elements are never the same object.

    Its spaces are in all `regions`; it has `spaces` of them, at most `apart` of which are pairwise nonadjacent. A
    value is one of `values`, or with `heights` a height; an axis is one of `names`. A place may be a `pool`, whose
    spaces are bounded by the number of pieces.
    """

    regions: Regions = frozenset()
    spaces: Interval = (1, 1)
    apart: int = 1
    values: tuple[core.Value, ...] = ()
    heights: bool = False
    names: tuple[str, ...] = ()
    pool: bool = False


@struct
class AbstractRange(Struct):
    """A range: an abstract element, and the number of elements.

    `exactly` is the number of elements left after the element has been narrowed, if it is known.
    """

    element: AbstractElement
    count: Interval
    exactly: Callable[[AbstractElement], Interval] | None = None


@struct
class Fact(Struct):
    """A consequence of a condition: a narrower element, and the number of such elements.

    At most `most`, at most `apart` of which are pairwise nonadjacent.
    """

    element: AbstractElement
    narrowed: AbstractElement
    most: int = ENDLESS
    apart: int = ENDLESS


@struct
class AbstractBit(Struct):
    """The value of a condition, and the facts that follow if it is true.

    `about` are the elements about which its parts say no more than the facts; None for a part that says more.
    """

    bit: Maybe
    facts: tuple[Fact, ...] = ()
    about: tuple[AbstractElement | None, ...] = (None,)

    def says_only(self, element: AbstractElement) -> bool:
        """Whether the facts express everything that it says about an element."""
        return self.bit is True or all(known is element for known in self.about)


@struct
class Satisfying(Struct):
    """The number of elements that satisfy a guard, and of pairwise nonadjacent ones."""

    env: Env
    facts: tuple[Fact, ...]
    number: Interval
    apart: int


class IntervalDomain:
    """The `meaning.domain.Domain` of intervals, for all boards, players and counters of a game at once."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.sizes: BoardSizes = sizes_of(game.maps[0] if game.maps else game.own_place)
        self.tallest = min(MAX_HEIGHT, game.pieces)
        self.counters = {c.name: (c.least, ENDLESS if c.most is None else c.most) for c in game.counters}
        self.counters |= {
            **dict.fromkeys(game.table_counters, (-ENDLESS, ENDLESS)),
            **dict.fromkeys(game.roles, (0, 1)),
        }
        self.intervals = Intervals()
        self._assumed: dict[AbstractElement, AbstractElement] = {}
        self.number = self.intervals.number
        self.add = self.intervals.add
        self.times = self.intervals.times
        self.divide = self.intervals.divide
        self.remainder = self.intervals.remainder

    # -- assumptions

    def known(self, element: AbstractElement) -> AbstractElement:
        """What is known of an element under the current assumptions."""
        return self._assumed.get(element, element)

    @contextmanager
    def assuming(self, facts: Iterable[Fact]) -> Iterator[None]:
        """Assume facts within the context."""
        before = self._assumed
        self._assumed = before | {fact.element: fact.narrowed for fact in facts}
        yield
        self._assumed = before

    # -- numbers

    def extreme_of(self, which: str, parts: Sequence[Interval]) -> Interval:
        return self.intervals.extreme(which, [(True, part) for part in parts])

    def table(self, body: Interval, entries: Entries) -> Interval:
        return self.intervals.table(body, entries)

    def if_else(
        self, condition: Callable[[], AbstractBit], then: Callable[[], Interval], otherwise: Callable[[], Interval]
    ) -> Interval:
        held = condition()
        if held.bit is False:
            return otherwise()
        with self.assuming(held.facts):
            number = then()
        return number if held.bit else self.intervals.pick(None, number, otherwise())

    def award(self, amount: Callable[[], Interval], span: Span) -> Interval:
        return amount()

    # -- bits

    def truth(self, value: bool) -> AbstractBit:
        return AbstractBit(value)

    def compare(self, operator: str, left: Interval, right: Interval) -> AbstractBit:
        return AbstractBit(self.intervals.compare(operator, left, right))

    def every(self, parts: Sequence[Callable[[], AbstractBit]]) -> AbstractBit:
        """Each part is evaluated under the assumption of those before it."""
        held: list[AbstractBit] = []
        facts: list[Fact] = []
        for part in parts:
            with self.assuming(facts):
                held.append(part())
            facts.extend(held[-1].facts)
            if held[-1].bit is False:
                break
        about = (known for part in held if part.bit is not True for known in part.about)
        return AbstractBit(self.intervals.every([part.bit for part in held]), tuple(facts), tuple(about))

    def some(self, parts: Sequence[Callable[[], AbstractBit]]) -> AbstractBit:
        bits = []
        for part in parts:
            bits.append(part().bit)
            if bits[-1] is True:
                break
        return AbstractBit(self.intervals.some(bits))

    def invert(self, bit: AbstractBit) -> AbstractBit:
        return AbstractBit(self.intervals.invert(bit.bit))

    # -- loops

    def total(self, each: Loop[AbstractBit], body: Callable[[Env], Interval], alike: bool) -> Interval:
        found = self._counted(each)
        if found is None:
            return (0, 0)
        with self.assuming(found.facts):
            return self.times(found.number, body(found.env))

    def best(
        self,
        which: str,
        each: Loop[AbstractBit],
        body: Callable[[Env], Interval],
        weight: Callable[[AbstractElement], Interval] | None,
        rank: int,
    ) -> Interval:
        found = self._counted(each)
        if found is None or found.number[1] < rank:
            return (0, 0)
        with self.assuming(found.facts):
            return self.intervals.extreme(which, [(found.number[0] >= rank or None, body(found.env))] * rank, rank)

    def exists(self, each: Loop[AbstractBit], condition: Callable[[Env], AbstractBit]) -> AbstractBit:
        found = self._counted(each)
        if found is None:
            return AbstractBit(False)
        with self.assuming(found.facts):
            return AbstractBit(self.intervals.every([found.number[0] > 0 or None, condition(found.env).bit]))

    def forall(self, each: Loop[AbstractBit], condition: Callable[[Env], AbstractBit]) -> AbstractBit:
        found = self._counted(each)
        if found is None:
            return AbstractBit(True)
        with self.assuming(found.facts):
            none = False if found.number[0] else None
            return AbstractBit(self.intervals.some([none, condition(found.env).bit]))

    def _counted(self, each: Loop[AbstractBit]) -> Satisfying | None:
        """The number of elements that satisfy a guard; None if there are none."""
        elements: AbstractRange = each.range
        element, count = elements.element, elements.count
        if not count[1]:
            return None
        env = each.bind(element)
        held = AbstractBit(True) if each.guard is None else each.guard(env)
        if held.bit is False:
            return None
        sure = held.bit is True
        if elements.exactly is not None:
            with self.assuming(held.facts):
                sure, count = held.says_only(element), elements.exactly(self.known(element))
        limits = [fact for fact in held.facts if fact.element is element]
        high = min([count[1], *(fact.most for fact in limits)])
        apart = min([high, self.sizes.most_apart, *(fact.apart for fact in limits)])
        return Satisfying(env, held.facts, (count[0] if sure else 0, high), apart) if high else None

    # -- ranges

    def spaces(self, seat: Element) -> AbstractRange:
        if seat.pool if isinstance(seat, AbstractElement) else self.game.own_place.pool:
            return AbstractRange(AbstractElement(), (0, self.game.pieces))
        return AbstractRange(AbstractElement(), self.sizes.spaces(), lambda place: self.sizes.spaces(place.regions))

    def neighbors(self, seat: Element, space: AbstractElement, around: core.Neighbors) -> AbstractRange:
        regions = self.known(space).regions
        if around.shape == "itself":
            return AbstractRange(AbstractElement(regions), (1, 1))
        if around.shape == "beside":
            return AbstractRange(AbstractElement(), (0, PATCHES))
        return AbstractRange(AbstractElement(), self.sizes.near(regions, around.shape, around.distance, around.nearest))

    def between(self, seat: Element, first: AbstractElement, last: AbstractElement) -> AbstractRange:
        most = 0 if first is last else max(0, self.sizes.lines("line")[1][1] - 2)
        return AbstractRange(AbstractElement(), (0, most))

    def lines(self, seat: Element, which: core.Lines) -> AbstractRange:
        count, spaces = self.sizes.lines(which.kind, which.at)
        scattered = which.kind in _SCATTERED
        regions = frozenset({_LINES_OF[which.kind]} if which.kind in _LINES_OF else ())
        return AbstractRange(AbstractElement(regions, spaces, spaces[1] if scattered else (spaces[1] + 1) // 2), count)

    def members(self, part: AbstractElement) -> AbstractRange:
        known = self.known(part)
        return AbstractRange(AbstractElement(known.regions), known.spaces)

    def groups(
        self, seat: Element, member: Callable[[AbstractElement], AbstractBit], same: core.Values | None
    ) -> AbstractRange:
        members = self._members(seat, member)
        if members is None:
            return AbstractRange(AbstractElement(), (0, 0))
        (low, high), most = members.spaces, members.apart
        part = replace(members, spaces=(1, high))
        if same is None:
            return AbstractRange(part, (min(low, 1), most))
        values = self.tallest if same.heights else len(same.values)
        return AbstractRange(part, (0, min(high, values * most)))

    def _members(self, seat: Element, member: Callable[[AbstractElement], AbstractBit]) -> AbstractElement | None:
        """The union of all member spaces of a board; None if there are none."""
        space = core.Var(-1, core.SPACE, "space")
        found = self._counted(Loop(space, self.spaces(seat), {}, lambda env: member(env[space.id])))
        if found is None:
            return None
        with self.assuming(found.facts):
            return AbstractElement(self.known(found.env[space.id]).regions, found.number, found.apart)

    def runs(
        self,
        seat: Element,
        member: Callable[[AbstractElement], AbstractBit],
        links: Sequence[Callable[[AbstractElement, AbstractElement], AbstractBit]],
        along: str,
    ) -> AbstractRange:
        """Runs with the same line and link are disjoint; a member may be in several lines."""
        members = self._members(seat, member)
        (_, lines), (_, longest) = self.sizes.lines(along)
        most = 0 if members is None else min(members.spaces[1], longest)
        if members is None or most < 2:
            return AbstractRange(AbstractElement(), (0, 0))
        # a member is in at most that many runs, and a run has two or more members
        each = self.sizes.lines_through(along)
        count = len(links) * min(lines * (longest // 2), each * members.spaces[1] // 2)
        return AbstractRange(replace(members, spaces=(2, most), apart=min((most + 1) // 2, members.apart)), (0, count))

    def values(self, values: Sequence[core.Value]) -> AbstractRange:
        found = AbstractElement(values=tuple(values))
        return AbstractRange(found, (len(values),) * 2, lambda value: (len(value.values),) * 2)

    def heights(self, seat: Element) -> AbstractRange:
        return AbstractRange(AbstractElement(heights=True), (0, min(self.tallest, self.sizes.spaces()[1])))

    def players(self, which: str, seat: Element, place: str) -> AbstractRange:
        places = {board.name: board.pool or board.grows for board in self.game.boards}
        return AbstractRange(AbstractElement(pool=places.get(place, False)), _players(which, self.game.players[1]))

    def axes(self, names: Sequence[str]) -> AbstractRange:
        return AbstractRange(AbstractElement(names=tuple(names)), (len(names),) * 2)

    def image(self, seat: Element, axis: AbstractElement, space: AbstractElement) -> AbstractRange:
        """The image under a symmetry exists if all board sizes are mapped onto themselves."""
        if all(map(self.sizes.keeps, axis.names)):
            return AbstractRange(replace(self.known(space)), (1, 1))
        return AbstractRange(AbstractElement(), (0, 1))

    # -- elements

    def axis(self, name: str) -> AbstractElement:
        return AbstractElement(names=(name,))

    def elsewhere(self, player: Element, body: Callable[[Element], X]) -> X:
        return body(player)

    def same(self, left: AbstractElement, right: AbstractElement, sort: str) -> AbstractBit:
        return AbstractBit(True if left is right else None)

    def inside(self, space: AbstractElement, part: AbstractElement) -> AbstractBit:
        owner = self.known(part)
        return AbstractBit(None, (Fact(space, self.known(space), owner.spaces[1], owner.apart),))

    def in_region(self, seat: Element, space: AbstractElement, region: str) -> AbstractBit:
        place, most = self.known(space), self.sizes.spaces(frozenset({region}))[1]
        narrowed = replace(place, regions=place.regions | {region})
        joined = region in _JOINED and not self.sizes.drawn
        fact = Fact(space, narrowed, most, (most + 1) // 2 if joined else most)
        return AbstractBit(self.sizes.within(place.regions, region), (fact,), (space,))

    def near(self, seat: Element, left: AbstractElement, right: AbstractElement, around: core.Neighbors) -> AbstractBit:
        return AbstractBit(False if left is right else None)

    def one_of(self, value: AbstractElement, kinds: frozenset[int]) -> AbstractBit:
        known = self.known(value)
        having = tuple(own for own in known.values if own.kinds and own.kinds & kinds)
        bit = len(having) == len(known.values) if having in ((), known.values) else None
        return (
            AbstractBit(bit)
            if known.heights
            else AbstractBit(bit, (Fact(value, replace(known, values=having)),), (value,))
        )

    def number_of(self, value: AbstractElement) -> Interval:
        known = self.known(value)
        if known.heights:
            return (1, self.tallest)
        numbers = [own.number or 0 for own in known.values]
        return min(numbers), max(numbers)

    def distance(self, seat: Element, one: AbstractElement, other: AbstractElement) -> Interval:
        return (0, 0) if one is other else (0, self.sizes.longest)

    def shows_value(self, seat: Element, space: AbstractElement, value: AbstractElement) -> AbstractBit:
        return AbstractBit(None)

    def board(self, seat: Element) -> AnyBoard:
        return AnyBoard(self)

    @property
    def maps(self) -> AnyMaps:
        return AnyMaps(self.game.pieces)

    def seat_number(self, seat: Element) -> Interval:
        return 1, self.game.players[1]

    def counter(self, seat: Element, name: str) -> Interval:
        return self.counters.get(name, (0, ENDLESS))

    def shared(self, expr: core.Expr, env: Env, seat: Element, make: Callable[[], X]) -> X:
        return make()


@dataclass(frozen=True)
class AnyMaps:
    """The `meaning.domain.Maps` of which only the number of tiles is known."""

    tiles: int

    def areas(self, seat: Element, patch: AbstractElement | None) -> AbstractRange:
        patches = self.tiles * PATCHES
        return AbstractRange(
            AbstractElement(spaces=(1, patches), apart=patches), (0, patches) if patch is None else (1, 1)
        )

    def patches(self, seat: Element, space: AbstractElement) -> AbstractRange:
        return AbstractRange(AbstractElement(), (0, PATCHES))

    def tiles_of(self, seat: Element, part: AbstractElement, sort: str) -> AbstractRange:
        return AbstractRange(AbstractElement(), (1, 1 if sort == core.SPACE else self.tiles))

    def turns(self, seat: Element, space: AbstractElement) -> AbstractRange:
        return AbstractRange(AbstractElement(), (0, ENDLESS))

    def fits(self, seat: Element, space: AbstractElement, face: AbstractElement) -> AbstractBit:
        return AbstractBit(None)

    def loose(self, seat: Element, patch: AbstractElement) -> AbstractBit:
        return AbstractBit(None)

    def capped_by(self, seat: Element, space: AbstractElement, cap: str, player: AbstractElement) -> AbstractBit:
        return AbstractBit(None)


@dataclass(frozen=True)
class AnyBoard:
    """The `meaning.domain.BoardView` of an unknown board."""

    anywhere: IntervalDomain

    def height(self, space: AbstractElement) -> Interval:
        return (0, self.anywhere.tallest)

    def attribute(self, space: AbstractElement, numbers: tuple[tuple[int, int], ...]) -> Interval:
        known = [0, *(number for _, number in numbers)]
        return min(known), max(known)

    def shows(self, space: AbstractElement, kinds: frozenset[int]) -> AbstractBit:
        copies = sum(self.anywhere.game.kinds[kind].copies for kind in kinds)
        if self.anywhere.game.maps:
            return AbstractBit(None if kinds else False)
        return AbstractBit(None if kinds else False, self._as_many_as(space, copies))

    def face_down(self, space: AbstractElement) -> AbstractBit:
        return AbstractBit(None)

    def capped(self, space: AbstractElement, cap: str) -> AbstractBit:
        copies = sum(known.copies for known in self.anywhere.game.caps if known.name == cap)
        return AbstractBit(None, self._as_many_as(space, copies))

    def flagged(self, space: AbstractElement, mark: str) -> AbstractBit:
        return AbstractBit(None)

    def _as_many_as(self, space: AbstractElement, copies: int) -> tuple[Fact, ...]:
        return (Fact(space, self.anywhere.known(space), copies, copies),)


class Bounds(Evaluator[Interval, AbstractBit]):
    """Evaluates a rule over all boards; `found` collects the values of each `watched` expression."""

    def __init__(self, game: Game, watched: Iterable[core.Expr]) -> None:
        super().__init__(IntervalDomain(game))
        self.found: dict[core.Expr, set[Any]] = {expr: set() for expr in watched}

    def number(self, expr: core.Expr, env: Env, seat: Element) -> Interval:
        """The bounds of a number."""
        number = super().number(expr, env, seat)
        self.found.get(expr, set()).add(number)
        return number

    def condition(self, expr: core.Expr, env: Env, seat: Element) -> AbstractBit:
        """The value of a condition (None: it depends), and its consequences."""
        held = super().condition(expr, env, seat)
        self.found.get(expr, set()).add(held.bit)
        return held


def _players(which: str, most: int) -> Interval:
    """The number of players in a domain; a position may have only one player."""
    if which in ("player", "self"):
        return 1, most if which == "player" else 1
    return 0, min(most - 1, {"left": 1, "right": 1, "adjacent": 2}.get(which, most))
