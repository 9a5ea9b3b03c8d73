"""Blocks of statements of play: which handler elaborates each statement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from tilewright.check.elaborator import Elaborator
from tilewright.check.typed import Reported, Scope
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import worded
from tilewright.source import Span
from tilewright.syntax import ast, play_ast

Done = tuple[list[play.Step], Scope]
"""Steps, and what is in scope after them."""
StepHandler = Callable[[Any, Scope], Done]
StepHandlers = Mapping[type[ast.SyntaxNode], StepHandler]
"""What elaborates each sort of statement."""


class Steps:
    """Elaborates statements by `handlers`, to which those who know a sort of statement add theirs.

    `several` elaborates one that is about several things.
    """

    def __init__(self, elaborator: Elaborator) -> None:
        self.context = elaborator.context
        self.lets = elaborator.lets
        self.several: Callable[[Any, play_ast.Several, Scope], Done] = _unknown
        self.handlers: dict[type[ast.SyntaxNode], StepHandler] = {}

    def scope(self) -> Scope:
        """What is in scope at the beginning of a block."""
        return Scope(homes=self.context.setting.homes)

    def block(self, statements: tuple[ast.Statement, ...], scope: Scope) -> play.Block:
        """A block; what cannot be read is reported and left out."""
        inner = scope.block()
        found: list[play.Step] = []
        with self.context.gaps.local():
            for statement in statements:
                try:
                    done, inner = self._step(statement, inner)
                    found += (self._worded(step, statement.span) for step in done)
                except Reported:
                    continue
            self.lets.warn_of_unused(inner, scope)
        return tuple(found)

    def _worded(self, step: play.Step, span: Span) -> play.Step:
        """A statement with where it is written, and so what is inside of it as far as that is not known."""
        if step.wording is not None:
            return step
        bodies = [tuple(self._worded(inner, span) for inner in block) for block in play.blocks(step)]
        step = play.with_blocks(step, bodies) if bodies else step
        return worded(step, self.context.wording(span, play.condition_of(step)))

    def _step(self, node: ast.Statement, scope: Scope) -> Done:
        handler = self.handlers.get(type(node))
        if handler is None:
            raise self.context.fail(
                "TW213",
                node.span,
                "this line scores; an action is expected here",
                "during the game, points are gained, as in 'gain 2 points'",
            )
        thing = getattr(node, "thing", None)
        return self.several(node, thing, scope) if isinstance(thing, play_ast.Several) else handler(node, scope)


def _unknown(node: Any, things: play_ast.Several, scope: Scope) -> Done:
    raise NotImplementedError("statements about several things are put together in the elaborator of play")


def bind_at(scope: Scope, var: core.Var, home: core.Var | None) -> Scope:
    """The scope inside a binder of a thing that lies on some place."""
    bound = scope.bind(var)
    return replace(bound, homes={**bound.homes, var: home})
