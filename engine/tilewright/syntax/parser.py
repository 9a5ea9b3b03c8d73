"""Source text to surface tree, with every syntax problem of the file in one run.

Lark stops at the first error. The line it stops at is reported, taken out (a hole of the
same length stands in its place, so that no span moves) and the rest is parsed again.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, cast

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from tilewright.diagnostics import Diagnostics, nearest
from tilewright.resources import cache_folder, data_folder
from tilewright.source import Source, Span
from tilewright.syntax import ast, game_ast
from tilewright.syntax.blame import BLOCKS, blame
from tilewright.syntax.game_tree import SurfaceTree
from tilewright.syntax.indentation import Indentation, tab_width
from tilewright.syntax.prescan import prescan, report_signs
from tilewright.syntax.problem import MAX_PROBLEMS, LimitError, Problem
from tilewright.syntax.terminals import plain_names

HOLE = "\x01"
MAX_PARSED = 512 * 1024
"""Characters parsed for one file: the further down its problems are, the fewer are found."""
MAX_NESTING = 50
"""Rules of the grammar inside one another; what reads the tree may recurse."""

_SURFACE = SurfaceTree()
_INDENTATION = Indentation()

TopLevel = ast.Card | game_ast.Game


@lru_cache(maxsize=1)
def lark() -> Lark:
    """The parser, built once a process; its tables are kept in the user's cache folder.

    Building them takes longer than checking a pack. Lark tells by a hash whether kept ones
    are those of this grammar.
    """
    grammar = (data_folder("grammar") / "tilewright.lark").read_text(encoding="utf-8")
    folder = cache_folder()
    return Lark(
        grammar,
        parser="lalr",
        postlex=_INDENTATION,
        propagate_positions=_CountsForSpan(),
        maybe_placeholders=True,
        cache=str(folder / "grammar") if folder else False,
    )


class _CountsForSpan:
    """Whether a node counts for the span of its parent: line ends and indentation do not."""

    def __call__(self, node: object) -> bool:
        return not (isinstance(node, Token) and node.type in ("_NL", "_INDENT", "_DEDENT"))

    def __repr__(self) -> str:
        return "counts for span"  # the same in every process: it is part of Lark's hash


def parse(source: Source, diagnostics: Diagnostics) -> list[TopLevel]:
    """Parse a file of the language.

    Every problem goes to `diagnostics` (TW0xx); what could be read is returned, lines that
    could not be read being left out or standing as `ast.Hole`.
    """
    result = _read(source, prescan(source, diagnostics), diagnostics)
    blamed = [item.span for item in diagnostics if item.code in ("TW001", "TW002")]
    report_signs(source, diagnostics, blamed)
    if not result and not diagnostics.has_errors:
        diagnostics.error(
            "TW010",
            Span(0, 0),
            "the file has no card in it",
            "a card begins with its kind and its id; what it says is indented under them",
        )
    return result


def tokens(text: str) -> list[Token]:
    """The tokens of a text without syntax problems; comments are inside the _NL tokens."""
    _INDENTATION.tab = tab_width(text)
    return lark().parse_interactive(_ended(text)).exhaust_lexer()


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


def _read(source: Source, text: str, diagnostics: Diagnostics) -> list[TopLevel]:
    text = _ended(text)
    _INDENTATION.tab = tab_width(text)
    parsed = 0
    for _ in range(MAX_PROBLEMS):
        result = _attempt(source, text)
        for problem in _INDENTATION.problems:
            _report(problem, diagnostics)
        if not isinstance(result, Problem):
            return result
        if not any(_same_line(source, problem, result) for problem in _INDENTATION.problems):
            _report(result, diagnostics)
        repaired = _dig_hole(source, text, result)
        parsed += result.span.end
        if repaired == text or parsed > MAX_PARSED:
            return []
        text = repaired
    return []


def _report(problem: Problem, diagnostics: Diagnostics) -> None:
    diagnostics.error(problem.code, problem.span, problem.message, problem.help)


def _same_line(source: Source, one: Problem, other: Problem) -> bool:
    return source.position(one.span.start)[0] == source.position(other.span.start)[0]


def _attempt(source: Source, text: str) -> list[TopLevel] | Problem:
    try:
        tree = lark().parse(text)
    except LimitError as limit:
        return limit.problem
    except UnexpectedInput as error:
        return blame(source, text, error, plain_names(lark().terminals))
    return _nested_too_deeply(tree) or cast(list[TopLevel], _SURFACE.transform(cast(Any, tree)))


def _nested_too_deeply(tree: Tree[Token]) -> Problem | None:
    level: list[Tree[Token]] = [tree]
    for _ in range(MAX_NESTING):
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
        if not level:
            return None
    meta = level[0].meta
    place = Span(meta.start_pos, meta.end_pos)
    return Problem(
        "TW007", place, "this is nested too deeply", "give parts of it a name with 'let' on lines of their own"
    )


def _dig_hole(source: Source, text: str, problem: Problem) -> str:
    """`text` with the line of the problem taken out, of the same length."""
    number = problem.line or source.position(problem.span.start)[0]
    lines = text.split("\n")
    number = min(number, len(lines))
    line = lines[number - 1]
    body = line.lstrip(" \t")
    if not body or body.startswith(HOLE):
        return text
    indent = len(line) - len(body)
    lines[number - 1] = line[:indent] + HOLE + " " * (len(body) - 1)
    under = lines[number].split() if number < len(lines) else []
    if problem.code == "TW007" or under[:1] == ["option"] or not _keeps_block(body, indent):
        _blank_block(lines, number, indent)
    return "\n".join(lines)


def _keeps_block(body: str, indent: int) -> bool:
    """Whether the lines under a line that cannot be read can still be: they are statements."""
    first = re.match("[a-z-]*", body.lower())
    word = first[0] if first else ""
    if not indent:
        return nearest(word, ["game"]) is None
    return body[0].isdigit() or bool(nearest(word, BLOCKS))


def _blank_block(lines: list[str], number: int, indent: int) -> None:
    """Blank the lines under line `number` that are indented more than it."""
    for i in range(number, len(lines)):
        body = lines[i].lstrip(" \t")
        if body and body[0] != "#" and len(lines[i]) - len(body) <= indent:
            return
        lines[i] = " " * len(lines[i])
