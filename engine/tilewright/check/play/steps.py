"""Dispatch of statements of play to their handlers, and the source text that is shown with choices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from tilewright.check.elaborator import Elaborator
from tilewright.check.typed import Reported, Scope
from tilewright.core import expr as core
from tilewright.core import play
from tilewright.core.node import worded
from tilewright.source import Source, Span
from tilewright.syntax import ast, play_ast

_ONE_OWN = re.compile(r"\b(an|any|each|every|no) own ([a-z][a-z0-9-]*)")
_OWN = re.compile(r"(?<!your )\bown\b")
_NAMED = re.compile(r" called [a-z][a-z0-9-]*$")
_MARK = re.compile(r"^ *mark [^\n]* as ([a-z][a-z0-9-]*)", re.MULTILINE)


def up_to(source: Source, span: Span) -> str:
    """The line of a span up to its end, without the bound name."""
    line, _ = source.position(span.start)
    return addressed(_unmarked(source, _NAMED.sub("", source.slice(Span(source.line_span(line).start, span.end)))))


def summary(source: Source, statements: Iterable[ast.Statement]) -> str:
    """The lines of statements without nested lines, comments and bound names; menus are omitted."""
    lines = (_line(source, node) for node in statements if not isinstance(node, play_ast.ChooseOne))
    return addressed(_unmarked(source, "; ".join(line.partition(" called ")[0] for line in lines)))


def _unmarked(source: Source, text: str) -> str:
    """A text without conditions about marks, which players do not know."""
    marks = "|".join({*_MARK.findall(source.text)})
    return re.sub(rf" where it is (?:not )?(?:{marks})(?=$|;)", "", text) if marks else text


def addressed(text: str) -> str:
    """A rule in the second person: ``an own bee`` becomes ``a bee of your own``."""

    def of_your_own(found: re.Match[str]) -> str:
        article, noun = found.groups()
        if article == "an" and noun[0] not in "aeiou":
            article = "a"
        return f"{article} {noun} of your own"

    return _OWN.sub("your own", _ONE_OWN.sub(of_your_own, text))


def _line(source: Source, node: ast.SyntaxNode) -> str:
    line, _ = source.position(node.span.start)
    return source.line(line).partition("#")[0].strip()


Done = tuple[list[play.Step], Scope]
"""Steps, and the scope after them."""
StepHandler = Callable[[Any, Scope], Done]
StepHandlers = Mapping[type[ast.SyntaxNode], StepHandler]
"""The handler of each statement type."""


class Steps:
    """Elaborates statements with `handlers`, to which each elaborator adds its statement types.

    `several` elaborates statements about several things.
    """

    def __init__(self, elaborator: Elaborator) -> None:
        self.context = elaborator.context
        self.lets = elaborator.lets
        self.several: Callable[[Any, play_ast.Several, Scope], Done] = _unknown
        self.handlers: dict[type[ast.SyntaxNode], StepHandler] = {}

    def scope(self) -> Scope:
        """The initial scope of a block."""
        return Scope(homes=self.context.setting.homes)

    def block(self, statements: tuple[ast.Statement, ...], scope: Scope) -> play.Block:
        """Elaborate a block; statements with errors are reported and left out."""
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
        """A statement with its source line, which also applies to nested ones without their own."""
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
    raise NotImplementedError("statements about several things are elaborated in check.play")


def bind_at(scope: Scope, var: core.Var, home: core.Var | None) -> Scope:
    """The scope with an element that lies on a place."""
    bound = scope.bind(var)
    return replace(bound, homes={**bound.homes, var: home})
