"""The requirements of a new layout, and random sketches of layouts that do not yet keep the guidelines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from random import Random

from tilewright.table.game import LayoutDef

PatternRows = tuple[tuple[int | None, ...], ...]
USUAL = (12, 12)
"""The largest number of rows and columns for a class whose board the game does not declare."""
COMMON = 4
"""The largest height of a stack if neither the game nor a requirement gives one."""


@dataclass(frozen=True)
class Floor:
    """How many stacks reach a floor, from `low` to `high` (None: no limit); with `share`, in percent of all stacks."""

    floor: int
    low: int
    high: int | None
    share: bool = False


@dataclass(frozen=True)
class LayoutRequirements:
    """The requirements of a layout.

    It keeps the guidelines of its class for every number of `players`, and fits into `rows` x `columns`. `symmetry`
    is a key of `SYMMETRIES`, relative to the center. `part` is a grid of that size with the heights that are given,
    None where any height is allowed. With `joined`, the stacks are connected; without, no stack outside `part` is
    isolated.
    """

    definition: LayoutDef
    players: tuple[int, int]
    rows: int
    columns: int
    symmetry: str = "none"
    floors: tuple[Floor, ...] = ()
    part: PatternRows | None = None
    joined: bool = True

    @property
    def top(self) -> int:
        """The largest height of a stack."""
        wanted = [floor.floor for floor in self.floors if floor.high != 0]
        fixed = [height for row in self.part or () for height in row if height]
        needed = -(-(self.definition.total or 0) // (self.rows * self.columns))
        return min(self.definition.high, max([COMMON, self.definition.low, needed, *wanted, *fixed]))

    @property
    def ground(self) -> tuple[int, int]:
        """The range of the number of stacks that suits every number of players."""
        low, high = self.players
        known = [self.definition.ground[n] for n in range(low, high + 1) if n in self.definition.ground]
        spaces = self.rows * self.columns
        return max((least for least, _ in known), default=1), min((most for _, most in known), default=spaces)


Space = tuple[int, int]
HeightGrid = tuple[tuple[int, ...], ...]
SpaceImage = Callable[[int, int, int, int], Space]


def _same(r: int, c: int, rows: int, columns: int) -> Space:
    return r, c


def _left_right(r: int, c: int, rows: int, columns: int) -> Space:
    return r, columns - 1 - c


def _top_bottom(r: int, c: int, rows: int, columns: int) -> Space:
    return rows - 1 - r, c


def _half(r: int, c: int, rows: int, columns: int) -> Space:
    return rows - 1 - r, columns - 1 - c


def _quarter(r: int, c: int, rows: int, columns: int) -> Space:
    return c, rows - 1 - r


def _back(r: int, c: int, rows: int, columns: int) -> Space:
    return columns - 1 - c, r


def _transposed(r: int, c: int, rows: int, columns: int) -> Space:
    return c, r


SYMMETRIES: dict[str, tuple[SpaceImage, ...]] = {
    "none": (_same,),
    "mirror": (_same, _left_right),
    "flip": (_same, _top_bottom),
    "both": (_same, _left_right, _top_bottom, _half),
    "half-turn": (_same, _half),
    "quarter-turn": (_same, _quarter, _half, _back),
    "diagonal": (_same, _transposed),
}
"""For each symmetry, its maps from a space (row, column, rows, columns) to the spaces of the same height; first the
identity."""
SQUARE = ("quarter-turn", "diagonal")
"""The symmetries that need as many rows as columns."""


def images(symmetry: str, space: Space, rows: int, columns: int) -> set[Space]:
    """The orbit of a space under a symmetry, with the space itself."""
    return {image(*space, rows, columns) for image in SYMMETRIES[symmetry]}


# ------------------------------------------------------------------ shapes

Shape = Callable[[float, float], bool]  # of a space: how far down and right of the middle, in half sizes


def _box(y: float, x: float) -> bool:
    return max(abs(y), abs(x)) <= 1


def _disk(y: float, x: float) -> bool:
    return y * y + x * x <= 1.1


def _diamond(y: float, x: float) -> bool:
    return abs(y) + abs(x) <= 1.1


def _cut_box(y: float, x: float) -> bool:
    return _box(y, x) and abs(y) + abs(x) <= 1.5


def _cross(y: float, x: float) -> bool:
    return _box(y, x) and min(abs(y), abs(x)) <= 0.4


def _waist(y: float, x: float) -> bool:
    return _box(y, x) and abs(x) <= 0.4 + 0.7 * abs(y)


def _two_bars(y: float, x: float) -> bool:
    return _box(y, x) and (abs(x) >= 0.5 or abs(y) <= 0.35)


SHAPES: tuple[Shape, ...] = (_box, _disk, _diamond, _cut_box, _cross, _waist, _two_bars)
ROUND: tuple[Shape, ...] = (_box, _disk, _diamond, _cut_box)


class Sketch:
    """A grid of heights to draw on. The symmetry repeats what is drawn."""

    def __init__(self, rows: int, columns: int, symmetry: str, random: Random) -> None:
        self.rows, self.columns, self.symmetry, self.random = rows, columns, symmetry, random
        self.heights: dict[Space, int] = {}
        self.middle = ((rows - 1) / 2, (columns - 1) / 2)

    def inside(self, shape: Shape, middle: tuple[float, float], size: tuple[float, float]) -> set[Space]:
        """The spaces of a shape with a given center and half size (in rows and columns), and their images."""
        (y, x), (high, wide) = middle, size
        spaces = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        own = [(r, c) for r, c in spaces if shape((r - y) / max(high, 0.5), (c - x) / max(wide, 0.5))]
        return {image for space in own for image in self.images(space)}

    def put(self, spaces: Iterable[Space], height: int) -> None:
        """Give spaces a height."""
        self.heights.update(dict.fromkeys(spaces, height))

    def edge(self, spaces: set[Space]) -> set[Space]:
        """The spaces that have a neighbor outside of the set, also diagonally."""
        around = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1)]
        return {(r, c) for r, c in spaces if any((r + y, c + x) not in spaces for y, x in around)}

    def somewhere(self) -> tuple[float, float]:
        """A random point away from the borders, in steps of half a space."""
        y, x = (self.random.uniform(0.15, 0.85) * (n - 1) for n in (self.rows, self.columns))
        return round(y * 2) / 2, round(x * 2) / 2

    def fill(self, shape: Shape, share: float, height: int) -> set[Space]:
        """Give a height to a centered shape that takes a share of the rows and columns. Returns its spaces."""
        area = self.inside(shape, self.middle, self.whole(share))
        self.put(area, height)
        return area

    def distance(self, space: Space) -> tuple[int, int]:
        """The distance of a space from the center: rows and columns."""
        return int(abs(space[0] - self.middle[0])), int(abs(space[1] - self.middle[1]))

    def images(self, space: Space) -> set[Space]:
        """The orbit of a space under the symmetry."""
        return images(self.symmetry, space, self.rows, self.columns)

    def whole(self, share: float) -> tuple[float, float]:
        """The half size, in rows and columns, of a shape that takes a share of the rows and columns."""
        return self.rows / 2 * share - 0.25, self.columns / 2 * share - 0.25


# ------------------------------------------------------------------ plans

Plan = Callable[[Sketch], None]


def _terraces(sketch: Sketch) -> None:
    """Nested shapes, each higher than the one around it."""
    random = sketch.random
    outer, inner = random.choice(SHAPES), random.choice(SHAPES)
    sketch.fill(outer, random.uniform(0.9, 1.1), 1)
    sketch.fill(inner, random.uniform(0.5, 0.8), 2)
    sketch.fill(inner, random.uniform(0.25, 0.45), 3)
    if random.random() < 0.5:
        _posts(sketch)


def _walls(sketch: Sketch) -> None:
    """A wall with towers around a yard, and a shape in the yard."""
    random = sketch.random
    area = sketch.fill(random.choice(ROUND), random.uniform(0.95, 1.1), random.choice((0, 1, 1)))
    edge = sketch.edge(area)
    sketch.put(edge, 2)
    _battlements(sketch, edge)
    inner = sketch.fill(random.choice(SHAPES), random.uniform(0.25, 0.6), random.choice((2, 3)))
    if len(inner) > 12:
        sketch.put(inner - sketch.edge(inner), random.choice((0, 1, 3)))
    if random.random() < 0.6:
        _gates(sketch, edge)


def _battlements(sketch: Sketch, edge: set[Space]) -> None:
    """Raise every second, third or fourth space of a wall, counted from the center."""
    step, shift = sketch.random.choice((2, 3, 3, 4)), sketch.random.randrange(2)
    for space in edge:
        down, right = sketch.distance(space)
        if (down + right + shift) % step == 0:
            sketch.put(sketch.images(space), 3)


def _gates(sketch: Sketch, edge: set[Space]) -> None:
    """Low gaps where a wall crosses the vertical axis, or sometimes the horizontal one."""
    across = sketch.random.random() < 0.3
    height = sketch.random.choice((0, 1))
    for space in edge:
        if sketch.distance(space)[0 if across else 1] == 0:
            sketch.put(sketch.images(space), height)


def _ridges(sketch: Sketch) -> None:
    """Narrow ridges on a low plate, with notches at equal distances."""
    random = sketch.random
    plate = sketch.fill(random.choice(SHAPES), random.uniform(0.9, 1.1), 1)
    step, shift, gap = random.choice((2, 3, 3, 4)), random.randrange(3), random.choice((0, 3, 4))
    upright = random.random() < 0.7
    for space in plate:
        across, along = sketch.distance(space)[:: -1 if upright else 1]
        if (across + shift) % step == 0:
            sketch.put(sketch.images(space), 2 if gap and along % gap == 0 else 3)


def _hills(sketch: Sketch) -> None:
    """One to three hills, connected by lanes."""
    random = sketch.random
    for _ in range(random.choice((1, 2, 2, 3))):
        shape, middle = random.choice(ROUND), sketch.somewhere()
        high, wide = (random.uniform(1.3, max(1.5, n / 4)) for n in (sketch.rows, sketch.columns))
        skirt = sketch.inside(shape, middle, (high + 1, wide + 1))
        sketch.put({space for space in skirt if sketch.heights.get(space, 0) < 2}, 1)
        sketch.put(sketch.inside(shape, middle, (high, wide)), 2)
        sketch.put(sketch.inside(shape, middle, (high - 1, wide - 1)), 3)
    lanes = sketch.inside(_box, sketch.middle, (random.choice((0.5, 1)), sketch.columns))
    if random.random() < 0.6:
        lanes |= sketch.inside(_box, sketch.middle, (sketch.rows, random.choice((0.5, 1))))
    sketch.put({space for space in lanes if not sketch.heights.get(space)}, 1)


def _posts(sketch: Sketch) -> None:
    """High single stacks at equal distances on low ground."""
    random = sketch.random
    step, shift = (random.choice((2, 2, 3)), random.choice((2, 3))), (random.randrange(2), random.randrange(2))
    for space in [space for space, height in sketch.heights.items() if height == 1]:
        if all((n + k) % m == 0 for n, k, m in zip(sketch.distance(space), shift, step, strict=True)):
            sketch.put(sketch.images(space), 3)


def _grove(sketch: Sketch) -> None:
    """A plate covered with posts."""
    random = sketch.random
    sketch.fill(random.choice(SHAPES), random.uniform(0.9, 1.1), 1)
    _posts(sketch)
    if random.random() < 0.6:
        sketch.fill(random.choice(ROUND), random.uniform(0.25, 0.45), random.choice((0, 2, 3)))


def _rings(sketch: Sketch) -> None:
    """Concentric rings, alternately high and low."""
    random = sketch.random
    shape, share, height = random.choice(ROUND), random.uniform(0.95, 1.1), random.choice((2, 3))
    low = random.choice((0, 1, 1))
    for ring in range(min(sketch.rows, sketch.columns) // 2 + 1):
        high, wide = sketch.whole(share)
        area = sketch.inside(shape, sketch.middle, (high - ring, wide - ring))
        sketch.put(area, low if ring % 2 else height)
        height = 5 - height if ring % 2 else height
    if random.random() < 0.7:
        _gates(sketch, set(sketch.heights))


def _wings(sketch: Sketch) -> None:
    """Overlapping bars with towers at their ends."""
    random = sketch.random
    for _ in range(random.choice((2, 3, 3, 4))):
        upright = random.random() < 0.5
        y, x = sketch.somewhere()
        long, wide = random.uniform(0.25, 0.5), random.choice((0.5, 1, 1))
        size = (sketch.rows * long, wide) if upright else (wide, sketch.columns * long)
        sketch.put(sketch.inside(_box, (y, x), (size[0] + 1, size[1] + 1)) - set(sketch.heights), 1)
        bar = sketch.inside(_box, (y, x), size)
        sketch.put(bar, random.choice((2, 2, 3)))
        for end in (-1, 1):
            tip = (y + end * size[0], x) if upright else (y, x + end * size[1])
            sketch.put(sketch.inside(_box, tip, (0.5, 0.5)), 3)


def _pieces(sketch: Sketch) -> None:
    """Overlapping blocks at random places."""
    random = sketch.random
    sketch.fill(random.choice(SHAPES), random.uniform(0.6, 1.0), 1)
    for height in (1, 1, 2, 2, 3, 3):
        _block(sketch, height)
    if random.random() < 0.5:
        _block(sketch, 0)


def _block(sketch: Sketch, height: int) -> None:
    random = sketch.random
    size = random.uniform(0.5, sketch.rows / 5), random.uniform(0.5, sketch.columns / 5)
    sketch.put(sketch.inside(random.choice(ROUND), sketch.somewhere(), size), height)


PLANS: tuple[Plan, ...] = (_terraces, _walls, _ridges, _hills, _grove, _rings, _wings, _pieces)


def sketched(
    rows: int, columns: int, symmetry: str, levels: Mapping[int, int], plan: Plan, random: Random
) -> HeightGrid:
    """A sketch made by a plan. `levels` gives the heights for the levels 1 (low) to 3 (high) of plans."""
    sketch = Sketch(rows, columns, symmetry, random)
    plan(sketch)
    if symmetry == "none":  # most plans are even by themselves
        for height in (3, 2, 0):
            _block(sketch, height)
    found = {space: levels.get(height, 0) for space, height in sketch.heights.items()}
    return tuple(tuple(found.get((r, c), 0) for c in range(columns)) for r in range(rows))
