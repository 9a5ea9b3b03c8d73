"""What holds of a node of an expression whatever the table: declared with the node, read by every walk that needs it.

A walk asks a node for a fact instead of listing classes, so that a new node is seen by walks that do not know it.
`Term.reads` has to be declared. The other facts may be left out: then nothing is claimed, which is always safe.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

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


class Term(Node):
    """A node of an expression.

    `reads`: what it looks at itself, its parts not counted; `reads_when`: if this field is true, else nothing.
    `one_of`: the fields with numbers of which its own is always one, or 0 (where there is none); which of them depends
    on nothing but their order and what the other fields say.
    `non_negative_if`: the fields with numbers that all have to be 0 or more, so that its own surely is; without any
    it always is; None: not known. Left out, the fields of `one_of` count.
    `of_player`: the field with the player of whom the other fields are asked; without one, of whom the node is.
    """

    __slots__ = ()
    reads: ClassVar[frozenset[str]]
    reads_when: ClassVar[str] = ""
    one_of: ClassVar[tuple[str, ...]] = ()
    non_negative_if: ClassVar[tuple[str, ...] | None] = None
    of_player: ClassVar[str] = ""

    def __init_subclass__(cls) -> None:
        if "reads" not in cls.__dict__:
            raise TypeError(f"{cls.__name__} has to declare what it reads")

    def told(self, kind: int) -> object:
        """What the node tells of a kind of piece, by its number; kinds of which it tells the same are alike to it."""
        return kind if reads(self) >= KINDS else None


def choices(term: Node) -> tuple[Node, ...]:
    """The numbers of which the value of a number is always one, or 0; none: it may be another."""
    return tuple(_nodes(term, term.one_of)) if isinstance(term, Term) else ()


def never_negative(term: Node) -> bool:
    """Whether a number can be seen to be 0 or more on every table."""
    if not isinstance(term, Term):
        return False
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
    if not isinstance(node, Term) or (node.reads_when and not getattr(node, node.reads_when)):
        return NOTHING
    return node.reads


def asked_of(node: Node) -> Any:
    """The player, or place, of whom all of a node is asked; None: of whom the node itself is asked."""
    return getattr(node, node.of_player) if isinstance(node, Term) and node.of_player else None
