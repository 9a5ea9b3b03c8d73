"""How many of a thing a board has, whatever its size: bounds over all sizes that are allowed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

from tilewright.meaning.intervals import Interval, Maybe
from tilewright.table.drawn import Drawn
from tilewright.table.game import BoardDef
from tilewright.table.geometry import STEPS, STRAIGHT, Geometry

Regions = frozenset[str]


@dataclass(frozen=True)
class BoardSizes:
    """The sizes of a board.

    Counts grow with the board, but for what hangs on odd and even sides and on squares, so
    those of the three smallest sides and of the largest bound all of them. `small` has every
    pair of the three: what lies around a space looks no different on larger boards.
    """

    small: tuple[Geometry, ...]
    large: tuple[Geometry, ...]

    @property
    def drawn(self) -> bool:
        """Whether lines of a picture join the spaces."""
        return isinstance(self.large[-1], Drawn)

    @property
    def most_apart(self) -> int:
        """How many spaces can be apart from one another at most: on a whole grid each second one."""
        spaces = self.spaces()[1]
        return spaces if self.drawn else (spaces + 1) // 2

    @cache  # noqa: B019 (there is one for each board of a game)
    def keeps(self, axis: str) -> bool:
        """Whether a symmetry sends no space off a board."""
        return all(None not in board.image(axis) for board in self.small + self.large)

    @property
    def longest(self) -> int:
        """The most steps between two spaces."""
        return max(board.longest for board in self.small + self.large)

    def lines_through(self, along: str) -> int:
        """In how many lines of a kind (`core.Runs`) a space lies at most."""
        board = self.small[-1]
        return max(sum(space in line for line in board.lines(along)) for space in range(board.size))

    @cache  # noqa: B019
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
    def lines(self, kind: str, at: int | None = None) -> tuple[Interval, Interval]:
        """How many lines of a kind there are (with `at`: at that place), and of how many spaces each is."""
        if kind == "pair" and at is None:
            low, high = self.spaces()
            return (low * (low - 1) // 2, high * (high - 1) // 2), (2, 2) if high > 1 else (0, 0)
        found = [board.lines(kind, at) for board in self.small + self.large]
        return _bounds(map(len, found)), _bounds(len(line) for lines in found for line in lines)

    @cache  # noqa: B019
    def near(self, regions: Regions, shape: str, distance: int | None = 1, nearest: int = 1) -> Interval:
        """How many spaces are near one that lies in all of the regions (`core.Neighbors`)."""
        same_line = shape.startswith("same ") or shape == STRAIGHT
        boards = self.small + self.large if same_line else self.small
        least = [
            board.neighbors(space, shape, distance if shape == STRAIGHT else nearest, nearest)
            for board in boards
            for space in _common(board, regions)
        ]
        low, high = _bounds(map(len, least))
        largest = self.large[-1]
        if isinstance(largest, Drawn):
            return _bounds(
                len(largest.neighbors(space, shape, distance, nearest)) for space in _common(largest, regions)
            )
        steps = largest.steps(shape) if not same_line else ()
        if not steps or (distance == 1 and shape in STEPS):
            return low, high
        reach = largest.rows if distance is None else min(distance, largest.rows)
        side = 1 + 2 * reach * max(max(map(abs, step)) for step in steps)
        around = replace(largest, rows=side, columns=side)
        reached = around.neighbors(around.size // 2, shape, reach, nearest)
        return low, min(len(reached), self.spaces()[1] - 1)


@cache
def sizes_of(board: BoardDef) -> BoardSizes:
    """The sizes that a board may have."""
    if board.fixed:
        return BoardSizes((board.geometry,), (board.geometry,))
    sides = [n for n in range(board.low, board.high + 1) if board.allows(n, n)]
    small = product(sides[:3], repeat=2)
    large = ((sides[0], sides[-1]), (sides[-1], sides[0]), (sides[-1], sides[-1]))
    return BoardSizes(tuple(board.sized(*pair) for pair in small), tuple(board.sized(*pair) for pair in large))


def _common(board: Geometry, regions: Regions) -> frozenset[int]:
    return board.region("board").intersection(*map(board.region, regions))


def _bounds(counts: Iterable[int]) -> Interval:
    found = set(counts) or {0}
    return min(found), max(found)
