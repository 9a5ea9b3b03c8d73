"""Whether two rules are the same but for the names of their variables."""

from __future__ import annotations

from tilewright.core.expr import Award, Expr, Var
from tilewright.core.node import Node
from tilewright.core.walk import find, transform


def canonical(rule: Expr) -> Expr:
    """A rule with its variables numbered in the order in which it speaks of them, and without awards.

    Rules that are the same but for names and for where they award points come to equal values.
    """
    plain = transform(rule, lambda node: node.amount if isinstance(node, Award) else node)
    names = {var: Var(number, var.sort, "") for number, var in enumerate(find(Var, plain))}

    def renamed(node: Node) -> Node:
        return names.get(node, node) if isinstance(node, Var) else node

    return transform(plain, renamed)
