"""Places of a text as the protocol counts them: lines from 0, and code units of the encoding that was agreed on.

Lines end with what a `Source` has at their ends, a line feed: other signs that Python splits lines at do not
count, as in the protocol.
"""

from __future__ import annotations

from lsprotocol import types

from tilewright.source import Source, Span

Encoding = types.PositionEncodingKind
_BYTES = {types.PositionEncodingKind.Utf8: "utf-8", types.PositionEncodingKind.Utf16: "utf-16-le"}


class Positions:
    """Converts between offsets of a text and positions; a position outside of the text is the nearest inside."""

    def __init__(self, source: Source, encoding: Encoding = types.PositionEncodingKind.Utf16) -> None:
        self.source = source
        self.codec = _BYTES.get(encoding)
        self.unit = 2 if self.codec == "utf-16-le" else 1
        self.lines = source.text.count("\n") + 1

    def _width(self, text: str) -> int:
        """How many code units a text has."""
        return len(text) if self.codec is None else len(text.encode(self.codec, "surrogatepass")) // self.unit

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        line, column = self.source.position(offset)
        return types.Position(line - 1, self._width(self.source.line(line)[: column - 1]))

    def range(self, span: Span) -> types.Range:
        """The range of a span."""
        return types.Range(self.position(span.start), self.position(max(span.start, span.end)))

    def whole(self) -> types.Range:
        """The range of the whole text."""
        return self.range(Span(0, len(self.source.text)))

    def offset(self, position: types.Position) -> int:
        """The offset of a position."""
        if position.line >= self.lines:
            return len(self.source.text)
        line = self.source.line(position.line + 1)
        return self.source.offset(position.line + 1, 1) + self._characters(line, position.character)

    def _characters(self, line: str, units: int) -> int:
        """How many characters have so many code units, or end within them."""
        if self.codec is None or line.isascii():
            return min(units, len(line))
        width = 0
        for i, character in enumerate(line):
            width += self._width(character)
            if width > units:
                return i
        return len(line)

    def span(self, range: types.Range) -> Span:
        """The span of a range."""
        start, end = self.offset(range.start), self.offset(range.end)
        return Span(min(start, end), max(start, end))
