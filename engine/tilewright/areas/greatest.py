"""The greatest completed area that tiles can make: a bound by counting, and a map that reaches it.

In a completed area every edge of a patch touches another one: so there are half as many contacts as edges, an even
number of which there is. It hangs together: there is a contact less than patches, or more. Together, over its patches, the
sum of (edges - 2) is at least -2: patches of one edge are at most two more than the others make up for. The most
that some tiles can count under this is a small integer program, whatever their edges look like otherwise; maps are grown at random
until one counts as much. An edge that touches one of another sort, because one of both matches every edge, is no contact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from random import Random

from ortools.sat.python import cp_model

from tilewright.areas.shapes import TileStock
from tilewright.cpsat.literals import run
from tilewright.table.game import Kind
from tilewright.table.terrain import PLACES, ROUND, Location, TileFace, beyond, edges_match, sort_of

GROWN = 400
"""So many maps are grown at random."""


@dataclass(frozen=True)
class GreatestArea:
    """What the tiles of a completed area count at most, and the most that was found, with its map in the order of placing.

    A tile counts 1, and each of its patches in the area with a mark that is asked for 1 more.
    """

    bound: int
    size: int
    tiles: tuple[tuple[Location, Kind], ...]


@dataclass(frozen=True)
class GreatestQuestion:
    """Tiles, the sort of area, and a mark of patches that count besides (none: an empty word)."""

    stock: TileStock
    sort: str
    mark: str = ""

    def patches(self, face: TileFace) -> list[int]:
        """The patches of the sort that reach an edge."""
        return [i for i, what in enumerate(face.patches) if sort_of(what) == self.sort and face.at(i)]

    def marked(self, face: TileFace, patch: int) -> bool:
        """Whether a patch counts besides."""
        return bool(self.mark) and self.mark in face.patches[patch].split()[:-1]

    @property
    def most_ends(self) -> int:
        """At how many edges an area can end at most because it touches another sort, which edges that match every edge do."""
        stock, every = self.stock, self.stock.game.areas[self.sort].place == "any"
        faces = ((kinds[0].face, stock.counts[first]) for first, kinds in stock.turns.items())
        return sum(count * (len(ROUND) if every else face.edges.count(None)) for face, count in faces if face)

    def ends_at(self, face: TileFace, edge: int) -> bool:
        """Whether the area ends where it reaches an edge of a tile that shows nothing of it there."""
        return face.edges[edge] is None or self.stock.game.areas[self.sort].place == "any"

    def uses(self, face: TileFace) -> Iterator[tuple[int, int, int]]:
        """Each way to use some patches of a tile: what it counts, its edges, and the sum of (edges - 2)."""
        own = self.patches(face)
        for size in range(1, len(own) + 1):
            for some in combinations(own, size):
                edges = sum(len(face.at(patch)) for patch in some)
                yield 1 + sum(self.marked(face, patch) for patch in some), edges, edges - 2 * size


def bound_of(question: GreatestQuestion) -> int:
    """What the tiles of a completed area count at most; 0 when there is none.

    Raises `KeyboardInterrupt` when the solver was stopped before it knew a bound.
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
    model.add(cp_model.LinearExpr.sum(surplus) >= ended - 2)
    model.maximize(cp_model.LinearExpr.sum(worth))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = run(solver, model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        raise KeyboardInterrupt  # no tiles at all are a solution: only a request to stop leaves it without one
    return int(solver.best_objective_bound)


def greatest_area(question: GreatestQuestion, seed: int = 0, grown: int = GROWN) -> GreatestArea:
    """The bound, and the best of some maps that are grown at random, up to the bound; the same for the same seed.

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
    """A map that is grown by tiles that go on, then closed by tiles that end; it never closes in itself before."""

    def __init__(self, question: GreatestQuestion, random: Random) -> None:
        self.question, self.random = question, random
        self.tiles: dict[Location, Kind] = {}
        self.left = Counter(question.stock.counts)
        self.loose: dict[Location, int] = {}  # the free spaces that the area goes on to, each with the edge over which
        self.size = 0

    def grow(self) -> bool:
        """Whether the area was completed."""
        going_on = [first for first, count in self.left.items() for _ in range(count) if self._ends(first) >= 2]
        self.random.shuffle(going_on)
        going_on.sort(key=lambda first: -self._ends(first) if self.random.random() < 0.5 else 0)
        waiting: list[int] = []
        for first in going_on:
            if not self._place_somewhere(first):
                waiting.append(first)
        for first in waiting:
            self._place_somewhere(first)
        if not self.tiles:  # nothing goes on: an area of two tiles that end
            next((first for first in self.left if self._place_somewhere(first)), None)
        return self._close()

    def _ends(self, first: int) -> int:
        """Over how many edges the area can leave a tile by its greatest patch."""
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
        """Lay a tile where it fits, is entered over one edge, and leaves room for what goes on; whether that was done."""
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
        """The patch over which the area comes in; of the first tile the one with most edges."""
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
        """Whether another edge of the sort would come to a space that the area goes on to, or one that it needs."""
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
        """Whether a tile shows the sort in the middle of an edge."""
        return sort_of(face.patches[face.rim[edge * PLACES + PLACES // 2]]) == self.question.sort

    def _close(self) -> bool:
        """Lay tiles that end on all spaces that the area goes on to, the most restricted space first."""
        while self.loose:
            choices = {place: self._endings(place) for place in self.loose}
            place = min(choices, key=lambda place: (len(choices[place]), place))
            self.random.shuffle(choices[place])
            if not any(self._place(place, kind, closing=True) for kind in choices[place]):
                return False
        return True

    def _endings(self, place: Location) -> list[Kind]:
        """The tiles that fit on a space and end there."""
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
