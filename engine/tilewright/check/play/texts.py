"""Statements in the words of their author, for those who are asked to choose."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tilewright.source import Source, Span
from tilewright.syntax import ast, play_ast

_ONE_OWN = re.compile(r"\b(an|any|each|every|no) own ([a-z][a-z0-9-]*)")
_OWN = re.compile(r"(?<!your )\bown\b")
_NAMED = re.compile(r" called [a-z][a-z0-9-]*$")


def up_to(source: Source, span: Span) -> str:
    """The line on which a span starts, from its first word to the end of the span, without the name it gives."""
    line, _ = source.position(span.start)
    return addressed(_NAMED.sub("", source.slice(Span(source.line_span(line).start, span.end))))


def summary(source: Source, statements: Iterable[ast.Statement]) -> str:
    """The lines of statements, without what stands under them, comments and the names they give; menus say nothing."""
    lines = (_line(source, node) for node in statements if not isinstance(node, play_ast.ChooseOne))
    return addressed("; ".join(line.partition(" called ")[0] for line in lines))


def addressed(text: str) -> str:
    """The words of a rule said to the player whom they are about: ``an own bee`` is ``a bee of your own``."""

    def of_your_own(found: re.Match[str]) -> str:
        article, noun = found.groups()
        if article == "an" and noun[0] not in "aeiou":
            article = "a"
        return f"{article} {noun} of your own"

    return _OWN.sub("your own", _ONE_OWN.sub(of_your_own, text))


def _line(source: Source, node: ast.SyntaxNode) -> str:
    line, _ = source.position(node.span.start)
    return source.line(line).partition("#")[0].strip()
