"""Can tiles be laid as a full rectangle, edges that touch alike?

A Boolean for each space and edges that a tile can show there, one a space; tiles that show the same edges, however they are
turned, are one lot. A Boolean for each edge between two spaces and sort says what it shows: the sum of what shows it on
either side is that Boolean, so that the linear relaxation is tight; an edge that matches every edge may show any sort.
The rim is free.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from ortools.sat.python import cp_model

from tilewright.areas.shapes import TileStock
from tilewright.cpsat.literals import run
from tilewright.table.game import Kind
from tilewright.table.terrain import ROUND, Location, Terrain, beyond

EFFORT = 60.0
"""What is spent on a rectangle, in units of the solver's deterministic time."""
RIGHT, BOTTOM = 1, 2

Edges = tuple[str | None, ...]


@dataclass(frozen=True)
class Rectangle:
    """What is known of a rectangle of so many rows and columns: ``possible`` with its tiles, ``never``, or ``unknown``.

    `tiles` are in the order in which they are placed, the first one at ``0,0`` in the top left corner. `reason` says why not.
    """

    rows: int
    columns: int
    status: str
    tiles: tuple[tuple[Location, Kind], ...] = ()
    reason: str = ""


def rectangle_of(
    stock: TileStock, rows: int, columns: int, *, effort: float = EFFORT, time_limit: float | None = None
) -> Rectangle:
    """Lay a rectangle of some tiles, each of them if there are as many as spaces; else any of them."""
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
    """What lies on the spaces of a rectangle."""

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
        """The edges of two spaces that touch show the same."""
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
        """No more tiles of a lot than there are."""
        lots: dict[Edges, int] = Counter()
        for first, count in self.stock.counts.items():
            lots[_lot(_edges(self.stock.turns[first][0]))] += count
        for lot, count in lots.items():
            bits = [bit for own in self.lying.values() for edges, bit in own.items() if _lot(edges) == lot]
            self.model.add(cp_model.LinearExpr.sum(bits) <= count)

    def tiles(self, solver: cp_model.CpSolver) -> tuple[tuple[Location, Kind], ...]:
        """The tiles of a solution; laid on a map one after another, each of them fits, or this fails."""
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
    """The same for edges that are turned."""
    turned = (edges[at:] + edges[:at] for at in range(len(edges)))
    return min(turned, key=lambda edges: [edge or "" for edge in edges])
