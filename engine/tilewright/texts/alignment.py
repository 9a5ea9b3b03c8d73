"""A sentence that no table reads, compared with the rule of its card by synthesis: with every way to say the rule, and
with what it would say if one of its parts were something else.

The rule is a tree of phrases. What says a part of it is a phrase of the sentence that is read and means the same, or one
of the patterns of the part around what says its own parts, in which words may be missing or left over at a price: a small
one for words that mean little (``light`` lines of a table), too much for others. In place of one part there may also be
another phrase of the same kind that the sentence has: a near miss. So a near miss is never guessed; the sentence says it.

When the rule explains the sentence and no near miss does as well, the text probably agrees, and when a near miss does
and the rule does not, it probably differs. Neither is proved.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from typing import Union

from tilewright.table.card import Card
from tilewright.texts.chart import Part, Phrases, Production, Symbol, Tree
from tilewright.texts.partial import exchanged
from tilewright.texts.phrasebook import CardLanguage, Language, alike
from tilewright.texts.reading import ABILITY, TEXT, checked, meaning, plain, rule_text
from tilewright.texts.trying import try_rules
from tilewright.texts.verdict import SeemingMeaning
from tilewright.texts.writing import NoWords, idiomatic_trees, sentence

LIGHT, HEAVY = 0.1, 1.0
"""What a word costs that is left over or missing: one that means little by itself, and any other."""
OWN, LOOSE = 0.25, 0.2
"""What a word costs that other patterns of the same phrase have, and that parts stand as no pattern has them."""
MOST = 2.2
"""What may be left over and missing of an explanation at most: about two words that count."""
AGREES, DIFFERS = 0.95, 0.6
"""What may be left over and missing where a text probably agrees (no word that counts), and where it probably differs."""
CLEAR = 0.6
"""How much more is left over and missing by whatever is against that."""
MOST_MISSES = 12
"""How many near misses are compared with the rule."""
MOST_WORDS = 60
"""Of how long a text this is asked."""


@dataclass(frozen=True)
class NearMiss:
    """A rule with another phrase in place of one of its parts."""

    part: Tree
    instead: Tree


PhraseChange = tuple[int, str]
"""Which part of a tree is another, by its identity, and what it is then."""
PhrasePlace = tuple[int, int, Union[PhraseChange, None]]
"""Where words of a sentence begin and end that say a part, and the change that this takes."""
Costs = dict[PhrasePlace, float]
"""What is left over and missing where a part is said."""


class Alignment:
    """The words of a sentence beside the parts of a rule."""

    def __init__(self, language: Language, words: Sequence[str]) -> None:
        self.language, self.card, self.words = language, language.card, words
        self.before = [0.0, *accumulate(map(self.weight, words))]
        self.changes: dict[PhraseChange, NearMiss] = {}
        self._phrases = Phrases(language.grammar, words)
        self._costs: dict[tuple[int, str], Costs] = {}
        self._prices: dict[str, float] = {}

    def weight(self, word: str) -> float:
        """What a word costs that is left over or missing."""
        return LIGHT if word in self.language.light else HEAVY

    def explained(self, tree: Tree, start: str) -> dict[PhraseChange | None, float]:
        """What is left over and missing when the sentence says a rule (None), and when it says a near miss."""
        found: dict[PhraseChange | None, float] = {}
        for (begin, end, change), cost in self.costs(tree, start).items():
            whole = cost + self.before[begin] + self.before[-1] - self.before[end]
            if whole < found.get(change, MOST):
                found[change] = whole
        return found

    def costs(self, tree: Tree, symbol: str) -> Costs:
        """Where a part of a rule is said as a symbol of the grammar."""
        key = id(tree), symbol
        if key not in self._costs:
            found = self._costs[key] = {}
            for begin, end, other in self._phrases_of(symbol):
                found[begin, end, None if _meant(other) == _meant(tree) else self._change(tree, other)] = 0.0
            for rule in self.language.grammar.rules.get(symbol, ()):
                _put_all(found, self._by_rule(tree, rule))
            if tree.function is not None:
                _put_all(found, self._loosely(tree, tree.function.name))
        return self._costs[key]

    def _by_rule(self, tree: Tree, rule: Production) -> Costs:
        """Where a rule of the grammar says a part: one for phrases that are the same, or for phrases of a smaller kind."""
        only = rule.symbols[0]
        if rule.function is None:
            return self.costs(tree, only.symbol) if len(rule.symbols) == 1 and isinstance(only, Part) else {}
        same = tree.function is not None and self.language.are_same(rule.function.name, tree.function.name)
        return self._by_pattern(tree, rule) if same else {}

    def _loosely(self, tree: Tree, name: str) -> Costs:
        """Where the parts of a part stand as in one of its patterns, with words of others between them, or none."""
        words, frames = self.language.frames(name)
        weights = [min(self.weight(word), OWN if word in words else HEAVY) for word in self.words]
        parts = {slot: kid for slot in self.card.parts.get(name, ()) if (kid := self.card.part(tree, slot)) is not None}
        found: Costs = {}
        for frame in frames:
            if {part.slot for part in frame} >= set(tree.kids):
                _put_all(found, self._in_order(frame, parts, LOOSE, [0.0, *accumulate(weights)]))
        return found

    def _phrases_of(self, symbol: str) -> Iterator[tuple[int, int, Tree]]:
        """The phrases of a symbol in the sentence."""
        if symbol not in self.language.grammar.leaves:
            yield from self._phrases.trees(symbol)
            return
        for at, word in enumerate(self.words):
            if (found := self.language.grammar.leaves[symbol](word)) is not None:
                yield at, at + 1, Tree(None, {}, found)

    def _change(self, tree: Tree, other: Tree) -> PhraseChange:
        change = id(tree), str(_meant(other))
        self.changes.setdefault(change, NearMiss(tree, other))
        return change

    def _by_pattern(self, tree: Tree, rule: Production) -> Costs:
        """Where a pattern says a part around its own parts."""
        parts = self._parts_by_slot(tree, rule)
        return {} if parts is None else self._in_order(rule.symbols, parts, 0.0, self.before)

    def _in_order(
        self, symbols: Sequence[Symbol], parts: Mapping[str, Tree], price: float, before: Sequence[float]
    ) -> Costs:
        """Where symbols stand one behind the other; `before` is what the words before each place cost in between."""
        states: Costs = {(-1, -1, None): price}
        for symbol in symbols:
            places, missing = self._symbol(symbol, parts)
            following = {place: cost + missing for place, cost in states.items() if cost + missing < MOST}
            for (begin, end, change), cost in states.items():
                for (start, stop, other), more in places.items():
                    if start >= end and (change is None or other is None):
                        between = before[start] - before[end] if end >= 0 else 0.0
                        _put(following, (start if begin < 0 else begin, stop, change or other), cost + more + between)
            if not following:
                return {}
            states = following
        return {place: cost for place, cost in states.items() if place[0] >= 0}

    def _parts_by_slot(self, tree: Tree, rule: Production) -> Mapping[str, Tree] | None:
        """The parts of a tree as a pattern names them; None if it leaves unsaid what the tree is not."""
        parts = dict(tree.kids)
        for slot, function, names in rule.unsaid:
            kid = self.card.part(tree, slot)
            if kid is None or kid.function is None or kid.function.name != function.name:
                return None
            parts |= {name: kid.kids[name] for name in names if name in kid.kids}
        return parts

    def _symbol(self, symbol: Symbol, parts: Mapping[str, Tree]) -> tuple[Costs, float]:
        """Where a part of a pattern is said, and what it costs if it is not."""
        if isinstance(symbol, str):
            return {(at, at + 1, None): 0.0 for at, word in enumerate(self.words) if word == symbol}, self.weight(
                symbol
            )
        part = parts.get(symbol.slot) or self.card.defaults.get(symbol.slot.rstrip("0123456789"))
        if part is not None:
            return self.costs(part, symbol.symbol), MOST
        places = self._phrases.places.get(symbol.symbol, ())
        return {(begin, end, None): 0.0 for begin, end in places}, self._price(symbol.symbol)

    def _price(self, symbol: str) -> float:
        """What it costs if words are not said: a choice among them, a word of the lexicon, or what changes nothing."""
        if symbol not in self._prices:
            self._prices[symbol] = MOST
            ways = self.language.grammar.rules.get(symbol, ())
            bare = [way.symbols for way in ways if way.function is None or way.function.local]
            prices = (
                sum(self.weight(part) if isinstance(part, str) else self._price(part.symbol) for part in way)
                for way in bare
            )
            self._prices[symbol] = min(prices, default=MOST)
        return self._prices[symbol]


def _put(costs: Costs, place: PhrasePlace, cost: float) -> None:
    if cost < costs.get(place, MOST):
        costs[place] = cost


def _put_all(costs: Costs, others: Costs) -> None:
    for place, cost in others.items():
        _put(costs, place, cost)


def _meant(tree: Tree) -> object:
    """What a phrase means, in the card language."""
    return str(tree.value) if tree.function is None else alike(tree.meaning)


# -- what a text seems to say


@dataclass(frozen=True)
class Explanation:
    """A rule that explains a sentence, and what is left over and missing then; `miss` unless it is that of the card."""

    cost: float
    tree: Tree
    miss: NearMiss | None = None

    def whole(self, card: CardLanguage) -> Tree:
        """The tree of the rule."""
        miss = self.miss
        return (
            self.tree
            if miss is None
            else exchanged(self.tree, lambda part: part is miss.part, miss.instead, card.remade)
        )


def likeness(language: Language, text: str, card: Card) -> SeemingMeaning | None:
    """What a text that is not understood seems to say, by how the rule and near misses explain it; None if that is open."""
    words = [token.word for token in language.tokens(text)]
    if len(words) > MOST_WORDS:
        return None
    start = TEXT if card.rule is not None else ABILITY
    own, others = MOST, list[tuple[Explanation, bool]]()
    for found in _explanations(language, words, card, start):
        if found.cost >= own + CLEAR or len(others) == MOST_MISSES:
            break
        same, differs = (True, False) if found.miss is None else _compared(found, language, card, start)
        if same:
            own = min(own, found.cost)
        elif same is not None:
            others.append((found, differs))
    if own <= AGREES and not others:
        return SeemingMeaning()
    nearest = next((found for found, differs in others if differs), None)
    if nearest is None or nearest.cost > DIFFERS or own < nearest.cost + CLEAR:
        return None
    rule = plain(rule_text(nearest.whole(language.card), language.card))
    with suppress(NoWords):
        return SeemingMeaning(sentence(nearest.whole(language.card), language), rule)
    return SeemingMeaning(rule, rule)


def _explanations(language: Language, words: Sequence[str], card: Card, start: str) -> list[Explanation]:
    """The rule and its near misses as explanations of a sentence, the best first."""
    alignment = Alignment(language, words)
    found = [
        Explanation(cost, tree, None if change is None else alignment.changes[change])
        for tree in idiomatic_trees(card, language)
        for change, cost in alignment.explained(tree, start).items()
    ]
    return sorted(found, key=lambda explanation: (explanation.cost, explanation.miss is not None))


def _compared(found: Explanation, language: Language, card: Card, start: str) -> tuple[bool | None, bool]:
    """Whether a near miss is the rule after all (None: it is no rule), and whether it is known to be another."""
    other = checked(language.card, rule_text(found.whole(language.card), language.card), start)
    if not isinstance(other, Card):
        return None, False
    if meaning(other) == meaning(card):
        return True, False
    if card.rule is None or other.rule is None:
        return False, True
    return False, try_rules(language.card.game, other.rule, card.rule).verdict == "different"
