"""What a card pays while nothing lies on any board: mostly a slip, so a card says that it means to."""

from __future__ import annotations

from tilewright.core import expr as core
from tilewright.core.walk import walk
from tilewright.diagnostics import Diagnostics
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, ExactBoard
from tilewright.meaning.unrolled import Seat, Unrolled
from tilewright.source import Span
from tilewright.syntax import ast
from tilewright.table.board import Board, Stack
from tilewright.table.game import Game

_LOOKS = (core.Height, core.Attribute, core.Shows, core.ShowsValue, core.FaceDown, core.Capped)
"""What asks of a space what lies there."""
_SAME_EVERYWHERE = ("TW204", "TW212")


def inspect_empty(rule: core.Expr, node: ast.Card, game: Game, diagnostics: Diagnostics) -> None:
    """Warn of points on empty boards of the usual size (TW215), or of a line that expects them in vain.

    Nothing is said of what pays whatever lies there, nor of a card that has been said to do so.
    """
    said = next((member for member in node.members if isinstance(member, ast.PaysEmpty)), None)
    reported = any(problem.code in _SAME_EVERYWHERE and _within(problem.span, node.span) for problem in diagnostics)
    if said is None and (reported or not any(isinstance(part, _LOOKS) for part in walk(rule))):
        return
    seats = _nobody_has_begun(game)
    points: int = Evaluator(Unrolled(Exact(), seats)).number(rule, {}, 0)
    name = game.own_place.name
    if points > 0 and said is None:
        from tilewright.meaning.explained import explained  # few cards need it

        reasons = explained(rule, seats).reasons
        span = next((reason.span for reason in reasons if reason.points > 0), node.id.span)
        help = f"say what has to be there; if you mean it, add the line 'pays on an empty {name}'"
        diagnostics.warning("TW215", span, f"this pays {points} on an empty {name}", help)
    elif points <= 0 and said is not None:
        diagnostics.warning("TW215", said.span, f"this card pays nothing on an empty {name}", "leave the line out")


def _within(span: Span, whole: Span) -> bool:
    return whole.start <= span.start and span.end <= whole.end


def _nobody_has_begun(game: Game) -> list[Seat[int, bool]]:
    """Players with an empty board and nothing else: two, so that there is an opponent, if the game is for two."""
    geometry = game.own_place.geometry
    board = ExactBoard(Board(geometry, (Stack(),) * geometry.size), game)
    return [Seat(board, {})] * max(min(2, game.players[1]), game.players[0])
