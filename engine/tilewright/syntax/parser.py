"""Source text to surface tree, with every syntax problem of the file in one run.

Lark stops at the first error. The line it stops at is reported, taken out (a hole of the
same length stands in its place, so that no span moves) and the rest is parsed again.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, cast

from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError, Indenter

from tilewright.diagnostics import Diagnostics
from tilewright.resources import data_folder
from tilewright.source import Source, Span
from tilewright.syntax import ast, game_ast
from tilewright.syntax.blame import Problem, blame
from tilewright.syntax.game_tree import SurfaceTree
from tilewright.syntax.prescan import prescan

HOLE = "\x01"
MAX_PROBLEMS = 25
MAX_DEPTH = 12
MAX_LINE_TOKENS = 150

_SURFACE = SurfaceTree()

TopLevel = ast.Card | game_ast.Game


class Limit(Exception):
    """A bound of the language was passed; `problem` says which and where."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


class _Indenter(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR"]
    CLOSE_PAREN_types = ["RPAR"]
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 2

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        tokens = 0
        for token in super().process(stream):
            tokens = 0 if token.type == "_NL" else tokens + 1
            if tokens > MAX_LINE_TOKENS:
                raise Limit(_limit(token, f"a line of more than {MAX_LINE_TOKENS} words and signs"))
            if len(self.indent_level) > MAX_DEPTH:
                raise Limit(_limit(token, f"more than {MAX_DEPTH} levels of indentation"))
            if token.type == "INT" and len(token) > 5:
                raise Limit(_limit(token, "a number of more than five digits", "TW008"))
            yield token


def _limit(token: Token, message: str, code: str = "TW007") -> Problem:
    place = Span(token.start_pos or 0, max(token.end_pos or 0, (token.start_pos or 0) + 1))
    return Problem(code, place, message, "cards are short: split it with 'let' or leave it out")


@lru_cache(maxsize=1)
def lark() -> Lark:
    """The parser, built once a process."""
    grammar = (data_folder("grammar") / "tilewright.lark").read_text(encoding="utf-8")
    return Lark(
        grammar,
        parser="lalr",
        postlex=_Indenter(),
        propagate_positions=_counts_for_span,  # type: ignore[arg-type]
        maybe_placeholders=True,
    )


def _counts_for_span(node: object) -> bool:
    return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))


def parse(source: Source, diagnostics: Diagnostics) -> list[TopLevel]:
    """Parse a file of the language.

    Every problem goes to `diagnostics` (TW0xx); what could be read is returned, lines that
    could not be read being left out or standing as `ast.Hole`.
    """
    text = prescan(source, diagnostics)
    if not text.endswith("\n"):
        text += "\n"
    for _ in range(MAX_PROBLEMS):
        result = _attempt(source, text)
        if not isinstance(result, Problem):
            return result
        diagnostics.error(result.code, result.span, result.message, result.help)
        repaired = _dig_hole(source, text, result)
        if repaired == text:
            return []
        text = repaired
    return []


def _attempt(source: Source, text: str) -> list[TopLevel] | Problem:
    try:
        return cast(list[TopLevel], _SURFACE.transform(cast(Any, lark().parse(text))))
    except Limit as limit:
        return limit.problem
    except (UnexpectedInput, DedentError) as error:
        return blame(source, text, error)


def _dig_hole(source: Source, text: str, problem: Problem) -> str:
    """`text` with the line of the problem taken out, of the same length."""
    number = problem.line or source.position(problem.span.start)[0]
    lines = text.split("\n")
    number = min(number, len(lines))
    line = lines[number - 1]
    body = line.lstrip()
    if not body or body.startswith(HOLE):
        return text
    indent = len(line) - len(body)
    lines[number - 1] = line[:indent] + HOLE + " " * (len(body) - 1)
    if not problem.keep_block:
        _blank_block(lines, number, indent)
    return "\n".join(lines)


def _blank_block(lines: list[str], number: int, indent: int) -> None:
    """Blank the lines under line `number` that are indented more than it."""
    for i in range(number, len(lines)):
        body = lines[i].lstrip()
        if body and len(lines[i]) - len(body) <= indent:
            return
        lines[i] = " " * len(lines[i])
