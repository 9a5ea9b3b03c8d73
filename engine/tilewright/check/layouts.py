"""Layouts: heights drawn as rows, checked against the guidelines of the game file."""

from __future__ import annotations

from tilewright.diagnostics import Diagnostics
from tilewright.syntax import ast
from tilewright.table.board import MAX_SIDE
from tilewright.table.card import Layout
from tilewright.table.game import LayoutDef

_MEMBERS = (ast.Labelled, ast.Players, ast.Heights, ast.Hole)


class Layouts:
    """Checks the layouts of one class."""

    def __init__(self, definition: LayoutDef, diagnostics: Diagnostics) -> None:
        self.definition = definition
        self.diagnostics = diagnostics

    def check(self, node: ast.Card, names: dict[str, str]) -> Layout | None:
        """The layout, or None when it has errors; guidelines for taste are warnings."""
        for member in node.members:
            if not isinstance(member, _MEMBERS) or (isinstance(member, ast.Labelled) and member.what == "text"):  # fmt: skip
                self.diagnostics.error("TW301", member.span, f"a {self.definition.name} does nothing",
                                       "it has names, players and heights")  # fmt: skip
        heights = [m for m in node.members if isinstance(m, ast.Heights)]
        players = [m for m in node.members if isinstance(m, ast.Players)]
        if not self._once("heights", heights, node) or not self._once("players", players, node):
            return None
        if not self._rectangle(heights[0]) or not self._players(players[0]):
            return None
        rows = tuple(row.heights for row in heights[0].rows)
        span = (players[0].range.low, players[0].range.high)
        layout = Layout(node.id.text, node.category.text, names, span, rows, self.diagnostics.source)
        errors = self._stacks(heights[0]) + self._total(layout, heights[0])
        self._ground(layout, players[0])
        self._rows(layout, heights[0])
        return None if errors else layout

    def _once(self, what: str, found: list[ast.Heights] | list[ast.Players], node: ast.Card) -> bool:
        if len(found) == 1:
            return True
        if any(isinstance(member, ast.Hole) for member in node.members):
            return False
        span = found[1].span if found else node.id.span
        help = "keep one" if found else f"add '{what}'" + (" 2 to 4" if what == "players" else " and the rows under it")  # fmt: skip
        self.diagnostics.error("TW301", span, f"{'more than one' if found else 'no'} '{what}'", help)
        return False

    def _rectangle(self, heights: ast.Heights) -> bool:
        if not heights.rows:  # each was bad, and reported
            return False
        width = len(heights.rows[0].heights)
        even = True
        for number, row in enumerate(heights.rows, start=1):
            if len(row.heights) != width:
                self.diagnostics.error(
                    "TW302", row.span, f"row {number} has {len(row.heights)} spaces, row 1 has {width}",
                    "write '.' where there is no stack",
                )  # fmt: skip
                even = False
        if width > MAX_SIDE or len(heights.rows) > MAX_SIDE:
            self.diagnostics.error("TW302", heights.span, f"more than {MAX_SIDE} rows or columns", "make it smaller")  # fmt: skip
            return False
        return even

    def _players(self, players: ast.Players) -> bool:
        if players.range.low <= players.range.high:
            return True
        low, high = players.range.high, players.range.low
        self.diagnostics.error("TW303", players.range.span, "the range runs backwards", f"write '{low} to {high}'")  # fmt: skip
        return False

    def _stacks(self, heights: ast.Heights) -> int:
        """Heights out of range: their number."""
        low, high = self.definition.low, self.definition.high
        wrong = 0
        for row in heights.rows:
            for height, span in zip(row.heights, row.spans, strict=True):
                if height and not low <= height <= high:
                    self.diagnostics.error("TW304", span, f"a stack of {height}", f"stacks here have {low} to {high}")  # fmt: skip
                    wrong += 1
        return wrong

    def _total(self, layout: Layout, heights: ast.Heights) -> int:
        wanted = self.definition.total
        if wanted is None or layout.total == wanted:
            return 0
        difference = abs(layout.total - wanted)
        verb = "add" if layout.total < wanted else "take away"
        self.diagnostics.error(
            "TW305", heights.span, f"{layout.total} pieces in all; a {self.definition.name} has {wanted}",
            f"{verb} {difference}",
        )  # fmt: skip
        return 1

    def _ground(self, layout: Layout, players: ast.Players) -> None:
        for count in range(layout.players[0], min(layout.players[1], 99) + 1):
            guideline = self.definition.ground.get(count)
            if guideline is None:
                if self.definition.ground:
                    known = ", ".join(str(n) for n in sorted(self.definition.ground))
                    self.diagnostics.error("TW303", players.range.span, f"no guideline for {count} players", f"known: {known}")  # fmt: skip
                    return
                continue
            low, high = guideline
            if not low <= layout.ground <= high:
                self.diagnostics.warning(
                    "TW306", players.span,
                    f"{layout.ground} stacks on the ground floor; for {count} players {low} to {high} play well",
                    "use fewer, higher stacks" if layout.ground > high else "use more, lower stacks",
                )  # fmt: skip

    def _rows(self, layout: Layout, heights: ast.Heights) -> None:
        for guideline in self.definition.rows:
            runs = layout.long_rows(guideline.floor, guideline.length)
            if len(runs) <= guideline.most:
                continue
            _, row, column, length = runs[-1]
            spans = heights.rows[row].spans
            self.diagnostics.warning(
                "TW307", spans[column].to(spans[column + length - 1]),
                f"{len(runs)} rows of {guideline.length} or more above floor {guideline.floor}; "
                f"at most {guideline.most} play well",
                "break some of them: too few pieces are free at their ends",
            )  # fmt: skip
