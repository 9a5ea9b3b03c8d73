"""Inspections of a checked card; each problem it finds has a TW20x code."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.check.cards import Draft
from tilewright.check.typed import Note
from tilewright.core import expr as core
from tilewright.core.size import work
from tilewright.diagnostics import Diagnostics
from tilewright.lint.intervals import Interval, Intervals, Maybe, UnknownBoard
from tilewright.lint.ranges import clashing, unreachable
from tilewright.lint.stacks import can_be, walk
from tilewright.meaning.arithmetic import Seat
from tilewright.meaning.binders import Env
from tilewright.meaning.evaluator import Evaluator
from tilewright.table.board import MAX_HEIGHT
from tilewright.table.game import Game
from tilewright.table.geometry import Geometry

MOST_WORK = 100_000
"""Rules that take more are not inspected: it would be slower than the card is long."""


class _Watcher(Evaluator[Interval, Maybe]):
    """Evaluates a rule over intervals and remembers what the noted expressions came to."""

    def __init__(self, notes: Sequence[Note], seats: list[Seat[Interval, Maybe]]) -> None:
        super().__init__(Intervals(), seats)
        self.bits: dict[int, set[Maybe]] = {id(n.expr): set() for n in notes}
        self.numbers: dict[int, set[Interval]] = {id(n.expr): set() for n in notes}

    def condition(self, expr: core.Expr, env: Env, seat: int) -> Maybe:
        bit = super().condition(expr, env, seat)
        if id(expr) in self.bits:
            self.bits[id(expr)].add(bit)
        return bit

    def number(self, expr: core.Expr, env: Env, seat: int) -> Interval:
        number = super().number(expr, env, seat)
        if id(expr) in self.numbers:
            self.numbers[id(expr)].add(number)
        return number


def inspect(draft: Draft, game: Game, diagnostics: Diagnostics) -> bool:
    """Report what cannot be meant (TW203 to TW207); whether there is none of it."""
    if draft.rule is None:
        return True
    before = len(diagnostics.errors())
    least, most = _report_values(draft.rule, draft.notes, game, diagnostics)
    _report_ranges(draft.rule, draft.notes, diagnostics)
    told = [item.span for item in diagnostics.errors()[before:]]
    for note in draft.notes:
        if note.kind == "guard" and note.var and not any(note.span.start <= s.start and s.end <= note.span.end for s in told):  # fmt: skip
            _report_guard(note, note.var, game, diagnostics)
    sound = len(diagnostics.errors()) == before
    if least == most == 0 and sound and draft.value:
        diagnostics.error("TW207", draft.node.id.span, "this card never scores anything",
                          "every amount in it comes to 0 on any board")  # fmt: skip
        return False
    return sound


def _report_values(
    rule: core.Expr, notes: Sequence[Note], game: Game, diagnostics: Diagnostics
) -> Interval:
    """Report by what noted expressions come to on any board; what the rule comes to."""
    if work(rule) > MOST_WORK:
        return 0, 1
    watcher = _watch(notes, game)
    found = watcher.number(rule, {}, 0)
    for note in notes:
        _report(note, watcher, diagnostics)
    return found


def _report_ranges(rule: core.Expr, notes: Sequence[Note], diagnostics: Diagnostics) -> None:
    """Report conditions on one number that exclude one another, or that come too late."""
    spans = {id(note.expr): note.span for note in notes if note.kind == "condition"}
    for node in walk(rule):
        pair = clashing(node) if isinstance(node, core.And) else None
        if pair and all(id(part) in spans for part in pair):
            span = spans[id(pair[0])].to(spans[id(pair[1])])
            diagnostics.error("TW203", span, "these two never hold at once", "one of the numbers must be another")
        for late in unreachable(node) if isinstance(node, core.Pick) else ():
            if id(late) in spans:
                diagnostics.error("TW203", spans[id(late)], "a condition before this one holds too, and counts first",
                                  "put the narrower condition first")  # fmt: skip


def _report_guard(note: Note, var: core.Var, game: Game, diagnostics: Diagnostics) -> None:
    if not can_be(note.expr, var, game):
        diagnostics.error("TW203", note.span, f"no {var.noun} can be all of this at once",
                          "two of the words contradict each other")  # fmt: skip


def _watch(notes: Sequence[Note], game: Game) -> _Watcher:
    definition = game.player_board
    board = UnknownBoard(Geometry(definition.rows, definition.columns), min(MAX_HEIGHT, game.pieces))
    counters = {c.name: (0, c.most if c.most is not None else 999) for c in game.counters}
    seats = [Seat(board, counters) for _ in range(min(3, max(2, game.players[1])))]
    return _Watcher(notes, seats)


def _report(note: Note, watcher: _Watcher, diagnostics: Diagnostics) -> None:
    if note.kind == "divisor":
        _report_divisor(note, watcher, diagnostics)
    elif note.kind == "condition":
        found = watcher.bits[id(note.expr)] or _constant(note.expr)
        if found == {False}:
            diagnostics.error("TW203", note.span, "this can never hold",
                              "correct it: what depends on it never counts")  # fmt: skip
        elif found == {True}:
            diagnostics.warning("TW204", note.span, "this always holds",
                                "correct it or leave it out: it changes nothing")  # fmt: skip


def _constant(expr: core.Expr) -> set[Maybe]:
    return {expr.value} if isinstance(expr, core.Truth) else set()


def _report_divisor(note: Note, watcher: _Watcher, diagnostics: Diagnostics) -> None:
    found = watcher.numbers[id(note.expr)]
    if found and all(bounds == (0, 0) for bounds in found):
        diagnostics.error("TW205", note.span, "a division by 0", "divide by something else")
    elif any(low <= 0 <= high for low, high in found):
        diagnostics.warning("TW206", note.span, "this can be 0; dividing by 0 gives 0",
                            "is that what the card says?")  # fmt: skip
