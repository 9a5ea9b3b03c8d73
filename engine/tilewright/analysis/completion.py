"""What can stand at a place of a text, as the parser and the words in reach have it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tilewright.analysis.document import Document
from tilewright.analysis.slots import WordsByUse, fitting, local_names
from tilewright.analysis.symbols import GAME
from tilewright.highlight.words import spellings
from tilewright.source import Span
from tilewright.syntax.lalr import BLOCKS, Token
from tilewright.syntax.prefix import prefix
from tilewright.syntax.tables import tables
from tilewright.table.game import Game

_PARTIAL = re.compile(r"[A-Za-z0-9-]*\Z")
_LAST_WORD = re.compile(r"[a-z-]+ +\Z")
_BLOCK = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_LONGEST = 4
"""The most words of a terminal that may have been written of it."""
KEYWORD, NAME, KEY, VALUE = "keyword", "name", "key", "value"


class Offer(NamedTuple):
    """What can stand in place of `span`: a `KEYWORD` or `NAME` of the language, a `KEY` or `VALUE` of a YAML file.

    `about` is what is said of it, if that is known already.
    """

    text: str
    sort: str
    span: Span
    about: str = ""


def offers(document: Document, offset: int) -> list[Offer]:
    """What can stand at a place of a file of the language, in the order of the alphabet; keywords last."""
    text = document.source.text
    partial = _PARTIAL.search(text, 0, offset)
    start = partial.start() if partial else offset
    end = offset
    while end < len(text) and re.match(r"[A-Za-z0-9-]", text[end]):
        end += 1
    block = _block_start(text, start)
    found = {offer.text: offer for offer in _continued(text, block, start, end)}
    found |= {offer.text: offer for offer in _at(document, block, start, end)}
    return sorted(found.values(), key=lambda offer: (offer.sort == KEYWORD, offer.text))


def _block_start(text: str, offset: int) -> int:
    """Where the card begins in which a place lies."""
    line = text.rfind("\n", 0, offset) + 1
    starts = [match.start() for match in _BLOCK.finditer(text, 0, line)]
    return starts[-1] if starts else 0


def _at(document: Document, block: int, start: int, end: int) -> Iterator[Offer]:
    """What can stand at a place where a new word begins."""
    text = document.source.text
    column = start - (text.rfind("\n", 0, start) + 1)
    known = prefix(text[block:start]) if column else prefix("")
    if known is None:
        return
    line = _line(known.tokens)
    unfit = _unfit(known.tokens, document.game) if not line else frozenset()
    for word in _keywords(known.wanted - unfit):
        yield Offer(word, KEYWORD, Span(start, end))
    if known.wanted.isdisjoint(("WORD", "CODE")):
        return
    names = fitting(line, _words(document, known.tokens), document.languages) if column or not line else ()
    for name in names:
        if name[:1].isupper() <= ("CODE" in known.wanted):
            yield Offer(name, NAME, Span(start, end))


def _line(tokens: Sequence[Token]) -> list[Token]:
    """The tokens of the last line."""
    ends = [i for i, token in enumerate(tokens, start=1) if token.type in BLOCKS]
    return list(tokens[ends[-1] if ends else 0 :])


def _words(document: Document, tokens: Sequence[Token]) -> WordsByUse:
    """The words that may be used after the tokens of a card."""
    local = {symbol.name for symbol in local_names(tokens)}
    said = {str(token) for token in tokens if token.type in ("WORD", "CODE")}
    first = str(tokens[0]) if tokens else ""
    in_play = first == GAME or (document.game is not None and first in document.game.acting)
    return WordsByUse(document.declared, document.game, local, said, in_play)


def _unfit(tokens: Sequence[Token], game: Game | None) -> frozenset[str]:
    """The terminals that begin a line in other cards than this one."""
    first = str(tokens[0]) if tokens else GAME
    if game is None or first == GAME:
        return frozenset()
    labels, scoring = {"NAME", "TEXT"}, {"SCORE", "FOR", "CHOOSE", "IF", "OTHERWISE", "LET"}
    inside = any(token.type in ("ABILITY", "AT") for token in tokens)
    faced = {"ITS", "AT", "ALWAYS", "FACE_DOWN"} if game.located is not None and first == game.located.name else set()
    if first in {layout.name for layout in game.layouts}:
        fit = labels | {"PLAYERS", "HEIGHTS"}
    elif first in game.acting:
        return (
            frozenset({"SCORE", "PLAYERS", "HEIGHTS"})
            if inside
            else frozenset(tables().terminals) - labels - {"ABILITY"} - faced
        )
    else:
        fit = labels | scoring | {"PAYS"}
    return frozenset(tables().terminals) - fit


def _keywords(wanted: set[str]) -> Iterator[str]:
    for name in wanted:
        terminal = tables().terminals.get(name)
        if terminal is not None:
            yield from spellings(terminal)


def _continued(text: str, block: int, start: int, end: int) -> Iterator[Offer]:
    """The terminals of several words of which the first ones are written."""
    first = start
    for _ in range(_LONGEST):
        before = _LAST_WORD.search(text, block, first)
        if before is None:
            return
        first = before.start()
        known = prefix(text[block:first])
        written = " ".join(text[first:start].split()) + " "
        for phrase in _keywords(known.wanted) if known else ():
            if phrase.startswith(written):
                yield Offer(phrase, KEYWORD, Span(first, end))
