"""What the abilities of a card pick: whether there can be such a thing on one's own board."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.check.typed import Note
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.walk import find, variables, walk
from tilewright.diagnostics import Diagnostics
from tilewright.lint.bounds import Bounds
from tilewright.lint.stacks import can_be
from tilewright.table.card import Card
from tilewright.table.game import Game

_OF_PLAY = (core.RuleHolds, core.RuleNumber, core.Flagged, core.OnBoardOf)


def inspect_picks(card: Card, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> bool:
    """Report what can never be picked (TW203); whether there is none of it."""
    before = len(diagnostics.errors())
    for ability in card.abilities:
        for pick in find(play.Pick, ability):
            if pick.home is None and pick.binder.var.sort == core.SPACE:
                _inspect(pick, notes, game, diagnostics)
    return len(diagnostics.errors()) == before


def _inspect(step: play.Pick, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> None:
    binder = step.binder
    if not can_be(binder.guard, binder.var, game):
        diagnostics.error(
            "TW203",
            step.span,
            "nothing can be all of this at once",
            "its words contradict each other, or what is done to it",
        )
        return
    if not _alone(binder):
        return
    bounds = Bounds(game, [note.expr for note in notes])
    bounds.number(core.Sum(binder, core.Const(1)), {}, 0)
    for note in notes:
        if note.kind == "condition" and bounds.found[note.expr] == {False}:
            diagnostics.error("TW203", note.span, "this can never hold", "correct it: there is nothing to pick")


def _alone(binder: core.Binder) -> bool:
    """Whether a binder speaks of the spaces of one board and of nothing else."""
    nodes = list(walk(binder.guard))
    bound = {node.var for node in nodes if isinstance(node, core.Binder)}
    return (
        isinstance(binder.domain, core.Spaces)
        and variables(binder.guard) <= {binder.var, *bound}
        and not any(isinstance(node, _OF_PLAY) for node in nodes)
    )
