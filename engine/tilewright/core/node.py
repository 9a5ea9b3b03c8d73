"""Nodes of the core: values that are compared by their fields and remember their hash."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any, TypeVar, cast, dataclass_transform

from tilewright.struct import Struct, struct

T = TypeVar("T", bound="Node")


class Node(Struct):
    """The base of all nodes; it has room for the hash, which is of this process and never pickled.

    A rule is a tree of nodes, and every look-up would hash the whole tree below a node anew. A node
    remembers its hash instead (as the hash-consed terms of Filliâtre and Conchon, ML Workshop 2006,
    but without a table of all of them: equal nodes may be two objects).
    """

    __slots__ = ("_hash",)
    _hash: int

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


def field_names(cls: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a class of nodes."""
    return tuple(field.name for field in fields(cast(Any, cls)))
