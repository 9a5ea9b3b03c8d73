"""Sentences of rules that were changed at random, read back: python tools/mutant_texts.py --count 100

The rule of a card, or what its ability does, is seen as phrases, one of these is replaced by another of its sort or a
number by the next, and what comes out is written as a sentence. That must mean the changed rule, and must be told from
the card's own rule unless the two are proved to come to the same. What is not is a fault of the tables.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import tilewright
from tilewright.check.fragments import read_ability, read_fragment
from tilewright.table.card import Card
from tilewright.texts.chart import Tree
from tilewright.texts.phrasebook import CardLanguage, Language
from tilewright.texts.reading import meaning, rule_text
from tilewright.texts.verdict import Agreement, compare_rules, judge_card
from tilewright.texts.writing import NoWords, sentence, trees_of

TRIES = 20
GOOD = (Agreement.AGREES, Agreement.ONE_READING)


def main() -> None:
    """Print what becomes of the sentences, and those that are misread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--abilities", action="store_true", help="cards with abilities, instead of those that score")
    arguments = parser.parse_args()
    pack = tilewright.load_pack("dragon-castle")
    book = pack.phrasebook()
    cards = [card for card in pack.cards() if (bool(card.abilities) if arguments.abilities else card.rule is not None)]
    rng = random.Random(arguments.seed)
    spoken = [language for language in map(book.language, book.languages) if language is not None]
    found: Counter[str] = Counter()
    for _ in range(arguments.count):
        found[outcome(rng.choice(cards), rng.choice(spoken), rng)] += 1
    print(", ".join(f"{count} {word}" for word, count in found.most_common()))


def outcome(card: Card, language: Language, rng: random.Random) -> str:
    """What becomes of a changed rule of a card as a sentence, in a word or two."""
    changed = next(changes(card, language.card, rng), None)
    if changed is None:
        return "not changed"
    tree, other = changed
    try:
        said = sentence(tree, language)
    except NoWords:
        return "without words"
    own, theirs = (judge_card(language, said, one).agreement for one in (other, card))
    if own not in GOOD:
        print(f"{own.value}: {card.id} {language.name}: {said}")
        return f"own rule: {own.value}"
    same = come_to_the_same(language, other, card)
    if theirs in GOOD and not same and own is Agreement.AGREES:
        print(f"MISSED: {card.id} {language.name}: {said}")
        return "MISSED"
    if theirs is Agreement.DIFFERS and same:
        print(f"FALSELY ACCUSED: {card.id} {language.name}: {said}")
        return "FALSELY ACCUSED"
    return "the same rule" if same else "told apart" if theirs is Agreement.DIFFERS else "in one reading or open"


def come_to_the_same(language: Language, one: Card, other: Card) -> bool:
    """Whether two rules are the same or proved to be equal; of abilities, whether their statements are the same."""
    if one.rule is None or other.rule is None:
        return meaning(one) == meaning(other)
    proof = compare_rules(language.card.game, one.rule, other.rule)
    return proof is None or (not isinstance(proof, str) and proof.verdict == "equal")


def changes(card: Card, language: CardLanguage, rng: random.Random) -> Iterator[tuple[Tree, Card]]:
    """The rule of a card with one phrase or number changed, as a tree and as a rule."""
    trees = trees_of(card, language)
    for _ in range(TRIES if trees else 0):
        tree = trees[0]
        spots = list(_spots(tree, ()))
        path = rng.choice(spots)
        changed = _changed(tree, path, language, rng)
        if changed is not None:
            text = rule_text(changed, language)
            found = (read_ability if card.rule is None else read_fragment)(text, language.game)
            if isinstance(found, Card) and (found.rule is not None or found.abilities):
                yield changed, found


def _spots(tree: Tree, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """The places of all phrases and numbers of a tree."""
    yield path
    for slot, kid in tree.kids.items():
        yield from _spots(kid, (*path, slot))


def _changed(tree: Tree, path: tuple[str, ...], language: CardLanguage, rng: random.Random) -> Tree | None:
    """A tree with another phrase at a place; None when there is none that fits."""
    if path:
        kid = _changed(tree.kids[path[0]], path[1:], language, rng)
        return None if kid is None else _with_meaning(replace(tree, kids={**tree.kids, path[0]: kid}), language)
    if tree.function is None:
        return replace(tree, value=tree.value + 1) if isinstance(tree.value, int) else None
    parts = set(tree.kids)
    others = [
        function
        for name, function in language.table.functions.items()
        if function.category == tree.function.category
        and name != tree.function.name
        and not function.local
        and {slot.name for slot in language.table.patterns[name][next(iter(language.table.patterns[name]))][0].slots()}
        == parts
        and name not in language.table.unwritten
        and not function.ruling
    ]
    return _with_meaning(replace(tree, function=rng.choice(others)), language) if others else None


def _with_meaning(tree: Tree, language: CardLanguage) -> Tree | None:
    tree.meaning = language.meaning(tree)
    return tree if tree.meaning is not None else None


if __name__ == "__main__":
    main()
