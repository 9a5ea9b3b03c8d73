"""Symbols: the things with a name that files define, and the places where they are named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tilewright.source import Span
from tilewright.syntax import ast, game_ast, play_ast
from tilewright.syntax.walk import walk
from tilewright.table.game import regular_plural

WORD, CODE, COUNTER, RULE, MARK, PLACE, THING = "word", "code", "counter", "rule", "mark", "place", "thing"
VERB, OPTION, CLASS, CARD, PART, GAME, LOCAL = "verb", "option", "class", "card", "part", "game", "local"

_CODE = re.compile(r"([A-Z]+)([0-9]{1,4})")
_MOST_CODES = 200


class DeclaredSymbol(NamedTuple):
    """Something with a name. A `LOCAL` one is known in one file; `at` is where its name is given there."""

    sort: str
    name: str
    at: int = -1


class Occurrence(NamedTuple):
    """A place where a symbol is named; `defines` where it is given its name."""

    symbol: DeclaredSymbol
    span: Span
    defines: bool = False


def forms_of(word: str, plurals: Mapping[str, str]) -> tuple[str, str]:
    """A noun in the singular and the plural; `plurals` has those that a game file declares."""
    return word, plurals.get(word) or regular_plural(word)


class Declarations:
    """What a game file declares, as far as it can be read: the symbol of each word in all its forms.

    Words of rules, nouns and counters share `words`; the other namespaces have a table each.
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
    """The options of a turn, and the things that it names: cards speak of both."""
    for node in walk(turn):
        if isinstance(node, play_ast.Option):
            yield DeclaredSymbol(OPTION, node.name.text), node.name
        elif (word := named_by(node)) is not None:
            yield DeclaredSymbol(THING, word.text), word
        if isinstance(node, play_ast.Take) and node.place is not None:
            yield DeclaredSymbol(THING, node.place.text), node.place


def named_by(node: object) -> ast.Word | None:
    """The name that a statement gives to what it picks (`called first`)."""
    picks = (play_ast.PickOne, play_ast.PickSome, play_ast.PickNumber, play_ast.Take, play_ast.Draw)
    return node.name if isinstance(node, picks) else None


def codes_of(line: game_ast.Kinds) -> list[str]:
    """The codes of a line of kinds; the first one alone of a range that cannot be."""
    first, last = _CODE.fullmatch(line.first.text), _CODE.fullmatch(line.last.text) if line.last else None
    if not first or not last or first[1] != last[1]:
        return [line.first.text]
    numbers = range(int(first[2]), int(last[2]) + 1)[:_MOST_CODES]
    return [f"{first[1]}{number}" for number in numbers]
