"""Colors and shapes. Looks are numbered; a game's words never appear here.

The fills are close to the color-blind-safe set of Okabe and Ito; every ink has a contrast of at
least 4.5 to 1 on its fill (WCAG 2.2, 1.4.3). A look also has its own shape, so nothing rests on color alone.
Pieces look the same in the light and in the dark; what lies around them are `Color` pairs.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

Points = tuple[tuple[float, float], ...]
Paint = tuple[str, str, int]
"""Fill and ink, ``#rrggbb``, and the terminal color."""


class Color(NamedTuple):
    """A color of the light look, and what stands for it in the dark one; the role is its name in styles."""

    role: str
    light: str
    dark: str


PAPER = Color("paper", "#ffffff", "#14171c")
TEXT = Color("text", "#1c1f26", "#e8eaee")
MUTED = Color("muted", "#5f6673", "#a7afbb")  # coordinates and captions
SPACE = Color("space", "#f6f4ee", "#232830")
GRID = Color("grid", "#c9c5b9", "#414957")
FAINT = Color("faint", "#e9e6de", "#262b33")
CENTER = Color("center", "#2b2f38", "#97a1b0")
RING = Color("ring", "#b3124f", "#ff5f97")
PLACED = Color("placed", "#17548c", "#78b8f2")
PLACED_TINT = Color("tint", "#d9e8f5", "#1c3d5c")
EDGE = Color("edge", "#262b36", "#0b0d10")  # of face-down pieces
TONE_EDGE = Color("tone", "#3b1d0b", "#b98a63")  # of stacks in a layout

INK, WHITE = "#1c1f26", "#ffffff"
BADGE = RING.light
UP_FACE = "#fffdf7"
DOWN_FACE, DOWN_SIDE, DOWN_INK = "#454d5e", "#a9b0bd", WHITE
CAP, CAP_WALL, CAP_INK = "#ffcf5c", "#fff6df", "#6b1c12"

# Fill and ink of each look, and the nearest of the eight terminal colors.
FILLS: tuple[Paint, ...] = (
    ("#0072b2", WHITE, 34),
    ("#e2703a", INK, 31),
    ("#2fae86", INK, 32),
    ("#f0b429", INK, 33),
    ("#7cc4ee", INK, 36),
    ("#d58fb8", INK, 35),
    ("#5c5c5c", WHITE, 90),
    ("#7d3f12", WHITE, 91),
)

# Face, side, ink and terminal style of a stack of height 1, 2, 3, 4, and 5 or more in a layout.
TONES = (
    ("#fbf1dc", "#e9d7b0", INK, "48;5;230;38;5;16"),
    ("#e0ab5c", "#ecd0a0", INK, "48;5;179;38;5;16"),
    ("#9a5423", "#dcb288", WHITE, "48;5;94;38;5;231"),
    ("#552b12", "#c79a72", WHITE, "48;5;52;38;5;231"),
    ("#221006", "#ab8466", WHITE, "48;5;16;38;5;231"),
)


def _regular(corners: int, turn: float = 0.0, inner: float = 1.0, size: float = 1.0) -> Points:
    """A polygon round the origin; every other corner lies at `inner` of the radius."""
    angles = [turn + 2 * pi * i / corners - pi / 2 for i in range(corners)]
    radii = [size * (inner if i % 2 else 1.0) for i in range(corners)]
    return tuple((r * cos(a), r * sin(a)) for r, a in zip(radii, angles, strict=True))


_ARM = 0.45
_CROSS: Points = (
    (-_ARM, -1),
    (_ARM, -1),
    (_ARM, -_ARM),
    (1, -_ARM),
    (1, _ARM),
    (_ARM, _ARM),
    (_ARM, 1),
    (-_ARM, 1),
    (-_ARM, _ARM),
    (-1, _ARM),
    (-1, -_ARM),
    (-_ARM, -_ARM),
)

# Outline with radius about 1, and how far down its widest part lies.
SHAPES: tuple[tuple[Points, float], ...] = (
    (_regular(36, size=0.98), 0.0),
    (((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)), 0.0),
    (((0, -1.05), (1.25, 0.95), (-1.25, 0.95)), 0.36),
    (((0, -1.12), (1.25, 0), (0, 1.12), (-1.25, 0)), 0.0),
    (_regular(6, turn=pi / 6, size=1.12), 0.0),
    (_regular(16, inner=0.74, size=1.14), 0.0),
    (_CROSS, 0.0),
)


def fill_of(look: int) -> Paint:
    """Fill, ink and terminal color of a look; they repeat after the last."""
    return FILLS[look % len(FILLS)]


def fill_like(color: str) -> Paint:
    """A color, ``#rrggbb``, as a fill: with the ink that is read best on it, and the terminal color of the nearest fill."""
    parts = _channels(color)
    nearest = min(FILLS, key=lambda fill: sum((a - b) ** 2 for a, b in zip(parts, _channels(fill[0]), strict=True)))
    return color, ink_on(color), nearest[2]


def shape_of(look: int) -> tuple[Points, float]:
    """Outline of a look; shapes and fills repeat at different lengths, so pairs seldom do."""
    return SHAPES[look % len(SHAPES)]


def tone_of(height: int) -> tuple[str, str, str, str]:
    """Face, side, ink and terminal style of a stack in a layout."""
    return TONES[min(height, len(TONES)) - 1]


def ink_on(color: str) -> str:
    """The ink that is read best on a color, ``#rrggbb``: by its relative luminance, as WCAG 2.2 has it."""
    parts = _channels(color)
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return INK if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 else WHITE


def _channels(color: str) -> list[float]:
    """Red, green and blue of a color, each from 0 to 1."""
    return [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def page_style() -> str:
    """Style rules for the classes that `tiles.add` gives to what has another color in the dark."""
    colors = [color for color in globals().values() if isinstance(color, Color)]
    return "".join(
        f".{what}-{color.role}{{{what}:light-dark({color.light},{color.dark})}}"
        for color in colors
        for what in ("fill", "stroke")
    )
