"""The elaborators of statements of play, connected over one context."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tilewright.check.context import Context
from tilewright.check.elaborator import Elaborator
from tilewright.check.play.changes import Changes
from tilewright.check.play.control import Control, RuleElaborator, Verbs
from tilewright.check.play.operands import Operands
from tilewright.check.play.steps import Done, Steps, bind_at
from tilewright.check.typed import Scope
from tilewright.core import play
from tilewright.syntax import ast, play_ast


class PlayElaborator:
    """Elaborates the course of a game and the abilities of cards."""

    def __init__(self, context: Context) -> None:
        self.context = context
        elaborator = Elaborator(context)
        self.names = elaborator.names
        self.lets = elaborator.lets
        self.expressions = elaborator.expressions
        self.steps = Steps(elaborator)
        things = Operands(elaborator)
        self.steps.several = SeveralThings(elaborator, self.steps, things).each
        self.verbs = Verbs(elaborator, self.steps, things)
        self.rules = RuleElaborator(elaborator)
        for part in (Changes(elaborator, things), Control(elaborator, self.steps, things), self.verbs, self.rules):
            self.steps.handlers.update(part.handlers)


_VERBS = {
    play_ast.Take: "take",
    play_ast.Discard: "discard",
    play_ast.MovePiece: "move",
    play_ast.Return: "return",
    play_ast.Roll: "roll",
    play_ast.TurnTo: "turn",
    play_ast.TurnOver: "turn",
}
"""The verb of the pick for each statement, as written in moves."""


class SeveralThings:
    """Elaborates a statement about several things as a loop."""

    def __init__(self, elaborator: Elaborator, steps: Steps, things: Operands) -> None:
        self.context = elaborator.context
        self.expressions = elaborator.expressions
        self.handlers = steps.handlers
        self.things = things

    def each(self, node: Any, things: play_ast.Several, scope: Scope) -> Done:
        """A statement about several things; conditions on all of them are checked at the end."""
        if type(node) not in _VERBS or getattr(node, "name", None) is not None:
            raise self.context.fail(
                "TW202", things.span, "this can be done to only one thing", "write 'for each ...' on a line above"
            )
        cap = self.things.caps(things)
        if cap is not None and isinstance(node, play_ast.MovePiece):
            help = f"repeat it, as in '2 times' and, below it, 'move a {cap.name} ...'"
            raise self.context.fail("TW202", things.span, f"a {cap.name} is moved by itself", help)
        if cap is not None and not cap.of_players:  # those of players are returned one by one
            raise self.things.not_to_a_cap(things, cap)
        loose = () if self.context.vocabulary.figure(things.phrase.noun.text) else (self.things.loose,)
        steps, binder, home = self.things.each_of(_VERBS[type(node)], things, scope, *loose)
        it = play_ast.Thing(ast.Phrase("it", (), (), span=things.phrase.span), False, span=things.span)
        joint = getattr(node, "joint", None)
        alone = replace(node, thing=it) if joint is None else replace(node, thing=it, joint=None)
        body, _ = self.handlers[type(node)](alone, bind_at(scope, binder.var, home))
        steps.append(play.ForEach(binder, home, tuple(body)))
        if joint is not None:
            steps.append(play.Require(self.expressions.condition(joint, scope)))
        return (steps if things.every and joint is None else [play.Atomic(tuple(steps))]), scope
