"""Areas that lie inside of a tile: which spaces around it have to be filled before the game calls them complete.

Such an area has no edges, so it is the game that says when it is complete: by its rule `complete` of an area. The rule is asked
of the table with tiles on all spaces around, and without each one of these. Tiles have to be laid on those whose
absence makes the difference, and on no others, so the fewest tiles are as many as there are such spaces.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from tilewright.areas.shapes import terrain_at
from tilewright.core.play import RuleDef
from tilewright.meaning.domain import SpaceSet
from tilewright.play.evaluator import EvaluationContext, StateEvaluator, TableContext
from tilewright.play.table import Table
from tilewright.table.terrain import Location, Terrain

COMPLETE = "complete"
"""The rule that says when an area is complete."""
_AROUND = tuple((row, column) for row in (-1, 0, 1) for column in (-1, 0, 1) if (row, column) != (0, 0))


@dataclass(frozen=True)
class InsideAreas:
    """The areas inside of tiles on a table, by the rule of the game."""

    evaluator: StateEvaluator
    state: EvaluationContext
    rule: RuleDef
    _known: dict[int, tuple[Location, ...] | None] = field(default_factory=dict)

    @classmethod
    def of(cls, evaluator: StateEvaluator, state: EvaluationContext) -> InsideAreas | None:
        """None where the game has no such rule."""
        rule = next((rule for rule in evaluator.course.rules if rule.name == COMPLETE), None)
        return None if rule is None else cls(evaluator, state, rule)

    def empty(self, patch: int) -> tuple[Location, ...] | None:
        """The spaces that have to be filled to complete the area of a patch; None where filling all around it is not enough."""
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
        seat = evaluator.course.me.id if self.rule.home is None else self.rule.home.id
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
    """The board that grows at a seat."""
    found = table.grids[seat].geometry
    assert isinstance(found, Terrain), "tiles are laid on a board that grows"
    return found
