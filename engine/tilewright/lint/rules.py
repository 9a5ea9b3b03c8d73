"""Inspections of a checked card; each problem it finds has a TW20x code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from tilewright.check.cards import Draft
from tilewright.check.typed import Note
from tilewright.core import expr as core
from tilewright.core.walk import walk
from tilewright.diagnostics import Diagnostics
from tilewright.lint.abilities import inspect_abilities
from tilewright.lint.bounds import Bounds
from tilewright.lint.neighbors import inspect_neighbors
from tilewright.lint.picks import inspect_picks
from tilewright.lint.ranges import clashing, unreachable
from tilewright.lint.stacks import can_be, counts_without_number
from tilewright.meaning.evaluator import Evaluator
from tilewright.meaning.exact import Exact, exact_seats
from tilewright.meaning.intervals import Interval, Maybe
from tilewright.meaning.unrolled import Unrolled
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.walk import walk as syntax_walk
from tilewright.table.board import Board, Stack, pool_of
from tilewright.table.card import Card
from tilewright.table.game import BoardDef, Game
from tilewright.table.position import Player, Position


def inspect(draft: Draft, game: Game, diagnostics: Diagnostics) -> bool:
    """Report what cannot be meant (TW203 to TW207) or may not be; whether there is none of the former."""
    inspect_junctions(draft.node, diagnostics)
    if draft.rule is None:
        card = draft.value
        if not isinstance(card, Card):
            return True
        inspect_abilities(draft.node, draft.notes, game, diagnostics)
        inspect_neighbors(draft.notes, card.abilities, diagnostics)
        return inspect_picks(card, draft.notes, game, diagnostics)
    before = len(diagnostics.errors())
    least, most = _report_values(draft.rule, draft.notes, game, diagnostics)
    _report_ranges(draft.rule, draft.notes, diagnostics)
    inspect_neighbors(draft.notes, [draft.rule], diagnostics)
    reported = [item.span for item in diagnostics.errors()[before:]]
    for note in draft.notes:
        if (
            note.kind == "guard"
            and note.var
            and not any(note.span.start <= s.start and s.end <= note.span.end for s in reported)
        ):
            _report_guard(note, note.var, game, diagnostics)
    sound = len(diagnostics.errors()) == before
    if least == most == 0 and sound and draft.value:
        text = diagnostics.source.text[draft.node.span.start : draft.node.span.end]
        diagnostics.error("TW207", draft.node.id.span, "this card never scores anything", _why_nothing(text))
        return False
    if sound and draft.value:
        inspect_empty(draft.rule, draft.node, game, diagnostics)
    return sound


def _why_nothing(text: str) -> str:
    """The help line for a card that is 0 on every board: `1/3/6` is a table on printed cards, and a division here."""
    table = re.search(r"\bscore (\d+(?:/\d+)+)\b", text)
    if table is None:
        return "every amount in it is 0 on every board"
    *numbers, last = table[1].split("/")
    entries = [*(f"{at}: {number}" for at, number in enumerate(numbers, 1)), f"{len(numbers) + 1} or more: {last}"]
    return f"'/' divides; for a table, write 'score count of ... read as {', '.join(entries)}'"


def _report_values(rule: core.Expr, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> Interval:
    """Report by what noted expressions come to on any board; what the rule comes to."""
    bounds = Bounds(game, [note.expr for note in notes])
    least, most = bounds.number(rule, {}, 0)
    for note in notes:
        _report(note, bounds.found[note.expr], diagnostics)
    return least, most


def _report_ranges(rule: core.Expr, notes: Sequence[Note], diagnostics: Diagnostics) -> None:
    """Report conditions on one number that exclude one another, or that come too late."""
    spans = {id(note.expr): note.span for note in notes if note.kind == "condition"}
    for node in walk(rule):
        pair = clashing(node) if isinstance(node, core.And) else None
        if pair and all(id(part) in spans for part in pair):
            span = spans[id(pair[0])].to(spans[id(pair[1])])
            diagnostics.error("TW203", span, "these two never hold at the same time", "change one of the numbers")
        for late in unreachable(node) if isinstance(node, core.If) else ():
            if id(late) in spans:
                diagnostics.error(
                    "TW203",
                    spans[id(late)],
                    "whenever this holds, an earlier condition holds and is used first",
                    "put the narrower condition first",
                )


def _report_guard(note: Note, var: core.Var, game: Game, diagnostics: Diagnostics) -> None:
    if not can_be(note.expr, var, game):
        help = "two of the conditions contradict each other"
        if re.search(r"\bwhere\b.*\band\b", diagnostics.source.slice(note.span)):
            help += "; a 'where' includes every 'and' after it: to end it earlier, put its condition in parentheses"
        diagnostics.error("TW203", note.span, f"no {var.noun} can meet all of this at once", help)
    elif counts_without_number(note.expr, var, game):
        help = f"say which ones you mean, as in 'face-up {game.piece} where ...'"
        diagnostics.warning("TW223", note.span, "things without a number count too, as 0", help)


def _report(note: Note, found: set[Any], diagnostics: Diagnostics) -> None:
    if note.kind == "divisor":
        _report_divisor(note, found, diagnostics)
    elif note.kind == "condition":
        found = found or _constant(note.expr)
        if found == {False}:
            diagnostics.error("TW203", note.span, "this can never hold", "correct it: what depends on it never happens")
        elif found == {True}:
            diagnostics.warning(
                "TW204", note.span, "this always holds", "correct it or leave it out: it changes nothing"
            )


def _constant(expr: core.Expr) -> set[Maybe]:
    return {expr.value} if isinstance(expr, core.Truth) else set()


def _report_divisor(note: Note, found: set[Interval], diagnostics: Diagnostics) -> None:
    if found and all(bounds == (0, 0) for bounds in found):
        diagnostics.error("TW205", note.span, "a division by 0", "divide by something else")
    elif any(low <= 0 <= high for low, high in found):
        diagnostics.warning(
            "TW206", note.span, "this can be 0; dividing by 0 gives 0", "check that this is what the card says"
        )


# ------------------------------------------------------------------ conditions joined in ways that are easily misread


_WHOLE = (ast.Compare, ast.Predicate, ast.ThereIs, ast.Mirror, ast.Trend, ast.Group, ast.Negation)
"""Conditions that stand alone, so that parentheses can be put around two of them."""


def inspect_junctions(node: ast.Card, diagnostics: Diagnostics) -> None:
    """Warn of `a or b and c` without parentheses (TW222)."""
    for part in syntax_walk(node):
        if isinstance(part, ast.Junction) and part.operator == "or" and len(part.parts) == 2:
            readings = _readings(*part.parts, diagnostics.source)
            if readings:
                read, other = readings
                help = f"write '{read}'; otherwise, '{other}'"
                diagnostics.warning("TW222", part.span, "'and' is read before 'or'", help)


def _readings(left: ast.Expr, right: ast.Expr, source: Source) -> tuple[str, str] | None:
    """What is read and what else could be, with parentheses."""
    if not all(isinstance(part, (ast.Junction, *_WHOLE)) for part in (left, right)):
        return None
    junctions = [part for part in (left, right) if isinstance(part, ast.Junction)]
    if len(junctions) != 1 or not all(isinstance(part, _WHOLE) for part in junctions[0].parts):
        return None
    one, two = source.slice(left.span), source.slice(right.span)
    first, *_, last = (source.slice(part.span) for part in junctions[0].parts)
    if junctions[0] is right:
        return f"{one} or ({two})", f"({one} or {first}){two.removeprefix(first)}"
    return f"({one}) or {two}", f"{one.removesuffix(last)}({last} or {two})"


# ------------------------------------------------------------------ statements that give something on an empty board


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
    seats = exact_seats(_nobody_has_begun(game))
    points: int = Evaluator(Unrolled(Exact(), seats)).number(rule, {}, 0)
    name = game.spoken_place.name
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


def _nobody_has_begun(game: Game) -> Position:
    """Empty places and nothing else: of two players, so that there is an opponent, if the game is for two."""
    players = max(min(2, game.players[1]), game.players[0])
    boards = {place.name: _empty(place) for place in game.table_boards}
    return Position(game, (Player("", _empty(game.own_place)),) * players, boards=boards)


def _empty(place: BoardDef) -> Board:
    return pool_of(()) if place.pool or place.grows else Board(place.geometry, (Stack(),) * place.geometry.size)
