"""What of a text is understood when not all of it is: a rule with a hole, and what the hole would have to mean.

The obstacle is the shortest phrase in whose place a condition or a thing makes a sentence of the text. If the rest
can be the rule of the card at all, the phrases of the rule that fit the hole are proposed in the words of the language.
Otherwise nothing is said of a hole that is no whole phrase: one with a comma or a parenthesis in it, one that ends with a
word such as "the" or "is", one of words that only change a quantity, or one that is understood as something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile, islice

from tilewright.core import expr as core
from tilewright.solver.proof import Proof
from tilewright.source import Span
from tilewright.table.card import Card
from tilewright.texts.chart import Grammar, Production, Stuck, Tree, read
from tilewright.texts.phrasebook import Language
from tilewright.texts.reading import ABILITY, TEXT, checked, meaning, plain, rule_text
from tilewright.texts.tokens import WordAt
from tilewright.texts.trying import try_bounds
from tilewright.texts.verdict import Partial
from tilewright.texts.writing import NoWords, phrase, trees_of

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


def partial(language: Language, text: str, card: Card | None = None) -> Partial | None:
    """What is understood of a text that cannot be read; None if not even the rest of it can."""
    start = TEXT if card is None or card.rule is not None else ABILITY
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
    if not isinstance(stuck, Stuck) or len(words) > MOST_WORDS:
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
