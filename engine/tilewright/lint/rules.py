"""Inspections of a checked card; each problem it finds has a TW20x code."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.check.cards import Checked
from tilewright.check.typed import Note
from tilewright.core import expr as core
from tilewright.core.size import work
from tilewright.diagnostics import Diagnostics
from tilewright.lint.intervals import Interval, Intervals, Maybe, UnknownBoard
from tilewright.lint.stacks import can_be
from tilewright.meaning.arithmetic import Seat
from tilewright.meaning.binders import Env
from tilewright.meaning.evaluator import Evaluator
from tilewright.table.board import MAX_HEIGHT
from tilewright.table.card import Card
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


def inspect(checked: Checked, game: Game, diagnostics: Diagnostics) -> bool:
    """Report what cannot be meant (TW203 to TW207); whether the card may be used."""
    card = checked.value
    if not isinstance(card, Card) or card.rule is None:
        return True
    before = len(diagnostics.errors())
    for note in checked.notes:
        if note.kind == "guard" and note.var and not can_be(note.expr, note.var, game):
            diagnostics.error("TW203", note.span, f"no {note.var.noun} can be all of this at once",
                              "two of the words contradict each other")  # fmt: skip
    if work(card.rule) <= MOST_WORK:
        watcher = _watch(checked.notes, game)
        least, most = watcher.number(card.rule, {}, 0)
        for note in checked.notes:
            _report(note, watcher, diagnostics)
        if least == most == 0 and len(diagnostics.errors()) == before:
            diagnostics.error("TW207", checked.node.id.span, "this card can score nothing",
                              "every amount in it is always 0")  # fmt: skip
    return len(diagnostics.errors()) == before


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
            diagnostics.error("TW203", note.span, "this can never hold", "nothing depends on it, then")
        elif found == {True}:
            diagnostics.warning("TW204", note.span, "this always holds", "leave it out")


def _constant(expr: core.Expr) -> set[Maybe]:
    return {expr.value} if isinstance(expr, core.Truth) else set()


def _report_divisor(note: Note, watcher: _Watcher, diagnostics: Diagnostics) -> None:
    found = watcher.numbers[id(note.expr)]
    if found and all(bounds == (0, 0) for bounds in found):
        diagnostics.error("TW205", note.span, "a division by 0", "divide by something else")
    elif any(low <= 0 <= high for low, high in found):
        diagnostics.warning("TW206", note.span, "this can be 0; dividing by 0 gives 0",
                            "is that what the card says?")  # fmt: skip
