"""Single pieces as pictures for print: tiles, coins and tokens, in light colors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from xml.etree.ElementTree import Element, tostring

from tilewright.draw import palette
from tilewright.draw.faces import UNIT, FaceArt
from tilewright.draw.pools import width_of
from tilewright.draw.scene import CounterToken
from tilewright.draw.tiles import add, emblem, fitted, number, write
from tilewright.table.game import CapPiece, Depiction, Game, Kind

_FONTS = "Libertinus Serif"


def tile_svg(game: Game, kind: Kind) -> str:
    """A tile that shows areas."""
    root = _root()
    FaceArt(game).draw(root, kind, 0, 0, UNIT)
    return tostring(root, encoding="unicode")


def piece_svg(game: Game, kind: Kind, look: int) -> str:
    """A piece with its code, in the color of its main value or with the shape of its look."""
    color = game.depictions.get(kind.values.get(game.main_attribute, ""), Depiction()).color
    if color:
        return coin_svg(kind.code, color)
    root = _disc(palette.UP_FACE, palette.INK)
    emblem(root, look, kind.code, UNIT / 2, UNIT / 2, 0.3 * UNIT)
    return tostring(root, encoding="unicode")


def draw_coin(parent: Element, words: str, fill: str, x: float, y: float, radius: float) -> None:
    """A small coin round a point, with a number on it."""
    ink = palette.ink_on(fill)
    add(parent, "circle", cx=x, cy=y, r=radius, fill=fill, stroke=palette.EDGE)
    add(parent, "circle", cx=x, cy=y, r=radius - 3, fill="none", stroke=ink, stroke_width=0.7)
    write(parent, words, x, y, fitted(words, 0.95 * radius, 1.3 * radius), ink)


def coin_svg(words: str, fill: str) -> str:
    """A coin of a color with words on it."""
    ink = palette.ink_on(fill)
    root, lines = _disc(fill, ink), words.split()
    most = 15.0 if len(words) > 3 else 30.0
    for i, line in enumerate(lines):
        y = UNIT / 2 + 16 * (i - (len(lines) - 1) / 2)
        write(root, line, UNIT / 2, y, fitted(line, most, 0.7 * UNIT), ink)
    return tostring(root, encoding="unicode")


def figure_svg(game: Game, cap: CapPiece, owner: int | None) -> str:
    """A figure, of a player with the letter of the seat."""
    root = _disc(palette.UP_FACE, palette.INK)
    FaceArt(game).figure(root, cap.mark, owner, False, (UNIT / 2, UNIT / 2), 0.62 * UNIT)
    return tostring(root, encoding="unicode")


def _root() -> Element:
    box = f"0 0 {number(UNIT)} {number(UNIT)}"
    return Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "font-family": _FONTS})


def _disc(fill: str, ink: str) -> Element:
    """A round piece with a ring near its edge."""
    root = _root()
    add(root, "circle", cx=UNIT / 2, cy=UNIT / 2, r=UNIT / 2 - 0.5, fill=fill)
    add(root, "circle", cx=UNIT / 2, cy=UNIT / 2, r=UNIT / 2 - 6, fill="none", stroke=ink, stroke_width=1.2)
    return root


# ------------------------------------------------------------------ counters with a color in SVG

ABREAST = 3
"""The most tokens in a row."""
RADIUS, LINE, SIZE, GAP = 13.0, 31.0, 13.0, 14.0


@dataclass(frozen=True)
class TokenRows:
    """Tokens in rows, with their total size."""

    rows: tuple[tuple[CounterToken, ...], ...]

    @classmethod
    def of(cls, tokens: Sequence[CounterToken]) -> TokenRows:
        """Lay tokens out."""
        return cls(tuple(tuple(tokens[at : at + ABREAST]) for at in range(0, len(tokens), ABREAST)))

    @property
    def columns(self) -> list[float]:
        """The width of each column."""
        columns = zip_longest(*(map(_width, row) for row in self.rows), fillvalue=0.0)
        return [max(column) for column in columns]

    @property
    def width(self) -> float:
        """The width of all columns."""
        return sum(self.columns) + GAP * max(len(self.columns) - 1, 0)

    @property
    def height(self) -> float:
        """The height of all rows, with the room above them."""
        return LINE * len(self.rows) + 6 if self.rows else 0.0

    def draw(self, parent: Element, middle: float, top: float) -> None:
        """Draw the rows below one another, as a block that is centered."""
        for i, row in enumerate(self.rows):
            left, y = middle - self.width / 2, top + 6 + LINE * (i + 0.5)
            for token, width in zip(row, self.columns, strict=False):
                number = "?" if token.number is None else str(token.number)
                draw_coin(parent, number, token.color, left + RADIUS, y, RADIUS)
                add(parent, "text", token.word, x=left + 2 * RADIUS + 5, y=y + 4.6, font_size=SIZE, fill=palette.TEXT)
                left += width + GAP


def _width(token: CounterToken) -> float:
    return 2 * RADIUS + 5 + width_of(token.word, SIZE)
