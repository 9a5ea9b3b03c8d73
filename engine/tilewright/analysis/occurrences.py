"""Where the words of a file name symbols: of files of the language by their tree, of YAML files by their keys and values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
    Declarations,
    DeclaredSymbol,
    Occurrence,
    named_by,
)
from tilewright.diagnostics import Diagnostics
from tilewright.files.embedded import embedded_at
from tilewright.files.positions import OWN_CARDS
from tilewright.files.yaml_tree import List, Map, Scalar, YamlNode, read_tree
from tilewright.source import Source, Span
from tilewright.struct import Struct
from tilewright.syntax import ast, game_ast, play_ast
from tilewright.syntax.parser import parse
from tilewright.syntax.walk import parts

NamesInReach = dict[str, DeclaredSymbol]

_FIELDS: dict[tuple[type, str], tuple[str, bool]] = {
    (ast.Card, "category"): (CLASS, False),
    (ast.Card, "id"): (CARD, True),
    (play_ast.Do, "verb"): (VERB, False),
    (ast.Ability, "during"): (OPTION, False),
    (game_ast.Game, "id"): (GAME, True),
    (game_ast.Verb, "name"): (VERB, True),
    (game_ast.CardClass, "name"): (CLASS, True),
    (game_ast.LayoutClass, "name"): (CLASS, True),
    (game_ast.Part, "name"): (PART, True),
    (game_ast.RuleHolds, "name"): (RULE, True),
    (game_ast.RuleCounts, "name"): (RULE, True),
    (game_ast.FlagDef, "name"): (MARK, True),
    (game_ast.Board, "name"): (PLACE, True),
    (game_ast.PoolDef, "name"): (PLACE, True),
    (game_ast.Counter, "name"): (COUNTER, True),
    (game_ast.Kinds, "first"): (CODE, True),
    (game_ast.Kinds, "last"): (CODE, True),
}
"""What a word is in a field that always holds the same sort of name, and whether it is given there."""
_DEFINING = {
    (game_ast.Piece, "name"),
    (game_ast.Cap, "name"),
    (game_ast.Kinds, "value"),
    (game_ast.ClassLine, "name"),
    (game_ast.Identity, "name"),
}
_OTHER = {
    (ast.Labelled, "language"),
    (ast.CardWords, "language"),
    (game_ast.Spoken, "language"),
    (game_ast.Forms, "sort"),
    (game_ast.Watched, "name"),
    (game_ast.Counter, "written"),
}
"""Words that name no symbol."""
_BLOCKS = ("body", "otherwise", "members", "options")


class _Words:
    """Goes through a tree with the names in reach, and collects what its words name."""

    def __init__(self, declared: Declarations, source: Source, in_game: bool) -> None:
        self.declared = declared
        self.source = source
        self.in_game = in_game
        self.found: list[Occurrence] = []

    def visit(self, node: Struct, scope: NamesInReach) -> None:
        """Collect what is named in a node; names that it gives are put into the scope."""
        blocks = {name: scope | self._lets(node) for name in _BLOCKS}
        for field, part in parts(node):
            if isinstance(part, ast.Word):
                self._word(field, part, node, scope)
            else:
                self.visit(part, blocks.get(field, scope))
        if isinstance(node, ast.Let):
            self._give(node.name, scope)

    def _lets(self, node: Struct) -> NamesInReach:
        """The names that all of a game file knows."""
        lets = (
            [member for member in node.members if isinstance(member, ast.Let)]
            if isinstance(node, game_ast.Game)
            else []
        )
        return {let.name.text: DeclaredSymbol(LOCAL, let.name.text, let.name.span.start) for let in lets}

    def _give(self, word: ast.Word, scope: NamesInReach) -> None:
        known = self.declared.words.get(word.text)
        lasts = known is not None and known.sort == THING and self.declared.definitions.get(known) == word.span
        symbol = known if known and lasts and self.in_game else DeclaredSymbol(LOCAL, word.text, word.span.start)
        scope[word.text] = symbol
        self._add(symbol, word.span, True)

    def _word(self, field: str, word: ast.Word, node: Struct, scope: NamesInReach) -> None:
        kind = type(node)
        if (kind, field) in _OTHER or (kind is ast.Let and field == "name"):
            return
        if named_by(node) is word or (kind is play_ast.Take and field == "place"):
            self._give(word, scope)
        elif (kind, field) in _FIELDS:
            sort, defines = _FIELDS[kind, field]
            self._add(DeclaredSymbol(sort, word.text), word.span, defines)
        elif (kind, field) == (play_ast.Option, "name"):
            during = DeclaredSymbol(OPTION, word.text)
            of_turn = self.in_game and during in self.declared.definitions
            self._add(during if of_turn else DeclaredSymbol(LOCAL, word.text, word.span.start), word.span, True)
        elif (symbol := self._meant(word.text, scope)) is not None:
            defines = (kind, field) in _DEFINING or self.declared.definitions.get(symbol) == word.span
            self._add(symbol, word.span, defines and self.in_game)

    def _meant(self, text: str, scope: NamesInReach) -> DeclaredSymbol | None:
        """What a word means among the names in reach, which may be in the plural, and those of the game."""
        forms = (text, text.removesuffix("s"), text.removesuffix("es"), re.sub("ies$", "y", text))
        return next((scope[form] for form in forms if form in scope), None) or self.declared.words.get(text)

    def _add(self, symbol: DeclaredSymbol, span: Span, defines: bool) -> None:
        place = self.source.in_file(span)[1]
        self.found.append(Occurrence(symbol, place, defines))


Nodes = Sequence[ast.Card | game_ast.Game]


def in_language(source: Source, nodes: Nodes, declared: Declarations) -> list[Occurrence]:
    """What the words of a file of the language name, by their places."""
    in_game = any(isinstance(node, game_ast.Game) for node in nodes)
    words = _Words(declared, source, in_game)
    for node in nodes:
        words.visit(node, {})
    return sorted(words.found, key=lambda found: found.span)


# ------------------------------------------------------------------ YAML files


def in_yaml(source: Source, declared: Declarations) -> list[Occurrence]:
    """What the keys and values of a position, puzzle, record or pack name, and the words of cards it carries."""
    tree = read_tree(source, Diagnostics(source))
    if not isinstance(tree, Map):
        return []
    found = [*_in_map(tree, declared), *(occurrence for occurrence in _in_boards(source, tree, declared))]
    own = embedded_at(source, tree, OWN_CARDS, Diagnostics(source))
    if own is not None:
        found += in_language(own, parse(own, Diagnostics(own)), declared)
    return sorted(found, key=lambda occurrence: occurrence.span)


def _in_map(tree: Map, declared: Declarations) -> Iterator[Occurrence]:
    """The names in a mapping: of the game, of cards and layouts, of counters and boards."""
    for key, entry in tree.entries.items():
        symbol = declared.written.get(key) or declared.words.get(key)
        if symbol is not None and symbol.sort in (COUNTER, PLACE, WORD):
            yield Occurrence(symbol, entry.key_span)
        if key == "game":
            yield from (Occurrence(DeclaredSymbol(GAME, id), span) for id, span in _texts(entry.value))
        elif key == "cards":
            yield from (Occurrence(DeclaredSymbol(CARD, id), span) for id, span in _texts(entry.value))
        elif symbol is not None and symbol.sort == PLACE and DeclaredSymbol(CLASS, key) in declared.definitions:
            yield from (
                Occurrence(DeclaredSymbol(CARD, id), span) for id, span in _texts(entry.value) if _ID.fullmatch(id)
            )
        yield from _inside(entry.value, declared)


def _inside(value: YamlNode, declared: Declarations) -> Iterator[Occurrence]:
    if isinstance(value, Map):
        yield from _in_map(value, declared)
    elif isinstance(value, List):
        for item in value.items:
            yield from _inside(item, declared)


def _texts(value: YamlNode) -> Iterator[tuple[str, Span]]:
    """The texts of a value or of a list of them."""
    for item in value.items if isinstance(value, List) else (value,):
        if isinstance(item, Scalar) and isinstance(item.value, str):
            yield item.value, item.span


_ID = re.compile(r"[a-z][a-z0-9-]*")
_WRITTEN_CODE = re.compile(r"(?<![A-Za-z-])[A-Z]+[0-9]{1,4}(?![A-Za-z0-9])")


def _in_boards(source: Source, tree: Map, declared: Declarations) -> Iterator[Occurrence]:
    """The codes of pieces, wherever they stand in boards, lists and moves."""
    own = tree.entries.get(OWN_CARDS)
    for scalar in _scalars(tree):
        if own is not None and own.value is scalar:
            continue
        for found in _WRITTEN_CODE.finditer(source.text, scalar.span.start, scalar.span.end):
            symbol = DeclaredSymbol(CODE, found[0])
            if symbol in declared.definitions:
                yield Occurrence(symbol, Span(*found.span()))


def _scalars(node: YamlNode) -> Iterator[Scalar]:
    if isinstance(node, Scalar):
        yield node
    values = list(node.items) if isinstance(node, List) else []
    values = [entry.value for entry in node.entries.values()] if isinstance(node, Map) else values
    for value in values:
        yield from _scalars(value)
