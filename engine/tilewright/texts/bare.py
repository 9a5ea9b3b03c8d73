"""Reading by the words that count: the light words are left out of a sentence and of every pattern."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, product

from tilewright.texts.chart import Grammar, Part, Production, Symbol, Synonyms, TextPaths, Wording, in_a_row
from tilewright.texts.table import Phrase, PhraseTable

PAUSE = ":"
"""As what a comma, and a parenthesis, is read."""
STATEMENTS = frozenset({"Text", "S", "So", "Sx", "SI", "T", "LN", "LS", "AS", "OS", "CS"})
"""The categories of statements: before them a word that counts must stand, or a sign."""

Kept = Mapping[str, tuple[frozenset[str], int]]
"""The light words that count before certain others, and how many words behind them these may be."""


@dataclass(frozen=True)
class LightWords:
    """The words that are left out.

    Words that are `soft` may count or not: they are read as what they are soft for, or left out. Light words that are
    `kept` count shortly before certain other words.
    """

    light: frozenset[str]
    soft: Mapping[str, str]
    kept: Kept

    def counts(self, words: Sequence[Symbol], at: int) -> bool:
        """Whether the word at a place counts."""
        word = words[at]
        return word not in self.light or self._is_kept(str(word), words[at + 1 :])

    def _is_kept(self, word: str, following: Sequence[Symbol]) -> bool:
        """Whether a light word counts before what follows."""
        before, reach = self.kept.get(word, (frozenset(), 0))
        return not before.isdisjoint(following[:reach])

    def softened(self, word: str, following: Sequence[Symbol]) -> str | None:
        """What a word is soft for, if it is soft before what follows."""
        return None if self._is_kept(word, following) else self.soft.get(word)

    def unsaid(self, rules: Mapping[str, Sequence[Production]], known: frozenset[str] = frozenset()) -> frozenset[str]:
        """The symbols for choices among words that may be light words alone, as `known` ones may."""
        found = set(known)
        choices = {name: options for name, options in rules.items() if all(rule.function is None for rule in options)}
        while True:
            more = {
                name
                for name, options in choices.items()
                if any(all(_name(part) in found or part in self.light for part in rule.symbols) for rule in options)
            }
            if more <= found:
                return frozenset(found)
            found |= more

    def without(
        self, rules: Mapping[str, Sequence[Production]], unsaid: Collection[str]
    ) -> dict[str, list[Production]]:
        """Rules without light words; `unsaid` are the symbols that may be left out."""
        found = {symbol: [*self._telegraphic(symbol, known, unsaid)] for symbol, known in rules.items()}
        return {symbol: known for symbol, known in found.items() if known}

    def _telegraphic(self, symbol: str, rules: Iterable[Production], unsaid: Collection[str]) -> Iterator[Production]:
        """The rules of a symbol without light words; those that have no other are none."""
        seen: set[tuple[Phrase | None, tuple[Symbol, ...]]] = set()
        for rule in rules:
            words = rule.symbols
            if rule.function is None and len(words) == 1 and words[0] in self.light:
                yield rule  # it counts where the choice stands before certain words, which a game may add to
            ways = product(*(self._ways(words, at, unsaid) for at in range(len(words))))
            for symbols in (tuple(chain.from_iterable(way)) for way in ways):
                own = rule.function, symbols
                if symbols and symbols != (Part(symbol),) and own not in seen and not _unparted(symbols, unsaid):
                    seen.add(own)
                    yield rule._replace(symbols=symbols)

    def _ways(self, words: Sequence[Symbol], at: int, unsaid: Collection[str]) -> list[tuple[Symbol, ...]]:
        """The ways to read one symbol of a rule: left out, as it is, or either."""
        part = words[at]
        if isinstance(part, str):
            return [(self.softened(part, words[at + 1 :]) or part,)] if self.counts(words, at) else [()]
        if part.slot or part.symbol not in unsaid:
            return [(part,)]
        said = any(self._is_kept(word, words[at + 1 :]) for word in self.kept)
        return [(part,)] if said else [(part,), ()]


class BareReadings:
    """How the words that count are read, when the light ones are left out of a sentence and of every pattern.

    Words that are `referring` refer back where something stands before them, and `inside` of something if the text can be
    read so. What is like plainer words (`likes`) is read as these here too, without the light ones among either.
    """

    def __init__(self, table: PhraseTable, words: LightWords, grammar: Grammar, likes: Synonyms) -> None:
        self.words, self.soft, self.grammar = words, table.soft, grammar
        self.referring, self.behind, self.inside = table.referring, table.behind, table.inside
        self.likes = likes.shortened(self._kept_of, PAUSE)

    def _kept_of(self, words: Wording) -> Wording:
        """The words that count of some that others are like; none of words that refer to something, or count elsewhere."""
        counting = tuple(word for at, word in enumerate(words) if self.words.counts(words, at))
        unclear = any(self._may_count(words, at) for at, word in enumerate(words) if word not in counting)
        return () if unclear else counting

    def _may_count(self, words: Wording, at: int) -> bool:
        """Whether a light word at a place counts where it refers to something, or before what may stand behind the words."""
        _, reach = self.words.kept.get(words[at], (frozenset(), 0))
        return words[at] in self.referring or at + reach >= len(words)

    def paths(self, words: Sequence[str], loose: bool = True) -> TextPaths:
        """The ways to read words, with and without those that are soft, and if `loose` with plainer ones in their place."""
        ways = (self.likes.paths(words) if loose else None) or in_a_row(words)
        steps: list[list[tuple[str, int]]] = [[] for _ in ways.steps]
        for at in range(ways.end - 1, -1, -1):
            for word, end in ways.steps[at]:
                kind = self.words.softened(word, words[ways.origin[end] :])
                steps[at] += [(kind or word, end), *(steps[end] if kind else ())]
        return TextPaths([[*dict.fromkeys(known)] for known in steps], ways.origin)


def _name(part: Symbol) -> str:
    return part if isinstance(part, str) else part.symbol


def _unparted(symbols: Sequence[Symbol], unsaid: Collection[str]) -> bool:
    """Whether a statement follows another part, and no word that counts stands between them: a choice among such is one."""
    pairs = pairwise(symbols)
    return any(_is_part(a, unsaid) and isinstance(b, Part) and b.symbol in STATEMENTS for a, b in pairs)


def _is_part(symbol: Symbol, unsaid: Collection[str]) -> bool:
    """Whether a symbol is a part of a phrase, or a choice among words that may be left out."""
    return isinstance(symbol, Part) and bool(symbol.slot or symbol.symbol in unsaid)
