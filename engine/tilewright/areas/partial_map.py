"""Upper bounds for areas before all tiles are laid: the domain of a partial map."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.areas.shapes import TileStock
from tilewright.core import expr as core
from tilewright.meaning.domain import Element, Entries, Env, Loop, X
from tilewright.meaning.exact import number_of_kind
from tilewright.meaning.intervals import Intervals, Maybe
from tilewright.meaning.unrolled import players_of
from tilewright.play.evaluator import EvaluationContext, StateEvaluator
from tilewright.source import Span
from tilewright.struct import Struct, struct
from tilewright.table.game import PATCHES, Kind
from tilewright.table.geometry import steps_of
from tilewright.table.terrain import PLACES, Terrain, TileFace, sort_of

ENDLESS = 10**15
"""A stand-in for infinity."""


class NoBound(Exception):
    """No upper bound is known for the expression."""


@struct
class SharedInterval(Struct):
    """The bounds of a number, and an upper bound of the share that one part (`PartialMapDomain.focus`) has in it; a share
    is never negative."""

    low: int
    high: int
    share: int

    @classmethod
    def of(cls, low: int, high: int, share: int = ENDLESS) -> SharedInterval:
        """A value; its share is at most its upper bound."""
        return cls(low, high, min(share, max(high, 0)))

    @property
    def bounds(self) -> tuple[int, int]:
        """The bounds without the share."""
        return self.low, self.high


@struct
class NewTile(Struct):
    """A tile that is still to be laid: one of those of its kind."""

    first: int
    number: int


@struct
class NewPatch(Struct):
    """A patch of such a tile, by its index in the tile as printed."""

    tile: NewTile
    index: int


@struct
class Unknown(Struct):
    """An abstract patch of some sort, or an abstract space, of which only one property is known: whether it is open, or
    whether a tile is there."""

    sort: str = ""
    there: Maybe = None


EMPTY = Unknown("", False)
"""A space where no tile will be."""
ANY_SORT = "?"
"""A placeholder for an unknown sort."""


@dataclass(frozen=True, eq=False)
class AreaPart:
    """A part of a final area: patches that are or will be there. If it is `whole`, the area has no other
    patches.

    `loose`: whether the final area has open edges; None if unknown.
    """

    patches: tuple[Element, ...]
    sort: str
    whole: bool
    loose: Maybe = None


@dataclass(frozen=True)
class PartialRange:
    """A range: known elements, each with whether it is there, and a number of further equal abstract ones.

    With an `owner`, the range of an area that contains this part; the known elements are in the part.
    """

    known: Sequence[tuple[Element, Maybe]]
    more: int = 0
    like: Element = None
    owner: AreaPart | None = None

    def rounds(self) -> Iterator[tuple[Element, Maybe, int]]:
        """The elements, each with whether it is there and its multiplicity."""
        yield from ((element, there, 1) for element, there in self.known)
        if self.more:
            yield self.like, None, self.more


class EveryPart(PartialRange):
    """All areas, by their parts."""


class PartialMapDomain:
    """`meaning.domain.Domain` for a map on which some tiles are still to be laid."""

    def __init__(self, evaluator: StateEvaluator, state: EvaluationContext, stock: TileStock) -> None:
        self.evaluator, self.state, self.stock = evaluator, state, stock
        table = state.table
        self.map = next(seat for seat, grid in enumerate(table.grids) if isinstance(grid.geometry, Terrain))
        self.patch_seat = table.seat_of(PATCHES, 0)
        terrain = table.grids[self.map].geometry
        assert isinstance(terrain, Terrain)
        self.terrain, self.patchwork = terrain, terrain.patchwork
        self.new = [NewTile(first, i) for first, count in stock.counts.items() for i in range(count)]
        self.new_patches = [NewPatch(tile, i) for tile in self.new for i in range(len(self.face(tile).patches))]
        self.parts = [*self._placed_parts(), *(self.new_part(patch) for patch in self.new_patches)]
        self.part_of = {patch: part for part in self.parts for patch in part.patches}
        self.sure = _edges_agree([*self.terrain.faces.values(), *stock.faces])
        self.focus: AreaPart | None = None
        self.intervals = Intervals()

    def face(self, tile: NewTile) -> TileFace:
        """The face of a tile as printed."""
        face = self.stock.turns[tile.first][0].face
        assert face is not None, "tiles show something"
        return face

    def kinds(self, tile: NewTile) -> tuple[Kind, ...]:
        """The rotations of a tile, as kinds."""
        return self.stock.turns[tile.first]

    def _placed_parts(self) -> Iterator[AreaPart]:
        patchwork = self.patchwork
        for patches in patchwork.areas.values():
            whole = not any(patchwork.loose[patch] for patch in patches)
            yield AreaPart(patches, sort_of(self._what(patches[0])), whole, False if whole else None)

    def new_part(self, patch: NewPatch) -> AreaPart:
        """A patch of a new tile as a part."""
        face = self.face(patch.tile)
        whole = not face.at(patch.index)
        return AreaPart((patch,), sort_of(face.patches[patch.index]), whole, False if whole else None)

    def _what(self, patch: Element) -> str:
        if isinstance(patch, NewPatch):
            return str(self.face(patch.tile).patches[patch.index])
        space = self.patchwork.spaces[patch]
        return str(self.terrain.faces[space].patches[patch - self.patchwork.on[space][0]])

    # -- numbers

    def number(self, value: int) -> SharedInterval:
        return SharedInterval.of(value, value)

    def add(self, parts: Sequence[SharedInterval]) -> SharedInterval:
        low, high = self.intervals.add([part.bounds for part in parts])
        return SharedInterval.of(low, high, sum(part.share for part in parts))

    def times(self, left: SharedInterval, right: SharedInterval) -> SharedInterval:
        low, high = self.intervals.times(left.bounds, right.bounds)
        known = left.low >= 0 and right.low >= 0
        return SharedInterval.of(low, high, left.high * right.share if known else ENDLESS)

    def divide(self, left: SharedInterval, right: SharedInterval) -> SharedInterval:
        return SharedInterval.of(*self.intervals.divide(left.bounds, right.bounds))

    def remainder(self, left: SharedInterval, right: SharedInterval) -> SharedInterval:
        return SharedInterval.of(*self.intervals.remainder(left.bounds, right.bounds))

    def extreme_of(self, which: str, parts: Sequence[SharedInterval]) -> SharedInterval:
        low, high = self.intervals.extreme(which, [(True, part.bounds) for part in parts])
        return SharedInterval.of(low, high, max(part.share for part in parts) if which == "max" else parts[0].share)

    def table(self, body: SharedInterval, entries: Entries) -> SharedInterval:
        return SharedInterval.of(*self.intervals.table(body.bounds, entries))

    def if_else(
        self,
        condition: Callable[[], Maybe],
        then: Callable[[], SharedInterval],
        otherwise: Callable[[], SharedInterval],
    ) -> SharedInterval:
        bit = condition()
        if bit is not None:
            return then() if bit else otherwise()
        one, other = then(), otherwise()
        return SharedInterval.of(min(one.low, other.low), max(one.high, other.high), max(one.share, other.share))

    def award(self, amount: Callable[[], SharedInterval], span: Span) -> SharedInterval:
        return amount()

    # -- bits

    def truth(self, value: bool) -> Maybe:
        return value

    def compare(self, operator: str, left: SharedInterval, right: SharedInterval) -> Maybe:
        return self.intervals.compare(operator, left.bounds, right.bounds)

    def every(self, parts: Sequence[Callable[[], Maybe]]) -> Maybe:
        found: Maybe = True
        for part in parts:
            bit = part()
            if bit is False:
                return False
            found = None if bit is None else found
        return found

    def some(self, parts: Sequence[Callable[[], Maybe]]) -> Maybe:
        found: Maybe = False
        for part in parts:
            bit = part()
            if bit:
                return True
            found = None if bit is None else found
        return found

    def invert(self, bit: Maybe) -> Maybe:
        return None if bit is None else not bit

    # -- loops

    def _iterations(self, each: Loop[Maybe]) -> Iterator[tuple[Env, Element, Maybe, int]]:
        """The iterations of a loop that may count: the environment, the element, whether it counts, and its
        multiplicity."""
        for element, there, count in each.range.rounds():
            env = each.bind(element)
            held = True if each.guard is None else each.guard(env)
            if there is not False and held is not False:
                yield env, element, True if there and held else None, count

    def total(self, each: Loop[Maybe], body: Callable[[Env], SharedInterval], alike: bool) -> SharedInterval:
        if isinstance(each.range, EveryPart):
            return self._over_areas(each, body)
        low = high = share = 0
        owner = each.range.owner
        for env, element, held, count in self._iterations(each):
            one = body(env)
            low += count * (one.low if held else min(0, one.low))
            high += count * (one.high if held else max(0, one.high))
            mine = owner is not None and not isinstance(element, Unknown)
            share += (max(0, one.high) if mine else 0) if owner is not None else count * one.share
        return SharedInterval.of(low, high, share if owner is None or owner is self.focus else ENDLESS)

    def _over_areas(self, each: Loop[Maybe], body: Callable[[Env], SharedInterval]) -> SharedInterval:
        low, high, before = 0, 0, self.focus
        for part in self.parts:
            self.focus = part
            for env, _, held, _ in self._iterations(Loop(each.var, PartialRange([(part, True)]), each.env, each.guard)):
                one = body(env)
                low += one.low if held and part.whole else min(0, one.low)
                low = low if part.whole or one.low >= 0 else -ENDLESS
                # open parts may become one area, which counts once: each part adds only its share
                high += one.high if held and part.whole else one.share
        self.focus = before
        return SharedInterval.of(low, high)

    def best(
        self,
        which: str,
        each: Loop[Maybe],
        body: Callable[[Env], SharedInterval],
        weight: Callable[[Element], SharedInterval] | None,
        rank: int,
    ) -> SharedInterval:
        cases = []
        for env, _, held, count in self._iterations(each):
            cases += [(held, body(env).bounds)] * min(count, rank)
        if isinstance(each.range, EveryPart) and (which != "max" or rank != 1):
            raise NoBound("areas can merge, so there is no bound for the smallest or the second largest")
        return SharedInterval.of(*self.intervals.extreme(which, cases, rank))

    def exists(self, each: Loop[Maybe], condition: Callable[[Env], Maybe]) -> Maybe:
        found: Maybe = False
        for env, _, held, _ in self._iterations(each):
            bit = condition(env)
            if bit and held:
                return True
            found = None if bit is not False else found
        owner = each.range.owner
        if owner is not None and owner.loose:  # some patch of the final area is open, whichever it is
            env = each.bind(Unknown(owner.sort, True))
            if (each.guard is None or each.guard(env)) and condition(env):
                return True
        return found

    def forall(self, each: Loop[Maybe], condition: Callable[[Env], Maybe]) -> Maybe:
        return self.invert(self.exists(each, lambda inner: self.invert(condition(inner))))

    # -- areas, patches and tiles

    @property
    def maps(self) -> PartialMapDomain:
        """The domain itself implements the queries about growing boards."""
        return self

    def areas(self, seat: Element, patch: Element | None) -> PartialRange:
        if patch is None:
            return EveryPart([(part, True) for part in self.parts])
        if isinstance(patch, Unknown):
            return PartialRange([(AreaPart((), patch.sort, False), True)])
        return PartialRange([(self.part_of[patch], True)])

    def members(self, part: AreaPart) -> PartialRange:
        more = 0 if part.whole else len(self.part_of) - len(part.patches)
        like = Unknown(part.sort, part.loose if part.loose is False else None)
        return PartialRange([(patch, True) for patch in part.patches], more, like, part)

    def tiles_of(self, seat: Element, part: Element, sort: str) -> PartialRange:
        if sort == core.SPACE:
            return PartialRange([(self._tile(part), True)])
        tiles = dict.fromkeys(self._tile(patch) for patch in part.patches)
        more = 0 if part.whole else len(self.terrain.faces) + len(self.new) - len(tiles)
        return PartialRange([(tile, True) for tile in tiles], more, Unknown("", True), part)

    def _tile(self, patch: Element) -> Element:
        if isinstance(patch, Unknown):
            return Unknown("", True)
        return patch.tile if isinstance(patch, NewPatch) else self.patchwork.spaces[patch]

    def patches(self, seat: Element, space: Element) -> PartialRange:
        if isinstance(space, Unknown):
            raise NoBound("the patches of an unknown tile")
        if isinstance(space, NewTile):
            return self._sure(patch for patch in self.new_patches if patch.tile == space)
        return self._sure(self.patchwork.on.get(space, ()))

    def turns(self, seat: Element, space: Element) -> PartialRange:
        raise NoBound("how a tile can lie")

    def fits(self, seat: Element, space: Element, face: Element) -> Maybe:
        return None

    def loose(self, seat: Element, patch: Element) -> Maybe:
        if isinstance(patch, Unknown):
            return patch.there
        part = self.part_of[patch]
        focused = self.focus is not None and patch in self.focus.patches and self.focus.loose is False
        still = isinstance(patch, NewPatch) or self.patchwork.loose[patch] > 0
        return False if focused or part.whole or not still else None

    def capped_by(self, seat: Element, space: Element, cap: str, player: Element) -> Maybe:
        return self.marked(seat, space, f"{self.evaluator.marks[cap]}{player}")

    def marked(self, seat: Element, space: Element, mark: str) -> Maybe:
        """Whether something with a mark is there. No figure is placed by laying tiles, so new patches have none."""
        caps = self.state.table.grids[seat].caps
        if isinstance(space, Unknown):
            alike = self.sure and space.sort not in ("", ANY_SORT)
            there = any(
                mark in caps[patch] for patch in range(len(caps)) if not alike or self._sort(patch) == space.sort
            )
            return None if there and space != EMPTY else False
        return isinstance(space, int) and mark in caps[space]

    def _sort(self, patch: Element) -> str:
        return self.part_of[patch].sort

    # -- other ranges

    def _sure(self, elements: Iterable[Element]) -> PartialRange:
        return PartialRange([(element, True) for element in elements])

    def spaces(self, seat: Element) -> PartialRange:
        if seat == self.map:
            return PartialRange([(space, True) for space in (*self.terrain.faces, *self.new)], ENDLESS, EMPTY)
        if seat == self.patch_seat:
            return self._sure(self.part_of)
        return self._sure(range(len(self.state.table.grids[seat].tops)))

    def neighbors(self, seat: Element, space: Element, around: core.Neighbors) -> PartialRange:
        if around.shape == "itself":
            return self._sure([space])
        if seat == self.patch_seat and around.shape == "beside":
            return self._beside(space)
        if seat != self.map or (around.distance, around.nearest) != (1, 1):
            raise NoBound("spaces farther away")
        steps = steps_of(around.shape)
        if not isinstance(space, int):
            return PartialRange([], len(steps), Unknown())
        row, column = self.terrain.where[space]
        there = [self.terrain.at_place.get((row + down, column + right)) for down, right in steps]
        lying = [other for other in there if other in self.terrain.faces]
        free = len(steps) - len(lying)
        more = min(free, len(self.new))
        return PartialRange([*((other, True) for other in lying), *[(EMPTY, None)] * (free - more)], more, Unknown())

    def _beside(self, patch: Element) -> PartialRange:
        if isinstance(patch, Unknown):
            return PartialRange([], max(len(beside) for beside in self._borders()), Unknown(ANY_SORT))
        if isinstance(patch, NewPatch):
            return self._sure(NewPatch(patch.tile, other) for other in self.face(patch.tile).beside[patch.index])
        return self._sure(self.patchwork.beside[patch])

    def _borders(self) -> Iterator[Sequence[int]]:
        yield ()
        yield from self.patchwork.beside
        for face in self.stock.faces:
            yield from face.beside

    def values(self, values: Sequence[core.Value]) -> PartialRange:
        return self._sure(values)

    def players(self, which: str, seat: Element, place: str) -> PartialRange:
        seats = self.seats
        owner = seats[seat].owner
        asking = seat if owner is None else owner
        found = players_of(which, asking, self.state.table.players)
        return self._sure(seats[player].places[place] if place else player for player in found)

    @property
    def seats(self) -> Any:
        """The places of the table, as in the exact evaluator."""
        return self.evaluator.exact(self.state).domain.seats  # type: ignore[attr-defined]

    # -- elements

    def elsewhere(self, player: Element, body: Callable[[Element], X]) -> X:
        return body(player)

    def same(self, left: Element, right: Element, sort: str) -> Maybe:
        if isinstance(left, Unknown) or isinstance(right, Unknown):
            return None
        if isinstance(left, AreaPart) and isinstance(right, AreaPart):
            alike = left.patches == right.patches
            return True if alike and left.patches else False if left.whole or right.whole else None
        return bool(left == right)

    def inside(self, space: Element, part: AreaPart) -> Maybe:
        if not isinstance(space, Unknown) and space in part.patches:
            return True
        sort = space.sort if isinstance(space, Unknown) else self.part_of[space].sort
        apart = (part.whole and not isinstance(space, Unknown)) or (self.sure and sort not in (part.sort, ANY_SORT))
        return False if apart else None

    def one_of(self, value: core.Value, kinds: frozenset[int]) -> Maybe:
        return bool(value.kinds and value.kinds & kinds)

    def number_of(self, value: core.Value) -> SharedInterval:
        return self.number(value.number or 0)

    def seat_number(self, seat: Element) -> SharedInterval:
        owner = self.seats[seat].owner
        return self.number(1 + (seat if owner is None else owner))

    def counter(self, seat: Element, name: str) -> SharedInterval:
        return self.number(self.seats[seat].counters.get(name, 0))

    def board(self, seat: Element) -> UnfinishedBoard:
        return UnfinishedBoard(self, seat)

    def shared(self, expr: core.Expr, env: Env, seat: Element, make: Callable[[], X]) -> X:
        return make()

    def _unbounded(self, *asked: object, **others: object) -> Any:
        raise NoBound("lines, groups and values of a map")

    between = lines = groups = runs = heights = axes = image = axis = _unbounded
    in_region = near = distance = shows_value = _unbounded


@dataclass(frozen=True)
class UnfinishedBoard:
    """`meaning.domain.BoardView` of one place of a table with a partial map."""

    domain: PartialMapDomain
    seat: int

    def _grid(self) -> Any:
        return self.domain.state.table.grids[self.seat]

    def height(self, space: Element) -> SharedInterval:
        if isinstance(space, int):
            laid = self.seat != self.domain.map or space in self.domain.terrain.faces
            return SharedInterval.of(self._grid().heights[space], self._grid().heights[space] if laid else 1)
        if isinstance(space, Unknown) and not space.sort:
            return SharedInterval.of(int(space.there is True), int(space.there is not False))
        return SharedInterval.of(1, 1)

    def attribute(self, space: Element, numbers: tuple[tuple[int, int], ...]) -> SharedInterval:
        if isinstance(space, int):
            return SharedInterval.of(*[number_of_kind(self._grid().tops[space], numbers)] * 2)
        known = [0, *(number for _, number in numbers)]
        return SharedInterval.of(min(known), max(known))

    def shows(self, space: Element, kinds: frozenset[int]) -> Maybe:
        if space == EMPTY:
            return False
        possible = self._possible(space)
        if possible is None:
            return None
        return True if possible <= kinds else None if possible & kinds else False

    def _possible(self, space: Element) -> set[int] | None:
        """The kinds that may be there; None if nothing is known."""
        domain = self.domain
        if isinstance(space, int):
            free = self.seat == domain.map and space not in domain.terrain.faces
            return None if free else {self._grid().tops[space]}
        if isinstance(space, NewTile):
            return {kind.index for kind in domain.kinds(space)}
        by_code = domain.stock.game.by_code
        if isinstance(space, NewPatch):
            return {by_code[domain.face(space.tile).patches[space.index]].index}
        if space.sort in ("", ANY_SORT) or not domain.sure:
            return None
        return {kind.index for kind in by_code.values() if sort_of(kind.code) == space.sort}

    def face_down(self, space: Element) -> Maybe:
        return None if not isinstance(space, int) else bool(self._grid().tops[space] < -1)

    def capped(self, space: Element, cap: str) -> Maybe:
        return self.domain.marked(self.seat, space, self.domain.evaluator.marks[cap])

    def flagged(self, space: Element, mark: str) -> Maybe:
        if isinstance(space, Unknown):
            return None
        return isinstance(space, int) and bool(self._grid().marks[space] >> self.domain.evaluator.mark_bits[mark] & 1)


def _edges_agree(faces: Iterable[TileFace]) -> bool:
    """Whether equal edges have the same sorts at their positions, so that each area is of one sort.

    They must also be symmetric, because touching edges are mirror images of each other.
    """
    shown: dict[str, tuple[str, ...]] = {}
    for face in faces:
        for edge, word in enumerate(face.edges):
            rim = face.rim[edge * PLACES : (edge + 1) * PLACES]
            sorts = tuple(sort_of(face.patches[patch]) for patch in rim)
            if word is not None and (shown.setdefault(word, sorts) != sorts or sorts != sorts[::-1]):
                return False
    return True
