"""Nodes of the core: values that are compared by their fields and remember their hash."""

from __future__ import annotations

from dataclasses import field, fields, replace
from typing import Any, ClassVar, TypeVar, cast, dataclass_transform

from tilewright.struct import Struct, struct

T = TypeVar("T", bound="Node")


@struct
class Written(Struct):
    """Where something is written: the file and line (from 1), how far that is indented, and its text.

    `conditions` are the words of each part of the condition that decides about it, empty where the author wrote none.
    """

    file: str
    line: int
    indent: int
    text: str
    conditions: tuple[str, ...] = ()


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
    wording: ClassVar[Written | None] = None

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


def worded(node: T, written: Written | None) -> T:
    """A statement with where it is written."""
    return cast(T, replace(cast(Any, node), wording=written))


def field_names(cls: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a class of nodes."""
    return tuple(field.name for field in fields(cast(Any, cls)))
