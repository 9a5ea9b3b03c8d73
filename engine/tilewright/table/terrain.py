"""Growing boards: their spaces, what tiles show at their edges, and the areas they form.

Both geometries are immutable: placing a tile gives new ones (`Terrain.with_tile`). Spaces and patches are numbered in
the order in which they are added, so a number bound to a variable keeps its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tilewright.struct import Struct, struct
from tilewright.table.geometry import Geometry, steps_of

ROUND = ("top", "right", "bottom", "left")
"""The edges of a tile, clockwise."""
PLACES = 3
"""The number of positions for patches on an edge, clockwise: its ends, and its middle."""
TURNS = ("", ">", "v", "<")
"""The suffix of the code of a rotated tile: it points to its top."""
NOTHING_WANTED: tuple[str | None, ...] = (None,) * len(ROUND)
GROWN = Geometry(0, 0)
"""The geometry of a growing board as far as it is known in advance."""
Location = tuple[int, int]
"""A row and a column, counted from the first tile."""
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def beyond(place: Location, edge: int) -> Location:
    """The location on the other side of an edge."""
    return place[0] + _STEPS[edge][0], place[1] + _STEPS[edge][1]


def spoken_at(place: Location) -> str:
    """``row,column`` relative to the first tile, which is at ``0,0``."""
    return f"{place[0]},{place[1]}"


def edges_match(one: str | None, other: str | None) -> bool:
    """Whether two edges may touch: they show the same, or one of them matches every edge (None), as for an empty space."""
    return one is None or other is None or one == other


def sort_of(patch: str) -> str:
    """The sort of area of a patch without its marks: its last word."""
    return patch.split()[-1]


@struct
class TileFace(Struct):
    """A tile in one rotation: the sort of area at each edge (None: it matches every edge), and its patches.

    `rim` has the index of the patch at each position of the edges, clockwise from the left end of the top; `beside` has
    the adjacent patches of each patch.
    """

    edges: tuple[str | None, ...]
    patches: tuple[str, ...]
    rim: tuple[int, ...]
    beside: tuple[tuple[int, ...], ...]

    @property
    def areas(self) -> tuple[str, ...]:
        """The sort of area of each patch."""
        return tuple(map(sort_of, self.patches))

    @property
    def marks(self) -> tuple[tuple[str, ...], ...]:
        """The marks of each patch: its words before the sort of area."""
        return tuple(tuple(what.split()[:-1]) for what in self.patches)

    def turned(self) -> TileFace:
        """The tile after a quarter turn clockwise."""
        rim = self.rim[-PLACES:] + self.rim[:-PLACES]
        return TileFace(self.edges[-1:] + self.edges[:-1], self.patches, rim, self.beside).numbered()

    def numbered(self) -> TileFace:
        """A copy with the patches numbered in the order in which they occur on the rim, then those that do not."""
        order = list(dict.fromkeys((*self.rim, *range(len(self.patches)))))
        number = {old: new for new, old in enumerate(order)}
        return TileFace(
            self.edges,
            tuple(self.patches[old] for old in order),
            tuple(number[old] for old in self.rim),
            tuple(tuple(sorted(number[other] for other in self.beside[old])) for old in order),
        )

    @property
    def turns(self) -> tuple[TileFace, ...]:
        """Its distinct rotations, itself first."""
        found = [self]
        while len(found) < len(ROUND) and (turned := found[-1].turned()) != self:
            found.append(turned)
        return tuple(found)

    def at(self, patch: int) -> tuple[int, ...]:
        """The edges of a patch, as indices into `ROUND`."""
        return tuple(dict.fromkeys(place // PLACES for place, known in enumerate(self.rim) if known == patch))


@dataclass(frozen=True, eq=False)
class Patchwork(Geometry):
    """The patches of a board: the space of each, and the areas that they form.

    `roots` has for each patch the root of its area, one of its patches; `areas` the patches of each area by root,
    `loose` the number of open edges of a patch, `beside` its adjacent patches.
    """

    spaces: tuple[int, ...] = ()
    roots: tuple[int, ...] = ()
    areas: dict[int, tuple[int, ...]] = field(default_factory=dict)
    loose: tuple[int, ...] = ()
    beside: tuple[tuple[int, ...], ...] = ()
    on: dict[int, tuple[int, ...]] = field(default_factory=dict)

    @property
    def size(self) -> int:
        return len(self.spaces)

    @property
    def fixed(self) -> Geometry:
        return GROWN

    def neighbors(  # type: ignore[override]  # nothing of what grows is kept
        self, space: int, shape: str = "orthogonal", distance: int | None = 1, nearest: int = 1
    ) -> tuple[int, ...]:
        if shape == "itself":
            return (space,)
        return self.beside[space] if shape == "beside" else ()

    def between(self, space: int, other: int) -> tuple[int, ...]:  # type: ignore[override]
        return ()

    def lines(self, kind: str, at: int | None = None) -> tuple[tuple[int, ...], ...]:
        return ()

    def region(self, name: str) -> frozenset[int]:  # type: ignore[override]
        return frozenset()

    @property
    def patchwork(self) -> Patchwork:
        """Itself, for the same interface as `Terrain`."""
        return self

    def area_of(self, patch: int) -> tuple[int, ...]:
        """The patches of the area that contains a patch."""
        return self.areas[self.roots[patch]]

    def tiles_of(self, patches: Sequence[int]) -> tuple[int, ...]:
        """The spaces of some patches, each once."""
        return tuple(dict.fromkeys(self.spaces[patch] for patch in patches))

    def with_patches(self, space: int, face: TileFace, touching: Sequence[tuple[int, int, bool] | None]) -> Patchwork:
        """A copy with the patches of a tile. `touching` has for each position of its rim the adjacent patch, the tile's
        own, and whether they join."""
        first = self.size
        own = tuple(range(first, first + len(face.patches)))
        loose = [*self.loose, *(len(face.at(patch)) for patch in range(len(own)))]
        roots, areas = [*self.roots, *own], {**self.areas, **{patch: (patch,) for patch in own}}
        for edge in range(len(ROUND)):
            pairs = dict.fromkeys(touching[edge * PLACES : (edge + 1) * PLACES])
            for pair in pairs:
                if pair is not None and pair[2]:
                    _join(roots, areas, *pair[:2])
            for side in (0, 1):
                for patch in {pair[side] for pair in pairs if pair is not None}:
                    loose[patch] -= 1
        return Patchwork(
            0,
            0,
            (*self.spaces, *[space] * len(own)),
            tuple(roots),
            areas,
            tuple(loose),
            (*self.beside, *(tuple(first + other for other in known) for known in face.beside)),
            {**self.on, space: own},
        )


def _join(roots: list[int], areas: dict[int, tuple[int, ...]], one: int, other: int) -> None:
    """Merge the areas of two patches: the smaller one is relabeled (weighted quick-find)."""
    kept, lost = sorted((roots[one], roots[other]), key=lambda root: (-len(areas[root]), root))
    if kept == lost:
        return
    for patch in areas[lost]:
        roots[patch] = kept
    areas[kept] = tuple(sorted(areas[kept] + areas.pop(lost)))


@dataclass(frozen=True, eq=False)
class Terrain(Geometry):
    """A growing board: the spaces of its tiles and their neighbors, by row and column relative to the first one.

    It grows to at most `rows` by `columns`, with the first space in the middle. `faces` are the tiles by space; the
    `patchwork` their patches. `wanted` has for each empty space what is required at its edges; None where no tile is
    adjacent.
    """

    where: tuple[Location, ...] = ((0, 0),)
    at_place: dict[Location, int] = field(default_factory=lambda: {(0, 0): 0})
    faces: dict[int, TileFace] = field(default_factory=dict)
    patchwork: Patchwork = Patchwork(0, 0)
    wanted: dict[int, tuple[str | None, ...]] = field(default_factory=lambda: {0: NOTHING_WANTED})

    @property
    def size(self) -> int:
        return len(self.where)

    @property
    def fixed(self) -> Geometry:
        return GROWN

    @cached_property
    def numbering(self) -> dict[int, int]:
        """The index of each space in the order of rows and columns, independent of the order in which they were added."""
        return {space: number for number, space in enumerate(sorted(range(self.size), key=self.where.__getitem__))}

    @cached_property
    def patch_numbering(self) -> dict[int, int]:
        """The index of each patch in the order of the rows and columns of their spaces."""
        on, numbering = self.patchwork.on, self.numbering
        ordered = (patch for space in sorted(on, key=numbering.__getitem__) for patch in on[space])
        return {patch: number for number, patch in enumerate(ordered)}

    def at(self, row: int, column: int) -> int | None:
        return self.at_place.get((row, column))

    def name(self, space: int) -> str:
        return f"({self.spoken(space)})"

    def spoken(self, space: int) -> str:
        return spoken_at(self.where[space])

    def neighbors(  # type: ignore[override]  # nothing of what grows is kept
        self, space: int, shape: str = "orthogonal", distance: int | None = 1, nearest: int = 1
    ) -> tuple[int, ...]:
        return self.reached(space, shape, distance, nearest)

    def _step(self, space: int, shape: str) -> list[int]:
        row, column = self.where[space]
        reached = (self.at(row + down, column + right) for down, right in steps_of(shape))
        return [target for target in reached if target is not None]

    def between(self, space: int, other: int) -> tuple[int, ...]:  # type: ignore[override]
        return ()

    def lines(self, kind: str, at: int | None = None) -> tuple[tuple[int, ...], ...]:
        return ()

    def region(self, name: str) -> frozenset[int]:  # type: ignore[override]
        return frozenset()

    def _beyond(self, space: int, edge: int) -> int | None:
        return self.at_place.get(beyond(self.where[space], edge))

    def fits(self, space: int, face: TileFace) -> bool:
        """Whether a tile there would touch only matching edges."""
        wanted = self.wanted.get(space)
        if wanted is None:
            return False
        return all(map(edges_match, wanted, face.edges))

    def with_tile(self, space: int, face: TileFace) -> Terrain:
        """A copy with a tile on a space: the board grows around it, and its patches join adjacent ones."""
        where, at_place = list(self.where), dict(self.at_place)
        for edge in range(len(ROUND)):
            place = beyond(where[space], edge)
            if place not in at_place and self.allows(*place):
                at_place[place] = len(where)
                where.append(place)
        touching: list[tuple[int, int, bool] | None] = []
        own = self.patchwork.size
        for edge in range(len(ROUND)):
            other = self._beyond(space, edge)
            if other not in self.faces:
                touching += [None] * PLACES
                continue
            there, first = self.faces[other], self.patchwork.on[other][0] if self.patchwork.on[other] else 0
            opposite = (edge + 2) % len(ROUND) * PLACES
            for at in range(PLACES):
                theirs, mine = there.rim[opposite + PLACES - 1 - at], face.rim[edge * PLACES + at]
                alike = sort_of(there.patches[theirs]) == sort_of(face.patches[mine])
                touching.append((first + theirs, own + mine, alike))
        patchwork = self.patchwork.with_patches(space, face, touching)
        faces = {**self.faces, space: face}
        wanted = self._wanted_beside(space, face, at_place)
        return replace(self, where=tuple(where), at_place=at_place, faces=faces, patchwork=patchwork, wanted=wanted)

    def _wanted_beside(
        self, space: int, face: TileFace, at_place: Mapping[Location, int]
    ) -> dict[int, tuple[str | None, ...]]:
        """The requirements at the edges of the neighbors of a new tile."""
        wanted = {other: edges for other, edges in self.wanted.items() if other != space}
        for edge in range(len(ROUND)):
            other = at_place.get(beyond(self.where[space], edge))
            if other is not None and other not in self.faces:
                edges = list(wanted.get(other, NOTHING_WANTED))
                edges[edge - 2] = face.edges[edge]
                wanted[other] = tuple(edges)
        return wanted

    def allows(self, row: int, column: int) -> bool:
        """Whether the board may grow to this location."""
        return (
            -(self.rows // 2) <= row < (self.rows + 1) // 2 and -(self.columns // 2) <= column < (self.columns + 1) // 2
        )
