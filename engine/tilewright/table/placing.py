"""Where pieces may be placed."""

from __future__ import annotations

from dataclasses import replace

from tilewright.core import expr as core
from tilewright.core.build import conjunction, conjuncts
from tilewright.core.node import Node
from tilewright.core.walk import substitute, transform, variables
from tilewright.struct import Struct, struct

_PIECE = core.Var(-1_000_001, core.SPACE, "piece")
"""The piece that is to be placed, where it still lies."""
_HOME = core.Var(-1_000_002, core.PLAYER, "place")
"""The place where that is."""


@struct
class PlacingRule(Struct):
    """Where a piece may be placed: a condition on the space before it is placed; it may also ask what the piece shows."""

    var: core.Var
    condition: core.Expr

    def at(self, space: core.Var, piece: core.Var, home: core.Var) -> core.Expr:
        """The condition on a space, for a piece that lies at a place."""
        condition = substitute(self.condition, self.var, space)
        return substitute(substitute(condition, _PIECE, piece), _HOME, home)

    def of_kind(self, kind: int) -> PlacingRule:
        """The rule for pieces that show a kind."""

        def answer(node: Node) -> Node:
            if not isinstance(node, core.OnBoardOf) or node.player != _HOME:
                return node
            match node.body:
                case core.Shows() as asked:
                    return core.Truth(kind in asked.kinds)
                case core.ShowsValue() as asked:
                    return core.OneOf(asked.value, frozenset({kind}))
                case core.Attribute() as asked:
                    return core.Const(dict(asked.numbers).get(kind, 0))
                case _:  # `FaceDown`: it lies face-up
                    return core.FALSE

        return PlacingRule(self.var, transform(self.condition, answer))

    @property
    def of_any(self) -> PlacingRule:
        """What the rule asks for every piece: the parts that do not speak of the piece."""
        return PlacingRule(
            self.var, conjunction(part for part in conjuncts(self.condition) if _PIECE not in variables(part))
        )

    @property
    def of_space(self) -> bool:
        """Whether the rule asks about the space alone."""
        return variables(self.condition) <= {self.var}

    @property
    def reserved(self) -> int:
        """Variables from this number on may be put into the rule: what it binds itself has lower numbers."""
        return 0 if self.of_space else 1 + max(var.id for var in variables(self.condition))


def piece_there(noun: str) -> core.Var:
    """What a rule calls the piece to be placed."""
    return core.Var(-1_000_003, core.SPACE, noun)


def placing_rule(space: core.Var, condition: core.Expr) -> PlacingRule:
    """The rule of a condition that speaks of a piece as if it lay on the space already (`piece_there`).

    It is where the space is, and shows what it shows where it still lies.
    """
    return PlacingRule(space, as_if_there(condition, piece_there(""), space, _PIECE, _HOME))


def as_if_there(condition: core.Expr, there: core.Var, space: core.Var, piece: core.Var, home: core.Var) -> core.Expr:
    """A condition on a piece that is `there`: where a space is, showing what a piece at another place (`home`) shows."""

    def showing(node: Node) -> Node:
        if isinstance(node, core.Shows | core.ShowsValue | core.Attribute | core.FaceDown) and node.space == there:
            return core.OnBoardOf(home, replace(node, space=piece))
        return node

    return substitute(transform(condition, showing), there, space)
