"""The fixed geometry of a grid: neighbors, lines, regions and symmetries.

Spaces are numbered row by row from 0; every result is a tuple of such numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from math import sqrt
from typing import ClassVar

SIDES = {"left": (0, -1), "right": (0, 1), "top": (-1, 0), "bottom": (1, 0)}
_ORTHOGONAL = tuple(SIDES.values())
DIAGONAL_SIDES = {"top left": (-1, -1), "top right": (-1, 1), "bottom left": (1, -1), "bottom right": (1, 1)}
_DIAGONAL = tuple(DIAGONAL_SIDES.values())
STEPS = {
    "orthogonal": _ORTHOGONAL,
    "diagonal": _DIAGONAL,
    "surrounding": _ORTHOGONAL + _DIAGONAL,
    **{side: (step,) for side, step in (SIDES | DIAGONAL_SIDES).items()},
}
_HEXAGON = {
    "left": (0, -1),
    "right": (0, 1),
    "top left": (-1, 0),
    "top right": (-1, 1),
    "bottom left": (1, -1),
    "bottom right": (1, 0),
}
_HEXAGON_STEPS = {
    "orthogonal": tuple(_HEXAGON.values()),
    "surrounding": tuple(_HEXAGON.values()),
    **{side: (step,) for side, step in _HEXAGON.items()},
}
STRAIGHT = "straight"
"""The shape of all spaces on a row, column or diagonal with a space: all steps in one direction."""
SLOPE = "slope"
"""The lines along diagonals, of any length; `STRAIGHT` lines are these, the rows and the columns."""
LINES = ("row", "column", "line", "diagonal", "quadrant", "square", "edge", "pair")
REGIONS = ("border", "corner", "center", "diagonal")
AXES = ("vertical", "horizontal", "diagonal", "antidiagonal", "half", "quarter")


@dataclass(frozen=True)
class Geometry:
    """A grid of `rows` x `columns` spaces. Hash and equality are by size and printed regions.

    `ways` are the directions of its straight lines, which have three more names: ``line`` for what the language calls a
    line, `SLOPE` and `STRAIGHT`.
    """

    rows: int
    columns: int
    printed: tuple[tuple[str, frozenset[int]], ...] = field(default=(), kw_only=True)
    """Regions specific to the board: what is printed on spaces."""
    ways: ClassVar[tuple[str, ...]] = (*SIDES, *DIAGONAL_SIDES)
    touching: ClassVar[int] = 4
    """The maximum number of neighbors of a space."""
    lean: ClassVar[float] = 0.0
    """How far to the right of the previous row a row is drawn, in spaces."""
    pitch: ClassVar[float] = 1.0
    """How far below the previous row a row is drawn, in spaces."""
    tall: ClassVar[float] = 1.0
    """The drawn height of a space, relative to its width."""

    @property
    def size(self) -> int:
        """The number of spaces."""
        return self.rows * self.columns

    @property
    def fixed(self) -> Geometry:
        """The part that never changes: everything, except for a growing board, where it is nothing."""
        return self

    def at(self, row: int, column: int) -> int | None:
        """The space at a row and column from 0, or None off the board."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        return None

    def drawn(self, space: int) -> tuple[float, float]:
        """The drawn position of the upper left corner of a space relative to that of the board, in spaces: right, and
        down."""
        row, column = divmod(space, self.columns)
        return column + self.lean * row, self.pitch * row

    @property
    def longest(self) -> int:
        """The maximum distance of two spaces."""
        return self.rows + self.columns - 2

    @property
    def width(self) -> float:
        """The drawn width of the board, in spaces."""
        return self.columns + self.lean * max(0, self.rows - 1)

    @property
    def height(self) -> float:
        """The drawn height of the board, in spaces."""
        return self.pitch * max(0, self.rows - 1) + self.tall

    def name(self, space: int) -> str:
        """``(row, column)`` counted from 1, for display."""
        return f"({space // self.columns + 1},{space % self.columns + 1})"

    def part(self, spaces: Iterable[int]) -> str:
        """The name of the row, column or quadrant that has exactly these spaces; empty if it is none."""
        return self._parts().get(frozenset(spaces), "")

    @cache  # noqa: B019
    def _parts(self) -> dict[frozenset[int], str]:
        quadrants = ("top left", "top right", "bottom left", "bottom right")
        named = [(line, f"{name} quadrant") for line, name in zip(self.lines("quadrant"), quadrants, strict=False)]
        for kind in ("column", "row"):
            named += [(line, f"{kind} {number}") for number, line in enumerate(self.lines(kind), start=1)]
        return {frozenset(line): name for line, name in named if len(line) > 1}

    def spoken(self, space: int) -> str:
        """``row,column`` counted from 1, the notation in moves."""
        return f"{space // self.columns + 1},{space % self.columns + 1}"

    @cache  # noqa: B019 (geometries are few and live as long as the process)
    def neighbors(
        self, space: int, shape: str = "orthogonal", distance: int | None = 1, nearest: int = 1
    ) -> tuple[int, ...]:
        """The spaces in a fixed relation to one (`core.Neighbors`).

        For steps of a shape, those from `nearest` to `distance` steps away (None: to the end of the board), nearest
        first; for ``straight``, direction by direction; for ``same row`` and the like, the others of a common line; for
        ``itself``, the space.
        """
        return self.reached(space, shape, distance, nearest)

    def reached(self, space: int, shape: str, distance: int | None, nearest: int) -> tuple[int, ...]:
        """The same, without the cache."""
        if shape == "itself":
            return (space,)
        if shape.startswith("same "):
            lines = (line for line in self.lines(shape.removeprefix("same ")) if space in line)
            return tuple(sorted({other for line in lines for other in line if other != space}))
        if shape == STRAIGHT:
            return tuple(other for way in self.ways for other in self.neighbors(space, way, distance, nearest))
        seen = {space}
        frontier, found, steps = [space], [], 0
        while frontier and steps != distance:
            frontier = [t for s in frontier for t in self._step(s, shape) if t not in seen]
            frontier = list(dict.fromkeys(frontier))
            steps += 1
            seen.update(frontier)
            if steps >= nearest:
                found.extend(frontier)
        return tuple(found)

    def _step(self, space: int, shape: str) -> list[int]:
        row, column = divmod(space, self.columns)
        reached = (self.at(row + dr, column + dc) for dr, dc in self.steps(shape))
        return [target for target in reached if target is not None]

    def steps(self, shape: str) -> tuple[tuple[int, int], ...]:
        """The steps (rows down, columns right) of a shape; empty if the grid does not have it."""
        return steps_of(shape)

    @cache  # noqa: B019
    def between(self, space: int, other: int) -> tuple[int, ...]:
        """The spaces between two on a common straight line, from the first one on; empty for others."""
        beams = (self.neighbors(space, way, None) for way in self.ways)
        return next((beam[: beam.index(other)] for beam in beams if other in beam), ())

    def distance(self, one: int, other: int) -> int:
        """The steps along rows and columns from one space to another."""
        (row, column), (to_row, to_column) = divmod(one, self.columns), divmod(other, self.columns)
        return abs(row - to_row) + abs(column - to_column)

    def lines(self, kind: str, at: int | None = None) -> tuple[tuple[int, ...], ...]:
        """Every line of a kind, or the one with an index (`core.Lines`), if it exists."""
        found = self._lines(kind)
        return found if at is None else found[at:][:1]

    @cache  # noqa: B019
    def _lines(self, kind: str) -> tuple[tuple[int, ...], ...]:
        """A middle row or column is in no quadrant; a row that is two edges is one line."""
        every = range(self.size)
        if kind == "row":
            return _buckets(every, lambda s: s // self.columns, self.rows)
        if kind == "column":
            return _buckets(every, lambda s: s % self.columns, self.columns)
        if kind == "line":
            return self.lines("row") + self.lines("column")
        if kind == "diagonal":
            return self._diagonals()
        if kind == SLOPE:
            falling = _buckets(
                every, lambda s: s // self.columns - s % self.columns + self.columns - 1, self.rows + self.columns
            )
            return falling + _buckets(every, lambda s: s // self.columns + s % self.columns, self.rows + self.columns)
        if kind == STRAIGHT:
            return self.lines("line") + self.lines(SLOPE)
        if kind == "quadrant":
            return self._quadrants()
        if kind == "edge":
            return tuple(dict.fromkeys(line for side in ("row", "column") for line in _ends(self.lines(side))))
        if kind == "pair":
            return tuple(combinations(every, 2))
        if kind == "adjacent pair":
            return tuple((s, t) for s in every for t in self.neighbors(s) if s < t)
        return self._squares()

    def _diagonals(self) -> tuple[tuple[int, ...], ...]:
        if self.rows != self.columns:
            return ()
        n = self.rows
        return (tuple(i * n + i for i in range(n)), tuple(i * n + n - 1 - i for i in range(n)))

    def _quadrants(self) -> tuple[tuple[int, ...], ...]:
        def half(i: int, n: int) -> int | None:
            return 0 if i < n // 2 else 1 if i >= (n + 1) // 2 else None

        def quadrant(s: int) -> int | None:
            down = half(s // self.columns, self.rows)
            across = half(s % self.columns, self.columns)
            return None if down is None or across is None else 2 * down + across

        return _buckets(range(self.size), quadrant, 4)

    def _squares(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            (s, s + 1, s + self.columns, s + self.columns + 1)
            for s in range(self.size)
            if s // self.columns < self.rows - 1 and s % self.columns < self.columns - 1
        )

    @cache  # noqa: B019
    def region(self, name: str) -> frozenset[int]:
        """A fixed region. The center is the middle one, two or four spaces; ``board`` is every space."""
        for known, spaces in self.printed:
            if known == name:
                return spaces
        if " " in name:
            return frozenset()
        if name == "diagonal":
            return frozenset(s for line in self.lines("diagonal") for s in line)
        return frozenset(s for s in range(self.size) if self._in_region(s, name))

    def _in_region(self, space: int, name: str) -> bool:
        row, column = divmod(space, self.columns)
        down, across = row in (0, self.rows - 1), column in (0, self.columns - 1)
        if name == "board":
            return True
        if name == "border":
            return down or across
        if name == "corner":
            return down and across
        return abs(2 * row - self.rows + 1) <= 1 and abs(2 * column - self.columns + 1) <= 1

    def made_for(self, space: int) -> str:
        """What is printed on a space, as text, such as ``made for blue``; empty if nothing is."""
        values = [name.split(" ", 1)[1] for name, spaces in self.printed if space in spaces]
        return f"made for {' and '.join(values)}" if values else ""

    @cache  # noqa: B019
    def image(self, axis: str) -> tuple[int | None, ...]:
        """The image of each space under a symmetry; None if off the board (quarter turns of oblongs).

        ``vertical`` and ``horizontal`` name the axis that is fixed.
        """
        last_row, last_column = self.rows - 1, self.columns - 1
        target: Callable[[int, int], tuple[int, int]] = {
            "vertical": lambda r, c: (r, last_column - c),
            "horizontal": lambda r, c: (last_row - r, c),
            "half": lambda r, c: (last_row - r, last_column - c),
            "diagonal": lambda r, c: (c, r),
            "antidiagonal": lambda r, c: (last_column - c, last_row - r),
            "quarter": lambda r, c: (c, last_row - r),
        }[axis]
        return tuple(self.at(*target(*divmod(s, self.columns))) for s in range(self.size))


class Hexagons(Geometry):
    """Hexagons in a rhombus: each row begins half a space to the right of the row above it.

    A column goes down to the right, along the left side of the rhombus. The straight lines in the third direction go
    from top right to bottom left; all three are ``line``s, and no line is a diagonal.
    """

    ways = tuple(_HEXAGON)
    touching = 6
    lean, pitch, tall = 0.5, sqrt(0.75), sqrt(4 / 3)

    def steps(self, shape: str) -> tuple[tuple[int, int], ...]:
        """The steps to the six neighbors; no others."""
        return _HEXAGON_STEPS.get(shape, ())

    def distance(self, one: int, other: int) -> int:
        """The steps from neighbor to neighbor."""
        (row, column), (to_row, to_column) = divmod(one, self.columns), divmod(other, self.columns)
        down, right = to_row - row, to_column - column
        return max(abs(down), abs(right), abs(down + right))

    @cache  # noqa: B019
    def _lines(self, kind: str) -> tuple[tuple[int, ...], ...]:
        if kind in (SLOPE, "diagonal", "square"):
            return ()
        if kind in ("line", STRAIGHT):
            falling = _buckets(
                range(self.size), lambda s: s // self.columns + s % self.columns, self.rows + self.columns
            )
            return self.lines("row") + self.lines("column") + falling
        return super()._lines(kind)

    @cache  # noqa: B019
    def image(self, axis: str) -> tuple[int | None, ...]:
        """A rhombus has no vertical or horizontal axis, and no quarter turns."""
        if axis in ("vertical", "horizontal", "quarter"):
            return (None,) * self.size
        return super().image(axis)


class PoolGeometry(Geometry):
    """The pieces of a pool, numbered in one row: no neighbors, no lines, no region except the whole."""

    def between(self, space: int, other: int) -> tuple[int, ...]:  # type: ignore[override]
        """Always empty."""
        return ()

    def reached(self, space: int, shape: str, distance: int | None, nearest: int) -> tuple[int, ...]:
        """Only the space itself."""
        return (space,) if shape == "itself" else ()

    def lines(self, kind: str, at: int | None = None) -> tuple[tuple[int, ...], ...]:
        """Always empty."""
        return ()

    @cache  # noqa: B019
    def region(self, name: str) -> frozenset[int]:
        """Only ``board``."""
        return frozenset(range(self.size)) if name == "board" else frozenset()

    @cache  # noqa: B019
    def image(self, axis: str) -> tuple[int | None, ...]:
        """No space has an image."""
        return (None,) * self.size


@cache
def steps_of(shape: str) -> tuple[tuple[int, int], ...]:
    """The steps (rows down, columns right) of a shape: one of `STEPS`, or a leap such as ``2 by 1``."""
    if shape in STEPS:
        return STEPS[shape]
    long, short = map(int, shape.split(" by "))
    leaps = ((a * down, b * right) for a, b in ((long, short), (short, long)) for down in (-1, 1) for right in (-1, 1))
    return tuple(dict.fromkeys(leaps))


def _ends(lines: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """The first and the last, if any."""
    return lines[:1] + lines[-1:]


def _buckets(spaces: range, key: Callable[[int], int | None], count: int) -> tuple[tuple[int, ...], ...]:
    lines = tuple(tuple(s for s in spaces if key(s) == i) for i in range(count))
    return tuple(line for line in lines if line)
