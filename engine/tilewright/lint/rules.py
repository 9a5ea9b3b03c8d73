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
from tilewright.lint.empty import inspect_empty
from tilewright.lint.intervals import Interval, Maybe
from tilewright.lint.junctions import inspect_junctions
from tilewright.lint.neighbors import inspect_neighbors
from tilewright.lint.picks import inspect_picks
from tilewright.lint.ranges import clashing, unreachable
from tilewright.lint.stacks import can_be, counts_without_number
from tilewright.table.card import Card
from tilewright.table.game import Game


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
