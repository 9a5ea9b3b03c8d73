"""From the rules of the grammar to the surface tree: a function for each rule that makes a node."""

from __future__ import annotations

from tilewright.syntax.builders import cards, expressions, game, statements
from tilewright.syntax.builders.rules import Builders

RULES = Builders(expressions.RULES | statements.RULES | cards.RULES | game.RULES)
"""The function that builds the node of a rule, by the name of the rule."""
