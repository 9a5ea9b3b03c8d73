"""Reading by a grammar: every reading of a sentence (its words in a row, or in several ways), those of one meaning packed into one."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import NamedTuple, Union

from tilewright.texts.table import Phrase

ROUNDS = 2
"""How often words that have been replaced may be part of what is replaced."""
MOST_WAYS = 6
"""How many ways may lead on from a place for each word that the text has."""
ANY_NUMBER = "{K}"
"""A number in words that mean the same: the plain words have the same number."""
LISTED = 3
"""So many numbers side by side are a list: "1, 3 and 6" is like 1/3/6."""

Wording = tuple[str, ...]
WordStep = tuple[str, int]
"""A word, and the place that it leads to."""


@dataclass(frozen=True)
class TextPaths:
    """The ways through a text: from each place the words that lead on, each to a later place.

    `origin` of a place is how many words of the text itself stand before it.
    """

    steps: Sequence[Sequence[WordStep]]
    origin: Sequence[int]

    @property
    def end(self) -> int:
        """The last place."""
        return len(self.steps) - 1


def in_a_row(words: Union[Sequence[str], TextPaths]) -> TextPaths:
    """Words that can be read in one way."""
    if isinstance(words, TextPaths):
        return words
    return TextPaths([*([(word, at)] for at, word in enumerate(words, 1)), []], range(len(words) + 1))


class Synonyms:
    """The words that mean the same as plainer ones, by their first words. `joining` words stand between listed numbers."""

    def __init__(
        self,
        likes: Sequence[tuple[Wording, Wording]],
        number: Callable[[str], int | None],
        joining: frozenset[str] = frozenset(),
    ) -> None:
        self.number, self.joining = number, joining
        self.known = frozenset(word for said, _ in likes for word in said)
        self._by_first: dict[str, list[tuple[Wording, Wording]]] = {}
        for said, plain in dict.fromkeys(likes):
            self._by_first.setdefault(said[0], []).append((said, plain))

    def shortened(self, short: Callable[[Wording], Wording], pause: str) -> Synonyms:
        """The same with what is kept of the words on either side, but for those of which nothing is; a `pause` joins, too."""
        known = ((said, plain) for ways in self._by_first.values() for said, plain in ways)
        kept = ((short(said), short(plain), plain) for said, plain in known)
        changed = [(a, b) for a, b, plain in kept if a and a != b and (b or not plain)]
        return Synonyms(changed, self.number, self.joining | {pause})

    def paths(self, words: Sequence[str]) -> TextPaths | None:
        """The ways to read words with plainer ones in their place; None if there are no such."""
        steps: dict[float, list[tuple[str, float]]] = {at: [(word, at + 1)] for at, word in enumerate(words)}
        ways: dict[tuple[float, float, Wording], None] = {}
        for way in self._lists(words):
            ways[way] = None
            _lead(steps, *way, len(ways))
        for _ in range(ROUNDS):
            found = [way for way in self._found(steps) if way not in ways]
            if not found or len(ways) + len(found) > MOST_WAYS * len(words):
                break
            for way in found:
                ways[way] = None
                _lead(steps, *way, len(ways))
        return _numbered(steps, len(words)) if ways else None

    def _lists(self, words: Sequence[str]) -> Iterator[tuple[float, float, Wording]]:
        """Where lists of numbers stand, as long as possible, and how they are written with slashes."""
        begin, end, numbers = 0, 0, list[str]()
        for at, word in enumerate([*words, ""]):
            number = self.number(word)
            if number is not None:
                begin = begin if numbers else at
                end = at + 1
                numbers.append(str(number))
            elif word not in self.joining or at > end + 1:
                if len(numbers) >= LISTED:
                    yield begin, end, ("/".join(numbers),)
                numbers = []

    def _found(self, steps: Mapping[float, Sequence[tuple[str, float]]]) -> list[tuple[float, float, Wording]]:
        """Where words stand that mean the same as others, and these."""
        return [
            (at, end, tuple(filled) if (filled := _filled(plain, number)) else ())
            for at in steps
            for first, _ in [*steps[at]]
            for said, plain in self._beginning_with(first)
            for end, number in self._along(steps, at, said)
        ]

    def _beginning_with(self, word: str) -> list[tuple[Wording, Wording]]:
        numbered = self._by_first.get(ANY_NUMBER, ()) if self.number(word) is not None else ()
        return [*self._by_first.get(word, ()), *numbered]

    def _along(
        self, steps: Mapping[float, Sequence[tuple[str, float]]], at: float, said: Wording, number: str = ""
    ) -> Iterator[tuple[float, str]]:
        """Where words end that begin at a place, and the number among them."""
        if not said:
            yield at, number
            return
        for word, following in steps.get(at, ()):
            if word == said[0]:
                yield from self._along(steps, following, said[1:], number)
            elif said[0] == ANY_NUMBER and self.number(word) is not None:
                yield from self._along(steps, following, said[1:], word)


def _filled(plain: Wording, number: str) -> Wording:
    return tuple(number if word == ANY_NUMBER else word for word in plain)


def _lead(steps: dict[float, list[tuple[str, float]]], at: float, end: float, words: Wording, number: int) -> None:
    """Add a way from one place to another, with places of its own between its words."""
    if not words:  # what leads to the place leads also to the end of what is left out
        before = [(place, word) for place, known in steps.items() for word, following in known if following == at]
        for place, word in before:
            steps[place].append((word, end))
        if not at:
            steps[at] += steps.get(end, [])
        return
    places = [at, *(at + (i + number / 1e6) / (len(words) + 1) * min(1, end - at) for i in range(1, len(words))), end]
    for word, begin, following in zip(words, places, places[1:], strict=False):
        steps.setdefault(begin, []).append((word, following))


def _numbered(steps: Mapping[float, Sequence[tuple[str, float]]], size: int) -> TextPaths:
    places = sorted([*steps, size])
    number = {place: at for at, place in enumerate(places)}
    found = [[(word, number[end]) for word, end in dict.fromkeys(steps.get(place, ()))] for place in places]
    return TextPaths(found, [int(place) for place in places])


MOST_TREES = 150
"""How many readings a phrase may have; a text with one that has more is not read."""
MOST_WORK = 100_000
"""How many items and trees are looked at of a sentence, far more than any printed one needs."""
TREE = 15
"""What a tree counts for of the work that a text may take, of which an item is 1: 1 to 2 microseconds."""
PENALTY = 0.1
"""What a pattern costs for each that stands before it, beside 1 for every phrase."""
ARTICLE = 0.01
"""What a word costs as the number 1: it is rather an article."""
GENERAL = 1.6
"""What a phrase costs that is there so that everything can be said."""
GENERAL_WRITTEN = 2.2
"""What it costs where a rule is written: more than a phrase of printed cards and one that makes a noun of a noun."""
MOST_KEPT = 12
"""How many ways to see a part of a rule are kept when it is written."""


class Part(NamedTuple):
    """A phrase inside another: what it must be, and the name of the slot it fills."""

    symbol: str
    slot: str = ""


Symbol = Union[str, Part]


class Production(NamedTuple):
    """A sequence of words and parts that says a phrase; without a `function` it is its only part, or a word.

    `unsaid` are parts that no word says: the slot, the phrase that fills it, and which of the parts said are its own.
    """

    function: Phrase | None
    symbols: tuple[Symbol, ...]
    rank: int = 0
    unsaid: tuple[tuple[str, Phrase, frozenset[str]], ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """What words that change nothing say all the same: a phrase of one language, its parts, and between which words it is.

    `meaning` is that of its parts.
    """

    phrase: str
    begin: int
    end: int
    meaning: Hashable
    parts: Mapping[str, Tree] = field(compare=False, repr=False)


@dataclass(slots=True)
class Tree:
    """A phrase with its parts by slot, or a number or word that stands for itself.

    `meaning` is what phrases are compared by (see `Grammar`), `cost` is lower the plainer the phrase is. `claims` are
    those of the words in it.
    """

    function: Phrase | None
    kids: dict[str, Tree]
    value: int | str = ""
    cost: float = 0.0
    meaning: Hashable = None
    claims: frozenset[Claim] = frozenset()


@dataclass(frozen=True, slots=True)
class LeftCorners:
    """What may begin with a word: all `symbols`, and of each the rules of which it is the first word, and the parts that others begin with."""

    symbols: frozenset[str]
    rules: dict[str, list[int]]
    parts: dict[str, list[str]]


@dataclass(frozen=True)
class Grammar:
    """Rules by symbol, the words that fit symbols without rules, and what a tree means (None: nothing).

    Trees whose meanings have the same `key` are one.
    """

    rules: Mapping[str, Sequence[Production]]
    leaves: Mapping[str, Callable[[str], int | str | None]]
    meaning: Callable[[Tree], Hashable]
    key: Callable[[Hashable], Hashable] = lambda meaning: meaning
    _corners: dict[str, LeftCorners] = field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def symbols(self) -> dict[str, list[tuple[Symbol, ...]]]:
        """Of each symbol what its rules consist of."""
        return {symbol: [rule.symbols for rule in rules] for symbol, rules in self.rules.items()}

    @cached_property
    def by_word(self) -> dict[str, dict[str, list[int]]]:
        """The numbers of the rules that begin with a word, by this and their symbol."""
        found: dict[str, dict[str, list[int]]] = {}
        for symbol, rules in self.rules.items():
            for number, rule in enumerate(rules):
                if isinstance(first := rule.symbols[0], str):
                    found.setdefault(first, {}).setdefault(symbol, []).append(number)
        return found

    @cached_property
    def by_part(self) -> dict[str, dict[Symbol | None, dict[str, list[int]]]]:
        """The numbers of the rules that begin with a part, by its symbol, by what follows in them, and by their own symbol."""
        found: dict[str, dict[Symbol | None, dict[str, list[int]]]] = {}
        for symbol, rules in self.rules.items():
            for number, rule in enumerate(rules):
                if not isinstance(first := rule.symbols[0], str):
                    second = rule.symbols[1] if len(rule.symbols) > 1 else None
                    following = Part(second.symbol) if isinstance(second, Part) else second
                    known = found.setdefault(first.symbol, {}).setdefault(following, {})
                    known.setdefault(symbol, []).append(number)
        return found

    def without(self, unwanted: Callable[[Production], bool]) -> Grammar:
        """The grammar without some of its rules."""
        rules = {symbol: [rule for rule in rules if not unwanted(rule)] for symbol, rules in self.rules.items()}
        return Grammar({symbol: known for symbol, known in rules.items() if known}, self.leaves, self.meaning, self.key)

    def corners(self, word: str) -> LeftCorners:
        """What may begin with a word."""
        if word not in self._corners:
            rules = {symbol: [*numbers] for symbol, numbers in self.by_word.get(word, {}).items()}
            for leaf in (leaf for leaf, fits in self.leaves.items() if fits(word) is not None):
                for known in self.by_part.get(leaf, {}).values():
                    for symbol, numbers in known.items():
                        rules.setdefault(symbol, []).extend(numbers)
            parts: dict[str, list[str]] = {}
            waiting = list(rules)
            for part in waiting:
                for symbol in dict.fromkeys(chain.from_iterable(self.by_part.get(part, {}).values())):
                    if symbol not in rules and symbol not in parts:
                        waiting.append(symbol)
                    parts.setdefault(symbol, []).append(part)
            self._corners[word] = LeftCorners(frozenset(waiting), rules, parts)
        return self._corners[word]

    def first_words(self, symbols: Iterable[str]) -> set[str]:
        """The words with which phrases of some kinds may begin."""
        found: set[str] = set()
        waiting = list(symbols)
        seen = set(waiting)
        for symbol in waiting:
            for rule in self.rules.get(symbol, ()):
                first = rule.symbols[0]
                if isinstance(first, str):
                    found.add(first)
                elif first.symbol not in seen:
                    seen.add(first.symbol)
                    waiting.append(first.symbol)
        return found


@dataclass(frozen=True, slots=True)
class ReadingFailure:
    """A sentence that cannot be read: how many of its words can, and what could stand next."""

    at: int
    expected: frozenset[str]


@dataclass(frozen=True, slots=True)
class TooMany:
    """A sentence that can be read in more ways than are looked at, so that some would be left out."""


class OutOfWork(Exception):
    """A text needs more work than it may take."""


@dataclass(slots=True)
class ReadingWork:
    """How much work is `left` that a text may take, over all the ways in which it is read; the rules `checked` so far.

    `cut`: only the plainest readings were looked at.
    """

    left: int
    cut: bool = False
    checked: set[str] = field(default_factory=set)

    def spend(self, amount: int) -> None:
        """Take work off what is left. Raises `OutOfWork` when there is none."""
        self.left -= amount
        if self.left < 0:
            raise OutOfWork


ChartItem = tuple[str, int, int, int]
"""A symbol, the number of its rule, how much of it has been read, and where it began."""


def plainest(grammar: Grammar, words: Sequence[str], start: str) -> list[Tree]:
    """The plainest readings of the words as a `start`, of which there may be more."""
    chart = _Chart(grammar, words)
    chart.fill(start)
    if (start, 0, chart.end) not in chart.found:
        return []
    return _Forest(chart, MOST_KEPT, general=GENERAL_WRITTEN).trees(start, 0, chart.end)


def read(
    grammar: Grammar,
    words: Sequence[str] | TextPaths,
    start: str,
    why: bool = True,
    effort: ReadingWork | None = None,
    cut: bool = False,
) -> list[Tree] | ReadingFailure | TooMany:
    """Every reading of the words as a `start`, the plainest first; if there is none, and it is asked `why`, where not.

    With `cut` only the plainest ways to read each part are looked at where there are too many.
    Raises `OutOfWork` when that takes more than the `effort` that may be made.
    """
    chart = _Chart(grammar, words, most=MOST_WORK)
    try:
        chart.fill(start)
    except _Cut:
        if effort is not None:
            effort.spend(min(chart.work, effort.left))
        return TooMany()
    if effort is not None:
        effort.spend(chart.work)
    if (start, 0, chart.end) not in chart.found:
        if not why:
            return ReadingFailure(chart.furthest, frozenset())
        whole = _Chart(grammar, words, pruned=False)
        whole.fill(start)
        return ReadingFailure(whole.furthest, frozenset(whole.expected(whole.furthest)))
    if cut and effort is not None:
        return _plainest_first(chart, start, effort)
    try:
        return _Forest(chart, effort=effort).trees(start, 0, chart.end)
    except _Cut:
        return TooMany()


def _plainest_first(chart: _Chart, start: str, effort: ReadingWork) -> list[Tree]:
    """The readings of a filled chart: all of them if half the work that is left is enough for that, else the plainest."""
    plainest = _Forest(chart, MOST_KEPT, effort)
    found = plainest.trees(start, 0, chart.end)
    if not plainest.cut:
        return found
    half = effort.left // 2
    rest = ReadingWork(half)
    try:
        found = _Forest(chart, effort=rest).trees(start, 0, chart.end)
    except (_Cut, OutOfWork):
        effort.cut = True
    effort.spend(half - max(0, rest.left))
    return found


class Phrases:
    """Every phrase that stands somewhere in some words: `places` are where those of a symbol begin and end."""

    def __init__(self, grammar: Grammar, words: Sequence[str]) -> None:
        chart = _Chart(grammar, words)
        chart.fill()
        self._forest = _Forest(chart, MOST_KEPT)
        self.places: dict[str, list[tuple[int, int]]] = {}
        for symbol, begin, end in chart.found:
            self.places.setdefault(symbol, []).append((begin, end))

    def trees(self, symbol: str) -> Iterator[tuple[int, int, Tree]]:
        """The phrases of a symbol, and where each begins and ends."""
        for begin, end in self.places.get(symbol, ()):
            yield from ((begin, end, tree) for tree in self._forest.trees(symbol, begin, end))


class _Cut(Exception):
    """A phrase has more readings than are looked at, or a sentence needs more work."""


class _Chart:
    """The items of a sentence by place; `pruned` of those with which the next word does not go on.

    With `most` filling it raises `_Cut` when it has more items than that.
    """

    def __init__(
        self, grammar: Grammar, words: Sequence[str] | TextPaths, pruned: bool = True, most: int | None = None
    ) -> None:
        paths = in_a_row(words)
        self.grammar, self.pruned, self.most = grammar, pruned, most
        self.steps, self.end = paths.steps, paths.end
        self.rules = grammar.symbols
        self.corners = [_corners(grammar, steps) for steps in paths.steps]
        size = paths.end + 1
        self.items: list[dict[ChartItem, None]] = [{} for _ in range(size)]
        self.waiting: list[dict[str, list[ChartItem]]] = [{} for _ in range(size)]
        self.found: dict[tuple[str, int, int], list[int]] = {}
        self.furthest = 0
        self.work = 0
        self.queue: list[ChartItem] = []

    def fill(self, start: str = "") -> None:
        """Find every phrase of a `start`, or without one every phrase, that stands where it may."""
        for at in range(self.end + 1):
            self.queue += self.items[at]
            for symbol in self._starts(start, at):
                self._begin(symbol, at)
            while self.queue:
                self._step(self.queue.pop(), at)

    def _starts(self, start: str, at: int) -> Iterable[str]:
        """What may begin at a place by itself."""
        if start:
            return (start,) if at == 0 else ()
        return sorted(self.corners[at].symbols)

    def expected(self, at: int) -> Iterator[str]:
        """The words that could stand at a place."""
        yield from self.grammar.first_words(self.waiting[at])
        for symbol, number, read, _ in self.items[at]:
            symbols = self.rules[symbol][number]
            if read < len(symbols) and isinstance(word := symbols[read], str):
                yield word

    def _step(self, item: ChartItem, at: int) -> None:
        self.work += 1
        if self.most and self.work > self.most:
            raise _Cut
        symbol, number, read, begin = item
        symbols = self.rules[symbol][number]
        if read == len(symbols):
            self._complete(symbol, number, begin, at)
            return
        following = symbols[read]
        if isinstance(following, str):
            for word, end in self.steps[at]:
                if word == following:
                    self._over(item, end)
        elif following.symbol in self.grammar.leaves:
            self._leaf(following.symbol, item, at)
        else:
            self._begin(following.symbol, at)
            self.waiting[at][following.symbol].append(item)

    def _begin(self, symbol: str, at: int) -> None:
        """Begin the rules of a symbol that may begin with the next word; those that begin with a part go on when that is found."""
        waiting, corners = self.waiting[at], self.corners[at]
        if symbol in waiting:
            return
        waiting[symbol] = []
        self.queue += [(symbol, number, 0, at) for number in corners.rules.get(symbol, ())]
        for part in corners.parts.get(symbol, ()):
            self._begin(part, at)

    def _add(self, item: ChartItem, at: int) -> None:
        if item not in self.items[at]:
            self.items[at][item] = None
            self.queue.append(item)

    def _complete(self, symbol: str, number: int, begin: int, at: int) -> None:
        rules = self.found.setdefault((symbol, begin, at), [])
        rules.append(number)
        if len(rules) > 1:
            return
        waiting = self.waiting[begin]
        for name, other, read, start in waiting.get(symbol, ()):
            if self._goes_on(self.rules[name][other], read + 1, at):
                self._add((name, other, read + 1, start), at)
        for following, names in self.grammar.by_part.get(symbol, {}).items():
            if self._may_follow(following, at):
                self.work += len(names)
                for name in names:
                    if name in waiting:
                        for other in names[name]:
                            self._add((name, other, 1, begin), at)

    def _leaf(self, symbol: str, item: ChartItem, at: int) -> None:
        for word, end in self.steps[at]:
            if self.grammar.leaves[symbol](word) is not None:
                self.found[symbol, at, end] = []
                self._over(item, end)

    def _over(self, item: ChartItem, end: int) -> None:
        """Go on with an item behind a word that ends at a place."""
        symbol, number, read, begin = item
        self.furthest = max(self.furthest, end)
        if self._goes_on(self.rules[symbol][number], read + 1, end):
            self.items[end][symbol, number, read + 1, begin] = None

    def _goes_on(self, symbols: Sequence[Symbol], read: int, at: int) -> bool:
        """Whether what follows in a rule may begin with the next word; always if nothing follows."""
        return self._may_follow(symbols[read] if read < len(symbols) else None, at)

    def _may_follow(self, following: Symbol | None, at: int) -> bool:
        if following is None or not self.pruned:
            return True
        if isinstance(following, str):
            return any(word == following for word, _ in self.steps[at])
        symbol = following.symbol
        return symbol in self.corners[at].symbols or (at < self.end and symbol in self.grammar.leaves)


def _corners(grammar: Grammar, steps: Sequence[WordStep]) -> LeftCorners:
    """What may begin with one of some words."""
    if len(steps) == 1:
        return grammar.corners(steps[0][0])
    rules: dict[str, dict[int, None]] = {}
    parts: dict[str, dict[str, None]] = {}
    for word, _ in steps:
        corners = grammar.corners(word)
        for symbol, numbers in corners.rules.items():
            rules.setdefault(symbol, {}).update(dict.fromkeys(numbers))
        for symbol, firsts in corners.parts.items():
            parts.setdefault(symbol, {}).update(dict.fromkeys(firsts))
    return LeftCorners(
        frozenset().union(*(grammar.corners(word).symbols for word, _ in steps)),
        {symbol: [*numbers] for symbol, numbers in rules.items()},
        {symbol: [*firsts] for symbol, firsts in parts.items()},
    )


class _Forest:
    """The trees of a filled chart: all of them, or the plainest, so many as are `kept` of each phrase.

    A `general` phrase costs so much.
    """

    def __init__(
        self, chart: _Chart, kept: int | None = None, effort: ReadingWork | None = None, general: float = GENERAL
    ) -> None:
        self.kept, self.work, self.effort, self.general = kept, chart.work, effort, general
        self.grammar, self.steps, self.found = chart.grammar, chart.steps, chart.found
        self.ends: dict[tuple[str, int], list[int]] = {}
        for symbol, begin, end in self.found:
            self.ends.setdefault((symbol, begin), []).append(end)
        self.known: dict[tuple[str, int, int], list[Tree]] = {}
        self.cut = False

    def trees(self, symbol: str, begin: int, end: int) -> list[Tree]:
        """The phrases of a kind over some of the words, one for each meaning. Raises `_Cut`."""
        key = symbol, begin, end
        if key in self.known:
            return self.known[key]
        self.known[key] = []  # nothing is a part of itself
        if symbol in self.grammar.leaves:
            words = {self.grammar.leaves[symbol](word): word for word, place in self.steps[begin] if place == end}
            self.known[key] = [
                Tree(None, {}, value, 0.0 if word.isdecimal() or value != 1 else ARTICLE)
                for value, word in words.items()
                if value is not None
            ]
            return self.known[key]
        best: dict[Hashable, list[Tree]] = {}
        size = 0
        for number in sorted(self.found.get(key, ())):  # of equal trees that of the first pattern is the plainest
            for tree in self._of_rule(self.grammar.rules[symbol][number], begin, end):
                same = best.setdefault(self.grammar.key(tree.meaning), [])
                size += _put(tree, same)
                if size > MOST_TREES and self.kept is None:
                    raise _Cut
        found = [tree for same in best.values() for tree in same]
        self.cut |= self.kept is not None and len(found) > self.kept
        self.known[key] = sorted(found, key=lambda tree: tree.cost)[: self.kept]
        return self.known[key]

    def _of_rule(self, rule: Production, begin: int, end: int) -> Iterator[Tree]:
        for kids, cost, claims in self._fillings(rule.symbols, begin, end):
            self.work += 1
            if self.work > MOST_WORK and self.kept is None:
                raise _Cut
            if self.effort is not None:
                self.effort.spend(TREE)
            if rule.function is None:
                yield next(iter(kids.values()), Tree(None, {}))
                continue
            kids = self._with_unsaid(rule, kids) if rule.unsaid else kids
            own = (self.general if rule.function.general else 1) + PENALTY * rule.rank
            if rule.function.local:
                claims |= _claims(rule.function, kids, begin, end)
            tree = Tree(rule.function, kids, "", cost + own, claims=claims)
            tree.meaning = self.grammar.meaning(tree)
            if tree.meaning is not None:
                yield tree

    def _with_unsaid(self, rule: Production, said: Mapping[str, Tree]) -> dict[str, Tree]:
        """The parts of a rule with those that no word says."""
        kids = dict(said)
        for slot, function, names in rule.unsaid:
            tree = Tree(function, {name: said[name] for name in names if name in said})
            tree.meaning = self.grammar.meaning(tree)
            kids = {name: kid for name, kid in kids.items() if name not in names} | {slot: tree}
        return kids

    def _fillings(
        self, symbols: Sequence[Symbol], begin: int, end: int
    ) -> Iterator[tuple[dict[str, Tree], float, frozenset[Claim]]]:
        """Every way to fill the slots of a sequence that stands over some of the words, with its cost and claims."""
        if not symbols:
            if begin == end:
                yield {}, 0.0, NO_CLAIMS
            return
        first, *others = symbols
        if isinstance(first, str):
            for word, following in self.steps[begin]:
                if word == first and following <= end:
                    yield from self._fillings(others, following, end)
            return
        for middle in self.ends.get((first.symbol, begin), ()):
            if middle > end or (not others and middle != end):
                continue
            rest = list(self._fillings(others, middle, end))
            for tree in self.trees(first.symbol, begin, middle) if rest else ():
                for kids, cost, claims in rest:
                    said = claims | tree.claims if tree.claims else claims
                    if first.slot not in kids:
                        yield ({first.slot: tree, **kids} if first.slot else kids), cost + tree.cost, said
                    elif _same(tree, kids[first.slot]):
                        yield kids, cost, said


def _claims(function: Phrase, kids: Mapping[str, Tree], begin: int, end: int) -> frozenset[Claim]:
    """What a phrase that changes nothing says by parts that would."""
    said = {name: kid for name, kid in kids.items() if kid.function is None or not kid.function.local}
    if not said and not function.claims:
        return NO_CLAIMS
    meaning = tuple((name, kid.value if kid.function is None else kid.meaning) for name, kid in said.items())
    return frozenset({Claim(function.name, begin, end, meaning, said)})


def _put(tree: Tree, among: list[Tree]) -> int:
    """Put a tree among those that mean the same, in place of those that claim more; by how many they become more.

    Of trees that claim the same the plainest is kept.
    """
    size = len(among)
    if any(other.claims <= tree.claims and (other.claims != tree.claims or other.cost <= tree.cost) for other in among):
        return 0
    among[:] = [other for other in among if not tree.claims <= other.claims]
    among.append(tree)
    return len(among) - size


NO_CLAIMS: frozenset[Claim] = frozenset()


def _same(one: Tree, other: Tree) -> bool:
    """Whether two trees say the same: a part that a pattern names twice is one part."""
    return (one.meaning, one.value) == (other.meaning, other.value)
