"""Tables of game constants, and flood fill, used by compiled programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from operator import itemgetter
from typing import Any

from tilewright.core import expr as core
from tilewright.meaning.domain import SpaceSet
from tilewright.meaning.unrolled import near
from tilewright.table.geometry import AXES, Geometry, PoolGeometry


class NoNeighbors:
    """The neighbor table of a pool of any size: no space has neighbors."""

    def __getitem__(self, space: int) -> tuple[int, ...]:
        return ()


Nearest = tuple[tuple[int, ...], ...] | NoNeighbors
"""For each space, some others."""
APART = NoNeighbors()


@cache
def neighbors(geometry: Geometry, around: core.Neighbors) -> Nearest:
    """The neighbors of each space."""
    return (
        APART
        if isinstance(geometry, PoolGeometry)
        else tuple(near(geometry, space, around) for space in range(geometry.size))
    )


class GrowingNeighbors:
    """The neighbors of each space of a growing board, with the interface of a table."""

    __slots__ = ("around", "geometry")

    def __init__(self, geometry: Geometry, around: core.Neighbors) -> None:
        self.geometry = geometry
        self.around = around

    def __getitem__(self, space: int) -> tuple[int, ...]:
        return near(self.geometry, space, self.around)


@cache
def after(geometry: Geometry, along: str) -> Nearest:
    """The successors of each space on the lines of a kind."""
    if isinstance(geometry, PoolGeometry):
        return APART
    found: list[list[int]] = [[] for _ in range(geometry.size)]
    for one, other in (pair for line in geometry.lines(along) for pair in pairwise(line)):
        found[one].append(other)
    return tuple(map(tuple, found))


@cache
def between(geometry: Geometry) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each pair of spaces, those between them on a straight line."""
    spaces = range(geometry.size)
    return tuple(tuple(geometry.between(one, other) for other in spaces) for one in spaces)


@cache
def images(geometry: Geometry) -> dict[str, Nearest]:
    """For each symmetry and space, its image, or nothing."""
    if isinstance(geometry, PoolGeometry):
        return dict.fromkeys(AXES, APART)
    return {axis: tuple(() if space is None else (space,) for space in geometry.image(axis)) for axis in AXES}


@cache
def distances(geometry: Geometry) -> tuple[tuple[int, ...], ...]:
    """The distance of each pair of spaces."""
    spaces = range(geometry.size)
    return tuple(tuple(geometry.distance(one, other) for other in spaces) for one in spaces)


def by_top(values: Iterable[Any], none: Any) -> tuple[Any, ...]:
    """A table indexed by the top: an entry per kind, then two for `DOWN` and `EMPTY`, which are negative indices."""
    return (*values, none, none)


def numbers(attribute: Sequence[tuple[int, int]], kinds: int) -> tuple[int, ...]:
    """The number of each top."""
    found: list[set[int]] = [set() for _ in range(kinds)]
    for kind, number in attribute:
        found[kind].add(number)
    return by_top(map(sum, found), 0)


def classes(sets: Sequence[frozenset[int] | None], kinds: int) -> tuple[int, ...]:
    """For each top, a bit mask of the sets that contain it."""
    return by_top((sum(1 << i for i, s in enumerate(sets) if s and kind in s) for kind in range(kinds)), 0)


def values_by_top(values: Sequence[core.Value], kinds: int) -> tuple[tuple[core.Value, ...], ...]:
    """The values of each top."""
    found = (tuple(v for v in values if v.kinds and kind in v.kinds) for kind in range(kinds))
    return by_top(found, ())


def labels(values: Sequence[core.Value], kinds: int) -> tuple[int, ...] | None:
    """The index of the only value of each top, -1 if it has none; None if some top has several."""
    if any(value.kinds is None for value in values):
        return None
    found = values_by_top(values, kinds)
    if any(len(own) > 1 for own in found):
        return None
    return tuple(values.index(own[0]) if own else -1 for own in found)  # `found` has the two extra entries


@cache
def height_value(height: int) -> core.Value:
    """A height as a value."""
    return core.Value(str(height), None, height)


def part_of(spaces: Sequence[int]) -> SpaceSet[bool]:
    """Sorted spaces as an element."""
    return SpaceSet(spaces[0], dict.fromkeys(spaces, True))


def flood(labels: list[int], near: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """The connected components of spaces with equal labels; spaces with negative labels are not in any.

    Sorted by label, then by least space. The list of labels is consumed.
    """
    found: list[tuple[int, list[int]]] = []
    for start, label in enumerate(labels):
        if label >= 0:
            labels[start] = -1
            part = [start]
            for space in part:
                for other in near[space]:
                    if labels[other] == label:
                        labels[other] = -1
                        part.append(other)
            part.sort()
            found.append((label, part))
    found.sort(key=itemgetter(0))
    return [part for _, part in found]


def flood_from(labels: Sequence[int], near: Sequence[tuple[int, ...]], start: int) -> list[list[int]]:
    """The component that contains a space, if there is one."""
    label = labels[start]
    if label < 0:
        return []
    part = [start]
    for space in part:
        part += [other for other in near[space] if labels[other] == label and other not in part]
    part.sort()
    return [part]


def runs(lines: Sequence[tuple[int, ...]], links: Sequence[set[tuple[int, int]]]) -> list[list[int]]:
    """The maximal runs of two or more spaces of a line in which one link joins each to the one before."""
    found: list[list[int]] = []
    for line in lines:
        for joints in links:
            stretches = [[line[0]]]
            for one, other in pairwise(line):
                if (one, other) in joints:
                    stretches[-1].append(other)
                else:
                    stretches.append([other])
            found += [stretch for stretch in stretches if len(stretch) > 1]
    return found


def flood_each(
    members: Sequence[int],
    tops: Sequence[int],
    heights: Sequence[int],
    values: Sequence[core.Value],
    near: Sequence[tuple[int, ...]],
) -> list[list[int]]:
    """The components of members (label 0) for each of the values; a space can have several."""
    found: list[list[int]] = []
    for value in values:
        own = [
            0
            if member == 0
            and (tops[s] in value.kinds if value.kinds is not None else heights[s] == (value.number or 0))
            else -1
            for s, member in enumerate(members)
        ]
        found += flood(own, near)
    return found
