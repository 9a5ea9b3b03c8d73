"""Counters with a color in SVG: coins with their numbers, each beside its word, in rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from xml.etree.ElementTree import Element

from tilewright.draw import palette
from tilewright.draw.measure import width_of
from tilewright.draw.scene import CounterToken
from tilewright.draw.tiles import add
from tilewright.draw.tokens import draw_coin

ABREAST = 3
"""The most tokens in a row."""
RADIUS, LINE, SIZE, GAP = 13.0, 31.0, 13.0, 14.0


@dataclass(frozen=True)
class TokenRows:
    """Tokens laid out in rows, and how much room they take."""

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
