"""What holds of a node of an expression whatever the table: declared with the node, read by every walk that needs it.

A walk asks a node for a fact instead of listing classes, so that a new node is seen by walks that do not know it.
`reads` has to be declared (`core.node.term`). The other facts may be left out: then nothing is claimed, which is always safe.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.core.node import Node

NOTHING: frozenset[str] = frozenset()
SPACES = frozenset({"spaces"})
"""Which spaces there are: in a pool, its pieces."""
GEOMETRY = frozenset({"geometry"})
"""How spaces lie to one another."""
HEIGHTS = frozenset({"heights"})
TOPS = frozenset({"tops"})
"""What lies on top of stacks, face-up or face-down."""
CAPS = frozenset({"caps"})
TILES = frozenset({"tiles"})
"""The tiles of a board that grows, how they lie, and what they make together."""
MARKS = frozenset({"marks"})
"""What has been marked in this turn."""
COUNTERS = frozenset({"counters"})
PLAYERS = frozenset({"players"})
"""Who else is at the table, and their places."""
RULES = frozenset({"rules"})
"""What a named rule of the game says."""
KINDS = frozenset({"kinds"})
"""The node itself names kinds of pieces, by their numbers."""

LYING = SPACES | HEIGHTS | TOPS | CAPS | TILES | MARKS
"""What lies on a place, marks included."""


def choices(term: Node) -> tuple[Node, ...]:
    """The numbers of which the value of a number is always one, or 0; none: it may be another."""
    return tuple(_nodes(term, term.one_of))


def never_negative(term: Node) -> bool:
    """Whether a number can be seen to be 0 or more on every table."""
    fields = term.non_negative_if
    if fields is None:
        found = choices(term)
        return bool(found) and all(map(never_negative, found))
    return all(_never_negative(getattr(term, name)) for name in fields)


def _never_negative(value: Any) -> bool:
    """The same of a field: a number, several, or a table of which the last column has the numbers."""
    if isinstance(value, tuple):
        return all(_never_negative(item if isinstance(item, Node) else item[-1]) for item in value)
    return never_negative(value) if isinstance(value, Node) else bool(value >= 0)


def _nodes(term: Node, fields: tuple[str, ...]) -> Iterator[Node]:
    for name in fields:
        value = getattr(term, name)
        yield from value if isinstance(value, tuple) else (value,)


def reads(node: Node) -> frozenset[str]:
    """What a node looks at itself; a statement of play, no more than its parts do."""
    return NOTHING if node.reads_when and not getattr(node, node.reads_when) else node.reads


def asked_of(node: Node) -> Any:
    """The player, or place, of whom all of a node is asked; None: of whom the node itself is asked."""
    return getattr(node, node.of_player) if node.of_player else None
