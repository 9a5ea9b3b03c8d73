"""Statements in the words of their author, for those who are asked to choose."""

from __future__ import annotations

from collections.abc import Iterable

from tilewright.source import Source, Span
from tilewright.syntax import ast


def up_to(source: Source, span: Span) -> str:
    """The line on which a span starts, from its first word to the end of the span."""
    line, _ = source.position(span.start)
    return source.slice(Span(source.line_span(line).start, span.end))


def summary(source: Source, statements: Iterable[ast.Statement]) -> str:
    """The lines of statements, without what stands under them, comments and the names they give; menus say nothing."""
    lines = (_line(source, node) for node in statements if not isinstance(node, ast.ChooseOne))
    return "; ".join(line.partition(" called ")[0] for line in lines)


def _line(source: Source, node: ast.SyntaxNode) -> str:
    line, _ = source.position(node.span.start)
    return source.line(line).partition("#")[0].strip()
