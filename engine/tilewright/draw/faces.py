"""Tiles that show areas: the geometry of areas, tracks and figures, and their SVG."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element

from tilewright.draw import palette
from tilewright.draw.tiles import add, number, write
from tilewright.table.game import Depiction, Game, Kind
from tilewright.table.terrain import PLACES, ROUND, TileFace

UNIT = 100.0
HALF_TRACK = 5.0
"""Half the width of a track."""
STUB = 12.0
"""The visible length of a track that passes below an area."""
ROOM = 13.0
"""The radius reserved for what lies inside a tile."""
GRID = 20
"""The number of rows and columns of the grid on which distances are computed."""
_CELL = UNIT / GRID

Point = tuple[float, float]
Curve = tuple[Point, ...]
"""Two points: a line; four: a cubic Bézier curve."""

_CENTER = (UNIT / 2, UNIT / 2)
_CORNERS: tuple[Point, ...] = ((0.0, 0.0), (UNIT, 0.0), (UNIT, UNIT), (0.0, UNIT))
_INWARD: tuple[Point, ...] = ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))


@dataclass(frozen=True)
class Outline:
    """An area that reaches whole edges: its closed outline, and the curves of it inside the tile."""

    patch: int
    around: tuple[Curve, ...]
    walls: tuple[Curve, ...]


@dataclass(frozen=True)
class PathShape:
    """A patch such as a road: its lines, and the points where it passes below an area."""

    patch: int
    lines: tuple[Curve, ...]
    mouths: tuple[tuple[Point, int], ...] = ()


@dataclass(frozen=True)
class FaceShapes:
    """The shapes of a tile. `clearings` are enclosed patches with their centers, `inside` those in the middle.

    `owner` is the patch at each of `GRID` x `GRID` points, row by row (-1: none); `spots` the place of a figure on each
    patch. `crossing`: tracks end at one another in the middle.
    """

    outlines: tuple[Outline, ...]
    tracks: tuple[PathShape, ...]
    clearings: tuple[tuple[int, Point], ...]
    inside: tuple[int, ...]
    owner: tuple[int, ...]
    spots: tuple[Point, ...]
    crossing: bool

    def farthest_point(self, patches: Iterable[int], taken: Sequence[Point], apart: float = 0.5) -> Point:
        """The point of some patches farthest from their borders and from taken points."""
        own = frozenset(patches)
        return _roomiest(self.owner, own, taken, apart) or _CENTER

    def clear(self, point: Point) -> float:
        """The distance of a point from other patches and from the edge of the tile."""
        cell = int(point[1] / _CELL) * GRID + int(point[0] / _CELL)
        return _room(self.owner, frozenset({self.owner[cell]}))[cell]

    def scattered(self, patch: int, clear: float, apart: float, taken: Sequence[Point]) -> list[Point]:
        """Points all over a patch, with minimum distances to its border and to one another, in a pseudorandom
        order."""
        room, found = _room(self.owner, frozenset({patch})), list[Point]()
        for cell in sorted(range(GRID * GRID), key=lambda cell: (cell * 7919) % 401):
            point = _middle(cell)
            if room[cell] >= clear and all(hypot(point[0] - x, point[1] - y) >= apart for x, y in (*taken, *found)):
                found.append(point)
        return found


def shapes_of(face: TileFace, places: Mapping[str, str]) -> FaceShapes:
    """The shapes of a tile; `places` is how each kind of area reaches an edge (`AreaDef.place`)."""
    return _shapes(face, tuple(places[area] for area in face.areas))


@lru_cache(maxsize=1024)
def _shapes(face: TileFace, places: tuple[str, ...]) -> FaceShapes:
    outlines = tuple(
        _outline(face, patch, places)
        for patch, place in enumerate(places)
        if place not in ("rest", "between") and face.at(patch)
    )
    inside = tuple(p for p, place in enumerate(places) if place not in ("rest", "between") and not face.at(p))
    alone = not inside and sum(place == "between" for place in places) == 1
    goal = _edge_middle(face.at(outlines[0].patch)[0]) if outlines and alone else None
    tracks = tuple(_track(face, patch, goal) for patch, place in enumerate(places) if place == "between")
    enclosed = [patch for patch, place in enumerate(places) if place == "rest" and not face.at(patch)]
    clearings = tuple((patch, _between(face, outlines)) for patch in enclosed)
    owner = _owners(face, places, outlines, tracks, clearings, inside)
    ending = [track for track in tracks if len(track.lines) == 1 and len(face.at(track.patch)) == 1]
    spots = tuple(_spot(patch, places, tracks, clearings, owner) for patch in range(len(places)))
    many = any(len(face.at(track.patch)) > 2 for track in tracks)
    return FaceShapes(outlines, tracks, clearings, inside, owner, spots, not inside and (len(ending) > 1 or many))


# ------------------------------------------------------------------ areas


def _outline(face: TileFace, patch: int, places: Sequence[str]) -> Outline:
    """An area: along its edges, and between these through the tile."""
    edges, count = set(face.at(patch)), len(ROUND)
    if len(edges) == count:
        return Outline(patch, tuple((_CORNERS[i], _CORNERS[(i + 1) % count]) for i in range(count)), ())
    around, walls = list[Curve](), list[Curve]()
    first = next(edge for edge in range(count) if edge in edges and (edge - 1) % count not in edges)
    gap: list[int] = []

    def close() -> None:
        """Go past the edges of a gap."""
        curves = _gap(face, gap, places, len(edges)) if gap else []
        around.extend(curves)
        walls.extend(curves)
        gap.clear()

    for edge in ((first + i) % count for i in range(count)):
        if edge in edges:
            close()
            around.append((_CORNERS[edge], _CORNERS[(edge + 1) % count]))
        else:
            gap.append(edge)
    close()
    return Outline(patch, tuple(around), tuple(walls))


def _gap(face: TileFace, gap: Sequence[int], places: Sequence[str], edges: int) -> list[Curve]:
    """The border of an area past edges that it does not reach; it touches a corner if it divides the rest there."""
    for at, edge in enumerate(gap[:-1]):
        here, there = face.rim[edge * PLACES + PLACES - 1], face.rim[gap[at + 1] * PLACES]
        if len(gap) == 2 and here != there and places[here] == places[there] == "rest":
            return [*_gap(face, gap[: at + 1], places, 3), *_gap(face, gap[at + 1 :], places, 3)]
    start, end = _CORNERS[gap[0]], _CORNERS[(gap[-1] + 1) % len(ROUND)]
    if len(gap) == 1:
        deep = 36.0 if edges == 2 else 27.0
        inward = _INWARD[gap[0]]
        return [
            (start, _moved(_part(start, end, 0.22), inward, deep), _moved(_part(start, end, 0.78), inward, deep), end)
        ]
    if len(gap) == 2:
        far = _CORNERS[gap[1]]
        near = (start[0] + end[0] - far[0], start[1] + end[1] - far[1])
        return [(start, *(_mixed(corner, near, far, 0.3, 0.18) for corner in (start, end)), end)]
    inward = _INWARD[(gap[-1] + 1) % len(ROUND)]
    middle = _moved(_part(start, end, 0.5), inward, 31)
    steep = [(0.2, 9.0), (0.3, 31.0)]
    going = [_moved(_part(start, end, part), inward, deep) for part, deep in steep]
    back = [_moved(_part(end, start, part), inward, deep) for part, deep in steep]
    return [(start, *going, middle), (middle, *reversed(back), end)]


def _part(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _moved(point: Point, direction: Point, far: float) -> Point:
    return point[0] + far * direction[0], point[1] + far * direction[1]


def _mixed(point: Point, near: Point, far: Point, one: float, other: float) -> Point:
    """A point moved part of the way toward two others."""
    x, y = point
    return (
        x + one * (near[0] - x) + other * (far[0] - x),
        y + one * (near[1] - y) + other * (far[1] - y),
    )


# ------------------------------------------------------------------ tracks


def _edge_middle(edge: int) -> Point:
    return _part(_CORNERS[edge], _CORNERS[(edge + 1) % len(ROUND)], 0.5)


def _track(face: TileFace, patch: int, goal: Point | None) -> PathShape:
    """A track from edge to edge, or from each of its edges to the middle; where it goes under an area, as far as that.

    One that parts the rest at its only edge goes on to an area, towards `goal`.
    """
    edges = face.at(patch)
    ends = [_edge_middle(edge) for edge in edges]
    if len(edges) == 2 and all(face.rim[edge * PLACES] == face.rim[edge * PLACES + PLACES - 1] for edge in edges):
        stops = [_moved(end, _INWARD[edge], STUB) for edge, end in zip(edges, ends, strict=True)]
        return PathShape(patch, tuple(zip(ends, stops, strict=True)), tuple(zip(stops, edges, strict=True)))
    if len(edges) == 1 and goal and face.rim[edges[0] * PLACES] != face.rim[edges[0] * PLACES + PLACES - 1]:
        return PathShape(patch, ((ends[0], _CENTER), (_CENTER, goal)))
    if len(edges) != 2:
        return PathShape(patch, tuple((end, _CENTER) for end in ends))
    if abs(edges[0] - edges[1]) == 2:
        return PathShape(patch, ((ends[0], ends[1]),))
    bend = 0.5523 * UNIT / 2
    controls = [_moved(end, _INWARD[edge], bend) for edge, end in zip(edges, ends, strict=True)]
    return PathShape(patch, ((ends[0], controls[0], controls[1], ends[1]),))


def flattened(curve: Curve, steps: int = 12) -> list[Point]:
    """A curve as a polyline."""
    if len(curve) == 2:
        return list(curve)
    return [_bezier(curve, i / steps) for i in range(steps + 1)]


def _bezier(curve: Curve, t: float) -> Point:
    weights = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    pairs = list(zip(weights, curve, strict=True))
    return sum(w * x for w, (x, _) in pairs), sum(w * y for w, (_, y) in pairs)


# ------------------------------------------------------------------ which patch is where


def _owners(
    face: TileFace,
    places: Sequence[str],
    outlines: Sequence[Outline],
    tracks: Sequence[PathShape],
    clearings: Sequence[tuple[int, Point]],
    inside: Sequence[int],
) -> tuple[int, ...]:
    """The patch at each point of the grid."""
    found = [-1] * (GRID * GRID)
    lines = [(track.patch, [flattened(line) for line in track.lines]) for track in tracks]
    polygons = [(one.patch, [point for curve in one.around for point in flattened(curve)[:-1]]) for one in outlines]
    for cell in range(GRID * GRID):
        point = _middle(cell)
        for patch, drawn in lines:
            if any(_distance(point, *pair) < HALF_TRACK + 1 for line in drawn for pair in pairwise(line)):
                found[cell] = patch
        for patch, polygon in polygons:
            if _within(point, polygon):
                found[cell] = patch
        for patch, center in (*((p, _CENTER) for p in inside[:1]), *clearings):
            if hypot(point[0] - center[0], point[1] - center[1]) < ROOM:
                found[cell] = patch
    return _with_rest(face, places, found)


def _with_rest(face: TileFace, places: Sequence[str], found: list[int]) -> tuple[int, ...]:
    """Assign the unowned cells: connected cells belong to the patch that they reach at the rim."""
    at_rim = {_rim_cell(place): patch for place, patch in enumerate(face.rim) if places[patch] == "rest"}
    for start, patch in at_rim.items():
        waiting = [start] if found[start] < 0 else []
        while waiting:
            cell = waiting.pop()
            if found[cell] < 0:
                found[cell] = patch
                waiting += [near for near in _near(cell) if found[near] < 0]
    return tuple(found)


def _rim_cell(place: int) -> int:
    """The cell at a place of the rim."""
    edge, part = divmod(place, PLACES)
    along = _part(_CORNERS[edge], _CORNERS[(edge + 1) % len(ROUND)], (2 * part + 1) / (2 * PLACES))
    x, y = _moved(along, _INWARD[edge], _CELL / 2)
    return int(y / _CELL) * GRID + int(x / _CELL)


def _near(cell: int) -> list[int]:
    row, column = divmod(cell, GRID)
    steps = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return [r * GRID + c for r, c in steps if 0 <= r < GRID and 0 <= c < GRID]


def _middle(cell: int) -> Point:
    row, column = divmod(cell, GRID)
    return (column + 0.5) * _CELL, (row + 0.5) * _CELL


def _distance(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from a segment."""
    (x, y), (dx, dy) = start, (end[0] - start[0], end[1] - start[1])
    t = max(0.0, min(1.0, ((point[0] - x) * dx + (point[1] - y) * dy) / (dx * dx + dy * dy)))
    return hypot(point[0] - x - t * dx, point[1] - y - t * dy)


def _within(point: Point, polygon: Sequence[Point]) -> bool:
    x, y = point
    crossed = 0
    for (x1, y1), (x2, y2) in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        crossed += (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1)
    return crossed % 2 == 1


# ------------------------------------------------------------------ where there is room


def _spot(
    patch: int,
    places: Sequence[str],
    tracks: Sequence[PathShape],
    clearings: Sequence[tuple[int, Point]],
    owner: Sequence[int],
) -> Point:
    """The place of a figure on a patch."""
    known = dict(clearings)
    if patch in known:
        return known[patch]
    if places[patch] == "between":
        line = next(track for track in tracks if track.patch == patch).lines[0]
        if len(line) == 4:
            return _bezier(line, 0.5)
        return _part(line[0], line[1], 0.4 if line[1] == _CENTER else 0.5)
    return _roomiest(owner, frozenset({patch}), (), 0.5) or _CENTER


def _between(face: TileFace, outlines: Sequence[Outline]) -> Point:
    """A point between areas, away from open edges, for an enclosed patch."""
    open_edges = [edge for edge in range(len(ROUND)) if not any(edge in face.at(one.patch) for one in outlines)]
    x, y = _CENTER
    for edge in open_edges:
        x, y = _moved((x, y), _INWARD[edge], 17)
    return x, y - 17 if open_edges and len(outlines) > 1 else y


def _roomiest(owner: Sequence[int], own: frozenset[int], taken: Sequence[Point], apart: float) -> Point | None:
    room = _room(owner, own)
    best, point = 0.0, None
    for cell, clear in enumerate(room):
        if clear > 0:
            x, y = _middle(cell)
            far = min((apart * hypot(x - a, y - b) for a, b in taken), default=clear)
            worth = min(clear, far) - 0.01 * hypot(x - _CENTER[0], y - _CENTER[1])
            if point is None or worth > best:
                best, point = worth, (x, y)
    return point


def _room(owner: Sequence[int], own: frozenset[int]) -> list[float]:
    """The chamfer distance of each point of some patches from other patches and the edge of the tile; 0 elsewhere."""
    wide = GRID + 2
    far = [0.0] * (wide * wide)
    for cell, patch in enumerate(owner):
        if patch in own:
            far[(cell // GRID + 1) * wide + cell % GRID + 1] = UNIT
    straight, slanting = _CELL, 1.4 * _CELL
    order = [row * wide + column for row in range(1, wide - 1) for column in range(1, wide - 1)]
    for cells, side in ((order, -1), (order[::-1], 1)):
        for cell in cells:
            if far[cell]:
                far[cell] = min(
                    far[cell],
                    far[cell + side] + straight,
                    far[cell + side * wide] + straight,
                    far[cell + side * (wide - 1)] + slanting,
                    far[cell + side * (wide + 1)] + slanting,
                )
    return [far[(cell // GRID + 1) * wide + cell % GRID + 1] for cell in range(GRID * GRID)]


GROUND, PAVED, OPEN, BUILT = "#c8d8a4", "#fbf3dc", "#cfcac0", "#d9a877"
"""The default colors of the rest, of tracks, of areas that match every edge, and of other areas."""
WALL, CASING, TUFT, TILE_EDGE = "#4a3220", "#857150", "#8aa860", "#5d6b45"
SIGN, SMALL_SIGN, FIGURE = 21.0, 17.0, 34.0
_PAWN = "M12 2a4 4 0 0 1 3 7l4 10v3H5v-3L9 9a4 4 0 0 1 3-7z"
"""The sign of a figure of a player if the pack has none."""
_TURNS = (0, 90, 180, 270)


class FaceArt:
    """Draws the tiles of a game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.places = {name: area.place for name, area in game.areas.items()}

    def draw(self, parent: Element, kind: Kind, x: float, y: float, side: float) -> Element:
        """Draw a tile with its upper left corner at a point. Returns the group, in units of a hundredth of its
        side."""
        assert kind.face is not None, "only tiles that show areas are drawn"
        scale = f"translate({number(x)} {number(y)}) scale({side / UNIT:.4g})"
        group = add(parent, "g", transform=scale, stroke_linejoin="round", stroke_linecap="round")
        shapes = shapes_of(kind.face, self.places)
        signs = self._signs(kind, kind.face, shapes)
        add(group, "rect", width=UNIT, height=UNIT, fill=self._rest())
        self._tufts(group, kind.face, shapes, [point for _, point, _ in signs])
        self._tracks(group, kind.face, shapes)
        self._areas(group, kind.face, shapes, [point for _, point, _ in signs])
        for name, point, size in signs:
            self.sign(group, name, point, size)
        add(group, "rect", width=UNIT, height=UNIT, fill="none", stroke=TILE_EDGE, stroke_opacity=0.55)
        return group

    def spot(self, kind: Kind, patch: int) -> Point:
        """The place of a figure on a patch of a tile, or (-1) on the tile itself."""
        assert kind.face is not None, "only tiles that show areas have patches"
        shapes = shapes_of(kind.face, self.places)
        return shapes.spots[patch] if patch >= 0 else shapes.farthest_point(range(len(shapes.spots)), shapes.spots)

    def figure(
        self, parent: Element, mark: str, owner: int | None, lying: bool, at: Point, size: float = FIGURE
    ) -> None:
        """Draw a figure centered at a point, with the letter and color of its player; `lying` on its side.
        Without an `owner`, a disc."""
        cap = self.game.by_mark[mark]
        how = self._how(cap.name)
        if owner is None:
            self._badge(parent, how, cap.name, at, size)
            return
        fill, ink, _ = palette.fill_of(owner)
        turn = " rotate(90)" if lying else ""
        spot = f"translate({number(at[0])} {number(at[1])}){turn} scale({size / 24:.4g}) translate(-12 -12)"
        outline = how.sign or _PAWN
        group = add(parent, "g", stroke_linejoin="round")
        for stroke, width in ((palette.WHITE, 4.0), (palette.INK, 1.6)):
            add(group, "path", d=outline, transform=spot, fill=fill, stroke=stroke, stroke_width=width)
        write(
            group, seat_letter(owner), at[0] - lying * 0.05 * size, at[1] + (not lying) * 0.07 * size, 0.4 * size, ink
        )

    def sign(self, parent: Element, name: str, at: Point, size: float) -> None:
        """Draw the sign of a name centered at a point; by default a disc with its first letter."""
        how = self._how(name)
        if not how.sign:
            self._badge(parent, how, name, at, size)
            return
        spot = f"translate({number(at[0])} {number(at[1])}) scale({size / 24:.4g}) translate(-12 -12)"
        for stroke, width in ((palette.WHITE, 4.5), (palette.INK, 1.2)):
            add(
                parent,
                "path",
                d=how.sign,
                transform=spot,
                fill=how.color or palette.INK,
                stroke=stroke,
                stroke_width=width,
            )

    # -- appearance

    def _how(self, name: str) -> Depiction:
        return self.game.depictions.get(name, Depiction())

    def _color(self, area: str, usual: str) -> str:
        return self._how(area).color or usual

    def _rest(self) -> str:
        rest = next((name for name, place in self.places.items() if place == "rest"), "")
        return self._color(rest, GROUND)

    def _badge(self, parent: Element, how: Depiction, name: str, at: Point, size: float) -> None:
        """A disc with the sign, or with the first letter of the name."""
        color = how.color or palette.INK
        add(parent, "circle", cx=at[0], cy=at[1], r=size / 2, fill=color, stroke=palette.WHITE, stroke_width=2.5)
        if how.sign:
            spot = f"translate({number(at[0])} {number(at[1])}) scale({0.7 * size / 24:.4g}) translate(-12 -12)"
            add(parent, "path", d=how.sign, transform=spot, fill=palette.WHITE)
        else:
            write(parent, name[0].upper(), at[0], at[1], 0.6 * size, palette.WHITE)

    # -- layers

    def _signs(self, kind: Kind, face: TileFace, shapes: FaceShapes) -> list[tuple[str, Point, float]]:
        """The signs of a tile: of areas inside it, of the marks on its patches, and of its values that have a sign."""
        found = [(face.areas[patch], shapes.spots[patch], 1.5 * SIGN) for patch in shapes.inside]
        taken = [*shapes.spots]
        for patch, marks in enumerate(face.marks):
            for mark in marks:
                point = shapes.farthest_point([patch], taken)
                found.append((mark, point, SMALL_SIGN))
                taken.append(point)
        for value in kind.values.values():
            if self._how(value).sign and value not in self.places:
                found.append((value, self._of_tile(face, shapes, taken), SIGN))
        return found

    def _of_tile(self, face: TileFace, shapes: FaceShapes, taken: Sequence[Point]) -> Point:
        """Where the sign of a tile is drawn: where a lone track ends, else where there is room."""
        lone = [track for track in shapes.tracks if len(face.at(track.patch)) == 1]
        if len(lone) == 1 and not shapes.inside and not any(len(one.around) > 4 for one in shapes.outlines):
            return UNIT / 2, UNIT / 2
        rest = [patch for patch, area in enumerate(face.areas) if self.places[area] == "rest"]
        point = shapes.farthest_point(rest, taken, 0.6)
        return point if shapes.clear(point) > SIGN / 2 else shapes.farthest_point(range(len(face.patches)), taken, 0.6)

    def _tracks(self, parent: Element, face: TileFace, shapes: FaceShapes) -> None:
        colors = {t.patch: self._color(face.areas[t.patch], PAVED) for t in shapes.tracks}
        for extra, of in ((2.5, None), (0.0, colors)):
            for track in shapes.tracks:
                stroke = CASING if of is None else of[track.patch]
                data = " ".join(map(_data, track.lines))
                width = 2 * HALF_TRACK - 2.5 + 2 * extra / 2
                add(parent, "path", d=data, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="butt")
        for track in shapes.tracks:
            _mouths(parent, track)
        if shapes.crossing:
            color = next(iter(colors.values()), PAVED)
            add(
                parent,
                "circle",
                cx=UNIT / 2,
                cy=UNIT / 2,
                r=HALF_TRACK + 4,
                fill=color,
                stroke=CASING,
                stroke_width=1.5,
            )
            add(parent, "path", d="M43 50h14M50 43v14", stroke=CASING, stroke_width=2, fill="none")

    def _areas(self, parent: Element, face: TileFace, shapes: FaceShapes, taken: Sequence[Point]) -> None:
        for one in shapes.outlines:
            area = face.areas[one.patch]
            color = self._color(area, OPEN if self.places[area] == "any" else BUILT)
            add(parent, "path", d=_path_of(one.around) + "z", fill=color)
        for one in shapes.outlines:
            if self.places[face.areas[one.patch]] != "any":
                self._roofs(parent, shapes.scattered(one.patch, 9.0, 15.0, [*taken, shapes.spots[one.patch]]))
            for wall in one.walls:
                add(parent, "path", d=_data(wall), fill="none", stroke=WALL, stroke_width=4.2, stroke_linecap="butt")
                dashes = add(parent, "path", d=_data(wall), fill="none", stroke="#e9dcc3", stroke_width=1.8)
                dashes.set("stroke-dasharray", "3.4 2.6")
                dashes.set("stroke-linecap", "butt")
        for _, (x, y) in shapes.clearings:
            add(parent, "circle", cx=x, cy=y, r=10.0, fill=self._rest(), stroke=WALL, stroke_width=3.5)

    def _roofs(self, parent: Element, spots: Iterable[Point]) -> None:
        """Small houses as decoration of built areas."""
        data = "".join(f"M{number(x - 4)} {number(y)}l4 -4 4 4v4.500h-8z" for x, y in spots)
        if data:
            add(parent, "path", d=data, fill="#b4472f", fill_opacity=0.75, stroke=WALL, stroke_width=0.7)

    def _tufts(self, parent: Element, face: TileFace, shapes: FaceShapes, taken: Sequence[Point]) -> None:
        """Grass as decoration of the rest."""
        data = ""
        for patch, area in enumerate(face.areas):
            if self.places[area] == "rest" and face.at(patch):
                for x, y in shapes.scattered(patch, 8.0, 17.0, [*taken, shapes.spots[patch]]):
                    data += f"M{number(x - 3)} {number(y - 2)}l1.500 3M{number(x)} {number(y - 3)}v4M{number(x + 3)} {number(y - 2)}l-1.500 3"
        if data:
            add(parent, "path", d=data, fill="none", stroke=TUFT, stroke_width=1.1)


def seat_letter(player: int) -> str:
    """The letter of a player's figures."""
    return chr(ord("A") + player)


def _mouths(parent: Element, track: PathShape) -> None:
    """The openings where a track passes below an area."""
    for (x, y), edge in track.mouths:
        turn = f"translate({number(x)} {number(y)}) rotate({_TURNS[edge]})"
        add(parent, "path", d="M-7.500 3v-2a7.500 7.500 0 0 1 15 0v2z", transform=turn + " rotate(180)", fill=WALL)
        add(
            parent,
            "path",
            d="M-4.500 3v-1.500a4.500 4.500 0 0 1 9 0v1.500z",
            transform=turn + " rotate(180)",
            fill="#120d08",
        )


def _data(curve: Curve) -> str:
    (x, y), rest = curve[0], " ".join(f"{number(a)} {number(b)}" for a, b in curve[1:])
    return f"M{number(x)} {number(y)}{'C' if len(curve) == 4 else 'L'}{rest}"


def _path_of(curves: Sequence[Curve]) -> str:
    """Consecutive curves as one path."""
    first, *others = map(_data, curves)
    return first + "".join(data[min(data.find("C") % 999, data.find("L") % 999) :] for data in others)
