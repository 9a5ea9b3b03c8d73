"""Completion: from the parser's allowed terminals and the names in scope, or from the schema of a YAML file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from itertools import pairwise
from typing import Any, NamedTuple

from tilewright.analysis.document import (
    CLASS,
    CODE,
    COUNTER,
    GAME,
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
    Document,
    forms_of,
)
from tilewright.check import vocabulary
from tilewright.core.build import is_condition
from tilewright.files.reader import FORMATS, kind_of
from tilewright.files.schema import Schema, structure, words_of
from tilewright.highlight.words import spellings
from tilewright.packs.resolve import Resolver
from tilewright.source import Span
from tilewright.syntax.lalr import BLOCKS, Token, tables
from tilewright.syntax.prefix import prefix
from tilewright.syntax.words import ORDINALS
from tilewright.table.game import Game

_PARTIAL = re.compile(r"[A-Za-z0-9-]*\Z")
_LAST_WORD = re.compile(r"[a-z-]+ +\Z")
_BLOCK = re.compile(r"^(?=[^\s#])", re.MULTILINE)
_LONGEST = 4
"""The largest number of words of a multiword terminal that may already be written."""
KEYWORD, NAME, KEY, VALUE = "keyword", "name", "key", "value"


class Offer(NamedTuple):
    """A completion item that replaces `span`: a `KEYWORD` or `NAME` of the language, a `KEY` or `VALUE` of a YAML file.

    `about` is its documentation, if it is already known.
    """

    text: str
    sort: str
    span: Span
    about: str = ""


def offers(document: Document, offset: int) -> list[Offer]:
    """The completion items at an offset in a file of the language, sorted, with keywords last."""
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
    """The start of the card that contains an offset."""
    line = text.rfind("\n", 0, offset) + 1
    starts = [match.start() for match in _BLOCK.finditer(text, 0, line)]
    return starts[-1] if starts else 0


def _at(document: Document, block: int, start: int, end: int) -> Iterator[Offer]:
    """The completion items where a new word begins."""
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
    """The terminals that begin lines of other kinds of cards."""
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
    """Multiword terminals whose first words are already written."""
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


# ------------------------------------------------------------------ what can stand at a place


_NAMED = ("WORD", "CODE")
_NEW = {
    *("LET", "CALLED", "OPTION", "PIECE", "CAP", "BOARD", "POOL", "CLASS", "IDENTITY", "COUNTER", "WRITTEN"),
    *("PART", "CARDS", "LAYOUTS", "MEASURE", "GAME"),
}
"""The terminals before a new name."""
_ADJECTIVES = frozenset(
    {
        *(*vocabulary.SPACE_ADJECTIVES, *vocabulary.REGION_WORDS, *vocabulary.NEIGHBOR_ADJECTIVES),
        *(*vocabulary.PLAYER_ADJECTIVES, *vocabulary.AXIS_ADJECTIVES, *vocabulary.TURN_ADJECTIVES),
        *(*vocabulary.PARITIES, "different", "chosen", "random"),
    }
)
_WHICH = frozenset({*_ADJECTIVES, *ORDINALS, *(word for named in vocabulary.NAMED_LINES.values() for word in named)})
"""The words between `the` or `its` and a noun."""


class WordsByUse:
    """The words of a game by syntactic use; `local` are the names bound in the text."""

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
        play_rules = game.play_rules if game and in_play else None
        rules = {rule.name: is_condition(rule.body) for rule in play_rules.rules} if play_rules else {}
        self.holding = {name for name, holds in rules.items() if holds}
        self.counting = {name for name, holds in rules.items() if not holds}

    def named(self, *sorts: str) -> set[str]:
        """The names of symbols of some sorts; in scoring rules, without those of play."""
        known = [sort for sort in sorts if self.in_play or sort not in (MARK, RULE, THING)]
        return {symbol.name for sort in known for symbol in self.declared.symbols(sort)}

    def nouns(self) -> dict[str, str]:
        """The nouns with their plurals."""
        plurals = self.declared.plurals
        cards = {self.game.located.name} if self.game and self.game.located else set()
        areas = {"patch", "area", *self.game.areas} if self.game and self.game.areas else set[str]()
        own = dict(forms_of(name, plurals) for name in self.named(WORD) | cards | areas)
        return {noun.singular: noun.plural for noun in vocabulary.engine_nouns().values()} | own

    def one(self) -> set[str]:
        """Words that can be a singular noun, or precede one."""
        return {*self.nouns(), *self.adjectives(), *self.local}

    def several(self) -> set[str]:
        """Words that can be a plural noun, or precede one."""
        own = {f"{name}s" for name in self.local}
        return {*self.nouns().values(), *self.adjectives(), *own}

    def adjectives(self) -> set[str]:
        """Words that can precede a noun."""
        values, pools = self.named(WORD), set[str]()
        if self.game is not None:
            values = {value for kind in self.game.kinds for value in kind.values.values()} | set(self.game.classes)
            pools = {board.name for board in self.game.boards if board.pool}
            values |= set(vocabulary.OWNED) if self.game.with_owners else set()
            values |= {"loose", "placeable"} if self.game.areas else set()
        return {*_ADJECTIVES, *self.named(CODE, MARK), *values, *self.holding, *pools}

    def measures(self) -> set[str]:
        """The measures of elements, players and rules."""
        own = self.game.numeric_attributes if self.game else ()
        return {*vocabulary.MEASURES, *own, *self.named(COUNTER), *self.counting, *self.local}

    def values(self) -> set[str]:
        """Words that can begin an expression or a value."""
        return self.one() | self.several() | self.measures() | self.named(RULE)

    def referents(self) -> set[str]:
        """Words that can follow `the`, `its` and `their`: elements in scope, places, parts and measures."""
        general = {
            "space",
            "stack",
            "line",
            "player",
            "border",
            "center",
            "neighbor",
            "neighbors",
            "mirror",
            "edge",
            "axis",
            "turn",
        }
        nouns = {word for pair in self.nouns().items() for word in pair if not self.said.isdisjoint(pair)}
        places = self.named(PLACE, THING)
        belonging = {*self.nouns().values(), "row", "column", "diagonal", "quadrant", "square"}
        kinds = {self.game.piece, self.game.main_attribute, self.game.identity} if self.game else set()
        known = general | nouns | places | belonging | kinds | self.named(CODE)
        return known | set(_WHICH) | self.measures() | self.adjectives()

    def any_number(self) -> set[str]:
        """Words that can be a noun or precede one."""
        return self.one() | self.several()

    def extremes(self) -> set[str]:
        """Words that can follow `largest`: measures, singular or plural."""
        return {form for name in self.measures() for form in forms_of(name, self.declared.plurals)}

    def moments(self) -> set[str]:
        """The moments of the game."""
        return set(self.game.play_rules.moments) if self.game and self.game.play_rules else set()

    def nothing(self) -> set[str]:
        """No words, where a new name is expected."""
        return set()

    def counters(self) -> set[str]:
        """The counters as used in `gain` and `pay`: singular, plural, or their caps."""
        found: set[str] = set()
        for counter in self.game.counters if self.game else ():
            for name in filter(None, (counter.name, counter.written, counter.cap)):
                found |= {*forms_of(name, self.declared.plurals), name.removesuffix("s")}
        return found


def fitting(line: Sequence[Token], words: WordsByUse, languages: Iterable[str]) -> set[str]:
    """The words that can follow the tokens of a line."""
    first = len(line)
    while first and line[first - 1].type in _NAMED:
        first -= 1
    if not first:
        return words.named(CLASS) if not line else set()
    if line[0].type in ("NAME", "TEXT"):
        return set(languages)
    before = line[:first]
    last, previous = before[-1].type, before[-2].type if len(before) > 1 else ""
    uses = (_AFTER.get((context, last)) for context in (previous, f"^{before[0].type}", ""))
    use = next((use for use in uses if use), WordsByUse.values)
    return use(words)


_Use = Callable[[WordsByUse], set[str]]
_AFTER: dict[tuple[str, str], _Use] = {
    **{("", last): WordsByUse.nothing for last in _NEW},
    **{("", last): WordsByUse.one for last in ("EACH", "ANY", "EVERY", "NO", "_A", "ANOTHER")},
    **{("", last): WordsByUse.extremes for last in ("LARGEST", "SMALLEST", "TOTAL")},
    **{("", last): WordsByUse.referents for last in ("THE", "ITS", "THEIR")},
    **{("", last): WordsByUse.any_number for last in ("IN", "ON", "OF", "INT", "RPAR", "OR_MORE")},
    **{(verb, last): WordsByUse.counters for verb in ("^GAIN", "^PAY") for last in ("INT", "RPAR")},
    ("COUNT", "OF"): WordsByUse.several,
    ("RULE", "THE"): WordsByUse.nothing,
    ("NOW", "THE"): lambda words: words.counting,
    ("FILL", "THE"): lambda words: words.named(PLACE),
    ("", "EMPTY"): lambda words: words.named(PLACE),
    ("", "DO"): lambda words: words.named(VERB),
    ("", "DURING"): lambda words: words.named(OPTION, VERB),
    ("", "AT"): WordsByUse.moments,
    ("CHOOSE", "_A"): lambda words: words.one() | {"number"},
    ("", "FROM"): lambda words: words.named(THING) | set(words.local),
    ("^MARK", "AS"): lambda words: words.named(MARK),
    ("", "CONSECUTIVE"): lambda words: set(words.nouns().values()),
    ("", "SAME"): lambda words: words.one() | words.measures(),
}
"""The words that can follow a token, by the previous token or (^) by the first token of the line."""


def local_names(tokens: Sequence[Token]) -> Iterator[DeclaredSymbol]:
    """The names bound anywhere in a text."""
    for before, token in pairwise(tokens):
        if token.type == "WORD" and before.type in ("LET", "CALLED"):
            yield DeclaredSymbol(LOCAL, token, token.start)


_KEY = re.compile(r"^(?P<indent> *)(?P<dash>(?:- +)*)(?P<key>[a-z][a-z-]*):(?P<value>.*)$")
_WORD = re.compile(r"[A-Za-z0-9-]*\Z")


def yaml_offers(document: Document, resolver: Resolver, offset: int) -> list[Offer]:
    """The completion items at an offset in a YAML file."""
    text = document.source.text
    start = offset - len(_WORD.search(text[:offset])[0])  # type: ignore[index] # it always matches
    line = text[text.rfind("\n", 0, start) + 1 : start]
    span = Span(start, offset)
    path, own = _path(text, start), _KEY.match(f"{line}x:") if not line.strip("- ") else None
    keys = [Offer(f"{key}: ", KEY, span, about) for key, about in _keys(document, path[:-1])] if own else []
    if keys:
        return keys
    key = path[-1] or (path[-2] if len(path) > 1 else "")
    return [Offer(value, VALUE, span) for value in _values(document, resolver, key, path)]


def about_key(document: Document, offset: int) -> tuple[str, Span] | None:
    """The documentation of the key at an offset, from the schema, and the span of the key."""
    text = document.source.text
    line = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    found = _KEY.match(text[line : len(text) if end < 0 else end])
    if found is None or not found.start("key") <= offset - line <= found.end("key"):
        return None
    path = _path(text, line + found.end("key") + 1)
    about = next(
        (description for key, description in _keys(document, path[:-1]) if key == found["key"] and description), None
    )
    span = Span(line + found.start("key"), line + found.end("key"))
    return (f"**{found['key']}**: {about}", span) if about else None


def _path(text: str, start: int) -> list[str]:
    """The path of keys at an offset, by indentation; the last is that of its own line."""
    line_start = text.rfind("\n", 0, start) + 1
    line = text[line_start:start]
    found = _KEY.match(line)
    path = [found["key"] if found else ""]
    level = len(line) - len(line.lstrip(" -"))
    inside_text = not found and line.strip("- ") != ""
    for above in reversed(text[:line_start].split("\n")[:-1]):
        known = _KEY.match(above)
        indent = len(known["indent"] + known["dash"]) if known else 0
        if known and (indent < level or (inside_text and indent <= level)):
            path.insert(0, known["key"])
            level, inside_text = len(known["indent"]), False
    return path


def _schema(document: Document) -> Schema | None:
    kind = kind_of(document.source)
    if kind is None:
        return None
    words = words_of(document.game) if document.game and kind != "pack" else None
    return structure(kind, words).schema


def _keys(document: Document, path: list[str]) -> Iterator[tuple[str, str]]:
    """The keys of the mapping at a path, with their documentation."""
    root = _schema(document)
    if root is None:
        yield from (("tilewright", "the kind of file"), ("game", "the id of its game"))
        return
    part: Any = root
    for key in path:
        part = _resolved(part.get("properties", {}).get(key, {}), root)
        part = _resolved(part.get("items", part), root)
    for key, value in part.get("properties", {}).items():
        yield key, str(_resolved(value, root).get("description", value.get("description", "")))


def _resolved(part: Any, root: Schema) -> Any:
    """A part of a schema, with references resolved."""
    name = part.get("$ref", "").rpartition("/")[2]
    return root.get("$defs", {}).get(name, part) if name else part


def _values(document: Document, resolver: Resolver, key: str, path: list[str]) -> list[str]:
    """The values that can follow a key."""
    pack = document.pack
    if key == "tilewright":
        return [str(value) for value in FORMATS.values()]
    if key == "game":
        return sorted({found.game.id for found in resolver.packs()})
    if pack is None:
        return []
    catalog = pack.catalog(resolver.folder)
    if "cards" in path:
        return sorted(catalog.card_files)
    if key in {layout.name for layout in pack.game.layouts}:
        return sorted(catalog.files([key]))
    root = _schema(document)
    part = _resolved(root.get("properties", {}).get(key, {}), root) if root else {}
    codes = [kind.code for kind in pack.game.kinds]
    boards = {board.name for board in pack.game.boards} | {pack.game.plural(pack.game.piece)}
    return [str(value) for value in part.get("enum", ())] or (codes if boards & set(path) else [])
