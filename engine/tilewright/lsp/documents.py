"""The open documents of a client, and their analysis."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lsprotocol import types
from pygls import uris

from tilewright.analysis.service import Analysis
from tilewright.diagnostics import Diagnostic, Diagnostics
from tilewright.packs.texts import TextCheck
from tilewright.source import Source, Span, Unreadable, decoded
from tilewright.store import Store

Encoding = types.PositionEncodingKind
_BYTES = {types.PositionEncodingKind.Utf8: "utf-8", types.PositionEncodingKind.Utf16: "utf-16-le"}


class Positions:
    """Converts between offsets and LSP positions; positions outside of the text are clamped."""

    def __init__(self, source: Source, encoding: Encoding = types.PositionEncodingKind.Utf16) -> None:
        self.source = source
        self.codec = _BYTES.get(encoding)
        self.unit = 2 if self.codec == "utf-16-le" else 1
        self.lines = source.text.count("\n") + 1

    def _width(self, text: str) -> int:
        """The number of code units of a text."""
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
        """The number of characters within a number of code units."""
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


# ------------------------------------------------------------------ what one client has open

UNREADABLE = "TW401"


@dataclass(frozen=True)
class OpenText:
    """An open document, in its latest version."""

    uri: str
    version: int
    source: Source
    unreadable: Unreadable | None = None


class OpenDocuments:
    """The open documents of a client. Other files are not read on behalf of the client."""

    def __init__(self, analysis: Analysis | None = None) -> None:
        self.analysis = analysis or Analysis()
        self.opened: dict[str, OpenText] = {}
        self.encoding = types.PositionEncodingKind.Utf16
        self.roots: list[Path] = []
        self._problems: dict[str, tuple[Source, list[Diagnostic]]] = {}
        self._texts = TextCheck(Store(None), "", strict=False)

    # -- texts

    def open(self, uri: str, version: int, text: str) -> OpenText:
        """Set the text of a document."""
        path = path_of(uri)
        found = decoded(text.encode("utf-8", "surrogatepass"), str(path or "-"))
        name = str(path) if path else uri.rpartition("/")[2]
        if isinstance(found, Unreadable):
            opened = OpenText(uri, version, Source(name, "", path), found)
        else:
            opened = OpenText(uri, version, Source(found.name if path else name, found.text, path))
        self.opened[uri] = opened
        if path is not None:
            self.analysis.workspace.open(path, text)
        return opened

    def close(self, uri: str) -> None:
        """Use the text on disk again."""
        self.opened.pop(uri, None)
        self._problems.pop(uri, None)
        path = path_of(uri)
        if path is not None:
            self.analysis.workspace.close(path)

    def source(self, uri: str) -> Source | None:
        """The text of an open document."""
        found = self.opened.get(uri)
        return found.source if found and found.unreadable is None else None

    def others(self, uri: str) -> Iterator[OpenText]:
        """The other open documents."""
        return (opened for other, opened in list(self.opened.items()) if other != uri)

    # -- problems

    def problems(self, opened: OpenText) -> list[Diagnostic]:
        """The diagnostics of an open document, checked again, since other files may have changed."""
        source = opened.source
        if opened.unreadable is not None:
            diagnostics = Diagnostics(source)
            diagnostics.error(UNREADABLE, Span(0, 0), f"this text cannot be read: {opened.unreadable.reason}")
            found = diagnostics.sorted()
        else:
            found = self.analysis.check(source).diagnostics
        self._problems[opened.uri] = source, found
        return found

    def text_problems(self, opened: OpenText) -> list[Diagnostic]:
        """The diagnostics of the printed texts of an open document, including texts that are not understood.

        Slower than `problems`: some tenths of a second for the first text of a game.
        """
        return [] if opened.unreadable is not None else self._texts.problems(self.analysis.check(opened.source))

    def known_problems(self, uri: str) -> list[Diagnostic]:
        """The diagnostics of an open document as last computed, if its text is unchanged."""
        opened, (source, found) = self.opened.get(uri), self._problems.get(uri, (None, []))
        if opened is None:
            return []
        return found if opened.source == source else self.problems(opened)

    # -- places

    def positions(self, source: Source) -> Positions:
        """The position converter of a text."""
        return Positions(source, self.encoding)

    def offset(self, source: Source, position: types.Position) -> int:
        """The offset of a position."""
        return self.positions(source).offset(position)

    def location(self, source: Source, span: Span) -> types.Location:
        """The location of a span in a file."""
        return types.Location(self.uri_of(source), self.positions(source).range(span))

    def uri_of(self, source: Source) -> str:
        """The URI of a file, as used by the client if it is open."""
        known = next((uri for uri, opened in self.opened.items() if _same(opened.source, source)), None)
        return known or uris.from_fs_path(str((source.path or Path(source.name)).absolute())) or source.name

    def may_edit(self, path: Path) -> bool:
        """Whether a file is in a folder of the client's workspace, or open."""
        real = self.analysis.workspace.library.documents.real
        if any(opened.source.path and real(opened.source.path) == real(path) for opened in self.opened.values()):
            return True
        return any(real(root) in real(path).parents for root in self.roots)


def _same(opened: Source, source: Source) -> bool:
    if opened.path is None or source.path is None:
        return opened is source
    return opened.path.absolute() == source.path.absolute()


def path_of(uri: str) -> Path | None:
    """The path of a document; None if it is not a file."""
    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path and "\0" not in path else None
