"""What words of a text that change nothing say all the same: whether it fits what the rest of the text says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product

from tilewright.core import expr as core
from tilewright.meaning.scoring import points
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.position import Player, Position
from tilewright.texts.chart import Claim, Tree
from tilewright.texts.coined import ANYTHING
from tilewright.texts.pattern import Slot
from tilewright.texts.phrasebook import CardLanguage
from tilewright.texts.remarks import CHECKED
from tilewright.texts.table import PhraseTable

HOW_MANY, EXAMPLE, COUNTED = "HowMany", "Numbers", "Things"
"""The phrases of tables that say how many there are of what is gone through, an example of numbers in a line, and again
what is counted."""
ONCE, APART = "CountsOnce", "EachApart"
"""Remarks of tables that each value counts once, and that each thing counts by itself."""
CALLED, MODIFIER = ("G", "L", "N", "NA", "U"), "M"
"""The categories of phrases that say what things are called, the first such part of which is what they are; and of those
that describe them."""
_WORD = re.compile(r"[\w-]+")
MOST_ROWS = 300
"""How many rows of pieces are tried for an example."""


class Claims:
    """What a reading of a text has to say for its claims to hold: its tree, its rule, its card; `check` checks rules."""

    def __init__(
        self, language: CardLanguage, tree: Tree, rule: str, card: Card, check: Callable[[str], Card | None]
    ) -> None:
        self.game, self.table = language.game, language.table
        self.tree, self.card, self.check = tree, card, check
        self.rule = f" {' '.join(_WORD.findall(rule))} "

    def hold(self, claims: Iterable[Claim]) -> bool:
        """Whether all of some claims hold."""
        return all(map(self.holds, claims))

    def holds(self, claim: Claim) -> bool:
        """Whether a claim holds; an example of what is no score does not."""
        numbers = [int(part.value) for part in claim.parts.values() if part.function is None]
        if claim.phrase == EXAMPLE:
            return not numbers or self._scores(numbers)
        if claim.phrase == HOW_MANY:
            return bool(self._counted.intersection(numbers))
        if claim.phrase in CHECKED and (self.card.rule is None or not CHECKED[claim.phrase](self.card.rule)):
            return False
        if claim.phrase in (ONCE, APART):
            return self._goes_through(claim.phrase, [*claim.parts.values()])
        has_phrase = self._is_counted if self._repeats_what_is_counted(claim) else self._mentions
        return all(self._holds(has_phrase, part) for part in claim.parts.values())

    def _goes_through(self, claim: str, parts: Sequence[Tree]) -> bool:
        """Whether the rule counts different values, or goes through each; or goes through each of some things."""
        ways = ("different", "each") if claim == ONCE else ("each",)
        names = (
            [self.game.main_attribute, self.game.identity, *self.game.numeric_attributes]
            if not parts
            else [text for part in parts for text in _texts(part)]
        )
        plain = {" ".join(_WORD.findall(name)) for name in names}
        return any(f" {way} {name} " in self.rule for way in ways for name in plain)

    @cached_property
    def _phrases(self) -> list[Tree]:
        """The phrases of the reading that change something."""
        return list(_meaningful(self.tree))

    @cached_property
    def _words_and_numbers(self) -> frozenset[object]:
        """Their texts in the card language, and the numbers among them."""
        return _words_and_numbers(self._phrases)

    def _repeats_what_is_counted(self, claim: Claim) -> bool:
        """Whether a claim is about what is counted for points, not in a condition."""
        return claim.phrase == COUNTED and any(
            tree.kids.get(name) == part
            for tree in self._outside_modifiers
            if tree.function is not None and tree.function.local
            for name, part in claim.parts.items()
        )

    @cached_property
    def _things(self) -> frozenset[object]:
        """The texts and numbers of the phrases that name what is counted, without those that describe it.

        A group of pieces with a cap does not consist of caps.
        """
        return _words_and_numbers(
            tree for tree in self._outside_modifiers if tree.function is None or not tree.function.local
        )

    @cached_property
    def _outside_modifiers(self) -> list[Tree]:
        """The phrases of the reading that are not in a condition on things."""
        return list(_outside_modifiers(self.tree, self.table))

    def _mentions(self, part: Tree) -> bool:
        """Whether the reading has a phrase."""
        return part.value in self._words_and_numbers or any(
            text in self._words_and_numbers or f" {text} " in self.rule for text in _texts(part)
        )

    def _is_counted(self, part: Tree) -> bool:
        """Whether a phrase names what is counted."""
        return part.value in self._things or not self._things.isdisjoint(_texts(part))

    def _holds(self, has_phrase: Callable[[Tree], bool], part: Tree) -> bool:
        """Whether the reading has a phrase, or else all of its parts."""
        if has_phrase(part):
            return True
        if part.function is None:
            return False
        if part.function.local or part.function.name in ANYTHING:
            return True
        if self._is_implied(part.function.name.removeprefix("game:")):
            return True
        return bool(part.kids) and all(self._holds(has_phrase, kid) for kid in part.kids.values())

    def _is_implied(self, name: str) -> bool:
        """Whether a word is a class of kinds, to which all belong that have a number of which the rule speaks."""
        main, values = self.game.main_attribute, self.game.classes.get(name, ())
        numbers = [number for number in self.game.numeric_attributes if f" {number} " in self.rule]
        having = [kind for kind in self.game.kinds if any(number in kind.numbers for number in numbers)]
        return bool(having) and all(kind.values.get(main) in values for kind in having)

    @cached_property
    def _counted(self) -> set[int]:
        """How many there are of each of the things that the reading goes through, apart from those on the board."""
        lines = {text for part in self._phrases if _is_line(part) for text in _texts(part)}
        cards = (self.check(f"score 1 for each {line}") for line in sorted(lines))
        return {self._score(card.rule, ()) for card in cards if card is not None and card.rule is not None}

    def _scores(self, numbers: Sequence[int]) -> bool:
        """Whether numbers side by side score, and so do as many of them, wherever they begin, as are needed at all."""
        for size in range(1, len(numbers) + 1):
            scored = [self._row_scores(numbers[at : at + size]) for at in range(len(numbers) + 1 - size)]
            if any(scored):
                return all(scored)
        return False

    def _row_scores(self, numbers: Sequence[int]) -> bool:
        if self.card.rule is None:
            return False
        kinds = [[kind.code for kind in self.game.kinds if number in kind.numbers.values()] for number in numbers]
        return any(self._score(self.card.rule, row) for row in islice(product(*kinds), MOST_ROWS))

    def _score(self, rule: core.Expr, row: Sequence[str]) -> int:
        """What a rule scores on a board with some pieces side by side and nothing else."""
        place = self.game.own_place
        if len(row) > place.columns:
            return 0
        stacks = [*(Stack(0, (code,)) for code in row), *[Stack()] * (place.rows * place.columns - len(row))]
        board = Board(place.geometry, tuple(stacks))
        players = tuple(Player(f"player {seat}", board) for seat in range(self.game.players[0]))
        return points(Position(self.game, players), {"rule": rule}, first=1)[0]["rule"]


def _meaningful(tree: Tree) -> Iterator[Tree]:
    if tree.function is None or not tree.function.local:
        yield tree
        for kid in tree.kids.values():
            yield from _meaningful(kid)


def _words_and_numbers(trees: Iterable[Tree]) -> frozenset[object]:
    """The texts of phrases in the card language, and the numbers among them."""
    found = list(trees)
    texts = (text for tree in found for text in _texts(tree))
    return frozenset([*texts, *(tree.value for tree in found if tree.function is None)])


def _texts(tree: Tree) -> Iterator[str]:
    """What a tree is in the card language, in every field and number."""
    if isinstance(tree.meaning, tuple):
        yield from (text for *_, text in tree.meaning if isinstance(text, str))


def _outside_modifiers(tree: Tree, table: PhraseTable) -> Iterator[Tree]:
    """The parts of a tree that are not in a condition on things; of words that change nothing not the parts."""
    yield tree
    function, kids = tree.function, tree.kids
    if function is not None and function.local:
        return
    if function is not None and function.category in CALLED:
        items = table.patterns.get(function.name, {}).get("", ())
        slots = [item for item in items[0].items if isinstance(item, Slot)] if items else []
        first = next((slot.name for slot in slots if slot.category in CALLED), "")
        kids = {name: kid for name, kid in kids.items() if name == first or not _describes(kid)}
    for kid in kids.values():
        yield from _outside_modifiers(kid, table)


def _describes(tree: Tree) -> bool:
    """Whether a part of what things are called is a condition on them, another thing, or changes nothing."""
    return tree.function is not None and (tree.function.local or tree.function.category in (*CALLED, MODIFIER))


def _is_line(tree: Tree) -> bool:
    return tree.function is not None and tree.function.category == "L"
