"""How notebooks display answers."""

from __future__ import annotations

from html import escape

from tilewright.draw.picture import table
from tilewright.draw.sheet import svg
from tilewright.solver.solve import Solution
from tilewright.solver.wordings import headline, picture
from tilewright.table.notebook import drawn, html


@html.register
def _(answer: Solution) -> str:
    """The final board with what was placed, and the points by part; else why there is none."""
    if answer.puzzle is None:
        return f"<p>{escape(answer.status)}</p>"
    if answer.board is None:
        reasons = "".join(f"<li>{escape(reason)}</li>" for reason in answer.reasons)
        return f"<p>{escape(headline(answer.puzzle, answer))}</p><ul>{reasons}</ul>"
    rows = [*answer.parts.items(), ("", answer.score)]
    parts = table(((part, str(points)) for part, points in rows), ["", "points"])
    return f"<div>{svg([picture(answer.puzzle, answer)])}{parts}</div>"


@drawn.register
def _(answer: Solution) -> str | None:
    """The final board with what was placed; None if there is none."""
    return None if answer.puzzle is None or answer.board is None else svg([picture(answer.puzzle, answer)])
