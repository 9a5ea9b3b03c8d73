"""What must hold of a text besides what its rule says, so that it can be confirmed as a rule.

Phrases that change nothing may still say something: "(a tower may count twice)" is about towers, "all six types" says
how many there are, "such as 2-3-4" is an example. What they speak of must be in the rule, what they count must be as
many, and an example must score.

The rows of a table of points may not overlap: in the card language the first that fits counts, in print both are
promised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, product

from tilewright.core import expr as core
from tilewright.core.node import Node
from tilewright.core.same import canonical
from tilewright.core.walk import find
from tilewright.meaning.scoring import points
from tilewright.table.board import Board, Stack
from tilewright.table.card import Card
from tilewright.table.game import Game
from tilewright.table.position import Player, Position
from tilewright.texts.chart import Claim, Tree

HOW_MANY, EXAMPLE = "HowMany", "Numbers"
"""The phrases of tables that say how many there are of what is gone through, and an example of numbers in a line."""
ANYTHING = frozenset({"Piece", "Stack", "Space", "APiece", "AStack", "Back", "BackN", "BackG"})
"""The phrases of the card language that any rule may be about."""
_WORD = re.compile(r"[\w-]+")
MOST_ROWS = 300
"""How many rows of pieces are tried for an example."""


class Claims:
    """What a reading of a text has to say for its claims to hold: its tree, its rule, its card; `check` checks rules."""

    def __init__(self, game: Game, tree: Tree, rule: str, card: Card, check: Callable[[str], Card | None]) -> None:
        self.game, self.tree, self.card, self.check = game, tree, card, check
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
        return all(map(self._is_said, claim.parts.values()))

    @cached_property
    def _phrases(self) -> list[Tree]:
        """The phrases of the reading that change something."""
        return list(_meaningful(self.tree))

    @cached_property
    def _words_and_numbers(self) -> frozenset[object]:
        """Their texts in the card language, and the numbers among them."""
        texts = (text for part in self._phrases for text in _texts(part))
        return frozenset([*texts, *(part.value for part in self._phrases if part.function is None)])

    def _is_said(self, part: Tree) -> bool:
        """Whether the reading says a phrase too, or else all that it consists of."""
        if part.function is None:
            return part.value in self._words_and_numbers
        if part.function.local or part.function.name in ANYTHING:
            return True
        if any(text in self._words_and_numbers or f" {text} " in self.rule for text in _texts(part)):
            return True
        if self._is_implied(part.function.name.removeprefix("game:")):
            return True
        return bool(part.kids) and all(map(self._is_said, part.kids.values()))

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


def _texts(tree: Tree) -> Iterator[str]:
    """What a tree is in the card language, in every field and number."""
    if isinstance(tree.meaning, tuple):
        yield from (text for *_, text in tree.meaning if isinstance(text, str))


def _is_line(tree: Tree) -> bool:
    return tree.function is not None and tree.function.category == "L"


def fault_of_tables(card: Card) -> str:
    """What is wrong with the tables of points of a card that is read from a text; nothing if they can be printed.

    "1 point for 2 stacks" is no table: it may be once, for at least two, or for every two.
    """
    twice = next(_in_two_rows(card), None)
    if twice is not None:
        return f"its table of points has {twice} in two rows"
    rows = [table.entries for table in find(core.Lookup, *_roots(card))]
    alone = len(rows) == 1 and len(rows[0]) == 1 and rows[0][0][0] == rows[0][0][1]
    return f"it can be points for exactly {rows[0][0][0]}, or for every {rows[0][0][0]}" if alone else ""


def _in_two_rows(card: Card) -> Iterator[int]:
    """The numbers that are in two rows of a table of points, or of two tables of the same number.

    Rows without an upper end may overlap: "2 for 3 or more, 5 for 6 or more".
    """
    tables: dict[core.Expr, list[tuple[int, int | None, int]]] = {}
    for table in find(core.Lookup, *_roots(card)):
        tables.setdefault(canonical(table.body), []).extend(table.entries)
    for rows in tables.values():
        for at, (low, high, _) in enumerate(rows):
            for other_low, other_high, _ in rows[:at]:
                ends = [end for end in (high, other_high) if end is not None]
                if ends and max(low, other_low) <= min(ends):
                    yield max(low, other_low)


def _roots(card: Card) -> list[Node]:
    return [ability for _, ability in card.effects] if card.rule is None else [card.rule]
