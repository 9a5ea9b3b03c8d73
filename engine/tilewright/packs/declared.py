"""Where a game file declares a word, with the comment of the declaration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tilewright.diagnostics import Diagnostics
from tilewright.packs.pack import Pack
from tilewright.source import Source
from tilewright.struct import Struct, struct
from tilewright.syntax import ast, game_ast
from tilewright.syntax.parser import parse


@struct
class Declaration(Struct):
    """The first line of a declaration with the comment above it, and the line number."""

    text: str
    number: int


def declared(pack: Pack, word: str) -> list[Declaration]:
    """The declarations of a word in the game file of a pack: as a piece, a value, a counter, a rule and so on."""
    found = [node for node in _declarations(pack) if word in _words(node)]
    return [declaration_at(pack.source, start) for start in dict.fromkeys(node.span.start for node in found)]


def words_declared(pack: Pack) -> list[str]:
    """The words that the game file of a pack declares, in order."""
    return list(dict.fromkeys(word for node in _declarations(pack) for word in sorted(_words(node))))


def _declarations(pack: Pack) -> list[Any]:
    source = pack.source
    games = [node for node in parse(source, Diagnostics(source)) if isinstance(node, game_ast.Game)]
    return [node for game in games for node in _lines(game)]


def _lines(game: game_ast.Game) -> Iterator[Any]:
    """The members of a game, and their members."""
    for member in game.members:
        if not isinstance(member, game_ast.WordInLanguage):
            yield member
            yield from getattr(member, "members", ())


def _words(node: Any) -> set[str]:
    """The words that a node declares."""
    named = [getattr(node, field, None) for field in ("name", "value", "attribute", "first")]
    named += [numbered.attribute for numbered in getattr(node, "numbers", ())]
    return {name.text for name in named if isinstance(name, ast.Word)}


def declaration_at(source: Source, start: int) -> Declaration:
    """The declaration on the line of an offset in a game file."""
    number, _ = source.position(start)
    first = number
    while first > 1 and source.line(first - 1).strip().startswith("#"):
        first -= 1
    return Declaration("\n".join(source.line(line).strip() for line in range(first, number + 1)), number)
