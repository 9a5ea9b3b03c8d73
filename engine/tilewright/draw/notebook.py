"""Boards, positions, puzzles and scores as notebooks show them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from html import escape

from tilewright.draw.picture import of_position, of_puzzle
from tilewright.draw.scene import badge
from tilewright.draw.sheet import svg, table_svg
from tilewright.meaning.scoring import Score
from tilewright.table.board import Board
from tilewright.table.notebook import drawn, html
from tilewright.table.position import Position, Puzzle


@html.register
@drawn.register
def _(position: Position) -> str:
    """The boards of all players and of the table."""
    return svg(of_position(position))


@html.register
@drawn.register
def _(puzzle: Puzzle) -> str:
    """The board to fill and what is to be placed."""
    return svg(of_puzzle(puzzle))


@html.register
def _(board: Board) -> str:
    """The notation as a table: a board by itself does not know its game, and so not how its pieces look."""
    return table(*_of_board(board))


@drawn.register
def _(board: Board) -> str:
    """The same as a picture."""
    return table_svg("board", *_of_board(board))


@html.register
def _(score: Score) -> str:
    """Points by part, each with its awards."""
    return table(*_of_score(score))


@drawn.register
def _(score: Score) -> str:
    """The same as a picture."""
    return table_svg(f"score of {score.name}", *_of_score(score))


def _of_board(board: Board) -> tuple[list[list[str]], list[str]]:
    """The rows of a table of its spaces, and its head."""
    numbers = ["", *map(str, range(1, board.geometry.columns + 1))]
    return [[str(i), *map(repr, row)] for i, row in enumerate(board.rows(), 1)], numbers


def _of_score(score: Score) -> tuple[list[list[str]], list[str]]:
    """The rows of a table of its parts, and its head."""
    rows = []
    for part, points in score.parts.items():
        awards = Counter(
            (reason.points, ", ".join(map(str, reason.what))) for reason in score.reasons.get(part, ()) if reason.points
        )
        awarded = (f"{badge(each)} {what}" + f" × {count}" * (count > 1) for (each, what), count in awards.items())
        rows.append([part, str(points), "; ".join(awarded)])
    return [*rows, ["", str(score.total), ""]], [score.name, "points", "why"]


def table(rows: Iterable[Iterable[str]], head: Iterable[str]) -> str:
    """An HTML table of texts."""
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
