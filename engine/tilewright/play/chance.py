"""Chance: the one object that everything random in a game goes through.

It also knows what lies face-down where nobody has looked yet (under others in a place that hides it): on the table such
pieces are `COVERED`, and chance is asked which one it is when it comes to light. So a state with another
chance is what players may know of it (`play.view`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from random import Random

from tilewright.play.table import COVERED, Pile, Table, Unseen

Deal = Mapping[tuple[int, int], Sequence[int]]
"""By seat and space: the kinds, bottom to top, of what was covered there in the beginning."""


class Chance:
    """What a seed decides, besides a deal that is made already; it never changes, so copies of a state share it.

    Equal seeds and questions have equal answers. Covered pieces that are not in the deal are drawn from all that nobody
    has seen, each as likely as any other.
    """

    __slots__ = ("_deal", "_seed")

    def __init__(self, seed: int, deal: Deal | None = None) -> None:
        self._seed = seed
        self._deal: Deal = deal or {}

    def kind(self, table: Table, piece: Unseen) -> int | None:
        """The kind of a piece that has come to light; None when it stays unknown."""
        if piece.sides:
            return sorted(piece.sides)[self._number(piece, len(piece.sides))]
        known = self._deal.get((piece.seat, piece.space), ())
        height = table.grids[piece.seat].heights[piece.space]
        if height <= len(known):
            return known[height - 1]
        counts = piece.possible(self._undealt(table) if self._deal else table.bag)
        number = self._number(piece, sum(counts))
        for kind, count in enumerate(counts):
            if number < count:
                return kind
            number -= count
        raise AssertionError("the counts do not add up")

    def fill(self, table: Table, seat: int, heights: Sequence[int], hides_covered: bool, lot: str) -> Chance:
        """Build face-up stacks of these heights from the pieces that lie nowhere, at random.

        Gives the chance of the game from then on: where the place `hides_covered` pieces it knows them.
        """
        stacked = table.game.sorts[0].kinds
        pieces = [kind for kind, count in enumerate(self._undealt(table)) if kind in stacked for _ in range(count)]
        Random(f"{self._seed}/{lot}").shuffle(pieces)
        grid, deal, begin = table.changing(seat), dict(self._deal), 0
        for space, height in enumerate(heights):
            pile = pieces[begin : begin + height]
            begin += height
            covered = len(pile) - 1 if hides_covered and pile else 0
            if covered:
                deal[seat, space] = pile[:covered]
            grid.lay(space, (COVERED,) * covered + tuple(kind * 2 + 1 for kind in pile[covered:]))
            for kind in pile[covered:]:
                table.bag[kind] -= 1
        return Chance(self._seed, deal)

    def number(self, lot: str, below: int) -> int:
        """A number from 0, each as likely; `lot` tells the question from all others of a game."""
        return Random(f"{self._seed}/{lot}").randrange(below)

    def _number(self, piece: Unseen, below: int) -> int:
        """A number from 0, each as likely: for what is uncovered quickly, else by the generator that records are made with."""
        lot = f"{self._seed}/{piece.lot}"
        if piece.drawn or piece.sides:
            return Random(lot).randrange(below)
        return int.from_bytes(blake2b(lot.encode(), digest_size=8).digest(), "big") % below

    @property
    def dealt(self) -> Iterable[tuple[int, int]]:
        """The seats and spaces where covered pieces are dealt."""
        return self._deal

    def pile(self, table: Table, seat: int, space: int) -> Pile:
        """A stack with its covered pieces as they are dealt."""
        pile = table.grids[seat].piles[space]
        known = self._deal.get((seat, space), ())[: pile.count(COVERED)]
        return (*(kind * 2 + 1 for kind in known), *pile[len(known) :])

    def _undealt(self, table: Table) -> list[int]:
        """How many pieces of each kind nobody has seen and lie at no place that is dealt."""
        counts = table.bag[:]
        for (seat, space), known in self._deal.items():
            for kind in known[: table.grids[seat].piles[space].count(COVERED)]:
                counts[kind] -= 1
        return counts


class Silent(Chance):
    """Says nothing: what comes to light stays unknown. So a turn can be gone through without any guess."""

    def kind(self, table: Table, piece: Unseen) -> int | None:
        """None, whatever it is."""
        return None
