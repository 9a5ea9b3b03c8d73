"""How many of a thing a board has, whatever its size: bounds over all sizes that are allowed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

from tilewright.lint.intervals import Interval, Maybe
from tilewright.table.game import BoardDef
from tilewright.table.geometry import Geometry

Regions = frozenset[str]


@dataclass(frozen=True)
class Sizes:
    """The sizes of a board.

    Counts grow with the board, but for what hangs on odd and even sides and on squares, so
    those of the three smallest sides and of the largest bound all of them. `small` has every
    pair of the three: what lies around a space looks no different on larger boards.
    """

    small: tuple[Geometry, ...]
    large: tuple[Geometry, ...]

    @property
    def square(self) -> bool:
        """Whether a board has as many rows as columns, always."""
        return len(self.small) == 1

    @cache  # noqa: B019 (there is one for each board of a game)
    def spaces(self, regions: Regions = frozenset()) -> Interval:
        """How many spaces lie in all of the regions; of no regions, on the board."""
        return _bounds(len(_common(board, regions)) for board in self.small + self.large)

    @cache  # noqa: B019
    def within(self, regions: Regions, region: str) -> Maybe:
        """Whether what lies in all of `regions` lies in `region` too."""
        found = [(_common(board, regions), board.region(region)) for board in self.small + self.large]
        if all(known <= asked for known, asked in found):
            return True
        return None if any(known & asked for known, asked in found) else False

    @cache  # noqa: B019
    def lines(self, kind: str) -> tuple[Interval, Interval]:
        """How many lines of a kind there are, and of how many spaces each is."""
        found = [board.lines(kind) for board in self.small + self.large]
        return _bounds(map(len, found)), _bounds(len(line) for lines in found for line in lines)

    @cache  # noqa: B019
    def near(self, regions: Regions, shape: str, distance: int) -> Interval:
        """How many spaces are near one that lies in all of the regions."""
        boards = self.small + self.large if shape.startswith("same ") else self.small
        low, high = _bounds(len(board.neighbors(space, shape)) for board in boards for space in _common(board, regions))
        if distance > 1:
            reach = min(distance, self.large[-1].rows)
            around = Geometry(2 * reach + 1, 2 * reach + 1)
            reached = around.neighbors(around.size // 2, shape, reach)
            high = min(len(reached), self.spaces()[1] - 1)
        return low, high


@cache
def sizes_of(board: BoardDef) -> Sizes:
    """The sizes that a board may have."""
    sides = [n for n in range(board.low, board.high + 1) if board.allows(n, n)]
    small = combinations_with_replacement(sides[:3], 2)
    large = ((sides[0], sides[-1]), (sides[-1], sides[-1]))
    return Sizes(tuple(Geometry(*pair) for pair in small), tuple(Geometry(*pair) for pair in large))


def _common(board: Geometry, regions: Regions) -> frozenset[int]:
    return frozenset(range(board.size)).intersection(*map(board.region, regions))


def _bounds(counts: Iterable[int]) -> Interval:
    found = set(counts) or {0}
    return min(found), max(found)
