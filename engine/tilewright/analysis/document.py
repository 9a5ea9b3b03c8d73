"""A text with its game and symbols, and the occurrences of symbols in it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tilewright.diagnostics import Diagnostics
from tilewright.files.positions import OWN_CARDS
from tilewright.files.reader import GAME_FILE, game_of
from tilewright.files.yaml_tree import List, Map, Scalar, YamlNode, embedded_at, read_tree
from tilewright.packs.documents import LANGUAGE_SUFFIX, is_language
from tilewright.packs.pack import Pack
from tilewright.packs.workspace import Workspace
from tilewright.source import Source, Span
from tilewright.struct import Struct
from tilewright.syntax import ast, game_ast, play_ast
from tilewright.syntax.parser import TopLevel, parse
from tilewright.syntax.walk import parts, walk
from tilewright.table.game import Game, regular_plural

WORD, CODE, COUNTER, RULE, MARK, PLACE, THING = "word", "code", "counter", "rule", "mark", "place", "thing"
VERB, OPTION, CLASS, CARD, PART, GAME, LOCAL = "verb", "option", "class", "card", "part", "game", "local"

_CODE = re.compile(r"([A-Z]+)([0-9]{1,4})")
_MOST_CODES = 200


class DeclaredSymbol(NamedTuple):
    """A symbol. A `LOCAL` one is visible in one file; `at` is the offset of its definition."""

    sort: str
    name: str
    at: int = -1


class Occurrence(NamedTuple):
    """An occurrence of a symbol; `defines` for its definition."""

    symbol: DeclaredSymbol
    span: Span
    defines: bool = False


def forms_of(word: str, plurals: Mapping[str, str]) -> tuple[str, str]:
    """The singular and plural of a noun; `plurals` has the irregular ones declared by the game file."""
    return word, plurals.get(word) or regular_plural(word)


class Declarations:
    """The symbol table of a game file, also if it has errors, with all forms of words.

    Words of rules, nouns and counters share the namespace `words`; other namespaces have their own tables.
    """

    def __init__(self, game: game_ast.Game | None = None) -> None:
        self.words: dict[str, DeclaredSymbol] = {}
        self.plurals: dict[str, str] = {}
        self.definitions: dict[DeclaredSymbol, Span] = {}
        self.written: dict[str, DeclaredSymbol] = {}
        """The counters by their keys in YAML files."""
        self.game = game
        if game is not None:
            self._collect(game)

    def symbols(self, sort: str) -> list[DeclaredSymbol]:
        """The symbols of one sort, in the order of the file."""
        return [symbol for symbol in self.definitions if symbol.sort == sort]

    def _collect(self, game: game_ast.Game) -> None:
        self.plurals = {
            node.singular.text: node.plural.text for node in walk(game) if isinstance(node, game_ast.Plural)
        }
        for symbol, word in _declarations(game):
            self.definitions.setdefault(symbol, word.span)
            self._add_forms(symbol)
        for node in walk(game):
            if isinstance(node, game_ast.Counter):
                self.written[(node.written or node.name).text] = DeclaredSymbol(COUNTER, node.name.text)

    def _add_forms(self, symbol: DeclaredSymbol) -> None:
        name = symbol.name
        if symbol.sort in (WORD, PLACE):
            for form in forms_of(name, self.plurals):
                self.words.setdefault(form, symbol)
        elif symbol.sort == COUNTER:
            for form in (*forms_of(name, self.plurals), name.removesuffix("s")):
                self.words.setdefault(form, symbol)
        elif symbol.sort in (CODE, RULE, MARK, THING):
            self.words.setdefault(name, symbol)


def _declarations(game: game_ast.Game) -> Iterator[tuple[DeclaredSymbol, ast.Word]]:
    """The symbols that a game file declares, each with the word that does."""
    yield DeclaredSymbol(GAME, game.id.text), game.id
    for node in walk(game):
        match node:
            case game_ast.Piece() | game_ast.Cap() | game_ast.Identity() | game_ast.ClassLine():
                yield DeclaredSymbol(WORD, node.name.text), node.name
            case game_ast.Kinds():
                yield DeclaredSymbol(WORD, node.attribute.text), node.attribute
                yield DeclaredSymbol(WORD, node.value.text), node.value
                yield from ((DeclaredSymbol(CODE, code), node.first) for code in codes_of(node))
            case game_ast.Numbered() | game_ast.Sides():
                yield DeclaredSymbol(WORD, node.attribute.text), node.attribute
            case game_ast.Board() | game_ast.PoolDef():
                yield DeclaredSymbol(PLACE, node.name.text), node.name
            case game_ast.Counter():
                yield DeclaredSymbol(COUNTER, node.name.text), node.name
            case game_ast.RuleHolds() | game_ast.RuleCounts():
                yield DeclaredSymbol(RULE, node.name.text), node.name
            case game_ast.MarkDef():
                yield DeclaredSymbol(MARK, node.name.text), node.name
            case game_ast.Verb():
                yield DeclaredSymbol(VERB, node.name.text), node.name
            case game_ast.CardClass() | game_ast.LayoutClass():
                yield DeclaredSymbol(CLASS, node.name.text), node.name
            case game_ast.Part():
                yield DeclaredSymbol(PART, node.name.text), node.name
            case game_ast.Stage(name="turn"):
                yield from _of_the_turn(node)


def _of_the_turn(turn: game_ast.Stage) -> Iterator[tuple[DeclaredSymbol, ast.Word]]:
    """The options of a turn and its named things, which cards can refer to."""
    for node in walk(turn):
        if isinstance(node, play_ast.Option):
            yield DeclaredSymbol(OPTION, node.name.text), node.name
        elif (word := named_by(node)) is not None:
            yield DeclaredSymbol(THING, word.text), word
        if isinstance(node, play_ast.Take) and node.place is not None:
            yield DeclaredSymbol(THING, node.place.text), node.place


def named_by(node: object) -> ast.Word | None:
    """The name that a statement binds (`called first`)."""
    picks = (play_ast.PickOne, play_ast.PickSome, play_ast.PickNumber, play_ast.Take, play_ast.Draw)
    return node.name if isinstance(node, picks) else None


def codes_of(line: game_ast.Kinds) -> list[str]:
    """The codes of a line of kinds; only the first one if the range is invalid."""
    first, last = _CODE.fullmatch(line.first.text), _CODE.fullmatch(line.last.text) if line.last else None
    if not first or not last or first[1] != last[1]:
        return [line.first.text]
    numbers = range(int(first[2]), int(last[2]) + 1)[:_MOST_CODES]
    return [f"{first[1]}{number}" for number in numbers]


YAML_SUFFIX = ".yaml"
MOST_FILES = 2_000
"""If there are more files around a text, none is searched."""


@dataclass(frozen=True)
class Document:
    """A text, its pack if that is usable, and the declarations of its game file."""

    source: Source
    pack: Pack | None
    declared: Declarations
    game_source: Source | None

    @property
    def game(self) -> Game | None:
        """Its game, if the game file has no errors."""
        return self.pack.game if self.pack else None

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of its pack."""
        return self.pack.imprint.languages if self.pack else ()

    @property
    def in_language(self) -> bool:
        """Whether it is in the language; else it is YAML."""
        return is_language(self.source)

    @property
    def occurrences(self) -> list[Occurrence]:
        """The occurrences of symbols, by position."""
        return occurrences(self.source, self.declared)


class FilesAround:
    """Finds the files related to a text: its pack, its game file, and other files with the same symbols."""

    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace

    def document(self, source: Source) -> Document:
        """The text with its pack and declarations."""
        pack = self._pack(source)
        game_source = pack.source if pack else self._broken_game(source)
        return Document(source, pack, declared(game_source) if game_source else Declarations(), game_source)

    def _pack(self, source: Source) -> Pack | None:
        resolver = self.workspace.resolver(source.path)
        if is_language(source):
            found = resolver.pack_of(source.text)
        else:
            named = game_of(source, Diagnostics(source))
            found = resolver.game(named[0]) if named else resolver.above()
        return found if isinstance(found, Pack) else None

    def _broken_game(self, source: Source) -> Source | None:
        """The game file of a pack with errors: the text itself, or one in a parent folder."""
        if is_language(source) and any(isinstance(node, game_ast.Game) for node in nodes_of(source)):
            return source
        folder = self.workspace.library.folder_above(source.path.parent) if source.path else None
        found = self.workspace.read(folder / GAME_FILE) if folder else None
        return found if isinstance(found, Source) else None

    def around(self, document: Document) -> Iterator[Source]:
        """The texts that may refer to the same symbols: those of the pack and of the folder."""
        path, documents = document.source.path, self.workspace.library.documents
        inside = self.workspace.library.folder_above(path.parent) if path else None
        folders = [(folder, True) for folder in (inside, document.pack.folder if document.pack else None) if folder]
        folders += [(path.parent, False)] if path and inside is None else []
        paths: dict[Path, Path] = {} if path is None else {documents.real(path): path}
        for folder, deep in folders:
            for suffix in (LANGUAGE_SUFFIX, YAML_SUFFIX):
                paths |= {documents.real(found): found for found in documents.files(folder, deep, suffix)}
        for found in list(paths.values())[:MOST_FILES]:
            source = document.source if found == path else self.workspace.read(found)
            if isinstance(source, Source):
                yield source

    def occurrences_around(self, document: Document) -> Iterator[tuple[Source, list[Occurrence]]]:
        """The related texts, each with its occurrences."""
        for source in self.around(document):
            yield source, occurrences(source, document.declared)


@lru_cache(maxsize=8)
def declared(game_source: Source) -> Declarations:
    """What a game file declares."""
    return Declarations(next((node for node in nodes_of(game_source) if isinstance(node, game_ast.Game)), None))


@lru_cache(maxsize=64)
def nodes_of(source: Source) -> list[TopLevel]:
    """The tree of a file of the language, with error recovery."""
    return parse(source, Diagnostics(source))


@lru_cache(maxsize=MOST_FILES)
def occurrences(source: Source, known: Declarations) -> list[Occurrence]:
    """What the words of a text name, by their places."""
    return in_language(source, nodes_of(source), known) if is_language(source) else in_yaml(source, known)


# ------------------------------------------------------------------ where names occur


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
    (game_ast.MarkDef, "name"): (MARK, True),
    (game_ast.Board, "name"): (PLACE, True),
    (game_ast.PoolDef, "name"): (PLACE, True),
    (game_ast.Counter, "name"): (COUNTER, True),
    (game_ast.Kinds, "first"): (CODE, True),
    (game_ast.Kinds, "last"): (CODE, True),
}
"""The sort of symbol for fields with a fixed sort, and whether they define it."""
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
    (game_ast.WordInLanguage, "language"),
    (game_ast.Forms, "sort"),
    (game_ast.MeasureDef, "name"),
    (game_ast.Counter, "written"),
}
"""Fields with words that are not symbols."""
_BLOCKS = ("body", "otherwise", "members", "options")


class _Words:
    """Traverses a tree with scopes, and collects occurrences."""

    def __init__(self, declared: Declarations, source: Source, in_game: bool) -> None:
        self.declared = declared
        self.source = source
        self.in_game = in_game
        self.found: list[Occurrence] = []

    def visit(self, node: Struct, scope: NamesInReach) -> None:
        """Collect the occurrences in a node; names that it binds are added to the scope."""
        blocks = {name: scope | self._lets(node) for name in _BLOCKS}
        for field, part in parts(node):
            if isinstance(part, ast.Word):
                self._word(field, part, node, scope)
            else:
                self.visit(part, blocks.get(field, scope))
        if isinstance(node, ast.Let):
            self._give(node.name, scope)

    def _lets(self, node: Struct) -> NamesInReach:
        """The names visible in all of a game file."""
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
        elif (symbol := self._declared_symbol(word.text, scope)) is not None:
            defines = (kind, field) in _DEFINING or self.declared.definitions.get(symbol) == word.span
            self._add(symbol, word.span, defines and self.in_game)

    def _declared_symbol(self, text: str, scope: NamesInReach) -> DeclaredSymbol | None:
        """The symbol of a word, possibly in the plural: from the scope, or of the game."""
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
    """The occurrences in the keys and values of a position, puzzle, record or pack, and in its cards."""
    tree = read_tree(source, Diagnostics(source))
    if not isinstance(tree, Map):
        return []
    found = [*_in_map(tree, declared), *(occurrence for occurrence in _in_boards(source, tree, declared))]
    own = embedded_at(source, tree, OWN_CARDS, Diagnostics(source))
    if own is not None:
        found += in_language(own, parse(own, Diagnostics(own)), declared)
    return sorted(found, key=lambda occurrence: occurrence.span)


def _in_map(tree: Map, declared: Declarations) -> Iterator[Occurrence]:
    """The occurrences in a mapping: the game, cards and layouts, counters and boards."""
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
    """The codes of pieces in boards, lists and moves."""
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
