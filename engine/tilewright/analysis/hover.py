"""Hover texts: the description and the value of a word, as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from tilewright.analysis.document import (
    CARD,
    CODE,
    COUNTER,
    LOCAL,
    OPTION,
    PLACE,
    RULE,
    THING,
    WORD,
    DeclaredSymbol,
    Document,
    nodes_of,
)
from tilewright.check.fragments import read_fragment
from tilewright.lint.bounds import Bounds
from tilewright.packs.declared import declaration_at
from tilewright.pages import LANGUAGE, pages
from tilewright.source import Source, Span
from tilewright.syntax import ast
from tilewright.syntax.walk import extent
from tilewright.table.card import Card, Layout
from tilewright.table.game import Game, Kind

SORTS = {
    WORD: "a word of the game",
    CODE: "a kind of piece",
    COUNTER: "a counter of each player",
    RULE: "a rule of the game",
    PLACE: "a place of the game",
    THING: "something named in a turn",
    OPTION: "an option of a turn",
    LOCAL: "a name given here",
    CARD: "a card or layout",
}
"""The names of sorts of symbols; others are named by the sort itself."""
_APART = re.compile(r'(?:[^"#\n]|"[^"\n]*")*')
"""A beginning of a line that does not end within a comment or a string."""
_WORD_AT = re.compile(r"[A-Za-z][A-Za-z0-9-]*")


def hover(document: Document, offset: int) -> tuple[str, Span] | None:
    """The hover text for the word at a position, as Markdown, and the span of the word."""
    for found in document.occurrences:
        if found.span.start <= offset <= found.span.end:
            return about_symbol(document, found.symbol), found.span
    word = word_at(document.source.text, offset)
    if word is None:
        return None
    text = document.source.slice(word)
    said = [f"**{text}**", _statement(document, word)]
    said.append(about(text) if document.in_language else "")
    parts = "\n\n".join(filter(None, said))
    return (parts, word) if len(list(filter(None, said))) > 1 else None


def word_at(text: str, offset: int) -> Span | None:
    """The word at an offset; None within comments and strings."""
    line = text.rfind("\n", 0, offset) + 1
    if _APART.fullmatch(text, line, offset) is None:
        return None
    end = text.find("\n", offset)
    for found in _WORD_AT.finditer(text, line, len(text) if end < 0 else end):
        if found.start() <= offset <= found.end():
            return Span(*found.span())
    return None


def about_symbol(document: Document, symbol: DeclaredSymbol) -> str:
    """The description of a symbol."""
    what = SORTS.get(symbol.sort, f"a {symbol.sort} of the game")
    said = [f"**{symbol.name}**: {what}", *_details(document, symbol)]
    return "\n\n".join(filter(None, said))


def _details(document: Document, symbol: DeclaredSymbol) -> Iterator[str]:
    game = document.game
    if symbol.sort == LOCAL:
        yield _fenced(_line_of(document.source, symbol.at))
        yield _of_let(document, symbol.at)
        return
    if symbol.sort == CARD:
        yield from _of_card(document, symbol.name)
        return
    place = document.declared.definitions.get(symbol)
    if place is not None and document.game_source is not None:
        yield _fenced(declaration_at(document.game_source, place.start).text)
    if game is not None:
        yield from _of_game(game, symbol)


def _of_game(game: Game, symbol: DeclaredSymbol) -> Iterator[str]:
    """The kinds that a word means, and other properties in the game."""
    if symbol.sort == CODE and symbol.name in game.by_code:
        yield _kinds([game.by_code[symbol.name]], game)
    elif symbol.sort == WORD:
        found = [kind for kind in game.kinds if symbol.name in kind.values.values()]
        if symbol.name in game.classes:
            members = set(game.classes[symbol.name])
            found = [kind for kind in game.kinds if members & set(kind.values.values())]
        if not found and symbol.name in game.sorts_by_name:
            found = [game.kinds[kind] for kind in sorted(game.sorts_by_name[symbol.name].kinds)]
        yield _kinds(found, game) if found else ""
    elif symbol.sort == COUNTER:
        counter = game.counters_by_name.get(symbol.name)
        yield f"`{counter.written}:` in files" if counter else ""


def _kinds(kinds: Sequence[Kind], game: Game) -> str:
    """`M1 to M6 (24 of 120 pieces)`."""
    codes = [kind.code for kind in kinds]
    pieces = sum(kind.copies for kind in kinds if kind.first == kind.index)
    shown = ", ".join(codes) if len(codes) <= 8 else f"{codes[0]}, {codes[1]}, ... {codes[-1]}"
    return f"{shown}: {pieces} of {game.pieces} pieces"


def _of_card(document: Document, id: str) -> Iterator[str]:
    """The name, the text and the bounds of a card without errors."""
    pack = document.pack
    if pack is None:
        return
    beside = document.source.path.parent if document.source.path else None
    own = [checked.value for checked in pack.check_file(document.source).checked] if document.in_language else []
    found: Card | Layout | object = next((one for one in own if one.id == id), None) or pack.find_card(id, beside)
    if isinstance(found, list):
        found = pack.find_layout(id, None, beside)
    if isinstance(found, Layout):
        yield f"{found.name()}: {found.total} pieces in {found.ground} stacks"
    elif isinstance(found, Card):
        yield "\n".join(filter(None, (f"*{found.name()}*", found.text())))
        if found.rule is not None:
            yield _pays("it pays", Bounds(pack.game, []).number(found.rule, {}, 0))


def _pays(what: str, bounds: tuple[int, int]) -> str:
    """Bounds in words; an unbounded value has no upper bound."""
    low, high = bounds
    if low == high:
        return f"{what} {low}"
    return f"{what} {low} to {high}" if high < _ENDLESS else f"{what} at least {low}"


_ENDLESS = 10**9


# -- bounds of parts of a card


def _statement(document: Document, word: Span) -> str:
    """The bounds of the statement that begins with a word, if it is at the top level of its card."""
    for node in nodes_of(document.source) if document.in_language else ():
        if isinstance(node, ast.Card):
            for i, member in enumerate(node.members):
                if isinstance(member, (ast.Score, ast.ForEach, ast.Choose)) and _begins(member, word, document.source):
                    return _value_text(document, [*_lets(node.members[:i]), member], "this pays")
    return ""


def _begins(member: ast.SyntaxNode, word: Span, source: Source) -> bool:
    line, _ = source.position(word.start)
    return source.line_span(line).start == word.start and source.position(member.span.start)[0] == line


def _of_let(document: Document, at: int) -> str:
    """The bounds of a name bound at the top level of a card."""
    for node in nodes_of(document.source):
        members = node.members if isinstance(node, ast.Card) else ()
        for i, member in enumerate(members):
            if isinstance(member, ast.Let) and member.name.span.start == at:
                if isinstance(member.value, ast.NounValue):
                    return ""
                return _value_text(document, [*_lets(members[:i])], "its value is", member.value.span)
    return ""


def _lets(members: Sequence[ast.SyntaxNode]) -> Iterator[ast.Let]:
    return (member for member in members if isinstance(member, ast.Let))


def _value_text(document: Document, parts: Sequence[ast.SyntaxNode], what: str, value: Span | None = None) -> str:
    """The bounds of some lines of a card, or of a number after them."""
    if document.game is None:
        return ""
    lines = [_lines_of(document.source, part) for part in parts]
    if value is not None:
        lines.append(f"score {document.source.slice(value)}")
    card = read_fragment("\n".join(lines), document.game)
    if not isinstance(card, Card) or card.rule is None:
        return ""
    return _pays(what, Bounds(document.game, []).number(card.rule, {}, 0))


def _lines_of(source: Source, node: ast.SyntaxNode) -> str:
    """The lines of a statement, without the indentation of the first."""
    whole = extent(node)
    first, _ = source.position(whole.start)
    last, _ = source.position(max(whole.start, whole.end - 1))
    indent = len(source.line(first)) - len(source.line(first).lstrip())
    return "\n".join(source.line(number)[indent:] for number in range(first, last + 1))


def _line_of(source: Source, offset: int) -> str:
    return source.line(source.position(offset)[0]).strip()


def _fenced(line: str) -> str:
    return f"```tilewright\n{line}\n```"


_ROW = re.compile(r"^\| `(?P<code>[^`]+)` \| (?P<result>[^|]*) \|", re.MULTILINE)
_BLOCK = re.compile(r"^```(?:tw|game|ability|lines)\b(?! bad)[^\n]*\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
_SECTION = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
_OTHER = re.compile(r'"|\.\.\.')
"""Lines with quoted texts, and lines with parts left out, are not examples."""
_LEFT_OUT = ("Reference", "When something is wrong", "Limits")
_SHOWN = 3


class Example(NamedTuple):
    """A line of the language from the documentation, with its value if the page has one."""

    code: str
    result: str
    section: str


@cache
def _examples() -> tuple[Example, ...]:
    """The examples of the pages: first those in tables, then lines of cards and games."""
    found = [example for name in LANGUAGE for example in _of_page(pages()[name])]
    return tuple(sorted(found, key=lambda example: not example.result))


def _of_page(page: str) -> Iterator[Example]:
    heads = list(_SECTION.finditer(page))
    for head, end in zip(heads, [*(after.start() for after in heads[1:]), len(page)], strict=True):
        title = head["title"]
        if title in _LEFT_OUT:
            continue
        for row in _ROW.finditer(page, head.end(), end):
            yield Example(row["code"], row["result"].strip(), title)
        for block in _BLOCK.finditer(page, head.end(), end):
            yield from (Example(line.strip(), "", title) for line in block["body"].splitlines() if line.strip())


@cache
def about(word: str) -> str:
    """Examples of a keyword as Markdown; "" if there are none."""
    pattern = re.compile(rf"(?<![a-z-]){re.escape(word)}(?![a-z-])")
    known = [example for example in _examples() if pattern.search(example.code) and not _OTHER.search(example.code)]
    if not known:
        return ""
    section = known[0].section
    shown = sorted((example for example in known if example.section == section), key=lambda one: len(one.code))[:_SHOWN]
    lines = [f"{one.code}  # {one.result}" if one.result else one.code for one in shown]
    return "\n".join(("```tilewright", *lines, "```", f"*{section}*, in `tilewright explain language`"))
