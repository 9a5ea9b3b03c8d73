"""What lies on spaces of a map, as Booleans of a model: a bit for each space and shape."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from ortools.sat.python import cp_model

from tilewright.areas.shapes import Shapes, TileShape
from tilewright.table.game import Kind
from tilewright.table.terrain import Location, Terrain, beyond

Lying = Mapping[Location, Mapping[TileShape, cp_model.IntVar]]


def fits(wanted: tuple[str | None, ...], edges: tuple[str, ...]) -> bool:
    """Whether edges are as they are wanted; None where anything will do."""
    return all(one is None or one == other for one, other in zip(wanted, edges, strict=True))


def post_edges(model: cp_model.CpModel, lying: Lying) -> None:
    """Edges of two spaces that touch are alike, where tiles lie on both."""
    for place, mine in lying.items():
        for edge in (1, 2):
            theirs = lying.get(beyond(place, edge), {})
            for letter in sorted({shape.edges[edge] for shape in mine}) if theirs else ():
                here = [bit for shape, bit in mine.items() if shape.edges[edge] == letter]
                there = [bit for shape, bit in theirs.items() if shape.edges[edge - 2] != letter]
                model.add_at_most_one([*here, *there])


def post_supply(model: cp_model.CpModel, lying: Lying, shapes: Shapes) -> None:
    """No more tiles of a lot than are left."""
    used: dict[int, list[cp_model.IntVar]] = defaultdict(list)
    for own in lying.values():
        for shape, bit in own.items():
            used[shapes.known[shape]].append(bit)
    for lot, bits in used.items():
        if len(lying) > shapes.counts[lot]:
            model.add(cp_model.LinearExpr.sum(bits) <= shapes.counts[lot])


def placed_in_order(terrain: Terrain, tiles: Mapping[Location, Kind]) -> Iterator[tuple[Location, Kind, Terrain]]:
    """Tiles in an order in which they can be placed, each with the map after it. An answer that cannot be placed fails."""
    waiting = dict(tiles)
    while waiting:
        place = next((place for place in waiting if place in terrain.at_place), None)
        assert place is not None, "no tile of the answer touches the map"
        kind, space = waiting.pop(place), terrain.at_place[place]
        assert kind.face is not None and terrain.fits(space, kind.face), "a tile of the answer does not fit"
        terrain = terrain.with_tile(space, kind.face)
        yield place, kind, terrain
