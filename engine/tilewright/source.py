"""A source text, the spans that point into it, and characters that no text has a use for."""

from __future__ import annotations

import bisect
import os
import re
import stat
import sys
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

CONTROL = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f"  # C0 but for tab and line feed, DEL, C1
    r"\u2028-\u202e\u2066-\u2069"  # line and paragraph separators; directions: https://trojansource.codes
    r"\ud800-\udfff\ufeff\ufffe\uffff]"  # surrogates, byte order marks, what is no character
)
"""One such character; texts of every kind are refused for them."""

_ON_ONE_LINE = re.compile(rf"[\t\n]|(?![\ud800-\udfff]){CONTROL.pattern}")
STYLE = re.compile(r"\x1b\[[0-9;]*m")
"""A sequence that sets a color or a style of what follows, and does nothing else to a terminal."""
_UNSAFE = re.compile(rf"(?!{STYLE.pattern}){CONTROL.pattern}")


def named(character: str) -> str:
    """The number of a character, as in U+202E."""
    return f"U+{ord(character):04X}"


def blanked(text: str) -> str:
    """A text with spaces for control characters; it has the same length."""
    return CONTROL.sub(" ", text)


def shown_name(name: str) -> str:
    """The name of a file in messages: control characters and ends of lines are spaces.

    The surrogates stay that stand for bytes that are not UTF-8 (see `os.fsdecode`).
    """
    return _ON_ONE_LINE.sub(" ", name)


def safe_for_terminals(text: str) -> str:
    """A text in which nothing but styles is more than characters to a terminal."""
    return _UNSAFE.sub(" ", text)


MAX_BYTES = 256 * 1024
"""No card, layout, position or puzzle needs more; a larger file is refused unread."""


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range of character offsets into a source."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of `other`."""
        return Span(self.start, other.end)


@dataclass(frozen=True)
class Excerpt:
    """Where a text stands that is part of a file.

    `starts` are the offsets in the file at which its lines begin, after an indentation of `indent`
    characters; `block` is the place of all of them, from the start of the first line.
    """

    file: Source
    starts: tuple[int, ...]
    indent: int
    block: Span


@dataclass(frozen=True)
class Source:
    """A named text. `name` is what messages call the file (``-`` for standard input), `path` where it is.

    A text that is part of another file has its `excerpt`.
    """

    name: str
    text: str
    path: Path | None = field(default=None, compare=False)
    excerpt: Excerpt | None = field(default=None, compare=False, repr=False)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for i, character in enumerate(self.text):
            if character == "\n":
                starts.append(i + 1)
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of line `number` (from 1), without its line end."""
        start = self._starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def line_span(self, number: int) -> Span:
        """The span of line `number` without its indentation."""
        text = self.line(number)
        start = self._starts[number - 1] + len(text) - len(text.lstrip())
        return Span(start, max(start, self._starts[number - 1] + len(text.rstrip())))

    def offset(self, line: int, column: int) -> int:
        """The offset of a line and column, both counted from 1."""
        return self._starts[line - 1] + column - 1

    def slice(self, span: Span) -> str:
        """The text a span covers."""
        return self.text[span.start : span.end]

    def in_file(self, span: Span) -> tuple[Source, Span]:
        """The file in which a part of the text stands, and its place there."""
        if self.excerpt is None:
            return self, span
        return self.excerpt.file, Span(self._in_file(span.start), self._in_file(span.end))

    def _in_file(self, offset: int) -> int:
        assert self.excerpt is not None
        line, column = self.position(offset)
        return min(self.excerpt.starts[line - 1] + column - 1, self.excerpt.block.end)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file could not be read: what is wrong, and whether it is the file's content."""

    reason: str
    content: bool = False


def read_source(path: str) -> Source | Unreadable:
    """Read a file, or standard input for ``-``.

    A folder, a missing or unreadable file, one that is too large, holds a NUL byte or is
    not UTF-8, and a closed standard input give an `Unreadable`; nothing is raised.
    """
    try:
        data = _read_standard_input() if path == "-" else _read_bytes(path)
    except IsADirectoryError:
        return Unreadable("it is a folder")
    except (OSError, ValueError) as problem:
        return Unreadable(getattr(problem, "strerror", None) or str(problem))
    return decoded(data, path)


def decoded(data: bytes, path: str) -> Source | Unreadable:
    """The text of a file, or of standard input for ``-``, with ``\\n`` at the ends of its lines.

    Bytes that are too many, hold a NUL or are not UTF-8 give an `Unreadable`.
    """
    if len(data) > MAX_BYTES:
        return Unreadable(f"it is larger than {MAX_BYTES // 1024} KiB", content=True)
    if b"\0" in data:
        return Unreadable("it contains a NUL byte, so it is not a text file", content=True)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        return Unreadable(f"byte {problem.start + 1} is not UTF-8", content=True)
    name = file_name(path)
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Source(name, text, None if path == "-" else Path(path))


def file_name(path: str | Path) -> str:
    """What messages call a file."""
    return shown_name(os.path.normpath(path))


def _read_standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError(0, "it is closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _read_bytes(path: str) -> bytes:
    file = Path(path)
    if not stat.S_ISREG(mode := file.stat().st_mode) and not stat.S_ISDIR(mode):
        raise OSError(0, "it is not a regular file")
    with file.open("rb") as stream:
        return stream.read(MAX_BYTES + 1)
