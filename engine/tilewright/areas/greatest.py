"""Extremes of a set of tiles: the largest completed area (an upper bound, and a map found by random growth), and full
rectangles with matching edges."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from ortools.sat.python import cp_model

from tilewright.areas.shapes import TileStock
from tilewright.cpsat.literals import run
from tilewright.table.game import Kind
from tilewright.table.terrain import PLACES, ROUND, Location, Terrain, TileFace, beyond, edges_match, sort_of

GROWN = 400
"""The number of maps grown at random."""


@dataclass(frozen=True)
class GreatestArea:
    """The upper bound of the count of a completed area, and the largest found, with its map in the order of placing.

    A tile counts 1, and each of its patches in the area with the given mark counts 1 more.
    """

    bound: int
    size: int
    tiles: tuple[tuple[Location, Kind], ...]


@dataclass(frozen=True)
class GreatestQuestion:
    """Tiles, the sort of area, and a mark of patches with a bonus (empty: none)."""

    stock: TileStock
    sort: str
    mark: str = ""

    def patches(self, face: TileFace) -> list[int]:
        """The patches of the sort that reach an edge."""
        return [i for i, what in enumerate(face.patches) if sort_of(what) == self.sort and face.at(i)]

    def marked(self, face: TileFace, patch: int) -> bool:
        """Whether a patch has the bonus."""
        return bool(self.mark) and self.mark in face.patches[patch].split()[:-1]

    @property
    def most_ends(self) -> int:
        """The maximum number of edges at which an area can end next to another sort, at edges that match every edge."""
        stock, every = self.stock, self.stock.game.areas[self.sort].place == "any"
        faces = ((kinds[0].face, stock.counts[first]) for first, kinds in stock.turns.items())
        return sum(count * (len(ROUND) if every else face.edges.count(None)) for face, count in faces if face)

    def ends_at(self, face: TileFace, edge: int) -> bool:
        """Whether the area ends when it reaches an edge of a tile without the sort."""
        return face.edges[edge] is None or self.stock.game.areas[self.sort].place == "any"

    def uses(self, face: TileFace) -> Iterator[tuple[int, int, int]]:
        """Each way to use some patches of a tile: its count, its edges, and the sum of (edges - 2)."""
        own = self.patches(face)
        for size in range(1, len(own) + 1):
            for some in combinations(own, size):
                edges = sum(len(face.at(patch)) for patch in some)
                yield 1 + sum(self.marked(face, patch) for patch in some), edges, edges - 2 * size


def bound_of(question: GreatestQuestion) -> int:
    """An upper bound of the count of a completed area; 0 if there is none.

    Raises `KeyboardInterrupt` if the solver was stopped before it had a bound.
    """
    model = cp_model.CpModel()
    worth: list[cp_model.LinearExpr] = []
    edges: list[cp_model.LinearExpr] = []
    surplus: list[cp_model.LinearExpr] = []
    for first, count in question.stock.counts.items():
        face = question.stock.turns[first][0].face
        assert face is not None, "tiles show something"
        used = []
        for counts, own, more in question.uses(face):
            number = model.new_int_var(0, count, "")
            used.append(number)
            worth.append(counts * number)
            edges.append(own * number)
            surplus.append(more * number)
        if used:
            model.add(cp_model.LinearExpr.sum(used) <= count)
    contacts = model.new_int_var(0, 4 * sum(question.stock.counts.values()), "")
    ended = model.new_int_var(0, question.most_ends, "")
    model.add(cp_model.LinearExpr.sum(edges) == 2 * contacts + ended)
    # a connected area has at least (patches - 1) contacts; inserted into the equation above
    model.add(cp_model.LinearExpr.sum(surplus) >= ended - 2)
    model.maximize(cp_model.LinearExpr.sum(worth))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = run(solver, model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise KeyboardInterrupt  # the empty set of tiles is feasible, so only a stop request leaves no solution
    return int(solver.best_objective_bound)


def greatest_area(question: GreatestQuestion, seed: int = 0, grown: int = GROWN) -> GreatestArea:
    """The bound, and the best of some maps grown at random, stopping at the bound; deterministic for a seed.

    Raises `KeyboardInterrupt` as `bound_of` does.
    """
    bound, random = bound_of(question), Random(seed)
    best = GreatestArea(bound, 0, ())
    for _ in range(grown if bound else 0):
        growth = Growth(question, random)
        if growth.grow() and growth.size > best.size:
            best = GreatestArea(bound, growth.size, tuple(growth.tiles.items()))
        if best.size == bound:
            break
    return best


class Growth:
    """A map grown by tiles that continue the area, then closed by tiles that end it; it never closes on itself before."""

    def __init__(self, question: GreatestQuestion, random: Random) -> None:
        self.question, self.random = question, random
        self.tiles: dict[Location, Kind] = {}
        self.left = Counter(question.stock.counts)
        self.loose: dict[Location, int] = {}  # the free spaces that the area enters, each with the edge it crosses
        self.size = 0

    def grow(self) -> bool:
        """Grow a map; returns whether the area was completed."""
        going_on = [first for first, count in self.left.items() for _ in range(count) if self._ends(first) >= 2]
        self.random.shuffle(going_on)
        going_on.sort(key=lambda first: -self._ends(first) if self.random.random() < 0.5 else 0)
        waiting: list[int] = []
        for first in going_on:
            if not self._place_somewhere(first):
                waiting.append(first)
        for first in waiting:
            self._place_somewhere(first)
        if not self.tiles:  # no tile continues: an area of two ending tiles
            next((first for first in self.left if self._place_somewhere(first)), None)
        return self._close()

    def _ends(self, first: int) -> int:
        """The number of edges over which the area can leave a tile by the patch with the most."""
        face = self._face(self.question.stock.turns[first][0])
        return max((len(face.at(patch)) for patch in self.question.patches(face)), default=0)

    @staticmethod
    def _face(kind: Kind) -> TileFace:
        assert kind.face is not None, "tiles show something"
        return kind.face

    def _place_somewhere(self, first: int) -> bool:
        places = list(self.loose) or [(0, 0)]
        self.random.shuffle(places)
        kinds = list(self.question.stock.turns[first])
        self.random.shuffle(kinds)
        for place in places:
            for kind in kinds:
                if self._place(place, kind):
                    return True
        return False

    def _place(self, place: Location, kind: Kind, closing: bool = False) -> bool:
        """Lay a tile if it fits, is entered over one edge only, and leaves room for its continuations; returns whether
        it did."""
        face, entered = self._face(kind), self.loose.get(place)
        if not self._fits(place, face):
            return False
        patch = self._patch(face, entered)
        ends = patch < 0 and entered is not None and self.question.ends_at(face, entered)
        out = [edge for edge in face.at(patch) if edge != entered] if patch >= 0 else []
        if (patch < 0 and not (closing and ends)) or (closing and out):
            return False
        new = {beyond(place, edge): (edge + 2) % len(ROUND) for edge in out}
        if any(other in self.tiles or other in self.loose for other in new):
            return False
        if self._walls_in(place, face, new):
            return False
        self.tiles[place] = kind
        self.left[kind.first] -= 1
        self.loose.pop(place, None)
        self.loose.update(new)
        self.size += 0 if ends else 1 + self.question.marked(face, patch)
        return True

    def _patch(self, face: TileFace, entered: int | None) -> int:
        """The patch by which the area enters; for the first tile, the one with most edges."""
        own = self.question.patches(face)
        if entered is None:
            return max(own, key=lambda patch: len(face.at(patch)), default=-1)
        return next((patch for patch in own if entered in face.at(patch)), -1)

    def _fits(self, place: Location, face: TileFace) -> bool:
        for edge in range(len(ROUND)):
            other = self.tiles.get(beyond(place, edge))
            if other is not None and not edges_match(self._face(other).edges[edge - 2], face.edges[edge]):
                return False
        return True

    def _walls_in(self, place: Location, face: TileFace, new: dict[Location, int]) -> bool:
        """Whether another edge of the sort would touch a space that the area enters, or one that it needs."""
        for edge in range(len(ROUND)):
            other = beyond(place, edge)
            if other in self.loose and other != place and self._shows(face, edge):
                return True
        return any(
            self._shows(self._face(self.tiles[near]), (edge + 2) % len(ROUND))
            for other in new
            for edge in range(len(ROUND))
            if (near := beyond(other, edge)) in self.tiles
        )

    def _shows(self, face: TileFace, edge: int) -> bool:
        """Whether a tile has the sort in the middle of an edge."""
        return sort_of(face.patches[face.rim[edge * PLACES + PLACES // 2]]) == self.question.sort

    def _close(self) -> bool:
        """Lay ending tiles on all spaces that the area enters, the most constrained space first."""
        while self.loose:
            choices = {place: self._endings(place) for place in self.loose}
            place = min(choices, key=lambda place: (len(choices[place]), place))
            self.random.shuffle(choices[place])
            if not any(self._place(place, kind, closing=True) for kind in choices[place]):
                return False
        return True

    def _endings(self, place: Location) -> list[Kind]:
        """The tiles that fit on a space and end the area there."""
        entered = self.loose[place]
        found = []
        for first, count in self.left.items():
            for kind in self.question.stock.turns[first] if count else ():
                face = self._face(kind)
                patch = self._patch(face, entered)
                ends = self.question.ends_at(face, entered) if patch < 0 else len(face.at(patch)) == 1
                if ends and self._fits(place, face):
                    found.append(kind)
        return found


EFFORT = 60.0
"""The limit for a rectangle, in the solver's deterministic time."""
RIGHT, BOTTOM = 1, 2

Edges = tuple[str | None, ...]


@dataclass(frozen=True)
class Rectangle:
    """The answer for a rectangle of a number of rows and columns: ``possible`` with its tiles, ``never``, or
    ``unknown``.

    `tiles` are in the order of placing, the first one at ``0,0`` in the top left corner. `reason` says why not.
    """

    rows: int
    columns: int
    status: str
    tiles: tuple[tuple[Location, Kind], ...] = ()
    reason: str = ""


def rectangle_of(
    stock: TileStock, rows: int, columns: int, *, effort: float = EFFORT, time_limit: float | None = None
) -> Rectangle:
    """Build a rectangle from tiles: all of them if there are as many as spaces, else any."""
    tiles, spaces = sum(stock.counts.values()), rows * columns
    if tiles < spaces:
        return Rectangle(rows, columns, "never", reason=f"it takes {spaces} tiles, and there are {tiles}")
    laying = RectangleModel(stock, rows, columns)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = effort
    if time_limit is not None:
        solver.parameters.max_time_in_seconds = time_limit
    status = run(solver, laying.model)
    if status == cp_model.INFEASIBLE:
        return Rectangle(rows, columns, "never", reason="the edges of the tiles do not match")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Rectangle(rows, columns, "unknown", reason="the search was stopped")
    return Rectangle(rows, columns, "possible", laying.tiles(solver))


class RectangleModel:
    """The CP-SAT model of the tiles of a rectangle."""

    def __init__(self, stock: TileStock, rows: int, columns: int) -> None:
        self.stock = stock
        self.model = cp_model.CpModel()
        self._kinds: dict[Edges, list[Kind]] = defaultdict(list)
        for kinds in stock.turns.values():
            for kind in kinds:
                self._kinds[_edges(kind)].append(kind)
        self.places = [(row, column) for row in range(rows) for column in range(columns)]
        self.lying = {place: {edges: self.model.new_bool_var("") for edges in self._kinds} for place in self.places}
        for place, own in self.lying.items():
            self.model.add_exactly_one(own.values())
            for edge in (RIGHT, BOTTOM):
                self._alike(place, edge)
        self._supply()

    def _alike(self, place: Location, edge: int) -> None:
        """Touching edges of two spaces match."""
        other = beyond(place, edge)
        if other not in self.lying:
            return
        for sort in sorted({word for edges in self._kinds for word in edges if word}):
            shown = self.model.new_bool_var("")
            self.model.add(self._showing(place, edge, sort) == shown)
            self.model.add(self._showing(other, (edge + 2) % len(ROUND), sort) == shown)

    def _showing(self, place: Location, edge: int, sort: str) -> cp_model.LinearExpr:
        own = self.lying[place]
        bits = [bit for edges, bit in own.items() if edges[edge] == sort]
        matching = [bit for edges, bit in own.items() if edges[edge] is None]
        if matching:
            bits.append(self.model.new_bool_var(""))
            self.model.add(bits[-1] <= cp_model.LinearExpr.sum(matching))
        return cp_model.LinearExpr.sum(bits)

    def _supply(self) -> None:
        """At most as many tiles of each lot as there are."""
        lots: dict[Edges, int] = Counter()
        for first, count in self.stock.counts.items():
            lots[_lot(_edges(self.stock.turns[first][0]))] += count
        for lot, count in lots.items():
            bits = [bit for own in self.lying.values() for edges, bit in own.items() if _lot(edges) == lot]
            self.model.add(cp_model.LinearExpr.sum(bits) <= count)

    def tiles(self, solver: cp_model.CpSolver) -> tuple[tuple[Location, Kind], ...]:
        """The tiles of a solution, in order; asserts that each fits on the map."""
        used, laid = Counter[int](), []
        terrain = Terrain(2 * len(self.places) + 1, 2 * len(self.places) + 1)
        for place in self.places:
            edges = next(edges for edges, bit in self.lying[place].items() if solver.value(bit))
            kind = next(kind for kind in self._kinds[edges] if used[kind.first] < self.stock.counts[kind.first])
            space = terrain.at_place[place]
            assert kind.face is not None and terrain.fits(space, kind.face), "a tile of the answer does not fit"
            terrain = terrain.with_tile(space, kind.face)
            used[kind.first] += 1
            laid.append((place, kind))
        return tuple(laid)


def _edges(kind: Kind) -> Edges:
    assert kind.face is not None, "tiles show something"
    return kind.face.edges


def _lot(edges: Edges) -> Edges:
    """A canonical form of edges under rotation."""
    turned = (edges[at:] + edges[:at] for at in range(len(edges)))
    return min(turned, key=lambda edges: [edge or "" for edge in edges])
