"""What is printed on the 102 tiles of The Princess and the Dragon, and a scorer that knows nothing of the engine.

Each line is a code, the copies, the edges (top, right, bottom, left), what is on it, and its symbol. Fields are found by
painting the tile on a grid of cells; areas by union-find over the cells of edges that touch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

TILES = """
A 2 FFRF cloister, road s
B 4 FFFF cloister
C 1 CCCC city nesw shield
D 4 CRFR city n, road ew
E 5 CFFF city n
F 2 FCFC city ew shield
G 1 CFCF city ns
H 3 FCFC city e, city w
I 2 CFFC city n, city w
J 3 CRRF city n, road es
K 3 CFRR city n, road sw
L 3 CRRR city n, roads esw
M 2 CFFC city nw shield
N 3 CFFC city nw
O 2 CRRC city nw shield, road es
P 3 CRRC city nw, road es
Q 1 CCFC city new shield
R 3 CCFC city new
S 2 CCRC city new shield, gate s
T 1 CCRC city new, gate s
U 8 RFRF road ns
V 9 FFRR road sw
W 4 FRRR roads esw
X 1 RRRR roads nesw
VA 1 FFFF volcano
VB 1 FFRF road s, volcano
VC 1 CFFF city n, volcano
VD 1 FFRR road sw, volcano
VE 1 FRFR road ew, volcano
VF 1 CCFF city n, city e, volcano
DA 1 CFFF city n, lair
DB 1 FRRR cloister, roads esw, lair
DC 1 FRRR roads esw, lair
DD 1 CCFC city new, cloister, lair
DE 2 FFRR road sw, lair
DF 1 FRFR road ew, lair
DG 1 CFFC city nw, lair
DH 1 FCFC city ew shield, lair
DI 1 RCRC city ew, tunnel ns, lair
DJ 1 CFRR city n, road sw, lair
DK 1 CRRF city n, road es, lair
PA 1 RRRR road nw, road es, portal
PB 1 FRRR roads esw, portal
PC 1 CCFC city new shield, portal
PD 1 CRRC city nw, road es, portal
PE 1 CFRR city n, road sw, portal
PF 1 CRRF city n, road es, portal
QA 1 CRRR city n royal, roads esw, princess
QB 1 CCCF city n royal, city es shield, princess
QC 1 CCFC city new royal, princess
QD 1 CFFC city nw royal, princess
QE 1 CFFC city nw royal, princess
QF 1 CRRC city nw royal, road es, princess
"""
SIZE = 25
MIDDLE = SIZE // 2
SIDES = "nesw"
_MID = {"n": (0, MIDDLE), "e": (MIDDLE, SIZE - 1), "s": (SIZE - 1, MIDDLE), "w": (MIDDLE, 0)}
STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}


@dataclass(frozen=True)
class Part:
    """A part of a tile: its sort, its words, and the places of the rim (side, 0 to 2 clockwise) where it comes out."""

    sort: str
    words: frozenset[str]
    rim: frozenset[tuple[str, int]]
    beside: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Printed:
    """A tile as it is printed."""

    code: str
    copies: int
    edges: str
    parts: tuple[Part, ...]
    symbol: str


def _in_city(row: int, column: int, sides: str) -> bool:
    """Whether a cell is covered by a city at those sides: caps of one side, bands and corners of several."""
    end, depth = SIZE - 1, 4
    caps = {"n": row < depth, "s": row > end - depth, "w": column < depth, "e": column > end - depth}
    narrow = {"n": row <= column <= end - row, "s": end - row <= column <= row}
    narrow |= {"w": column <= row <= end - column, "e": end - column <= row <= column}
    if len(sides) == 1:
        return caps[sides] and narrow[sides]
    if len(sides) == 4:
        return True
    if len(sides) == 3:
        (free,) = set(SIDES) - set(sides)
        return not (caps[free] and narrow[free])
    if set(sides) in ({"n", "s"}, {"e", "w"}):
        across = abs(column - MIDDLE) if "n" in sides else abs(row - MIDDLE)
        return across < MIDDLE - 5 or any(caps[side] and narrow[side] for side in sides)
    down, right = row if "n" in sides else end - row, column if "w" in sides else end - column
    return (down + right < SIZE - 3 and not ((down == 0 and right > SIZE) or (right == 0 and down > SIZE))) or (
        down == 0 or right == 0
    )


def _road(sides: str) -> set[tuple[int, int]]:
    """The cells of a road: straight, or cutting the corner; a single one goes to the middle."""
    cells = set()
    if len(sides) == 2 and set(sides) not in ({"n", "s"}, {"e", "w"}):
        (row, column), (row2, column2) = (_MID[side] for side in sides)
        for i in range(MIDDLE + 1):
            r = row + (row2 > row) * i - (row2 < row) * i
            c = column + (column2 > column) * i - (column2 < column) * i
            cells |= {(r, c), (r, min(SIZE - 1, c + 1)), (min(SIZE - 1, r + 1), c)}
        return cells
    for side in sides:
        row, column = _MID[side]
        down, right = STEPS[side]
        cells |= {(row - down * i, column - right * i) for i in range(MIDDLE + 1)}
    return cells


@cache
def printed() -> dict[str, Printed]:
    """All tiles by code."""
    return {tile.code: tile for line in TILES.strip().splitlines() for tile in [_read(line)]}


def _read(line: str) -> Printed:
    code, copies, edges, *rest = line.split(maxsplit=3)
    items = rest[0].split(", ")
    symbol = next((item for item in items if item in ("volcano", "lair", "portal", "princess")), "meadow")
    parts, paint = list[Part](), dict[tuple[int, int], int]()
    tunnels = list[int]()

    def add(sort: str, sides: str, words: frozenset[str] = frozenset()) -> int:
        rim = {(side, 1) for side in sides} if sort == "road" else {(s, i) for s in sides for i in range(3)}
        parts.append(Part(sort, words, frozenset(rim)))
        return len(parts) - 1

    for item in items:
        what, *said = item.split()
        if what == "cloister":
            add("cloister", "")
        elif what == "city":
            part = add("city", said[0], frozenset({"shielded" if w == "shield" else w for w in said[1:]}))
            for cell in ((r, c) for r in range(SIZE) for c in range(SIZE)):
                if _in_city(*cell, said[0]):
                    paint.setdefault(cell, part)
        elif what in ("road", "gate", "tunnel"):
            part = add("road", said[0])
            tunnels += [part] if what == "tunnel" else []
            for cell in _road(said[0]) if what != "tunnel" else ():
                paint.setdefault(cell, part)
        elif what == "roads":
            for side in said[0]:
                part = add("road", side)
                for cell in _road(side):
                    paint.setdefault(cell, part)
    _fields(code, edges, parts, paint)
    return Printed(code, int(copies), edges, tuple(parts), symbol)


def _fields(code: str, edges: str, parts: list[Part], paint: dict[tuple[int, int], int]) -> None:
    """The fields: what is left, cell by cell; of two tiles the print says more than the painting."""
    free = {(r, c) for r in range(SIZE) for c in range(SIZE)} - set(paint)
    if code == "QD":  # the city reaches the corner between its field sides
        free -= {(i, i) for i in range(MIDDLE, SIZE)} | {(i, i - 1) for i in range(MIDDLE, SIZE)}
    regions = list[set[tuple[int, int]]]()
    while free:
        waiting = [free.pop()]
        region = set(waiting)
        while waiting:
            row, column = waiting.pop()
            near = {(row + down, column + right) for down, right in STEPS.values()} & free
            free -= near
            region |= near
            waiting += near
        regions.append(region)
    cells = {}
    for index, side in enumerate(SIDES):
        for i, at in enumerate((3, MIDDLE, SIZE - 4)):
            line = {"n": (0, at), "e": (at, SIZE - 1), "s": (SIZE - 1, SIZE - 1 - at), "w": (SIZE - 1 - at, 0)}[side]
            if edges[index] == "F" or (edges[index] == "R" and i != 1):
                cells[side, i] = line
    for region in regions:
        rim = frozenset(place for place, cell in cells.items() if cell in region)
        if rim:
            parts.append(Part("field", frozenset(), rim))
    if code == "QB":
        parts.append(Part("field", frozenset(), frozenset()))
    order = [(side, i) for side in SIDES for i in range(3)]
    owner = {place: i for i, part in enumerate(parts) for place in part.rim}
    for i, part in enumerate(parts):
        near = set()
        for at, place in enumerate(order):
            one, other = owner[place], owner[order[at - 1]]
            near |= {other} if one == i else set()
            near |= {one} if other == i else set()
        if part.sort == "field" and not part.rim:
            near = {j for j, other in enumerate(parts) if other.sort in ("city", "field") and j != i}
        parts[i] = Part(part.sort, part.words, part.rim, frozenset(near - {i}))


def turned(place: tuple[str, int], turns: int) -> tuple[str, int]:
    """A place of the rim after so many quarter turns clockwise."""
    return SIDES[(SIDES.index(place[0]) + turns) % 4], place[1]


Place = tuple[int, int]
Layout = Mapping[Place, tuple[str, int]]
"""The tiles of a map: the code and the quarter turns of each, by row and column."""


class Map:
    """A map, its areas found by union-find."""

    def __init__(self, tiles: Layout) -> None:
        self.tiles = tiles
        self.parent = {(at, i): (at, i) for at, (code, _) in tiles.items() for i in range(len(printed()[code].parts))}
        self.out: dict[tuple[Place, str, int], int] = {}
        for at, (code, turns) in tiles.items():
            for i, part in enumerate(printed()[code].parts):
                self.out |= {(at, *turned(place, turns)): i for place in part.rim}
        self.open = set[tuple[Place, int]]()
        for (at, side, i), part in self.out.items():
            down, right = STEPS[side]
            other = at[0] + down, at[1] + right
            if other in tiles:
                facing = self.out[other, SIDES[SIDES.index(side) - 2], 2 - i]
                self._join((at, part), (other, facing))
            else:
                self.open.add((at, part))

    def find(self, part: tuple[Place, int]) -> tuple[Place, int]:
        """The name of an area."""
        while self.parent[part] != part:
            part = self.parent[part]
        return part

    def _join(self, one: tuple[Place, int], other: tuple[Place, int]) -> None:
        one, other = self.find(one), self.find(other)
        self.parent[max(one, other)] = min(one, other)

    def areas(self) -> dict[tuple[Place, int], list[tuple[Place, int]]]:
        """The parts of every area."""
        found: dict[tuple[Place, int], list[tuple[Place, int]]] = {}
        for part in self.parent:
            found.setdefault(self.find(part), []).append(part)
        return found

    def part(self, one: tuple[Place, int]) -> Part:
        """What is printed there."""
        return printed()[self.tiles[one[0]][0]].parts[one[1]]

    def complete(self, area: list[tuple[Place, int]]) -> bool:
        """Whether an area is completed."""
        sort = self.part(area[0]).sort
        if sort == "cloister":
            return self.around(area[0][0]) == 8
        return sort != "field" and not self.open & set(area)

    def around(self, at: Place) -> int:
        """The tiles around a place."""
        return sum((at[0] + r, at[1] + c) in self.tiles for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0))

    def worth(self, area: list[tuple[Place, int]]) -> int:
        """What an area pays, now or at the end."""
        sort, tiles = self.part(area[0]).sort, {at for at, _ in area}
        if sort == "road":
            return len(tiles)
        if sort == "cloister":
            return 1 + self.around(area[0][0])
        if sort == "city":
            shields = sum("shielded" in self.part(one).words for one in area)
            return (2 if self.complete(area) else 1) * (len(tiles) + shields)
        areas = self.areas()
        cities = {self.find((at, other)) for at, i in area for other in self.part((at, i)).beside}
        return 3 * sum(self.part(city).sort == "city" and self.complete(areas[city]) for city in cities)

    def paid(
        self, area: list[tuple[Place, int]], followers: Mapping[tuple[Place, int], int], fairy: Place | None
    ) -> Counter[int]:
        """The points of each player when the area is settled."""
        here = [(at, followers[at, i]) for at, i in area if (at, i) in followers]
        number = Counter(player for _, player in here)
        points = Counter({player: self.worth(area) for player, n in number.items() if n == max(number.values())})
        points.update(dict.fromkeys({player for at, player in here if at == fairy}, 3))
        return points
