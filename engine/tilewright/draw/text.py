"""A board on the terminal: aligned columns, readable without color."""

from __future__ import annotations

from textwrap import wrap
from typing import ClassVar

from tilewright.draw import palette
from tilewright.draw.map_text import map_lines, map_scene
from tilewright.draw.pool_text import pool_lines
from tilewright.draw.scene import Scene, badge, clean
from tilewright.draw.styles import BOLD, DIM, REVERSE, paint, width_of
from tilewright.table.drawn import Drawn

PLACED, COUNTED = "*", "o"
WIDTH = 79
"""The most columns that a line of a note takes."""

Styled = tuple[str, str]  # what is written and its ANSI style


def terminal(picture: Scene, *, color: bool = False) -> str:
    """The board as lines of text, without a last line end.

    A space shows its notation; pieces of known kind stand on one another, the top one above.
    Below are its marks: ``*`` placed, ``+2`` points, ``o`` scored without points. A layout
    shows heights, and nothing where there is no stack. What is printed on an empty space stands in parentheses. Maps are drawn as `map_lines` has them, pools as `pool_lines` has them. Notes are wrapped.
    `color` adds ANSI colors.
    """
    title, caption = clean(picture.title), clean(picture.said)
    above = [paint(title, BOLD, color), ""] if title else []
    notes = [line for note in picture.notes for line in wrap(clean(note), WIDTH, subsequent_indent="  ")]
    below = filter(None, [caption, _legend(picture), *notes])
    return "\n".join([*above, *_drawn(picture, color), *below])


def _drawn(scene: Scene, color: bool) -> list[str]:
    if scene.board.pool:
        return pool_lines(scene, WIDTH, color=color)
    if scene.faces:
        return map_lines(map_scene(scene), width=WIDTH, color=color)
    return _Picture(scene, color).lines() if isinstance(scene.board.geometry, Drawn) else _Grid(scene, color).lines()


def _words(scene: Scene, space: int) -> list[Styled]:
    """What a space shows, from the top down."""
    stack = scene.board.stacks[space]
    if scene.layout:
        height = stack.height
        return [(str(height), palette.tone_of(height)[3])] if height else [("", "")]
    if stack.up:
        styles = [f"{BOLD};{scene.fills[code][2]}" for code in stack.up]
        return list(zip(repr(stack).split("/"), styles, strict=True))[::-1]
    if not stack.height and not stack.caps and space in scene.printed:
        return [(f"({scene.printed[space]})", DIM)]
    return [(repr(stack), REVERSE if stack.height else DIM)]


def _marks(scene: Scene, space: int) -> Styled:
    """The marks of a space; no text when it has none."""
    placed = PLACED if space in scene.placed else ""
    points = scene.scored.get(space)
    scored = "" if points is None else badge(points) or COUNTED
    return f"{placed} {scored}".strip(), BOLD


def _legend(scene: Scene) -> str:
    """What the marks mean that do not speak for themselves."""
    placed = [f"{PLACED} placed"] if scene.placed else []
    counted = [f"{COUNTED} scored"] if 0 in scene.scored.values() else []
    return "   ".join(placed + counted)


class _Grid:
    """Lays the spaces out in a frame; a layout has no lines between them, and a board of rows that lean has no frame."""

    def __init__(self, scene: Scene, color: bool) -> None:
        geometry = scene.board.geometry
        self.rows, self.columns = geometry.rows, geometry.columns
        self.color, self.framed, self.lean = color, not scene.layout, geometry.lean
        self.cells = [_words(scene, space) for space in range(geometry.size)]
        self.marks = [_marks(scene, space) for space in range(geometry.size)]
        every = [word for cell in [*self.cells, self.marks] for word, _ in cell]
        self.width = max(len(str(self.columns)), *map(width_of, every))
        self.margin = " " * (len(str(self.rows)) + 2)
        centered = scene.centered and self.framed
        # half of an odd number is no line between spaces
        self.middle_row = self.rows / 2 if centered else 0
        self.middle_column = self.columns / 2 if centered else 0

    def lines(self) -> list[str]:
        """All lines: column numbers, frame, rows."""
        gap = "   " if self.framed else " "
        numbers = gap.join(str(c + 1).center(self.width) for c in range(self.columns))
        lines = [f"{self.margin}  {numbers}".rstrip()]
        if self.lean:
            return [*lines, *(line for row in range(self.rows) for line in self._leaning(row))]
        lines.append(self._rule("┌─┬┰┐"))
        for row in range(self.rows):
            if row and self.framed:
                lines.append(self._rule("┝━┿╋┥" if row == self.middle_row else "├─┼╂┤"))
            lines += self._row(row)
        return [*lines, self._rule("└─┴┸┘")]

    def _leaning(self, row: int) -> list[str]:
        """The same without bars, so far to the right that each space lies between two of the row above."""
        lead = " " * round(row * self.lean * (self.width + 3))
        return [lead + line.replace("│", " ").rstrip() for line in self._row(row)]

    def _rule(self, signs: str) -> str:
        """A line between rows; `signs` are left, dash, joint, joint on the thick line, right."""
        left, dash, thin, thick, right = tuple(signs)
        if not self.framed:
            return self.margin + left + dash * ((self.width + 1) * self.columns + 1) + right
        dashes = [dash * (self.width + 2)] * self.columns
        return self.margin + left + self._line_of(dashes, thin, thick) + right

    def _line_of(self, parts: list[str], thin: str, thick: str) -> str:
        joints = [thick if c == self.middle_column else thin for c in range(1, self.columns)]
        return "".join(a + b for a, b in zip(parts, [*joints, ""], strict=True))

    def _row(self, row: int) -> list[str]:
        """The lines of a row of spaces: its tallest cell, then the marks if it has any."""
        spaces = range(row * self.columns, (row + 1) * self.columns)
        cells = [self.cells[space] for space in spaces]
        height = max(map(len, cells))
        raised = [[("", "")] * (height - len(cell)) + cell for cell in cells]
        lines = [self._line("", [cell[i] for cell in raised]) for i in range(height - 1)]
        lines.append(self._line(str(row + 1), [cell[-1] for cell in raised]))
        marks = [self.marks[space] for space in spaces]
        return [*lines, self._line("", marks)] if any(word for word, _ in marks) else lines

    def _line(self, label: str, words: list[Styled]) -> str:
        """A line of cells between bars, after a row number."""
        parts = [paint(_centered(word, self.width), style if word else "", self.color) for word, style in words]
        body = self._line_of(parts, " │ ", " ┃ ") if self.framed else " ".join(parts)
        return f"{label:>{len(self.margin) - 1}} │ {body} │"


class _Picture:
    """Lays the spaces of a drawn board out as its picture has them, with the lines between them."""

    SIGNS: ClassVar = {"right": "─", "bottom": "│", "bottom right": "╲", "bottom left": "╱"}

    def __init__(self, scene: Scene, color: bool) -> None:
        board = scene.board.geometry
        assert isinstance(board, Drawn)
        self.board, self.color = board, color
        self.words = {space: _words(scene, space)[0] for space in board.region("board")}
        self.marks = {space: _marks(scene, space) for space in self.words}
        shown = [word for words in (self.words, self.marks) for word, _ in words.values()]
        self.wide, self.high = max(map(width_of, shown)) + 3, 3 if any(word for word, _ in self.marks.values()) else 2

    def lines(self) -> list[str]:
        """All lines: column numbers, then a line a row and those between."""
        board, margin = self.board, len(str(self.board.rows)) + 2
        cells: dict[tuple[int, int], Styled] = {}
        for one, way, other in board.links:
            (row, column), (last_row, last_column) = (divmod(space, board.columns) for space in (one, other))
            begin, end = (self.high * row, self.wide * column), (self.high * last_row, self.wide * last_column)
            steps = max(abs(end[0] - begin[0]), abs(end[1] - begin[1]) if way == "right" else 0)
            for step in range(1, steps):
                at = (begin[i] + round(step * (end[i] - begin[i]) / steps) for i in (0, 1))
                cells[next(at), next(at)] = self.SIGNS[way], DIM
        for space, word in self.words.items():
            row, column = divmod(space, board.columns)
            cells[self.high * row, self.wide * column] = word
            if self.marks[space][0]:
                cells[self.high * row + 1, self.wide * column] = self.marks[space]
        numbers = "".join(str(column + 1).ljust(self.wide) for column in range(board.columns))
        found = [" " * margin + numbers.rstrip()]
        for y in range(self.high * (board.rows - 1) + self.high - 1):
            label = str(y // self.high + 1) if y % self.high == 0 else ""
            found.append((label.rjust(margin - 1) + " " + self._line(cells, y)).rstrip())
        return found

    def _line(self, cells: dict[tuple[int, int], Styled], y: int) -> str:
        """One line of signs; a word takes the place of as many."""
        text, at = "", 0
        while at < self.wide * self.board.columns:
            word, style = cells.get((y, at), (" ", ""))
            text, at = text + paint(word, style, self.color), at + max(1, width_of(word))
        return text


def _centered(word: str, width: int) -> str:
    free = width - width_of(word)
    return " " * (free // 2) + word + " " * (free - free // 2)
