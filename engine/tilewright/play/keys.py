"""Canonical keys of states: equal for states with the same continuations, and the same in every run.

In a pool the order of the pieces is irrelevant, so their spaces are renumbered canonically: by what they show, and by
the variables bound to them. On a growing board the spaces and patches are renumbered by row and column, so that the
order in which they were added is irrelevant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.core import play
from tilewright.core.expr import Value
from tilewright.meaning.domain import Element, Env, Ruling, SpaceSet
from tilewright.play.frames import Frame, upward
from tilewright.play.table import Grid, Table
from tilewright.table.terrain import Terrain

Slots = Mapping[int, Mapping[int, int]]
"""For the seat of each pool, the new number of each occupied space."""


class Keys:
    """Computes the keys of the states of one program.

    `homes` maps each variable of a thing to that of its place, `pools` are the seats of pools, `maps` those of growing
    boards and of their patches.
    """

    def __init__(self, homes: Mapping[int, int], pools: frozenset[int], maps: frozenset[int] = frozenset()) -> None:
        self.pools = pools
        self.maps = maps
        self._homes = homes

    def of(
        self,
        table: Table,
        env: Env,
        stacks: Sequence[Frame | None],
        rulings: Sequence[Ruling],
    ) -> tuple[object, ...]:
        """The contents of the table, the bindings and their frames, and the overrides of the turn, as a value."""
        frames = [one for frame in stacks for one in upward(frame)]
        slots = self._slots(table, [env, *(one.env for one in frames), *(ruling.env for ruling in rulings)])
        lying = (self._lying_at(table, i, slots) for i in range(len(table.grids)))
        bound = {id(one.env): self._bound(one.env, slots) for one in {id(one.env): one for one in frames}.values()}
        where = ((one.number, one.at, one.done, self._left(one, slots), bound[id(one.env)]) for one in frames)
        ruled = ((ruling.key, self._bound(ruling.env, slots)) for ruling in rulings)
        return tuple(lying), table.rest, self._bound(env, slots), tuple(where), tuple(ruled)

    def _left(self, frame: Frame, slots: Slots) -> object:
        """The remaining elements of a loop."""
        if frame.left is None:
            return None
        var = frame.step.binder.var.id if isinstance(frame.step, (play.ForEach, play.ForEachInAnyOrder)) else -1
        return tuple(element_key(one, slots.get(self._seat(var, frame.env))) for one in frame.left)

    def _lying_at(self, table: Table, seat: int, slots: Slots) -> tuple[object, ...]:
        """The contents of a place."""
        grid = table.grids[seat]
        if seat in self.pools:
            return _pool_key(grid, slots.get(seat))
        if seat in self.maps:
            return _map_key(grid, slots[seat])
        return grid.key

    def _slots(self, table: Table, environments: Sequence[Env]) -> dict[int, dict[int, int]]:
        """The canonical order of the spaces of pools with bound pieces, by piece, marks and names; and of maps."""
        names: dict[int, dict[int, list[object]]] = {}
        for at, env in enumerate(environments if self.pools else ()):
            for var, seat in self._pool_variables(env):
                if seat in self.maps:
                    continue
                element = env[var]
                for space in element.members if isinstance(element, SpaceSet) else (element,):
                    names.setdefault(seat, {}).setdefault(space, []).append((at, var))
        found = _map_slots(table, self.maps)
        for seat, known in names.items():
            grid = table.grids[seat]
            spaces = [space for space, pile in enumerate(grid.piles) if pile or space in known]
            order = [
                (grid.piles[space], grid.marks[space], grid.caps[space], known.get(space, []), space)
                for space in spaces
            ]
            found[seat] = {space: number for number, (*_, space) in enumerate(sorted(order))}
        return found

    def _pool_variables(self, env: Env) -> list[tuple[int, int]]:
        """The variables that are bound to something in a pool, with its seat."""
        pairs = [(var, self._seat(var, env)) for var in sorted(env.keys() & self._homes.keys())]
        return [(var, seat) for var, seat in pairs if seat >= 0]

    def _seat(self, var: int, env: Env) -> int:
        home = self._homes.get(var)
        seat = -1 if home is None else env.get(home, -1)
        return seat if seat in self.pools or seat in self.maps else -1

    def _bound(self, env: Env, slots: Slots) -> tuple[tuple[int, object], ...]:
        """Bindings as a value, ordered by variable."""
        lying = dict(self._pool_variables(env))
        return tuple((var, element_key(env[var], slots[lying[var]] if var in lying else None)) for var in sorted(env))


def _map_slots(table: Table, maps: frozenset[int]) -> dict[int, dict[int, int]]:
    """For growing boards and their patches, the numbers of their spaces by row and column."""
    geometries = {seat: table.grids[seat].geometry for seat in maps}
    terrain = next((one for one in geometries.values() if isinstance(one, Terrain)), None)
    if terrain is None:
        return {}
    return {
        seat: terrain.numbering if isinstance(one, Terrain) else terrain.patch_numbering
        for seat, one in geometries.items()
    }


def _map_key(grid: Grid, slots: Mapping[int, int]) -> tuple[object, ...]:
    """The contents of a growing board by row and column."""
    order = list(slots)
    contents = tuple((grid.piles[space], grid.caps[space], grid.marks[space]) for space in order)
    geometry = grid.geometry
    return (contents, tuple(geometry.where[space] for space in order)) if isinstance(geometry, Terrain) else contents


def _pool_key(grid: Grid, slots: Mapping[int, int] | None) -> tuple[object, ...]:
    """The pieces of a pool in the order of its slots; without slots, sorted by what they show and their marks."""
    if slots is None:
        pieces = sorted(pair for pair in zip(grid.piles, grid.marks, grid.caps, strict=True) if pair[0])
        return tuple((pile, caps, marks) for pile, marks, caps in pieces)
    return tuple((grid.piles[space], grid.caps[space], grid.marks[space]) for space in slots)


def element_key(element: Element, slots: Mapping[int, int] | None) -> object:
    """An element as a value that can be compared and printed."""
    if isinstance(element, SpaceSet):
        members = element.members if slots is None else [slots[space] for space in element.members]
        return (element.root if slots is None else "set"), tuple(sorted(members))
    if slots is not None and isinstance(element, int):
        return slots.get(element, -1)
    return element.label if isinstance(element, Value) else element
