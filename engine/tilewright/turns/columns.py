"""Connected sets of spaces as masks: bit s stands for space s."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations

from tilewright.table.geometry import Geometry


def mask_of(spaces: Iterable[int]) -> int:
    """Spaces as a mask."""
    return sum(1 << space for space in spaces)


def spaces_of(mask: int) -> list[int]:
    """A mask as spaces."""
    return [space for space in range(mask.bit_length()) if mask >> space & 1]


@lru_cache(maxsize=64)
def _near(geometry: Geometry) -> tuple[int, ...]:
    return tuple(mask_of(geometry.neighbors(space)) for space in range(geometry.size))


@lru_cache(maxsize=4096)
def connected(geometry: Geometry, inside: int, size: int) -> tuple[int, ...]:
    """All connected sets of just so many of some spaces, in order."""
    near, level = _near(geometry), {1 << space for space in spaces_of(inside)}
    for _ in range(size - 1):
        level = {part | 1 << other for part in level for other in spaces_of(_around(part, near) & inside)}
    return tuple(sorted(level))


def _around(part: int, near: tuple[int, ...]) -> int:
    """The spaces beside a set."""
    found = 0
    for space in spaces_of(part):
        found |= near[space]
    return found & ~part


def grown(
    geometry: Geometry, old: Iterable[int], sites: Iterable[int], laid: int, fresh: int, least: int, most: int, cap: int
) -> list[int] | None:
    """Every set that can be a group just completed: connected, of `least` to `most` of the sites.

    At most `laid` of its spaces are not `old`; and without some `fresh` of them it falls into pieces smaller than `least`,
    since else it was there before. None if there are more than `cap` on the way.
    """
    near, first, usable = _near(geometry), mask_of(old), mask_of(sites)
    found: list[int] = []
    level, size = {1 << space for space in spaces_of(usable) if laid or first >> space & 1}, 1
    while level and size <= most:
        if size >= least:
            found += [part for part in level if _completed(part, near, fresh, least)]
        wider = {part | 1 << space for part in level for space in spaces_of(_around(part, near) & usable)}
        level, size = {part for part in wider if (part & ~first).bit_count() <= laid}, size + 1
        if len(level) > cap:
            return None
    return sorted(found)


def _completed(part: int, near: tuple[int, ...], fresh: int, least: int) -> bool:
    """Whether it falls into small pieces without some of its spaces."""
    spaces = spaces_of(part)
    return any(
        _small(part & ~mask_of(gone), near, least)
        for count in range(1, min(fresh, len(spaces)) + 1)
        for gone in combinations(spaces, count)
    )


def _small(part: int, near: tuple[int, ...], least: int) -> bool:
    while part:
        piece = part & -part
        while wider := _around(piece, near) & part:
            piece |= wider
        if piece.bit_count() >= least:
            return False
        part &= ~piece
    return True


def whole_sets(
    geometry: Geometry, usable: int, certain: int, old: int, laid: int, most: int, cap: int
) -> list[int] | None:
    """Every connected set of at most `most` usable spaces beside which no `certain` one is left.

    At most `laid` of its spaces are not `old`. None if there are more than `cap` on the way.
    """
    near = _near(geometry)

    def closed(part: int) -> int:
        while more := _around(part, near) & certain:
            part |= more
        return part

    waiting = {closed(1 << space) for space in spaces_of(usable)}
    found = set[int]()
    while waiting:
        part = waiting.pop()
        if part in found or part.bit_count() > most or (part & ~old).bit_count() > laid:
            continue
        found.add(part)
        if len(found) > cap:
            return None
        waiting |= {closed(part | 1 << space) for space in spaces_of(_around(part, near) & usable)} - found
    return sorted(found)


def joined(geometry: Geometry, old: Iterable[int], cap: int) -> list[int]:
    """How many of some spaces a connected set can have at most, with none, one, two ... others; the last entry is all of them.

    Of more than `cap` sets to look through it is taken that they can have all.
    """
    found, every, first = list[int](), (1 << geometry.size) - 1, mask_of(old)
    while not found or found[-1] < first.bit_count():
        sets = whole_sets(geometry, every, first, first, len(found), geometry.size, cap)
        most = first.bit_count() if sets is None else max(((one & first).bit_count() for one in sets), default=0)
        found.append(most)
    return found
