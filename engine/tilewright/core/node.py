"""Nodes of the core: frozen dataclasses that are compared by value and remember their hash."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, TypeVar, cast, dataclass_transform

T = TypeVar("T", bound="Node")


class Node:
    """The base of all nodes; it has room for the hash, which is of this process and never pickled."""

    __slots__ = ("_hash",)


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """A frozen dataclass with slots, fit to be a key.

    A rule is a tree of nodes, and every look-up would hash the whole tree below a node anew. A node
    remembers its hash instead (as the hash-consed terms of Filliâtre and Conchon, ML Workshop 2006,
    but without a table of all of them: equal nodes may be two objects).
    """
    made = dataclass(frozen=True, slots=True)(cls)
    of_fields = made.__hash__

    def remembered(self: Any) -> int:
        try:
            found: int = self._hash
            return found
        except AttributeError:
            found = of_fields(self)
            object.__setattr__(self, "_hash", found)
            return found

    made.__hash__ = remembered  # type: ignore[method-assign]
    return made


def field_names(cls: type[Node]) -> tuple[str, ...]:
    """The names of the fields of a class of nodes."""
    return tuple(field.name for field in fields(cast(Any, cls)))
