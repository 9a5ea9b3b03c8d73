"""The editor of layouts on a page: the heights in a text, the text with changed heights, and the problems of the
layout."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from tilewright.analysis.document import nodes_of
from tilewright.design.layouts.sketch import SQUARE, SYMMETRIES, USUAL, images
from tilewright.diagnostics import Diagnostic
from tilewright.files.layout_puzzles import heights_row, layout_text
from tilewright.packs.pack import Pack, Report
from tilewright.studio.boards import RefusedEdit
from tilewright.syntax import ast
from tilewright.table.board import MAX_HEIGHT, MAX_SIDE
from tilewright.table.card import Layout
from tilewright.table.game import LayoutDef

MOST_TOOLS = 9
"""The largest number of height buttons."""


@dataclass(frozen=True)
class LayoutEditor:
    """The first layout in a text, which may have errors."""

    report: Report
    definition: LayoutDef
    node: ast.Card
    drawn: ast.Heights

    @classmethod
    def of(cls, report: Report) -> LayoutEditor | None:
        """The layout in a text; None if it has none, or one larger than a board."""
        if report.pack is None:
            return None
        classes = {definition.name: definition for definition in report.pack.game.layouts}
        for node in nodes_of(report.source):
            if isinstance(node, ast.Card) and node.category.text in classes:
                for drawn in (member for member in node.members if isinstance(member, ast.Heights) and member.rows):
                    lengths = [len(row.heights) for row in drawn.rows]
                    fits = len(lengths) <= MAX_SIDE and 0 < max(lengths) <= MAX_SIDE
                    return cls(report, classes[node.category.text], node, drawn) if fits else None
        return None

    @property
    def grid(self) -> list[list[int]]:
        """The heights, in rows padded to equal length."""
        columns = max(len(row.heights) for row in self.drawn.rows)
        return [
            [*(min(height, MAX_HEIGHT) for height in row.heights), *[0] * (columns - len(row.heights))]
            for row in self.drawn.rows
        ]

    def layout(self, pack: Pack) -> Layout:
        """The layout as drawn, which may violate the rules of its class."""
        sound = [value for value in self.report.values if isinstance(value, Layout) and value.id == self.node.id.text]
        if sound:
            return sound[0]
        ranges = [member.range for member in self.node.members if isinstance(member, ast.Players)]
        players = (ranges[0].low, ranges[0].high) if ranges else pack.game.players
        rows = tuple(map(tuple, self.grid))
        return Layout(self.node.id.text, self.definition.name, {}, players, rows, self.report.source)

    # -- editing

    def painted(self, act: dict[str, Any]) -> str:
        """The text after an action. Raises `RefusedEdit`."""
        grid = self.grid
        if act["do"] == "size":
            rows, columns = int(act["rows"]), int(act["columns"])
            if not (1 <= rows <= MAX_SIDE and 1 <= columns <= MAX_SIDE):
                raise RefusedEdit(f"a layout has 1 to {MAX_SIDE} rows and columns")
            kept = [[*row[:columns], *[0] * (columns - len(row))] for row in grid[:rows]]
            return self._written([*kept, *([0] * columns for _ in range(rows - len(kept)))])
        size, symmetry = (len(grid), len(grid[0])), str(act.get("symmetry", "none"))
        if symmetry not in symmetries(*size):
            raise RefusedEdit(f"{symmetry} needs as many rows as columns")
        for space, height in act["heights"]:
            if not (0 <= height <= self.definition.high and 0 <= space < size[0] * size[1]):
                raise RefusedEdit(f"stacks here have {self.definition.low} to {self.definition.high}")
            for row, column in images(symmetry, divmod(space, size[1]), *size):
                grid[row][column] = height
        return self._written(grid)

    def _written(self, grid: list[list[int]]) -> str:
        """The text with new heights. If the size is unchanged, everything else is preserved."""
        text, rows = self.report.source.text, self.drawn.rows
        if [len(row.heights) for row in rows] != [len(row) for row in grid]:
            start, end = rows[0].spans[0].start, rows[-1].spans[-1].end
            indent = " " * (start - text.rfind("\n", 0, start) - 1)
            return text[:start] + f"\n{indent}".join(map(heights_row, grid)) + text[end:]
        spans = [span for row in rows for span in row.spans]
        for span, height in reversed(list(zip(spans, chain.from_iterable(grid), strict=True))):
            text = text[: span.start] + str(height or ".") + text[span.end :]
        return text

    # -- output

    def shown(self) -> dict[str, Any]:
        """The tools of a page, and the problems of the layout, including violated guidelines."""
        low, high = self.definition.low, min(self.definition.high, MOST_TOOLS)
        return {
            "heights": [0, *range(low, high + 1)],
            "symmetries": symmetries(len(self.drawn.rows), max(len(row.heights) for row in self.drawn.rows)),
            "problems": list(self._problems()),
        }

    def _problems(self) -> Iterator[dict[str, Any]]:
        for problem in self.report.diagnostics:
            if self.node.span.start <= problem.span.start < self.node.span.end:
                words = ": ".join(filter(None, (problem.message, problem.help)))
                yield {"words": words, "error": problem.is_error, "spaces": self._spaces(problem)}

    def _spaces(self, problem: Diagnostic) -> list[int]:
        """The spaces that a problem is about; empty if it is about the whole layout."""
        columns = max(len(row.heights) for row in self.drawn.rows)
        if problem.span == self.drawn.span:
            return []
        return [
            r * columns + c
            for r, row in enumerate(self.drawn.rows)
            for c, span in enumerate(row.spans)
            if problem.span.start <= span.start and span.end <= problem.span.end
        ]


def symmetries(rows: int, columns: int) -> list[str]:
    """The symmetries possible for a board of this size."""
    return [name for name in SYMMETRIES if rows == columns or name not in SQUARE]


def blank(pack: Pack, category: str, id: str) -> str:
    """The text of a layout without stacks. Raises `RefusedEdit` if the game has no such class."""
    if category not in {definition.name for definition in pack.game.layouts}:
        raise RefusedEdit(f"{pack.game.id} has no class '{category}' of layouts")
    board = pack.game.table_board(category)
    rows, columns = (board.rows, board.columns) if board else USUAL
    return layout_text(category, id, None, (pack.game.players[0],) * 2, None, [[0] * columns] * rows)
