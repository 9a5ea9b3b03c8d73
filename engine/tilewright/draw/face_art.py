"""Tiles that show areas, in SVG: what lies on them edge by edge, their signs, and the figures that stand there.

Colors and signs are those that the pack gives to the names of its game (`Game.depictions`); what has none gets a color of
its own and, as a sign, a disc with its first letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element

from tilewright.draw import palette
from tilewright.draw.face_shapes import (
    HALF_TRACK,
    UNIT,
    Curve,
    FaceShapes,
    Point,
    Track,
    shapes_of,
)
from tilewright.draw.tiles import add, number, write
from tilewright.table.game import Depiction, Game, Kind
from tilewright.table.terrain import TileFace

GROUND, PAVED, OPEN, BUILT = "#c8d8a4", "#fbf3dc", "#cfcac0", "#d9a877"
"""What the rest, tracks, areas that match every edge, and other areas look like if the pack does not say."""
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
        """Draw a tile whose upper left corner is a point; what is returned takes more, in hundredths of its side."""
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
        """Where a figure stands on a patch of a tile, or (-1) on the tile itself."""
        assert kind.face is not None, "only tiles that show areas have patches"
        shapes = shapes_of(kind.face, self.places)
        return shapes.spots[patch] if patch >= 0 else shapes.farthest_point(range(len(shapes.spots)), shapes.spots)

    def figure(
        self, parent: Element, mark: str, owner: int | None, lying: bool, at: Point, size: float = FIGURE
    ) -> None:
        """A figure with its middle at a point: of a player with the letter and the color of the seat; `lying` on its side."""
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
        """The sign of a name with its middle at a point; without one a disc with its first letter."""
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

    # -- how things look

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
        """The signs of a tile: of what lies inside, of what patches are, and of the values that have one."""
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
        """Small houses that say that something is built there."""
        data = "".join(f"M{number(x - 4)} {number(y)}l4 -4 4 4v4.500h-8z" for x, y in spots)
        if data:
            add(parent, "path", d=data, fill="#b4472f", fill_opacity=0.75, stroke=WALL, stroke_width=0.7)

    def _tufts(self, parent: Element, face: TileFace, shapes: FaceShapes, taken: Sequence[Point]) -> None:
        """Grass, on the rest."""
        data = ""
        for patch, area in enumerate(face.areas):
            if self.places[area] == "rest" and face.at(patch):
                for x, y in shapes.scattered(patch, 8.0, 17.0, [*taken, shapes.spots[patch]]):
                    data += f"M{number(x - 3)} {number(y - 2)}l1.500 3M{number(x)} {number(y - 3)}v4M{number(x + 3)} {number(y - 2)}l-1.500 3"
        if data:
            add(parent, "path", d=data, fill="none", stroke=TUFT, stroke_width=1.1)


def seat_letter(player: int) -> str:
    """The letter by which the figures of a player are distinguished from those of others."""
    return chr(ord("A") + player)


def _mouths(parent: Element, track: Track) -> None:
    """Where a track goes under an area."""
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
    """Curves that go on from one another, as one path."""
    first, *others = map(_data, curves)
    return first + "".join(data[min(data.find("C") % 999, data.find("L") % 999) :] for data in others)
