"""What the abilities of a card pick: whether there can be such a thing on one's own board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import get_args

from tilewright.check.typed import Note
from tilewright.core import build, play
from tilewright.core import expr as core
from tilewright.core.facts import MARKS, RULES, asked_of, reads
from tilewright.core.walk import find, substitute, variables, walk
from tilewright.diagnostics import Diagnostics
from tilewright.lint.bounds import Bounds
from tilewright.lint.stacks import can_be
from tilewright.table.card import Card
from tilewright.table.game import Game

_LOOPS = (play.Each, play.InAnyOrder, play.Times)


def inspect_picks(card: Card, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> bool:
    """Report what can never be picked (TW203); whether there is none of it."""
    before = len(diagnostics.errors())
    for ability in card.abilities:
        for pick in find(play.Pick, ability):
            if pick.home is None and pick.binder.var.sort == core.SPACE:
                _inspect(pick, notes, game, diagnostics)
        _inspect_again(ability.body, {}, game, diagnostics)
    return len(diagnostics.errors()) == before


def _inspect(step: play.Pick, notes: Sequence[Note], game: Game, diagnostics: Diagnostics) -> None:
    binder = step.binder
    if not can_be(binder.guard, binder.var, game):
        diagnostics.error(
            "TW203",
            step.span,
            "nothing can meet all of this at once",
            "its conditions contradict each other, or the action",
        )
        return
    if not _is_local(binder):
        return
    bounds = Bounds(game, [note.expr for note in notes])
    bounds.number(core.Sum(binder, core.Const(1)), {}, 0)
    for note in notes:
        if note.kind == "condition" and bounds.found[note.expr] == {False}:
            diagnostics.error("TW203", note.span, "this can never hold", "correct it: there is nothing to pick")


def _inspect_again(block: play.Block, picked: dict[core.Var, play.Pick], game: Game, diagnostics: Diagnostics) -> None:
    """Report what is picked a second time, as something that it cannot be after the first (TW203).

    What was picked is still what it was until the table changes.
    """
    known = dict(picked)
    for step in block:
        for inner in play.blocks(step):
            before = {} if isinstance(step, _LOOPS) else known  # a round may come after the changes of another
            _inspect_again(inner, before, game, diagnostics)
        if isinstance(step, play.Pick | play.First) and step.home is None:
            earlier = _same_as(step.binder, known)
            if earlier is not None and not can_be(_of_both(step.binder, earlier.binder), step.binder.var, game):
                span = step.span if isinstance(step, play.Pick) else earlier.span
                message = f"the {earlier.binder.var.noun} was picked in such a way that it can never be this"
                if isinstance(step, play.First):
                    message = f"what is done to the {earlier.binder.var.noun} below can never be done to it"
                diagnostics.error("TW203", span, message, "pick something else, here or above")
        if isinstance(step, play.Pick) and step.home is None and step.binder.var.sort == core.SPACE:
            known[step.binder.var] = step
        elif isinstance(step, (*get_args(play.Change), play.Call)) or play.blocks(step):
            known.clear()


def _same_as(binder: core.Binder, picked: Mapping[core.Var, play.Pick]) -> play.Pick | None:
    """What was picked before and is picked again by a binder."""
    if isinstance(binder.domain, core.SpacesOf):
        return picked.get(binder.domain.of)
    for part in build.conjuncts(binder.guard):
        if isinstance(part, core.Same) and binder.var in (part.left, part.right):
            return picked.get(part.left if part.right == binder.var else part.right)
    return None


def _of_both(binder: core.Binder, earlier: core.Binder) -> core.Expr:
    """What a space is that satisfies two binders, the condition that they are the same left out."""
    before = substitute(earlier.guard, earlier.var, binder.var)
    return build.conjunction([*build.conjuncts(binder.guard), *build.conjuncts(before)])


def _is_local(binder: core.Binder) -> bool:
    """Whether a binder speaks of the spaces of one board and of nothing else."""
    nodes = list(walk(binder.guard))
    bound = {node.var for node in nodes if isinstance(node, core.Binder)}
    return (
        isinstance(binder.domain, core.Spaces)
        and variables(binder.guard) <= {binder.var, *bound}
        and not any(reads(node) & (RULES | MARKS) or asked_of(node) for node in nodes)
    )
