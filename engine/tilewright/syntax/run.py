"""One run of the parser over a text. Everything that a run finds is its own."""

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
"""Rules of the grammar inside one another; what reads the tree may recurse."""

Failure = UnexpectedInput | LimitError


@dataclass
class Run:
    """What a run over `text` came to: the nodes of the file, or the failure that stopped it.

    `misfits` are lines up to there whose indentation is wrong in itself; they stop nothing.
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
    """The tokens of a text without syntax problems; comments are inside the _NL tokens."""
    return _steps(text, Parser(tables(), BUILDERS), [])


class ParseNode(NamedTuple):
    """A node that has only its span and its parts."""

    name: str
    span: Span
    children: list[Any]

    def nodes(self) -> list[ParseNode]:
        """The nodes among its children."""
        return [child for child in self.children if isinstance(child, ParseNode)]


class _Nodes(dict[str, Builder]):
    """Builders of such nodes, for every rule."""

    def __missing__(self, name: str) -> Builder:
        return lambda span, children: ParseNode(name, span, children)


def plain_tree(text: str) -> ParseNode:
    """The tree of a text without syntax problems by the rules of the grammar alone."""
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
    """Each token after the parser has taken it."""
    for token in Indentation(text, misfits).process(parser.tokens(text)):
        parser.take(token)
        yield token


def _too_deep(text: str) -> Problem:
    level = [plain_tree(text)]
    for _ in range(MAX_NESTING):
        level = [child for node in level for child in node.nodes()]
    help = "give parts of it a name with 'let' on separate lines"
    return Problem("TW007", level[0].span, "this is nested too deeply", help)
