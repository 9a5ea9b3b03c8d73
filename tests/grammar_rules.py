"""The rules and words of the grammar, and those that a text is read by."""

from __future__ import annotations

from tilewright.syntax.lalr import tables
from tilewright.syntax.run import ParseNode, plain_tree

NODES = {rule.node for rule in tables().rules if rule.node is not None and not rule.transparent}
"""The rules (or aliases) that make a node."""
TERMINALS = [terminal for terminal in tables().terminals.values() if terminal.name not in tables().ignored]
"""The sorts of words and signs."""


def used(text: str) -> set[str]:
    """The rules whose nodes are in the tree of a text without syntax problems."""

    def names(node: ParseNode) -> set[str]:
        return {node.name}.union(*map(names, node.nodes()))

    return names(plain_tree(text))
