"""The SVG of a space: its stack seen from the front and above, its caps, and its marks.

Units: a space is `SIDE` wide and high; (x, y) is its upper left corner. All stacks have the same base line, so that
heights can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from xml.etree.ElementTree import Element, SubElement

from tilewright.draw import palette
from tilewright.draw.palette import Color
from tilewright.draw.scene import Scene, badge
from tilewright.table.board import Stack
from tilewright.table.drawn import Drawn
from tilewright.table.geometry import Geometry, Hexagons

SIDE = 64.0
WIDTH = 46.0  # of a piece
BASE = 60.0  # the base line of the stacks, down from the top of the space
HIGHEST = 4.0  # where the tallest face may begin
PLAIN, LABELLED = (36.0, 5.5), (32.0, 8.0)  # depth of a face and of the front below it
PRINTED = 18.0  # the radius of what is printed on a space
LOW = 10.0  # how far below the middle of a space its pieces stand


def add(parent: Element, tag: str, words: str = "", /, **attributes: str | float | Color) -> Element:
    """Add an element; ``stroke_width=2`` becomes ``stroke-width="2"``.

    A `Color` is written as that of the light look, with a class such as ``fill-paper`` for `dark_style`.
    """
    element = SubElement(parent, tag)
    roles = []
    for key, value in attributes.items():
        name = key.replace("_", "-")
        if isinstance(value, Color):
            roles.append(f"{name}-{value.role}")
            value = value.light
        element.set(name, number(value))
    if roles:
        element.set("class", " ".join(roles))
    element.text = words or None
    return element


def number(value: str | float) -> str:
    """A number with at most two decimals; a string as it is."""
    return value if isinstance(value, str) else f"{value:.2f}".rstrip("0").rstrip(".")


def write(parent: Element, words: str, x: float, y: float, size: float, fill: str | Color) -> None:
    """Bold words centered on a point, whatever the font."""
    add(
        parent,
        "text",
        words,
        x=x,
        y=y + 0.36 * size,
        font_size=size,
        fill=fill,
        text_anchor="middle",
        font_weight="bold",
    )


def fitted(words: str, size: float, width: float) -> float:
    """The largest font size up to `size` at which bold text fits a width."""
    return min(size, width / (0.68 * max(len(words), 1)))


@dataclass(frozen=True)
class Tiles:
    """Draws the spaces of one picture; `face` and `layer` are the depths of faces and fronts."""

    scene: Scene
    looks: dict[str, int]
    face: float
    layer: float

    @classmethod
    def of(cls, scene: Scene) -> Tiles:
        """The same depths for the whole board, so that heights compare.

        Fronts are deep enough for codes where pieces of known kind lie below others.
        """
        known = any(len(stack.up) > 1 for stack in scene.board.stacks)
        face, layer = LABELLED if known else PLAIN
        most = (BASE - HIGHEST - face) / max(scene.board.height, 1)
        return cls(scene, scene.looks(), face, min(layer, most))

    def draw(self, parent: Element, space: int, x: float, y: float) -> None:
        """Draw a space's stack and marks."""
        stack = self.scene.board.stacks[space]
        placed = space in self.scene.placed
        if placed:
            placed_tint(parent, self.scene.board.geometry, x, y)
        if space in self.scene.scored:
            _ring(parent, self.scene.board.geometry, x, y)
        if stack.height or (stack.caps and not self.scene.layout):
            group = add(parent, "g", stroke_width=min(1.2, 0.4 * self.layer))
            self._stack(group, stack, x + (SIDE - WIDTH) / 2, y)
        self._points(parent, space, x, y)

    def mark(self, parent: Element, space: int, x: float, y: float) -> None:
        """Draw a space's marks alone, over what lies there."""
        if space in self.scene.scored:
            _ring(parent, self.scene.board.geometry, x, y)
        self._points(parent, space, x, y)

    def _points(self, parent: Element, space: int, x: float, y: float) -> None:
        """The points of a space, and the corner that says that something was placed there."""
        _badge(parent, badge(self.scene.scored.get(space, 0)), x + SIDE, y)
        if space in self.scene.placed:
            placed_corner(parent, x, y)

    def _stack(self, parent: Element, stack: Stack, left: float, y: float) -> None:
        base = y + BASE - self.face
        for i, (side, edge) in enumerate(self._fronts(stack), 1):
            _box(parent, left, base - self.layer * i, self.face + self.layer, side, edge)
        top = base - self.layer * stack.height
        if self.scene.layout:
            self._tone(parent, stack, left, top)
            return
        self._labels(parent, stack, left, y)
        self.top(parent, stack, left, top)
        self._caps(parent, stack.caps, left, top)
        if stack.height > bool(stack.up) and (stack.up or stack.caps):
            chip(parent, str(stack.height), left + WIDTH - 1, top + self.face - 1)

    def top(self, parent: Element, stack: Stack, left: float, top: float) -> None:
        """Draw what is on top of a stack: the face of a piece, or a back with the height."""
        if stack.up:
            self._front(parent, stack, left, top)
        elif stack.height:
            self._back(parent, stack, left, top)

    def front(self, parent: Element, code: str | None) -> None:
        """Draw a piece as it is seen below others, face-down without a code; what lies on it covers all but its lower edge."""
        side, edge = self._fronts(Stack(1) if code is None else Stack(0, (code,)))[0]
        _box(parent, 0, 0, self.face, side, edge)

    def _fronts(self, stack: Stack) -> list[tuple[str, str | Color]]:
        """Fill and edge of each piece's front, from the bottom."""
        if self.scene.layout:
            return [(palette.tone_of(stack.height)[1], palette.TONE_EDGE)] * stack.height
        down: list[tuple[str, str | Color]] = [(palette.DOWN_SIDE, palette.EDGE)] * stack.down
        return [*down, *((self._fill(code)[0], palette.INK) for code in stack.up)]

    def _fill(self, code: str) -> palette.Paint:
        return self.scene.fills[code]

    def _labels(self, parent: Element, stack: Stack, left: float, y: float) -> None:
        """The codes of the face-up pieces below the top, on their fronts, if there is room."""
        size = self.layer - 1
        if size < 5:
            return
        for i, code in enumerate(stack.up[:-1], stack.down):
            middle = y + BASE - self.layer * (i + 0.5)
            write(parent, code, left + WIDTH / 2, middle, size, self._fill(code)[1])

    def _tone(self, parent: Element, stack: Stack, left: float, top: float) -> None:
        face, _, ink, _ = palette.tone_of(stack.height)
        _box(parent, left, top, self.face, face, palette.TONE_EDGE)
        write(parent, str(stack.height), left + WIDTH / 2, top + self.face / 2, 22, ink)

    def _back(self, parent: Element, stack: Stack, left: float, top: float) -> None:
        _box(parent, left, top, self.face, palette.DOWN_FACE, palette.EDGE)
        add(
            parent,
            "rect",
            x=left + 3.5,
            y=top + 3.5,
            width=WIDTH - 7,
            height=self.face - 7,
            rx=3,
            fill="none",
            stroke=palette.DOWN_SIDE,
        )
        if not stack.caps:
            middle = top + self.face / 2
            write(parent, str(stack.height), left + WIDTH / 2, middle, 21, palette.DOWN_INK)

    def _front(self, parent: Element, stack: Stack, left: float, top: float) -> None:
        _box(parent, left, top, self.face, palette.UP_FACE, palette.INK)
        code = stack.up[-1]
        emblem(
            parent, self.looks[code], code, left + WIDTH / 2, top + self.face / 2, 0.42 * self.face, self._fill(code)
        )

    def _caps(self, parent: Element, caps: str, left: float, top: float) -> None:
        """A roof for each cap, with its mark where the game has several kinds of caps."""
        for i, mark in enumerate(caps):
            words = mark if len(self.scene.game.caps) > 1 else ""
            center = left + WIDTH * (i + 0.5) / len(caps)
            cap_shape(parent, words, center, top + self.face - 4, 1.1 / len(caps))


def emblem(
    parent: Element, look: int, words: str, x: float, y: float, radius: float, colors: palette.Paint | None = None
) -> None:
    """The shape of a look round a point, with words on it; in the color of the look unless it has others."""
    fill, ink, _ = colors or palette.fill_of(look)
    points = _corners(look, x, y, radius)
    add(parent, "polygon", points=points, fill=fill, stroke=palette.INK, stroke_linejoin="round")
    drop = palette.shape_of(look)[1]
    write(parent, words, x, y + radius * drop, fitted(words, 0.95 * radius, 1.45 * radius), ink)


def print_of(parent: Element, look: int, x: float, y: float, fill: str) -> None:
    """The shape of a look as it is printed on a space that is made for it."""
    add(parent, "polygon", points=_corners(look, x, y, PRINTED), fill=fill, fill_opacity=0.45)


def _corners(look: int, x: float, y: float, radius: float) -> str:
    """The shape of a look round a point."""
    return " ".join(f"{number(x + radius * px)},{number(y + radius * py)}" for px, py in palette.shape_of(look)[0])


def _box(parent: Element, x: float, y: float, height: float, fill: str, stroke: str | Color) -> None:
    add(parent, "rect", x=x, y=y, width=WIDTH, height=height, rx=5, fill=fill, stroke=stroke)


def cap_shape(parent: Element, words: str, x: float, y: float, scale: float) -> None:
    """A roof in two tiers whose base stands on (x, y)."""
    group = add(
        parent,
        "g",
        transform=f"translate({number(x)} {number(y)}) scale({number(scale)})",
        fill=palette.CAP,
        stroke=palette.CAP_INK,
        stroke_width=1.1,
        stroke_linejoin="round",
    )
    add(group, "rect", x=-9, y=-9, width=18, height=9, fill=palette.CAP_WALL)
    add(group, "path", d="M-20 -5 Q-11 -8 -8 -15 H8 Q11 -8 20 -5 Q0 -8 -20 -5Z")
    add(group, "path", d="M-14.5 -14 Q-5 -17 0 -27 Q5 -17 14.5 -14 Q0 -16 -14.5 -14Z")
    if words:
        write(group, words, 0, -3.5, 8, palette.CAP_INK)


def outline(
    parent: Element, geometry: Geometry, x: float, y: float, inset: float, **paint: str | float | Color
) -> None:
    """The outline of a space whose box begins at a point, so far inside it: a square, a hexagon, or a disc where lines meet."""
    if isinstance(geometry, Hexagons):
        add(parent, "path", d=hexagon(x, y, inset), stroke_linejoin="round", **paint)
    elif isinstance(geometry, Drawn):
        half = SIDE / 2
        add(parent, "circle", cx=x + half, cy=y + half + LOW / 2, r=half - inset, **paint)
    else:
        corner = {} if inset < 2 else {"rx": 8}
        side = SIDE - 2 * inset
        add(parent, "rect", x=x + inset, y=y + inset, width=side, height=side, **corner, **paint)


def hexagon(x: float, y: float, inset: float = 0) -> str:
    """The path round a hexagon whose box begins at a point: it is as wide as the box, and higher."""
    half = SIDE / 2 - inset
    side = half * 2 / sqrt(3)
    begin = f"M{number(x + SIDE / 2)} {number(y + SIDE / sqrt(3) - side)}"
    sides = ((half, side / 2), (0, side), (-half, side / 2), (-half, -side / 2), (0, -side))
    return begin + "".join(f"l{number(across)} {number(deep)}" for across, deep in sides) + "z"


def placed_tint(parent: Element, geometry: Geometry, x: float = 0, y: float = 0) -> None:
    """The ground of a space where something was placed."""
    outline(parent, geometry, x, y, 1, fill=palette.PLACED_TINT)


def placed_corner(parent: Element, x: float = 0, y: float = 0) -> None:
    """The corner that says that something was placed on a space."""
    corner = f"M{number(x)} {number(y)}h17l-17 17z"
    add(parent, "path", d=corner, fill=palette.PLACED, stroke=palette.PAPER, stroke_width=1.5)


def chip(parent: Element, words: str, x: float, y: float) -> None:
    """The height, in a white disc on a corner of the face."""
    add(parent, "circle", cx=x, cy=y, r=8, fill=palette.WHITE, stroke=palette.INK)
    write(parent, words, x, y, fitted(words, 11.5, 13), palette.INK)


def _ring(parent: Element, geometry: Geometry, x: float, y: float) -> None:
    """A ring round the space, under the stack."""
    for stroke, width in (palette.PAPER, 5.5), (palette.RING, 3.5):
        outline(parent, geometry, x, y, 2.5, fill="none", stroke=stroke, stroke_width=width)


def _badge(parent: Element, words: str, right: float, y: float) -> None:
    """Points on the upper right corner of a space."""
    if words:
        width = 9 + 8.5 * len(words)
        left = right + 3 - width
        add(
            parent,
            "rect",
            x=left,
            y=y - 4,
            width=width,
            height=18,
            rx=9,
            fill=palette.BADGE,
            stroke=palette.PAPER,
            stroke_width=1.5,
        )
        signed = words.replace("-", "\N{MINUS SIGN}")
        write(parent, signed, left + width / 2, y + 5, 12.5, palette.WHITE)
