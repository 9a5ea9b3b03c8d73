"""The formatter, `tilewright fmt`.

Single spaces between words, two spaces of indentation per block, at most one blank line in a card and exactly one
between cards. Comments keep their positions.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import zip_longest

from tilewright.diagnostics import Diagnostics
from tilewright.source import Source
from tilewright.syntax.indentation import column, tab_width, width
from tilewright.syntax.lalr import Token
from tilewright.syntax.parser import parse, tokens
from tilewright.syntax.repair.lexical_errors import repaired

_MENDED = {"TW003", "TW004"}
_NO_SPACE_BEFORE = {"COMMA", "COLON", "RPAR"}
_ENDS_OPERAND = {"INT", "WORD", "CODE", "RPAR", "IT", "OR_MORE", "OR_LESS", "COMPARATIVE", "AWAY"}


def format_source(source: Source, diagnostics: Diagnostics) -> str | None:
    """The formatted text of a file; its surface tree is unchanged.

    Tabs in the indentation and typographic characters (TW003, TW004) are fixed. A file with any other syntax error
    gives None, and its diagnostics are reported.
    """
    clean = Source(source.name, repaired(source.text))
    found = Diagnostics(source)
    if not _readable(source, found) or not (clean == source or _readable(clean, Diagnostics(clean))):
        diagnostics.extend(found.items)
        return None
    layout = _Layout(clean.text)
    for token in tokens(clean.text):
        layout.take(token)
    return layout.text()


def _readable(source: Source, found: Diagnostics) -> bool:
    parse(source, found)
    return all(problem.code in _MENDED for problem in found)


@dataclass
class _Line:
    """An output line: code, a comment, or both; `cells` are the heights of a row."""

    level: int
    words: list[Token] = field(default_factory=list)
    comment: str = ""
    cells: list[str] = field(default_factory=list)
    blank_before: bool = False

    def text(self) -> str:
        code = "".join(_spaced(self.words)) if not self.cells else " ".join(self.cells).rstrip()
        shown = "  ".join(part for part in (code, self.comment) if part)
        return "\n" * self.blank_before + "  " * self.level + shown + "\n"


class _Layout:
    """Converts the tokens of a file into output lines."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.tab = tab_width(source)
        self.lines: list[_Line] = []
        self.words: list[Token] = []
        self.levels = [0]  # indentation of each open block in the source
        self.before = [0]  # the same at the last line of code
        self.gap: list[str] = []  # the comments and blank lines since then

    def take(self, token: Token) -> None:
        if token.type == "_INDENT":
            self.levels.append(width(token, self.tab))
        elif token.type == "_DEDENT":
            self.levels.pop()
        elif token.type == "_NL":
            self._end_line(token)
        else:
            if not self.words:
                self._add(_Line(len(self.levels) - 1, self.words), self._comments())
            self.words.append(token)

    def text(self) -> str:
        self._comments()
        _align(self.lines)
        return "".join(line.text() for line in self.lines)

    def _end_line(self, token: Token) -> None:
        """The content of a _NL token: the comment after the code, then whole lines."""
        rest, *others = token.split("\n")[:-1]
        if self.words:
            self.lines[-1].comment = _comment(rest)
        else:
            others.insert(0, " " * column(self.source, token.start) + rest)
        self.gap = others
        self.before = self.levels.copy()
        self.words = []

    def _comments(self) -> bool:
        """Add the comments of the gap. Returns whether a blank line follows the last one.

        Where blocks have ended, a comment belongs to the innermost one whose indentation it has.
        """
        outer = len(self.levels) - 1
        open_blocks = max(self.before, self.levels, key=len)
        level = len(open_blocks) - 1
        blank = False
        for line in self.gap:
            body = line.lstrip()
            if body:
                while level > outer and open_blocks[level] > width(line[: -len(body)], self.tab):
                    level -= 1
                self._add(_Line(level, comment=_comment(body)), blank)
            blank = not body
        self.gap = []
        return blank

    def _add(self, line: _Line, blank: bool) -> None:
        """Add a line; `blank` is whether the source has a blank line before it."""
        last = self.lines[-1].level if self.lines else line.level
        new_card = line.level == 0 and last > 0
        line.blank_before = new_card or (blank and bool(self.lines) and line.level <= last)
        self.lines.append(line)


def _comment(text: str) -> str:
    text = text.rstrip()
    return text if text[1:2] in ("", " ", "\t", "#", "!") else "# " + text[1:]


def _spaced(words: Iterable[Token]) -> Iterable[str]:
    """The words of a line and the spaces between them."""
    glued, operand = True, False
    for token in words:
        if not (glued or token.type in _NO_SPACE_BEFORE):
            yield " "
        yield _shown(token)
        glued = token.type == "LPAR" or (token.type == "MINUS" and not operand)
        operand = token.type in _ENDS_OPERAND


def _shown(token: Token) -> str:
    if token.type == "STRING":
        return str(token)
    return "*" if token.type == "TIMES" else " ".join(token.split())


def _align(lines: Iterable[_Line]) -> None:
    """Align the rows of heights in columns, block by block."""
    rows: list[_Line] = []
    for line in lines:
        if line.words and all(word.type in ("INT", "DOT") for word in line.words):
            line.cells = [str(token) if token.strip(".0") else "." for token in line.words]
            rows.append(line)
        elif line.words:
            _pad(rows)
            rows = []
    _pad(rows)


def _pad(rows: list[_Line]) -> None:
    columns = zip_longest(*(row.cells for row in rows), fillvalue="")
    widths = [max(map(len, column)) for column in columns]
    for row in rows:
        row.cells = [cell.ljust(size) for cell, size in zip(row.cells, widths, strict=False)]
