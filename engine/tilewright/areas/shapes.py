"""Tiles reduced to one sort of area: what is at each edge, which edges the patches of the sort connect, and areas
inside a tile.

An area inside a tile is complete when spaces around the tile are filled; the rule of the game says which.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from tilewright.core.play import RuleDef
from tilewright.meaning.domain import SpaceSet
from tilewright.play.evaluator import EvaluationContext, StateEvaluator, TableContext
from tilewright.play.table import Table
from tilewright.struct import Struct, struct
from tilewright.table.game import Game, Kind
from tilewright.table.terrain import PLACES, ROUND, Location, Patchwork, Terrain, TileFace, sort_of

MIDDLE = PLACES // 2


@struct
class TileShape(Struct):
    """The edges of a tile, and for each considered position the patch of one sort there (-1: none)."""

    edges: tuple[str | None, ...]
    joins: tuple[int, ...]


@dataclass(frozen=True)
class TileStock:
    """The remaining tiles: the number of each kind, by its index as printed."""

    game: Game
    counts: Mapping[int, int]

    @cached_property
    def turns(self) -> Mapping[int, tuple[Kind, ...]]:
        """The rotations of each remaining tile, as kinds."""
        found: dict[int, tuple[Kind, ...]] = dict.fromkeys(self.counts, ())
        for kind in self.game.kinds:
            if kind.first in found and kind.face is not None:
                found[kind.first] += (kind,)
        return found

    @property
    def faces(self) -> list[TileFace]:
        """The faces of the tiles in all rotations."""
        return [face for kinds in self.turns.values() for kind in kinds if (face := kind.face) is not None]


def places_of(sort: str, faces: Iterable[TileFace]) -> tuple[int, ...]:
    """The positions on an edge that distinguish the patches of a sort: its middle, or else both ends."""
    for face in faces:
        for edge in range(len(ROUND)):
            rim = face.rim[edge * PLACES : (edge + 1) * PLACES]
            own = {patch for patch in rim if sort_of(face.patches[patch]) == sort}
            if own - {rim[MIDDLE]}:
                return (0, PLACES - 1)
    return (MIDDLE,)


def shape_of(face: TileFace, sort: str, places: tuple[int, ...]) -> TileShape:
    """A tile reduced to a sort."""
    number: dict[int, int] = {}
    joins = []
    for edge in range(len(ROUND)):
        for at in places:
            patch = face.rim[edge * PLACES + at]
            own = sort_of(face.patches[patch]) == sort
            joins.append(number.setdefault(patch, len(number)) if own else -1)
    return TileShape(face.edges, tuple(joins))


@dataclass(frozen=True)
class Shapes:
    """The shapes of the remaining tiles in all rotations, with equal tiles merged into lots with their numbers."""

    stock: TileStock
    sort: str
    places: tuple[int, ...]
    turned: dict[TileShape, int] = field(default_factory=dict)
    counts: list[int] = field(default_factory=list)

    @cached_property
    def known(self) -> Mapping[TileShape, int]:
        """The shapes, each with the index of its lot."""
        lots: dict[frozenset[TileShape], int] = {}
        for first, count in self.stock.counts.items():
            shapes = [self.of(kind) for kind in self.stock.turns[first]]
            lot = lots.setdefault(frozenset(shapes), len(lots))
            self.turned.update(dict.fromkeys(shapes, lot))
            self.counts.extend([0] * (lot + 1 - len(self.counts)))
            self.counts[lot] += count
        return self.turned

    def of(self, kind: Kind) -> TileShape:
        """The shape of a tile in a rotation."""
        assert kind.face is not None, "tiles show something"
        return shape_of(kind.face, self.sort, self.places)

    def pick(self, shape: TileShape, used: Counter[int]) -> Kind:
        """A tile of a shape that is not used up, in its rotation; it is counted in `used`."""
        for first, count in self.stock.counts.items():
            if used[first] < count:
                for kind in self.stock.turns[first]:
                    if self.of(kind) == shape:
                        used[first] += 1
                        return kind
        raise AssertionError("a lot has as many tiles as are counted")


def terrain_at(state: EvaluationContext) -> Terrain | None:
    """The growing board; None in a game without one."""
    return next((grid.geometry for grid in state.table.grids if isinstance(grid.geometry, Terrain)), None)


def tiles_left(state: EvaluationContext, seats: Iterable[int] | None = None) -> TileStock:
    """The tiles on no map: in the pools at some seats (None: in all), and unseen ones."""
    table, counts = state.table, Counter[int]()
    for seat in range(len(table.grids)) if seats is None else seats:
        counts.update(tiles_in(table, seat))
    for kind, count in enumerate(table.bag):
        counts[kind] += count
    return _stock(table.game, counts)


def tiles_in(table: Table, seat: int) -> list[int]:
    """The known tiles in a pool, as printed; empty for a map."""
    grid, kinds = table.grids[seat], table.game.kinds
    if isinstance(grid.geometry, (Terrain, Patchwork)):
        return []
    known = (kinds[pile[-1] >> 1] for pile in grid.piles if pile and pile[-1] >> 1 >= 0)
    return [kind.first for kind in known if kind.face is not None]


def all_tiles(game: Game) -> TileStock:
    """All tiles of a game."""
    return _stock(game, Counter({kind.index: kind.copies for kind in game.kinds if kind.first == kind.index}))


def _stock(game: Game, counts: Counter[int]) -> TileStock:
    shown = {kind: count for kind, count in sorted(counts.items()) if count > 0 and game.kinds[kind].face is not None}
    return TileStock(game, shown)


COMPLETE = "complete"
"""The name of the rule for complete areas."""
_AROUND = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0))


@dataclass(frozen=True)
class InsideAreas:
    """The areas inside tiles on a table, by the rule of the game."""

    evaluator: StateEvaluator
    state: EvaluationContext
    rule: RuleDef
    _known: dict[int, tuple[Location, ...] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, evaluator: StateEvaluator, state: EvaluationContext) -> InsideAreas | None:
        """None if the game has no such rule."""
        rule = next((rule for rule in evaluator.play_rules.rules if rule.name == COMPLETE), None)
        return None if rule is None else cls(evaluator, state, rule)

    def empty(self, patch: int) -> tuple[Location, ...] | None:
        """The spaces that must be filled to complete the area of a patch; None if filling all around it is not enough."""
        if patch not in self._known:
            self._known[patch] = self._missing_spaces(patch)
        return self._known[patch]

    def _missing_spaces(self, patch: int) -> tuple[Location, ...] | None:
        terrain = terrain_at(self.state)
        assert terrain is not None, "areas lie on a board that grows"
        if self._complete(patch, ()):
            return ()
        row, column = terrain.where[terrain.patchwork.spaces[patch]]
        around = [(row + down, column + right) for down, right in _AROUND]
        lying = {terrain.where[space] for space in terrain.faces}
        free = [place for place in around if place not in lying and terrain.allows(*place)]
        if not self._complete(patch, free):
            return None
        needed = [one for one in free if not self._complete(patch, [place for place in free if place != one])]
        return tuple(needed) if self._complete(patch, needed) else tuple(free)

    def _complete(self, patch: int, places: Iterable[Location]) -> bool:
        """Whether the rule holds with tiles on some more spaces, whatever they show."""
        table, evaluator = self._with_tiles(places), self.evaluator
        state = TableContext(table, self.state.env, self.state.changes)
        seat = evaluator.play_rules.me.id if self.rule.home is None else self.rule.home.id
        env = {**evaluator.places_of(table, 0)}
        area = terrain_of(table, min(evaluator.maps)).patchwork.area_of(patch)
        env[self.rule.parameter.id] = SpaceSet(area[0], dict.fromkeys(area, True))
        return evaluator.holds(state, self.rule.body, {**env, evaluator.me: env[seat]})

    def _with_tiles(self, places: Iterable[Location]) -> Table:
        table, seat = self.state.table.copy(), min(self.evaluator.maps)
        filler = next(kind for kind in table.game.kinds if kind.face is not None and kind.first == kind.index)
        waiting = list(places)
        while waiting:
            terrain = terrain_of(table, seat)
            place = next((place for place in waiting if place in terrain.at_place), None)
            if place is None:
                break
            waiting.remove(place)
            table.changing(seat).put(terrain.at_place[place], 2 * filler.index + 1)
            table.tile_placed(seat, terrain.at_place[place])
        return table


def terrain_of(table: Table, seat: int) -> Terrain:
    """The growing board at a seat."""
    found = table.grids[seat].geometry
    assert isinstance(found, Terrain), "tiles are laid on a board that grows"
    return found
