"""The terminals that may follow the beginning of a text, for completion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from tilewright.source import Span
from tilewright.syntax.indentation import Indentation, LimitError
from tilewright.syntax.lalr import Builder, Parser, Token, UnexpectedCharacter, UnexpectedInput, UnexpectedToken, tables

MOST_BAD_LINES = 20
"""The largest number of preceding lines with syntax errors for which completions are offered."""

_TEXT = re.compile(r'"[^"\n]*"')


class Prefix(NamedTuple):
    """The beginning of a text: its tokens, and the names of the terminals that may follow."""

    tokens: list[Token]
    wanted: set[str]


class _NoValues(dict[str, Builder]):
    """Builders without results."""

    def __missing__(self, name: str) -> Builder:
        return lambda span, children: None


def prefix(text: str) -> Prefix | None:
    """The terminals that may follow a text that ends outside of a word; None within comments and strings.

    Preceding lines with syntax errors are replaced by holes; None if the last line has one.
    """
    last = text.rfind("\n") + 1
    if "#" in _TEXT.sub("", text[last:]):
        return None
    holes: set[int] = set()
    for _ in range(MOST_BAD_LINES):
        try:
            return _run(text)
        except LimitError:
            return None
        except UnexpectedInput as failure:
            start = _blamed(failure, text)
            if start >= last:
                return None
            text, longer = _without(text, start, start in holes)
            holes.add(start)
            last += longer
    return None


def _run(text: str) -> Prefix:
    parser = Parser(tables(), _NoValues())
    taken: list[Token] = []
    at_end = False

    def words() -> Iterator[Token]:
        nonlocal at_end
        yield from parser.tokens(text)
        at_end = True  # the open blocks stay open

    for token in Indentation(text, []).process(words()):
        if at_end:
            break
        parser.take(token)
        taken.append(token)
    return Prefix(taken, parser.wanted())


def _blamed(failure: UnexpectedInput, text: str) -> int:
    """The start of the line with the syntax error."""
    place = 0
    if isinstance(failure, UnexpectedCharacter):
        place = failure.start
    elif isinstance(failure, UnexpectedToken):
        place = failure.token.end if failure.token.type == "_INDENT" else failure.token.start
    return text.rfind("\n", 0, place) + 1


def _without(text: str, start: int, again: bool) -> tuple[str, int]:
    """The text with a hole in place of a line, or with nothing if that did not help; and the change of its length."""
    end = text.find("\n", start)
    line = Span(start, len(text) if end < 0 else end)
    written = text[line.start : line.end]
    indent = written[: len(written) - len(written.lstrip())]
    put = "" if again else f"{indent}\x01"
    return text[: line.start] + put + text[line.end :], len(put) - len(written)
