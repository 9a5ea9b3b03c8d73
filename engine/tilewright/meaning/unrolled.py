"""Unrolled loops, element by element: turns an arithmetic into a domain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Generic, Protocol, cast, runtime_checkable

from tilewright.core import expr as core
from tilewright.core.walk import free
from tilewright.meaning.domain import (
    Arithmetic,
    B,
    B_co,
    BoardView,
    Element,
    Env,
    Loop,
    Maps,
    N,
    N_co,
    SpaceSet,
    X,
)
from tilewright.meaning.evaluator import Evaluator
from tilewright.source import Span
from tilewright.stopping import Unsupported
from tilewright.table.geometry import Geometry
from tilewright.table.terrain import Patchwork, Terrain

Elements = Iterable[tuple[Element, B]]
"""A range: its elements, each with the bit that it exists."""


class KnownBoard(BoardView[N_co, B_co], Protocol[N_co, B_co]):
    """A board of known size; its spaces are numbered as in `Geometry`."""

    @property
    def geometry(self) -> Geometry:
        """The grid."""

    @property
    def tallest(self) -> int:
        """An upper bound of the height of stacks."""


@runtime_checkable
class MapBoard(Protocol):
    """A known board that may grow, or has tiles that can be rotated."""

    @property
    def geometry(self) -> Geometry:
        """The grid, a `Terrain` or `Patchwork` if it grows."""

    def turns(self, space: int) -> Iterable[core.Value]:
        """The rotations of the top piece of a space."""

    def fits(self, space: int, face: core.Value) -> bool:
        """A tile that shows the value would touch only matching edges."""

    def capped_by(self, space: int, cap: str, player: int) -> bool:
        """A cap that belongs to the player is on the stack."""


@dataclass(frozen=True)
class Seat(Generic[N, B]):
    """The possessions of one player: a board, counters by name (0 if absent), and a name.

    `places` are the seats of the player's further places and of those of the table, by name; such a place is also a
    seat, with the `owner` (the first player for places of the table).
    """

    board: KnownBoard[N, B]
    counters: Mapping[str, N]
    name: str = ""
    places: Mapping[str, int] = field(default_factory=dict)
    owner: int | None = None


class Unrolled(Generic[N, B]):
    """`meaning.domain.Domain` for the players of `seats` over an arithmetic.

    The first seats are the players', in turn order, others are further places. With `remember`, results are memoized by
    expression and elements: for arithmetics with expensive operations, on boards that do not change.
    """

    def __init__(
        self,
        arithmetic: Arithmetic[N, B],
        seats: Sequence[Seat[N, B]],
        *,
        remember: bool = False,
    ) -> None:
        self.arithmetic = arithmetic
        self.seats = seats
        self.player_count = sum(seat.owner is None for seat in seats)
        self._known: dict[tuple[object, ...], object] | None = {} if remember else None
        self.number = arithmetic.number
        self.truth = arithmetic.truth
        self.add = arithmetic.add
        self.times = arithmetic.times
        self.divide = arithmetic.divide
        self.remainder = arithmetic.remainder
        self.table = arithmetic.table
        self.compare = arithmetic.compare
        self.invert = arithmetic.invert

    # -- numbers and bits

    def extreme_of(self, which: str, parts: Sequence[N]) -> N:
        yes = self.truth(True)
        return self.arithmetic.extreme(which, [(yes, part) for part in parts])

    def if_else(self, condition: Callable[[], B], then: Callable[[], N], otherwise: Callable[[], N]) -> N:
        bit = condition()
        known = self.arithmetic.decided(bit)
        if known is not None:
            return then() if known else otherwise()
        return self.arithmetic.pick(bit, then(), otherwise())

    def award(self, amount: Callable[[], N], span: Span) -> N:
        return amount()

    def every(self, parts: Iterable[Callable[[], B]]) -> B:
        """The conjunction; parts after one that is certainly false are not evaluated."""
        decided, asked = self.arithmetic.decided, []
        for part in parts:
            bit = part()
            if decided(bit) is False:
                return bit
            asked.append(bit)
        return asked[0] if len(asked) == 1 else self.arithmetic.every(asked)

    def some(self, parts: Iterable[Callable[[], B]]) -> B:
        """The disjunction; parts after one that is certainly true are not evaluated."""
        decided, asked = self.arithmetic.decided, []
        for part in parts:
            bit = part()
            if decided(bit) is True:
                return bit
            asked.append(bit)
        return asked[0] if len(asked) == 1 else self.arithmetic.some(asked)

    # -- loops

    def satisfying(self, each: Loop[B]) -> Iterator[tuple[Env, B]]:
        """The environment of every iteration that may count, and the bit that it does."""
        decided, every, guard = self.arithmetic.decided, self.arithmetic.every, each.guard
        for element, there in each.range:
            known = decided(there)
            if known is False:
                continue
            inner = each.bind(element)
            if guard is None:
                yield inner, there
                continue
            bit = guard(inner) if known else every([there, guard(inner)])
            if decided(bit) is not False:
                yield inner, bit

    def total(self, each: Loop[B], body: Callable[[Env], N], alike: bool) -> N:
        if alike and each.guard is None and isinstance(each.range, GroupRange):
            return self.times(self._group_count(each.range), body(each.env))
        pick, zero = self.arithmetic.pick, self.number(0)
        return self.add([pick(bit, body(inner), zero) for inner, bit in self.satisfying(each)])

    def best(
        self,
        which: str,
        each: Loop[B],
        body: Callable[[Env], N],
        weight: Callable[[Element], N] | None,
        rank: int,
    ) -> N:
        if weight is not None:
            return self._heaviest(each.range, weight)
        return self.arithmetic.extreme(which, [(bit, body(inner)) for inner, bit in self.satisfying(each)], rank)

    def exists(self, each: Loop[B], condition: Callable[[Env], B]) -> B:
        decided, every, asked = self.arithmetic.decided, self.arithmetic.every, []
        for inner, bit in self.satisfying(each):
            held = condition(inner) if decided(bit) else every([bit, condition(inner)])
            if decided(held):
                return held
            asked.append(held)
        return self.arithmetic.some(asked)

    def forall(self, each: Loop[B], condition: Callable[[Env], B]) -> B:
        return self.invert(self.exists(each, lambda inner: self.invert(condition(inner))))

    def _group_count(self, groups: GroupRange[N, B]) -> N:
        geometry = groups.geometry
        return self.add([self.arithmetic.component_count(geometry, members) for members in groups.memberships()])

    def _heaviest(self, groups: GroupRange[N, B], weight: Callable[[Element], N]) -> N:
        geometry, yes = groups.geometry, self.truth(True)
        weights = [weight(space) for space in range(geometry.size)]
        found = [(yes, self.arithmetic.heaviest(geometry, members, weights)) for members in groups.memberships()]
        return self.arithmetic.extreme("max", found)

    # -- ranges

    def spaces(self, seat: int) -> Elements[B]:
        return self._all(range(self._geometry(seat).size))

    def neighbors(self, seat: int, space: int, around: core.Neighbors) -> Elements[B]:
        return self._all(near(self._geometry(seat), space, around))

    def between(self, seat: int, first: int, last: int) -> Elements[B]:
        return self._all(self._geometry(seat).between(first, last))

    def lines(self, seat: int, which: core.Lines) -> Elements[B]:
        yes, found = self.truth(True), self._geometry(seat).lines(which.kind, which.at)
        return self._all(SpaceSet(line[0], dict.fromkeys(line, yes)) for line in found)

    def members(self, part: SpaceSet[B]) -> Elements[B]:
        return part.members.items()

    def groups(self, seat: int, member: Callable[[Element], B], same: core.Values | None) -> GroupRange[N, B]:
        return GroupRange(self, seat, member, same)

    def runs(
        self,
        seat: int,
        member: Callable[[Element], B],
        links: Sequence[Callable[[Element, Element], B]],
        along: str,
    ) -> Elements[B]:
        geometry = self._geometry(seat)
        members = [member(space) for space in range(geometry.size)]

        def joined(one: int, other: int, link: Callable[[Element, Element], B]) -> B:
            both = self.arithmetic.every([members[one], members[other]])
            return both if self.arithmetic.decided(both) is False else self.arithmetic.every([both, link(one, other)])

        for line in geometry.lines(along):
            for link in links:
                yield from self._stretches(line, [joined(one, other, link) for one, other in pairwise(line)])

    def _stretches(self, line: Sequence[int], joints: Sequence[B]) -> Elements[B]:
        """The maximal runs of a line, given the bit of each pair of consecutive spaces: the pairs before and after a
        run do not hold."""
        yes, every = self.truth(True), self.arithmetic.every
        open_ends = [yes, *map(self.invert, joints), yes]
        for first in range(len(joints)):
            held = open_ends[first]
            for last in range(first, len(joints)):
                held = every([held, joints[last]])
                if self.arithmetic.decided(held) is False:
                    break
                yield (
                    SpaceSet(line[first], dict.fromkeys(line[first : last + 2], yes)),
                    every([held, open_ends[last + 2]]),
                )

    def values(self, values: Sequence[core.Value]) -> Elements[B]:
        return self._all(values)

    def heights(self, seat: int) -> Elements[B]:
        board = self.seats[seat].board
        for height in range(1, board.tallest + 1):
            value = core.Value(str(height), None, height)
            spaces = range(board.geometry.size)
            yield value, self.arithmetic.some([self.shows_value(seat, space, value) for space in spaces])

    def players(self, which: str, seat: int, place: str) -> Elements[B]:
        owner = self.seats[seat].owner
        own = seat if seat < self.player_count else 0  # for a place of the table, relative to the first player
        found = players_of(which, own if owner is None else owner, self.player_count)
        return self._all(self._place(player, place) if place else player for player in found)

    def _place(self, player: int, name: str) -> int:
        places = self.seats[player].places
        if name not in places:  # a search over boards has no pools
            raise Unsupported(f"it depends on what lies in the {name}, which is not part of the boards")
        return places[name]

    def axes(self, names: Sequence[str]) -> Elements[B]:
        return self._all(names)

    def image(self, seat: int, axis: str, space: int) -> Elements[B]:
        image = self._geometry(seat).image(axis)[space]
        return self._all([] if image is None else [image])

    def _all(self, elements: Iterable[Element]) -> Elements[B]:
        yes = self.truth(True)
        return [(element, yes) for element in elements]

    def _geometry(self, seat: int) -> Geometry:
        return self.seats[seat].board.geometry

    # -- elements

    def axis(self, name: str) -> str:
        return name

    def elsewhere(self, player: int, body: Callable[[int], X]) -> X:
        return body(player)

    def same(self, left: Element, right: Element, sort: str) -> B:
        if not isinstance(left, SpaceSet):
            return self.truth(left == right)
        if left.root != right.root:  # different least spaces: different sets
            return self.truth(False)
        # Membership may depend on unknown pieces: the sets are equal if they agree on each space.
        no, arithmetic = self.truth(False), self.arithmetic
        pairs = [(left.members.get(s, no), right.members.get(s, no)) for s in {*left.members, *right.members}]
        return arithmetic.every([self._alike(one, other) for one, other in pairs if one is not other])

    def _alike(self, one: B, other: B) -> B:
        every, some, invert = self.arithmetic.every, self.arithmetic.some, self.invert
        return some([every([one, other]), every([invert(one), invert(other)])])

    def inside(self, space: int, part: SpaceSet[B]) -> B:
        bit = part.members.get(space)
        return self.truth(False) if bit is None else bit

    def in_region(self, seat: int, space: int, region: str) -> B:
        return self.truth(space in self._geometry(seat).region(region))

    def near(self, seat: int, left: int, right: int, around: core.Neighbors) -> B:
        return self.truth(left in near(self._geometry(seat), right, around))

    def one_of(self, value: core.Value, kinds: frozenset[int]) -> B:
        return self.truth(bool(value.kinds and value.kinds & kinds))

    def number_of(self, value: core.Value) -> N:
        return self.number(value.number or 0)

    def distance(self, seat: int, one: int, other: int) -> N:
        return self.number(self._geometry(seat).distance(one, other))

    def shows_value(self, seat: int, space: int, value: core.Value) -> B:
        board = self.seats[seat].board
        if value.kinds is not None:
            return board.shows(space, value.kinds)
        return self.compare("=", board.height(space), self.number(value.number or 0))

    def board(self, seat: int) -> BoardView[N, B]:
        return self.seats[seat].board

    @property
    def maps(self) -> Maps[B]:
        return UnrolledMaps(self)

    def seat_number(self, seat: int) -> N:
        owner = self.seats[seat].owner
        return self.number(1 + (seat if owner is None else owner))

    def counter(self, seat: int, name: str) -> N:
        found = self.seats[seat].counters.get(name)  # positions omit counters that are 0
        return self.number(0) if found is None else found

    # -- sharing

    def shared(self, expr: core.Expr, env: Env, seat: int, make: Callable[[], X]) -> X:
        if self._known is None:
            return make()
        key = (expr, seat, *[env.get(var.id) for var in free(expr)])
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = make()
        return found  # type: ignore[return-value]


@dataclass(frozen=True)
class UnrolledMaps(Generic[N, B]):
    """`meaning.domain.Maps` of known boards."""

    domain: Unrolled[N, B]

    def _board(self, seat: int) -> MapBoard:
        board = self.domain.seats[seat].board
        if not isinstance(board, MapBoard):
            raise NotImplementedError("this board has no tiles with edges")
        return board

    def _patchwork(self, seat: int) -> Patchwork:
        return cast(Terrain | Patchwork, self._board(seat).geometry).patchwork

    def areas(self, seat: int, patch: int | None) -> Elements[B]:
        patchwork, yes = self._patchwork(seat), self.domain.truth(True)
        found = patchwork.areas.values() if patch is None else (patchwork.area_of(patch),)
        return [(SpaceSet(area[0], dict.fromkeys(area, yes)), yes) for area in found]

    def _all(self, elements: Iterable[Element]) -> Elements[B]:
        return [(element, self.domain.truth(True)) for element in elements]

    def patches(self, seat: int, space: int) -> Elements[B]:
        return self._all(self._patchwork(seat).on.get(space, ()))

    def tiles_of(self, seat: int, part: Element, sort: str) -> Elements[B]:
        patches = (part,) if sort == core.SPACE else tuple(part.members)
        return self._all(self._patchwork(seat).tiles_of(patches))

    def turns(self, seat: int, space: int) -> Elements[B]:
        return self._all(self._board(seat).turns(space))

    def fits(self, seat: int, space: int, face: core.Value) -> B:
        return self.domain.truth(self._board(seat).fits(space, face))

    def loose(self, seat: int, patch: int) -> B:
        return self.domain.truth(self._patchwork(seat).loose[patch] > 0)

    def capped_by(self, seat: int, space: int, cap: str, player: int) -> B:
        return self.domain.truth(self._board(seat).capped_by(space, cap, player))


def elements(evaluator: Evaluator[N, B], binder: core.Binder, env: Env, seat: int) -> list[Element]:
    """The elements that satisfy a binder on known boards."""
    domain = evaluator.domain
    assert isinstance(domain, Unrolled)
    return [inner[binder.var.id] for inner, _ in domain.satisfying(evaluator.each(binder, env, seat))]


class GroupRange(Generic[N, B]):
    """The groups of a board as a range, computed on demand, with or without their members."""

    def __init__(
        self, domain: Unrolled[N, B], seat: int, member: Callable[[Element], B], same: core.Values | None
    ) -> None:
        self.domain = domain
        self.seat = seat
        self.member = member
        self.same = same
        self.geometry = domain.seats[seat].board.geometry

    def memberships(self) -> Iterator[list[B]]:
        """For each value that groups can share (or once), the bit of each space."""
        domain, every = self.domain, self.domain.arithmetic.every
        spaces = range(self.geometry.size)
        members = [self.member(space) for space in spaces]
        if self.same is None:
            yield members
            return
        values = domain.heights(self.seat) if self.same.heights else domain.values(self.same.values)
        for value, there in values:
            if domain.arithmetic.decided(there) is not False:
                yield [every([members[s], domain.shows_value(self.seat, s, value)]) for s in spaces]

    def __iter__(self) -> Iterator[tuple[SpaceSet[B], B]]:
        for members in self.memberships():
            yield from self.domain.arithmetic.components(self.geometry, members)


def near(geometry: Geometry, space: int, around: core.Neighbors) -> tuple[int, ...]:
    """The spaces in a relation to one."""
    return geometry.neighbors(space, around.shape, around.distance, around.nearest)


def players_of(which: str, seat: int, count: int) -> list[int]:
    """Seats in turn order; the left neighbor is the next player, the right one the previous."""
    others = [(seat + step) % count for step in range(1, count)]
    if which == "player":
        return [seat, *others]
    if which == "self":
        return [seat]
    if which == "left":
        return others[:1]
    if which == "right":
        return others[-1:]
    if which == "adjacent":
        return list(dict.fromkeys(others[:1] + others[-1:]))
    return others
