"""One run of the parser over a text, without shared state."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tilewright.diagnostics import Diagnostics
from tilewright.source import Span
from tilewright.syntax.builders import BUILDERS
from tilewright.syntax.indentation import Indentation, LimitError, Problem
from tilewright.syntax.lalr import END, Builder, Parser, Token, UnexpectedInput, tables

MAX_NESTING = 50
"""The largest nesting depth of grammar rules: consumers of the tree may recurse."""

Failure = UnexpectedInput | LimitError


@dataclass
class Run:
    """The result of a run over `text`: the nodes of the file, or the syntax error that stopped it.

    `misfits` are lines with inconsistent indentation, which do not stop the parser.
    """

    text: str
    nodes: list[Any] = field(default_factory=list)
    failure: Failure | None = None
    misfits: list[Problem] = field(default_factory=list)

    def report(self, diagnostics: Diagnostics) -> None:
        """Report the misfits."""
        for problem in self.misfits:
            problem.report(diagnostics)


def run(text: str) -> Run:
    """Parse a text, which must end with the end of a line."""
    result = Run(text)
    try:
        result.nodes = _parsed(text, result.misfits)
    except (UnexpectedInput, LimitError) as failure:
        result.failure = failure
    return result


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text without syntax errors; comments are part of the _NL tokens."""
    return _steps(text, Parser(tables(), BUILDERS), [])


class ParseNode(NamedTuple):
    """A generic node: span and children."""

    name: str
    span: Span
    children: list[Any]

    def nodes(self) -> list[ParseNode]:
        """The child nodes."""
        return [child for child in self.children if isinstance(child, ParseNode)]


class _Nodes(dict[str, Builder]):
    """Builders of generic nodes for all rules."""

    def __missing__(self, name: str) -> Builder:
        return lambda span, children: ParseNode(name, span, children)


def plain_tree(text: str) -> ParseNode:
    """The generic parse tree of a text without syntax errors."""
    tree: ParseNode = _value(text, Parser(tables(), _Nodes()), [])
    return tree


def _parsed(text: str, misfits: list[Problem]) -> list[Any]:
    parser = Parser(tables(), BUILDERS)
    nodes: list[Any] = _value(text, parser, misfits)
    if parser.depth > MAX_NESTING:
        raise LimitError(_too_deep(text))
    return nodes


def _value(text: str, parser: Parser, misfits: list[Problem]) -> Any:
    start = end = 0
    for token in _steps(text, parser, misfits):
        start, end = token.start, token.end
    return parser.take(Token(END, "", start, end))


def _steps(text: str, parser: Parser, misfits: list[Problem]) -> Iterator[Token]:
    """The tokens, each yielded after the parser has processed it."""
    for token in Indentation(text, misfits).process(parser.tokens(text)):
        parser.take(token)
        yield token


def _too_deep(text: str) -> Problem:
    level = [plain_tree(text)]
    for _ in range(MAX_NESTING):
        level = [child for node in level for child in node.nodes()]
    help = "give parts of it a name with 'let' on separate lines"
    return Problem("TW007", level[0].span, "this is nested too deeply", help)
