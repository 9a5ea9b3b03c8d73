"""The words of a text by what they name, for editors that color them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tilewright.analysis.document import Document
from tilewright.analysis.symbols import (
    CARD,
    CLASS,
    CODE,
    COUNTER,
    GAME,
    LOCAL,
    MARK,
    OPTION,
    PART,
    PLACE,
    RULE,
    THING,
    VERB,
    WORD,
)
from tilewright.source import Span

CLASSES = {
    WORD: "type",
    CODE: "enumMember",
    COUNTER: "property",
    RULE: "function",
    MARK: "property",
    PLACE: "namespace",
    THING: "variable",
    VERB: "method",
    OPTION: "enum",
    CLASS: "class",
    CARD: "class",
    PART: "property",
    GAME: "namespace",
    LOCAL: "variable",
}
"""The standard class of a token (LSP 3.17) for each sort of symbol."""


class WordToken(NamedTuple):
    """A word, its class, and whether it is given its meaning here."""

    span: Span
    kind: str
    defines: bool


def word_tokens(document: Document) -> Iterator[WordToken]:
    """The words of a text that name something, in the order of the text; no two share a place."""
    end = -1
    for found in document.occurrences:
        if found.span.start >= end:
            yield WordToken(found.span, CLASSES[found.symbol.sort], found.defines)
            end = found.span.end
