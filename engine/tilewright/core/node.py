"""Nodes of the core: values that are compared by their fields and remember their hash, with what holds of each whatever the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields, replace
from typing import Any, ClassVar, Literal, TypeVar, cast, dataclass_transform

from tilewright.struct import Struct, struct

T = TypeVar("T", bound="Node")
WordForm = Literal["noun", "adjective", ""]


@struct
class Wording(Struct):
    """How a part of a condition is written, as a noun, an adjective or anything else; empty where the author wrote none."""

    text: str = ""
    form: WordForm = ""


@struct
class SourceLine(Struct):
    """Where something is written: the file and line (from 1), how far that is indented, and its text.

    `conditions` has the wording of each part of the condition that decides about it.
    """

    file: str
    line: int
    indent: int
    text: str
    conditions: tuple[Wording, ...] = ()


class Node(Struct):
    """The base of all nodes; it has room for the hash, which is of this process and never pickled.

    A rule is a tree of nodes, and every look-up would hash the whole tree below a node anew. A node
    remembers its hash instead (as the hash-consed terms of Filliâtre and Conchon, ML Workshop 2006,
    but without a table of all of them: equal nodes may be two objects).

    The other attributes are facts (`core.facts`) that hold of a node on every table. What is left out is not claimed,
    but for `reads`, which a node of an expression has to declare (`term`):

    `reads`: what it looks at itself, its parts not counted; `reads_when`: if this field is true, else nothing.
    `one_of`: the fields with numbers of which its own is always one, or 0 (where there is none); which of them depends
    on nothing but their order and what the other fields say.
    `non_negative_if`: the fields with numbers that all have to be 0 or more, so that its own surely is; without any
    it always is; None: not known. Left out, the fields of `one_of` count.
    `wording`: where it is written, if it is a statement (`statement`).
    `of_player`: the field with the player of whom the other fields are asked; without one, of whom the node is.
    """

    __slots__ = ("_hash",)
    _hash: int
    reads: ClassVar[frozenset[str]] = frozenset()
    reads_when: ClassVar[str] = ""
    one_of: ClassVar[tuple[str, ...]] = ()
    non_negative_if: ClassVar[tuple[str, ...] | None] = None
    of_player: ClassVar[str] = ""
    wording: ClassVar[SourceLine | None] = None

    def value_for_kind(self, kind: int) -> object:
        """What a node that names kinds of pieces makes of one; kinds with equal values are interchangeable in it."""
        return kind

    def __hash__(self) -> int:
        try:
            return self._hash
        except AttributeError:
            found = super().__hash__()
            object.__setattr__(self, "_hash", found)
            return found


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def node(cls: type[T]) -> type[T]:
    """A struct that is fit to be a key."""
    return struct(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def term(cls: type[T]) -> type[T]:
    """A node of an expression, which declares what it reads: walks that do not know it go by that."""
    if "reads" not in cls.__dict__:
        raise TypeError(f"{cls.__name__} has to declare what it reads")
    return node(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def statement(cls: type[T]) -> type[T]:
    """A node with a field `wording`, where it is written, which does not count in comparisons: equal ones may be written at different places."""
    made: Any = cls
    made.__annotations__ = {**made.__annotations__, "wording": "Written | None"}
    made.wording = field(default=None, compare=False, repr=False, kw_only=True)
    return node(cls)


def worded(node: T, written: SourceLine | None) -> T:
    """A statement with where it is written."""
    return cast(T, replace(cast(Any, node), wording=written))


def field_names(cls: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a class of nodes."""
    return tuple(field.name for field in fields(cast(Any, cls)))


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
