"""Traversal of the surface tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from tilewright.source import Span
from tilewright.struct import Struct
from tilewright.syntax.ast import SyntaxNode, Word


def walk(root: Struct, skip: tuple[type[Struct], ...] = ()) -> Iterator[Struct]:
    """A node and every node in it, in the order of the text; those of a class to `skip` and what is in them left out."""
    if isinstance(root, skip):
        return
    yield root
    kind: Any = type(root)
    for name in _fields(kind):
        for part in _structs(getattr(root, name)):
            yield from walk(part, skip)


def parts(root: Struct) -> Iterator[tuple[str, Struct]]:
    """The nodes and words right inside a node, each with the name of its field, in the order of the text."""
    kind: Any = type(root)
    for name in _fields(kind):
        for part in _structs(getattr(root, name)):
            yield name, part


def extent(root: SyntaxNode) -> Span:
    """The span from the start of a node to the end of its last descendant; the span of a block covers only its first
    line."""
    spans = [node.span for node in walk(root) if isinstance(node, (SyntaxNode, Word))]
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _structs(value: object) -> Iterator[Struct]:
    """The nodes in the value of a field, which may be nested tuples."""
    if isinstance(value, Struct):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _structs(part)


@cache
def _fields(cls: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls) if field.name != "span")
