"""One run of the parser over a text. Everything that a run finds is its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lark import Token, Tree
from lark.exceptions import UnexpectedInput

from tilewright.diagnostics import Diagnostics
from tilewright.source import Span
from tilewright.syntax.grammar import lark
from tilewright.syntax.indentation import Indentation, tab_width
from tilewright.syntax.problem import LimitError, Problem

MAX_NESTING = 50
"""Rules of the grammar inside one another; what reads the tree may recurse."""

Failure = UnexpectedInput | LimitError


@dataclass
class Run:
    """What a run over `text` came to: a tree, or the failure that stopped it.

    `misfits` are lines up to there whose indentation is wrong in itself; they stop nothing.
    """

    text: str
    tree: Tree[Token] | None = None
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
        result.tree = _parsed(text, result.misfits)
    except (UnexpectedInput, LimitError) as failure:
        result.failure = failure
    return result


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text without syntax problems; comments are inside the _NL tokens."""
    return _steps(lark().parse_interactive(text), Indentation(tab_width(text), []))


def _parsed(text: str, misfits: list[Problem]) -> Tree[Token]:
    session: Any = lark().parse_interactive(text)
    last: Token | None = None
    try:
        for token in _steps(session, Indentation(tab_width(text), misfits)):
            last = token
        tree: Tree[Token] = session.feed_eof(last)
    except UnexpectedInput as error:
        error.interactive_parser = session  # for `accepts`
        raise
    _refuse_deep_nesting(tree)
    return tree


def _steps(session: Any, indentation: Indentation) -> Iterator[Token]:
    """Each token after the parser of an interactive session of Lark has taken it."""
    for token in indentation.process(session.lexer_thread.lex(session.parser_state)):
        session.feed_token(token)
        yield token


def _refuse_deep_nesting(tree: Tree[Token]) -> None:
    level = [tree]
    for _ in range(MAX_NESTING):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return
    meta = level[0].meta
    raise LimitError(
        Problem(
            "TW007",
            Span(meta.start_pos, meta.end_pos),
            "this is nested too deeply",
            "give parts of it a name with 'let' on lines of their own",
        )
    )
