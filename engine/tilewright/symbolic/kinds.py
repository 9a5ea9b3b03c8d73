"""Classes of kinds of pieces that no rule distinguishes, and the maximum height of stacks that must be considered."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, takewhile

from tilewright.core import expr as core
from tilewright.core.node import HEIGHTS, KINDS, Node, choices, reads
from tilewright.core.walk import children, walk
from tilewright.table.game import Game, Kind


def interchangeable(game: Game, rules: Sequence[core.Expr]) -> list[tuple[Kind, ...]]:
    """The kinds of the game, partitioned into classes whose members no rule distinguishes."""
    telling = [node for node in walk(*rules) if reads(node) >= KINDS]
    classes: dict[tuple[object, ...], list[Kind]] = {}
    for kind in game.kinds:
        classes.setdefault(tuple(node.value_for_kind(kind.index) for node in telling), []).append(kind)
    return [tuple(members) for members in classes.values()]


def tallest_needed(game: Game, rules: Sequence[core.Expr], stacks: int, *, light: bool = False) -> int:
    """A bound on the height of stacks that does not restrict the values that rules can have.

    If rules only compare heights with each other and with numbers up to T, the heights above T can be lowered as long
    as their order is kept. Then no height in between is missing, so a tallest stack of m requires T + 1, ..., m pieces
    in stacks. If heights are compared only with numbers, all heights above T are equivalent. If rules calculate with
    heights, every height counts.

    If rules additionally use only groups of equal height, all that matters is which neighbors are equal: four heights
    above T are enough, by the four color theorem. Assigning the lowest to the most spaces, they average at most T + 2.5
    per stack; but with `light`, where no table with fewer pieces may be lost, five heights can need fewer pieces than
    four.
    """
    found = _Heights()
    for rule in rules:
        found.visit(rule, False)
    if found.reckoned:
        return game.pieces
    if not (found.paired or found.grouped):
        return min(game.pieces, found.named + 1)
    if not (found.paired or light) and (2 * found.named + 5) * stacks <= 2 * game.pieces:
        return found.named + 4
    needed = accumulate(range(found.named + 1, found.named + stacks + 1))
    above = sum(1 for _ in takewhile(lambda pieces: pieces <= game.pieces, needed))
    return min(game.pieces, found.named + above)


def tallest_named(rules: Sequence[core.Expr]) -> int:
    """The largest number that rules compare the height of a stack with; 0 if there is none."""
    found = _Heights()
    for rule in rules:
        found.visit(rule, False)
    return found.named


class _Heights:
    """How rules use heights: in calculations, compared with each other, or compared with numbers."""

    def __init__(self) -> None:
        self.paired = self.grouped = self.reckoned = self._values = self._numbers = False
        self.named = 0
        self._seen: set[tuple[int, bool]] = set()

    def visit(self, node: Node, compared: bool) -> None:
        """Visit a node; `compared`: it is an operand of a comparison of heights."""
        if (id(node), compared) in self._seen:
            return
        self._seen.add((id(node), compared))
        inner: Sequence[Node] = ()
        match node:
            case core.Groups(same=core.Values(heights=True)):
                self.grouped = True
                self.visit(node.binder, False)
                return
            case core.Height():
                self.reckoned |= not compared
            case core.Values():
                self._values |= node.heights
                self.paired |= node.heights
            case core.ShowsValue():
                pass  # a height is a value of `Values`
            case core.NumberOf():
                self._numbers = True
            case core.Const() if compared:
                self.named = max(self.named, node.value)
            case core.Compare() if _height_like(node.left) and _height_like(node.right):
                inner = (node.left, node.right)
                self.paired |= not any(isinstance(side, core.Const) for side in inner)
            case core.Lookup() if _height_like(node.body):
                inner = (node.body,)
                self.named = max(self.named, *(high or low for low, high, _ in node.entries))
            case _:  # heights in it count as calculated with, unless it only selects among its operands
                inner = choices(node) if compared else ()
                self.reckoned |= reads(node) >= HEIGHTS
        self.reckoned |= self._values and self._numbers
        for child in children(node):
            self.visit(child, any(child is one for one in inner))


def _height_like(expr: Node) -> bool:
    """Whether a number is always one of the heights on the table or a constant."""
    if isinstance(expr, (core.Height, core.Const)):
        return True
    found = choices(expr)
    return bool(found) and all(map(_height_like, found))
