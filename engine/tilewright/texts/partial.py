"""What of a text is understood when not all of it is: a rule with a hole, and the sentence compared with every way to say the rule."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import accumulate, dropwhile, islice
from typing import Union

from tilewright.core import expr as core
from tilewright.solver.proof import Proof
from tilewright.source import Span
from tilewright.table.card import Card
from tilewright.texts.alike import alike
from tilewright.texts.chart import Grammar, Part, Phrases, Production, ReadingFailure, Symbol, Tree, read
from tilewright.texts.layout import plain
from tilewright.texts.phrasebook import CardLanguage, Language
from tilewright.texts.reading import ABILITY, TEXT, NotUnderstood, checked, meaning, rule_text
from tilewright.texts.tokens import WordAt
from tilewright.texts.trying import try_bounds, try_rules
from tilewright.texts.verdict import Partial, ProbableMeaning
from tilewright.texts.writing import NoWords, idiomatic_trees, phrase, sentence, trees_of

HOLE = "[hole]"
"""The word that stands for a phrase that is not understood."""
HOLES = ("HoleM", "HoleC", "HoleB", "HoleN")
"""The phrases of the card language that are holes: conditions and things."""
SAID_HERE, SAID_THING = "hole-here", re.compile(r"hole-things?")
"""What a hole is in the card language, which has no such words."""
SHOWN = "..."
LONGEST = 10
"""How many words an obstacle has at most."""
MOST_READ = 2000
"""How many words are read, over all places where a hole is tried."""
MOST_COMPARED, MOST_TREES = 12, 3
"""How many rules with a hole are compared with the rule of the card, and how many of one place."""
MOST_WORDS = 80
"""Of how long a text it is asked what is understood."""
BEFORE = 6
"""How many words before the place where reading ends an obstacle may begin."""
THING = "N"
"""The category of things that are counted."""
_WITHIN = re.compile(r"[,:;()]")
"""What no phrase has in it."""
_NOT_MONOTONE = re.compile(
    r"\b(not|no|every|exactly|at most|fewer|largest|smallest|otherwise|if|there|count|total|any)\b"
)


def partial(language: Language, text: str, card: Card | None = None, start: str = TEXT) -> Partial | None:
    """What is understood of a text that cannot be read; None if not even the rest of it can.

    It is read as what the card has, without a card as a text of points or, if `start` says so, of an ability.
    """
    if card is not None:
        start = TEXT if card.rule is not None else ABILITY
    tokens = language.tokens(text)
    first: Partial | None = None
    for begin, end, tree in islice(_with_hole(language, tokens, start), MOST_COMPARED):
        span = Span(tokens[begin].start, tokens[end - 1].end)
        rule = rule_text(tree, language.card)
        known = Partial(span, plain(SAID_THING.sub(SHOWN, rule.replace(SAID_HERE, SHOWN))))
        if card is not None and _holes(tree):
            known = _compared(language, known, tree, card)
        if known.needed:
            return known
        if _holes(tree) and not _is_phrase(language, text, tokens[begin:end]):
            continue
        first = first or known
        if card is None or known.contradiction:
            break
    return first


def obstacle(problem: NotUnderstood, text: str, known: Partial | None) -> NotUnderstood:
    """Why a text is not understood, with the phrase that is in the way where the rest is understood."""
    if known is None or not problem.stuck:
        return problem
    return NotUnderstood(known.span, f"'{text[known.span.start : known.span.end]}' is not a known phrase")


def _is_phrase(language: Language, text: str, words: Sequence[WordAt]) -> bool:
    """Whether a hole can be a phrase with a meaning of its own that is not known: whether its borders are those of one."""
    said = [word.word for word in words]
    if said[-1] in language.light or _WITHIN.search(text[words[0].start : words[-1].end]):
        return False
    telling = list(dropwhile(language.light.__contains__, said))
    if language.of_quantities.issuperset(telling):
        return False
    return not isinstance(read(language.idioms, telling, THING, why=False), list)


def _with_hole(language: Language, tokens: Sequence[WordAt], start: str) -> Iterator[tuple[int, int, Tree]]:
    """The obstacles, the shortest and nearest to where reading ends first, with the trees that have a hole there."""
    words = [token.word for token in tokens]
    stuck = read(language.idioms, words[: MOST_WORDS + 1], start, why=False)
    if not isinstance(stuck, ReadingFailure) or len(words) > MOST_WORDS:
        return
    grammar = _holed(language)
    for begin, end in _places(len(words), stuck.at):
        if "." in words[begin:end]:
            continue
        found = read(grammar, [*words[:begin], HOLE, *words[end:]], start, why=False)
        trees = [tree for tree in found if _is_rule(language, tree, start)] if isinstance(found, list) else []
        yield from ((begin, end, tree) for tree in trees[:MOST_TREES])
    alone = _without_a_sentence(language, words, start)
    if alone is not None:
        yield alone


def _without_a_sentence(language: Language, words: Sequence[str], start: str) -> tuple[int, int, Tree] | None:
    """The first sentence of several without which the others are understood, and what they say."""
    ends = [at for at, word in enumerate(words) if word == "."]
    begins = [0, *(at + 1 for at in ends)]
    for begin, end in zip(begins, [*ends, len(words)], strict=True):
        found = read(language.idioms, [*words[:begin], *words[end + 1 :]], start, why=False) if begin < end else None
        if isinstance(found, list) and len(found) > 0 and _is_rule(language, found[0], start):
            return begin, end, found[0]
    return None


def _places(size: int, stuck: int) -> Iterator[tuple[int, int]]:
    """Where an obstacle may be, the shortest places first: about where reading ends, and never most of the text."""
    left = MOST_READ // max(1, size)
    for length in range(1, min(LONGEST, 2 * size // 3) + 1):
        for begin in range(min(stuck, size - length), max(-1, stuck - length - BEFORE), -1):
            if not left:
                return
            left -= 1
            yield begin, begin + length


def _holed(language: Language) -> Grammar:
    """How a language is read, with holes among its phrases."""
    if language.holed is None:
        grammar, functions = language.idioms, language.card.table.functions
        holes = {functions[name].category: Production(functions[name], (HOLE,)) for name in HOLES}
        rules = {name: [*known, *filter(None, [holes.get(name)])] for name, known in grammar.rules.items()}
        language.holed = Grammar(rules, grammar.leaves, grammar.meaning, grammar.key)
    return language.holed


def _filled(rule: str, condition: str) -> str:
    """The text of a rule whose hole is a condition, or any thing."""
    return re.sub("hole-things", "stacks", rule.replace(SAID_HERE, condition)).replace("hole-thing", "stack")


ALWAYS, NEVER = "1 = 1", "1 = 2"


def _is_rule(language: Language, tree: Tree, start: str) -> bool:
    rule = rule_text(tree, language.card)
    return isinstance(checked(language.card, _filled(rule, ALWAYS), start), Card)


# -- compared with a card


def _compared(language: Language, known: Partial, tree: Tree, card: Card) -> Partial:
    start = TEXT if card.rule is not None else ABILITY
    fitting = [part for part in _phrases_of_kind(language, card, tree) if _means(language, tree, part, card, start)]
    if not fitting:
        bad = _contradiction(language, tree, card.rule) if card.rule is not None else None
        return replace(known, contradiction=bad)
    needed = tuple(dict.fromkeys(said for part in fitting for said in _written(language, part)))
    return replace(known, needed=needed)


def _phrases_of_kind(language: Language, card: Card, tree: Tree) -> Iterator[Tree]:
    """The phrases of the rule of a card that are of the kind of the hole of a tree, each once."""
    kinds = {hole.function.category for hole in _holes(tree) if hole.function is not None}
    seen: set[object] = set()
    for rule in trees_of(card, language.card, language):
        for part in _all(rule):
            if part.function and part.function.category in kinds and part.meaning not in seen:
                seen.add(part.meaning)
                yield part


def _all(tree: Tree) -> Iterator[Tree]:
    yield tree
    for kid in tree.kids.values():
        yield from _all(kid)


def _holes(tree: Tree) -> list[Tree]:
    return [part for part in _all(tree) if _is_hole(part)]


def _is_hole(tree: Tree) -> bool:
    return tree.function is not None and tree.function.name in HOLES


def _means(language: Language, tree: Tree, part: Tree, card: Card, start: str) -> bool:
    """Whether a tree is the rule of a card with a phrase in its hole."""
    whole = exchanged(tree, _is_hole, part, language.card.remade)
    found = checked(language.card, rule_text(whole, language.card), start)
    return isinstance(found, Card) and meaning(found) == meaning(card)


def exchanged(tree: Tree, old: Callable[[Tree], bool], new: Tree, remade: Callable[[Tree], Tree]) -> Tree:
    """A tree with another one in place of some of its parts."""
    if old(tree):
        return new
    kids = {name: exchanged(kid, old, new, remade) for name, kid in tree.kids.items()}
    changed = any(kids[name] is not kid for name, kid in tree.kids.items())
    return remade(replace(tree, kids=kids)) if changed else tree


def _written(language: Language, part: Tree) -> Iterator[str]:
    try:
        yield phrase(part, language)
    except (NoWords, LookupError):
        return


def _contradiction(language: Language, tree: Tree, rule: core.Expr) -> Proof | None:
    """A board on which a rule is not what a tree scores, whatever condition its hole is.

    Looked for where the hole chooses among the things that each score the same, so that the tree scores at most as much
    as if it held always, and at least as much as if never.
    """
    text = rule_text(tree, language.card)
    lines = [line for line in text.split("\n") if SAID_HERE in line]
    if (
        text.count("\n")
        or len(lines) != 1
        or not re.match(r"score -?\d+ for each ", lines[0])
        or _NOT_MONOTONE.search(lines[0])
    ):
        return None
    ends = [checked(language.card, _filled(text, condition), TEXT) for condition in (NEVER, ALWAYS)]
    rules = [card.rule for card in ends if isinstance(card, Card) and card.rule is not None]
    return try_bounds(language.card.game, rules[0], rules[1], rule) if len(rules) == 2 else None


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
MOST_ALIGNED_WORDS = 60
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


def likeness(language: Language, text: str, card: Card) -> ProbableMeaning | None:
    """What a text that is not understood seems to say, by how the rule and near misses explain it; None if that is open."""
    words = [token.word for token in language.tokens(text)]
    if len(words) > MOST_ALIGNED_WORDS:
        return None
    start = TEXT if card.rule is not None else ABILITY
    own, others = MOST, list[tuple[Explanation, bool]]()
    for found in _explanations(language, words, card, start):
        if found.cost >= own + CLEAR or len(others) == MOST_MISSES:
            break
        same, differs = (True, False) if found.miss is None else _is_the_rule(found, language, card, start)
        if same:
            own = min(own, found.cost)
        elif same is not None:
            others.append((found, differs))
    if own <= AGREES and not others:
        return ProbableMeaning()
    nearest = next((found for found, differs in others if differs), None)
    if nearest is None or nearest.cost > DIFFERS or own < nearest.cost + CLEAR:
        return None
    rule = plain(rule_text(nearest.whole(language.card), language.card))
    with suppress(NoWords):
        return ProbableMeaning(sentence(nearest.whole(language.card), language), rule)
    return ProbableMeaning(rule, rule)


def _explanations(language: Language, words: Sequence[str], card: Card, start: str) -> list[Explanation]:
    """The rule and its near misses as explanations of a sentence, the best first."""
    alignment = Alignment(language, words)
    found = [
        Explanation(cost, tree, None if change is None else alignment.changes[change])
        for tree in idiomatic_trees(card, language)
        for change, cost in alignment.explained(tree, start).items()
    ]
    return sorted(found, key=lambda explanation: (explanation.cost, explanation.miss is not None))


def _is_the_rule(found: Explanation, language: Language, card: Card, start: str) -> tuple[bool | None, bool]:
    """Whether a near miss is the rule after all (None: it is no rule), and whether it is known to be another."""
    other = checked(language.card, rule_text(found.whole(language.card), language.card), start)
    if not isinstance(other, Card):
        return None, False
    if meaning(other) == meaning(card):
        return True, False
    if card.rule is None or other.rule is None:
        return False, True
    return False, try_rules(language.card.game, other.rule, card.rule).verdict == "different"
