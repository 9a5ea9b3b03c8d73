"""The parser: source text to surface tree, with all syntax errors of the file."""

from __future__ import annotations

from collections.abc import Collection

from tilewright.diagnostics import Diagnostics
from tilewright.source import Source, Span
from tilewright.syntax import ast, game_ast, run
from tilewright.syntax.lalr import Token
from tilewright.syntax.repair.lexical_errors import check_characters, report_signs

TopLevel = ast.Card | game_ast.Game


def parse(source: Source, diagnostics: Diagnostics, left_out: Collection[int] = ()) -> list[TopLevel]:
    """Parse a file of the language, without the lines with some numbers.

    Errors are reported to `diagnostics` (TW0xx). The result contains what could be parsed; lines with errors are
    missing or are an `ast.Hole`.
    """
    result = _nodes(source, diagnostics, left_out)
    blamed = [item.span for item in diagnostics if item.code in ("TW001", "TW002")]
    report_signs(source, diagnostics, blamed)
    if not result and not diagnostics.has_errors:
        diagnostics.error(
            "TW010",
            Span(0, 0),
            "the file has no card in it",
            "a card begins with its kind and its id; its lines are indented under them",
        )
    return result


def tokens(text: str) -> list[Token]:
    """The tokens of a text without syntax errors; comments are part of the _NL tokens."""
    return list(run.tokens(_ended(text)))


def _nodes(source: Source, diagnostics: Diagnostics, left_out: Collection[int]) -> list[TopLevel]:
    """The nodes of a file, with error recovery."""
    text = _ended(check_characters(source, diagnostics))
    if left_out:
        from tilewright.syntax.repair.recovery import without_lines  # not loaded for sound files

        text = without_lines(text, left_out)
    first = run.run(text)
    if first.failure is None:
        first.report(diagnostics)
        return first.nodes
    from tilewright.syntax.repair.recovery import recover

    return recover(source, first, first.failure, diagnostics)


def _ended(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"
