"""Whether an area can still be completed, the minimum number of tiles, or a proof that it never can.

A window has the free spaces within n tiles of the area. There is a Boolean for each space of it and shape (what is
there), and one for each edge between two spaces (whether the area crosses it). If it does, there are tiles on both
sides, and the patch that it enters extends to all of its edges; it ends if one of two touching edges matches every
edge. So the crossed edges of a solution form a closed set of patches that contains the completed area, and no
connectivity constraint is needed. An area completed with n tiles uses only spaces within n tiles of it: if the area
must stay inside the window, an answer with at most n tiles is optimal. If it may leave the window and there is still no
answer, it can never be completed.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ortools.sat.python import cp_model

from tilewright.areas.shapes import InsideAreas, Shapes, TileShape, TileStock, places_of
from tilewright.cpsat.literals import run
from tilewright.table.game import Kind
from tilewright.table.terrain import PLACES, ROUND, Location, Terrain, beyond, edges_match, sort_of

WIDEST_WINDOW = 24
"""The maximum distance of considered spaces, in tiles."""
ANY_SORT = ""
"""A sort of area that no tile has: in shapes for it only the edges matter."""
EFFORT = 20.0
"""The limit for one area, in the solver's deterministic time."""


@dataclass(frozen=True)
class Completion:
    """The answer for an area.

    If `status` is ``possible``, `tiles` are a minimum set, each with its location and rotation, in an order in which
    they can be placed. If it is ``never``, `reason` says why. `at_least` is a proved lower bound of the number of
    tiles; 0 if it is ``never``.
    """

    status: str
    tiles: tuple[tuple[Location, Kind], ...] = ()
    reason: str = ""
    at_least: int = 0


class Completer:
    """Answers for the areas of one map, given the remaining tiles."""

    def __init__(self, terrain: Terrain, stock: TileStock, inside: InsideAreas | None = None) -> None:
        self.terrain, self.stock, self.inside = terrain, stock, inside
        self.tiles = {terrain.where[space]: space for space in terrain.faces}
        self._shapes: dict[str, Shapes] = {}

    def open_areas(self, *, without: str = "") -> Iterator[int]:
        """The roots of the areas that are not complete, except those of one sort."""
        for root in sorted(self.terrain.patchwork.areas):
            if self.sort(root) != without and self.is_open(root):
                yield root

    def is_open(self, patch: int) -> bool:
        """Whether the area of a patch has open edges, or is inside a tile and has to be surrounded."""
        patchwork = self.terrain.patchwork
        if self.lies_inside(patch):
            return self.inside is not None and self.empty_around(patch) != ()
        return any(patchwork.loose[one] for one in patchwork.area_of(patch))

    def lies_inside(self, patch: int) -> bool:
        """Whether the area of a patch is of a sort that is inside a tile."""
        return self.stock.game.areas[self.sort(patch)].place == "inside"

    def sort(self, patch: int) -> str:
        """The sort of area of a patch."""
        space = self.terrain.patchwork.spaces[patch]
        first = self.terrain.patchwork.on[space][0]
        return sort_of(self.terrain.faces[space].patches[patch - first])

    def shapes(self, sort: str) -> Shapes:
        """The remaining tiles, with regard to one sort."""
        if sort not in self._shapes:
            places = places_of(sort, (*self.stock.faces, *self.terrain.faces.values()))
            self._shapes[sort] = Shapes(self.stock, sort, places)
        return self._shapes[sort]

    def complete(self, patch: int) -> Completion:
        """Whether the area of a patch can be completed, and with how few tiles."""
        if self.lies_inside(patch):
            return surround(self, patch)
        return AreaCompletion(self, self.terrain.patchwork.roots[patch]).answer()

    def empty_around(self, patch: int) -> tuple[Location, ...] | None:
        """The spaces that must be filled to complete an area inside a tile; None if that is not known."""
        return None if self.inside is None else self.inside.empty(patch)

    def wanted(self, place: Location) -> tuple[str | None, ...]:
        """The requirements at the edges of a free space; None where any edge matches."""
        found = []
        for edge in range(len(ROUND)):
            space = self.tiles.get(beyond(place, edge))
            found.append(None if space is None else self.terrain.faces[space].edges[edge - 2])
        return tuple(found)

    def gaps(self) -> tuple[Location, ...]:
        """Free spaces next to tiles on which no remaining tile fits."""
        wanted, turned = self.terrain.wanted, {face.edges for face in self.stock.faces}
        found = (
            space for space, edges in wanted.items() if any(edges) and not any(fits(edges, shown) for shown in turned)
        )
        return tuple(sorted(self.terrain.where[space] for space in found))


class AreaCompletion:
    """One area: its requirements, and windows of increasing size around it."""

    def __init__(self, completer: Completer, root: int) -> None:
        self.completer, self.terrain, self.root = completer, completer.terrain, root
        self.shapes = completer.shapes(completer.sort(root))
        self.sort, self.places = self.shapes.sort, self.shapes.places
        self.matches_every = completer.stock.game.areas[self.sort].place == "any"
        self.tiles = completer.tiles
        self._loose: dict[int, list[Location]] = defaultdict(list)
        self._left = EFFORT
        for place in self._around():
            for edge in range(len(ROUND)):
                for root_there in self._roots(place, edge):
                    self._loose[root_there].append(place)

    def _around(self) -> list[Location]:
        """The free spaces next to tiles."""
        terrain = self.terrain
        return [terrain.where[space] for space in range(terrain.size) if space not in terrain.faces]

    def _roots(self, place: Location, edge: int) -> set[int]:
        """The areas of the sort beyond an edge."""
        return {root for at in self.places if (root := self.root_at(place, edge, at)) is not None}

    def root_at(self, place: Location, edge: int, at: int) -> int | None:
        """The area of the sort beyond a position of an edge; None if there is none."""
        space = self.tiles.get(beyond(place, edge))
        if space is None:
            return None
        patchwork, face = self.terrain.patchwork, self.terrain.faces[space]
        own = face.rim[(edge + 2) % len(ROUND) * PLACES + PLACES - 1 - at]
        return patchwork.roots[patchwork.on[space][0] + own] if sort_of(face.patches[own]) == self.sort else None

    def allowed(self, place: Location) -> bool:
        """Whether the board may grow to this location."""
        return self.terrain.allows(*place)

    def fitting(self, place: Location) -> list[TileShape]:
        """The shapes that fit on a free space."""
        wanted = self.completer.wanted(place)
        return [shape for shape in self.shapes.known if fits(wanted, shape.edges)]

    # -- the answer

    def answer(self) -> Completion:
        """The answer, from the smallest window that proves it."""
        demands, impossible = RequiredSpaces(self).fixpoint()
        if impossible is not None:
            return Completion("never", reason=f"no remaining tile fits at {impossible[0]},{impossible[1]}")
        reach = max(1, len(demands))
        while reach <= WIDEST_WINDOW and self._left > 0:
            status, found = self._solve_window(reach, rim_open=False)
            if status == cp_model.OPTIMAL:
                if len(found) <= reach:
                    return Completion("possible", self._witness(found), "", len(found))
                reach = len(found)
                continue
            if status != cp_model.INFEASIBLE:
                break
            status, _ = self._solve_window(reach, rim_open=True)
            if status == cp_model.INFEASIBLE:
                reason = f"the remaining tiles cannot be joined within {reach} tiles of it"
                return Completion("never", reason=reason)
            reach += 1
        return Completion("unknown", reason="the search was stopped", at_least=len(demands))

    def _solve_window(self, reach: int, *, rim_open: bool) -> tuple[cp_model.CpSolverStatus, dict[Location, TileShape]]:
        window = Window(self, reach, rim_open=rim_open)
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_deterministic_time = self._left
        solver.parameters.linearization_level = 0
        solver.parameters.symmetry_level = 0
        status = run(solver, window.model)
        self._left -= solver.response_proto.deterministic_time
        solved = status in (cp_model.OPTIMAL, cp_model.FEASIBLE)
        return status, window.read(solver) if solved else {}

    def loose_spaces(self, root: int) -> list[Location]:
        """The free spaces at the open edges of an area."""
        return self._loose.get(root, [])

    def within(self, reach: int) -> dict[Location, int]:
        """The free spaces within a number of tiles, with their distance; areas that join extend the reach."""
        far, at = dict.fromkeys(self.loose_spaces(self.root), 1), 1
        edge = list(far)
        while edge and at < reach:
            at += 1
            near = {other for place in edge for other in self._next(place)}
            edge = [place for place in near if place not in far and place not in self.tiles and self.allowed(place)]
            far.update(dict.fromkeys(edge, at))
        return far

    def _next(self, place: Location) -> Iterator[Location]:
        for edge in range(len(ROUND)):
            yield beyond(place, edge)
            for root in self._roots(place, edge):
                yield from self.loose_spaces(root)

    def _witness(self, found: dict[Location, TileShape]) -> tuple[tuple[Location, Kind], ...]:
        """The tiles in an order in which they can be placed; asserts that they complete the area."""
        used, terrain = Counter[int](), self.terrain
        tiles = {place: self.shapes.pick(shape, used) for place, shape in found.items()}
        laid = []
        for place, kind, after in placed_in_order(terrain, tiles):
            terrain = after
            laid.append((place, kind))
        patchwork = terrain.patchwork
        assert not sum(patchwork.loose[patch] for patch in patchwork.area_of(self.root)), "the area is still open"
        return tuple(laid)


def surround(completer: Completer, patch: int) -> Completion:
    """The answer for an area inside a tile, which is completed by tiles on some spaces around it."""
    empty = completer.empty_around(patch)
    if empty is None:
        return Completion("unknown", reason="it is not complete even with tiles on all spaces around it")
    terrain, shapes, model = completer.terrain, completer.shapes(ANY_SORT), cp_model.CpModel()
    lying: dict[Location, dict[TileShape, cp_model.IntVar]] = {}
    for place in empty:
        wanted = completer.wanted(place)
        lying[place] = {shape: model.new_bool_var("") for shape in shapes.known if fits(wanted, shape.edges)}
        if not lying[place]:
            return Completion("never", reason=f"no remaining tile fits at {place[0]},{place[1]}")
        model.add_exactly_one(lying[place].values())
    post_edges(model, lying)
    post_supply(model, lying, shapes)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_deterministic_time = EFFORT
    status = run(solver, model)
    if status == cp_model.INFEASIBLE:
        return Completion("never", reason="the remaining tiles do not fit together around it")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Completion("unknown", reason="the search was stopped", at_least=len(empty))
    used = Counter[int]()
    chosen = ((place, shape) for place, own in lying.items() for shape, bit in own.items() if solver.value(bit))
    tiles = {place: shapes.pick(shape, used) for place, shape in chosen}
    laid = tuple((place, kind) for place, kind, _ in placed_in_order(terrain, tiles))
    return Completion("possible", laid, "", len(laid))


class RequiredSpaces:
    """The spaces that must be filled in every completion, and the shapes still possible there: a greatest fixed point
    (constraint propagation)."""

    def __init__(self, area: AreaCompletion) -> None:
        self._area = area
        self._open = dict.fromkeys(area.loose_spaces(area.root))
        self._shapes: dict[Location, list[TileShape]] = {}

    def fixpoint(self) -> tuple[dict[Location, list[TileShape]], Location | None]:
        """The spaces with their possible shapes, and a space without any, if there is one."""
        waiting = list(self._open)
        while waiting:
            place = waiting.pop()
            known = self._shapes.get(place)
            left = self._consistent(place, self._area.fitting(place) if known is None else known)
            if not left or not self._area.allowed(place):
                return self._shapes, place
            if known is not None and len(left) == len(known):
                continue
            self._shapes[place] = left
            near = [beyond(place, edge) for edge in range(len(ROUND))]
            forced = [other for edge, other in enumerate(near) if self._crosses(place, edge, left)]
            new = [other for other in forced if other not in self._area.tiles and other not in self._shapes]
            waiting += [*new, *(other for other in near if other in self._shapes)]
        return self._shapes, None

    def _consistent(self, place: Location, shapes: list[TileShape]) -> list[TileShape]:
        """The shapes with matching edges to some possible shape on each adjacent required space."""
        for edge in range(len(ROUND)):
            other = self._shapes.get(beyond(place, edge))
            if other is not None:
                shown = {shape.edges[edge - 2] for shape in other}
                shapes = [shape for shape in shapes if any(edges_match(shape.edges[edge], word) for word in shown)]
        return shapes

    def _crosses(self, place: Location, edge: int, shapes: list[TileShape]) -> bool:
        """Whether the area crosses an edge with every possible shape on a required space at one of its open edges."""
        area, count = self._area, len(self._area.places)
        entered = [
            side * count + i
            for side in range(len(ROUND))
            for i, at in enumerate(area.places)
            if area.root_at(place, side, at) == area.root
        ]
        out = range(edge * count, (edge + 1) * count)
        return bool(entered) and all(
            any(shape.joins[o] >= 0 and shape.joins[o] == shape.joins[i] for o in out for i in entered)
            for shape in shapes
        )


Crossing = tuple[Location, int, int]
"""A position on an edge: the space, the edge, and the index of the position. An edge between two free spaces is the right
or lower one of its space."""


class Window:
    """The CP-SAT model of a window: the shapes on its spaces, and the edges that the area crosses."""

    def __init__(self, area: AreaCompletion, reach: int, *, rim_open: bool) -> None:
        self.area, self.rim_open = area, rim_open
        self.model = cp_model.CpModel()
        self.spaces = area.within(reach)
        self.lying = {
            place: {shape: self.model.new_bool_var("") for shape in area.fitting(place)} for place in self.spaces
        }
        self._over: dict[Crossing, cp_model.IntVar] = {}
        self._joined: dict[int, cp_model.IntVar] = {}
        for place in self.spaces:
            self._space(place)
        post_edges(self.model, self.lying)
        post_supply(self.model, self.lying, self.area.shapes)
        total = cp_model.LinearExpr.sum([bit for own in self.lying.values() for bit in own.values()])
        if not rim_open:
            self.model.minimize(total)

    def read(self, solver: cp_model.CpSolver) -> dict[Location, TileShape]:
        """The shapes on the spaces in a solution."""
        chosen = (
            (place, shape) for place, own in self.lying.items() for shape, bit in own.items() if solver.value(bit)
        )
        return dict(chosen)

    # -- variables

    def joined(self, root: int) -> cp_model.IntVar:
        """Whether an area of the map becomes a part of the one to be completed."""
        if root not in self._joined:
            bit = self._joined[root] = self.model.new_bool_var("")
            inside = all(place in self.spaces for place in self.area.loose_spaces(root))
            if root == self.area.root:
                self.model.add(bit == 1)
            elif not inside and not self.rim_open:
                self.model.add(bit == 0)
        return self._joined[root]

    def over(self, place: Location, edge: int, i: int) -> cp_model.IntVar:
        """Whether the area crosses a position of an edge of a space in the window."""
        other = beyond(place, edge)
        if other in self.area.tiles:
            root = self.area.root_at(place, edge, self.area.places[i])
            return self._ended(place, edge, i) if root is None else self.joined(root)
        mirrored = len(self.area.places) - 1 - i
        key = (place, edge, i) if edge in (1, 2) else (other, (edge + 2) % len(ROUND), mirrored)
        if key not in self._over:
            bit = self._over[key] = self.model.new_bool_var("")
            if other not in self.spaces and not (self.rim_open and self.area.allowed(other)):
                self.model.add(bit == 0)
        return self._over[key]

    def _ended(self, place: Location, edge: int, i: int) -> cp_model.IntVar:
        """The same where a tile of the map has nothing of the sort: the area can end there only if its sort may end at any
        edge, or that edge matches every edge."""
        if not (self.area.matches_every or self.area.completer.wanted(place)[edge] is None):
            return self.model.new_constant(0)
        return self._over.setdefault((place, edge, i), self.model.new_bool_var(""))

    # -- constraints

    def _space(self, place: Location) -> None:
        own, count = self.lying[place], len(self.area.places)
        bits = list(own.values())
        self.model.add_at_most_one(bits)
        over = [self.over(place, edge, i) for edge in range(len(ROUND)) for i in range(count)]
        for bit in dict.fromkeys(over):
            self.model.add_bool_or([bit.negated(), *bits])
        by_join: dict[tuple[int, ...], list[tuple[TileShape, cp_model.IntVar]]] = defaultdict(list)
        for shape, lies in own.items():
            by_join[shape.joins].append((shape, lies))
        for joins, lying in by_join.items():
            for one, other, outside in _links(joins):
                for shape, lies in lying:
                    if outside and (self.area.matches_every or shape.edges[one // count] is None):
                        continue  # the area ends there
                    clause = [lies.negated(), over[one].negated()]
                    self.model.add_bool_or(clause if outside else [*clause, over[other]])


def _links(joins: tuple[int, ...]) -> Iterator[tuple[int, int, bool]]:
    """Pairs of positions such that the area crosses the second if it crosses the first; and positions without a patch
    of the sort."""
    groups: dict[int, list[int]] = defaultdict(list)
    for at, group in enumerate(joins):
        groups[group].append(at)
    for group, places in groups.items():
        if group < 0:
            yield from ((at, at, True) for at in places)
        elif len(places) > 1:
            yield from ((one, other, False) for one, other in zip(places, [*places[1:], places[0]], strict=True))


Lying = Mapping[Location, Mapping[TileShape, cp_model.IntVar]]


def fits(wanted: tuple[str | None, ...], edges: tuple[str | None, ...]) -> bool:
    """Whether edges meet the requirements (`Completer.wanted`)."""
    return all(map(edges_match, wanted, edges))


def post_edges(model: cp_model.CpModel, lying: Lying) -> None:
    """Touching edges of two tiles match."""
    for place, mine in lying.items():
        for edge in (1, 2):
            theirs = lying.get(beyond(place, edge), {})
            for letter in sorted({word for shape in mine if (word := shape.edges[edge])}) if theirs else ():
                here = [bit for shape, bit in mine.items() if shape.edges[edge] == letter]
                there = [bit for shape, bit in theirs.items() if not edges_match(shape.edges[edge - 2], letter)]
                model.add_at_most_one([*here, *there])


def post_supply(model: cp_model.CpModel, lying: Lying, shapes: Shapes) -> None:
    """At most as many tiles of each lot as are left."""
    used: dict[int, list[cp_model.IntVar]] = defaultdict(list)
    for own in lying.values():
        for shape, bit in own.items():
            used[shapes.known[shape]].append(bit)
    for lot, bits in used.items():
        if len(lying) > shapes.counts[lot]:
            model.add(cp_model.LinearExpr.sum(bits) <= shapes.counts[lot])


def placed_in_order(terrain: Terrain, tiles: Mapping[Location, Kind]) -> Iterator[tuple[Location, Kind, Terrain]]:
    """Tiles in an order in which they can be placed, each with the resulting map; asserts that there is one."""
    waiting = dict(tiles)
    while waiting:
        place = next((place for place in waiting if place in terrain.at_place), None)
        assert place is not None, "no tile of the answer touches the map"
        kind, space = waiting.pop(place), terrain.at_place[place]
        assert kind.face is not None and terrain.fits(space, kind.face), "a tile of the answer does not fit"
        terrain = terrain.with_tile(space, kind.face)
        yield place, kind, terrain


# ------------------------------------------------------------------ the probability of completion in time


def completing(completer: Completer, stock: TileStock, patch: int) -> int:
    """The number of tiles in a stock that complete the area of a patch immediately, laid somewhere on the map."""
    return sum(
        count
        for first, count in stock.counts.items()
        if any(_completes(completer, kind, patch) for kind in stock.turns[first])
    )


def _completes(completer: Completer, kind: Kind, patch: int) -> bool:
    """Whether some placement of a tile leaves the area complete."""
    terrain, face = completer.terrain, kind.face
    spaces = [space for space in terrain.wanted if face is not None and terrain.fits(space, face)]
    if completer.lies_inside(patch):
        return any(completer.empty_around(patch) == (terrain.where[space],) for space in spaces)
    return any(
        not any(after.loose[one] for one in after.area_of(patch))
        for space in spaces
        if face is not None and (after := terrain.with_tile(space, face).patchwork)
    )


def drawn_in_time(wanted: int, left: int, draws: int) -> Fraction:
    """The probability that at least one of the wanted tiles is among the draws (hypergeometric)."""
    draws = min(draws, left)
    return 1 - Fraction(comb(left - wanted, draws), comb(left, draws))
