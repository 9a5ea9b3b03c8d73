"""From Lark's tree to the surface tree: a function for each rule of the grammar."""

from __future__ import annotations

from typing import Any

from lark import Token, Tree

from tilewright.source import Span
from tilewright.syntax.builders import cards, expressions, game, statements
from tilewright.syntax.builders.rules import Rules

RULES = Rules(expressions.RULES | statements.RULES | cards.RULES | game.RULES)
"""The function that builds the node of a rule, by the name of the rule."""


def build(tree: Tree[Token]) -> Any:
    """The surface node that a tree of Lark stands for; the parser bounds how deep the tree is."""
    children = [build(child) if isinstance(child, Tree) else child for child in tree.children]
    meta = tree.meta
    span = Span(0, 0) if meta.empty else Span(meta.start_pos, meta.end_pos)
    return RULES[tree.data](span, children)
