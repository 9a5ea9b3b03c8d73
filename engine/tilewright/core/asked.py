"""What expressions ask besides the things they go through: named rules, counters, marks."""

from __future__ import annotations

from tilewright.core.facts import COUNTERS, MARKS, RULES, reads
from tilewright.core.node import Node
from tilewright.core.walk import walk


def rules_asked(*nodes: Node) -> frozenset[str]:
    """The named rules that expressions in the nodes ask."""
    return _named(RULES, "rule", nodes)


def counters_read(*nodes: Node) -> frozenset[str]:
    """The counters that expressions in the nodes look at."""
    return _named(COUNTERS, "name", nodes)


def marks_read(*nodes: Node) -> frozenset[str]:
    """The marks of the turn that expressions in the nodes look at."""
    return _named(MARKS, "mark", nodes)


def _named(what: frozenset[str], field: str, nodes: tuple[Node, ...]) -> frozenset[str]:
    return frozenset(getattr(node, field) for node in walk(*nodes) if what & reads(node))


def asks(what: frozenset[str], *nodes: Node) -> bool:
    """Whether expressions in the nodes look at any of this."""
    return any(what & reads(node) for node in walk(*nodes))
