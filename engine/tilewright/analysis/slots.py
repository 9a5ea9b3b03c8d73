"""Which words of the game and of the language can stand at a place, by the words before it on the line."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import pairwise

from tilewright.analysis.symbols import (
    CLASS,
    CODE,
    COUNTER,
    LOCAL,
    MARK,
    OPTION,
    PLACE,
    RULE,
    THING,
    VERB,
    WORD,
    Declarations,
    DeclaredSymbol,
    forms_of,
)
from tilewright.check import vocabulary
from tilewright.core.build import is_condition
from tilewright.syntax.lalr import Token
from tilewright.syntax.words import ORDINALS
from tilewright.table.game import Game

_NAMED = ("WORD", "CODE")
_NEW = {
    *("LET", "CALLED", "OPTION", "PIECE", "CAP", "BOARD", "POOL", "CLASS", "IDENTITY", "COUNTER", "WRITTEN"),
    *("PART", "CARDS", "LAYOUTS", "MEASURE", "GAME"),
}
"""What a new name follows."""
_ONE = {"EACH", "ANY", "EVERY", "NO", "_A", "ANOTHER"}
_EXTREMES = {"LARGEST", "SMALLEST", "TOTAL"}
_ADJECTIVES = frozenset(
    {
        *(*vocabulary.SPACE_ADJECTIVES, *vocabulary.REGION_WORDS, *vocabulary.NEIGHBOR_ADJECTIVES),
        *(*vocabulary.PLAYER_ADJECTIVES, *vocabulary.AXIS_ADJECTIVES, *vocabulary.TURN_ADJECTIVES),
        *(*vocabulary.PARITIES, "different", "chosen"),
    }
)
_WHICH = frozenset({*_ADJECTIVES, *ORDINALS, *(word for named in vocabulary.NAMED_LINES.values() for word in named)})
"""What stands between `the` or `its` and a noun."""


class WordsByUse:
    """The words of a game by what they can be; `local` are the names that the text itself gives."""

    def __init__(
        self,
        declared: Declarations,
        game: Game | None,
        local: Collection[str] = (),
        said: Set[str] = frozenset(),
        in_play: bool = False,
    ) -> None:
        self.declared = declared
        self.game = game
        self.local = local
        self.said = said
        """The words that stand before the place, in the card."""
        self.in_play = in_play
        course = game.course if game and in_play else None
        rules = {rule.name: is_condition(rule.body) for rule in course.rules} if course else {}
        self.holding = {name for name, holds in rules.items() if holds}
        self.counting = {name for name, holds in rules.items() if not holds}

    def named(self, *sorts: str) -> set[str]:
        """The names of the symbols of some sorts; in what scores, none of those that are said in play."""
        known = [sort for sort in sorts if self.in_play or sort not in (MARK, RULE, THING)]
        return {symbol.name for sort in known for symbol in self.declared.symbols(sort)}

    def nouns(self) -> dict[str, str]:
        """The nouns with their plurals."""
        plurals = self.declared.plurals
        own = dict(forms_of(name, plurals) for name in self.named(WORD))
        return {noun.singular: noun.plural for noun in vocabulary.engine_nouns().values()} | own

    def one(self) -> set[str]:
        """What can be a noun in the singular, or stand before one."""
        return {*self.nouns(), *self.adjectives(), *self.local}

    def several(self) -> set[str]:
        """What can be a noun in the plural, or stand before one."""
        own = {f"{name}s" for name in self.local}
        return {*self.nouns().values(), *self.adjectives(), *own}

    def adjectives(self) -> set[str]:
        """What can stand before a noun."""
        values, pools = self.named(WORD), set[str]()
        if self.game is not None:
            values = {value for kind in self.game.kinds for value in kind.values.values()} | set(self.game.classes)
            pools = {board.name for board in self.game.boards if board.pool}
        return {*_ADJECTIVES, *self.named(CODE, MARK), *values, *self.holding, *pools}

    def measures(self) -> set[str]:
        """The numbers of things, players and rules."""
        own = self.game.numeric_attributes if self.game else ()
        return {*vocabulary.MEASURES, *own, *self.named(COUNTER), *self.counting, *self.local}

    def values(self) -> set[str]:
        """What an expression can begin with."""
        return self.one() | self.several() | self.measures()

    def referents(self) -> set[str]:
        """What can follow `the`, `its` and `their`: what was spoken of, places, parts and numbers of things."""
        general = {"space", "stack", "line", "player", "border", "center", "neighbor", "neighbors", "mirror", "edge"}
        nouns = {word for pair in self.nouns().items() for word in pair if not self.said.isdisjoint(pair)}
        places = self.named(PLACE, THING)
        belonging = {*self.nouns().values(), "row", "column", "diagonal", "quadrant", "square"}
        kinds = {self.game.piece, self.game.main_attribute, self.game.identity} if self.game else set()
        known = general | nouns | places | belonging | kinds | self.named(CODE)
        return known | set(_WHICH) | self.measures() | self.adjectives()

    def places(self) -> set[str]:
        """What can follow `in` and `on`."""
        return self.one() | self.several()

    def counters(self) -> set[str]:
        """The counters as they are gained and paid: one or many, or the caps that they count."""
        found: set[str] = set()
        for counter in self.game.counters if self.game else ():
            for name in filter(None, (counter.name, counter.written, counter.cap)):
                found |= {*forms_of(name, self.declared.plurals), name.removesuffix("s")}
        return found


def fitting(line: Sequence[Token], words: WordsByUse, languages: Iterable[str]) -> set[str]:
    """The words that can stand after the tokens of a line, where a word can stand."""
    first = len(line)
    while first and line[first - 1].type in _NAMED:
        first -= 1
    if not first:
        return words.named(CLASS) if not line else set()
    if line[0].type in ("NAME", "TEXT"):
        return set(languages)
    return _after(line[:first], len(line) - first, words)


def _after(before: Sequence[Token], inside: int, words: WordsByUse) -> set[str]:
    """The words that can stand in a phrase of which some words are there, after other tokens."""
    last, verb = before[-1].type, before[0].type
    previous = before[-2].type if len(before) > 1 else ""
    apart: Mapping[str, set[str]] = {
        "DO": words.named(VERB),
        "DURING": words.named(OPTION),
        "FROM": words.named(THING) | set(words.local),
        "CONSECUTIVE": set(words.nouns().values()),
        "SAME": words.one() | {"floor", "height"} | words.measures(),
    }
    if last in _NEW or (last == "THE" and previous == "RULE"):
        return set()
    if last in apart:
        return apart[last]
    if last == "AS" and verb == "MARK":
        return words.named(MARK)
    if last == "INT" and verb in ("GAIN", "PAY"):
        return words.counters()
    if last == "RPAR" and verb in ("GAIN", "PAY"):
        return words.counters()
    if last == "THE" and previous == "NOW":
        return words.counting
    if (last == "THE" and previous == "FILL") or last == "EMPTY":
        return words.named(PLACE)
    if last in _EXTREMES:
        plurals = {form for name in words.measures() for form in forms_of(name, words.declared.plurals)}
        return plurals | {"of"}
    if last in _ONE:
        return words.one()
    if last == "OF":
        return words.several() | (words.one() if previous != "COUNT" else words.adjectives())
    if last in ("THE", "ITS", "THEIR"):
        return words.referents() if not inside else words.referents() | words.one()
    if last in ("IN", "ON"):
        return words.places()
    if last in ("INT", "RPAR", "OR_MORE"):
        return words.several() | words.one()
    if verb in ("GAME", "BOARD", "COUNTER"):
        return words.named(WORD, COUNTER)
    return words.values() | words.holding | words.named(MARK, RULE)


def local_names(tokens: Sequence[Token]) -> Iterator[DeclaredSymbol]:
    """The names that a text gives, wherever in it."""
    for before, token in pairwise(tokens):
        if token.type == "WORD" and before.type in ("LET", "CALLED"):
            yield DeclaredSymbol(LOCAL, token, token.start)
