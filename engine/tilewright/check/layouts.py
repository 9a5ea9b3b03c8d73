"""Layouts: heights drawn in rows, checked against the guidelines of the game file."""

from __future__ import annotations

from typing import TypeVar

from tilewright.diagnostics import Diagnostics
from tilewright.files.drawings import check_heights
from tilewright.syntax import ast
from tilewright.table.board import MAX_SIDE
from tilewright.table.card import Layout
from tilewright.table.game import LayoutDef

N = TypeVar("N", ast.Players, ast.Heights)
_MEMBERS = (ast.Labelled, ast.Players, ast.Heights, ast.Hole)


class Layouts:
    """Checks the layouts of one class."""

    def __init__(self, definition: LayoutDef, players: tuple[int, int], diagnostics: Diagnostics) -> None:
        self.definition = definition
        self.players = players
        self.diagnostics = diagnostics

    def check(self, node: ast.Card, names: dict[str, str]) -> Layout | None:
        """The layout; None if it has errors. Violated soft guidelines are warnings."""
        for member in node.members:
            if not isinstance(member, _MEMBERS) or (isinstance(member, ast.Labelled) and member.what == "text"):
                self.diagnostics.error(
                    "TW301",
                    member.span,
                    f"this line is not allowed in a {self.definition.name}",
                    "a layout has names, players and heights",
                )
        heights = self._one("heights", [m for m in node.members if isinstance(m, ast.Heights)], node)
        players = self._one("players", [m for m in node.members if isinstance(m, ast.Players)], node)
        even = heights is not None and self._rectangle(heights)
        sound = heights is not None and self._stacks(heights)
        ranged = players is not None and self._players(players)
        if heights is None or not even:
            return None
        rows = tuple(row.heights for row in heights.rows)
        span = (players.range.low, players.range.high) if players and ranged else self.players
        layout = Layout(node.id.text, node.category.text, names, span, rows, self.diagnostics.source)
        if players is not None and ranged:
            self._ground(layout, players)
        if sound:
            self._rows(layout, heights)
        whole = sound and self._total(layout, heights)
        return layout if ranged and sound and whole else None

    def _one(self, what: str, found: list[N], node: ast.Card) -> N | None:
        """The only line of its kind. A missing one is not reported if a line has a syntax error."""
        for extra in found[1:]:
            self.diagnostics.error("TW301", extra.span, f"more than one '{what}'", "keep one")
        if not found and not any(isinstance(member, ast.Hole) for member in node.members):
            example = "'players 2 to 4'" if what == "players" else "'heights' and the rows under it"
            self.diagnostics.error("TW301", node.id.span, f"no '{what}'", f"add {example}")
        return found[0] if found else None

    def _rectangle(self, heights: ast.Heights) -> bool:
        """Whether all rows have the most frequent length."""
        lengths = [len(row.heights) for row in heights.rows]
        if not lengths:  # each row had an error, which was reported
            return False
        usual = max(lengths, key=lengths.count)
        for row, length in zip(heights.rows, lengths, strict=True):
            if length != usual:
                self.diagnostics.error(
                    "TW302",
                    row.span,
                    f"this row has {_some(length, 'space')}, other rows have {usual}",
                    "write '.' where there is no stack",
                )
        if usual > MAX_SIDE or len(lengths) > MAX_SIDE:
            self.diagnostics.error("TW302", heights.span, f"more than {MAX_SIDE} rows or columns", "make it smaller")
            return False
        return len(set(lengths)) == 1

    def _players(self, players: ast.Players) -> bool:
        low, high = players.range.low, players.range.high
        least, most = self.players
        if low > high:
            self.diagnostics.error("TW303", players.range.span, "the range runs backwards", f"write '{high} to {low}'")
        elif not least <= low <= high <= most:
            self.diagnostics.error(
                "TW303",
                players.range.span,
                f"the game is for {least} to {most} players",
                "write counts within that range",
            )
        else:
            return True
        return False

    def _stacks(self, heights: ast.Heights) -> bool:
        """Whether all heights are allowed."""
        drawn = ((row.heights, row.spans) for row in heights.rows)
        found = ((height, span) for row in drawn for height, span in zip(*row, strict=True))
        return check_heights(found, self.definition, self.diagnostics)

    def _total(self, layout: Layout, heights: ast.Heights) -> bool:
        wanted = self.definition.total
        if wanted is None or layout.total == wanted:
            return True
        verb = "add" if layout.total < wanted else "remove"
        self.diagnostics.error(
            "TW305",
            heights.span,
            f"{_some(layout.total, 'piece')} in all; a {self.definition.name} has {wanted}",
            f"{verb} {_some(abs(layout.total - wanted), 'piece')}",
        )
        return False

    def _ground(self, layout: Layout, players: ast.Players) -> None:
        for count in range(layout.players[0], layout.players[1] + 1):
            guideline = self.definition.ground.get(count)
            if guideline is None:
                continue
            low, high = guideline
            if not low <= layout.ground <= high:
                self.diagnostics.warning(
                    "TW306",
                    players.span,
                    f"{_some(layout.ground, 'stack')} on the ground floor; for {count} players {low} to {high} play well",
                    "use fewer, higher stacks" if layout.ground > high else "use more, lower stacks",
                )

    def _rows(self, layout: Layout, heights: ast.Heights) -> None:
        for guideline in self.definition.rows:
            runs = layout.long_rows(guideline.floor, guideline.length)
            if len(runs) <= guideline.most:
                continue
            _, row, column, length = runs[-1]
            spans = heights.rows[row].spans
            self.diagnostics.warning(
                "TW307",
                spans[column].to(spans[column + length - 1]),
                f"{len(runs)} rows of {guideline.length} or more above floor {guideline.floor}; "
                f"at most {guideline.most} play well",
                "break some of them: too few pieces are free at their ends",
            )


def _some(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
