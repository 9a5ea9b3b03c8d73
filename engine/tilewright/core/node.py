"""Nodes of the core: immutable values compared by their fields, with cached hashes, and with facts that hold on every
table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, fields, replace
from typing import Any, ClassVar, Literal, TypeVar, cast, dataclass_transform

from tilewright.struct import Struct, struct

T = TypeVar("T", bound="Node")
WordForm = Literal["noun", "adjective", ""]


@struct
class ConditionText(Struct):
    """The wording of a part of a condition, as a noun, an adjective or otherwise; empty if the author wrote none."""

    text: str = ""
    form: WordForm = ""


@struct
class SourceLine(Struct):
    """A source location: the file and line (from 1), its indentation, and its text.

    `conditions` has the wording of each part of the condition that applies to it.
    """

    file: str
    line: int
    indent: int
    text: str
    conditions: tuple[ConditionText, ...] = ()


class Node(Struct):
    """The base of all nodes; it caches the hash, which is specific to the process and never pickled.

    A rule is a tree of nodes, and every look-up would hash the whole tree again. So a node caches its hash (as the
    hash-consed terms of Filliâtre and Conchon, ML Workshop 2006, but without a global table: equal nodes may be two
    objects).

    The other class attributes are facts (verified by `tests/test_core_facts.py`) that hold for a node on every table. What is omitted is unknown,
    except for `reads`, which every node of an expression has to declare (`term`):

    `reads`: what it reads itself, without its operands; `reads_when`: only if this field is true. `one_of`: fields with
    numbers such that its value is always one of theirs, or 0 (if there is none); which one depends only on their order
    and on the other fields. `non_negative_if`: its value is non-negative if the numbers in these fields are; empty:
    always; None: unknown. If omitted, the fields of `one_of`. `wording`: where it is written, for statements
    (`statement`). `of_player`: the field with the player for whom the other fields are evaluated; without one, they are
    evaluated for the player of the node.
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
        """A value of a node that names kinds of pieces, for one kind; kinds with equal values are interchangeable in
        it."""
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
    """A struct that can be used as a key."""
    return struct(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def term(cls: type[T]) -> type[T]:
    """A node of an expression. It must declare what it reads: generic walks rely on that."""
    if "reads" not in cls.__dict__:
        raise TypeError(f"{cls.__name__} has to declare what it reads")
    return node(cls)


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def statement(cls: type[T]) -> type[T]:
    """A node with a field `wording` that is ignored in comparisons: equal statements may be written at different
    places."""
    made: Any = cls
    made.__annotations__ = {**made.__annotations__, "wording": "Written | None"}
    made.wording = field(default=None, compare=False, repr=False, kw_only=True)
    return node(cls)


def worded(node: T, written: SourceLine | None) -> T:
    """A statement with its source location."""
    return cast(T, replace(cast(Any, node), wording=written))


def field_names(cls: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a class of nodes."""
    return tuple(field.name for field in fields(cast(Any, cls)))


NOTHING: frozenset[str] = frozenset()
SPACES = frozenset({"spaces"})
"""Which spaces exist: in a pool, its pieces."""
GEOMETRY = frozenset({"geometry"})
"""The relative positions of spaces."""
HEIGHTS = frozenset({"heights"})
TOPS = frozenset({"tops"})
"""The tops of stacks, face-up or face-down."""
CAPS = frozenset({"caps"})
TILES = frozenset({"tiles"})
"""The tiles of a growing board, their rotations, and the areas they form."""
MARKS = frozenset({"marks"})
"""The marks of the current turn."""
COUNTERS = frozenset({"counters"})
PLAYERS = frozenset({"players"})
"""The other players at the table, and their places."""
RULES = frozenset({"rules"})
"""The named rules of the game."""
KINDS = frozenset({"kinds"})
"""The node itself names kinds of pieces, by index."""

LYING = SPACES | HEIGHTS | TOPS | CAPS | TILES | MARKS
"""The contents of a place, marks included."""


def choices(term: Node) -> tuple[Node, ...]:
    """The numbers of which a number's value is always one, or 0; empty: unknown."""
    return tuple(_nodes(term, term.one_of))


def never_negative(term: Node) -> bool:
    """Whether a number is certainly non-negative on every table."""
    fields = term.non_negative_if
    if fields is None:
        found = choices(term)
        return bool(found) and all(map(never_negative, found))
    return all(_never_negative(getattr(term, name)) for name in fields)


def _never_negative(value: Any) -> bool:
    """The same for the value of a field: a number, several, or a table whose last column has the numbers."""
    if isinstance(value, tuple):
        return all(_never_negative(item if isinstance(item, Node) else item[-1]) for item in value)
    return never_negative(value) if isinstance(value, Node) else bool(value >= 0)


def _nodes(term: Node, fields: tuple[str, ...]) -> Iterator[Node]:
    for name in fields:
        value = getattr(term, name)
        yield from value if isinstance(value, tuple) else (value,)


def reads(node: Node) -> frozenset[str]:
    """What a node reads itself; nothing for a statement of play."""
    return NOTHING if node.reads_when and not getattr(node, node.reads_when) else node.reads


def asked_of(node: Node) -> Any:
    """The player, or place, for whom the operands of a node are evaluated; None: the same as for the node itself."""
    return getattr(node, node.of_player) if node.of_player else None
