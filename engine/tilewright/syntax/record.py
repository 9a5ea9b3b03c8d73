"""Records for the nodes of the surface tree.

Dataclasses whose comparison, hash and notation are written once, in `Record`, and not compiled
for each class: the tree has more than a hundred, and what is compiled at import is paid for by
every command. They are frozen for the type checker.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


def kept_out(*, kw_only: bool = False) -> Any:
    """A field that does not count in comparisons."""
    return field(compare=False, kw_only=kw_only)


@dataclass_transform(frozen_default=True, field_specifiers=(kept_out,))
def record(cls: type[T]) -> type[T]:
    """A frozen record with slots."""
    return dataclass(slots=True, eq=False, repr=False)(cls)


class Record:
    """Equal to a record of the same class with equal fields."""

    __slots__ = ()

    def _key(self) -> tuple[object, ...]:
        kind: Any = type(self)
        return tuple(getattr(self, name) for name in _compared(kind))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash((type(self), self._key()))

    def __repr__(self) -> str:
        shown = ", ".join(f"{f.name}={getattr(self, f.name)!r}" for f in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({shown})"


@cache
def _compared(cls: type) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if f.compare)
