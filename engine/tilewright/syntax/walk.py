"""Going through the surface tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from tilewright.struct import Struct


def walk(root: Struct, skip: tuple[type[Struct], ...] = ()) -> Iterator[Struct]:
    """A node and every node in it, in the order of the text; those of a class to `skip` and what is in them left out."""
    if isinstance(root, skip):
        return
    yield root
    kind: Any = type(root)
    for name in _fields(kind):
        value = getattr(root, name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Struct):
                yield from walk(part, skip)


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls) if field.name != "span")
